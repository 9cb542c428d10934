//! Errors in puzzle files, with their positions.

use std::io;
use thiserror::Error;
use words::{Clause, clause, excerpt};

/// An error that occurred while a row was read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A row is invalid. The rows after it can still be read.
    #[error(transparent)]
    Row(Box<RowError>),
    /// The input failed and cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An invalid row: its position and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {reason}", self.place(", "))]
pub struct RowError {
    /// The line, counted from 1; in Parquet, which has no lines, the number of the row.
    pub line: u64,
    /// The position in the line.
    pub at: RowPosition,
    /// The name of the column in the file, if it differs from the name in `at`.
    pub column: Option<Box<str>>,
    /// The reason: a sentence that names what was expected and what was found.
    pub reason: Clause,
}

impl RowError {
    /// Formats the position in the line after a separator, with the column name of the file.
    /// Returns an empty text for a whole row.
    fn place(&self, separator: &str) -> String {
        let (own, character) = match self.at {
            RowPosition::Row => return String::new(),
            RowPosition::Character(n) => return format!("{separator}column {n}"),
            RowPosition::Field(own) => (own, String::new()),
            RowPosition::InField(own, n) => (own, format!(", character {n}")),
        };
        let column = self.column.as_deref().unwrap_or(own);
        format!("{separator}column `{column}`{character}")
    }
}

/// A position in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowPosition {
    /// The whole row.
    Row,
    /// A character of the line, counted from 1.
    Character(usize),
    /// A field of a table.
    Field(&'static str),
    /// A character of a field, counted from 1.
    InField(&'static str, usize),
}

impl RowPosition {
    /// Returns our name of the column; empty for a place outside of columns.
    pub const fn column(&self) -> &'static str {
        match self {
            Self::Row | Self::Character(_) => "",
            Self::Field(name) | Self::InField(name, _) => name,
        }
    }
}

impl ReadError {
    pub(crate) fn at(line: u64, at: RowPosition, reason: impl Into<Clause>) -> Self {
        Self::Row(Box::new(RowError { line, at, column: None, reason: reason.into() }))
    }

    /// Creates an error of a whole line, which is shown at its first character.
    pub(crate) fn in_line(line: u64, reason: impl Into<Clause>) -> Self {
        Self::at(line, RowPosition::Character(1), reason)
    }

    /// Returns the same error with the column name of the file.
    pub(crate) fn in_column(mut self, name: &str) -> Self {
        if let Self::Row(row_error) = &mut self
            && !["", name].contains(&row_error.at.column())
        {
            row_error.column = Some(excerpt(name, 80).into());
        }
        self
    }

    /// Formats the error as compilers do: `FILE:LINE:COLUMN: ...`.
    pub fn in_file(&self, file: &str) -> Clause {
        let file = file.to_owned();
        let row_error = match self {
            Self::Row(row_error) => row_error,
            Self::Io(e) => return clause!("cannot read {}: {}", file, e),
        };
        let RowError { line, at, reason, column } = &**row_error;
        let reason = reason.clone();
        match at {
            RowPosition::Character(n) => clause!("{}:{}:{}: {}", file, *line, *n, reason),
            RowPosition::Field(own) => {
                let column = column.as_deref().unwrap_or(own).to_owned();
                clause!("{}:{}: column `{}`: {}", file, *line, column, reason)
            }
            _ => {
                let place = format!("{file}:{line}{}", row_error.place(": "));
                clause!("{}: {}", place, reason)
            }
        }
    }
}

/// Explains that a table has no column of puzzles.
pub(crate) fn no_puzzle_column(column: Option<&str>, names: &[String]) -> Clause {
    let found = excerpt(&names.join(", "), 300);
    match column {
        Some(column) => {
            clause!("expected a column `{}`, found the columns {}", column.to_owned(), found)
        }
        None => clause!(
            "expected a column of puzzles, found the columns {}; --column names the one that holds \
             them",
            found
        ),
    }
}
