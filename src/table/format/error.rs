//! What is wrong in a file of puzzles, and where: the only wording of each fault.

use crate::grid::Solution;
use crate::puzzle::NotProper;
use crate::score::Score;
use std::fmt;
use std::io;
use thiserror::Error;

/// Why a row could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A row that is wrong. The rows after it can still be read.
    #[error(transparent)]
    Wrong(Box<Fault>),
    /// The input failed; there is nothing more to read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a row, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, {at}: {why}")]
pub struct Fault {
    /// The line, counted from 1; in Parquet, which has no lines, the row.
    pub line: u64,
    /// Where in the line.
    pub at: At,
    /// What was expected, and what was found.
    pub why: Why,
}

/// A place in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// A character of the line, counted from 1.
    Character(usize),
    /// A field of a table.
    Field(&'static str),
    /// A character of a field, counted from 1.
    InField(&'static str, usize),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(n) => write!(f, "column {n}"),
            Self::Field(name) => write!(f, "column `{name}`"),
            Self::InField(name, n) => write!(f, "column `{name}`, character {n}"),
        }
    }
}

impl ReadError {
    pub(in crate::table) fn at(line: u64, at: At, why: Why) -> Self {
        Self::Wrong(Box::new(Fault { line, at, why }))
    }

    /// The error with its place as editors and compilers write it: `FILE:LINE:COLUMN: ...`.
    pub fn in_file(&self, file: &str) -> String {
        let Self::Wrong(fault) = self else {
            return format!("cannot read {file}: {self}");
        };
        let Fault { line, at, why } = &**fault;
        match at {
            At::Character(n) => format!("{file}:{line}:{n}: {why}"),
            at => format!("{file}:{line}: {at}: {why}"),
        }
    }
}

/// What was expected, and what was found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Why {
    /// A character that is no cell.
    #[error("expected a digit or a blank (. 0 _ * X), found {0:?}")]
    Character(char),
    /// Neither a line of 81 nor a row of nine.
    #[error("expected {expected}, found {found}")]
    Cells {
        /// The number of cells.
        found: usize,
        /// The number there should be, in words.
        expected: &'static str,
    },
    /// Text after the 81 cells of a line.
    #[error("expected the line to end after 81 cells, found {0:?}")]
    Behind(char),
    /// A grid with fewer than nine rows.
    #[error("expected 9 rows in the grid that begins here, found {rows}")]
    Short {
        /// The number of rows.
        rows: usize,
    },
    /// A heading that no form has.
    #[error("expected the heading [Puzzle] or [State], found {0:?}")]
    Heading(String),
    /// The header of a table that holds something else.
    #[error("expected a column `puzzle`, found the columns {0}")]
    NoPuzzleColumn(String),
    /// A quotation mark is opened and not closed.
    #[error("expected a closing quotation mark, found none up to line {0}")]
    Unclosed(u64),
    /// More than a row may have.
    #[error("expected a row of at most {limit} bytes and {fields} fields, found a longer one")]
    TooLong {
        /// In bytes.
        limit: usize,
        /// In fields.
        fields: usize,
    },
    /// A line of JSON that is no object.
    #[error("expected a JSON object, found {0}")]
    Json(String),
    /// A JSON array, where objects are expected one a line.
    #[error("expected JSON lines (one object a line), found a JSON array")]
    JsonArray,
    /// An object without a puzzle.
    #[error("expected a key `puzzle`, found {0}")]
    NoPuzzleKey(String),
    /// A puzzle that is no text: 81 digits are more than a number holds.
    #[error("expected text of 81 cells, found {0}")]
    NotText(&'static str),
    /// Two bytes a character.
    #[error("expected UTF-8 text, found UTF-16; save the file as UTF-8")]
    Utf16,
    /// No solution, or several.
    #[error(transparent)]
    Puzzle(#[from] NotProper),
    /// A solution that is not the puzzle's.
    #[error("expected the solution of the puzzle, {0}, found another")]
    Solution(Box<Solution>),
    /// Not a level.
    #[error("expected a level from 1 to 5, found {0:?}")]
    NoLevel(String),
    /// A level that is not the puzzle's.
    #[error(
        "expected level {} ({} givens, {} in the emptiest row or column, {} searches: total {}), \
         found level {stated}",
        score.level().number(), score.givens, score.row_col_min, score.searches, score.total()
    )]
    Level {
        /// What the row says.
        stated: u8,
        /// What the puzzle is.
        score: Score,
    },
}
