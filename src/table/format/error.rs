//! Why something is not a puzzle, and where it stands.

use std::io;
use thiserror::Error;

/// What ends badly while reading. Only [`ReadError::Io`] ends the reading.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A place that keeps none of the rules.
    #[error("line {line}, column {column}: {why}")]
    Wrong {
        /// Counted from 1.
        line: u64,
        /// Counted in characters from 1.
        column: usize,
        /// What is wrong, and what would be right.
        why: Why,
    },
    /// The input cannot be read any further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Why {
    /// A character that is no cell.
    #[error("{0:?} stands where a digit or a blank (. 0 _ * X) was expected")]
    Character(char),
    /// Neither a line of 81 nor a row of nine.
    #[error("{found} cells, where {expected} were expected")]
    Cells {
        /// How many.
        found: usize,
        /// How many would be right.
        expected: &'static str,
    },
    /// Something behind the 81 cells of a line.
    #[error("{0:?} stands where the line should end after 81 cells")]
    Behind(char),
    /// A grid with fewer than nine rows.
    #[error("the grid that begins here ends after {rows} of 9 rows")]
    Short {
        /// How many it has.
        rows: usize,
    },
    /// A heading that no form has.
    #[error("the heading {0:?} is unknown; [Puzzle] and [State] are known")]
    Heading(String),
    /// What looks like the header of a table of something else.
    #[error("this looks like a table, but none of its columns is named `puzzle`: {0}")]
    NoPuzzleColumn(String),
    /// A field that holds no grid.
    #[error("column `puzzle`, character {character}: {why}")]
    Field {
        /// Where in the field, counted from 1.
        character: usize,
        /// What is wrong there.
        why: Box<Why>,
    },
    /// A row of a table that does not end.
    #[error(
        "the row that begins here does not end within {limit} bytes, up to line {last}; \
         is a quotation mark missing?"
    )]
    Endless {
        /// The longest that a row may be.
        limit: usize,
        /// The last line that was lost to it.
        last: u64,
    },
    /// Two bytes for a character.
    #[error("this is UTF-16 text, where UTF-8 was expected: save it as UTF-8")]
    Utf16,
}
