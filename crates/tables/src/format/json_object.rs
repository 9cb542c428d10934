//! JSON objects, each a row.

use super::MAX_LINE_BYTES;
use super::error::{ReadError, RowPosition};
use super::field::{parse_grid, puzzle_field};
use super::json_value::{JsonObject, cell_of, cells_of_array, describe, field_text};
use super::lines::RawLine;
use crate::header::TableHeader;
use crate::row::{Ready, TableRow};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use words::excerpt;

/// Maximum number of objects in a text that is read whole, each with a puzzle or an error.
pub(super) const MAX_OBJECTS: usize = 1 << 18;

/// The parser of objects. Rows with the same keys share one header.
pub(super) struct ObjectParser {
    header: Arc<TableHeader>,
    /// The key of the puzzles, if the user named it.
    column: Option<String>,
}

fn too_long_error(line: u64) -> ReadError {
    let reason = format!("expected a JSON object, found one of more than {MAX_LINE_BYTES} bytes");
    ReadError::in_line(line, reason)
}

impl ObjectParser {
    /// Creates a parser, with the key of the puzzles if the user named it.
    pub(super) fn new(column: Option<String>) -> Self {
        Self { header: Arc::default(), column }
    }

    /// Returns the key of the puzzles, if the user named it.
    pub(super) fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }

    /// Returns true if a line is an object of its own: it has a puzzle, or no objects inside and
    /// other values than cells.
    pub(super) fn is_line(&self, line: &[u8]) -> bool {
        let Ok(JsonObject(pairs)) = serde_json::from_slice(line) else { return false };
        let are_cells = pairs.len() >= 9 && pairs.iter().all(|(_, value)| cell_of(value).is_some());
        let are_grids = pairs.len() > 1 && pairs.iter().all(|(_, value)| is_grid(value));
        self.is_puzzle(&pairs)
            || !are_cells
                && !are_grids
                && !pairs.iter().any(|(_, value)| value.is_array() || value.is_object())
    }

    /// Reads a line, which is an object or empty.
    pub(super) fn push(&mut self, line: RawLine<'_>, ready: &mut Ready) {
        if !line.bytes.iter().all(u8::is_ascii_whitespace) {
            ready.push_back(self.parse(line.number, line.bytes));
        }
    }

    /// Returns true if the text of an object has a puzzle, or ambiguous keys.
    pub(super) fn is_row(&self, object: &[u8]) -> bool {
        if object.len() > MAX_LINE_BYTES {
            return false;
        }
        match serde_json::from_slice(object) {
            Ok(JsonObject(pairs)) => self.is_puzzle(&pairs),
            Err(_) => false,
        }
    }

    fn is_puzzle(&self, pairs: &[(String, Value)]) -> bool {
        match self.build_header(1, pairs) {
            Ok(header) => header.puzzle.is_some_and(|at| !has_puzzles(&pairs[at].1)),
            Err(_) => true,
        }
    }

    /// Returns the header of an object with these keys. Without a usual name, the puzzle is the
    /// only grid, or the grid beside a complete one.
    ///
    /// # Errors
    /// If several keys may hold the puzzle.
    fn build_header(
        &self,
        number: u64,
        pairs: &[(String, Value)],
    ) -> Result<TableHeader, ReadError> {
        let names = pairs.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        let column = self.column.as_deref();
        let header = TableHeader::new(names.clone(), column)
            .map_err(|reason| ReadError::in_line(number, reason))?;
        if column.is_some() || header.puzzle.is_some() {
            return Ok(header);
        }
        let texts: Vec<_> = pairs.iter().map(|(_, value)| grid_text(value)).collect();
        let puzzle = puzzle_field(texts.iter().map(Option::as_deref));
        Ok(puzzle.map_or(header, |at| TableHeader::with_puzzle(names, Some(at))))
    }

    pub(super) fn parse(&mut self, number: u64, line: &[u8]) -> Result<TableRow, ReadError> {
        if line.len() > MAX_LINE_BYTES {
            return Err(too_long_error(number));
        }
        let JsonObject(pairs) = serde_json::from_slice(line).map_err(|e| {
            let text = e.to_string();
            // Drops the line number of serde_json, which counts from the object.
            let reason = text.split(" at line ").next().unwrap_or_default();
            let reason = format!("expected a JSON object, found {reason}");
            ReadError::at(number, RowPosition::Character(e.column().max(1)), reason)
        })?;
        if !self.header.has_names(pairs.iter().map(|(key, _)| &**key)) {
            self.header = Arc::new(self.build_header(number, &pairs)?);
        }
        match self.header.puzzle.map(|at| &pairs[at]) {
            None => {
                let keys: Vec<_> = pairs.iter().map(|(key, _)| &**key).collect();
                let found = if keys.is_empty() {
                    "no key".to_owned()
                } else {
                    format!("the keys {}", keys.join(", "))
                };
                let wanted = match &self.column {
                    Some(column) => format!("`{column}`"),
                    None => "with a puzzle".to_owned(),
                };
                let reason = format!("expected a key {wanted}, found {}", excerpt(&found, 300));
                return Err(ReadError::in_line(number, reason));
            }
            Some((_, Value::String(_) | Value::Null)) => {}
            Some((_, value)) if cells_of_array(value).is_some() => {}
            Some((key, other)) => {
                let reason = format!("expected text of 81 cells, found {}", describe(other));
                let wrong = ReadError::at(number, RowPosition::Field("puzzle"), reason);
                return Err(wrong.in_column(key.trim()));
            }
        }
        let fields = pairs.into_iter().map(|(_, value)| field_text(value));
        Ok(TableRow::from_fields(number, &mut self.header, fields.collect()))
    }
}

/// Returns true if a value consists of objects, which may be puzzles, or of several grids.
fn has_puzzles(value: &Value) -> bool {
    match value {
        Value::Array(values) => {
            values.iter().any(Value::is_object)
                || cells_of_array(value).is_none() && values.iter().any(is_grid)
        }
        _ => value.is_object(),
    }
}

/// Returns a text, or the cells of an array.
fn grid_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        _ => cells_of_array(value).map(Cow::Owned),
    }
}

/// Returns true if a value is the text or the array of a grid.
fn is_grid(value: &Value) -> bool {
    grid_text(value).is_some_and(|text| parse_grid(&text).is_ok())
}
