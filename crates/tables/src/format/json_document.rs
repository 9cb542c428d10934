//! JSON in any layout. Its structure tells what belongs together, never an order across arrays:
//! records, columns, rows with or without names, lists of grids, and cells in rows or columns, as
//! data frames are written.

use super::cells;
use super::error::ReadError;
use super::json_object::{MAX_OBJECTS, ObjectParser};
use super::json_table::{
    FoundColumn, JsonNode, JsonTable, MAX_GRID_BYTES, MIN_GRID_CHARS, cells_of_frame,
    cells_of_rows, single_grid,
};
use super::json_value::{cell_of, describe, field_text, leaves};
use crate::header::TableHeader;
use crate::row::{Ready, TableRow};
use serde_json::value::RawValue;
use std::sync::Arc;
use words::Clause;

/// Maximum depth of arrays and objects in which puzzles are found.
const MAX_DEPTH: usize = 8;
/// Maximum number of columns of a table.
const MAX_COLUMNS: usize = 256;
/// Names under which the rows of a table stand beside the names of its columns.
const ROW_KEYS: [&str; 4] = ["data", "rows", "values", "table"];
/// Names of the list of these names.
const NAME_KEYS: [&str; 5] = ["columns", "fields", "header", "headers", "names"];

/// Reads the puzzles of a text that consists of JSON. Returns `None` if the text is no JSON.
/// The text begins at line `first`.
pub(super) fn read(text: &str, first: u64, column: Option<&str>) -> Option<Ready> {
    let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let values: Vec<&RawValue> = values.collect::<Result<_, _>>().ok()?;
    let parser = ObjectParser::new(column.map(str::to_owned));
    let mut document = Document { text, parser, ready: Ready::new(), first, counted: (0, first) };
    if let [value] = values[..] {
        document.read_value(value, 0);
    } else {
        document.read_list(&values, 0);
    }
    Some(document.ready)
}

/// The puzzles of a text that is read.
struct Document<'a> {
    text: &'a str,
    parser: ObjectParser,
    ready: Ready,
    /// The line at which the text begins.
    first: u64,
    /// A place in the text, and its line.
    counted: (usize, u64),
}

impl<'a> Document<'a> {
    /// Returns the line at which a value begins.
    fn line(&mut self, raw: &RawValue) -> u64 {
        let at = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        if at < self.counted.0 {
            self.counted = (0, self.first);
        }
        let (from, line) = self.counted;
        let breaks = self.text.as_bytes()[from..at].iter().filter(|byte| **byte == b'\n').count();
        self.counted = (at, line + breaks as u64);
        self.counted.1
    }

    /// Returns true if no more rows are read.
    fn is_full(&self) -> bool {
        self.ready.len() > MAX_OBJECTS
    }

    fn push(&mut self, line: u64, row: Result<TableRow, Clause>) {
        if self.ready.len() == MAX_OBJECTS {
            let reason = format!(
                "expected at most {MAX_OBJECTS} puzzles, found more; write one in each line"
            );
            self.ready.push_back(Err(ReadError::in_line(line, reason)));
        } else if !self.is_full() {
            self.ready.push_back(row.map_err(|reason| ReadError::in_line(line, reason)));
        }
    }

    /// Reads the cells of grids. Each grid has its share of the values.
    fn push_grids(&mut self, values: &[&RawValue], cells: &str) {
        let count = cells.len() / 81;
        for at in 0..count {
            let line = self.line(values[at * values.len() / count]);
            let grid = cells[at * 81..at * 81 + 81].parse::<grid::AnyGrid>();
            let row = grid.map(|grid| TableRow::from_grid(line, grid));
            self.push(line, row.map_err(|e| e.to_string().into()));
        }
    }

