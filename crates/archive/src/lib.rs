//! The archive of everything ever printed. It records which puzzles have been printed, up to
//! equivalence. It stores keys, not puzzles; a key points to a run and a row in that run's
//! catalogue.
//!
//! There are two kinds, told apart by their names, and both give the same answers:
//!
//! | name | kind | for |
//! |---|---|---|
//! | `printed.archive` | `sqlite`: a SQLite file | the programs of one host |
//! | `postgres://user@host/database` | `server`: tables of PostgreSQL | several hosts |
//!
//! PostgreSQL needs the feature `postgres`.
//!
//! The writer of a file locks it. PostgreSQL needs no lock for reading: a run asks while others
//! insert theirs. An insert compares its keys with everything inserted before, in one transaction.
//! If another run owns one of the puzzles by now, nothing is inserted, and the run must replace
//! that puzzle ([`ArchiveError::is_overtaken`]).
//!
//! Knows the keys of the engine and opens files by `files`; it knows no puzzle, table or run.
//!
//! ```
//! use sudoku_press_archive::Archive;
//!
//! let name = format!("sudoku-press-archive-{}", std::process::id());
//! let folder = std::env::temp_dir().join(name);
//! std::fs::create_dir_all(&folder)?;
//! let file = folder.join("printed.archive");
//! Archive::create(&file)?;
//! assert_eq!(Archive::open_to_read(&file)?.stats()?.puzzles, 0);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `backend` is the interface of both kinds, `notes` stores texts about a run beside its puzzles,
//! `transfer` copies from kind to kind, `csv` writes an archive as text.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod backend;
mod csv;
mod error;
mod keys;
mod mounts;
mod notes;
#[cfg(feature = "postgres")]
mod server;
mod sqlite;
mod transfer;

pub(crate) use backend::{ArchiveStats, ArchivedRun, PrintedPlace};
pub use backend::{ConflictPolicy, InsertOptions, InsertSummary, RestoreSummary, RunDescription};
#[doc(hidden)]
pub use csv::{FOUND_HEADER, counted_runs, exported_keys, found_fields, named_runs};
pub use error::ArchiveError;
pub use keys::{ImportedKeys, KeyRow};
pub use notes::{ReplacedRuns, RunLabel, SeriesNumbers};

use backend::{ArchiveBackend, MAX_RETRIES};
use files::{Checksum, Overwrite};
use grid::Key;
use sqlite::Sqlite;
use std::collections::HashMap;
use std::path::Path;

/// An open archive.
#[derive(Debug)]
pub struct Archive(Box<dyn ArchiveBackend>);

/// Returns the URL of a server if the name of an archive is one. Any other name is a file.
fn server_url(name: &Path) -> Result<Option<&str>, ArchiveError> {
    let text = name.to_str().unwrap_or_default();
    match text.split_once("://") {
        None => Ok(None),
        Some(("postgres" | "postgresql", _)) => Ok(Some(text)),
        Some((scheme, _)) => Err(ArchiveError::Scheme(format!("{scheme}://"))),
    }
}

/// The replacement of PostgreSQL in a program built without it.
#[cfg(not(feature = "postgres"))]
mod server {
    use super::ArchiveError;
    use super::backend::{ArchiveBackend, ArchiveStats};

    pub fn open(_: &str) -> Result<Box<dyn ArchiveBackend>, ArchiveError> {
        Err(ArchiveError::NoPostgres)
    }

    pub fn create<F>(_: &str, _: F) -> Result<ArchiveStats, ArchiveError>
    where
        F: FnOnce(&mut dyn ArchiveBackend) -> Result<(), ArchiveError>,
    {
        Err(ArchiveError::NoPostgres)
    }
}

