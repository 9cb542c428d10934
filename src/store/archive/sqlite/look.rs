//! Reading an archive: what it holds, whether it is sound, where a puzzle was printed. Not what
//! changes it.

use super::filter::Filters;
use super::notes::{self, Note};
use super::{ArchiveError, Found, Look, RunRow, Sqlite, Stats, state_number};
use crate::sudoku::key::Key;
use rusqlite::{OptionalExtension as _, Row};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;

const RUN: &str =
    "run.name, run.kind, run.program, run.seed, run.entered, run.puzzles, run.settings";

fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        name: row.get(0)?,
        kind: row.get(1)?,
        program: row.get(2)?,
        seed: row.get(3)?,
        entered: row.get(4)?,
        puzzles: row.get::<_, i64>(5)?.unsigned_abs(),
        settings: row.get(6)?,
    })
}

impl Look for Sqlite {
    fn name(&self) -> &Path {
        &self.place.typed
    }

    fn notes(&self, topic: &str) -> Result<Vec<Note>, ArchiveError> {
        let notes = notes::read(&self.db, topic).map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(notes)
    }

    fn number_of(&self, run: &str) -> Result<Option<i64>, ArchiveError> {
        let query = "SELECT id FROM run WHERE name = ?1";
        self.db.query_row(query, [run], |row| row.get(0)).optional().map_err(|e| self.of(e))
    }

    /// One transaction for all questions: locks and the log's header cost more than the search.
    fn known(&self, keys: &[Key]) -> Result<Vec<Option<i64>>, ArchiveError> {
        let look_up = || {
            if self.db.is_autocommit() {
                self.db.execute_batch("BEGIN")?;
            }
            let mut filters = self.filters.borrow_mut();
            let (_, filters) = match &mut *filters {
                Some(filters) => filters,
                none => none.insert((state_number(&self.db)?, Filters::open(&self.db)?)),
            };
            let runs = keys.iter().map(|key| filters.run_of(&self.db, key));
            runs.collect::<rusqlite::Result<Vec<_>>>()
        };
        let runs = look_up().map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(runs)
    }

    fn find(&self, keys: &[Key]) -> Result<Vec<Option<Found>>, ArchiveError> {
        let known = self.known(keys)?;
        let found = keys.iter().zip(known).map(|(key, run)| match run {
            None => Ok(None),
            Some(_) => self.find_one(key),
        });
        found.collect()
    }

    fn stats(&self) -> Result<Stats, ArchiveError> {
        let runs = || {
            let query = format!("SELECT {RUN} FROM run ORDER BY id");
            let mut query = self.db.prepare(&query)?;
            let runs = query.query_map([], run_row)?;
            runs.collect::<rusqlite::Result<Vec<_>>>()
        };
        let runs = runs().map_err(|e| self.of(e))?;
        self.unchanged()?;
        let bytes = std::fs::metadata(&self.place.real).map_or(0, |about| about.len());
        Ok(Stats::of(runs, bytes))
    }

    fn check(&self) -> Result<Stats, ArchiveError> {
        let damaged = |words: String| ArchiveError::Damaged(self.place.typed.clone(), words);
        self.look_again()?;
        // All of it is of one state, whatever a run writes meanwhile.
        self.db.execute_batch("BEGIN").map_err(|e| self.of(e))?;
        self.pages_are_sound("PRAGMA integrity_check(1)")?;
        let stats = self.stats()?;
        let mut filters = Filters::open(&self.db).map_err(|e| self.broken(e))?;
        let (mut keys, mut twice, mut missing) = (0, 0, 0);
        let mut last = None;
        let mut of_run: HashMap<i64, u64> = HashMap::new();
        let counted = self.in_order(|key, run, _| {
            keys += 1;
            *of_run.entry(run).or_default() += 1;
            twice += u64::from(last.replace(key) == Some(key));
            missing += u64::from(!filters.may_have(&self.db, &key)?);
            Ok::<_, rusqlite::Error>(())
        });
        counted.and_then(|all| all).map_err(|e| self.broken(e))?;
        let runs = || {
            let mut runs = self.db.prepare("SELECT id, name, puzzles FROM run")?;
            let runs = runs.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            runs.collect::<rusqlite::Result<Vec<(i64, String, i64)>>>()
        };
        let runs = runs().map_err(|e| self.broken(e))?;
        for (id, name, puzzles) in runs {
            let found = of_run.remove(&id).unwrap_or(0);
            if found != puzzles.unsigned_abs() {
                return Err(damaged(format!("run {name} has {found} keys, expected {puzzles}")));
            }
        }
        if let Some(n) = of_run.into_values().reduce(|a, b| a + b) {
            return Err(damaged(format!("{n} keys have no run")));
        }
        let segments = "SELECT coalesce(sum(keys), 0) FROM segment";
        let segments = self.db.query_row(segments, [], |row| row.get::<_, i64>(0));
        let segments = segments.map_err(|e| self.broken(e))?.unsigned_abs();
        if keys != segments {
            return Err(damaged(format!("{keys} keys, expected {segments} in all segments")));
        }
        for (n, what) in [(twice, "occur twice"), (missing, "are not in the filters")] {
            if n > 0 {
                return Err(damaged(format!("{n} keys {what}")));
            }
        }
        self.unchanged()?;
        self.look_again()?;
        Ok(stats)
    }

    fn each(
        &self,
        each: &mut dyn FnMut(Key, &str, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut in_order = || {
            let mut names = self.db.prepare("SELECT id, name FROM run")?;
            let names = names.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let names: HashMap<i64, String> = names.collect::<rusqlite::Result<_>>()?;
            self.in_order(|key, run, row| {
                let name = names.get(&run).ok_or_else(|| {
                    let words = format!("{key} has no run");
                    ArchiveError::Damaged(self.place.typed.clone(), words)
                })?;
                each(key, name, row)
            })
        };
        in_order().map_err(|e| self.broken(e))??;
        self.unchanged()
    }
}

impl Sqlite {
    /// Where a class was printed.
    fn find_one(&self, key: &Key) -> Result<Option<Found>, ArchiveError> {
        let find = || {
            let query = format!(
                "SELECT {RUN}, seen.row FROM segment
                 CROSS JOIN seen ON seen.segment = segment.id AND seen.key = ?1
                 JOIN run ON run.id = seen.run ORDER BY segment.id DESC LIMIT 1"
            );
            let mut query = self.db.prepare_cached(&query)?;
            let found = |row: &Row<'_>| {
                let run = run_row(row)?;
                let row = row.get::<_, i64>(7)?.unsigned_abs();
                Ok(Found { run, row })
            };
            query.query_row([key.0], found).optional()
        };
        let found = find().map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(found)
    }

    /// Merges the segments, until the disk fails or `each` does.
    fn in_order<E>(
        &self,
        mut each: impl FnMut(Key, i64, i64) -> Result<(), E>,
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
            // The segment whose key was taken gives its next.
            for i in taken.drain(..) {
                if let Some(row) = rows[i].next()? {
                    let (key, run, row) = (Key(row.get(0)?), row.get(1)?, row.get(2)?);
                    smallest.push(Reverse((key, i, run, row)));
                }
            }
            let Some(Reverse((key, i, run, row))) = smallest.pop() else {
                return Ok(Ok(()));
            };
            if let Err(e) = each(key, run, row) {
                return Ok(Err(e));
            }
            taken.push(i);
        }
    }
}
