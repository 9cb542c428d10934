//! Errors in puzzle files and their places.

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
    Row(Box<RowError>),
    /// The input failed and cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a row, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {reason}", self.place(", "))]
pub struct RowError {
    /// The line, counted from 1; in Parquet, which has no lines, the number of the row.
    pub line: u64,
    /// The place in the line.
    pub at: RowPosition,
    /// The column as the file names it, where that is another name than the one in `at`.
    pub column: Option<Box<str>>,
    /// What was expected, and what was found.
    pub reason: String,
}

impl RowError {
    /// The place in the line behind a separator, with the column as the file names it; nothing for
    /// a whole row.
    fn place(&self, separator: &str) -> String {
        let column = |own| self.column.as_deref().unwrap_or(own);
        match self.at {
            RowPosition::Row => String::new(),
            RowPosition::Character(n) => format!("{separator}column {n}"),
            RowPosition::Field(own) => format!("{separator}column `{}`", column(own)),
            RowPosition::InField(own, n) => {
                format!("{separator}column `{}`, character {n}", column(own))
            }
        }
    }
}

/// A place in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowPosition {
    /// The row as a whole.
    Row,
    /// A character of the line, counted from 1.
    Character(usize),
    /// A field of a table.
    Field(&'static str),
    /// A character of a field, counted from 1.
    InField(&'static str, usize),
}

impl ReadError {
    pub(in crate::store::table) fn at(
        line: u64,
        at: RowPosition,
        reason: impl Into<String>,
    ) -> Self {
        Self::Row(Box::new(RowError { line, at, column: None, reason: reason.into() }))
    }

    /// An error of a line as a whole, which is shown at its first character.
    pub(in crate::store::table) fn in_line(line: u64, reason: impl Into<String>) -> Self {
        Self::at(line, RowPosition::Character(1), reason)
    }

    /// The same error, in the column that the file calls so.
    pub(in crate::store::table) fn in_column(mut self, name: &str) -> Self {
        if let Self::Row(row_error) = &mut self
            && let RowPosition::Field(own) | RowPosition::InField(own, _) = row_error.at
            && own != name
        {
            row_error.column = Some(excerpt(name.to_owned(), 80).into());
        }
        self
    }

    /// Formats the error like compilers do: `FILE:LINE:COLUMN: ...`.
    pub fn in_file(&self, file: &str) -> String {
        let Self::Row(row_error) = self else {
            return format!("cannot read {file}: {self}");
        };
        let RowError { line, at, reason, .. } = &**row_error;
        match at {
            RowPosition::Character(n) => format!("{file}:{line}:{n}: {reason}"),
            _ => format!("{file}:{line}{}: {reason}", row_error.place(": ")),
        }
    }
}

/// What is wrong with a table without a column of puzzles.
pub(in crate::store::table) fn no_puzzle_column(column: Option<&str>, names: String) -> String {
    let found = excerpt(names, 1000);
    match column {
        Some(column) => format!("expected a column `{column}`, found the columns {found}"),
        None => format!(
            "expected a column of puzzles, found the columns {found}; the setting `column` names the one that \
             column_type them"
        ),
    }
}
