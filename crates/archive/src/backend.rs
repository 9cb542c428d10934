//! The interface of the kinds of archives, and the types of its answers.

use super::ArchiveError;
use super::keys::KeyStream;
use super::notes::{RunLabel, RunNote, SeriesNumbers};
use files::Checksum;
use grid::Key;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// A run whose puzzles are inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDescription {
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, if any.
    pub seed: Option<u64>,
    /// Everything that decides the puzzles, including the seed, as JSON.
    pub settings: String,
}

impl RunDescription {
    /// Returns the run's name: the first 16 hexadecimal digits of the SHA-256 of its settings.
    /// Other fields, such as the program version, do not affect the name.
    pub fn name(&self) -> String {
        let mut name = Checksum::from_bytes(self.settings.as_bytes()).text();
        name.truncate(16);
        name
    }

    /// Returns the record of the run, without puzzles. `when` is the time of the insert in UTC.
    pub fn entered(&self, when: &str) -> ArchivedRun {
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

/// A run in the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedRun {
    /// 16 hexadecimal digits.
    pub name: String,
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, if any.
    pub seed: Option<String>,
    /// Everything that decides the puzzles, as JSON.
    pub settings: String,
    /// The time of the insert, UTC.
    pub entered: String,
    /// Number of puzzles.
    pub puzzles: u64,
}

/// The contents of an archive in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveStats {
    /// The runs, oldest first.
    pub runs: Vec<ArchivedRun>,
    /// Number of puzzles of all runs.
    pub puzzles: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

/// The place where a class was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedPlace {
    /// The run.
    pub run: ArchivedRun,
    /// The row in the catalogue of the run, counted from 1.
    pub row: u64,
    /// The label of the run, if it has one.
    pub label: Option<RunLabel>,
}

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreSummary {
    /// The contents of the copy that is now the archive.
    pub stats: ArchiveStats,
    /// The runs of the replaced file that the copy lacks, oldest first; `None` if they could not be
    /// read.
    pub lost: Option<Vec<ArchivedRun>>,
}

/// The counts of an insert.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InsertSummary {
    /// Number of keys that were not in the archive.
    pub new: u64,
    /// Number of keys that the same run had inserted before.
    pub own: u64,
    /// Number of keys that other runs have.
    pub others: u64,
}

/// Maximum number of times that a query or an insert is repeated over a new connection.
pub const MAX_RETRIES: u32 = 3;

/// The policy for keys that other runs own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConflictPolicy {
    /// Inserts nothing.
    #[default]
    Abort,
    /// Skips these keys.
    Skip,
}

/// The options of an insert.
#[derive(Clone, Copy, Debug, Default)]
pub struct InsertOptions<'a> {
    /// The numbers of the run in a series, if any.
    pub numbers: Option<SeriesNumbers<'a>>,
    /// The label of the run, if it has one.
    pub label: Option<&'a RunLabel>,
    /// The name of the run that this one continues, if any.
    pub continued: Option<&'a str>,
    /// The policy for keys that other runs own.
    pub on_conflict: ConflictPolicy,
}

/// The read side of an archive. Methods that [`super::Archive`] has, too, are documented there.
pub trait ArchiveReader: fmt::Debug + Send {
    /// Returns the name of the archive, for messages.
    fn name(&self) -> &Path;

    /// Returns the runs with their numbers, oldest first.
    fn runs(&self) -> Result<Vec<(i64, ArchivedRun)>, ArchiveError>;

    /// Returns the size on disk in bytes.
    fn bytes(&self) -> Result<u64, ArchiveError>;

    /// Locates each key: returns the number of the run that owns it, and the row there.
    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError>;

    /// Calls `visit` with every key, the number of its run and its row, in order of keys.
    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError>;

    fn check(&self) -> Result<ArchiveStats, ArchiveError>;

    /// Returns the notes whose topic has this prefix, of the runs that the archive has, oldest run
    /// first.
    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError>;

    fn stats(&self) -> Result<ArchiveStats, ArchiveError> {
        let runs: Vec<_> = self.runs()?.into_iter().map(|(_, run)| run).collect();
        let puzzles = runs.iter().map(|run| run.puzzles).fold(0, u64::saturating_add);
        Ok(ArchiveStats { runs, puzzles, bytes: self.bytes()? })
    }
}

/// The write side of an archive.
pub trait ArchiveBackend: ArchiveReader {
    fn is_shared(&self) -> bool;

    /// Inserts a run, or the part of it that is missing, with its numbers in a series. Inserts all
    /// or nothing.
    fn insert(
        &mut self,
        run: &ArchivedRun,
        keys: KeyStream<'_>,
        options: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError>;

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError>;

    /// Stores a note of a run. It replaces the last note on the same topic.
    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError>;

    /// Copies the archive to a SQLite file by a shortcut. Returns `None` if the kind has none.
    fn copy_file(&self, _to: &Path) -> Option<Result<ArchiveStats, ArchiveError>> {
        None
    }
}
