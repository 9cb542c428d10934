//! Errors in puzzle files and their places. Each kind of error has its only wording here.

use crate::human::grade::{Tenths, Unrated};
use crate::sudoku::grid::Solution;
use crate::sudoku::puzzle::NotProper;
use crate::sudoku::score::Score;
use std::fmt;
use std::io;
use thiserror::Error;

/// Maximum length of an id in bytes: the ids of a file are kept in memory.
pub(in crate::store::table) const MAX_ID: usize = 255;

/// The beginning of a text of others, which may be as long as a row may be.
pub(crate) fn excerpt(mut text: String, characters: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(characters) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Why a row could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A row is invalid. The rows after it can still be read.
    #[error(transparent)]
    Wrong(Box<Fault>),
    /// The input failed and cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a row, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, {at}: {why}")]
pub struct Fault {
    /// The line, counted from 1; in Parquet, which has no lines, the number of the row.
    pub line: u64,
    /// The place in the line.
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
    pub(in crate::store::table) fn at(line: u64, at: At, why: Why) -> Self {
        Self::Wrong(Box::new(Fault { line, at, why }))
    }

    /// Formats the error like compilers do: `FILE:LINE:COLUMN: ...`.
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
    /// A character that is not a cell.
    #[error("expected a digit or a blank (. 0 _ * X), found {0:?}")]
    Character(char),
    /// The number of cells is neither 81 nor 9.
    #[error("expected {expected}, found {found}")]
    Cells {
        /// The number of cells found.
        found: usize,
        /// The expected number of cells, in words.
        expected: &'static str,
    },
    /// Text after the 81 cells of a line.
    #[error("expected the line to end after 81 cells, found {0:?}")]
    Behind(char),
    /// A grid has fewer than nine rows.
    #[error("expected 9 rows in the grid that begins here, found {rows}")]
    Short {
        /// The number of rows found.
        rows: usize,
    },
    /// An unknown heading in square brackets.
    #[error("expected the heading [Puzzle] or [State], found {0:?}")]
    Heading(String),
    /// A table without a column `puzzle`.
    #[error("expected a column `puzzle`, found the columns {0}")]
    NoPuzzleColumn(String),
    /// A quotation mark is not closed.
    #[error("expected a closing quotation mark, found none up to line {0}")]
    Unclosed(u64),
    /// A quotation mark is not closed within the maximum length, and no line behind it can hold a puzzle.
    #[error(
        "expected a closing quotation mark within {limit} bytes, found none up to line {last} and no line \
         with a puzzle; the rest is not read"
    )]
    NoTable {
        /// In bytes.
        limit: usize,
        /// The last line that was searched.
        last: u64,
    },
    /// A row exceeds the maximum length or number of fields.
    #[error("expected a row of at most {limit} bytes and {fields} fields, found a longer one")]
    TooLong {
        /// In bytes.
        limit: usize,
        /// In fields.
        fields: usize,
    },
    /// A line is not a JSON object.
    #[error("expected a JSON object, found {0}")]
    Json(String),
    /// The file is a JSON array instead of JSON lines.
    #[error("expected JSON lines (one object a line), found a JSON array")]
    JsonArray,
    /// A JSON object has no key `puzzle`.
    #[error("expected a key `puzzle`, found {0}")]
    NoPuzzleKey(String),
    /// The puzzle is not a string: a number cannot hold 81 digits.
    #[error("expected text of 81 cells, found {0}")]
    NotText(&'static str),
    /// The file is UTF-16.
    #[error("expected UTF-8 text, found UTF-16; save the file as UTF-8")]
    Utf16,
    /// The puzzle has no solution, or several.
    #[error(transparent)]
    Puzzle(#[from] NotProper),
    /// The solution in the row is not that of the puzzle.
    #[error("expected the solution of the puzzle, {0}, found another")]
    Solution(Box<Solution>),
    /// The id is too long to be one: its length in bytes.
    #[error("expected an id of at most {MAX_ID} bytes, found one of {0}")]
    LongId(usize),
    /// The level is not a number from 1 to 5.
    #[error("expected a level from 1 to 5, found {0:?}")]
    NoLevel(String),
    /// The band is not a number from 1 to 7.
    #[error("expected a band from 1 to 7, found {0:?}")]
    NoBand(String),
    /// The band in the row is not that of the puzzle.
    #[error("expected band {right} (rating {er}), found band {stated}")]
    Band {
        /// The band in the row.
        stated: u8,
        /// The band of the puzzle.
        right: u8,
        /// The rating of the puzzle.
        er: Tenths,
    },
    /// The puzzle has no rating, so it has no band.
    #[error(transparent)]
    Unrated(Unrated),
    /// The level in the row is not that of the puzzle.
    #[error(
        "expected level {} ({} givens, {} in the emptiest row or column, {} searches: total {}), \
         found level {stated}",
        score.level().number(), score.givens, score.row_col_min, score.searches, score.total()
    )]
    Level {
        /// The level in the row.
        stated: u8,
        /// The score of the puzzle.
        score: Score,
    },
}
