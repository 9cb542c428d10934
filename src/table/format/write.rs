//! Grids to text, one at a time, in each of the forms.

use crate::grid::Grid;
use std::io::{self, Write};

/// A form that puzzles can be written in; every one of them can be read again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Form {
    /// 81 characters a line, `.` for a blank.
    Line,
    /// 81 characters a line, `0` for a blank.
    Sdm,
    /// A table with the one column `puzzle`.
    Csv,
    /// Nine lines of nine, an empty line between grids.
    Rows,
    /// The same under a heading `[Puzzle]`.
    Sdk,
    /// Nine lines of nine with lines drawn between the blocks.
    Boxed,
}

impl Form {
    /// The six forms.
    pub const ALL: [Self; 6] = [
        Self::Line,
        Self::Sdm,
        Self::Csv,
        Self::Rows,
        Self::Sdk,
        Self::Boxed,
    ];
}

/// Writes grids in a form, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    form: Form,
    any: bool,
}

impl Writer {
    /// Nothing is written before the first grid.
    pub const fn new(form: Form) -> Self {
        Self { form, any: false }
    }

    /// Writes what stands before the first grid, if the form has such a thing.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::Csv => writeln!(out, "puzzle"),
            _ => Ok(()),
        }
    }

    /// Writes a grid; with a note for people, where the form has room for one.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        grid: &Grid,
        note: Option<&str>,
    ) -> io::Result<()> {
        let any = std::mem::replace(&mut self.any, true);
        let line = grid.to_string();
        match self.form {
            Form::Csv => return writeln!(out, "{line}"),
            Form::Line | Form::Sdm => {
                match self.form {
                    Form::Sdm => write!(out, "{}", line.replace('.', "0"))?,
                    _ => write!(out, "{line}")?,
                }
                return match note {
                    Some(note) => writeln!(out, "  # {note}"),
                    None => writeln!(out),
                };
            }
            Form::Rows | Form::Sdk | Form::Boxed => {}
        }
        if any {
            writeln!(out)?;
        }
        if let Some(note) = note {
            writeln!(out, "# {note}")?;
        }
        let mut rows = (0..9).map(|i| &line[i * 9..][..9]);
        match self.form {
            Form::Boxed => {
                writeln!(out, " *-----------*")?;
                for (i, row) in rows.enumerate() {
                    if i == 3 || i == 6 {
                        writeln!(out, " |---+---+---|")?;
                    }
                    writeln!(out, " |{}|{}|{}|", &row[..3], &row[3..6], &row[6..])?;
                }
                writeln!(out, " *-----------*")
            }
            Form::Sdk => {
                writeln!(out, "[Puzzle]")?;
                rows.try_for_each(|row| writeln!(out, "{row}"))
            }
            _ => rows.try_for_each(|row| writeln!(out, "{row}")),
        }
    }
}

/// Writes a row of a table, quoting the fields that need it (RFC 4180, line feeds).
///
/// # Errors
/// When the writer fails.
pub fn write_record(
    out: &mut impl Write,
    fields: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<()> {
    for (i, field) in fields.into_iter().enumerate() {
        let field = field.as_ref();
        if i > 0 {
            write!(out, ",")?;
        }
        if field.contains(['"', ',', '\n', '\r']) {
            write!(out, "\"{}\"", field.replace('"', "\"\""))?;
        } else {
            write!(out, "{field}")?;
        }
    }
    writeln!(out)
}
