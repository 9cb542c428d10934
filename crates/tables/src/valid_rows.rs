//! Rows of files for a product. All rows are read, and all invalid rows are reported together.

use super::puzzle_files::{InputError, PuzzleFile, PuzzleRecords};
use super::record::PuzzleRecord;
use words::{Clause, FirstFew};

/// The valid rows of several files. Invalid rows are collected into one error after the last row. A
/// file that cannot be read ends the rows at once.
pub struct ValidRows<I> {
    rows: I,
    wrong: FirstFew<Clause>,
    has_ended: bool,
}

impl<I> ValidRows<I> {
    /// Collects the errors of these rows.
    pub fn new(rows: I) -> Self {
        Self { rows, wrong: FirstFew::default(), has_ended: false }
    }

    /// Adds a row that turned out to be invalid after it was read.
    pub fn add_invalid(&mut self, error: &InputError) {
        self.wrong.push(|| error.into());
    }
}

impl ValidRows<PuzzleRecords> {
    /// Creates the proved puzzles of these files, each with its place.
    pub fn records(files: Vec<PuzzleFile>) -> Self {
        Self::new(PuzzleRecord::read(files))
    }

    /// Returns the note about the columns of the files so far that a record does not have, if
    /// there are any.
    pub fn note(&self) -> Option<Clause> {
        self.rows.unread_columns().sentence()
    }
}

impl<T, I: Iterator<Item = Result<T, InputError>>> Iterator for ValidRows<I> {
    type Item = Result<T, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            match self.rows.next() {
                Some(Ok(row)) => return Some(Ok(row)),
                Some(Err(InputError::Row(words))) => _ = self.wrong.push(|| words),
                Some(Err(InputError::Repeated { count, .. })) => self.wrong.count_hidden(count),
                Some(Err(error)) => {
                    self.has_ended = true;
                    return Some(Err(error));
                }
                None => {
                    self.has_ended = true;
                    return self.wrong.take_text().map(|words| Err(InputError::Row(words)));
                }
            }
        }
        None
    }
}
