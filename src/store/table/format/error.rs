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
    Wrong(Box<Fault>),
    /// The input failed and cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a row, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {why}", self.place(", "))]
pub struct Fault {
    /// The line, counted from 1; in Parquet, which has no lines, the number of the row.
    pub line: u64,
    /// The place in the line.
    pub at: At,
    /// The column as the file names it, where that is another name than the one in `at`.
    pub column: Option<Box<str>>,
    /// What was expected, and what was found.
    pub why: String,
}

impl Fault {
    /// The place in the line behind a separator, with the column as the file names it; nothing for
    /// a whole row.
    fn place(&self, separator: &str) -> String {
        let column = |own| self.column.as_deref().unwrap_or(own);
        match self.at {
            At::Row => String::new(),
            At::Character(n) => format!("{separator}column {n}"),
            At::Field(own) => format!("{separator}column `{}`", column(own)),
            At::InField(own, n) => format!("{separator}column `{}`, character {n}", column(own)),
        }
    }
}

/// A place in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
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
    pub(in crate::store::table) fn at(line: u64, at: At, why: impl Into<String>) -> Self {
        Self::Wrong(Box::new(Fault { line, at, column: None, why: why.into() }))
    }

    /// An error of a line as a whole, which is shown at its first character.
    pub(in crate::store::table) fn in_line(line: u64, why: impl Into<String>) -> Self {
        Self::at(line, At::Character(1), why)
    }

    /// The same error, in the column that the file calls so.
    pub(in crate::store::table) fn in_column(mut self, name: &str) -> Self {
        if let Self::Wrong(fault) = &mut self
            && let At::Field(own) | At::InField(own, _) = fault.at
            && own != name
        {
            fault.column = Some(excerpt(name.to_owned(), 80).into());
        }
        self
    }

    /// Formats the error like compilers do: `FILE:LINE:COLUMN: ...`.
    pub fn in_file(&self, file: &str) -> String {
        let Self::Wrong(fault) = self else {
            return format!("cannot read {file}: {self}");
        };
        let Fault { line, at, why, .. } = &**fault;
        match at {
            At::Character(n) => format!("{file}:{line}:{n}: {why}"),
            _ => format!("{file}:{line}{}: {why}", fault.place(": ")),
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
             holds them"
        ),
    }
}
