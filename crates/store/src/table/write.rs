//! Writes entries to a catalogue, one at a time.

use super::columns::{CatalogColumn, CatalogColumns, ColumnType, FieldValue, LINK, write_csv_row};
use super::format::write_record;
use super::workbook::{SheetCell, SheetColumn, WorkbookWriter};
use engine::make::entry::Entry;
use std::io::{self, BufWriter, Write};

/// The file format of a catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableFormat {
    /// RFC 4180 with a header, UTF-8, line feeds.
    Csv,
    /// One JSON object per line, with the column names as keys.
    Jsonl,
    /// Only the puzzles, 81 characters per line, `0` for a blank.
    Sdm,
    /// Only the puzzles, 81 characters per line, `.` for a blank.
    Txt,
    /// An Excel workbook: a sheet of the puzzles, and a sheet that explains the columns.
    Xlsx,
    /// Parquet: all columns with their types, compressed. Buffers groups of 100,000 rows in memory,
    /// about 40 MB. Needs the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A writer of a catalogue, row by row. The header is written even if there are no rows.
pub struct CatalogWriter<W: Write + Send>(CatalogSink<W>);

enum CatalogSink<W: Write + Send> {
    Text {
        out: BufWriter<W>,
        format: TableFormat,
        columns: CatalogColumns,
        /// The number of rows so far.
        rows: u64,
        /// The text of the current row. It is kept to reuse its memory.
        row: String,
    },
    Xlsx {
        workbook: Box<WorkbookWriter<BufWriter<W>>>,
        columns: CatalogColumns,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::ParquetWriter<W>>),
}

impl<W: Write + Send> CatalogWriter<W> {
    /// Starts a catalogue with the default columns.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn new(out: W, format: TableFormat) -> io::Result<Self> {
        Self::with_columns(out, format, CatalogColumns::default())
    }

    /// Starts a catalogue with these columns.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn with_columns(out: W, format: TableFormat, columns: CatalogColumns) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        if format == TableFormat::Parquet {
            let writer = super::parquet::ParquetWriter::new(out, columns)?;
            return Ok(Self(CatalogSink::Parquet(Box::new(writer))));
        }
        let mut out = BufWriter::with_capacity(1 << 16, out);
        if format == TableFormat::Xlsx {
            let sheet: Vec<_> = columns.iter().map(sheet_column).collect();
            let workbook = Box::new(WorkbookWriter::new(out, &sheet, false)?);
            return Ok(Self(CatalogSink::Xlsx { workbook, columns }));
        }
        if format == TableFormat::Csv {
            write_record(&mut out, columns.names())?;
        }
        let row = String::new();
        Ok(Self(CatalogSink::Text { out, format, columns, rows: 0, row }))
    }

    /// Adds a key and a value to the metadata of a Parquet file. Other formats ignore them.
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables))]
    pub fn describe(&mut self, key: &str, value: &str) {
        #[cfg(feature = "parquet")]
        if let CatalogSink::Parquet(table) = &mut self.0 {
            table.describe(key, value);
        }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// If the writer fails. Errors of buffered rows may appear in a later call, at the latest in
    /// [`CatalogWriter::finish`].
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        match &mut self.0 {
            CatalogSink::Text { out, format, columns, rows, row } => {
                row.clear();
                format_row(row, *format, columns, (entry, *rows));
                *rows += 1;
                out.write_all(row.as_bytes())
            }
            CatalogSink::Xlsx { workbook, columns } => {
                let row = workbook.rows();
                let cells: Vec<_> =
                    columns.iter().map(|column| sheet_cell(column, entry, row)).collect();
                workbook.write(&cells)
            }
            #[cfg(feature = "parquet")]
            CatalogSink::Parquet(table) => table.write(entry),
        }
    }

    /// Writes a row in the form of [`csv_row`](super::csv_row), without its line end.
    ///
    /// # Errors
    /// If the writer fails, or a Parquet column does not accept a value. The error may appear in a
    /// later call, as in [`CatalogWriter::write`].
    pub fn write_csv_row(&mut self, format_row: &str) -> io::Result<()> {
        match &mut self.0 {
            CatalogSink::Text { out, .. } => {
                out.write_all(format_row.as_bytes())?;
                out.write_all(b"\n")
            }
            CatalogSink::Xlsx { .. } => {
                Err(io::Error::other("rows of text are for CSV and Parquet"))
            }
            #[cfg(feature = "parquet")]
            CatalogSink::Parquet(table) => table.write_fields(format_row),
        }
    }

    /// Writes all buffered rows and returns the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            CatalogSink::Text { out, .. } => {
                out.into_inner().map_err(io::IntoInnerError::into_error)?
            }
            CatalogSink::Xlsx { workbook, .. } => {
                workbook.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?
            }
            #[cfg(feature = "parquet")]
            CatalogSink::Parquet(table) => table.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// Appends a row with its line end. No field needs quoting in CSV or escaping in JSON: an address
/// has no comma, no quotation mark and no backslash, and all others consist of digits, points,
/// letters and hyphens. The number of the row counts from 0.
fn format_row(
    row: &mut String,
    format: TableFormat,
    columns: &CatalogColumns,
    (entry, number): (&Entry, u64),
) {
    match format {
        TableFormat::Txt => *row += &entry.puzzle.givens().to_string(),
        TableFormat::Sdm => *row += &entry.puzzle.givens().to_string().replace('.', "0"),
        TableFormat::Jsonl => {
            for (i, column) in columns.iter().enumerate() {
                let value = column.value(entry, number);
                let is_text = !matches!(value, FieldValue::Whole(_) | FieldValue::Tenths(_));
                let quote = if is_text { "\"" } else { "" };
                *row += if i == 0 { "{\"" } else { ",\"" };
                *row += column.name;
                *row += "\":";
                *row += quote;
                value.write(row);
                *row += quote;
            }
            row.push('}');
        }
        _ => write_csv_row(row, columns, (entry, number)),
    }
    row.push('\n');
}

fn sheet_column(column: &CatalogColumn) -> SheetColumn {
    let width = match column.name {
        "puzzle" | "solution" | "canonical" | LINK => 92,
        name => name.len().max(10) + 2,
    };
    let values = column.column_type.to_string();
    SheetColumn { name: column.name.to_owned(), about: column.about.to_owned(), values, width }
}

fn sheet_cell(column: &CatalogColumn, entry: &Entry, row: u64) -> SheetCell {
    let value = column.value(entry, row);
    // Excel keeps 15 digits of a number; a seed has up to 20.
    let is_number = column.column_type != ColumnType::Unsigned
        && matches!(value, FieldValue::Whole(_) | FieldValue::Tenths(_));
    if is_number { SheetCell::Number(value.text()) } else { SheetCell::Text(value.text()) }
}
