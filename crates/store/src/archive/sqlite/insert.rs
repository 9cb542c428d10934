//! Changes of an archive: inserting and removing runs, and storing their notes. Each change is one
//! transaction.

use super::{
    ArchiveBackend, ArchiveError, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary, KeyStream, Sqlite,
    read::{self, KeySum},
};
use crate::archive::notes::{RunNote, SERIES};
use engine::sudoku::key::Key;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use std::collections::HashMap;
use std::path::Path;

/// The number of rows of one statement, which takes half the time of single rows in a small
/// archive, and nine tenths in a large one.
const ROWS_PER_STATEMENT: usize = 64;

/// An error inside a transaction.
enum ChangeError {
    Ours(ArchiveError),
    Sqlite(rusqlite::Error),
}

impl From<ArchiveError> for ChangeError {
    fn from(e: ArchiveError) -> Self {
        Self::Ours(e)
    }
}

impl From<rusqlite::Error> for ChangeError {
    fn from(e: rusqlite::Error) -> Self {
        Self::Sqlite(e)
    }
}

/// The counts of an insert in progress.
#[derive(Default)]
struct InsertCounts {
    all: u64,
    /// The keys that were inserted.
    new: KeySum,
    /// The number of keys that the archive had before, by run.
    known: HashMap<i64, u64>,
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

    fn insert_run(
        &mut self,
        keys: KeyStream<'_>,
        how: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let path = self.paths.typed.clone();
        self.change(|db| {
            let id = insert_unnamed_run(db)?;
            let mut counts = InsertCounts::default();
            loop {
                let block = Iterator::take(&mut *keys, how.block.max(1));
                let mut block = block.collect::<Result<Vec<_>, _>>()?;
                if block.is_empty() {
                    break;
                }
                insert_keys(db, id, &mut block, &mut counts)?;
            }
            let run = (how.run)();
            let own = name_run(db, id, &run, counts.new)?;
            // A key that comes twice is still owned by the unnamed run.
            let mut own_known = counts.known.remove(&own).unwrap_or(0);
            if own != id {
                own_known += counts.known.remove(&id).unwrap_or(0);
            }
            let others = counts.known.into_values().sum();
            if others > 0 && how.on_conflict == ConflictPolicy::Abort {
                return Err(ArchiveError::Taken { path, others, of: counts.all }.into());
            }
            if let Some(numbers) = how.numbers {
                numbers.ensure_free(&read::read_notes(db, SERIES)?, &run.name, &path)?;
                write_note(db, &numbers.note(&run.name))?;
            }
            Ok(InsertSummary { new: counts.new.count, own: own_known, others })
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
        let changed = self.change_unconverted(work);
        changed.map_err(|e| match e {
            ChangeError::Ours(e) => e,
            ChangeError::Sqlite(e) => self.damage_error(e),
        })
    }

    fn change_unconverted<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, ChangeError>,
    ) -> Result<T, ChangeError> {
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
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

/// Inserts a run without a name, for [`name_run`], and returns its number.
fn insert_unnamed_run(db: &Connection) -> rusqlite::Result<i64> {
    db.execute("INSERT INTO run VALUES (NULL, '', '', '', NULL, '', '', 0, x'')", [])?;
    Ok(db.last_insert_rowid())
}

/// Names a run that has received `new` keys. If a run of this name exists, it gets the keys.
/// Returns the number of the run with the name.
fn name_run(db: &Connection, id: i64, run: &ArchivedRun, new: KeySum) -> rusqlite::Result<i64> {
    let Some(before) = run_id(db, &run.name)? else {
        db.execute(
            "UPDATE run SET name = ?2, kind = ?3, program = ?4, seed = ?5, settings = ?6,
             entered = ?7 WHERE id = ?1",
            (id, &run.name, &run.kind, &run.program, &run.seed, &run.settings, &run.entered),
        )?;
        new.write(db, id)?;
        return Ok(id);
    };
    if new.count > 0 {
        db.execute("UPDATE seen SET run = ?2 WHERE run = ?1", [id, before])?;
        let mut all = KeySum::of_run(db, before)?;
        all.add_all(new);
        all.write(db, before)?;
    }
    db.execute("DELETE FROM run WHERE id = ?1", [id])?;
    Ok(before)
}

/// Inserts the keys that the archive does not have, in order of keys: random keys would read and
/// write most pages more than once.
fn insert_keys(
    db: &Connection,
    id: i64,
    keys: &mut [(Key, i64)],
    counts: &mut InsertCounts,
) -> rusqlite::Result<()> {
    keys.sort_unstable();
    counts.all += keys.len() as u64;
    for rows in keys.chunks(ROWS_PER_STATEMENT) {
        let inserted = insert_rows(db, id, rows)?;
        for (key, row) in rows {
            if inserted < rows.len()
                && let Some(owner) = owner_before(db, id, key, *row)?
            {
                *counts.known.entry(owner).or_default() += 1;
                continue;
            }
            counts.new.add(key, *row);
        }
    }
    Ok(())
}

/// Inserts the rows whose keys are new, and returns their number.
fn insert_rows(db: &Connection, id: i64, rows: &[(Key, i64)]) -> rusqlite::Result<usize> {
    let mut sql = "INSERT INTO seen VALUES ".to_owned();
    for i in 0..rows.len() {
        let comma = if i == 0 { "" } else { ", " };
        sql.push_str(&format!("{comma}(?{}, ?1, ?{})", 2 * i + 2, 2 * i + 3));
    }
    sql.push_str(" ON CONFLICT (key) DO NOTHING");
    let mut insert = db.prepare_cached(&sql)?;
    insert.raw_bind_parameter(1, id)?;
    for (i, (key, row)) in rows.iter().enumerate() {
        insert.raw_bind_parameter(2 * i + 2, key.0)?;
        insert.raw_bind_parameter(2 * i + 3, row)?;
    }
    insert.raw_execute()
}

/// Returns the number of the run that had a key before this row. Returns `None` if the row was
/// inserted.
fn owner_before(db: &Connection, id: i64, key: &Key, row: i64) -> rusqlite::Result<Option<i64>> {
    let (run, of_row) = read::locate(db, key)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    Ok(if (run, of_row) == (id, row) { None } else { Some(run) })
}