    /// Reads what a table has, if it is one.
    fn push_table(&mut self, raw: &RawValue, table: Result<Option<JsonTable<'_>>, Clause>) -> bool {
        let JsonTable { names, puzzle, rows } = match table {
            Ok(Some(table)) => table,
            Ok(None) => return false,
            Err(reason) => {
                let line = self.line(raw);
                self.push(line, Err(reason));
                return true;
            }
        };
        let mut header = Arc::new(TableHeader::with_puzzle(names, Some(puzzle)));
        for row in rows {
            let first = row[puzzle].or_else(|| row.iter().copied().flatten().next());
            let line = self.line(first.unwrap_or(raw));
            let fields = row.into_iter().map(|raw| {
                let value = raw.and_then(|raw| serde_json::from_str(raw.get()).ok());
                value.map_or_else(String::new, field_text)
            });
            let row = TableRow::from_fields(line, &mut header, fields.collect());
            self.push(line, Ok(row));
        }
        true
    }

    /// Reads the puzzles of a value. Returns true if it has any, or an error.
    fn read_value(&mut self, raw: &'a RawValue, depth: usize) -> bool {
        if depth > MAX_DEPTH || self.is_full() {
            return false;
        }
        match JsonNode::open(raw) {
            JsonNode::Scalar => self.read_grid(raw),
            JsonNode::Array(values) => self.read_grid(raw) || self.read_list(&values, depth),
            JsonNode::Object(pairs) => self.read_object(raw, pairs, depth),
        }
    }

    fn read_grid(&mut self, raw: &RawValue) -> bool {
        let Some(grid) = single_grid(raw) else { return false };
        let line = self.line(raw);
        self.push(line, Ok(TableRow::from_grid(line, grid)));
        true
    }

