//! JSON: objects with a key `puzzle`, one a line, or anywhere inside arrays and objects. Other
//! values are kept as text.

use super::error::{ReadError, RowPosition, excerpt};
use super::lines::MAX_LINE_BYTES;
use super::{Flow, Parser, cells};
use crate::table::header::TableHeader;
use crate::table::row::{Ready, TableRow};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// The parser of JSON. Rows with the same keys share one header.
#[derive(Default)]
pub(crate) struct JsonParser {
    header: Arc<TableHeader>,
    /// The key of the puzzles, if the user named it.
    column: Option<String>,
    layout: ObjectLayout,
    open: OpenObjects,
}

/// The layout of objects in lines.
#[derive(Default, PartialEq)]
enum ObjectLayout {
    /// Unknown before the first line.
    #[default]
    Unknown,
    /// One object per line.
    Lines,
    /// Objects that begin and end anywhere.
    Free,
}

/// Objects whose end is not read yet.
#[derive(Default)]
struct OpenObjects {
    /// The text since the start of the outermost object.
    text: Vec<u8>,
    /// The start of each object in the text, and its line number; the outermost object first.
    starts: Vec<(usize, u64)>,
    is_string: bool,
    is_escaped: bool,
    /// True if an object inside the outermost one had a puzzle.
    has_rows: bool,
}

/// Returns true if a text begins with a JSON object, or an array of objects.
pub(crate) fn is_object(line: &str) -> bool {
    let line = line.strip_prefix('[').map_or(line, str::trim_start);
    let inner = line.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', '}']))
}

impl Parser for JsonParser {
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Flow {
        if self.layout == ObjectLayout::Unknown {
            let is_whole = line.starts_with(b"{")
                && serde_json::from_slice::<JsonObject>(line).is_ok_and(|object| {
                    self.has_puzzle(&object)
                        || !object.0.iter().any(|(_, value)| value.is_array() || value.is_object())
                });
            self.layout = if is_whole { ObjectLayout::Lines } else { ObjectLayout::Free };
        }
        if self.layout == ObjectLayout::Free {
            return self.read_free_line(number, line, cut, ready);
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            return Flow::Continue;
        }
        ready.push_back(if cut {
            Err(too_long_error(number))
        } else {
            self.parse_object(number, line)
        });
        Flow::Continue
    }

    fn end(&mut self, ready: &mut Ready) -> Flow {
        if let Some((_, line)) = self.open.starts.first() {
            let reason = "expected a JSON object, found no end of the one that begins here";
            ready.push_back(Err(ReadError::in_line(*line, reason)));
        }
        Flow::Continue
    }
}

fn too_long_error(number: u64) -> ReadError {
    let reason =
        format!("expected a JSON object, found a line of more than {MAX_LINE_BYTES} bytes");
    ReadError::in_line(number, reason)
}

impl JsonParser {
    /// Creates a parser, with the key of the puzzles if the user named it. `are_pieces` means that
    /// each object ends a line, so that the lines of the text say nothing about its objects.
    pub(crate) fn new(column: Option<String>, are_pieces: bool) -> Self {
        let layout = if are_pieces { ObjectLayout::Free } else { ObjectLayout::Unknown };
        Self { column, layout, ..Self::default() }
    }

    /// Reads a line in which objects may begin and end anywhere.
    fn read_free_line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Flow {
        let next = self.read_bytes(number, line, ready);
        if cut || self.open.text.len() > MAX_LINE_BYTES {
            ready.push_back(Err(too_long_error(number)));
            self.open = OpenObjects::default();
            return Flow::Stop;
        }
        next
    }

    fn read_bytes(&mut self, number: u64, line: &[u8], ready: &mut Ready) -> Flow {
        for b in line.iter().chain(b"\n") {
            let open = &mut self.open;
            if open.is_string {
                open.text.push(*b);
                let ends = *b == b'"' && !open.is_escaped;
                open.is_escaped = *b == b'\\' && !open.is_escaped;
                open.is_string = !ends;
                continue;
            }
            if *b == b'{' {
                open.starts.push((open.text.len(), number));
            }
            // Arrays around objects are not kept.
            if open.starts.is_empty() {
                continue;
            }
            open.text.push(*b);
            match b {
                b'"' => open.is_string = true,
                b'}' => self.close_object(ready),
                _ => {}
            }
        }
        Flow::NextObject
    }

    /// Processes the innermost open object after its last brace. It becomes a row if it has a
    /// puzzle or is the outermost one. Otherwise it is a value of the object around it.
    fn close_object(&mut self, ready: &mut Ready) {
        let Some((start, line)) = self.open.starts.pop() else { return };
        let text = self.open.text.split_off(start);
        let is_outermost = self.open.starts.is_empty();
        let keys = serde_json::from_slice::<JsonObject>(&text).ok();
        if keys.is_some_and(|object| self.has_puzzle(&object)) {
            ready.push_back(self.parse_object(line, &text));
            self.open.has_rows = true;
            self.open.text.extend(b"null");
        } else if !is_outermost {
            self.open.text.extend(text);
        } else if !std::mem::take(&mut self.open.has_rows) {
            ready.extend(self.read_bare_puzzles(line, &text));
        }
        if is_outermost {
            self.open = OpenObjects::default();
        }
    }

    /// Reads an object without the key `puzzle`: its puzzles are runs of 81 cells.
    fn read_bare_puzzles(&mut self, line: u64, text: &[u8]) -> Vec<Result<TableRow, ReadError>> {
        let text_of_cells = String::from_utf8_lossy(text);
        if let cells::LineReading::Puzzles(puzzles) = cells::read_line(&text_of_cells)
            && self.column.is_none()
        {
            return puzzles
                .into_iter()
                .map(|puzzle| Ok(TableRow::from_puzzle(line, puzzle)))
                .collect();
        }
        vec![self.parse_object(line, text)]
    }

    /// Returns true if an object has a puzzle, or ambiguous keys.
    fn has_puzzle(&self, object: &JsonObject) -> bool {
        !self.build_header(1, &object.0).is_ok_and(|header| header.puzzle.is_none())
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
        let puzzle = cells::puzzle_field(pairs.iter().map(|(_, value)| value.as_str()));
        Ok(puzzle.map_or(header, |at| TableHeader::with_puzzle(names, Some(at))))
    }

    fn parse_object(&mut self, number: u64, line: &[u8]) -> Result<TableRow, ReadError> {
        let JsonObject(pairs) = serde_json::from_slice(line).map_err(|e| {
            let text = e.to_string();
            // Drops the line number of serde_json, which is always 1.
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
                let reason = format!("expected a key {wanted}, found {}", excerpt(found, 300));
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

/// Returns the 81 cells of an array: numbers, strings of one cell or more, `null` for a blank, in
/// arrays of any depth.
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
    (cells.chars().count() == 81).then_some(cells)
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
