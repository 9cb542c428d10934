//! Reads an archive: its contents, its soundness, and the places of puzzles.

use super::{ArchiveError, ArchiveReader, ArchiveStats, ArchivedRun, KeyRow, Sqlite, data_version};
use crate::error::FileContext as _;
use crate::notes::RunNote;
use grid::Key;
use rusqlite::{Connection, OptionalExtension as _, Row};
use std::collections::HashMap;
use std::path::Path;

/// The number of keys that are read at a time. Between two blocks no lock is held, so that a reader
/// whose output waits is in no writer's way.
const KEYS_PER_BLOCK: usize = 1 << 16;

impl ArchiveReader for Sqlite {
    fn name(&self) -> &Path {
        &self.paths.typed
    }

    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError> {
        read_notes(&self.db, topic).map_err(|e| self.damage_error(e))
    }

    fn runs(&self) -> Result<Vec<(i64, ArchivedRun)>, ArchiveError> {
        read_runs(&self.db).map_err(|e| self.damage_error(e))
    }

    fn bytes(&self) -> Result<u64, ArchiveError> {
        Ok(std::fs::metadata(&self.paths.real).reading(&self.paths.typed)?.len())
    }

    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError> {
        self.locate_in_order(keys).map_err(|e| self.damage_error(e))
    }

    fn check(&self) -> Result<ArchiveStats, ArchiveError> {
        // One transaction for the whole check. A writer commits after it.
        let snapshot = self.db.unchecked_transaction().map_err(|e| self.error(e))?;
        self.check_pages("PRAGMA integrity_check(1)")?;
        let stats = self.stats()?;
        let fault = find_fault(&self.db).map_err(|e| self.damage_error(e))?;
        if let Some(fault) = fault {
            return Err(ArchiveError::Damaged(self.paths.typed.clone(), fault));
        }
        snapshot.finish().map_err(|e| self.error(e))?;
        Ok(stats)
    }

    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut last = None;
        loop {
            let block = self.read_block(last).map_err(|e| self.damage_error(e))?;
            // What was read before would be of another state.
            if data_version(&self.db).map_err(|e| self.error(e))? != self.version {
                return Err(ArchiveError::Busy(self.paths.typed.clone()));
            }
            let Some(entry) = block.last() else {
                return Ok(());
            };
            last = Some(entry.key);
            for entry in block {
                visit(entry.key, entry.run, entry.row)?;
            }
        }
    }
}

/// A row of the table of keys.
struct SeenKey {
    key: Key,
    run: i64,
    row: i64,
}

/// The number of a run's keys, and their checksum: see `schema.sql`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeySum {
    pub count: u64,
    checksum: u128,
}

impl KeySum {
    pub(super) fn add(&mut self, KeyRow { key, row }: KeyRow) {
        self.count += 1;
        self.checksum ^= u128::from_be_bytes(key.0) ^ u128::from(row.cast_unsigned());
    }

    /// Reads the columns `puzzles` and `checksum` of a run.
    pub(super) fn of_run(db: &Connection, id: i64) -> rusqlite::Result<Self> {
        let sum = "SELECT puzzles, checksum FROM run WHERE id = ?1";
        db.query_row(sum, [id], |row| {
            let count = row.get::<_, i64>(0)?.unsigned_abs();
            Ok(Self { count, checksum: u128::from_be_bytes(row.get(1)?) })
        })
    }

    /// Writes the columns `puzzles` and `checksum` of a run.
    pub(super) fn write(self, db: &Connection, id: i64) -> rusqlite::Result<()> {
        let write = "UPDATE run SET puzzles = ?2, checksum = ?3 WHERE id = ?1";
        let checksum = self.checksum.to_be_bytes();
        db.execute(write, (id, self.count.cast_signed(), checksum)).map(drop)
    }
}

impl SeenKey {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self { key: Key(row.get(0)?), run: row.get(1)?, row: row.get(2)? })
    }
}

