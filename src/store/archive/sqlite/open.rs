//! Opens an archive: for its writer, for readers who may write the file, and for guests who may
//! not.
//!
//! SQLite keeps two files beside an open archive, the log (`-wal`) and its index (`-shm`). A writer
//! holds the lock, and recovers a log that a crash has left, if it belongs to the file. A guest
//! creates neither file, because the owner could not write to the files of another user.

use super::archive_path::{ArchivePath, JOURNAL};
use super::file_header::OpenGuard;
use super::{Access, ArchiveError, ArchiveReader as _, ArchiveStats, Sqlite};
use crate::store::files::TempFile;
use crate::store::files::lock::Lock;
use crate::sudoku::key::Key;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

/// Timeout for another program that has the file open for writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of checks whether a writer still needs the journal, and the interval between two
/// checks.
const MAX_JOURNAL_CHECKS: u32 = 100;
const JOURNAL_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The name of the lock's holder while a reader recovers the file after a crash.
const RECOVERY_HOLDER: &str = "a reader that recovers the archive after a crash";

/// Maximum size of an archive that is checked at every opening, which takes 10 ms.
const MAX_QUICK_CHECK_BYTES: u64 = 4 << 20;

/// Size and time of a file when a guest opened it. SQLite takes no lock for such a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileStamp {
    size: u64,
    changed: Option<SystemTime>,
}

impl FileStamp {
    pub(super) fn read(paths: &ArchivePath) -> io::Result<Self> {
        let about = fs::metadata(&paths.real)?;
        let (size, changed) = (about.len(), about.modified().ok());
        Ok(Self { size, changed })
    }
}

/// The way in which SQLite opens the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenMode {
    /// Reading and writing; creates the log.
    ReadWrite,
    /// Reading, with an existing log and index of a writer or a crash.
    SharedReader,
    /// Reading, with the log of a crash; the index is in memory.
    RecoveringReader,
    /// Reading without a log.
    Immutable,
}

