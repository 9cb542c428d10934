//! The encoding of a catalogue: its file format and its compression.

use crate::run::{Identity, PROGRAM};
use std::io::{self, BufWriter, Write};
use store::table::compress::{self, Codec};
use store::table::{CatalogColumns, CatalogWriter, TableFormat};

/// The file format and the compression of a catalogue.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEncoding {
    /// The file format.
    pub format: TableFormat,
    /// The compression; `None` for none.
    pub codec: Option<Codec>,
}

impl CatalogEncoding {
    /// Finds the encoding of a CSV or Parquet file by its name. `None` if this program cannot write
    /// it.
    pub fn from_name(name: &str) -> Option<Self> {
        if !name.ends_with(".parquet") {
            return Some(Self { format: TableFormat::Csv, codec: Codec::from_path(name.as_ref()) });
        }
        cfg!(feature = "parquet").then_some(Self { format: TableFormat::Parquet, codec: None })
    }

    /// Returns the ending of the names of CSV and Parquet files, such as `csv.zst`.
    pub fn ending(self) -> String {
        match self.codec {
            _ if self.format != TableFormat::Csv => "parquet".to_owned(),
            None => "csv".to_owned(),
            Some(codec) => format!("csv.{}", codec.extension()),
        }
    }

    /// Begins a catalogue with these columns. Without the column of the seed, the metadata omits
    /// the seed and the settings.
    pub(crate) fn begin<W: Write + Send>(
        self,
        out: W,
        columns: CatalogColumns,
        identity: &Identity,
    ) -> io::Result<Catalog<W>> {
        let compressed = compress::CompressingWriter::new(out, self.codec)?;
        let out = BufWriter::with_capacity(1 << 16, compressed);
        let has_seed = columns.names().contains(&"seed");
        let mut catalog = CatalogWriter::with_columns(out, self.format, columns)?;
        // Formats without metadata ignore it.
        catalog.describe("program", PROGRAM);
        if has_seed {
            catalog.describe("settings", identity.json());
            catalog.describe("seed", &identity.seed().to_string());
        }
        Ok(catalog)
    }
}

/// A catalogue that is being written.
pub(crate) type Catalog<W> = CatalogWriter<BufWriter<compress::CompressingWriter<W>>>;

/// Ends a catalogue and returns its output.
pub(crate) fn end<W: Write + Send>(catalog: Catalog<W>) -> io::Result<W> {
    let out = catalog.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.finish()
}