    /// Reads the values of an array, or the values of a text that has several.
    fn read_list(&mut self, values: &[&'a RawValue], depth: usize) -> bool {
        let Some(first) = values.first() else { return false };
        if let Some(cells) = cells_of_rows(values) {
            self.push_grids(values, &cells);
            return true;
        }
        let column = self.parser.column().map(str::to_owned);
        let opened: Vec<FoundColumn<'_>> = values
            .iter()
            .enumerate()
            .filter(|(_, raw)| values.len() <= MAX_COLUMNS && raw.get().starts_with('['))
            .map(|(at, raw)| FoundColumn::new(format!("column {}", at + 1), raw))
            .collect();
        let are_columns = opened.len() == values.len().max(2)
            && opened.iter().all(|column| column.kind.is_some() && column.node.values().len() > 1);
        if are_columns && self.push_table(first, JsonTable::from_columns(&opened, None)) {
            return true;
        }
        drop(opened);
        // Columns, or rows, of one value each.
        let singles = values.iter().map(|raw| match JsonNode::open(raw) {
            JsonNode::Array(inner) if inner.len() == 1 => inner.first().copied(),
            _ => None,
        });
        if let Some(singles) = singles.collect::<Option<Vec<_>>>()
            && self.read_alternating(&singles)
        {
            return true;
        }
        if self.push_table(first, JsonTable::from_rows(values, Vec::new(), column.as_deref())) {
            return true;
        }
        self.read_alternating(values) || self.read_each(values, depth)
    }

    /// Reads a list in which puzzles and solutions alternate.
    fn read_alternating(&mut self, values: &[&'a RawValue]) -> bool {
        let mut pairs = Vec::new();
        for pair in values.chunks(2) {
            let [one, other] = pair else { return false };
            let (Some(first), Some(second)) = (single_grid(one), single_grid(other)) else {
                return false;
            };
            pairs.push((one, first, second));
        }
        let answers_last = pairs.iter().all(|(_, one, other)| !one.is_full() && other.is_full());
        let answers_first = pairs.iter().all(|(_, one, other)| one.is_full() && !other.is_full());
        if pairs.is_empty() || !answers_last && !answers_first {
            return false;
        }
        for (raw, first, second) in pairs {
            let line = self.line(raw);
            let puzzle = if answers_last { (first, Some(second)) } else { (second, Some(first)) };
            self.push(line, Ok(TableRow::from_puzzle(line, puzzle)));
        }
        true
    }

    fn read_each(&mut self, values: &[&'a RawValue], depth: usize) -> bool {
        let mut has_found = false;
        for raw in values {
            let is_read = self.read_value(raw, depth + 1);
            has_found |= is_read;
            if is_read || self.is_full() {
                continue;
            }
            let line = self.line(raw);
            if depth == 0 && raw.get().starts_with('{') {
                // An object of a list without a puzzle is an error.
                let error = self.parser.parse(line, raw.get().as_bytes());
                self.ready.push_back(error);
            } else if let Some(reason) = damage(raw) {
                self.push(line, Err(reason.into()));
                has_found = true;
            }
        }
        has_found
    }

    fn read_object(
        &mut self,
        raw: &'a RawValue,
        pairs: Vec<(String, &'a RawValue)>,
        depth: usize,
    ) -> bool {
        let column = self.parser.column().map(str::to_owned);
        match cells_of_frame(&pairs) {
            Some(Ok(cells)) => {
                self.push_grids(&[raw], &cells);
                return true;
            }
            Some(Err(reason)) => {
                let line = self.line(raw);
                self.push(line, Err(reason.into()));
                return true;
            }
            None => {}
        }
        let columns: Vec<FoundColumn<'_>> = pairs
            .iter()
            .filter(|_| pairs.len() <= MAX_COLUMNS)
            .map(|(name, value)| FoundColumn::new(name.clone(), value))
            .collect();
        let has_columns = columns.iter().any(|column| column.kind.is_some());
        if has_columns && {
            let table = JsonTable::from_columns(&columns, column.as_deref());
            self.push_table(raw, table)
        } {
            return true;
        }
        drop(columns);
        if let Some((names, rows)) = names_and_rows(&pairs)
            && self.push_table(raw, JsonTable::from_rows(&rows, names, column.as_deref()))
        {
            return true;
        }
        if self.parser.is_row(raw.get().as_bytes()) {
            for (_, value) in &pairs {
                self.read_inner_records(value, depth + 1);
            }
            let line = self.line(raw);
            let row = self.parser.parse(line, raw.get().as_bytes());
            if !self.is_full() {
                self.ready.push_back(row);
            }
            return true;
        }
        let values: Vec<&RawValue> = pairs.into_iter().map(|(_, value)| value).collect();
        let has_found = self.read_alternating(&values) || self.read_each(&values, depth + 1);
        if !has_found && depth == 0 {
            let line = self.line(raw);
            let error = self.parser.parse(line, raw.get().as_bytes());
            self.ready.push_back(error);
        }
        has_found || depth == 0
    }

    /// Reads the records inside another one. Its arrays are values of the outer record.
    fn read_inner_records(&mut self, raw: &'a RawValue, depth: usize) {
        if depth > MAX_DEPTH || self.is_full() {
            return;
        }
        match JsonNode::open(raw) {
            JsonNode::Object(pairs) => _ = self.read_object(raw, pairs, depth),
            JsonNode::Array(values) => {
                values.into_iter().for_each(|raw| self.read_inner_records(raw, depth + 1));
            }
            JsonNode::Scalar => {}
        }
    }
}

/// Returns the names and the rows of an object that has them apart.
fn names_and_rows<'a>(
    pairs: &[(String, &'a RawValue)],
) -> Option<(Vec<String>, Vec<&'a RawValue>)> {
    let find = |keys: &[&str]| pairs.iter().find(|(key, _)| keys.contains(&&**key));
    let (_, names) = find(&NAME_KEYS)?;
    let (_, rows) = find(&ROW_KEYS)?;
    let JsonNode::Array(rows) = JsonNode::open(rows) else { return None };
    Some((serde_json::from_str(names.get()).ok()?, rows))
}

/// Explains why a value is no grid, if it is meant as one.
fn damage(raw: &RawValue) -> Option<String> {
    let text = raw.get();
    if text.len() > MAX_GRID_BYTES {
        return None;
    }
    if text.starts_with('"') {
        let text: String = serde_json::from_str(text).ok()?;
        return cells::find_damaged_run(&text).map(|(_, reason)| reason.to_string());
    }
    let value = serde_json::from_str(text).ok()?;
    let cells = leaves(&value);
    let wrong = cells.iter().filter(|cell| cell_of(cell).is_none()).count();
    let is_grid = value.is_array() && (MIN_GRID_CHARS..162).contains(&cells.len());
    (is_grid && wrong * 4 < cells.len())
        .then(|| format!("expected text of 81 cells, found {}", describe(&value)))
}
