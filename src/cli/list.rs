//! The output of `transform`: a list with all columns of the files that were read, or puzzles as
//! text.

use super::answer::AnswerRows;
use super::puzzle_facts::FactColumn;
use super::{AnswerFormat, AnswerOutput, ExitCode, Failure, usage_error};
use grid::{AnyGrid, AnyTransform};
use std::cmp::Ordering;
use std::io;
use tables::{
    CatalogColumns, ColumnHead, FieldValue, GridWriter, InputError, ListColumns, TableRow,
};
use words::quote_names;

/// A row of a list after the work on its puzzle.
pub struct ListRow {
    /// The puzzle of the output.
    pub grid: AnyGrid,
    /// The transform that made the puzzle, if any. It applies to the solutions of the row, too.
    pub transform: Option<AnyTransform>,
    /// The values of the added columns.
    pub added: Vec<FieldValue>,
}

/// A row that is kept in memory.
pub struct KeptRow {
    pub source: TableRow,
    pub made: ListRow,
}

/// The source of an output column: the index of a column of the input, or of an added column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputColumn {
    Input(usize),
    Added(usize),
}

/// The columns of the output, in order.
pub struct ListLayout {
    input: ListColumns,
    added: Vec<ColumnHead>,
    /// All columns that the output may have.
    all: Vec<OutputColumn>,
    /// The columns that it has.
    chosen: Vec<OutputColumn>,
}

impl ListLayout {
    /// Creates the layout of all columns: first the columns of the input, then the added ones.
    /// An added column takes the place of an input column of its name.
    pub fn new(input: ListColumns, added: Vec<ColumnHead>) -> Result<Self, Failure> {
        if input.is_full() {
            let most = input.columns().len() - 1;
            let message = format!("expected at most {most} columns, found more");
            return Err(Failure::msg(ExitCode::Failure, message));
        }
        let mut all = Vec::new();
        for (index, column) in input.columns().iter().enumerate() {
            let same = added.iter().position(|head| head.name == column.name);
            all.push(same.map_or(OutputColumn::Input(index), OutputColumn::Added));
        }
        for (index, head) in added.iter().enumerate() {
            if !input.columns().iter().any(|column| column.name == head.name) {
                all.push(OutputColumn::Added(index));
            }
        }
        Ok(Self { input, added, chosen: all.clone(), all })
    }

    /// Leaves out the input columns that a transform makes wrong, and returns their names.
    pub fn leave_out_changed(&mut self) -> Vec<String> {
        let mut left_out = Vec::new();
        let columns = self.input.columns();
        self.all.retain(|source| {
            let OutputColumn::Input(index) = *source else { return true };
            let name = &columns[index].name;
            let is_changed = name == "candidates" || CatalogColumns::is_changed(name);
            if is_changed {
                left_out.push(name.clone());
            }
            !is_changed
        });
        self.chosen = self.all.clone();
        left_out
    }

    /// Chooses the columns with these names, in this order.
    pub fn choose(&mut self, names: &[String]) -> Result<(), Failure> {
        self.chosen.clear();
        for name in names {
            let source = self.find(name, "--columns")?;
            if self.chosen.contains(&source) {
                let message = format!("--columns: expected each column once, found `{name}` twice");
                return Err(usage_error(message));
            }
            self.chosen.push(source);
        }
        Ok(())
    }

    /// Fails if one of the columns of a sort is missing.
    pub fn check_keys(&self, names: &[String]) -> Result<(), Failure> {
        names.iter().try_for_each(|name| self.find(name, "--by").map(drop))
    }

    /// Returns a column by its name.
    fn find(&self, name: &str, flag: &str) -> Result<OutputColumn, Failure> {
        if self.all.is_empty() {
            return Err(Failure::msg(ExitCode::Failure, InputError::Empty));
        }
        let folded = name.to_lowercase();
        let mut similar = None;
        for source in &self.all {
            if self.name(*source) == name {
                return Ok(*source);
            }
            if self.name(*source).to_lowercase() == folded {
                similar = similar.or(Some(*source));
            }
        }
        if let Some(similar) = similar {
            return Ok(similar);
        }
        let names: Vec<_> = self.all.iter().map(|source| self.name(*source)).collect();
        let remedy = if FactColumn::is_name(name) {
            format!("; --add {name} computes it")
        } else {
            String::new()
        };
        Err(usage_error(format!(
            "{flag}: expected one of the columns {}, found `{name}`{remedy}",
            quote_names(&names)
        )))
    }

    fn name(&self, source: OutputColumn) -> &str {
        match source {
            OutputColumn::Input(index) => &self.input.columns()[index].name,
            OutputColumn::Added(index) => &self.added[index].name,
        }
    }

    /// Returns the heads of the chosen columns.
    fn heads(&self) -> Vec<ColumnHead> {
        let heads = self.chosen.iter().map(|source| match *source {
            OutputColumn::Input(index) => self.input.head(index),
            OutputColumn::Added(index) => self.added[index].clone(),
        });
        heads.collect()
    }