impl Sqlite {
    /// Reads the keys after `last`, or the first keys.
    fn read_block(&self, last: Option<Key>) -> rusqlite::Result<Vec<SeenKey>> {
        let after = last.as_ref().map(|key| key.0.as_slice()).unwrap_or_default();
        let keys = "SELECT key, run, row FROM seen WHERE key > ?1 ORDER BY key LIMIT ?2";
        let mut keys = self.db.prepare_cached(keys)?;
        let limit = KEYS_PER_BLOCK as i64;
        keys.query_map((after, limit), SeenKey::from_row)?.collect()
    }

    /// Locates keys in one transaction, because locks cost more than a search, and in order of
    /// keys, so that each page is read once.
    fn locate_in_order(&self, keys: &[Key]) -> rusqlite::Result<Vec<Option<(i64, i64)>>> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_unstable_by_key(|at| keys[*at]);
        let mut places = vec![None; keys.len()];
        let snapshot = self.db.unchecked_transaction()?;
        for at in order {
            places[at] = locate(&self.db, &keys[at])?;
        }
        snapshot.finish()?;
        Ok(places)
    }
}

/// Returns the number of the run that owns a key, and its row there.
pub(super) fn locate(db: &Connection, key: &Key) -> rusqlite::Result<Option<(i64, i64)>> {
    let mut place = db.prepare_cached("SELECT run, row FROM seen WHERE key = ?1")?;
    place.query_row([key.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

/// Returns the runs with their numbers, oldest first.
pub(super) fn read_runs(db: &Connection) -> rusqlite::Result<Vec<(i64, ArchivedRun)>> {
    let runs = "SELECT id, name, kind, program, seed, settings, entered, puzzles
                FROM run ORDER BY id";
    let mut statement = db.prepare(runs)?;
    let rows = statement.query_map([], |row| {
        let run = ArchivedRun {
            name: row.get(1)?,
            kind: row.get(2)?,
            program: row.get(3)?,
            seed: row.get(4)?,
            settings: row.get(5)?,
            entered: row.get(6)?,
            puzzles: row.get::<_, i64>(7)?.unsigned_abs(),
        };
        Ok((row.get(0)?, run))
    })?;
    rows.collect()
}

/// Returns the notes whose topic has this prefix, oldest run first.
pub(super) fn read_notes(db: &Connection, topic: &str) -> rusqlite::Result<Vec<RunNote>> {
    let notes = "SELECT run.name, topic, value FROM note JOIN run ON run.id = note.run
                 WHERE substr(topic, 1, length(?1)) = ?1 ORDER BY run.id, topic";
    let mut statement = db.prepare(notes)?;
    let rows = statement.query_map([topic], |row| {
        Ok(RunNote { run: row.get(0)?, topic: row.get(1)?, text: row.get(2)? })
    })?;
    rows.collect()
}

/// Compares the keys with the runs. Returns the first fault in words.
fn find_fault(db: &Connection) -> rusqlite::Result<Option<String>> {
    let mut sums = sum_keys_by_run(db)?;
    for (id, ArchivedRun { name, .. }) in read_runs(db)? {
        let (found, expected) = (sums.remove(&id).unwrap_or_default(), KeySum::of_run(db, id)?);
        if found.count != expected.count {
            let (found, expected) = (found.count, expected.count);
            return Ok(Some(format!("run {name} has {found} keys, expected {expected}")));
        }
        if found != expected {
            return Ok(Some(format!("run {name} has other keys than those that were entered")));
        }
    }
    if sums.is_empty() {
        return Ok(None);
    }
    let found: u64 = sums.values().map(|sum| sum.count).sum();
    Ok(Some(format!("{found} keys are of no run, expected none")))
}

fn sum_keys_by_run(db: &Connection) -> rusqlite::Result<HashMap<i64, KeySum>> {
    let mut sums: HashMap<i64, KeySum> = HashMap::new();
    let mut keys = db.prepare("SELECT key, run, row FROM seen")?;
    for entry in keys.query_map([], SeenKey::from_row)? {
        let SeenKey { key, run, row } = entry?;
        sums.entry(run).or_default().add(KeyRow { key, row });
    }
    Ok(sums)
}
