//! Errors in puzzle files and their places.

use std::fmt;
use std::io;
use thiserror::Error;

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
    pub why: String,
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
    pub(in crate::store::table) fn at(line: u64, at: At, why: impl Into<String>) -> Self {
        Self::Wrong(Box::new(Fault { line, at, why: why.into() }))
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

/// What is wrong with a table without a column `puzzle`.
pub(in crate::store::table) fn no_puzzle_column(column: Option<&str>, names: String) -> String {
    let found = excerpt(names, 1000);
    match column {
        Some(column) => format!("expected a column `{column}`, found the columns {found}"),
        None => format!(
            "expected a column `puzzle`, found the columns {found}; rename that of the puzzles, or name it by \
             the setting `column` in commands that have it"
        ),
    }
}
