//! JSON: objects with a key `puzzle`, one a line, or anywhere inside arrays and objects. Other
//! values are kept as text.

use super::error::{ReadError, RowPosition, excerpt};
use super::field::puzzle_field;
use super::lines::RawLine;
use super::{MAX_LINE_BYTES, cells};
use crate::table::header::TableHeader;
use crate::table::row::{Ready, TableRow};
use engine::sudoku::any_puzzle::GridShape;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// Maximum number of objects in a text that is read whole, each with a puzzle or an error.
const MAX_OBJECTS: usize = 1 << 18;

/// The parser of objects. Rows with the same keys share one header.
pub(super) struct ObjectParser {
    header: Arc<TableHeader>,
    /// The key of the puzzles, if the user named it.
    column: Option<String>,
}

/// Returns true if a text begins with a JSON object, or an array of objects.
pub(super) fn is_object(text: &str) -> bool {
    let text = text.strip_prefix('[').map_or(text, str::trim_start);
    let inner = text.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', '}']))
}

/// Reads the puzzles of a text that begins with an object or an array of objects.
pub(super) fn json(text: &str, column: Option<&str>) -> Ready {
    let mut parser = ObjectParser::new(column.map(str::to_owned));
    let mut rows = Ready::new();
    // The start of each open object and its line, the outermost object first.
    let mut open: Vec<(usize, u64)> = Vec::new();
    let (mut line, mut is_string, mut is_escaped, mut has_rows) = (1, false, false, false);
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
                    rows.extend(parser.read_bare_puzzles(line, object));
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

    /// Returns true if a line is an object of its own: it has a puzzle, or no objects inside.
    pub(super) fn is_line(&self, line: &[u8]) -> bool {
        let Ok(JsonObject(pairs)) = serde_json::from_slice(line) else { return false };
        self.is_puzzle(&pairs)
            || !pairs.iter().any(|(_, value)| value.is_array() || value.is_object())
    }

    /// Reads a line, which is an object or empty.
    pub(super) fn push(&mut self, line: RawLine<'_>, ready: &mut Ready) {
        if !line.bytes.iter().all(u8::is_ascii_whitespace) {
            ready.push_back(self.parse(line.number, line.bytes));
        }
    }

    /// Returns true if the text of an object has a puzzle, or ambiguous keys.
    fn is_row(&self, object: &[u8]) -> bool {
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
            Ok(header) => header.puzzle.is_some_and(|at| !has_objects(&pairs[at].1)),
            Err(_) => true,
        }
    }

    /// Reads an object without the key `puzzle`: its puzzles are runs of 81 cells.
    fn read_bare_puzzles(&mut self, line: u64, object: &str) -> Vec<Result<TableRow, ReadError>> {
        match cells::read_line(object) {
            cells::LineReading::Puzzles(puzzles) if self.column.is_none() => {
                let rows = puzzles.into_iter().map(|puzzle| TableRow::from_puzzle(line, puzzle));
                rows.map(Ok).collect()
            }
            _ => vec![self.parse(line, object.as_bytes())],
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

    fn parse(&mut self, number: u64, line: &[u8]) -> Result<TableRow, ReadError> {
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
                let found = match other {
                    Value::Number(_) => "a number",
                    Value::Array(_) => "an array",
                    Value::Object(_) => "an object",
                    _ => "true or false",
                };
                let reason = format!("expected text of 81 cells, found {found}");
                let wrong = ReadError::at(number, RowPosition::Field("puzzle"), reason);
                return Err(wrong.in_column(key.trim()));
            }
        }
        let fields = pairs.into_iter().map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => cells_of_array(&other).unwrap_or_else(|| other.to_string()),
        });
        Ok(TableRow::from_fields(number, self.header.clone(), fields.collect()))
    }
}

/// Returns true if a value consists of objects, which may be puzzles.
fn has_objects(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(Value::is_object),
        _ => value.is_object(),
    }
}

/// Returns the 81, 36 or 16 cells of an array: numbers, strings of one cell or more, `null` for a
/// blank, in arrays of any depth.
fn cells_of_array(value: &Value) -> Option<String> {
    fn add(value: &Value, cells: &mut String) -> Option<()> {
        match value {
            Value::Array(values) => return values.iter().try_for_each(|value| add(value, cells)),
            Value::Number(number) => {
                let digit = number.as_u64().filter(|n| *n < 10)?;
                cells.push(char::from(b'0' + digit as u8));
            }
            Value::String(text) if !text.trim().is_empty() => cells.push_str(text.trim()),
            Value::String(_) | Value::Null => cells.push('.'),
            _ => return None,
        }
        Some(())
    }
    let mut cells = String::new();
    value.as_array().and_then(|_| add(value, &mut cells))?;
    let shape = GridShape::with_cell_count(cells.chars().count());
    if shape.is_some() { Some(cells) } else { None }
}

/// An object that keeps the order of its keys.
struct JsonObject(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(JsonObject(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(text: &str) -> Vec<Result<u64, String>> {
        let rows = json(&text.replace('P', PUZZLE), None);
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
