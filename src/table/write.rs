//! Entries to a catalogue, one at a time.

use super::columns::{Columns, Value};
use super::format::write_record;
use crate::entry::Entry;
use std::io::{self, BufWriter, Write};

/// How a catalogue is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// RFC 4180 with a header, UTF-8, line feeds.
    Csv,
    /// The same for Excel: a byte order mark, and carriage returns before the line feeds.
    ExcelCsv,
    /// A JSON object a line, with the columns' names.
    Jsonl,
    /// The puzzles alone, 81 characters a line, `0` for a blank.
    Sdm,
    /// The puzzles alone, 81 characters a line, `.` for a blank.
    Txt,
    /// All columns with their types, compressed by itself; rows are kept in memory until they are
    /// 100,000, some 40 MB. With the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Writes a catalogue, a row at a time, with a header even when there is no row.
pub struct Writer<W: Write + Send>(Kind<W>);

enum Kind<W: Write + Send> {
    Text {
        out: BufWriter<W>,
        format: Format,
        columns: Columns,
        /// The row under way; kept for its memory.
        row: String,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::Writer<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a catalogue with the usual columns.
    ///
    /// # Errors
    /// When the writer does not take the header.
    pub fn new(out: W, format: Format) -> io::Result<Self> {
        Self::with_columns(out, format, Columns::default())
    }

    /// Begins a catalogue with these columns.
    ///
    /// # Errors
    /// When the writer does not take the header.
    pub fn with_columns(out: W, format: Format, columns: Columns) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        if format == Format::Parquet {
            let writer = super::parquet::Writer::new(out, columns)?;
            return Ok(Self(Kind::Parquet(Box::new(writer))));
        }
        let mut out = BufWriter::with_capacity(1 << 16, out);
        match format {
            Format::Csv => write_record(&mut out, columns.names())?,
            Format::ExcelCsv => write!(out, "\u{feff}{}\r\n", columns.names().join(","))?,
            _ => {}
        }
        let row = String::new();
        Ok(Self(Kind::Text {
            out,
            format,
            columns,
            row,
        }))
    }

    /// Says where the catalogue comes from, in a form that has a place for it: Parquet's metadata.
    /// The others have none.
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables))]
    pub fn describe(&mut self, key: &str, value: &str) {
        #[cfg(feature = "parquet")]
        if let Kind::Parquet(table) = &mut self.0 {
            table.describe(key, value);
        }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// When the writer fails; buffered rows may fail later, in [`Writer::finish`] at the latest.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text {
                out,
                format,
                columns,
                row,
            } => {
                row.clear();
                text(row, *format, columns, entry);
                out.write_all(row.as_bytes())
            }
            #[cfg(feature = "parquet")]
            Kind::Parquet(table) => table.write(entry),
        }
    }

    /// Writes what is buffered, and gives the writer back.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Kind::Text { out, .. } => out.into_inner().map_err(io::IntoInnerError::into_error)?,
            #[cfg(feature = "parquet")]
            Kind::Parquet(table) => table.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// The row of an entry, with its end. No field of a catalogue needs quotation marks in CSV, or
/// escapes in JSON: all are digits, points, and words of letters and hyphens.
fn text(row: &mut String, format: Format, columns: &Columns, entry: &Entry) {
    use std::fmt::Write as _;
    let json = format == Format::Jsonl;
    match format {
        Format::Txt => *row += &entry.puzzle.givens().to_string(),
        Format::Sdm => *row += &entry.puzzle.givens().to_string().replace('.', "0"),
        _ => {
            let mut separator = if json { "{" } else { "" };
            for column in columns.iter() {
                let value = column.value(entry);
                *row += separator;
                separator = ",";
                // Writing to a string cannot fail.
                let _ = match value {
                    Value::Text(_) | Value::Word(_) if json => {
                        write!(row, "\"{}\":\"{value}\"", column.name)
                    }
                    _ if json => write!(row, "\"{}\":{value}", column.name),
                    _ => write!(row, "{value}"),
                };
            }
        }
    }
    *row += match format {
        Format::Jsonl => "}\n",
        Format::ExcelCsv => "\r\n",
        _ => "\n",
    };
}
