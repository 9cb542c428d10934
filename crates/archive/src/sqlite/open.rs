//! Opens an archive: for its writer, who holds the lock, and for readers.
//!
//! After a crash, SQLite's journal lies beside the file. SQLite rolls it back when it opens the
//! file, whoever has left it: so `journal` first tells whose it is.

use super::archive_path::ArchivePath;
use super::journal;
use super::{Access, ArchiveError, ArchivedRun, Sqlite, data_version, pragma, read};
use crate::error::{FILE_SCHEMA_NUMBER, FileContext as _};
use files::TempFile;
use files::lock::Lock;
use grid::Key;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};
use std::path::Path;
use std::time::Duration;
use std::{fs, io, thread};

/// The `application_id` of an archive; `schema.sql` has the same number.
const APPLICATION_ID: i64 = 1_397_771_851;

/// Timeout of a reader for a writer that commits.
const READER_TIMEOUT: Duration = Duration::from_secs(60);
/// Timeout of a writer for readers. A copy or a check of a large archive takes minutes.
const WRITER_TIMEOUT: Duration = Duration::from_secs(600);
/// Maximum number of attempts to lock an archive that another reader recovers, and the interval
/// between two attempts: a minute in all.
const MAX_RECOVERY_CHECKS: u32 = 3_000;
const RECOVERY_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The name of the lock's holder while a reader recovers the file after a crash.
const RECOVERY_HOLDER: &str = "a reader that recovers the archive after a crash";

/// Maximum size of an archive that is checked at every opening, which takes 10 ms.
const MAX_QUICK_CHECK_BYTES: u64 = 4 << 20;

/// The cache of a connection in kilobytes, as SQLite writes it. It takes memory only when it is
/// used, and has room for all inner pages of a hundred million keys.
const CACHE_SIZE: i32 = -65_536;

