//! The columns of a list: all columns of any files, in order, with their values as they are.

use super::catalog_columns::CatalogColumns;
use super::column::{ColumnHead, ColumnType, FieldValue};
use super::format::cells::is_formula;
use super::format::field;
use super::header::TableHeader;
use super::puzzle_files::{AllRows, InputError, PuzzleFile};
use super::row::TableRow;
use explainer::RatedForm;
use grid::AnyGrid;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock};

/// Maximum number of columns of a list. Objects of JSON may have other keys in each line.
const MAX_COLUMNS: usize = 4096;
/// Number of digits of a number that every program keeps.
const MAX_EXACT_DIGITS: usize = 15;
/// The name of the column of grids that have no table.
const PUZZLE: &str = "puzzle";

/// The columns of catalogues, which a table explains.
static CATALOG: LazyLock<CatalogColumns> =
    LazyLock::new(|| CatalogColumns::new(Some(RatedForm::Canonical), true));

/// A column of a list.
#[derive(Clone, Debug)]
pub struct ListColumn {
    /// The name in the file. Columns without a name, and later columns of the same name, have a
    /// number.
    pub name: String,
    /// The column of the puzzles, or a column of solutions; `None` for any other.
    grid: Option<GridColumn>,
    values: ValueKind,
    filled: u64,
}

impl ListColumn {
    /// Returns true for the column of the puzzles.
    pub fn is_puzzle(&self) -> bool {
        self.grid == Some(GridColumn::Puzzle)
    }

    /// Returns true for a column of solutions. A field may have something else.
    pub fn is_solution(&self) -> bool {
        self.grid == Some(GridColumn::Solution)
    }
}

/// The grids of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GridColumn {
    /// The puzzles.
    Puzzle,
    /// Solutions, if a field looks like one.
    Solution,
}

/// The kind of all values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueKind {
    Empty,
    Truth,
    Integer,
    /// Integers, of which some have more digits than every program keeps.
    LargeInteger,
    Decimal,
    Text,
}

impl ValueKind {
    /// Returns the kind of a text. `007`, `1e5` and `+1` are texts.
    fn from_text(text: &str) -> Self {
        if text.is_empty() {
            return Self::Empty;
        }
        if ["true", "false"].contains(&text) {
            return Self::Truth;
        }
        let number = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
        let has_zero = whole.len() > 1 && whole.starts_with('0');
        if !are_digits(whole) || !are_digits(decimals) || has_zero {
            Self::Text
        } else if whole.len() + decimals.len() <= MAX_EXACT_DIGITS + 1 {
            if number.contains('.') { Self::Decimal } else { Self::Integer }
        } else if text.parse::<u64>().is_ok() {
            Self::LargeInteger
        } else {
            Self::Text
        }
    }

    /// Returns the kind of a column with values of both kinds.
    fn join(self, other: Self) -> Self {
        use ValueKind::{Decimal, Empty, Integer, LargeInteger, Text};
        match (self, other) {
            (one, other) if one == other => one,
            (Empty, kind) | (kind, Empty) => kind,
            (Integer, Decimal) | (Decimal, Integer) => Decimal,
            (Integer, LargeInteger) | (LargeInteger, Integer) => LargeInteger,
            _ => Text,
        }
    }
}

/// The columns of a list: those of all its rows, in the order in which they were found.
#[derive(Default)]
pub struct ListColumns {
    columns: Vec<ListColumn>,
    /// The index of each column, by its name in the file and its place among columns of this name.
    indexes: HashMap<ColumnKey, usize>,
    rows: u64,
    /// True if a file is a catalogue of this program.
    has_catalog: bool,
    /// The header of the last row, and the index of each of its columns.
    last: Option<(Arc<TableHeader>, Vec<Option<usize>>)>,
}

/// The identity of a column in the files of a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum ColumnKey {
    Puzzle,
    Named { name: String, rank: usize },
}

impl FieldValue {
    /// Returns the grid in the field; `None` if the field has anything else.
    pub fn grid(&self) -> Option<AnyGrid> {
        field::parse_grid(&self.text()).ok()
    }
}

impl ListColumns {
    /// Reads all rows of files, and returns their columns. Skips rows without a puzzle.
    ///
    /// # Errors
    /// [`InputError::Unread`] if a file cannot be read to its end: its columns are not known.
    pub fn survey(files: Vec<PuzzleFile>) -> Result<Self, InputError> {
        let mut columns = Self::default();
        let mut rows = AllRows::new(files);
        while let Some(read) = rows.next(|row| row.grid().map(|_| row)) {
            match read {
                Ok((_, row)) => columns.add(&row),
                Err(unread @ InputError::Unread(..)) => return Err(unread),
                Err(_) => {}
            }
        }
        Ok(columns)
    }

    /// Adds the columns and the values of a row.
    pub fn add(&mut self, row: &TableRow) {
        self.rows += 1;
        let Some((header, fields)) = row.fields() else {
            self.index(ColumnKey::Puzzle, PUZZLE, Some(GridColumn::Puzzle));
            return;
        };
        for (index, text) in self.indexes(header).into_iter().zip(fields) {
            let Some(index) = index.filter(|_| !is_formula(text)) else { continue };
            let column = &mut self.columns[index];
            column.values = column.values.join(ValueKind::from_text(text));
            column.filled += u64::from(!text.is_empty());
        }
    }

