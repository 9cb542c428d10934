//! What a kind of archive can do, and the words of its answers.

use super::ArchiveError;
use super::notes::{Note, Numbers};
use crate::store::files::output;
use crate::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::path::Path;

/// The run of the puzzles that are entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, where there is one.
    pub seed: Option<u64>,
    /// Everything that decides the puzzles, the seed included, as JSON.
    pub settings: String,
}

impl Run {
    /// The run's name: the first 16 hexadecimal digits of the SHA-256 of its settings. What else it
    /// says, the version of the program above all, makes no other run of it.
    pub fn name(&self) -> String {
        let mut name = output::sha256(self.settings.as_bytes());
        name.truncate(16);
        name
    }

    /// The run as it is entered, without puzzles.
    pub(super) fn row(&self, when: &str) -> RunRow {
        RunRow {
            name: self.name(),
            kind: self.kind.clone(),
            program: self.program.clone(),
            seed: self.seed.map(|seed| seed.to_string()),
            settings: self.settings.clone(),
            entered: when.to_owned(),
            puzzles: 0,
        }
    }
}

/// A run as the archive remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRow {
    /// 16 hexadecimal digits.
    pub name: String,
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, where there is one.
    pub seed: Option<String>,
    /// Everything that decides the puzzles, as JSON.
    pub settings: String,
    /// When it was entered, UTC.
    pub entered: String,
    /// Number of puzzles.
    pub puzzles: u64,
}

/// What an archive holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The runs, oldest first.
    pub runs: Vec<RunRow>,
    /// Number of puzzles of all runs.
    pub puzzles: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

impl Stats {
    pub(super) fn of(runs: Vec<RunRow>, bytes: u64) -> Self {
        Self { puzzles: runs.iter().map(|run| run.puzzles).sum(), runs, bytes }
    }
}

/// Where a class was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The run's name, kind and seed.
    pub run: RunRow,
    /// The row in its catalogue, counted from 1.
    pub row: u64,
}

/// What became of the keys that were to be entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// Number of keys that were not in the archive.
    pub new: u64,
    /// Number of keys that the same run had entered before.
    pub own: u64,
    /// Number of keys that other runs have.
    pub others: u64,
}

/// How often a question is asked, or a run entered, again over a new connection.
pub(super) const MOST_LOST: u32 = 3;

/// Keys with their rows, in order of keys, until one cannot be had.
pub(super) type Keys<'a> = &'a mut dyn Iterator<Item = Result<(Key, i64), ArchiveError>>;

/// Keys in the order of a file, until its end or until one cannot be had.
pub(super) type Next<'a> = &'a mut dyn FnMut() -> Result<Option<Key>, ArchiveError>;

/// What a kind of archive tells. Methods that [`super::Archive`] has, too, are described there.
pub(super) trait Look: fmt::Debug + Send {
    /// Its name, for messages.
    fn name(&self) -> &Path;

    fn stats(&self) -> Result<Stats, ArchiveError>;

    fn number_of(&self, run: &str) -> Result<Option<i64>, ArchiveError>;

    fn known(&self, keys: &[Key]) -> Result<Vec<Option<i64>>, ArchiveError>;

    fn find(&self, keys: &[Key]) -> Result<Vec<Option<Found>>, ArchiveError>;

    /// Calls `each` with every key, the name of its run and its row, in order of keys.
    fn each(
        &self,
        each: &mut dyn FnMut(Key, &str, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError>;

    fn check(&self) -> Result<Stats, ArchiveError>;

    /// The notes whose topic begins so, of the runs that the archive has, oldest run first.
    fn notes(&self, topic: &str) -> Result<Vec<Note>, ArchiveError>;
}

/// What is done to a kind of archive.
pub(super) trait Store: Look {
    fn is_shared(&self) -> bool {
        true
    }

    /// Enters a run, or what is missing of it, with its numbers in a series; or nothing.
    fn enter(
        &mut self,
        run: &RunRow,
        keys: Keys<'_>,
        block: usize,
        numbers: Option<&Numbers<'_>>,
    ) -> Result<Entered, ArchiveError>;

    fn import(
        &mut self,
        when: &str,
        next: Next<'_>,
        run: &dyn Fn(&str) -> Run,
    ) -> Result<Entered, ArchiveError> {
        let (mut all, mut hash) = (Vec::new(), Sha256::new());
        while let Some(key) = next()? {
            hash.update(key.0);
            all.push((key, all.len() as i64 + 1));
        }
        let hash: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
        let run = run(&hash).row(when);
        let given = all.len() as u64;
        all.sort_unstable();
        all.dedup_by_key(|(key, _)| *key);
        let (twice, mut lost) = (given - all.len() as u64, 0);
        loop {
            let (own, keys) = (self.number_of(&run.name)?, all.iter().map(|(key, _)| *key));
            let runs = self.known(&keys.collect::<Vec<_>>())?;
            let is_free = |number: &Option<i64>| number.is_none() || *number == own;
            let new = all.iter().zip(&runs).filter(|(_, number)| is_free(number));
            let mut new = new.map(|(entry, _)| Ok(*entry));
            match self.enter(&run, &mut new, all.len(), None) {
                Err(e) if e.is_overtaken() => {}
                Err(ArchiveError::Lost(..)) if lost < MOST_LOST => lost += 1,
                entered => {
                    let others = runs.iter().filter(|number| !is_free(number)).count() as u64;
                    let Entered { new, own, .. } = entered?;
                    return Ok(Entered { new, own: own + twice, others });
                }
            }
        }
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError>;

    fn rename(&mut self, name: &str, run: &Run) -> Result<(), ArchiveError>;

    /// Keeps a note of a run, in the place of the last on its topic.
    fn keep(&mut self, note: &Note) -> Result<(), ArchiveError>;

    /// Copies the archive to a SQLite file in a way of its own, if it has one.
    fn copy_file(&self, _to: &Path) -> Option<Result<Stats, ArchiveError>> {
        None
    }
}
