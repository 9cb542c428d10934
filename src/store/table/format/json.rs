//! JSON lines: one object per line, with a key `puzzle`. Other values are kept as text.

use super::cells;
use super::error::{At, ReadError, excerpt};
use super::lines::LIMIT;
use super::{Next, Parser};
use crate::store::table::header::Header;
use crate::store::table::row::{Ready, Row};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// Parser of JSON lines. Rows with the same keys share one header.
#[derive(Default)]
pub(in crate::store::table) struct Objects {
    header: Arc<Header>,
    /// The key of the puzzles, if it was named.
    column: Option<String>,
}

/// Whether the first line of a file looks like a JSON object.
pub(in crate::store::table) fn is_object(line: &str) -> bool {
    line.starts_with('{')
}

/// Whether a file is a JSON array, which cannot be read line by line.
pub(in crate::store::table) fn is_array(line: &str) -> bool {
    let rest = line.strip_prefix('[').map(str::trim_start);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', '"']))
}

impl Parser for Objects {
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Next {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Next::Line;
        }
        ready.push_back(if cut {
            let why = format!("expected a JSON object, found a line of more than {LIMIT} bytes");
            Err(ReadError::at(number, At::Character(1), why))
        } else {
            self.object(number, line)
        });
        Next::Line
    }
}

impl Objects {
    pub(in crate::store::table) fn new(column: Option<String>) -> Self {
        Self { column, ..Self::default() }
    }

    /// The header of an object with these keys. Without a usual name for the puzzle it is the only
    /// text of 81 cells, or the one beside a complete grid.
    fn header_of(&self, number: u64, pairs: &[(String, Value)]) -> Result<Header, ReadError> {
        let names = pairs.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        let column = self.column.as_deref();
        let header = Header::new(names.clone(), column)
            .map_err(|why| ReadError::at(number, At::Character(1), why))?;
        if column.is_some() || header.puzzle().is_some() {
            return Ok(header);
        }
        let grid = |(at, (_, value)): (usize, &(String, Value))| {
            let grid = cells::grid(value.as_str()?).ok()?;
            Some((at, grid.filled_count() == 81))
        };
        let grids: Vec<_> = pairs.iter().enumerate().filter_map(grid).collect();
        Ok(match grids[..] {
            [(at, _)] | [(at, false), (_, true)] | [(_, true), (at, false)] => {
                Header::with_puzzle(names, Some(at))
            }
            _ => header,
        })
    }

    fn object(&mut self, number: u64, line: &[u8]) -> Result<Row, ReadError> {
        let Object(pairs) = serde_json::from_slice(line).map_err(|e| {
            let text = e.to_string();
            // Drop the line number of serde_json, which is always 1.
            let why = text.split(" at line ").next().unwrap_or_default();
            let why = format!("expected a JSON object, found {why}");
            ReadError::at(number, At::Character(e.column().max(1)), why)
        })?;
        if !self.header.is(pairs.iter().map(|(key, _)| &**key)) {
            self.header = Arc::new(self.header_of(number, &pairs)?);
        }
        match self.header.puzzle().map(|at| &pairs[at]) {
            None => {
                let keys: Vec<_> = pairs.iter().map(|(key, _)| &**key).collect();
                let found = match keys.is_empty() {
                    true => "no key".to_owned(),
                    false => format!("the keys {}", keys.join(", ")),
                };
                let wanted = self.column.as_deref();
                let wanted =
                    wanted.map_or("with a puzzle".to_owned(), |column| format!("`{column}`"));
                let why = format!("expected a key {wanted}, found {}", excerpt(found, 1000));
                return Err(ReadError::at(number, At::Character(1), why));
            }
            Some((_, Value::String(_) | Value::Null)) => {}
            Some((_, other)) => {
                let found = match other {
                    Value::Number(_) => "a number",
                    Value::Array(_) => "an array",
                    Value::Object(_) => "an object",
                    _ => "true or false",
                };
                let why = format!("expected text of 81 cells, found {found}");
                let wrong = ReadError::at(number, At::Field("puzzle"), why);
                let name = self.header.puzzle().and_then(|at| self.header.name(at));
                return Err(match name {
                    Some(name) => wrong.in_column(name),
                    None => wrong,
                });
            }
        }
        let fields = pairs.into_iter().map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        });
        Ok(Row::of_fields(number, self.header.clone(), fields.collect()))
    }
}

/// An object that keeps the order of its keys.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}
