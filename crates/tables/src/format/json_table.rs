//! Values of JSON that belong together: the columns or rows of a table, and the cells of grids.

use super::field::parse_grid;
use super::json_value::{JsonObject, cell_of, cells_of_array};
use crate::header::find_puzzle_column;
use grid::{AnyGrid, GridShape};
use serde_json::value::RawValue;
use std::collections::HashMap;
use words::{Clause, excerpt, quote_names};

/// Maximum size of a value that may be a single grid, in bytes.
pub(super) const MAX_GRID_BYTES: usize = 1 << 13;
/// Maximum number of values that tell the kind of a column.
const MAX_JUDGED_VALUES: usize = 64;
/// Minimum length of a text that is meant as a grid.
pub(super) const MIN_GRID_CHARS: usize = 41;

/// A value whose arrays and objects are opened one level at a time.
pub(super) enum JsonNode<'a> {
    Array(Vec<&'a RawValue>),
    Object(Vec<(String, &'a RawValue)>),
    Scalar,
}

impl<'a> JsonNode<'a> {
    pub fn open(raw: &'a RawValue) -> Self {
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'[') => serde_json::from_str(text).map_or(Self::Scalar, Self::Array),
            Some(b'{') => serde_json::from_str(text)
                .map_or(Self::Scalar, |JsonObject(pairs)| Self::Object(pairs)),
            _ => Self::Scalar,
        }
    }

    /// Returns the values of an array or object.
    pub fn values(&self) -> Vec<&'a RawValue> {
        match self {
            Self::Array(values) => values.clone(),
            Self::Object(pairs) => pairs.iter().map(|(_, value)| *value).collect(),
            Self::Scalar => Vec::new(),
        }
    }
}

/// The kind of a value in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GridKind {
    Puzzle,
    Solution,
    Other,
}

impl GridKind {
    fn from_raw(raw: &RawValue) -> Self {
        match single_grid(raw) {
            Some(grid) if grid.is_full() => Self::Solution,
            Some(_) => Self::Puzzle,
            None => Self::Other,
        }
    }

    /// Returns the kind of almost all of these values.
    fn of_most(values: &[&RawValue]) -> Self {
        let mut counts = [0; 3];
        let judged = &values[..values.len().min(MAX_JUDGED_VALUES)];
        for raw in judged {
            counts[Self::from_raw(raw) as usize] += 1;
        }
        let is_most = |kind: &Self| (judged.len() - counts[*kind as usize]) * 4 <= judged.len();
        [Self::Puzzle, Self::Solution].into_iter().find(is_most).unwrap_or(Self::Other)
    }
}

/// Returns the grid of a value: a text of its cells, or an array of them.
pub(super) fn single_grid(raw: &RawValue) -> Option<AnyGrid> {
    let text = raw.get();
    if text.len() > MAX_GRID_BYTES {
        return None;
    }
    match text.as_bytes().first() {
        Some(b'"') => parse_grid(&serde_json::from_str::<String>(text).ok()?).ok(),
        Some(b'[') => {
            let value = serde_json::from_str(text).ok()?;
            let grid: AnyGrid = cells_of_array(&value)?.parse().ok()?;
            // A flat list of few small numbers is none.
            let is_flat = value.as_array()?.iter().all(|value| !value.is_array());
            let is_list = is_flat && value[0].is_number() && grid.shape() != GridShape::Nine;
            if is_list { None } else { Some(grid) }
        }
        _ => None,
    }
}

/// Returns true if a value is meant as a grid, right or wrong.
fn resembles_grid(raw: &RawValue) -> bool {
    let text = raw.get();
    text.starts_with('"') && text.len() >= MIN_GRID_CHARS || single_grid(raw).is_some()
}

/// Returns the cell of a value that is a single one.
fn single_cell(raw: &RawValue) -> Option<char> {
    let text = raw.get();
    if text.len() > MAX_GRID_BYTES || text.starts_with(['[', '{']) {
        return None;
    }
    cell_of(&serde_json::from_str(text).ok()?)
}

/// Returns the cells of an array or object, if there are 9 or 81 and nothing else.
fn row_of_cells(raw: &RawValue) -> Option<String> {
    let text = raw.get();
    if text.len() > MAX_GRID_BYTES || !text.starts_with(['[', '{']) {
        return None;
    }
    let mut node = JsonNode::open(raw);
    if let JsonNode::Object(pairs) = &mut node
        && [10, 82].contains(&pairs.len())
    {
        pairs.retain(|(key, _)| key != "index");
    }
    let values = node.values();
    let cells: String = values.into_iter().map(single_cell).collect::<Option<_>>()?;
    [9, 81].contains(&cells.len()).then_some(cells)
}

/// A table of values.
pub(super) struct JsonTable<'a> {
    pub names: Vec<String>,
    /// The index of the column of puzzles.
    pub puzzle: usize,
    /// The values of each row; a missing one is `None`.
    pub rows: Vec<Vec<Option<&'a RawValue>>>,
}

