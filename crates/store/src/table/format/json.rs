//! JSON: objects with a key `puzzle`, one a line, or anywhere inside arrays and objects. Other
//! values are kept as text.

use super::cell_field::parse_field;
use super::error::{ReadError, RowPosition, excerpt};
use super::field::{parse_grid, puzzle_field};
use super::lines::RawLine;
use super::{MAX_LINE_BYTES, json_document};
use crate::table::header::TableHeader;
use crate::table::row::{Ready, TableRow};
use engine::sudoku::any_puzzle::GridShape;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Maximum number of objects in a text that is read whole, each with a puzzle or an error.
pub(super) const MAX_OBJECTS: usize = 1 << 18;

/// The parser of objects. Rows with the same keys share one header.
pub(super) struct ObjectParser {
    header: Arc<TableHeader>,
    /// The key of the puzzles, if the user named it.
    column: Option<String>,
}

/// Returns true if a text begins with a JSON object, or an array of values.
pub(super) fn is_json(text: &str) -> bool {
    if let Some(object) = text.strip_prefix('{') {
        let inner = object.trim_start();
        return inner.is_empty() || inner.starts_with(['"', '}']);
    }
    let Some(list) = text.strip_prefix('[') else { return false };
    let inner = list.trim_start();
    let is_word = ["null", "NaN"].iter().any(|word| inner.starts_with(word));
    inner.is_empty()
        || is_word
        || inner.starts_with(['[', '{', '"', '-'])
        || inner.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns true if a text begins with an array of anything else than objects.
pub(super) fn is_list(text: &[u8]) -> bool {
    let list = text.trim_ascii_start().strip_prefix(b"[");
    list.is_some_and(|list| !list.trim_ascii_start().starts_with(b"{"))
}

/// Reads the puzzles of a text that begins like JSON. Returns `None` if it is none, or an array
/// without puzzles.
/// The text begins at this line.
pub(super) fn json(text: &str, first: u64, column: Option<&str>) -> Option<Ready> {
    let mut found = json_document::read(text, first, column);
    if found.is_none() && text.contains("NaN") {
        // Python writes NaN for a missing number.
        found = json_document::read(&text.replace("NaN", "null"), first, column);
    }
    match found {
        Some(rows) if !rows.is_empty() => Some(rows),
        None if !is_list(text.as_bytes()) => Some(read_damaged(text, first, column)),
        _ => None,
    }
}

/// Reads the objects of a text that is no valid JSON.
fn read_damaged(text: &str, first: u64, column: Option<&str>) -> Ready {
    let mut parser = ObjectParser::new(column.map(str::to_owned));
    let mut rows = Ready::new();
    // The start of each open object and its line, the outermost object first.
    let mut open: Vec<(usize, u64)> = Vec::new();
    let (mut line, mut is_string, mut is_escaped, mut has_rows) = (first, false, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => line += 1,
            // Text in arrays around all objects is no value of theirs.
            b'"' if !is_escaped && !open.is_empty() => is_string = !is_string,
            b'{' if !is_string => open.push((at, line)),
            b'}' if !is_string => {
                let Some((start, line)) = open.pop() else { continue };
                let object = &text[start..=at];
                if parser.is_row(object.as_bytes()) {
                    rows.push_back(parser.parse(line, object.as_bytes()));
                    has_rows = true;
                } else if open.is_empty() && !has_rows {
                    rows.push_back(parser.parse(line, object.as_bytes()));
                }
                has_rows &= !open.is_empty();
                if rows.len() > MAX_OBJECTS {
                    let reason = format!(
                        "expected at most {MAX_OBJECTS} objects, found more; write one in each line"
                    );
                    rows.push_back(Err(ReadError::in_line(line, reason)));
                    return rows;
                }
            }
            _ => {}
        }
        is_escaped = is_string && byte == b'\\' && !is_escaped;
    }
    if let Some((_, line)) = open.first() {
        let reason = "expected a JSON object, found no end of the one that begins here";
        rows.push_back(Err(ReadError::in_line(*line, reason)));
    }
    rows
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
    /// only text of 81 cells, or the text beside a complete grid.
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
        let puzzle = puzzle_field(pairs.iter().map(|(_, value)| value.as_str()));
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

/// Returns a value as the text of a field.
pub(super) fn field_text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => cells_of_array(&other).unwrap_or_else(|| other.to_string()),
    }
}

