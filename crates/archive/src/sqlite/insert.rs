//! Changes of an archive: inserting and removing runs, and storing their notes. Each change is one
//! transaction.

use super::read::{self, KeySum};
use super::{
    ArchiveBackend, ArchiveError, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary, KeyRow, KeyStream, Sqlite, journal,
};
use crate::error::FileContext as _;
use crate::notes::{RunNote, SERIES, continued_note};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use std::path::Path;
use thiserror::Error;

/// The number of rows of one statement, which takes half the time of single rows in a small
/// archive, and nine tenths in a large one.
const ROWS_PER_STATEMENT: usize = 64;

/// An error inside a transaction.
#[derive(Debug, Error)]
enum ChangeError {
    #[error(transparent)]
    Ours(#[from] ArchiveError),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

impl ArchiveBackend for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    fn copy_file(&self, to: &Path) -> Option<Result<ArchiveStats, ArchiveError>> {
        Some(self.copy(to))
    }

    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError> {
        self.change(|db| Ok(write_note(db, note)?))
    }

    fn insert(
        &mut self,
        run: &ArchivedRun,
        keys: KeyStream<'_>,
        options: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let path = self.paths.typed.clone();
        self.change(|db| {
            let mut inserting = RunInsert::begin(db, run)?;
            inserting.insert_all(keys)?;
            inserting.sum.write(db, inserting.id)?;
            let InsertSummary { new, own, others } = inserting.counts;
            if others > 0 && options.on_conflict == ConflictPolicy::Abort {
                return Err(ArchiveError::Taken { path, others, of: new + own + others }.into());
            }
            if let Some(numbers) = options.numbers {
                numbers.ensure_free(&read::read_notes(db, SERIES)?, &run.name, &path)?;
                if let Some(replaced) = numbers.note_of_replaced() {
                    write_note(db, &replaced)?;
                }
                write_note(db, &numbers.note(&run.name))?;
            }
            if let Some(before) = options.continued {
                write_note(db, &continued_note(&run.name, before))?;
            }
            if let Some(label) = options.label {
                write_note(db, &label.note(&run.name))?;
            }
            Ok(inserting.counts)
        })
    }

    fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        let missing = ArchiveError::NoSuchRun(self.paths.typed.clone(), name.to_owned());
        self.change(|db| {
            let Some(id) = run_id(db, name)? else {
                return Err(missing.into());
            };
            let removed = db.execute("DELETE FROM seen WHERE run = ?1", [id])?;
            db.execute("DELETE FROM note WHERE run = ?1", [id])?;
            db.execute("DELETE FROM run WHERE id = ?1", [id])?;
            Ok(removed as u64)
        })
    }
}

impl Sqlite {
    /// Runs `work` in one transaction, and commits if it succeeds.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, ChangeError>,
    ) -> Result<T, ArchiveError> {
        self.try_change(work).map_err(|e| match e {
            ChangeError::Ours(e) => e,
            ChangeError::Sqlite(e) => self.damage_error(e),
        })
    }

    fn try_change<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, ChangeError>,
    ) -> Result<T, ChangeError> {
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        journal::mark(&tx, &self.paths.real)?.writing(&self.paths.typed)?;
        let answer = work(&tx)?;
        tx.commit()?;
        Ok(answer)
    }
}

fn write_note(db: &Connection, note: &RunNote) -> rusqlite::Result<()> {
    let keep = "INSERT OR REPLACE INTO note SELECT id, ?2, ?3 FROM run WHERE name = ?1";
    db.execute(keep, (&note.run, &note.topic, &note.text)).map(drop)
}

fn run_id(db: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    db.query_row("SELECT id FROM run WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// The insert of a run's keys.
struct RunInsert<'a> {
    db: &'a Connection,
    id: i64,
    /// True if the archive had the run before.
    is_again: bool,
    /// The sum of all keys of the run.
    sum: KeySum,
    counts: InsertSummary,
}

impl<'a> RunInsert<'a> {
    /// Inserts the run without puzzles, unless the archive has it.
    fn begin(db: &'a Connection, run: &ArchivedRun) -> rusqlite::Result<Self> {
        let before = run_id(db, &run.name)?;
        let id = match before {
            Some(id) => id,
            None => {
                db.execute(
                    "INSERT INTO run VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, 0, zeroblob(16))",
                    (&run.name, &run.kind, &run.program, &run.seed, &run.settings, &run.entered),
                )?;
                db.last_insert_rowid()
            }
        };
        let (sum, counts) = (KeySum::of_run(db, id)?, InsertSummary::default());
        Ok(Self { db, id, is_again: before.is_some(), sum, counts })
    }

    /// Inserts the keys that the archive does not have. They are in ascending order: random keys
    /// would read and write most pages more than once.
    fn insert_all(&mut self, keys: KeyStream<'_>) -> Result<(), ChangeError> {
        loop {
            let mut rows: Vec<_> = keys.take(ROWS_PER_STATEMENT).collect::<Result<_, _>>()?;
            if rows.is_empty() {
                return Ok(());
            }
            if self.is_again {
                rows = self.count_known(rows)?;
            }
            let is_each_new = self.insert_rows(&rows)? == rows.len();
            for row in rows {
                let owner = if is_each_new { None } else { self.owner_before(row)? };
                self.count(row, owner);
            }
        }
    }

    /// Counts the rows whose keys the archive has, and returns the others.
    fn count_known(&mut self, rows: Vec<KeyRow>) -> rusqlite::Result<Vec<KeyRow>> {
        let mut fresh = Vec::with_capacity(rows.len());
        for row in rows {
            match read::locate(self.db, &row.key)? {
                Some((owner, _)) => self.count(row, Some(owner)),
                None => fresh.push(row),
            }
        }
        Ok(fresh)
    }

    /// Counts a row whose key had this owner.
    fn count(&mut self, row: KeyRow, owner: Option<i64>) {
        match owner {
            None => {
                self.sum.add(row);
                self.counts.new += 1;
            }
            Some(owner) if owner == self.id => self.counts.own += 1,
            Some(_) => self.counts.others += 1,
        }
    }

    /// Inserts the rows whose keys are new, and returns their number.
    fn insert_rows(&self, rows: &[KeyRow]) -> rusqlite::Result<usize> {
        if rows.is_empty() {
            return Ok(0);
        }
        let mut sql = "INSERT INTO seen VALUES ".to_owned();
        for i in 0..rows.len() {
            let comma = if i == 0 { "" } else { ", " };
            sql.push_str(&format!("{comma}(?{}, ?1, ?{})", 2 * i + 2, 2 * i + 3));
        }
        sql.push_str(" ON CONFLICT (key) DO NOTHING");
        let mut insert = self.db.prepare_cached(&sql)?;
        insert.raw_bind_parameter(1, self.id)?;
        for (i, KeyRow { key, row }) in rows.iter().enumerate() {
            insert.raw_bind_parameter(2 * i + 2, key.0)?;
            insert.raw_bind_parameter(2 * i + 3, row)?;
        }
        insert.raw_execute()
    }

    /// Returns the owner that a key had before an insert of this row. Returns `None` if the row was
    /// inserted.
    fn owner_before(&self, row: KeyRow) -> rusqlite::Result<Option<i64>> {
        let place = read::locate(self.db, &row.key)?;
        let (run, found) = place.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        Ok(if (run, found) == (self.id, row.row) { None } else { Some(run) })
    }
}
