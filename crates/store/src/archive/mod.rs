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
//! `backend` is the interface of both kinds, `notes` stores texts about a run beside its puzzles,
//! `transfer` copies from kind to kind, `csv` writes an archive as text.

mod backend;
mod csv;
mod error;
mod mounts;
mod notes;
#[cfg(feature = "postgres")]
mod server;
mod sqlite;
mod staged_keys;
mod transfer;

pub use backend::{
    ArchiveStats, ArchivedRun, InsertSummary, PrintedPlace, RestoreSummary, RunDescription,
};
#[doc(hidden)]
pub use csv::{FOUND_HEADER, counted_runs, exported_keys, found_fields, named_runs};
pub use error::ArchiveError;
pub use notes::SeriesNumbers;
pub use staged_keys::{RepeatedKey, StagedKeys, StagedPlace};

use crate::files::{Overwrite, output};
use backend::{ArchiveBackend, ConflictPolicy, InsertOptions};
use engine::sudoku::key::Key;
use sha2::{Digest as _, Sha256};
use sqlite::Sqlite;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

/// Number of keys that an import into a file has in memory at a time: 24 megabytes.
const IMPORT_BATCH_KEYS: usize = 1 << 20;

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

    pub fn create_full<F>(_: &str, _: F) -> Result<ArchiveStats, ArchiveError>
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
            None => Sqlite::create(name),
            Some(url) => server::create_full(url, |_| Ok(())).map(drop),
        }
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
        self.0.number_of(name)
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

    /// Returns for each class true if a run other than `except` has printed it: see
    /// [`Archive::owners`].
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn owned_by_others(
        &self,
        keys: &[Key],
        except: Option<i64>,
    ) -> Result<Vec<bool>, ArchiveError> {
        let runs = self.owners(keys)?;
        Ok(runs.into_iter().map(|run| run.is_some() && run != except).collect())
    }

    /// Returns true if a run other than `except` has printed this class.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn is_owned_by_other(&self, key: &Key, except: Option<i64>) -> Result<bool, ArchiveError> {
        Ok(self.owned_by_others(&[*key], except)?[0])
    }

    /// Returns the place where a class was printed.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn find(&self, key: &Key) -> Result<Option<PrintedPlace>, ArchiveError> {
        Ok(self.find_all(&[*key])?.remove(0))
    }

    /// Returns the places of many classes at once, which is much faster than [`Archive::find`] for
    /// thousands of keys.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn find_all(&self, keys: &[Key]) -> Result<Vec<Option<PrintedPlace>>, ArchiveError> {
        let places = self.0.locate(keys)?;
        let runs: HashMap<i64, ArchivedRun> = self.0.runs()?.into_iter().collect();
        let found = places.into_iter().map(|place| {
            let (run, row) = place?;
            Some(PrintedPlace { run: runs.get(&run)?.clone(), row: row.unsigned_abs() })
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
        let mut state = output::sha256(all.as_bytes());
        state.truncate(16);
        Ok(state)
    }

    /// Inserts all puzzles of a run, in catalogue order, or none of them. Inserting a run again
    /// changes nothing.
    ///
    /// # Errors
    /// If another run owns one of them already, or the archive cannot be written.
    pub fn insert_run(
        &mut self,
        run: &RunDescription,
        when: &str,
        keys: &[Key],
    ) -> Result<InsertSummary, ArchiveError> {
        self.insert_numbered_run(run, when, keys, None)
    }

    /// Inserts a run, together with the numbers of its puzzles in a series.
    ///
    /// # Errors
    /// The errors of [`Archive::insert_run`]; also if the numbers must come next, but another run
    /// has them by now.
    pub fn insert_numbered_run(
        &mut self,
        run: &RunDescription,
        when: &str,
        keys: &[Key],
        numbers: Option<&SeriesNumbers<'_>>,
    ) -> Result<InsertSummary, ArchiveError> {
        let mut sorted: Vec<_> = keys.iter().copied().zip(1..).collect();
        sorted.sort_unstable();
        let run = || run.row(when);
        let block = sorted.len();
        self.insert_keys(
            &sorted,
            &InsertOptions { run: &run, block, numbers, on_conflict: ConflictPolicy::Abort },
        )
    }

    /// Inserts keys that are in memory.
    fn insert_keys(
        &mut self,
        keys: &[(Key, i64)],
        how: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let mut lost = 0;
        loop {
            match self.0.insert_run(&mut keys.iter().map(|entry| Ok(*entry)), how) {
                // If the server has inserted the keys nevertheless, the run owns them.
                Err(ArchiveError::Lost(..)) if lost < backend::MAX_RETRIES => lost += 1,
                entered => return entered,
            }
        }
    }

    /// Inserts a run from sorted keys, each with its row, with `block` keys in memory at a time.
    /// Nothing is inserted if the source of the keys fails.
    ///
    /// # Errors
    /// The errors of [`Archive::insert_run`] and of the keys.
    pub fn insert_sorted_run<E: From<ArchiveError>>(
        &mut self,
        run: &RunDescription,
        when: &str,
        keys: impl Iterator<Item = Result<(Key, i64), E>>,
        block: usize,
    ) -> Result<InsertSummary, E> {
        with_key_source(|wrong| {
            let mut keys = keys.map(|key| key.map_err(&mut *wrong));
            let run = || run.row(when);
            let how = InsertOptions {
                run: &run,
                block,
                numbers: None,
                on_conflict: ConflictPolicy::Abort,
            };
            self.0.insert_run(&mut keys, &how)
        })
    }

    /// Inserts the puzzles that are not in the archive yet, in one transaction. `next` yields the
    /// keys one after the other. After the last key, `run` creates the run from the SHA-256 of all
    /// keys. A file needs memory for a million keys; PostgreSQL needs 24 bytes for each key.
    ///
    /// # Errors
    /// If the archive cannot be written, or `next` fails; then nothing is inserted.
    pub fn import<E: From<ArchiveError>>(
        &mut self,
        when: &str,
        mut next: impl FnMut() -> Result<Option<Key>, E>,
        run: impl Fn(&str) -> RunDescription,
    ) -> Result<InsertSummary, E> {
        let hash = RefCell::new(Sha256::new());
        let run = || run(&output::hex(&hash.borrow().clone().finalize())).row(when);
        let how = InsertOptions {
            run: &run,
            block: IMPORT_BATCH_KEYS,
            numbers: None,
            on_conflict: ConflictPolicy::Skip,
        };
        with_key_source(|wrong| {
            let keys = std::iter::from_fn(|| next().map_err(&mut *wrong).transpose());
            let mut keys = keys.zip(1..).map(|(key, row)| {
                let key = key?;
                hash.borrow_mut().update(key.0);
                Ok((key, row))
            });
            if !self.is_shared() {
                return self.0.insert_run(&mut keys, &how);
            }
            // Other runs wait during an insert, so all keys are collected before.
            let mut all = keys.collect::<Result<Vec<_>, _>>()?;
            all.sort_unstable();
            self.insert_keys(&all, &how)
        })
    }

    /// Removes a run and its puzzles, which may then be printed again.
    ///
    /// # Errors
    /// If there is no such run, or the archive cannot be written.
    pub fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        self.0.forget(name)
    }
}

/// Runs `work` on keys that may fail with errors of the caller. The first such error becomes the
/// result.
fn with_key_source<E: From<ArchiveError>>(
    work: impl FnOnce(&mut dyn FnMut(E) -> ArchiveError) -> Result<InsertSummary, ArchiveError>,
) -> Result<InsertSummary, E> {
    let mut failed = None;
    let entered = work(&mut |e| {
        failed = Some(e);
        ArchiveError::KeySource
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(entered?),
    }
}
