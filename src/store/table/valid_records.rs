//! Records of files for a product: all rows are read, those that are wrong are named together.

use super::files::{FilePlace, InputError, PuzzleFile, PuzzleRecords};
use super::first_few::WrongRows;
use super::header::UnreadColumns;
use super::record::PuzzleRecord;

impl WrongRows {
    /// Adds an error of a row. Returns any other error.
    ///
    /// # Errors
    /// Errors that are not of a row.
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

/// Proved puzzles of several files, each with its place. Rows that are wrong are put aside and make
/// one error behind the last record. A file that cannot be read ends the records at once.
pub struct ValidRecords {
    records: PuzzleRecords,
    wrong: WrongRows,
    has_ended: bool,
}

impl ValidRecords {
    /// The records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        let (records, wrong) = (PuzzleRecords::new(files), WrongRows::default());
        Self { records, wrong, has_ended: false }
    }

    /// Puts a row aside that was found to be wrong after it was read.
    pub fn put_aside(&mut self, error: &InputError) {
        self.wrong.push(|| error.to_string());
    }

    /// The columns of the files read so far that are not in a record.
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