impl Sqlite {
    /// Opens an archive to insert puzzles. Its lock keeps all other writers away until the archive
    /// is dropped; their error message names `holder`.
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] if there is another writer. Otherwise if the file is missing,
    /// foreign, of another schema, damaged, or has several names; then it is not changed.
    pub(in super::super) fn open(path: &Path, holder: &str) -> Result<Self, ArchiveError> {
        let paths = ArchivePath::resolve_own(path)?;
        // Checked first, so that no lock file is left beside a foreign file.
        drop(OpenGuard::new(&paths)?);
        paths.refuse_network()?;
        let lock = paths.lock(holder)?;
        Self::open_locked(paths, lock)
    }

    /// Opens an archive for reading. Does not disturb a writer.
    ///
    /// # Errors
    /// The errors of [`Sqlite::open`], except for the lock.
    pub(in super::super) fn open_to_read(path: &Path) -> Result<Self, ArchiveError> {
        let paths = ArchivePath::resolve(path)?;
        let guard = OpenGuard::new(&paths)?;
        if paths.has_journal()? {
            // Without the lock, SQLite would roll the journal back, even a foreign one.
            Self::recover_journal(&paths)?;
        } else if paths.log_size() > 0 {
            match Self::open(path, RECOVERY_HOLDER) {
                // The log belongs to a writer, or cannot be recovered without write permission.
                Ok(_)
                | Err(
                    ArchiveError::Locked(_)
                    | ArchiveError::Write(..)
                    | ArchiveError::Read(..)
                    | ArchiveError::Busy(_),
                ) => {}
                Err(e) => return Err(e),
            }
        }
        match Self::connect(paths.clone(), OpenMode::ReadWrite, guard, None) {
            Err(ArchiveError::Read(..)) => Self::open_without_writing(paths),
            opened => opened,
        }
    }

    /// Rolls back the journal that a crash has left, if it belongs to the file. Waits for a writer
    /// who holds the lock and is writing a journal.
    fn recover_journal(paths: &ArchivePath) -> Result<(), ArchiveError> {
        let mut checks = 0;
        while paths.has_journal()? {
            match Self::open(&paths.typed, RECOVERY_HOLDER) {
                Err(ArchiveError::Locked(_)) if checks < MAX_JOURNAL_CHECKS => {
                    thread::sleep(JOURNAL_CHECK_INTERVAL)
                }
                opened => return opened.map(drop),
            }
            checks += 1;
        }
        Ok(())
    }

    /// Removes the lock file of an archive that a crash has left. It locks nobody out.
    pub(in super::super) fn sweep(path: &Path) {
        if let Ok(paths) = ArchivePath::resolve(path) {
            Lock::sweep(&Lock::path_beside(&paths.real));
        }
    }

    pub(super) fn open_locked(paths: ArchivePath, lock: Lock) -> Result<Self, ArchiveError> {
        let guard = OpenGuard::new(&paths)?;
        if paths.has_journal()? {
            check_journal(&paths)?;
        } else if paths.log_size() > 0 {
            check_log(&paths)?;
        }
        let archive = Self::connect(paths, OpenMode::ReadWrite, guard, Some(lock))?;
        // A copy is not in WAL mode yet.
        let wal = archive.db.pragma_update(None, "journal_mode", "WAL");
        wal.map_err(|e| archive.error(e))?;
        Ok(archive)
    }

    fn open_without_writing(paths: ArchivePath) -> Result<Self, ArchiveError> {
        let mode = match (paths.log().exists(), paths.index().exists()) {
            (true, true) => OpenMode::SharedReader,
            (true, false) if paths.log_size() > 0 => OpenMode::RecoveringReader,
            _ => OpenMode::Immutable,
        };
        let guard = OpenGuard::new(&paths)?;
        Self::connect(paths, mode, guard, None)
    }

    fn connect(
        paths: ArchivePath,
        mode: OpenMode,
        guard: OpenGuard,
        lock: Option<Lock>,
    ) -> Result<Self, ArchiveError> {
        let access = Access::with_lock(lock.as_ref());
        let of = |e| ArchiveError::from_sqlite(&paths.typed, e, access);
        let stamp = match mode {
            OpenMode::ReadWrite | OpenMode::SharedReader => None,
            OpenMode::RecoveringReader | OpenMode::Immutable => {
                let unread = |e| ArchiveError::Read(paths.typed.clone(), e);
                Some(FileStamp::read(&paths).map_err(unread)?)
            }
        };
        let db = match mode {
            OpenMode::ReadWrite => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Connection::open_with_flags(&paths.real, flags)
            }
            OpenMode::SharedReader => read_only(&paths.real, "readonly_shm=1"),
            OpenMode::RecoveringReader => read_only(&paths.real, NO_LOCK_VFS),
            OpenMode::Immutable => read_only(&paths.real, "immutable=1"),
        };
        let db = db.map_err(of)?;
        // SQLite falls back to read-only if it may not write, and would create files beside the
        // archive.
        if mode == OpenMode::ReadWrite && db.is_readonly(MAIN_DB).map_err(of)? {
            let words = "no permission to write the file";
            let denied = io::Error::new(io::ErrorKind::PermissionDenied, words);
            return Err(access.error(paths.typed.clone(), denied));
        }
        let archive = Self { paths, db, filters: RefCell::new(None), stamp, _guard: guard, lock };
        archive.prepare(mode)?;
        Ok(archive)
    }

    fn prepare(&self, mode: OpenMode) -> Result<(), ArchiveError> {
        let of = |e| self.error(e);
        self.db.busy_timeout(BUSY_TIMEOUT).map_err(of)?;
        if mode == OpenMode::RecoveringReader {
            let keeps_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            self.db.set_db_config(keeps_log, true).map_err(of)?;
            let in_memory = "PRAGMA locking_mode = EXCLUSIVE";
            self.db.query_row(in_memory, [], |_| Ok(())).map_err(of)?;
        }
        // A statement is planned once, not again for every key that is bound to it.
        let planned_once = DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
        self.db.set_db_config(planned_once, true).map_err(of)?;
        // The cache takes memory only when it is used.
        let tune = "PRAGMA synchronous = FULL; PRAGMA cache_size = -262144; PRAGMA temp_store = 2;";
        self.db.execute_batch(tune).map_err(of)?;
        let only = self.lock.is_none();
        self.db.pragma_update(None, "query_only", only).map_err(of)?;
        let hash = "SELECT value FROM about WHERE name = 'key'";
        let hash = self.db.query_row(hash, [], |row| row.get::<_, String>(0));
        let kind = hash.map_err(|e| self.damage_error(e))?;
        if kind != Key::HASH {
            return Err(ArchiveError::OtherKeys(self.paths.typed.clone(), kind));
        }
        let size = fs::metadata(&self.paths.real).map_or(0, |about| about.len());
        if size <= MAX_QUICK_CHECK_BYTES {
            self.check_pages("PRAGMA quick_check(1)")?;
        }
        Ok(())
    }
}

