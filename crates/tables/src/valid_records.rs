//! Records of files for a product. All rows are read, and all invalid rows are reported together.

use super::first_few::WrongRows;
use super::header::UnreadColumns;
use super::puzzle_files::{FilePlace, InputError, PuzzleFile, PuzzleRecords};
use super::record::PuzzleRecord;

impl WrongRows {
    /// Adds an error of a row.
    ///
    /// # Errors
    /// Returns any error that is not an error of a row.
    pub fn add_error(&mut self, error: InputError) -> Result<(), InputError> {
        match error {
            InputError::Row(words) => _ = self.push(|| words),
            InputError::Repeated { count, .. } => self.count_hidden(count),
            error => return Err(error),
        }
        Ok(())
    }

    /// Takes all lines as one error.
    pub fn take_error(&mut self) -> Option<InputError> {
        self.take_text().map(InputError::Row)
    }
}

/// The proved puzzles of several files, each with its place. Invalid rows are collected into one
/// error after the last record. A file that cannot be read ends the records at once.
pub struct ValidRecords {
    records: PuzzleRecords,
    wrong: WrongRows,
    has_ended: bool,
}

impl ValidRecords {
    /// Creates the records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        let (records, wrong) = (PuzzleRecords::new(files), WrongRows::default());
        Self { records, wrong, has_ended: false }
    }

    /// Adds a row that turned out to be invalid after it was read.
    pub fn add_invalid(&mut self, error: &InputError) {
        self.wrong.push(|| error.into());
    }

    /// Returns the columns of the files so far that a record does not have.
    pub fn unread_columns(&self) -> &UnreadColumns {
        self.records.unread_columns()
    }
}

impl Iterator for ValidRecords {
    type Item = Result<(FilePlace, PuzzleRecord), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            match self.records.next() {
                Some(Ok(record)) => return Some(Ok(record)),
                Some(Err(error)) => {
                    if let Err(error) = self.wrong.add_error(error) {
                        self.has_ended = true;
                        return Some(Err(error));
                    }
                }
                None => {
                    self.has_ended = true;
                    return self.wrong.take_error().map(Err);
                }
            }
        }
        None
    }
}
