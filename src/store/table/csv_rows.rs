//! The rows of a catalogue that this program wrote, CSV or Parquet, each as [`csv_row`](super::csv_row) has it.

use super::row::Row;
use super::rows::{Input, Rows};
use std::io;
use std::path::Path;

/// The rows without the header.
pub(crate) struct CsvRows(Rows<Input>);

impl CsvRows {
    /// Opens a catalogue.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(Rows::open_plain(path)?))
    }

    /// Puts the next row into `row`, without its line end; false at the end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn next(&mut self, row: &mut String) -> io::Result<bool> {
        let next = self.0.next().transpose().map_err(io::Error::other)?;
        *row = next.as_ref().map(Row::joined).unwrap_or_default();
        Ok(next.is_some())
    }
}
