//! The encoding of a catalogue: its file format and its compression.

use crate::run::{Identity, PROGRAM};
use std::io::{self, Write};
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
    /// Begins a catalogue with these columns. Without the column of the seed, the metadata omits
    /// the seed and the settings.
    pub(crate) fn begin<W: Write + Send>(
        self,
        out: W,
        columns: CatalogColumns,
        identity: &Identity,
    ) -> io::Result<Catalog<W>> {
        let out = compress::CompressingWriter::new(out, self.codec)?;
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
pub(crate) type Catalog<W> = CatalogWriter<compress::CompressingWriter<W>>;

/// Ends a catalogue and returns its output.
pub(crate) fn end<W: Write + Send>(catalog: Catalog<W>) -> io::Result<W> {
    catalog.finish().and_then(compress::CompressingWriter::finish)
}
