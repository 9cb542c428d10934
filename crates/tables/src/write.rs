//! The writer of all tables: catalogues, answers, the tables of exports.
//!
//! ```text
//! row ─► each Column: value(row) ─► FieldValue ─► TableWriter ─► CSV, JSON lines, puzzles in lines
//!        catalog_columns, and lists                  │
//!        of commands and exports                     ├─► WorkbookWriter
//!                                                    └─► ParquetWriter
//! ```
//!
//! A [`CatalogWriter`] is a writer with the columns of a catalogue. A text format is a row of
//! [`TableFormat`] and a function here that appends a row.

use super::catalog_columns::CatalogColumns;
use super::column::{ColumnHead, FieldValue};
#[cfg(feature = "parquet")]
use super::parquet::ParquetWriter;
use super::workbook::{MAX_WORKBOOK_PUZZLES, WorkbookWriter};
use make::Entry;
use std::borrow::Cow;
use std::io::{self, Write};

words::named! {
    /// The file format of a table. All text is UTF-8 with line feeds.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TableFormat {
        /// A table with a header
        Csv = "csv",
        /// One JSON object per line
        Jsonl = "jsonl",
        /// Only the puzzles, one per line, 0 for blanks
        Sdm = "sdm",
        /// Only the puzzles, one per line, . for blanks
        Txt = "txt",
        /// An Excel workbook, with a sheet that explains the columns
        Xlsx = "xlsx",
        /// All columns with their types, if the program was built with --features parquet
        Parquet = "parquet",
    }
}

impl TableFormat {
    /// Returns true if a file has the columns of its table, not only the puzzles.
    pub const fn has_columns(self) -> bool {
        !matches!(self, Self::Sdm | Self::Txt)
    }

    /// Returns true if this build can write the format: Parquet needs the feature `parquet`.
    pub const fn is_built_in(self) -> bool {
        cfg!(feature = "parquet") || !matches!(self, Self::Parquet)
    }

    /// Returns the number of puzzles that a file can hold; `None` if there is no limit.
    pub const fn max_puzzles(self) -> Option<u64> {
        if matches!(self, Self::Xlsx) { Some(MAX_WORKBOOK_PUZZLES) } else { None }
    }

    /// Returns true if a file is text with all columns.
    pub const fn is_text_table(self) -> bool {
        self.has_columns() && !matches!(self, Self::Xlsx | Self::Parquet)
    }
}

/// A writer of a table, row by row. The header is written even if there are no rows.
pub struct TableWriter<W: Write + Send> {
    format: TableFormat,
    columns: Vec<ColumnHead>,
    sink: TableSink<W>,
}

enum TableSink<W: Write + Send> {
    /// The output, and the text of the current row, which is kept to reuse its memory.
    Text(W, String),
    Workbook(Box<WorkbookWriter<W>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetWriter<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Starts a table with these columns. Parquet buffers groups of 100,000 rows in memory, about
    /// 40 MB.
    ///
    /// # Errors
    /// If the header cannot be written, or the program was built without the format.
    pub fn new(out: W, format: TableFormat, columns: Vec<ColumnHead>) -> io::Result<Self> {
        let sink = match format {
            TableFormat::Xlsx => TableSink::Workbook(Box::new(WorkbookWriter::new(out, &columns)?)),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => {
                TableSink::Parquet(Box::new(ParquetWriter::new(out, &columns)?))
            }
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => return Err(io::ErrorKind::Unsupported.into()),
            _ => TableSink::Text(out, String::new()),
        };
        let mut table = Self { format, columns, sink };
        if format == TableFormat::Csv {
            let header: Vec<_> = table.columns.iter().map(ColumnHead::header_field).collect();
            table.write(header.into_iter())?;
        }
        Ok(table)
    }

    /// Adds a key and a value to the metadata of a Parquet file. Other formats ignore them.
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables))]
    pub fn describe(&mut self, key: &str, value: &str) {
        #[cfg(feature = "parquet")]
        if let TableSink::Parquet(table) = &mut self.sink {
            table.describe(key, value);
        }
    }

    /// Writes a row: a value for each column.
    ///
    /// # Errors
    /// If the writer fails. Errors of buffered rows may appear in a later call, at the latest in
    /// [`TableWriter::finish`].
    pub fn write(&mut self, values: impl Iterator<Item = FieldValue>) -> io::Result<()> {
        match &mut self.sink {
            TableSink::Text(out, row) => {
                row.clear();
                match self.format {
                    TableFormat::Jsonl => push_object(row, &self.columns, values),
                    TableFormat::Sdm | TableFormat::Txt => {
                        push_puzzle(row, &self.columns, values);
                        if self.format == TableFormat::Sdm {
                            *row = row.replace('.', "0");
                        }
                    }
                    _ => push_fields(row, values),
                }
                row.push('\n');
                out.write_all(row.as_bytes())
            }
            TableSink::Workbook(workbook) => workbook.write(&self.columns, values),
            #[cfg(feature = "parquet")]
            TableSink::Parquet(table) => table.write(values),
        }
    }

    /// Writes all buffered rows and returns the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.sink {
            TableSink::Text(out, _) => out,
            TableSink::Workbook(workbook) => workbook.finish()?,
            #[cfg(feature = "parquet")]
            TableSink::Parquet(table) => table.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// Appends the fields of a row of CSV (RFC 4180).
