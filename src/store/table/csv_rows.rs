//! The rows of a catalogue that this program wrote, CSV or Parquet, each as [`csv_row`](super::csv_row) has it.

use super::compress;
use super::format::lines::LIMIT;
#[cfg(feature = "parquet")]
use super::rows::Rows;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

/// The rows without the header.
pub(crate) struct CsvRows(Kind);

enum Kind {
    Text(Box<dyn io::BufRead>),
    #[cfg(feature = "parquet")]
    Parquet(Rows<super::Input>),
}

impl CsvRows {
    /// Opens a catalogue and reads its header.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        if path.extension().is_some_and(|ending| ending == "parquet") {
            return Ok(Self(Kind::Parquet(Rows::open_plain(path)?)));
        }
        let mut text = BufReader::with_capacity(1 << 16, compress::Reader::open_plain(path)?);
        text.skip_until(b'\n')?;
        Ok(Self(Kind::Text(Box::new(text))))
    }

    /// Puts the next row into `row`, without its line end; false at the end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn next(&mut self, row: &mut String) -> io::Result<bool> {
        row.clear();
        match &mut self.0 {
            Kind::Text(text) => {
                let read = text.by_ref().take(LIMIT as u64).read_line(row)?;
                row.truncate(row.trim_end_matches('\n').len());
                Ok(read > 0)
            }
            #[cfg(feature = "parquet")]
            Kind::Parquet(rows) => {
                let next = rows.next().transpose().map_err(io::Error::other)?;
                Ok(next.inspect(|next| next.joined(row)).is_some())
            }
        }
    }
}
