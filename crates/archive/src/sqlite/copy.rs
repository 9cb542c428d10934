//! Copies and restores an archive. Each result appears whole: after a crash, either the old file is
//! complete or the new one. SQLite never applies the journal of an old file to a new one.

use super::archive_path::ArchivePath;
use super::{
    Access, ArchiveBackend, ArchiveError, ArchiveReader as _, ArchiveStats, ArchivedRun, Sqlite,
    open,
};
use crate::error::FileContext as _;
use crate::{RestoreSummary, counted_runs, named_runs};
use files::{Overwrite, TempFile, fs_path};
use rusqlite::ErrorCode;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// Cache size for reading a file once, in the unit of SQLite: negative numbers are kilobytes.
const COPY_CACHE_SIZE: i32 = -16_384;

/// Creates a file that appears under its name once `fill` has turned it into an archive.
fn create_complete<T>(
    to: &Path,
    fill: impl FnOnce(&TempFile, &ArchivePath) -> Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    refuse_existing(to)?;
    let paths = ArchivePath::resolve_target(to)?;
    refuse_leftovers(&paths)?;
    // The empty file is created before SQLite opens it, so that errors of SQLite are errors of the
    // disk.
    let working = TempFile::create(&paths.real).writing(to)?;
    let made = fill(&working, &paths).map_err(|e| e.for_new_file(working.path(), to))?;
    refuse_leftovers(&paths)?;
    match working.persist(&paths.real, Overwrite::Never) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            Err(ArchiveError::Exists(to.to_owned()))
        }
        placed => placed.map(|()| made).writing(to),
    }
}

fn refuse_existing(to: &Path) -> Result<(), ArchiveError> {
    if fs_path::exists(to).writing(to)? {
        return Err(ArchiveError::Exists(to.to_owned()));
    }
    Ok(())
}

/// Refuses a name beside which a log or a journal lies. If the file exists by now, they belong to
/// the command that created it.
fn refuse_leftovers(paths: &ArchivePath) -> Result<(), ArchiveError> {
    let clear = paths.refuse_leftovers();
    if clear.is_err() {
        refuse_existing(&paths.typed)?;
    }
    clear
}

impl Sqlite {
    /// Creates an archive and fills it. It appears under its name when it is complete.
    ///
    /// # Errors
    /// If there is a file already, or it cannot be written.
    pub fn create(
        to: &Path,
        fill: impl FnOnce(&mut dyn ArchiveBackend) -> Result<(), ArchiveError>,
    ) -> Result<ArchiveStats, ArchiveError> {
        create_complete(to, |working, paths| {
            paths.refuse_network()?;
            Self::init(working.path(), to)?;
            let mut file = Self::open(working.path(), "its creation")?;
            fill(&mut file)?;
            file.check()
        })
    }

    /// Writes a copy, even while a run writes to the archive. The copy is a snapshot of the present
    /// state, read again and checked before it gets its name.
    ///
    /// # Errors
    /// If there is a file of that name, the archive is damaged, or the copy cannot be written.
    pub fn copy(&self, to: &Path) -> Result<ArchiveStats, ArchiveError> {
        create_complete(to, |working, paths| self.copy_into(working, paths))
    }

    /// Replaces an archive by a copy: see [`super::super::Archive::restore`].
    pub fn restore(
        path: &Path,
        from: &Path,
        holder: &str,
        overwrite: Overwrite,
    ) -> Result<RestoreSummary, ArchiveError> {
        let paths = ArchivePath::resolve_target(path)?;
        paths.refuse_network()?;
        let is_missing = !fs_path::exists(&paths.real).writing(path)?;
        if !is_missing {
            if ArchivePath::resolve(from)?.real == paths.real {
                return Err(ArchiveError::SameFile(path.to_owned()));
            }
            refuse_to_replace(&paths, overwrite)?;
        }
        let copy = Self::open_to_read(from)?;
        let _lock = paths.lock(holder)?;
        let working = TempFile::create(&paths.real).writing(path)?;
        let copied = copy.copy_into(&working, &paths);
        let stats = copied.map_err(|e| e.for_new_file(working.path(), path))?;
        drop(copy);
        let old = if is_missing { Some(Vec::new()) } else { replaced_runs(&paths)? };
        let lost = old.map(|old| runs_beyond(old, &stats.runs));
        if let Some(runs) = &lost
            && !runs.is_empty()
            && overwrite == Overwrite::Never
        {
            return Err(ArchiveError::LosesRuns {
                path: path.to_owned(),
                copy: from.to_owned(),
                count: counted_runs(runs),
                last: named_runs(runs),
            });
        }
        working.persist_over(&paths.real, &TempFile::SQLITE_SUFFIXES).writing(path)?;
        Ok(RestoreSummary { stats, lost })
    }