impl Sqlite {
    /// Opens an archive to insert puzzles. Its lock keeps all other writers away until the archive
    /// is dropped; their error message names `holder`.
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] if there is another writer. Otherwise if the file is missing,
    /// foreign, of another schema or damaged; then it is not changed.
    pub fn open(path: &Path, holder: &str) -> Result<Self, ArchiveError> {
        let paths = ArchivePath::resolve_own(path)?;
        // Checked first, so that no lock file is left beside a foreign file.
        refuse_unusable(&paths)?;
        paths.refuse_network()?;
        let lock = paths.lock(holder)?;
        refuse_foreign_log(&paths)?;
        Self::connect(paths, Some(lock))
    }

    /// Opens an archive for reading.
    ///
    /// # Errors
    /// The errors of [`Sqlite::open`], except for the lock.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, ArchiveError> {
        let paths = ArchivePath::resolve(path)?;
        refuse_unusable(&paths)?;
        let recovery = lock_to_recover(&paths)?;
        if !matches!(recovery, RecoveryLock::NotNeeded) {
            refuse_foreign_log(&paths)?;
        }
        let opened = Self::connect(paths.clone(), None);
        drop(recovery);
        match opened {
            Err(ArchiveError::Read(path, e)) => match paths.log_endings()?.first() {
                Some(ending) => Err(ArchiveError::Unrecovered(path, ending)),
                None => Err(ArchiveError::Read(path, e)),
            },
            opened => opened,
        }
    }

    /// Opens the archive that is about to be replaced, whose lock the caller holds. The damage of
    /// an archive is an error.
    pub(super) fn open_to_replace(paths: &ArchivePath) -> Result<Self, ArchiveError> {
        refuse_foreign_log(paths)?;
        Self::connect(paths.clone(), None)
    }

    /// Removes the lock file of an archive that a crash has left. It locks nobody out.
    pub(crate) fn sweep(path: &Path) {
        if let Ok(paths) = ArchivePath::resolve(path) {
            Lock::sweep(&Lock::path_beside(&paths.real));
        }
    }

    /// Opens the file with SQLite's locks. A journal that a crash has left is rolled back.
    fn connect(paths: ArchivePath, lock: Option<Lock>) -> Result<Self, ArchiveError> {
        let access = Access::with_lock(lock.as_ref());
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(&paths.real, flags);
        let db = opened.map_err(|e| ArchiveError::from_sqlite(&paths.typed, e, access))?;
        let mut archive = Self { paths, db, version: 0, lock };
        // SQLite falls back to reading if it may not write.
        let is_read_only = archive.db.is_readonly(MAIN_DB).map_err(|e| archive.error(e))?;
        if archive.lock.is_some() && is_read_only {
            let words = "no permission to write the file";
            let denied = io::Error::new(io::ErrorKind::PermissionDenied, words);
            return Err(ArchiveError::Write(archive.paths.typed.clone(), denied));
        }
        archive.refuse_missing_locks()?;
        archive.set_options().map_err(|e| archive.error(e))?;
        archive.version = data_version(&archive.db).map_err(|e| archive.error(e))?;
        archive.check_content()?;
        Ok(archive)
    }

    /// Fails if the file system has no locks, before anybody waits for one. SQLite reports a lock
    /// that the system does not have like a lock that another process holds.
    fn refuse_missing_locks(&self) -> Result<(), ArchiveError> {
        self.db.busy_timeout(Duration::ZERO).map_err(|e| self.error(e))?;
        if is_busy(data_version(&self.db)) && !can_lock_beside(&self.paths.real) {
            return Err(ArchiveError::NoLocks(self.paths.typed.clone()));
        }
        Ok(())
    }

    fn set_options(&self) -> rusqlite::Result<()> {
        let is_writer = self.lock.is_some();
        self.db.busy_timeout(if is_writer { WRITER_TIMEOUT } else { READER_TIMEOUT })?;
        // A statement is planned once, not again for every key that is bound to it.
        self.db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        self.db.pragma_update(None, "cache_size", CACHE_SIZE)?;
        self.db.pragma_update(None, "query_only", !is_writer)?;
        if is_writer {
            // Another tool may have chosen a log, which keeps the newest puzzles in a second file.
            self.db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
            // The end of a transaction survives a power failure.
            self.db.pragma_update(None, "synchronous", "EXTRA")?;
        }
        Ok(())
    }

    /// Fails if the keys are of another kind, or the file is damaged as far as a short look tells.
    fn check_content(&self) -> Result<(), ArchiveError> {
        let kind =
            self.db.query_row("SELECT value FROM about WHERE name = 'key'", [], |row| row.get(0));
        let kind: String = kind.map_err(|e| self.damage_error(e))?;
        if kind != Key::HASH {
            return Err(ArchiveError::OtherKeys(self.paths.typed.clone(), kind));
        }
        let size = self.ensure_uncut()?;
        if size <= MAX_QUICK_CHECK_BYTES {
            self.check_pages("PRAGMA quick_check(1)")?;
        }
        Ok(())
    }

    /// Returns the size of the file in bytes. Fails if the file ends inside its last page, which
    /// SQLite tolerates.
    fn ensure_uncut(&self) -> Result<u64, ArchiveError> {
        // While this transaction reads, no other connection changes the size.
        let snapshot = self.db.unchecked_transaction().map_err(|e| self.error(e))?;
        let expected = expected_size(&self.db).map_err(|e| self.error(e))?;
        let size = fs::metadata(&self.paths.real).reading(&self.paths.typed)?.len();
        if size < expected {
            let words = "the file has been cut".to_owned();
            return Err(ArchiveError::Damaged(self.paths.typed.clone(), words));
        }
        snapshot.finish().map_err(|e| self.error(e))?;
        Ok(size)
    }
}

/// Returns false if SQLite cannot lock a file that no other process knows. Returns true if there
/// can be no such file.
fn can_lock_beside(real: &Path) -> bool {
    let Ok(working) = TempFile::create(real) else {
        return true;
    };
    !is_busy(Connection::open(working.path()).and_then(|db| {
        db.busy_timeout(Duration::ZERO)?;
        db.execute_batch("BEGIN EXCLUSIVE; COMMIT")
    }))
}

