//! Reading an archive: what it holds, whether it is sound, where a puzzle was printed. Not what
//! changes it.

use super::enter::count_recent;
use super::filter::Filters;
use super::{Archive, ArchiveError};
use crate::key::Key;
use crate::output;
use rusqlite::{OptionalExtension as _, Row};

/// A run as the archive remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// 16 hexadecimal digits.
    pub name: String,
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, where there is one.
    pub seed: Option<String>,
    /// When it was entered, UTC.
    pub entered: String,
    /// So many puzzles.
    pub puzzles: u64,
}

/// What an archive holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The runs, oldest first.
    pub runs: Vec<RunRow>,
    /// Classes of all runs.
    pub puzzles: u64,
}

/// Where a class was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The run's name, kind and seed.
    pub run: RunRow,
    /// The row in its catalogue, counted from 1.
    pub row: u64,
}

const RUN: &str = "run.name, run.kind, run.program, run.seed, run.entered, run.puzzles";

fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        name: row.get(0)?,
        kind: row.get(1)?,
        program: row.get(2)?,
        seed: row.get(3)?,
        entered: row.get(4)?,
        puzzles: row.get::<_, i64>(5)?.unsigned_abs(),
    })
}

impl Archive {
    /// The runs and their sizes, as they were counted when they were entered.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn stats(&self) -> Result<Stats, ArchiveError> {
        let runs = || {
            let query = format!("SELECT {RUN} FROM run ORDER BY id");
            let mut query = self.db.prepare(&query)?;
            let runs = query.query_map([], run_row)?;
            runs.collect::<rusqlite::Result<Vec<_>>>()
        };
        let runs = runs().map_err(|e| self.of(e))?;
        let puzzles = runs.iter().map(|run| run.puzzles).sum();
        Ok(Stats { runs, puzzles })
    }

    /// Reads every page and counts every key.
    ///
    /// # Errors
    /// When something does not agree.
    pub fn check(&self) -> Result<Stats, ArchiveError> {
        let damaged = |words: String| ArchiveError::Damaged(self.path.clone(), words);
        let said: String = self
            .db
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|e| self.broken(e))?;
        if said != "ok" {
            return Err(damaged(said));
        }
        let stats = self.stats()?;
        let count = |query| {
            let n = self.db.query_row(query, [], |row| row.get::<_, i64>(0));
            n.map(i64::unsigned_abs).map_err(|e| self.of(e))
        };
        let recent = count("SELECT count(*) FROM recent")?;
        let said = count_recent(&self.db).map_err(|e| self.broken(e))?;
        if recent != said {
            return Err(damaged(format!("{recent} keys are recent, not {said}")));
        }
        let keys = recent + count("SELECT count(*) FROM seen")?;
        if keys != stats.puzzles {
            let puzzles = stats.puzzles;
            return Err(damaged(format!(
                "{keys} keys, where the runs have {puzzles}"
            )));
        }
        let wrong = "SELECT count(*) FROM entry WHERE length(key) <> 16
                     OR run NOT IN (SELECT id FROM run)";
        match count(wrong)? {
            0 => {}
            n => return Err(damaged(format!("{n} keys are no keys or have no run"))),
        }
        let twice = "SELECT count(*) FROM recent WHERE key IN (SELECT key FROM seen)";
        match count(twice)? {
            0 => {}
            n => return Err(damaged(format!("{n} keys stand twice"))),
        }
        match self.unfiltered().map_err(|e| self.broken(e))? {
            0 => Ok(stats),
            n => Err(damaged(format!("{n} keys are not in the filters"))),
        }
    }

    /// How many keys would not be found.
    fn unfiltered(&self) -> rusqlite::Result<u64> {
        let Filters { seen, recent } = Filters::load(&self.db)?;
        let mut missing = 0;
        for (filter, keys) in [
            (seen, "SELECT key FROM seen"),
            (recent, "SELECT key FROM recent"),
        ] {
            let mut keys = self.db.prepare(keys)?;
            let mut keys = keys.query([])?;
            while let Some(row) = keys.next()? {
                missing += u64::from(!filter.may_have(&Key(row.get(0)?)));
            }
        }
        Ok(missing)
    }

    /// Where a class was printed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn find(&self, key: &Key) -> Result<Option<Found>, ArchiveError> {
        let find = || {
            let query = format!(
                "SELECT {RUN}, entry.row FROM entry JOIN run ON run.id = entry.run WHERE key = ?1"
            );
            let mut query = self.db.prepare_cached(&query)?;
            let found = |row: &Row<'_>| {
                let run = run_row(row)?;
                let row = row.get::<_, i64>(6)?.unsigned_abs();
                Ok(Found { run, row })
            };
            query.query_row([key.0], found).optional()
        };
        find().map_err(|e| self.of(e))
    }

    /// Calls `each` with every key, the name of its run and its row, in order of keys.
    ///
    /// # Errors
    /// When the file cannot be read, or what `each` answers.
    pub fn each<E: From<ArchiveError>>(
        &self,
        mut each: impl FnMut(Key, &str, i64) -> Result<(), E>,
    ) -> Result<(), E> {
        let of = |e| self.of(e);
        let query = "SELECT key, (SELECT name FROM run WHERE id = entry.run), row FROM entry
                     ORDER BY key";
        let mut query = self.db.prepare(query).map_err(of)?;
        let mut rows = query.query([]).map_err(of)?;
        while let Some(row) = rows.next().map_err(of)? {
            let key = Key(row.get(0).map_err(of)?);
            let name = row.get_ref(1).map_err(of)?;
            let name = name.as_str().map_err(|e| of(e.into()))?;
            each(key, name, row.get(2).map_err(of)?)?;
        }
        Ok(())
    }

    /// Sixteen digits that change when any other run than this one is entered or forgotten: what a
    /// run makes depends on nothing else in the archive.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn state(&self, but_for: &str) -> Result<String, ArchiveError> {
        let mut all = String::new();
        for run in self.stats()?.runs.iter().filter(|run| run.name != but_for) {
            all.push_str(&format!("{} {}\n", run.name, run.puzzles));
        }
        let mut state = output::sha256(all.as_bytes());
        state.truncate(16);
        Ok(state)
    }
}
