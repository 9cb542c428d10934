//! The encoding of a catalogue: its file format and its compression.

use crate::{Identity, Manifest};
use grid::{AnyGrid, AnyPuzzle};
use make::Entry;
use std::io::{self, BufWriter, Write};
use tables::compress::{self, Codec};
use tables::{CatalogColumns, CatalogWriter, Split, SplitShares, TableFormat};

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
        let format = TableFormat::Parquet;
        format.is_built_in().then_some(Self { format, codec: None })
    }

    /// Returns the ending of the names of CSV and Parquet files, such as `csv.zst`.
    pub fn ending(self) -> String {
        match self.codec {
            _ if self.format != TableFormat::Csv => "parquet".to_owned(),
            None => "csv".to_owned(),
            Some(codec) => format!("csv.{}", codec.extension()),
        }
    }

    /// Begins a catalogue with these columns in these outputs: one, or one for each split.
    ///
    /// # Errors
    /// An I/O error if an output cannot be written.
    pub fn begin<W: Write + Send>(
        self,
        outs: Vec<W>,
        columns: CatalogColumns,
        split: Option<SplitShares>,
        identity: &Identity,
    ) -> io::Result<CatalogFiles<W>> {
        let solution = columns.names().iter().position(|name| *name == "solution");
        let mut files = Vec::new();
        for out in outs {
            files.push(self.begin_file(out, columns.clone(), identity)?);
        }
        Ok(CatalogFiles { split, solution, files })
    }

    /// Begins a file with these columns. Without the column of the seed, the metadata omits the
    /// seed and the settings.
    fn begin_file<W: Write + Send>(
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
        catalog.describe("program", Manifest::PROGRAM);
        if has_seed {
            catalog.describe("settings", identity.json());
            catalog.describe("seed", &identity.seed().to_string());
        }
        Ok(catalog)
    }
}

/// A file of a catalogue that is being written.
type Catalog<W> = CatalogWriter<BufWriter<compress::CompressingWriter<W>>>;

/// Ends a file of a catalogue and returns its output.
fn end<W: Write + Send>(catalog: Catalog<W>) -> io::Result<W> {
    let out = catalog.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.finish()
}

/// The form of a catalogue: its files and their columns.
#[derive(Clone, Debug)]
pub struct CatalogForm {
    /// The format and the compression.
    pub encoding: CatalogEncoding,
    /// The columns.
    pub columns: CatalogColumns,
    /// The splits, each with a file of its own; `None` for one file.
    pub split: Option<SplitShares>,
}

/// A catalogue that is being written, in one file or in a file for each split.
pub struct CatalogFiles<W: Write + Send> {
    split: Option<SplitShares>,
    /// The place of the column of solutions.
    solution: Option<usize>,
    files: Vec<Catalog<W>>,
}

impl<W: Write + Send> CatalogFiles<W> {
    /// Writes an entry. Returns its split, if there are splits.
    pub fn write(&mut self, entry: &Entry) -> io::Result<Option<Split>> {
        let split = self.split.as_ref().map(|shares| shares.split(&entry.puzzle));
        self.file(split).write(entry)?;
        Ok(split)
    }

    /// Writes a row of another catalogue with the same columns.
    pub fn write_csv_row(&mut self, row: &str) -> io::Result<()> {
        let mut split = None;
        if let Some(shares) = &self.split {
            let field = self.solution.and_then(|at| row.split(',').nth(at)).unwrap_or_default();
            // A solution is a puzzle without an empty cell.
            let grid = field.parse::<AnyGrid>().ok();
            let Some(solved) = grid.and_then(|grid| AnyPuzzle::prove(grid).ok()) else {
                let words = format!("expected a row with a solution, found {row:?}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, words));
            };
            split = Some(shares.split(&solved));
        }
        self.file(split).write_csv_row(row)
    }

    fn file(&mut self, split: Option<Split>) -> &mut Catalog<W> {
        let mut at = 0;
        if let (Some(shares), Some(split)) = (&self.split, split) {
            at = shares.splits().position(|other| other == split).unwrap_or_default();
        }
        &mut self.files[at]
    }

    /// Ends the catalogue in one file and returns its output.
    ///
    /// # Errors
    /// An I/O error if the file cannot be written.
    pub fn end_one(mut self) -> io::Result<W> {
        end(self.files.remove(0))
    }

    /// Ends the catalogue and returns its outputs.
    pub fn end(self) -> io::Result<Vec<W>> {
        self.files.into_iter().map(end).collect()
    }
}
