//! Records of files for a product: all rows are read, those that are wrong are named together.

use super::files::{FilePlace, InputError, PuzzleFile, Records};
use super::header::SetAside;
use super::record::Record;

/// The most wrong rows that an error names.
const NAMED: usize = 5;

/// Rows that are wrong: the first few in words, and how many there are.
#[derive(Clone, Debug, Default)]
pub struct WrongRows {
    named: Vec<String>,
    count: usize,
}

impl WrongRows {
    /// Adds a row, in words that tell where it is.
    pub fn add(&mut self, words: String) {
        if self.named.len() < NAMED {
            self.named.push(words);
        }
        self.count += 1;
    }

    /// Adds what an error says of rows. Any other error is given back.
    ///
    /// # Errors
    /// Errors that are not of a row.
    pub fn add_error(&mut self, error: InputError) -> Result<(), InputError> {
        match error {
            InputError::Row(words) => self.add(words),
            InputError::Repeated { count, .. } => self.count += count as usize,
            error => return Err(error),
        }
        Ok(())
    }

    /// The error that names them; `None` if no row is wrong.
    pub fn take(&mut self) -> Option<InputError> {
        let Self { mut named, count } = std::mem::take(self);
        match count - named.len() {
            0 => {}
            1 => named.push("and 1 more row".to_owned()),
            more => named.push(format!("and {more} more rows")),
        }
        (count > 0).then(|| InputError::Row(named.join("\n")))
    }
}

/// Proved puzzles of several files, each with its place. Rows that are wrong are put aside and make
/// one error behind the last record. A file that cannot be read ends the records at once.
pub struct SoundRecords {
    records: Records,
    wrong: WrongRows,
    has_ended: bool,
}

impl SoundRecords {
    /// The records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        let (records, wrong) = (Records::new(files), WrongRows::default());
        Self { records, wrong, has_ended: false }
    }

    /// Puts a row aside that was found to be wrong after it was read.
    pub fn put_aside(&mut self, error: &InputError) {
        self.wrong.add(error.to_string());
    }

    /// The columns of the files read so far that are not in a record.
    pub fn set_aside(&self) -> &SetAside {
        self.records.set_aside()
    }
}

impl Iterator for SoundRecords {
    type Item = Result<(FilePlace, Record), InputError>;

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
                    return self.wrong.take().map(Err);
                }
            }
        }
        None
    }
}
