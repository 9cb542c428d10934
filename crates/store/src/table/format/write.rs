//! Writes grids as text, one at a time, in any of the formats.

use engine::sudoku::grid::Grid;
use std::borrow::Cow;
use std::io::{self, Write};

/// A text format for puzzles. All of them can be read again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridFormat {
    /// 81 characters per line, `.` for a blank.
    Line,
    /// 81 characters per line, `0` for a blank.
    Sdm,
    /// Nine lines of nine characters, with an empty line between grids.
    Rows,
    /// The same as `Rows`, under a heading `[Puzzle]`.
    Sdk,
    /// Nine lines of nine characters with borders between the blocks.
    Boxed,
}

impl GridFormat {
    /// All five formats.
    pub const ALL: [Self; 5] = [Self::Line, Self::Sdm, Self::Rows, Self::Sdk, Self::Boxed];
}

/// A writer of grids in one format, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridWriter {
    format: GridFormat,
    any: bool,
}

impl GridWriter {
    /// Creates a writer. Writes nothing yet.
    pub const fn new(format: GridFormat) -> Self {
        Self { format, any: false }
    }

    /// Writes a grid, with a comment if the format allows one.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        grid: &Grid,
        note: Option<&str>,
    ) -> io::Result<()> {
        let any = std::mem::replace(&mut self.any, true);
        let line = grid.to_string();
        if matches!(self.format, GridFormat::Line | GridFormat::Sdm) {
            let line = if self.format == GridFormat::Sdm { line.replace('.', "0") } else { line };
            return match note {
                Some(note) => writeln!(out, "{line}  # {note}"),
                None => writeln!(out, "{line}"),
            };
        }
        if any {
            writeln!(out)?;
        }
        if let Some(note) = note {
            writeln!(out, "# {note}")?;
        }
        if self.format == GridFormat::Sdk {
            writeln!(out, "[Puzzle]")?;
        }
        let mut rows = (0..9).map(|i| &line[i * 9..][..9]);
        if self.format != GridFormat::Boxed {
            return rows.try_for_each(|row| writeln!(out, "{row}"));
        }
        for (i, row) in rows.enumerate() {
            match i {
                0 => writeln!(out, " *-----------*")?,
                3 | 6 => writeln!(out, " |---+---+---|")?,
                _ => {}
            }
            writeln!(out, " |{}|{}|{}|", &row[..3], &row[3..6], &row[6..])?;
        }
        writeln!(out, " *-----------*")
    }
}

/// Prepends an apostrophe to a foreign text if a spreadsheet would run it as a formula.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    let begins = text.trim_start().starts_with(['=', '+', '-', '@']);
    if begins && text.parse::<f64>().is_err() { format!("'{text}").into() } else { text.into() }
}

/// Writes a row of CSV, quoting fields where needed (RFC 4180, but with LF line ends).
///
/// # Errors
/// If the writer fails.
pub fn write_record(
    out: &mut impl Write,
    fields: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<()> {
    // A csv writer on `out` would flush `out` after each row.
    let mut builder = csv::WriterBuilder::new();
    let mut csv = builder.terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    for field in fields {
        csv.write_field(field.as_ref())?;
    }
    csv.write_record(None::<&[u8]>)?;
    let row = csv.into_inner().map_err(csv::IntoInnerError::into_error)?;
    out.write_all(&row)
}