/// A column of a table, as it was found.
pub(super) struct FoundColumn<'a> {
    name: String,
    pub node: JsonNode<'a>,
    /// The kind of its values, if it has grids.
    pub kind: Option<GridKind>,
}

impl<'a> FoundColumn<'a> {
    pub fn new(name: String, raw: &'a RawValue) -> Self {
        let node = JsonNode::open(raw);
        let values = node.values();
        let is_list = values.len() == 1 || single_grid(raw).is_none();
        let has_grids = is_list && values.iter().any(|value| resembles_grid(value));
        let kind = has_grids.then(|| GridKind::of_most(&values));
        Self { name, node, kind }
    }

    /// Returns a value by its place in an array, or by its key in an object.
    fn index(&self) -> HashMap<&str, usize> {
        let JsonNode::Object(pairs) = &self.node else { return HashMap::new() };
        pairs.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect()
    }
}

impl<'a> JsonTable<'a> {
    /// Returns the table of an object of columns, or of columns in an array, which have no names.
    ///
    /// # Errors
    /// If the columns differ in length, or several may hold the puzzles.
    pub fn from_columns(
        columns: &[FoundColumn<'a>],
        column: Option<&str>,
    ) -> Result<Option<Self>, Clause> {
        let named = find_puzzle_column(column, columns.iter().map(|column| &*column.name))?;
        let has_kind = |at: &usize, kind| columns[*at].kind == Some(kind);
        let mut puzzles = (0..columns.len()).filter(|at| has_kind(at, GridKind::Puzzle));
        let puzzle = match (named, puzzles.next(), puzzles.next()) {
            (Some(at), ..) if columns[at].kind.is_some() => at,
            (None, Some(at), None)
                if column.is_none()
                    && (0..columns.len()).any(|at| has_kind(&at, GridKind::Solution)) =>
            {
                at
            }
            _ => return Ok(None),
        };
        Ok(Some(Self::align(columns, puzzle)?))
    }

    /// Joins the values of columns by their places or keys.
    fn align(columns: &[FoundColumn<'a>], puzzle: usize) -> Result<Self, String> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let values = columns[puzzle].node.values();
        let mut rows = vec![vec![None; columns.len()]; values.len()];
        for (at, column) in columns.iter().enumerate() {
            let own = column.node.values();
            if own.len() != values.len() {
                if column.kind.is_some() {
                    return Err(format!(
                        "expected columns of the same length, found {} values of {} and {} of {}",
                        values.len(),
                        quote_names(&names[puzzle..=puzzle]),
                        own.len(),
                        quote_names(&names[at..=at])
                    ));
                }
                continue;
            }
            match (&columns[puzzle].node, &column.node) {
                (JsonNode::Object(keys), JsonNode::Object(_)) => {
                    let index = column.index();
                    for (row, (key, _)) in rows.iter_mut().zip(keys) {
                        row[at] = index.get(&**key).map(|place| own[*place]);
                    }
                }
                (JsonNode::Array(_), JsonNode::Array(_)) => {
                    rows.iter_mut().zip(own).for_each(|(row, value)| row[at] = Some(value));
                }
                _ => {}
            }
        }
        Ok(Self { names, puzzle, rows })
    }

    /// Returns the table of rows without names, or with those in `names` or in the first row. Each
    /// row has one puzzle at most, in the same place.
    ///
    /// # Errors
    /// If several columns may hold the puzzles.
    pub fn from_rows(
        values: &[&'a RawValue],
        mut names: Vec<String>,
        column: Option<&str>,
    ) -> Result<Option<Self>, Clause> {
        let mut rows = Vec::new();
        for raw in values {
            let JsonNode::Array(row) = JsonNode::open(raw) else { return Ok(None) };
            rows.push(row);
        }
        let first = rows.first().filter(|_| names.is_empty());
        let texts: Option<Vec<String>> = first
            .and_then(|row| row.iter().map(|raw| serde_json::from_str(raw.get()).ok()).collect());
        let are_names = |texts: &Vec<String>| {
            rows.len() > 1
                && texts.iter().all(|text| text.len() < MIN_GRID_CHARS && !text.is_empty())
        };
        if let Some(texts) = texts.filter(are_names) {
            names = texts;
            rows.remove(0);
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(names.len());
        let mut puzzles = vec![0; width];
        for row in &rows {
            let kinds: Vec<_> = row.iter().map(|raw| GridKind::from_raw(raw)).collect();
            if kinds.iter().filter(|kind| **kind == GridKind::Puzzle).count() > 1 {
                return Ok(None);
            }
            if let Some(at) = kinds.iter().position(|kind| *kind == GridKind::Puzzle) {
                puzzles[at] += 1;
            }
        }
        let named = find_puzzle_column(column, names.iter().map(String::as_str))?;
        let most = puzzles.iter().max().copied().unwrap_or(0);
        let found = puzzles.iter().position(|count| *count == most && most > 0);
        let Some(puzzle) = named.or(found) else { return Ok(None) };
        names.extend((names.len()..width).map(|at| format!("column {}", at + 1)));
        let rows = rows.into_iter().map(|row| {
            let mut row: Vec<_> = row.into_iter().map(Some).collect();
            row.resize(width, None);
            row
        });
        Ok(Some(Self { names, puzzle, rows: rows.collect() }))
    }
}

/// Returns the cells of rows below each other, nine for each grid, or with 81 cells each.
pub(super) fn cells_of_rows(rows: &[&RawValue]) -> Option<String> {
    let width = row_of_cells(rows.first()?)?.len();
    if !(rows.len() * width).is_multiple_of(81) {
        return None;
    }
    let mut cells = String::new();
    for raw in rows {
        cells += &row_of_cells(raw).filter(|row| row.len() == width)?;
    }
    Some(cells)
}

/// Returns the cells of a data frame: objects of cells in an object. The outer names may be those
/// of the columns or of the rows. If both readings are grids, the names decide.
///
/// # Errors
/// If nothing tells rows from columns.
pub(super) fn cells_of_frame(pairs: &[(String, &RawValue)]) -> Option<Result<String, String>> {
    if ![9, 81].contains(&pairs.len()) && row_of_cells(pairs.first()?.1).is_none() {
        return None;
    }
    let mut lines: Vec<Vec<(String, char)>> = Vec::new();
    for (_, raw) in pairs {
        let JsonNode::Object(values) = JsonNode::open(raw) else { return None };
        let mut line = Vec::new();
        for (key, value) in values {
            line.push((key, single_cell(value)?));
        }
        let same_keys = |first: &Vec<(String, char)>| {
            first.len() == line.len() && first.iter().zip(&line).all(|(a, b)| a.0 == b.0)
        };
        if !lines.first().is_none_or(same_keys) {
            return None;
        }
        lines.push(line);
    }
    let first = lines.first()?;
    let columns = (0..first.len()).flat_map(|at| lines.iter().map(move |line| line[at].1));
    let by_columns = grids_of_lines(lines.len(), columns.collect());
    let by_rows = grids_of_lines(first.len(), lines.iter().flatten().map(|cell| cell.1).collect());
    let (Some(columns), Some(rows)) = (&by_columns, &by_rows) else {
        return by_columns.or(by_rows).map(Ok);
    };
    let outer = FrameNames::new(pairs.iter().map(|(name, _)| name));
    let inner = FrameNames::new(first.iter().map(|(name, _)| name));
    Some(match (is_legal(columns), is_legal(rows)) {
        _ if columns == rows => Ok(rows.clone()),
        (true, false) => Ok(columns.clone()),
        (false, true) => Ok(rows.clone()),
        _ if outer.are_columns(&inner) => Ok(columns.clone()),
        _ if inner.are_columns(&outer) => Ok(rows.clone()),
        _ => Err(format!(
            "expected names that tell rows from columns, found objects with the keys {} in an \
             object with the keys {}; write each grid as nine arrays of nine cells, the rows \
             (orient=\"values\" in pandas)",
            inner.ends, outer.ends
        )),
    })
}

/// Returns the cells if they are whole grids in lines of this length.
fn grids_of_lines(length: usize, cells: String) -> Option<String> {
    let are_grids =
        [9, 81].contains(&length) && !cells.is_empty() && cells.len().is_multiple_of(81);
    are_grids.then_some(cells)
}

/// The names of the rows or of the columns of a data frame.
struct FrameNames {
    /// The first and the last one, for a message.
    ends: String,
    /// True if they count from 0, as rows without names do.
    are_counted: bool,
    /// The letter with which all of them begin, in lower case.
    initial: Option<char>,
}

impl FrameNames {
    fn new<'n>(names: impl Iterator<Item = &'n String>) -> Self {
        let names: Vec<&String> = names.collect();
        let initial = |name: &String| name.chars().next().map(|c| c.to_ascii_lowercase());
        let first = names.first().and_then(|name| initial(name));
        let last = names.len().saturating_sub(1);
        Self {
            ends: format!("{:?} to {:?}", excerpt(names[0], 40), excerpt(names[last], 40)),
            are_counted: names.iter().enumerate().all(|(at, name)| **name == at.to_string()),
            initial: first.filter(|_| names.iter().all(|name| initial(name) == first)),
        }
    }

    /// Returns true if these are names of columns and the others those of rows: `C1` and `R1`, or
    /// names and numbers.
    fn are_columns(&self, rows: &Self) -> bool {
        let are_named_so = self.initial == Some('c') || rows.initial == Some('r');
        let are_other = self.initial == Some('r') || rows.initial == Some('c');
        !are_other && (are_named_so || !self.are_counted && rows.are_counted)
    }
}

/// Returns true if the cells of grids break no rule.
fn is_legal(cells: &str) -> bool {
    (0..cells.len() / 81).all(|at| {
        let grid = cells[at * 81..at * 81 + 81].parse::<AnyGrid>();
        grid.is_ok_and(|grid| !grid.has_conflict())
    })
}
