//! Copies and restores an archive. Each result appears whole: after a crash, either the old file is
//! complete or the new one. SQLite never applies the log of an old file to a new one.

use super::archive_path::ArchivePath;
use super::{
    Access, ArchiveBackend, ArchiveError, ArchiveReader as _, ArchiveStats, Sqlite, file_header,
};
use crate::store::files::lock::Lock;
use crate::store::files::output::SQLITE_SUFFIXES;
use crate::store::files::{Overwrite, TempFile, fs_path};
use rusqlite::ErrorCode;
use std::io;
use std::path::Path;

/// Cache size for reading a file once, in the unit of SQLite: negative numbers are kilobytes.
const COPY_CACHE_SIZE: i32 = -16_384;

/// Creates a file that appears under its name once `fill` has turned it into an archive.
fn create_complete<T>(
    to: &Path,
    fill: impl FnOnce(&TempFile, &ArchivePath) -> Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    let unwritten = |e| ArchiveError::Write(to.to_owned(), e);
    let exists = || ArchiveError::Exists(to.to_owned());
    if fs_path::exists(to).map_err(unwritten)? {
        return Err(exists());
    }
    let paths = ArchivePath::resolve_target(to)?;
    // If the file exists by now, the log beside it belongs to the command that created it.
    let is_clear = || match paths.refuse_leftovers() {
        Err(_) if fs_path::exists(to).map_err(unwritten)? => Err(exists()),
        clear => clear,
    };
    is_clear()?;
    // The empty file is created before SQLite opens it, so that errors of SQLite are errors of the
    // disk.
    let working = TempFile::create(&paths.real).map_err(unwritten)?;
    let made = fill(&working, &paths).map_err(|e| e.for_new_file(working.path(), to))?;
    is_clear()?;
    match working.persist(&paths.real, Overwrite::Never) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
        placed => placed.map(|()| made).map_err(unwritten),
    }
}

impl Sqlite {
    /// Creates an empty archive. It appears under its name when it is complete.
    ///
    /// # Errors
    /// If there is a file already, or it cannot be written.
    pub(in super::super) fn create(path: &Path) -> Result<(), ArchiveError> {
        create_complete(path, |working, paths| {
            paths.refuse_network()?;
            Self::init(working.path(), path)
        })
    }

    /// Creates an archive and fills it.
    pub(in super::super) fn create_full(
        to: &Path,
        fill: impl FnOnce(&mut dyn ArchiveBackend) -> Result<(), ArchiveError>,
    ) -> Result<ArchiveStats, ArchiveError> {
        create_complete(to, |working, _| {
            Self::init(working.path(), to)?;
            let mut file = Self::open(working.path(), "a copy")?;
            fill(&mut file)?;
            let stats = file.check()?;
            file.checkpoint_and_leave_wal()?;
            Ok(stats)
        })
    }

    /// Writes a copy, even while a run writes to the archive. The copy is a snapshot of the present
    /// state, read again and checked before it gets its name.
    ///
    /// # Errors
    /// If there is a file of that name, the archive is damaged, or the copy cannot be written.
    pub(super) fn copy(&self, to: &Path) -> Result<ArchiveStats, ArchiveError> {
        create_complete(to, |working, paths| self.copy_into(working, paths))
    }

    /// Replaces an archive by a copy. The archive may be damaged, missing, or beside a log of
    /// another archive. It must not be in use.
    ///
    /// # Errors
    /// If the copy is not a sound archive; then the archive is not changed. If the archive is in
    /// use, is some other file, or cannot be written.
    pub(in super::super) fn restore(
        path: &Path,
        from: &Path,
        holder: &str,
    ) -> Result<ArchiveStats, ArchiveError> {
        use ArchiveError as E;
        let paths = ArchivePath::resolve_target(path)?;
        let unwritten = |e| ArchiveError::Write(path.to_owned(), e);
        paths.refuse_network()?;
        let missing = !fs_path::exists(&paths.real).map_err(unwritten)?;
        if !missing {
            if ArchivePath::resolve(from)?.real == paths.real {
                return Err(ArchiveError::SameFile(path.to_owned()));
            }
            paths.refuse_other_names()?;
            if !file_header::is_archive(&paths)? {
                return Err(ArchiveError::Foreign(path.to_owned()));
            }
        }
        let copy = Self::open_to_read(from)?;
        let lock = paths.lock(holder)?;
        let working = TempFile::create(&paths.real).map_err(unwritten)?;
        let stats = copy.copy_into(&working, &paths);
        let stats = stats.map_err(|e| e.for_new_file(working.path(), path))?;
        drop(copy);
        let lock = match missing {
            true => lock,
            false => match Self::open_locked(paths.clone(), lock) {
                Ok(old) => old.checkpoint_and_leave_wal()?,
                // The log of such an archive is useless.
                Err(E::Damaged(..) | E::ForeignLog(..) | E::Schema(..) | E::OtherKeys(..)) => {
                    paths.lock(holder)?
                }
                Err(e) => return Err(e),
            },
        };
        working.persist_over(&paths.real, &SQLITE_SUFFIXES).map_err(unwritten)?;
        Self::open_locked(paths, lock)?;
        Ok(stats)
    }

    /// Moves the log into the file and leaves WAL mode. Afterwards the file is complete by itself,
    /// and no new reader creates files beside it.
    fn checkpoint_and_leave_wal(self) -> Result<Lock, ArchiveError> {
        let delete = "PRAGMA journal_mode = DELETE";
        let mode = self.db.query_row(delete, [], |row| row.get::<_, String>(0));
        let path = self.paths.typed.clone();
        if mode.map_err(|e| self.error(e))? != "delete" {
            return Err(ArchiveError::Busy(path));
        }
        let Self { db, lock, .. } = self;
        drop(db);
        lock.ok_or(ArchiveError::Busy(path))
    }

    /// Writes a checked copy into a temporary file. It has no log until its first change.
    fn copy_into(
        &self,
        working: &TempFile,
        to: &ArchivePath,
    ) -> Result<ArchiveStats, ArchiveError> {
        let unwritten = |e| ArchiveError::Write(to.typed.clone(), e);
        let path = working.path().to_str().ok_or_else(|| {
            let words = "expected a path in UTF-8";
            unwritten(io::Error::new(io::ErrorKind::InvalidInput, words))
        })?;
        self.end_snapshot()?;
        let write = || {
            // Each page is needed only once. `VACUUM INTO` writes to another file.
            self.db.pragma_update(None, "cache_size", COPY_CACHE_SIZE)?;
            self.db.pragma_update(None, "query_only", false)?;
            self.db.execute("VACUUM INTO ?1", [path])
        };
        let written = write();
        let only = self.lock.is_none();
        self.db.pragma_update(None, "query_only", only).map_err(|e| self.error(e))?;
        written.map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.error(e),
            _ => ArchiveError::from_sqlite(&to.typed, e, Access::Write),
        })?;
        self.ensure_unchanged()?;
        let copy = Self::open_to_read(working.path())?;
        copy.db.pragma_update(None, "cache_size", COPY_CACHE_SIZE).map_err(|e| copy.error(e))?;
        copy.check()
    }
}
