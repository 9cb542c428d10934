//! Copies of an archive, and an archive put back from one. Each appears whole: whatever happens on the
//! way, the old file is complete, or the new one is. What SQLite has left beside a name is never read with a new file.

use super::place::Place;
use super::{Access, ArchiveError, Look as _, Sqlite, Stats, Store, file};
use crate::store::files::lock::Lock;
use crate::store::files::output::BESIDE;
use crate::store::files::{Existing, Working, names};
use rusqlite::ErrorCode;
use std::io;
use std::path::Path;

/// Kilobytes of memory for the pages of a file that is read once, as SQLite counts them.
const SMALL_CACHE: i32 = -16_384;

/// Makes a file that appears under its name when `fill` has made it an archive.
fn make<T>(
    to: &Path,
    fill: impl FnOnce(&Working, &Place) -> Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    let unwritten = |e| ArchiveError::Unwritten(to.to_owned(), e);
    let exists = || ArchiveError::Exists(to.to_owned());
    if names::exists(to).map_err(unwritten)? {
        return Err(exists());
    }
    let place = Place::of_target(to)?;
    // A log beside a file that is there by now is that of the command which made it.
    let is_clear = || match place.has_no_leftovers() {
        Err(_) if names::exists(to).map_err(unwritten)? => Err(exists()),
        clear => clear,
    };
    is_clear()?;
    // The empty file is ours before SQLite sees it, so that its errors are those of the disk.
    let working = Working::create(&place.real).map_err(unwritten)?;
    let made = fill(&working, &place).map_err(|e| e.of_new(working.path(), to))?;
    is_clear()?;
    match working.place(&place.real, Existing::Keep) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
        placed => placed.map(|()| made).map_err(unwritten),
    }
}

impl Sqlite {
    /// Creates an empty archive. It appears under its name when it is complete.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub(in super::super) fn create(path: &Path) -> Result<(), ArchiveError> {
        make(path, |working, place| {
            place.is_local()?;
            Self::begin(working.path(), path)
        })
    }

    /// Creates a file and fills it.
    pub(in super::super) fn create_full(
        to: &Path,
        fill: impl FnOnce(&mut dyn Store) -> Result<(), ArchiveError>,
    ) -> Result<Stats, ArchiveError> {
        make(to, |working, _| {
            Self::begin(working.path(), to)?;
            let mut file = Self::open(working.path(), "a copy")?;
            fill(&mut file)?;
            let stats = file.check()?;
            file.detach()?;
            Ok(stats)
        })
    }

    /// Writes a copy, also while a run writes to the archive: of the state in which it is now, read
    /// again and checked before it has its name.
    ///
    /// # Errors
    /// When there is a file of that name, the archive is damaged, or the copy cannot be written.
    pub(super) fn copy(&self, to: &Path) -> Result<Stats, ArchiveError> {
        make(to, |working, place| self.copy_into(working, place))
    }

    /// Puts a copy in the place of an archive, which may be damaged, missing, or beside a log that is
    /// not its own. The archive must not be in use.
    ///
    /// # Errors
    /// When the copy is not a sound archive; then the archive is not changed. When the archive is in
    /// use, is some other file, or cannot be written.
    pub(in super::super) fn restore(
        path: &Path,
        from: &Path,
        holder: &str,
    ) -> Result<Stats, ArchiveError> {
        use ArchiveError as E;
        let place = Place::of_target(path)?;
        let unwritten = |e| ArchiveError::Unwritten(path.to_owned(), e);
        place.is_local()?;
        let missing = !names::exists(&place.real).map_err(unwritten)?;
        if !missing {
            if Place::of(from)?.real == place.real {
                return Err(ArchiveError::Same(path.to_owned()));
            }
            place.has_one_name()?;
            if !file::is_ours(&place)? {
                return Err(ArchiveError::Foreign(path.to_owned()));
            }
        }
        let copy = Self::open_to_read(from)?;
        let lock = place.lock(holder)?;
        let working = Working::create(&place.real).map_err(unwritten)?;
        let stats = copy.copy_into(&working, &place);
        let stats = stats.map_err(|e| e.of_new(working.path(), path))?;
        drop(copy);
        let lock = match missing {
            true => lock,
            false => match Self::open_locked(place.clone(), lock) {
                Ok(old) => old.detach()?,
                // Nobody can use this log.
                Err(E::Damaged(..) | E::ForeignLog(..) | E::Schema(..) | E::OtherKeys(..)) => {
                    place.lock(holder)?
                }
                Err(e) => return Err(e),
            },
        };
        working.replace(&place.real, &BESIDE).map_err(unwritten)?;
        Self::open_locked(place, lock)?;
        Ok(stats)
    }

    /// Brings the log into the file and ends the use of logs, so that the file is whole by itself, and
    /// no reader that comes now leaves anything beside it.
    fn detach(self) -> Result<Lock, ArchiveError> {
        let delete = "PRAGMA journal_mode = DELETE";
        let mode = self.db.query_row(delete, [], |row| row.get::<_, String>(0));
        let path = self.place.typed.clone();
        if mode.map_err(|e| self.of(e))? != "delete" {
            return Err(ArchiveError::Busy(path));
        }
        let Self { db, lock, .. } = self;
        drop(db);
        lock.ok_or(ArchiveError::Busy(path))
    }

    /// Writes a sound copy into a working file. It has no log until somebody writes to it.
    fn copy_into(&self, working: &Working, to: &Place) -> Result<Stats, ArchiveError> {
        let unwritten = |e| ArchiveError::Unwritten(to.typed.clone(), e);
        let path = working.path().to_str().ok_or_else(|| {
            let words = "expected a path in UTF-8";
            unwritten(io::Error::new(io::ErrorKind::InvalidInput, words))
        })?;
        self.look_again()?;
        let write = || {
            // Each page is needed once; this writes to another file.
            self.db.pragma_update(None, "cache_size", SMALL_CACHE)?;
            self.db.pragma_update(None, "query_only", false)?;
            self.db.execute("VACUUM INTO ?1", [path])
        };
        let written = write();
        let only = self.lock.is_none();
        self.db.pragma_update(None, "query_only", only).map_err(|e| self.of(e))?;
        written.map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.of(e),
            _ => ArchiveError::of(&to.typed, e, Access::Write),
        })?;
        self.unchanged()?;
        let copy = Self::open_to_read(working.path())?;
        copy.db.pragma_update(None, "cache_size", SMALL_CACHE).map_err(|e| copy.of(e))?;
        copy.check()
    }
}