    /// Fails if a reader is in the middle of its answer.
    fn exclude_readers(&self) -> Result<(), ArchiveError> {
        let exclude = "PRAGMA query_only = OFF; BEGIN EXCLUSIVE; COMMIT; PRAGMA query_only = ON";
        self.db.execute_batch(exclude).map_err(|e| self.error(e))
    }

    /// Writes a checked copy into a temporary file.
    fn copy_into(
        &self,
        working: &TempFile,
        to: &ArchivePath,
    ) -> Result<ArchiveStats, ArchiveError> {
        let Some(path) = working.path().to_str() else {
            let no_text = io::Error::new(io::ErrorKind::InvalidInput, "expected a path in UTF-8");
            return Err(ArchiveError::Write(to.typed.clone(), no_text));
        };
        let written = self.vacuum_into(path);
        let only = self.lock.is_none();
        self.db.pragma_update(None, "query_only", only).map_err(|e| self.error(e))?;
        written.map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.error(e),
            _ => ArchiveError::from_sqlite(&to.typed, e, Access::Write),
        })?;
        let copy = Self::open_to_read(working.path())?;
        copy.db.pragma_update(None, "cache_size", COPY_CACHE_SIZE).map_err(|e| copy.error(e))?;
        copy.check()
    }

    /// Writes all contents into an empty file.
    fn vacuum_into(&self, path: &str) -> rusqlite::Result<()> {
        // Each page is needed only once. `VACUUM INTO` writes to another file.
        self.db.pragma_update(None, "cache_size", COPY_CACHE_SIZE)?;
        self.db.pragma_update(None, "query_only", false)?;
        self.db.execute("VACUUM INTO ?1", [path]).map(drop)
    }
}

/// Fails if a restore must not replace the file: one that is no archive of this program, unless the
/// user allows it.
fn refuse_to_replace(paths: &ArchivePath, overwrite: Overwrite) -> Result<(), ArchiveError> {
    match open::refuse_unusable(paths) {
        Err(ArchiveError::Damaged(..)) => Ok(()),
        Err(ArchiveError::Foreign(_) | ArchiveError::Schema { .. })
            if overwrite == Overwrite::Always =>
        {
            Ok(())
        }
        usable => usable,
    }
}

/// Returns the runs of the archive that is about to be replaced, after its recovery. Returns `None`
/// if they cannot be read.
fn replaced_runs(paths: &ArchivePath) -> Result<Option<Vec<ArchivedRun>>, ArchiveError> {
    use ArchiveError as E;
    let runs = Sqlite::open_to_replace(paths).and_then(|old| {
        // A reader in the middle of its answer would read a file without a name.
        old.exclude_readers()?;
        old.runs()
    });
    match runs {
        Ok(runs) => Ok(Some(runs.into_iter().map(|(_, run)| run).collect())),
        Err(E::Damaged(..) | E::ForeignLog(..) | E::OtherKeys(..) | E::Foreign(_)) => {
            Ok(open::salvage_runs(paths))
        }
        Err(e) => Err(e),
    }
}

/// Returns the runs that a copy does not have, or of which it has fewer puzzles.
fn runs_beyond(mut old: Vec<ArchivedRun>, copy: &[ArchivedRun]) -> Vec<ArchivedRun> {
    let copied: HashMap<&str, u64> =
        copy.iter().map(|run| (run.name.as_str(), run.puzzles)).collect();
    old.retain(|run| match copied.get(run.name.as_str()) {
        Some(puzzles) => *puzzles < run.puzzles,
        None => true,
    });
    old
}