/// Fails if the log that a crash has left belongs to another file. SQLite does not check this: it
/// would mix the two for good if a copy was put over the archive by hand. So both are read
/// together, without a change to either, and must be a sound archive.
fn check_log(paths: &ArchivePath) -> Result<(), ArchiveError> {
    refuse_foreign_log(paths, "-wal", check_opened(paths, OpenMode::RecoveringReader))
}

fn check_opened(paths: &ArchivePath, mode: OpenMode) -> Result<ArchiveStats, ArchiveError> {
    let guard = OpenGuard::new(paths)?;
    Sqlite::connect(paths.clone(), mode, guard, None)?.check()
}

/// Decides by the archive that a file and its log or journal form together. If they are damaged,
/// but the file alone is sound, the log belongs to another archive.
fn refuse_foreign_log(
    paths: &ArchivePath,
    ending: &'static str,
    together: Result<ArchiveStats, ArchiveError>,
) -> Result<(), ArchiveError> {
    match together {
        Err(ArchiveError::Damaged(path, why)) => {
            Err(match check_opened(paths, OpenMode::Immutable) {
                Ok(_) => ArchiveError::ForeignLog(path, ending),
                Err(_) => ArchiveError::Damaged(path, why),
            })
        }
        together => together.map(drop),
    }
}

/// Fails if the journal that a crash has left belongs to another file. SQLite can read the two
/// together only by changing the file, so a copy is used.
fn check_journal(paths: &ArchivePath) -> Result<(), ArchiveError> {
    let unwritten = |e| ArchiveError::Write(paths.typed.clone(), e);
    let working = TempFile::create(&paths.real).map_err(unwritten)?;
    let copy = ArchivePath { typed: paths.typed.clone(), real: working.path().to_owned() };
    let copied = || -> io::Result<()> {
        fs::copy(&paths.real, &copy.real)?;
        fs::copy(paths.journal(), copy.journal())?;
        if paths.log_size() > 0 {
            fs::copy(paths.log(), copy.log())?;
        }
        Ok(())
    };
    let together = match paths.has_all_journaled_pages()? {
        true => copied().map_err(unwritten).and_then(|()| check_opened(&copy, OpenMode::ReadWrite)),
        false => {
            let words = "the journal is of a larger file".to_owned();
            Err(ArchiveError::Damaged(paths.typed.clone(), words))
        }
    };
    refuse_foreign_log(paths, JOURNAL, together)
}

/// The VFS of SQLite without locks, and therefore without a shared index.
#[cfg(unix)]
const NO_LOCK_VFS: &str = "vfs=unix-none";
#[cfg(windows)]
const NO_LOCK_VFS: &str = "vfs=win32-none";

/// Opens a file that SQLite must not change: see <https://www.sqlite.org/uri.html>.
fn read_only(real: &Path, parameter: &str) -> rusqlite::Result<Connection> {
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
    uri.push_str(&format!("?mode=ro&{parameter}"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}
