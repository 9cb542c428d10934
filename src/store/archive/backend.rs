//! What a kind of archive can do, and the words of its answers.

use super::ArchiveError;
use super::notes::{RunNote, SeriesNumbers};
use crate::store::files::output;
use crate::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// The run of the puzzles that are entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDescription {
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, where there is one.
    pub seed: Option<u64>,
    /// Everything that decides the puzzles, the seed included, as JSON.
    pub settings: String,
}

impl RunDescription {
    /// The run's name: the first 16 hexadecimal digits of the SHA-256 of its settings. What else it
    /// says, the version of the program above all, makes no other run of it.
    pub fn name(&self) -> String {
        let mut name = output::sha256(self.settings.as_bytes());
        name.truncate(16);
        name
    }

    /// The run as it is entered, without puzzles.
    pub(super) fn row(&self, when: &str) -> ArchivedRun {
        ArchivedRun {
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
pub struct ArchivedRun {
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
pub struct ArchiveStats {
    /// The runs, oldest first.
    pub runs: Vec<ArchivedRun>,
    /// Number of puzzles of all runs.
    pub puzzles: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

/// Where a class was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedPlace {
    /// The run's name, kind and seed.
    pub run: ArchivedRun,
    /// The row in its catalogue, counted from 1.
    pub row: u64,
}

/// What became of the keys that were to be entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InsertSummary {
    /// Number of keys that were not in the archive.
    pub new: u64,
    /// Number of keys that the same run had entered before.
    pub own: u64,
    /// Number of keys that other runs have.
    pub others: u64,
}

/// How often a question is asked, or a run entered, again over a new connection.
pub(super) const MAX_RETRIES: u32 = 3;

/// Keys with their rows, until one cannot be had.
pub(super) type KeyStream<'a> = &'a mut dyn Iterator<Item = Result<(Key, i64), ArchiveError>>;

/// The treatment of keys that other runs have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnConflict {
    /// The keys are left out.
    Skip,
    /// Nothing is inserted.
    Abort,
}

/// How keys are entered.
pub(super) struct InsertOptions<'a> {
    /// The run of the keys. Of an import into a file it is known when all keys were taken.
    pub run: &'a dyn Fn() -> ArchivedRun,
    /// Number of keys that are in memory at a time.
    pub block: usize,
    /// The numbers of the run in a series.
    pub numbers: Option<&'a SeriesNumbers<'a>>,
    /// Whether keys that other runs have are left out. Otherwise nothing is entered if there is one.
    pub on_conflict: OnConflict,
}

/// What a kind of archive tells. Methods that [`super::Archive`] has, too, are described there.
pub(super) trait ArchiveReader: fmt::Debug + Send {
    /// Its name, for messages.
    fn name(&self) -> &Path;

    /// The runs with their numbers, oldest first.
    fn runs(&self) -> Result<Vec<(i64, ArchivedRun)>, ArchiveError>;

    /// Bytes on disk.
    fn bytes(&self) -> Result<u64, ArchiveError>;

    /// For each key the number of the run that has it, and its row there.
    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError>;

    /// Calls `each` with every key, the number of its run and its row, in order of keys.
    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError>;

    fn check(&self) -> Result<ArchiveStats, ArchiveError>;

    /// The notes whose topic begins so, of the runs that the archive has, oldest run first.
    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError>;

    fn stats(&self) -> Result<ArchiveStats, ArchiveError> {
        let runs: Vec<_> = self.runs()?.into_iter().map(|(_, run)| run).collect();
        let puzzles = runs.iter().map(|run| run.puzzles).fold(0, u64::saturating_add);
        Ok(ArchiveStats { runs, puzzles, bytes: self.bytes()? })
    }

    fn number_of(&self, name: &str) -> Result<Option<i64>, ArchiveError> {
        let runs = self.runs()?;
        Ok(runs.iter().find(|(_, run)| run.name == name).map(|(number, _)| *number))
    }
}

/// What is done to a kind of archive.
pub(super) trait ArchiveBackend: ArchiveReader {
    fn is_shared(&self) -> bool;

    /// Enters a run, or what is missing of it, with its numbers in a series; or nothing.
    fn insert_run(
        &mut self,
        keys: KeyStream<'_>,
        how: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError>;

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError>;

    /// Keeps a note of a run, in the place of the last on its topic.
    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError>;

    /// Copies the archive to a SQLite file in a way of its own, if it has one.
    fn copy_file(&self, _to: &Path) -> Option<Result<ArchiveStats, ArchiveError>> {
        None
    }
}
