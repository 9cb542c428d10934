//! Writes grids as text, one at a time, in any of the formats.

use engine::sudoku::grid::Grid;
use std::io::{self, Write};

engine::named! {
    /// A text format for puzzles. All of them can be read again.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GridFormat {
        /// 81 characters per line, . for blanks
        Line = "txt",
        /// 81 characters per line, 0 for blanks
        Sdm = "sdm",
        /// Nine lines of nine
        Rows = "rows",
        /// Nine lines of nine under a heading
        Sdk = "sdk",
        /// Nine lines of nine with borders between the blocks
        Boxed = "ss",
    }
}

impl GridFormat {
    /// Returns the extension of the names of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Rows => "txt",
            _ => self.name(),
        }
    }
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
        let line = grid.to_string();
        match self.format {
            GridFormat::Line => return write_line(out, &line, note),
            GridFormat::Sdm => return write_line(out, &line.replace('.', "0"), note),
            _ => {}
        }
        if std::mem::replace(&mut self.any, true) {
            writeln!(out)?;
        }
        if let Some(note) = note {
            writeln!(out, "# {note}")?;
        }
        match self.format {
            GridFormat::Boxed => return write_boxed(out, &line),
            GridFormat::Sdk => writeln!(out, "[Puzzle]")?,
            _ => {}
        }
        (0..9).try_for_each(|row| writeln!(out, "{}", &line[row * 9..][..9]))
    }
}

fn write_line(out: &mut impl Write, line: &str, note: Option<&str>) -> io::Result<()> {
    match note {
        Some(note) => writeln!(out, "{line}  # {note}"),
        None => writeln!(out, "{line}"),
    }
}

fn write_boxed(out: &mut impl Write, line: &str) -> io::Result<()> {
    for row in 0..9 {
        match row {
            0 => writeln!(out, " *-----------*")?,
            3 | 6 => writeln!(out, " |---+---+---|")?,
            _ => {}
        }
        let row = &line[row * 9..][..9];
        writeln!(out, " |{}|{}|{}|", &row[..3], &row[3..6], &row[6..])?;
    }
    writeln!(out, " *-----------*")
}
