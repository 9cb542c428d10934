//! Writes answers about puzzles, one at a time: text for people, and for programs a table with a
//! header, or one JSON object per line.

use super::format::{escape_formula, write_record};
use serde_json::Value;
use std::io::{self, Write};

/// The format of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// Text, which the caller formats.
    Text,
    /// A table with a header: RFC 4180, but with LF line ends.
    Csv,
    /// One JSON object per line, with the column names as keys.
    Jsonl,
}

/// A writer of answers, each with a value for each column.
#[derive(Clone, Debug)]
pub struct RecordWriter<'a> {
    format: AnswerFormat,
    columns: &'a [&'a str],
}

impl<'a> RecordWriter<'a> {
    /// Starts the output, with a header if the format has one.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn begin(
        out: &mut impl Write,
        format: AnswerFormat,
        columns: &'a [&'a str],
    ) -> io::Result<Self> {
        if format == AnswerFormat::Csv {
            write_record(out, columns)?;
        }
        Ok(Self { format, columns })
    }

    /// Writes an answer: calls `text`, or writes the values of the columns, in their order. In a
    /// table null is an empty field, and the values of an array are joined by semicolons.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write<W: Write, V: Into<Value>>(
        &self,
        out: &mut W,
        text: impl FnOnce(&mut W) -> io::Result<()>,
        values: impl FnOnce() -> Vec<V>,
    ) -> io::Result<()> {
        let values = || values().into_iter().map(Into::into);
        match self.format {
            AnswerFormat::Text => text(out),
            AnswerFormat::Csv => {
                let fields = self.columns.iter().zip(values());
                write_record(out, fields.map(|(column, value)| cell(column, value)))
            }
            AnswerFormat::Jsonl => {
                let mut separator = "{";
                for (column, value) in self.columns.iter().zip(values()) {
                    write!(out, "{separator}{}:{value}", Value::from(*column))?;
                    separator = ",";
                }
                writeln!(out, "}}")
            }
        }
    }
}

/// Formats a value as the cell of a column, in which no foreign text is a formula. The flags of a
/// transform are not foreign.
fn cell(column: &str, value: Value) -> String {
    let text = field(value);
    match column {
        "transform" => text,
        _ => escape_formula(&text).into_owned(),
    }
}

/// Formats a value as the field of a table.
fn field(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(values) => values.into_iter().map(field).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}
