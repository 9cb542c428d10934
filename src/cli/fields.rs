//! Answers with several fields, for programs: a table with a header, or a JSON object a line.

use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::table::format::write_record;

/// How the fields are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    Csv,
    Jsonl,
}

impl Fields {
    /// The header, where there is one.
    pub fn begin(self, out: &mut impl Write, columns: &[&str]) -> io::Result<()> {
        match self {
            Self::Csv => write_record(out, columns),
            Self::Jsonl => Ok(()),
        }
    }

    /// An answer: a value for each column, in their order.
    pub fn row(self, out: &mut impl Write, columns: &[&str], values: Vec<Value>) -> io::Result<()> {
        match self {
            Self::Csv => write_record(out, values.into_iter().map(text)),
            Self::Jsonl => {
                write!(out, "{{")?;
                for (i, (column, value)) in columns.iter().zip(values).enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(out, "{comma}{}:{value}", Value::from(*column))?;
                }
                writeln!(out, "}}")
            }
        }
    }
}

/// A value as the field of a table; what is not known is empty.
fn text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(values) => {
            let texts: Vec<_> = values.into_iter().map(text).collect();
            texts.join("; ")
        }
        other => other.to_string(),
    }
}
