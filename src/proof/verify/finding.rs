//! What is wrong, where, and what would be right. Not how it is found.

use std::fmt;
use std::sync::Arc;

/// Something in a file that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as the user named it.
    pub file: Arc<str>,
    /// Where in it.
    pub place: Place,
    /// Which puzzle: its id, or its number in the book. Empty where it is about none.
    pub puzzle: String,
    /// What is wrong.
    pub wrong: String,
    /// What would be right; empty where nobody can know.
    pub right: String,
}

/// Where in a file something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A field of a table.
    Line {
        /// Counted from 1, the header included.
        line: u64,
        /// The name of the column.
        column: &'static str,
    },
    /// A page of a book.
    Page {
        /// Counted from 1, as a viewer counts them.
        sheet: usize,
        /// The number that is printed on it, where there is one.
        folio: Option<String>,
    },
}

/// `FILE:LINE, column C, puzzle P: wrong; right would be right`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        match &self.place {
            Place::Whole => {}
            Place::Line { line, column: "" } => write!(f, ":{line}")?,
            Place::Line { line, column } => write!(f, ":{line}, column {column}")?,
            Place::Page { sheet, folio: None } => write!(f, ", sheet {sheet}")?,
            Place::Page {
                sheet,
                folio: Some(folio),
            } => write!(f, ", sheet {sheet} (page {folio})")?,
        }
        if !self.puzzle.is_empty() {
            write!(f, ", puzzle {}", self.puzzle)?;
        }
        write!(f, ": {}", self.wrong)?;
        if !self.right.is_empty() {
            write!(f, "; {} would be right", self.right)?;
        }
        Ok(())
    }
}
