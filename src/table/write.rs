//! Entries to rows, one at a time.

use crate::entry::{Entry, Id};
use serde::Serialize;
use std::io::{self, Write};

/// How a catalogue is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// RFC 4180 with a header, UTF-8, line feeds.
    Csv,
    /// The same as Excel likes it: a byte order mark, and carriage returns before the line feeds.
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

/// Field by field the columns of the catalogue.
#[derive(Serialize)]
pub(super) struct Row {
    id: String,
    puzzle: String,
    solution: String,
    clues: usize,
    /// The total; one decimal is all it has.
    difficulty: f64,
    level: u8,
    level_name: &'static str,
    row_col_min: usize,
    searches: u64,
    grid: &'static str,
    order: &'static str,
    symmetry: &'static str,
    canonical: String,
    seed: u64,
    slot: u64,
    reissue: u32,
}

impl From<&Entry> for Row {
    fn from(entry: &Entry) -> Self {
        let Entry {
            puzzle,
            score,
            canonical,
            origin,
        } = entry;
        Self {
            id: Id(origin.slot).to_string(),
            puzzle: puzzle.givens().to_string(),
            solution: puzzle.solution().to_string(),
            clues: score.givens,
            difficulty: f64::from(score.total_tenths()) / 10.0,
            level: score.level().number(),
            level_name: score.level().name(),
            row_col_min: score.row_col_min,
            searches: score.searches,
            grid: origin.grid.name(),
            order: origin.order.name(),
            symmetry: origin.symmetry.name(),
            canonical: canonical.to_string(),
            seed: origin.seed.0,
            slot: origin.slot.number,
            reissue: origin.reissue,
        }
    }
}

/// A field for writers that are not serde's.
#[cfg(feature = "parquet")]
pub(super) enum Value<'a> {
    Text(&'a str),
    Whole(u64),
    Real(f64),
}

#[cfg(feature = "parquet")]
impl Row {
    /// All fields, in order.
    pub(super) fn values(&self) -> [Value<'_>; 16] {
        use Value::{Real, Text, Whole};
        [
            Text(&self.id),
            Text(&self.puzzle),
            Text(&self.solution),
            Whole(self.clues as u64),
            Real(self.difficulty),
            Whole(self.level.into()),
            Text(self.level_name),
            Whole(self.row_col_min as u64),
            Whole(self.searches),
            Text(self.grid),
            Text(self.order),
            Text(self.symmetry),
            Text(&self.canonical),
            Whole(self.seed),
            Whole(self.slot),
            Whole(self.reissue.into()),
        ]
    }
}

/// Writes a catalogue, a row at a time, with a header even when there is no row.
pub struct Writer<W: Write + Send> {
    kind: Kind<W>,
}

enum Kind<W: Write + Send> {
    Csv(Box<csv::Writer<W>>),
    Jsonl(W),
    Lines {
        out: W,
        blank: &'static str,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::Table<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a catalogue.
    ///
    /// # Errors
    /// When the writer does not take the header.
    pub fn new(mut out: W, format: Format) -> io::Result<Self> {
        let kind = match format {
            Format::Csv | Format::ExcelCsv => {
                let mut builder = csv::WriterBuilder::new();
                builder.has_headers(false);
                if format == Format::ExcelCsv {
                    out.write_all("\u{feff}".as_bytes())?;
                    builder.terminator(csv::Terminator::CRLF);
                }
                let mut csv = builder.from_writer(out);
                csv.write_record(super::COLUMNS).map_err(io_error)?;
                Kind::Csv(Box::new(csv))
            }
            Format::Jsonl => Kind::Jsonl(out),
            Format::Sdm => Kind::Lines { out, blank: "0" },
            Format::Txt => Kind::Lines { out, blank: "." },
            #[cfg(feature = "parquet")]
            Format::Parquet => Kind::Parquet(Box::new(super::parquet::Table::new(out)?)),
        };
        Ok(Self { kind })
    }

    /// Says where the catalogue comes from, in a form that has a place for it: Parquet's metadata.
    /// The others have none.
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables))]
    pub fn describe(&mut self, key: &str, value: &str) {
        #[cfg(feature = "parquet")]
        if let Kind::Parquet(table) = &mut self.kind {
            table.describe(key, value);
        }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// When the writer fails; buffered rows may fail later, in [`Writer::finish`] at the latest.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        match &mut self.kind {
            Kind::Csv(csv) => csv.serialize(Row::from(entry)).map_err(io_error),
            Kind::Jsonl(out) => {
                serde_json::to_writer(&mut *out, &Row::from(entry))?;
                out.write_all(b"\n")
            }
            Kind::Lines { out, blank } => {
                let line = entry.puzzle.givens().to_string();
                writeln!(out, "{}", line.replace('.', blank))
            }
            #[cfg(feature = "parquet")]
            Kind::Parquet(table) => table.write(&Row::from(entry)),
        }
    }

    /// Writes what is buffered, and gives the writer back.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.kind {
            Kind::Csv(csv) => csv.into_inner().map_err(|e| e.into_error())?,
            Kind::Jsonl(out) | Kind::Lines { out, .. } => out,
            #[cfg(feature = "parquet")]
            Kind::Parquet(table) => table.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// The error of the writer itself, whose kind tells a closed pipe from a full disk.
fn io_error(e: csv::Error) -> io::Error {
    match e.into_kind() {
        csv::ErrorKind::Io(e) => e,
        other => io::Error::other(format!("{other:?}")),
    }
}
