//! Reads an archive: its contents, its soundness, and the places of puzzles.

use super::filter::BloomFilters;
use super::notes::{self, RunNote};
use super::{ArchiveError, ArchiveReader, ArchiveStats, ArchivedRun, Sqlite, data_version};
use crate::sudoku::key::Key;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;

impl ArchiveReader for Sqlite {
    fn name(&self) -> &Path {
        &self.paths.typed
    }

    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError> {
        let notes = notes::read(&self.db, topic).map_err(|e| self.error(e))?;
        self.ensure_unchanged()?;
        Ok(notes)
    }

    fn runs(&self) -> Result<Vec<(i64, ArchivedRun)>, ArchiveError> {
        let read = || {
            let mut runs = self.db.prepare(
                "SELECT id, name, kind, program, seed, settings, entered, puzzles
                 FROM run ORDER BY id",
            )?;
            let runs = runs.query_map([], |row| {
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
            runs.collect::<rusqlite::Result<Vec<_>>>()
        };
        let runs = read().map_err(|e| self.damage_error(e))?;
        self.ensure_unchanged()?;
        Ok(runs)
    }

    fn bytes(&self) -> Result<u64, ArchiveError> {
        Ok(std::fs::metadata(&self.paths.real).map_or(0, |about| about.len()))
    }

    /// One transaction serves all queries, because locks and the header of the log cost more than
    /// the search.
    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError> {
        let look_up = || {
            if self.db.is_autocommit() {
                self.db.execute_batch("BEGIN")?;
            }
            let mut filters = self.filters.borrow_mut();
            let (_, filters) = match &mut *filters {
                Some(filters) => filters,
                none => none.insert((data_version(&self.db)?, BloomFilters::open(&self.db)?)),
            };
            let places = keys.iter().map(|key| filters.locate(&self.db, key));
            places.collect::<rusqlite::Result<Vec<_>>>()
        };
        let places = look_up().map_err(|e| self.damage_error(e))?;
        self.ensure_unchanged()?;
        Ok(places)
    }

    fn check(&self) -> Result<ArchiveStats, ArchiveError> {
        let damaged = |words: String| ArchiveError::Damaged(self.paths.typed.clone(), words);
        self.end_snapshot()?;
        // One snapshot for the whole check, even while a run writes.
        self.db.execute_batch("BEGIN").map_err(|e| self.error(e))?;
        self.check_pages("PRAGMA integrity_check(1)")?;
        let stats = self.stats()?;
        let mut filters = BloomFilters::open(&self.db).map_err(|e| self.damage_error(e))?;
        let (mut keys, mut twice, mut missing) = (0, 0, 0);
        let mut last = None;
        let mut of_run: HashMap<i64, u64> = HashMap::new();
        let counted = self.for_each_in_order(|key, run, _| {
            keys += 1;
            *of_run.entry(run).or_default() += 1;
            twice += u64::from(last.replace(key) == Some(key));
            missing += u64::from(!filters.may_contain(&self.db, &key)?);
            Ok::<_, rusqlite::Error>(())
        });
        counted.and_then(|all| all).map_err(|e| self.damage_error(e))?;
        for (id, ArchivedRun { name, puzzles, .. }) in self.runs()? {
            let found = of_run.remove(&id).unwrap_or(0);
            if found != puzzles {
                return Err(damaged(format!("run {name} has {found} keys, expected {puzzles}")));
            }
        }
        if let Some(n) = of_run.into_values().reduce(|a, b| a + b) {
            return Err(damaged(format!("{n} keys have no run")));
        }
        let segments = "SELECT coalesce(sum(keys), 0) FROM segment";
        let segments = self.db.query_row(segments, [], |row| row.get::<_, i64>(0));
        let segments = segments.map_err(|e| self.damage_error(e))?.unsigned_abs();
        if keys != segments {
            return Err(damaged(format!("{keys} keys, expected {segments} in all segments")));
        }
        for (n, what) in [(twice, "occur twice"), (missing, "are not in the filters")] {
            if n > 0 {
                return Err(damaged(format!("{n} keys {what}")));
            }
        }
        self.ensure_unchanged()?;
        self.end_snapshot()?;
        Ok(stats)
    }

    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        self.for_each_in_order(visit).map_err(|e| self.damage_error(e))??;
        self.ensure_unchanged()
    }
}

impl Sqlite {
    /// Merges the segments and calls `visit` in order of keys. Stops if SQLite or `visit` fails.
    fn for_each_in_order<E>(
        &self,
        mut visit: impl FnMut(Key, i64, i64) -> Result<(), E>,
    ) -> rusqlite::Result<Result<(), E>> {
        let mut segments = self.db.prepare("SELECT id FROM segment")?;
        let segments = segments.query_map([], |row| row.get(0))?;
        let segments = segments.collect::<rusqlite::Result<Vec<i64>>>()?;
        let keys = "SELECT key, run, row FROM seen WHERE segment = ?1 ORDER BY key";
        let keys = segments.iter().map(|_| self.db.prepare(keys));
        let mut keys = keys.collect::<rusqlite::Result<Vec<_>>>()?;
        let rows = keys.iter_mut().zip(&segments);
        let rows = rows.map(|(keys, segment)| keys.query([segment]));
        let mut rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        let mut smallest = BinaryHeap::new();
        let mut taken: Vec<usize> = (0..rows.len()).collect();
        loop {
            // The segment of the last key yields its next one.
            for i in taken.drain(..) {
                if let Some(row) = rows[i].next()? {
                    let (key, run, row) = (Key(row.get(0)?), row.get(1)?, row.get(2)?);
                    smallest.push(Reverse((key, i, run, row)));
                }
            }
            let Some(Reverse((key, i, run, row))) = smallest.pop() else {
                return Ok(Ok(()));
            };
            if let Err(e) = visit(key, run, row) {
                return Ok(Err(e));
            }
            taken.push(i);
        }
    }
}
