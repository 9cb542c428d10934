//! Answers with several fields: text for people, or for programs a table with a header or a JSON
//! object a line.

use super::answer::Out;
use super::failure::{Failure, OrFail};
use clap::ValueEnum;
use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::table::format::write_record;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableFormat {
    /// Text for people
    #[value(alias = "sdm")]
    Txt,
    /// A table with a header
    Csv,
    /// A JSON object a line
    Jsonl,
}

/// Answers in a format, with these columns.
#[derive(Clone)]
pub struct TableOutput {
    pub format: TableFormat,
    columns: Vec<&'static str>,
}

impl TableFormat {
    /// Begins to write: with a header, where there is one.
    pub fn begin(self, out: &mut Out, columns: &[&'static str]) -> Result<TableOutput, Failure> {
        let columns = columns.to_vec();
        if self == Self::Csv {
            write_record(out, &columns).or_unwritten(&out.path())?;
        }
        Ok(TableOutput {
            format: self,
            columns,
        })
    }
}

impl TableOutput {
    /// An answer: as `text` writes it, or a value for each column.
    pub fn row<W: Write>(
        &self,
        out: &mut W,
        text: impl FnOnce(&mut W) -> io::Result<()>,
        values: impl FnOnce() -> Vec<Value>,
    ) -> io::Result<()> {
        match self.format {
            TableFormat::Txt => text(out),
            TableFormat::Csv => write_record(out, values().into_iter().map(field)),
            TableFormat::Jsonl => {
                write!(out, "{{")?;
                for (i, (column, value)) in self.columns.iter().zip(values()).enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(out, "{comma}{}:{value}", Value::from(*column))?;
                }
                writeln!(out, "}}")
            }
        }
    }
}

/// A value as the field of a table; what is not known is empty.
fn field(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(values) => {
            let texts: Vec<_> = values.into_iter().map(field).collect();
            texts.join("; ")
        }
        other => other.to_string(),
    }
}