    /// Returns the columns, in order.
    pub fn columns(&self) -> &[ListColumn] {
        &self.columns
    }

    /// Returns the part of a column that a table shows.
    pub fn head(&self, index: usize) -> ColumnHead {
        let column = &self.columns[index];
        let column_type = match self.kind(column) {
            ValueKind::Integer => ColumnType::OptionalNumber(true),
            ValueKind::Decimal => ColumnType::OptionalNumber(false),
            ValueKind::LargeInteger => ColumnType::Unsigned,
            ValueKind::Empty | ValueKind::Truth | ValueKind::Text => ColumnType::Any("text"),
        };
        let known = CATALOG.iter().find(|known| self.has_catalog && known.name == column.name);
        let about = known.map_or("", |known| known.about);
        ColumnHead { column_type, about, ..ColumnHead::foreign(&column.name) }
    }

    /// Returns the kind of the values of a column. Grids are no numbers.
    fn kind(&self, column: &ListColumn) -> ValueKind {
        let has_gaps = column.filled < self.rows;
        if column.grid.is_some() || has_gaps && column.values == ValueKind::LargeInteger {
            return ValueKind::Text;
        }
        column.values
    }

    /// Returns the values of a row: one for each column.
    pub fn values(&mut self, row: &TableRow) -> Vec<FieldValue> {
        let mut values = vec![FieldValue::Missing; self.columns.len()];
        let Some((header, fields)) = row.fields() else {
            if let (Some(index), Ok(grid)) = (self.indexes.get(&ColumnKey::Puzzle), row.grid()) {
                values[*index] = FieldValue::from(grid);
            }
            return values;
        };
        for (index, text) in self.indexes(header).into_iter().zip(fields) {
            let Some(index) = index.filter(|index| *index < values.len()) else { continue };
            values[index] = match self.kind(&self.columns[index]) {
                _ if text.is_empty() || is_formula(text) => FieldValue::Missing,
                ValueKind::Integer | ValueKind::LargeInteger | ValueKind::Decimal => {
                    FieldValue::Number(text.to_owned())
                }
                ValueKind::Truth => FieldValue::Truth(text == "true"),
                ValueKind::Empty | ValueKind::Text => FieldValue::Foreign(text.to_owned()),
            };
        }
        values
    }

    /// Returns the index of each column of a header. Columns beyond the maximum have none.
    fn indexes(&mut self, header: &Arc<TableHeader>) -> Vec<Option<usize>> {
        if let Some((last, indexes)) = &self.last
            && Arc::ptr_eq(last, header)
        {
            return indexes.clone();
        }
        self.has_catalog |= header.is_catalog();
        let mut ranks: HashMap<String, usize> = HashMap::new();
        let mut indexes = Vec::new();
        for (at, (name, _, is_solution)) in header.columns().enumerate() {
            if header.puzzle == Some(at) {
                indexes.push(self.index(ColumnKey::Puzzle, name, Some(GridColumn::Puzzle)));
                continue;
            }
            let name = if name.is_empty() { format!("column {}", at + 1) } else { name.to_owned() };
            let rank = ranks.entry(name.clone()).or_default();
            let key = ColumnKey::Named { name: name.clone(), rank: *rank };
            *rank += 1;
            indexes.push(self.index(key, &name, is_solution.then_some(GridColumn::Solution)));
        }
        self.last = Some((header.clone(), indexes.clone()));
        indexes
    }

    /// Returns the index of a column, and adds the column if it is new.
    fn index(&mut self, key: ColumnKey, name: &str, grid: Option<GridColumn>) -> Option<usize> {
        let index = self.columns.len();
        match self.indexes.entry(key) {
            Entry::Occupied(known) => {
                let column = &mut self.columns[*known.get()];
                column.grid = column.grid.or(grid);
                Some(*known.get())
            }
            Entry::Vacant(_) if index == MAX_COLUMNS => None,
            Entry::Vacant(new) => {
                new.insert(index);
                let name = unique_name(&self.columns, name);
                self.columns.push(ListColumn { name, grid, values: ValueKind::Empty, filled: 0 });
                Some(index)
            }
        }
    }

    /// Returns true if the files have more columns than a list can have.
    pub fn is_full(&self) -> bool {
        self.columns.len() == MAX_COLUMNS
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a name that no column has: the name itself, or the name with a number.
fn unique_name(columns: &[ListColumn], name: &str) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while columns.iter().any(|column| column.name == unique) {
        unique = format!("{name} {number}");
        number += 1;
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_numbers_are_numbers() {
        use ValueKind::{Decimal, Empty, Integer, LargeInteger, Text, Truth};
        for (text, kind) in [
            ("", Empty),
            ("true", Truth),
            ("0", Integer),
            ("-12", Integer),
            ("3.0", Decimal),
            ("123456789012345", Integer),
            ("1234567890123456", LargeInteger),
            ("18446744073709551615", LargeInteger),
            ("18446744073709551616", Text),
            ("007", Text),
            ("1e5", Text),
            ("+1", Text),
            ("1,5", Text),
            (".5", Text),
            ("5.", Text),
            ("-", Text),
            (" 1", Text),
        ] {
            assert_eq!(ValueKind::from_text(text), kind, "{text:?}");
        }
    }
}
