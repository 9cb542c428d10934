//! Writes grids as text, one at a time, in any of the formats.

use grid::{AnyGrid, GridShape};
use std::io::{self, Write};

words::named! {
    /// A text format for puzzles. All of them can be read again.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GridFormat {
        /// All characters in a line, . for blanks
        Line = "txt",
        /// All characters in a line, 0 for blanks
        Sdm = "sdm",
        /// Nine lines of nine, or as many as the size has
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
        grid: &AnyGrid,
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
            GridFormat::Boxed => return write_boxed(out, grid.shape(), &line),
            GridFormat::Sdk => writeln!(out, "[Puzzle]")?,
            _ => {}
        }
        let side = grid.shape().side();
        (0..side).try_for_each(|row| writeln!(out, "{}", &line[row * side..][..side]))
    }
}

fn write_line(out: &mut impl Write, line: &str, note: Option<&str>) -> io::Result<()> {
    match note {
        Some(note) => writeln!(out, "{line}  # {note}"),
        None => writeln!(out, "{line}"),
    }
}

fn write_boxed(out: &mut impl Write, shape: GridShape, line: &str) -> io::Result<()> {
    let (side, width) = (shape.side(), shape.block_columns());
    let block = "-".repeat(width);
    let blocks = vec![block.as_str(); side / width];
    let edge = format!(" *{}*", "-".repeat(side + blocks.len() - 1));
    writeln!(out, "{edge}")?;
    for row in 0..side {
        if row > 0 && row % shape.block_rows() == 0 {
            writeln!(out, " |{}|", blocks.join("+"))?;
        }
        write!(out, " |")?;
        for at in (row * side..(row + 1) * side).step_by(width) {
            write!(out, "{}|", &line[at..][..width])?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{edge}")
}
