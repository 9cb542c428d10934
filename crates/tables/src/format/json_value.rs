//! JSON values as the text of fields, and as the cells of grids.

use super::cell_field::parse_field;
use grid::GridShape;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use words::excerpt;

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
    // Parts of the cells, such as rows: all of them equally long.
    let mut cells = String::new();
    let mut width = None;
    for value in values {
        let part = value.as_str()?.trim();
        if *width.get_or_insert(part.len()) != part.len() {
            return None;
        }
        cells += part;
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