fn is_busy<T>(done: rusqlite::Result<T>) -> bool {
    matches!(done, Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
}

/// Returns the size of a file without a cut in bytes.
fn expected_size(db: &Connection) -> rusqlite::Result<u64> {
    let (pages, bytes) = (pragma(db, "page_count")?, pragma(db, "page_size")?);
    Ok(pages.unsigned_abs().saturating_mul(bytes.unsigned_abs()))
}

/// Fails if the file is no archive of this schema.
pub(super) fn refuse_unusable(paths: &ArchivePath) -> Result<(), ArchiveError> {
    paths.refuse_irregular_sidecars()?;
    refuse_foreign(paths)
}

/// Fails if the file is no archive of this schema, by the numbers in its header. They never change,
/// so they are right before a recovery, too.
fn refuse_foreign(paths: &ArchivePath) -> Result<(), ArchiveError> {
    match refuse_foreign_header(paths) {
        // SQLite reports a disk that cannot be read in the same way.
        Err(ArchiveError::Foreign(path)) => {
            paths.read_header().reading(&path)?;
            refuse_foreign_header(paths)
        }
        read => read,
    }
}

fn refuse_foreign_header(paths: &ArchivePath) -> Result<(), ArchiveError> {
    let path = paths.typed.clone();
    if fs::metadata(&paths.real).reading(&path)?.len() == 0 {
        return Err(ArchiveError::Damaged(path, "the file is empty".into()));
    }
    let (id, schema) = match read_header_numbers(&paths.real) {
        Ok(numbers) => numbers,
        Err(e) => {
            return Err(match e.sqlite_error_code() {
                Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                    ArchiveError::Foreign(path)
                }
                _ => ArchiveError::from_sqlite(&path, e, Access::Read),
            });
        }
    };
    if id != APPLICATION_ID {
        return Err(ArchiveError::Foreign(path));
    }
    if schema != i64::from(FILE_SCHEMA_NUMBER) {
        let found = schema.to_string();
        return Err(ArchiveError::Schema { path, expected: FILE_SCHEMA_NUMBER, found });
    }
    Ok(())
}

/// Returns the numbers of the program and of the schema.
fn read_header_numbers(real: &Path) -> rusqlite::Result<(i64, i64)> {
    let db = open_as_is(real)?;
    Ok((pragma(&db, "application_id")?, pragma(&db, "user_version")?))
}

/// Returns the runs of a damaged archive, oldest first. Returns `None` if they cannot be read.
pub(super) fn salvage_runs(paths: &ArchivePath) -> Option<Vec<ArchivedRun>> {
    let db = open_as_is(&paths.real).ok()?;
    let runs = read::read_runs(&db).ok()?;
    Some(runs.into_iter().map(|(_, run)| run).collect())
}

/// The part of a reader in the recovery of an archive.
enum RecoveryLock {
    /// There is nothing to recover, or a writer is using the archive.
    NotNeeded,
    /// No writer begins until the lock is dropped.
    Locked { _lock: Lock },
    /// The reader cannot write the lock.
    Denied,
}

/// Acquires the lock if a crash has left a log or a journal.
fn lock_to_recover(paths: &ArchivePath) -> Result<RecoveryLock, ArchiveError> {
    let mut checks = 0;
    while !paths.log_endings()?.is_empty() {
        match paths.lock(RECOVERY_HOLDER) {
            Ok(lock) => return Ok(RecoveryLock::Locked { _lock: lock }),
            Err(ArchiveError::Locked(by)) if by == RECOVERY_HOLDER => {
                if checks == MAX_RECOVERY_CHECKS {
                    return Err(ArchiveError::Locked(by));
                }
                checks += 1;
                thread::sleep(RECOVERY_CHECK_INTERVAL);
            }
            Err(ArchiveError::Locked(_)) => return Ok(RecoveryLock::NotNeeded),
            Err(_) => return Ok(RecoveryLock::Denied),
        }
    }
    Ok(RecoveryLock::NotNeeded)
}

/// Fails if a journal or log belongs to another file, or to another state of this one. SQLite does
/// not check this: it would apply the journal of an old archive that somebody has replaced by hand.
/// This program writes no log.
fn refuse_foreign_log(paths: &ArchivePath) -> Result<(), ArchiveError> {
    for ending in paths.log_endings()? {
        let is_own = ending == journal::JOURNAL
            && journal::is_of_archive(paths).reading(&paths.beside(ending))?;
        if !is_own {
            return Err(ArchiveError::ForeignLog(paths.typed.clone(), ending));
        }
    }
    Ok(())
}

/// Opens the bytes of a file as they are, without locks and logs, even if pages are missing at its
/// end: see <https://www.sqlite.org/uri.html>.
fn open_as_is(real: &Path) -> rusqlite::Result<Connection> {
    let mut uri = "file:".to_owned();
    #[cfg(windows)]
    uri.push('/');
    for byte in real.as_os_str().as_encoded_bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri.push_str("?mode=ro&immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
    db.pragma_update(None, "writable_schema", true)?;
    Ok(db)
}