/// Describes a value that is no grid. Of an array of cells, it names the first value that is none.
pub(super) fn describe(value: &Value) -> String {
    let cells = leaves(value);
    let wrong = cells.iter().zip(1..).find(|(cell, _)| cell_of(cell).is_none());
    match (value, wrong) {
        (Value::Number(_), _) => "a number".to_owned(),
        (Value::Object(_), _) => "an object".to_owned(),
        (Value::Array(_), Some((wrong, place))) if cells.len() > 1 => {
            let wrong = excerpt(&wrong.to_string(), 40);
            format!(
                "an array of {} values, of which value {place} is no cell: {wrong}",
                cells.len()
            )
        }
        (Value::Array(_), _) => format!("an array of {} cells", cells.len()),
        _ => "true or false".to_owned(),
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

/// Returns true if a value is the text or the array of a grid.
fn is_grid(value: &Value) -> bool {
    match value {
        Value::String(text) => parse_grid(text).is_ok(),
        _ => cells_of_array(value).is_some(),
    }
}

/// Returns the values in arrays of any depth.
pub(super) fn leaves(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().flat_map(leaves).collect(),
        value => vec![value],
    }
}

/// Returns the cell of a value that is a single one.
pub(super) fn cell_of(value: &Value) -> Option<char> {
    let cell = match value {
        Value::Null => None,
        Value::String(text) => parse_field(text)?,
        Value::Number(number) => parse_field(&number.to_string())?,
        _ => return None,
    };
    Some(cell.map_or('.', |digit| char::from(b'0' + digit.get())))
}

/// Returns the 81, 36 or 16 cells of an array: numbers, strings of one cell or more, `null` for a
/// blank, in arrays of any depth.
pub(super) fn cells_of_array(value: &Value) -> Option<String> {
    value.as_array()?;
    let values = leaves(value);
    if GridShape::with_cell_count(values.len()).is_some()
        && let Some(cells) = values.iter().map(|value| cell_of(value)).collect()
    {
        return Some(cells);
    }
    let mut cells = String::new();
    for value in values {
        match value {
            Value::String(text) if text.trim().len() > 1 => cells.push_str(text.trim()),
            value => cells.push(cell_of(value)?),
        }
    }
    GridShape::with_cell_count(cells.chars().count()).map(|_| cells)
}

/// An object that keeps the order of its keys.
pub(super) struct JsonObject<V>(pub Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for JsonObject<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Pairs<V> {
            type Value = JsonObject<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(JsonObject(pairs))
            }
        }
        from.deserialize_map(Pairs(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(text: &str) -> Vec<Result<u64, String>> {
        let rows = json(&text.replace('P', PUZZLE), 1, None).unwrap();
        let line = |row: TableRow| row.grid().map(|_| row.line);
        rows.into_iter().map(|row| row.and_then(line).map_err(|e| e.to_string())).collect()
    }

    #[test]
    fn objects_are_found_with_their_lines() {
        for (text, lines) in [
            ("[{\"puzzle\":\"P\"},\n{\"puzzle\":\"P\"}]", &[1, 2][..]),
            ("{\"all\":[\n{\"puzzle\":\"P\",\"meta\":{\"a\":\"}\"}}\n]}", &[2]),
            ("{\"puzzle\":\"P\",\n\"like\":[{\"puzzle\":\"P\"}]}", &[2, 1]),
            ("{\"a\":\"\\\"{\",\n\"puzzle\":\"P\"}{\"quiz\":\"P\"}", &[1, 2]),
            ("{\"all\":[\"P\",\"P\"]}", &[1, 1]),
        ] {
            let expected: Vec<_> = lines.iter().copied().map(Ok).collect();
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn objects_without_puzzles_are_errors() {
        let said = "line 1, column 1: expected a key with a puzzle, found the keys a";
        assert_eq!(found("[{\"a\":1}]"), [Err(said.to_owned())]);
        let said = "line 2, column 1: expected a JSON object, found no end of the one that";
        assert!(found("[\n{\"a\":").pop().unwrap().unwrap_err().starts_with(said));
    }
}