fn push_fields(row: &mut String, values: impl Iterator<Item = FieldValue>) {
    for (at, value) in values.enumerate() {
        if at > 0 {
            row.push(',');
        }
        match &value {
            FieldValue::Foreign(text) => push_quoted(row, &escape_formula(text)),
            FieldValue::Text(text) => push_quoted(row, text),
            _ => value.write(row),
        }
    }
}

/// Appends a text as a field of CSV, in quotation marks if it needs them.
fn push_quoted(row: &mut String, text: &str) {
    if !text.contains([',', '"', '\n', '\r']) {
        return row.push_str(text);
    }
    row.push('"');
    row.push_str(&text.replace('"', "\"\""));
    row.push('"');
}

/// Prepends an apostrophe to a foreign text if a spreadsheet would run it as a formula.
fn escape_formula(text: &str) -> Cow<'_, str> {
    let begins = text.trim_start().starts_with(['=', '+', '-', '@']);
    if begins && text.parse::<f64>().is_err() { format!("'{text}").into() } else { text.into() }
}

/// Appends a row as a JSON object.
fn push_object(row: &mut String, columns: &[ColumnHead], values: impl Iterator<Item = FieldValue>) {
    let mut separator = '{';
    for (column, value) in columns.iter().zip(values) {
        row.push(separator);
        separator = ',';
        push_json_text(row, &column.name);
        row.push(':');
        match &value {
            FieldValue::Missing | FieldValue::Picture(_) => row.push_str("null"),
            FieldValue::Whole(_)
            | FieldValue::Tenths(_)
            | FieldValue::Truth(_)
            | FieldValue::Number(_) => value.write(row),
            FieldValue::Text(text) | FieldValue::Foreign(text) => push_json_text(row, text),
            FieldValue::Id(_) | FieldValue::Cells(_) | FieldValue::Word(_) => {
                row.push('"');
                value.write(row);
                row.push('"');
            }
        }
    }
    row.push('}');
}

/// Appends a text as a JSON string.
fn push_json_text(row: &mut String, text: &str) {
    if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')) {
        row.push('"');
        row.push_str(text);
        row.push('"');
    } else {
        row.push_str(&serde_json::to_string(text).expect("a text has a form in JSON"));
    }
}

/// Appends the puzzle of a row.
fn push_puzzle(
    row: &mut String,
    columns: &[ColumnHead],
    mut values: impl Iterator<Item = FieldValue>,
) {
    let at = columns.iter().position(|column| column.name == "puzzle");
    if let Some(puzzle) = at.and_then(|at| values.nth(at)) {
        puzzle.write(row);
    }
}

/// A writer of a catalogue.
pub struct CatalogWriter<W: Write + Send> {
    table: TableWriter<W>,
    columns: CatalogColumns,
    /// The number of rows so far.
    rows: u64,
}

impl<W: Write + Send> CatalogWriter<W> {
    /// Starts a catalogue with the default columns.
    ///
    /// # Errors
    /// As in [`TableWriter::new`].
    pub fn new(out: W, format: TableFormat) -> io::Result<Self> {
        Self::with_columns(out, format, CatalogColumns::default())
    }

    /// Starts a catalogue with these columns.
    ///
    /// # Errors
    /// As in [`TableWriter::new`].
    pub fn with_columns(out: W, format: TableFormat, columns: CatalogColumns) -> io::Result<Self> {
        let heads = columns.iter().map(|column| column.head()).collect();
        Ok(Self { table: TableWriter::new(out, format, heads)?, columns, rows: 0 })
    }

    /// Adds a key and a value to the metadata, as [`TableWriter::describe`] does.
    pub fn describe(&mut self, key: &str, value: &str) {
        self.table.describe(key, value);
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// As in [`TableWriter::write`].
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let row = self.rows;
        self.rows += 1;
        self.table.write(self.columns.values(entry, row))
    }

    /// Writes a row of another catalogue in the form of [`CatalogColumns::csv_row`].
    ///
    /// # Errors
    /// If the writer fails, or a column does not accept a value.
    pub fn write_csv_row(&mut self, row: &str) -> io::Result<()> {
        self.rows += 1;
        if let TableSink::Text(out, _) = &mut self.table.sink
            && self.table.format == TableFormat::Csv
        {
            out.write_all(row.as_bytes())?;
            return out.write_all(b"\n");
        }
        self.table.write(row.split(',').map(|field| FieldValue::Text(field.to_owned())))
    }

    /// Writes all buffered rows and returns the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        self.table.finish()
    }
}
