//! The archive as a run uses it: excludes puzzles that other runs have printed, and records the run
//! when it is complete.

use crate::run::{Options, RunError};
use engine::make::batch::{Batch, LookupError};
use engine::sudoku::key::Key;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::archive::{Archive, ArchiveError, InsertOptions, KeyRow, RunDescription, SeriesNumbers};

/// An archive opened for writing.
pub(crate) struct ArchiveSession {
    archive: Arc<Mutex<Archive>>,
}

impl ArchiveSession {
    /// Opens and locks an archive. No other process can write to it until this value is dropped.
    pub fn open(path: &Path, options: &Options) -> Result<Self, RunError> {
        let archive = Archive::open(path, &options.holder).map_err(|e| match e {
            ArchiveError::Locked(by) => RunError::Locked { path: path.to_owned(), by },
            e => e.into(),
        })?;
        let archive = Arc::new(Mutex::new(archive));
        Ok(Self { archive })
    }

    /// Opens the archive like [`ArchiveSession::open`], if there is one.
    pub fn open_optional(path: Option<&Path>, options: &Options) -> Result<Option<Self>, RunError> {
        path.map(|path| Self::open(path, options)).transpose()
    }

    /// Returns the archive, locked for this thread.
    pub fn archive(&self) -> MutexGuard<'_, Archive> {
        // A panic elsewhere cannot leave the archive half changed, so a poisoned lock is usable.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a batch exclude the puzzles that other runs have printed.
    pub fn exclude_printed(&self, batch: Batch, name: &str) -> Result<Batch, RunError> {
        let own = self.archive().number_of(name)?;
        let archive = self.archive.clone();
        let known = move |keys: &[Key]| {
            let archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
            archive.owned_by_others(keys, own).map_err(|e| LookupError(e.into()))
        };
        Ok(batch.excluding(Box::new(known))?)
    }

    /// Adds a finished run to the archive, with its puzzles and their numbers in the series.
    pub fn enter_catalog(
        &self,
        run: &RunDescription,
        keys: &[Key],
        numbers: Option<SeriesNumbers<'_>>,
        options: &Options,
    ) -> Result<(), RunError> {
        let rows = KeyRow::sorted(keys);
        self.enter(run, numbers, options, || Ok(rows.iter().copied().map(Ok)))
    }

    /// Adds a finished run to the archive. `keys` returns the keys of its puzzles in ascending
    /// order.
    pub fn enter<I: Iterator<Item = Result<KeyRow, RunError>>>(
        &self,
        run: &RunDescription,
        numbers: Option<SeriesNumbers<'_>>,
        options: &Options,
        keys: impl Fn() -> Result<I, RunError>,
    ) -> Result<(), RunError> {
        let mut archive = self.archive();
        let insert = InsertOptions { numbers, ..InsertOptions::default() };
        match archive.insert(&run.entered(&(options.now)()), &insert, keys) {
            Ok(_) => Ok(()),
            Err(e) => Err(insert_error(e, archive.is_shared())),
        }
    }
}

/// Converts the error of a run that another host's run has overtaken: a new run succeeds.
fn insert_error(error: RunError, is_shared: bool) -> RunError {
    match error {
        RunError::Archive(e) if e.is_overtaken() && is_shared => {
            let then = "the same command makes others in their place".to_owned();
            RunError::Conflict { why: e.to_string(), then }
        }
        error => error,
    }
}

/// Recovers the archive's own error from the error of a batch.
pub(crate) fn lookup_error(error: LookupError) -> RunError {
    match error.0.downcast::<ArchiveError>() {
        Ok(error) => RunError::Archive(*error),
        Err(error) => RunError::Read("the archive".into(), error),
    }
}