impl Archive {
    /// Creates an empty archive. It appears under its name when it is complete.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(name: &Path) -> Result<(), ArchiveError> {
        match server_url(name)? {
            None => Sqlite::create(name, |_| Ok(())),
            Some(url) => server::create(url, |_| Ok(())),
        }
        .map(drop)
    }

    /// Opens an archive to insert puzzles. A file is locked against all other writers until the
    /// archive is dropped. Their error message names `holder`.
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] if there is another writer. Otherwise if the archive is missing,
    /// foreign, of another schema, damaged, or has several names; then it is not changed.
    pub fn open(name: &Path, holder: &str) -> Result<Self, ArchiveError> {
        Ok(Self(match server_url(name)? {
            None => Box::new(Sqlite::open(name, holder)?),
            Some(url) => server::open(url)?,
        }))
    }

    /// Opens an archive for reading. Does not disturb a writer.
    ///
    /// # Errors
    /// The errors of [`Archive::open`], except for the lock.
    pub fn open_to_read(name: &Path) -> Result<Self, ArchiveError> {
        match server_url(name)? {
            None => Ok(Self(Box::new(Sqlite::open_to_read(name)?))),
            Some(_) => Self::open(name, ""),
        }
    }

    /// Removes the lock file of an archive that a crash has left. It locks nobody out.
    pub fn sweep(name: &Path) {
        if let Ok(None) = server_url(name) {
            Sqlite::sweep(name);
        }
    }

    /// Replaces an archive in a file by a copy. The archive may be damaged, missing, or beside the
    /// journal of another archive. It must not be in use. With [`Overwrite::Always`] runs that the
    /// copy lacks are lost, and the file may be no archive of this program.
    ///
    /// # Errors
    /// If the copy is not a sound archive; then the archive is not changed. If the archive has runs
    /// that the copy lacks, is in use, is some other file, or cannot be written.
    pub fn restore(
        name: &Path,
        from: &Path,
        holder: &str,
        overwrite: Overwrite,
    ) -> Result<RestoreSummary, ArchiveError> {
        match (server_url(name)?, server_url(from)?) {
            (None, None) => Sqlite::restore(name, from, holder, overwrite),
            _ => Err(ArchiveError::NotRestored),
        }
    }

    /// Returns true if other hosts may insert runs while this archive is open.
    pub fn is_shared(&self) -> bool {
        self.0.is_shared()
    }

    /// Returns the number of a run in the archive.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn number_of(&self, name: &str) -> Result<Option<i64>, ArchiveError> {
        let runs = self.0.runs()?;
        Ok(runs.iter().find(|(_, run)| run.name == name).map(|(number, _)| *number))
    }

    /// Returns for each class the number of the run that has printed it. The order of the keys does
    /// not matter. An insert asks again, because another program may have inserted keys meanwhile.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn owners(&self, keys: &[Key]) -> Result<Vec<Option<i64>>, ArchiveError> {
        let places = self.0.locate(keys)?;
        Ok(places.into_iter().map(|place| place.map(|(run, _)| run)).collect())
    }

    /// Returns for each class true if a run other than those in `except` has printed it: see
    /// [`Archive::owners`].
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn owned_by_others(&self, keys: &[Key], except: &[i64]) -> Result<Vec<bool>, ArchiveError> {
        let runs = self.owners(keys)?;
        Ok(runs.into_iter().map(|run| run.is_some_and(|run| !except.contains(&run))).collect())
    }

    /// Returns the places where classes were printed. The order of the keys does not matter.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn find(&self, keys: &[Key]) -> Result<Vec<Option<PrintedPlace>>, ArchiveError> {
        let places = self.0.locate(keys)?;
        let runs: HashMap<i64, ArchivedRun> = self.0.runs()?.into_iter().collect();
        let labels = self.labels()?;
        let found = places.into_iter().map(|place| {
            let (run, row) = place?;
            let run = runs.get(&run)?.clone();
            let label = labels.get(&run.name).cloned();
            Some(PrintedPlace { run, row: row.unsigned_abs(), label })
        });
        Ok(found.collect())
    }

    /// Returns the runs and their sizes, as they were counted at their inserts.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn stats(&self) -> Result<ArchiveStats, ArchiveError> {
        self.0.stats()
    }

    /// Returns the runs, oldest first.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn runs(&self) -> Result<Vec<ArchivedRun>, ArchiveError> {
        Ok(self.0.runs()?.into_iter().map(|(_, run)| run).collect())
    }

    /// Reads everything and counts every key.
    ///
    /// # Errors
    /// If something is inconsistent.
    pub fn check(&self) -> Result<ArchiveStats, ArchiveError> {
        self.0.check()
    }

    /// Returns sixteen digits that change when any run other than `except` is inserted or removed.
    /// The puzzles of a run depend on nothing else in the archive.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn state(&self, except: &str) -> Result<String, ArchiveError> {
        let mut all = String::new();
        for run in self.runs()?.iter().filter(|run| run.name != except) {
            all.push_str(&format!("{} {}\n", run.name, run.puzzles));
        }
        let mut state = Checksum::from_bytes(all.as_bytes()).text();
        state.truncate(16);
        Ok(state)
    }

    /// Inserts the puzzles of a run, with their numbers in a series, or none of them. Inserting a
    /// run again changes nothing. `keys` returns the keys in ascending order, and is called once
    /// more if the connection to a server was lost.
    ///
    /// # Errors
    /// If another run owns one of the puzzles, unless `options` skip it; if the numbers must come
    /// next, but another run has taken them; if the archive cannot be written, or `keys` fails.
    pub fn insert<I, E>(
        &mut self,
        run: &ArchivedRun,
        options: &InsertOptions<'_>,
        keys: impl Fn() -> Result<I, E>,
    ) -> Result<InsertSummary, E>
    where
        I: Iterator<Item = Result<KeyRow, E>>,
        E: From<ArchiveError>,
    {
        let mut losses = 0;
        loop {
            let mut failure = None;
            let mut rows = keys()?.map(|row| {
                row.map_err(|e| {
                    failure = Some(e);
                    ArchiveError::KeySource
                })
            });
            let inserted = self.0.insert(run, &mut rows, options);
            if let Some(e) = failure {
                return Err(e);
            }
            match inserted {
                // If the server has inserted the keys nevertheless, the run owns them.
                Err(ArchiveError::Lost(..)) if losses < MAX_RETRIES => losses += 1,
                inserted => return Ok(inserted?),
            }
        }
    }

    /// Removes a run and its puzzles, which may then be printed again.
    ///
    /// # Errors
    /// If there is no such run, or the archive cannot be written.
    pub fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        self.0.forget(name)
    }
}