    /// Returns the values of a row in some columns.
    fn values(
        &mut self,
        sources: &[OutputColumn],
        row: &TableRow,
        made: &ListRow,
    ) -> Vec<FieldValue> {
        let values = self.input.values(row);
        let columns = self.input.columns();
        let values = sources.iter().map(|source| match *source {
            OutputColumn::Added(index) => made.added[index].clone(),
            OutputColumn::Input(index) => match &made.transform {
                Some(_) if columns[index].is_puzzle() => made.grid.into(),
                Some(transform) if columns[index].is_solution() => {
                    let solution = values[index].grid();
                    solution.and_then(|grid| transform.grid(&grid)).map(FieldValue::from).into()
                }
                _ => values[index].clone(),
            },
        });
        values.collect()
    }

    /// Sorts rows by these columns. Rows with equal values keep their order.
    pub fn sort(
        &mut self,
        rows: &mut Vec<KeptRow>,
        names: &[String],
        is_descending: bool,
    ) -> Result<(), Failure> {
        // The last column decides last, so its order comes first.
        for name in names.iter().rev() {
            let source = self.find(name, "--by")?;
            let texts: Vec<String> = rows
                .iter()
                .map(|row| self.values(&[source], &row.source, &row.made)[0].text())
                .collect();
            let keys = RowOrderKey::from_texts(texts);
            let mut order: Vec<_> = keys.into_iter().zip(rows.drain(..)).collect();
            order.sort_by(|(one, _), (other, _)| one.compare(other, is_descending));
            rows.extend(order.into_iter().map(|(_, row)| row));
        }
        Ok(())
    }
}

/// The value by which a row is sorted. Rows without a value are the last.
#[derive(Clone, PartialEq, PartialOrd, Debug)]
enum RowOrderKey {
    Number(f64),
    Text(String),
    Missing,
}

impl RowOrderKey {
    /// Returns the keys of a column: numbers if all its values are numbers.
    fn from_texts(texts: Vec<String>) -> Vec<Self> {
        let mut filled = texts.iter().filter(|text| !text.is_empty());
        let are_numbers = filled.all(|text| text.parse::<f64>().is_ok_and(f64::is_finite));
        let keys = texts.into_iter().map(|text| match text.parse() {
            _ if text.is_empty() => Self::Missing,
            Ok(number) if are_numbers => Self::Number(number),
            _ => Self::Text(text),
        });
        keys.collect()
    }

    fn compare(&self, other: &Self, is_descending: bool) -> Ordering {
        let order = self.partial_cmp(other).unwrap_or(Ordering::Equal);
        let is_missing = *self == Self::Missing || *other == Self::Missing;
        if is_descending && !is_missing { order.reverse() } else { order }
    }
}

/// The writer of the output.
pub enum ListWriter {
    /// Puzzles alone. With true, the transform of each puzzle is a comment after it.
    Text(GridWriter, bool),
    Table(Box<ListTable>),
}

/// A table that is written.
pub struct ListTable {
    layout: ListLayout,
    chosen: Vec<OutputColumn>,
    rows: AnswerRows,
}

impl ListWriter {
    /// Begins the output.
    pub fn begin(
        out: &mut AnswerOutput,
        format: AnswerFormat,
        has_transforms: bool,
        layout: ListLayout,
    ) -> io::Result<Self> {
        match format {
            AnswerFormat::Text(form) => Ok(Self::Text(GridWriter::new(form), has_transforms)),
            AnswerFormat::Table(format) => {
                let rows = AnswerRows::begin(out, format, layout.heads())?;
                let chosen = layout.chosen.clone();
                Ok(Self::Table(Box::new(ListTable { layout, chosen, rows })))
            }
        }
    }

    /// Writes a row.
    pub fn write(
        &mut self,
        out: &mut AnswerOutput,
        row: &TableRow,
        made: &ListRow,
    ) -> io::Result<()> {
        match self {
            Self::Text(grids, has_transforms) => {
                let transform = made.transform.filter(|_| *has_transforms);
                let comment = transform.map(|transform| transform.to_string());
                grids.write(out, &made.grid, comment.as_deref())
            }
            Self::Table(table) => {
                let values = table.layout.values(&table.chosen, row, made);
                table.rows.write(out, values)
            }
        }
    }

    /// Writes the end of the output.
    pub fn finish(self, out: &mut AnswerOutput) -> io::Result<()> {
        match self {
            Self::Text(..) => Ok(()),
            Self::Table(table) => table.rows.finish(out),
        }
    }
}

/// Fails if the program cannot write this format.
pub fn check_format(format: AnswerFormat, has_file: bool) -> Result<(), Failure> {
    match format {
        AnswerFormat::Table(format) if !format.is_built_in() => Err(usage_error(
            "--format: this program was built without Parquet; \
                 cargo install --path . --features parquet builds one with it",
        )),
        AnswerFormat::Table(format) if !format.is_text_table() && !has_file => {
            Err(usage_error("--format: expected a file with --out for this format, found none"))
        }
        _ => Ok(()),
    }
}
