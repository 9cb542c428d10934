//! The keys of an import before the insert. All files are read first, so that a repeated key is
//! reported with both places. The keys are in a temporary database that SQLite keeps on disk and
//! removes. So an import needs the same memory for any number of keys.

use super::error::Access;
use super::{Archive, ArchiveError, InsertSummary, RunDescription};
use engine::sudoku::key::Key;
use rusqlite::{Connection, Row};
use std::path::Path;

/// Maximum number of repeated keys in a report.
const MAX_REPEATED_NAMED: usize = 5;

const TABLE: &str = "
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -8000;
    CREATE TABLE staged (key BLOB, file INTEGER, line INTEGER, givens INTEGER);
    BEGIN";

/// Keys to be inserted, in the order in which they were read.
#[derive(Debug)]
pub struct StagedKeys {
    db: Connection,
    /// The number of keys before each file.
    files: Vec<i64>,
    count: i64,
}

/// The place of a key: the index of its file, and the line in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StagedPlace {
    /// The index of the file.
    pub file: usize,
    /// The line, counted from 1.
    pub line: u64,
}

/// A key that stands in the files more than once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepeatedKey {
    /// The place of the repetition.
    pub place: StagedPlace,
    /// The place of the first occurrence.
    pub first: StagedPlace,
    /// True if both puzzles are known and differ: one was relabelled or moved.
    pub is_moved: bool,
}

/// A row of the table.
#[derive(Clone, Copy)]
struct StagedKey {
    key: [u8; 16],
    place: StagedPlace,
    givens: Option<u32>,
}

impl StagedKey {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let (file, line): (i64, i64) = (row.get(1)?, row.get(2)?);
        let place = StagedPlace { file: file as usize, line: line.cast_unsigned() };
        Ok(Self { key: row.get(0)?, place, givens: row.get(3)? })
    }
}

fn database_error(e: rusqlite::Error) -> ArchiveError {
    ArchiveError::from_sqlite(Path::new("the temporary file of the import"), e, Access::Write)
}

impl StagedKeys {
    /// Creates an empty temporary database.
    ///
    /// # Errors
    /// If the temporary database cannot be created.
    pub fn new() -> Result<Self, ArchiveError> {
        let db = Connection::open("").map_err(database_error)?;
        db.execute_batch(TABLE).map_err(database_error)?;
        Ok(Self { db, files: Vec::new(), count: 0 })
    }

    /// Starts the next file.
    pub fn begin_file(&mut self) {
        self.files.push(self.count);
    }

    /// Returns true if the last file has no key.
    pub fn is_file_empty(&self) -> bool {
        self.files.last().is_none_or(|before| *before == self.count)
    }

    /// Adds a key of the last file. `givens` is the key of the puzzle's givens, if they are known.
    ///
    /// # Errors
    /// If the temporary database cannot be written.
    pub fn push(&mut self, key: Key, line: u64, givens: Option<Key>) -> Result<(), ArchiveError> {
        let givens = givens.map(|Key([a, b, c, d, ..])| u32::from_be_bytes([a, b, c, d]));
        let file = self.files.len().saturating_sub(1);
        let insert = self.db.prepare_cached("INSERT INTO staged VALUES (?1, ?2, ?3, ?4)");
        let inserted = insert.and_then(|mut insert| {
            insert.execute((key.0, file as i64, line.cast_signed(), givens))
        });
        inserted.map_err(database_error)?;
        self.count += 1;
        Ok(())
    }

    /// Returns the first repeated keys, in the order in which they were read, and the number of all
    /// repetitions.
    ///
    /// # Errors
    /// If the temporary database cannot be read or written.
    pub fn repeated(&self) -> Result<(Vec<RepeatedKey>, u64), ArchiveError> {
        let look = || {
            let mut all = self.db.prepare("SELECT * FROM staged ORDER BY key, rowid")?;
            let (mut named, mut count) = (Vec::new(), 0);
            let mut last: Option<StagedKey> = None;
            for staged in all.query_map([], StagedKey::from_row)? {
                let staged = staged?;
                let Some(first) = last.filter(|last| last.key == staged.key) else {
                    last = Some(staged);
                    continue;
                };
                let is_moved = first.givens.zip(staged.givens).is_some_and(|(a, b)| a != b);
                let (place, first) = (staged.place, first.place);
                named.push(RepeatedKey { place, first, is_moved });
                count += 1;
                if named.len() > 2 * MAX_REPEATED_NAMED {
                    named.sort_by_key(|repeated| repeated.place);
                    named.truncate(MAX_REPEATED_NAMED);
                }
            }
            named.sort_by_key(|repeated| repeated.place);
            named.truncate(MAX_REPEATED_NAMED);
            Ok((named, count))
        };
        look().map_err(database_error)
    }

    /// Inserts the keys of a file by [`Archive::import`].
    ///
    /// # Errors
    /// The errors of [`Archive::import`]; also if the temporary database cannot be read.
    pub fn insert(
        &self,
        file: usize,
        archive: &mut Archive,
        when: &str,
        run: impl Fn(&str) -> RunDescription,
    ) -> Result<InsertSummary, ArchiveError> {
        let before = self.files.get(file).copied().unwrap_or(self.count);
        let end = self.files.get(file + 1).copied().unwrap_or(self.count);
        let keys = "SELECT key FROM staged WHERE rowid > ?1 AND rowid <= ?2 ORDER BY rowid";
        let mut keys = self.db.prepare(keys).map_err(database_error)?;
        let mut keys =
            keys.query_map([before, end], |row| row.get(0).map(Key)).map_err(database_error)?;
        archive.import(when, || keys.next().transpose().map_err(database_error), run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_come_in_the_order_of_the_files() {
        let mut staged_keys = StagedKeys::new().unwrap();
        let keys = [[9, 9, 1, 5], [1, 7, 9, 5], [5, 5, 2, 3]];
        for file in &keys {
            staged_keys.begin_file();
            assert!(staged_keys.is_file_empty());
            for (key, line) in file.iter().zip(1..) {
                staged_keys.push(Key([*key; 16]), line, Some(Key([line as u8; 16]))).unwrap();
            }
            assert!(!staged_keys.is_file_empty());
        }
        let (named, count) = staged_keys.repeated().unwrap();
        let places: Vec<_> = named
            .iter()
            .map(|RepeatedKey { place, first, is_moved }| {
                ([(place.file, place.line), (first.file, first.line)], *is_moved)
            })
            .collect();
        let expected = [
            ([(0, 2), (0, 1)], true),
            ([(1, 1), (0, 3)], true),
            ([(1, 3), (0, 1)], true),
            ([(1, 4), (0, 4)], false),
            ([(2, 1), (0, 4)], true),
        ];
        assert_eq!(places, expected);
        assert_eq!(count, 6);
    }
}
