//! How an archive is opened: by its writer, by readers who own it, by guests who may not write beside it.
//!
//! SQLite keeps two files beside an open archive, the log (`-wal`) and its index (`-shm`). A writer has
//! the lock and brings a log that a crash has left into the file, if it belongs to the file. A guest
//! creates neither, because the owner could not write to files of somebody else.

use super::file::Judged;
use super::place::{JOURNAL, Place};
use super::{Access, ArchiveError, Look as _, Sqlite, Stats};
use crate::store::files::Working;
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

/// How long to wait for another program that has the file open for writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a reader looks again whether a writer still needs the journal, and how long it waits between two looks.
const JOURNAL_LOOKS: u32 = 100;
const JOURNAL_LOOK: Duration = Duration::from_millis(20);

/// The holder of the lock while a reader brings in what a crash has left.
const RECOVERY: &str = "a reader that recovers the archive after a crash";

/// An archive below this size is read through whenever it is opened: it takes a hundredth of a second.
const SMALL: u64 = 4 << 20;

/// What a file was when a guest opened it. SQLite takes no lock for such a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unlocked {
    size: u64,
    changed: Option<SystemTime>,
}

impl Unlocked {
    pub(super) fn of(place: &Place) -> io::Result<Self> {
        let about = fs::metadata(&place.real)?;
        let (size, changed) = (about.len(), about.modified().ok());
        Ok(Self { size, changed })
    }
}

/// How SQLite opens the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// With its log, which is created.
    Owner,
    /// With the log and the index that a writer or a crash has left there.
    Guest,
    /// With the log that a crash has left; the index is in memory.
    Alone,
    /// Without a log.
    Immutable,
}

impl Sqlite {
    /// Opens an archive to enter puzzles, with the lock that keeps all other writers away until the
    /// archive is dropped. The holder is what they are told.
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] when there is another writer. Otherwise when the file is missing,
    /// foreign, of another schema, damaged, or has several names; then it is not changed.
    pub(in super::super) fn open(path: &Path, holder: &str) -> Result<Self, ArchiveError> {
        let place = Place::of_own(path)?;
        // No lock file is left beside what is no archive.
        drop(Judged::new(&place)?);
        place.is_local()?;
        let lock = place.lock(holder)?;
        Self::open_locked(place, lock)
    }

    /// Opens an archive to look things up. No writer is disturbed.
    ///
    /// # Errors
    /// As [`Sqlite::open`], but for the lock.
    pub(in super::super) fn open_to_read(path: &Path) -> Result<Self, ArchiveError> {
        let place = Place::of(path)?;
        let judged = Judged::new(&place)?;
        if place.has_journal()? {
            // Without the lock SQLite would bring it into the file, whether it belongs to it or not.
            Self::recover(&place)?;
        } else if place.log_size() > 0 {
            match Self::open(path, RECOVERY) {
                // The log is a writer's, or cannot be brought in without the right to write.
                Ok(_)
                | Err(
                    ArchiveError::Locked(_)
                    | ArchiveError::Unwritten(..)
                    | ArchiveError::Unread(..)
                    | ArchiveError::Busy(_),
                ) => {}
                Err(e) => return Err(e),
            }
        }
        match Self::connect(place.clone(), Mode::Owner, judged, None) {
            Err(ArchiveError::Unread(..)) => Self::open_as_guest(place),
            opened => opened,
        }
    }

    /// Brings the journal that a crash has left into the file, if it belongs to it. Waits for a writer who has the lock
    /// and writes a journal at the moment.
    fn recover(place: &Place) -> Result<(), ArchiveError> {
        let mut looks = 0;
        while place.has_journal()? {
            match Self::open(&place.typed, RECOVERY) {
                Err(ArchiveError::Locked(_)) if looks < JOURNAL_LOOKS => {
                    thread::sleep(JOURNAL_LOOK)
                }
                opened => return opened.map(drop),
            }
            looks += 1;
        }
        Ok(())
    }

    /// Removes the lock file of an archive that a crash has left. It locks nobody out.
    pub(in super::super) fn sweep(path: &Path) {
        if let Ok(place) = Place::of(path) {
            Lock::sweep(&Lock::beside(&place.real));
        }
    }

    pub(super) fn open_locked(place: Place, lock: Lock) -> Result<Self, ArchiveError> {
        let judged = Judged::new(&place)?;
        if place.has_journal()? {
            journal_belongs(&place)?;
        } else if place.log_size() > 0 {
            log_belongs(&place)?;
        }
        let archive = Self::connect(place, Mode::Owner, judged, Some(lock))?;
        // A copy has no log yet.
        let wal = archive.db.pragma_update(None, "journal_mode", "WAL");
        wal.map_err(|e| archive.of(e))?;
        Ok(archive)
    }

    fn open_as_guest(place: Place) -> Result<Self, ArchiveError> {
        let mode = match (place.log().exists(), place.index().exists()) {
            (true, true) => Mode::Guest,
            (true, false) if place.log_size() > 0 => Mode::Alone,
            _ => Mode::Immutable,
        };
        let judged = Judged::new(&place)?;
        Self::connect(place, mode, judged, None)
    }

    fn connect(
        place: Place,
        mode: Mode,
        judged: Judged,
        lock: Option<Lock>,
    ) -> Result<Self, ArchiveError> {
        let access = Access::with_lock(lock.as_ref());
        let of = |e| ArchiveError::of(&place.typed, e, access);
        let unlocked = match mode {
            Mode::Owner | Mode::Guest => None,
            Mode::Alone | Mode::Immutable => {
                let unread = |e| ArchiveError::Unread(place.typed.clone(), e);
                Some(Unlocked::of(&place).map_err(unread)?)
            }
        };
        let db = match mode {
            Mode::Owner => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Connection::open_with_flags(&place.real, flags)
            }
            Mode::Guest => read_only(&place.real, "readonly_shm=1"),
            Mode::Alone => read_only(&place.real, UNLOCKED),
            Mode::Immutable => read_only(&place.real, "immutable=1"),
        };
        let db = db.map_err(of)?;
        // SQLite opens for reading what it may not write, and would create files beside it.
        if mode == Mode::Owner && db.is_readonly(MAIN_DB).map_err(of)? {
            let words = "no permission to write the file";
            let denied = io::Error::new(io::ErrorKind::PermissionDenied, words);
            return Err(access.error(place.typed.clone(), denied));
        }
        let archive =
            Self { place, db, filters: RefCell::new(None), unlocked, _judged: judged, lock };
        archive.prepare(mode)?;
        Ok(archive)
    }

    fn prepare(&self, mode: Mode) -> Result<(), ArchiveError> {
        let of = |e| self.of(e);
        self.db.busy_timeout(PATIENCE).map_err(of)?;
        if mode == Mode::Alone {
            let keeps_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            self.db.set_db_config(keeps_log, true).map_err(of)?;
            let in_memory = "PRAGMA locking_mode = EXCLUSIVE";
            self.db.query_row(in_memory, [], |_| Ok(())).map_err(of)?;
        }
        // A question is planned once, not anew for every key that is put into it.
        let planned_once = DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
        self.db.set_db_config(planned_once, true).map_err(of)?;
        // Memory is taken only as it is needed.
        let tune = "PRAGMA synchronous = FULL; PRAGMA cache_size = -262144; PRAGMA temp_store = 2;";
        self.db.execute_batch(tune).map_err(of)?;
        let only = self.lock.is_none();
        self.db.pragma_update(None, "query_only", only).map_err(of)?;
        let hash = "SELECT value FROM about WHERE name = 'key'";
        let hash = self.db.query_row(hash, [], |row| row.get::<_, String>(0));
        let kind = hash.map_err(|e| self.broken(e))?;
        if kind != Key::HASH {
            return Err(ArchiveError::OtherKeys(self.place.typed.clone(), kind));
        }
        let size = fs::metadata(&self.place.real).map_or(0, |about| about.len());
        if size <= SMALL {
            self.pages_are_sound("PRAGMA quick_check(1)")?;
        }
        Ok(())
    }
}

/// Whether the log that a crash has left is that of this file. SQLite does not ask: where a copy was put over
/// the archive by hand, it would mix the two for good. So both are read together without a change to
/// either, and must be a sound archive.
fn log_belongs(place: &Place) -> Result<(), ArchiveError> {
    belongs(place, "-wal", check(place, Mode::Alone))
}

fn check(place: &Place, mode: Mode) -> Result<Stats, ArchiveError> {
    let judged = Judged::new(place)?;
    Sqlite::connect(place.clone(), mode, judged, None)?.check()
}

/// Decides by the archive that a file and its log or journal are together. If that one is damaged, but the file is
/// sound without it, it is of another archive.
fn belongs(
    place: &Place,
    ending: &'static str,
    together: Result<Stats, ArchiveError>,
) -> Result<(), ArchiveError> {
    match together {
        Err(ArchiveError::Damaged(path, why)) => Err(match check(place, Mode::Immutable) {
            Ok(_) => ArchiveError::ForeignLog(path, ending),
            Err(_) => ArchiveError::Damaged(path, why),
        }),
        together => together.map(drop),
    }
}

/// Whether the journal that a crash has left is that of this file. SQLite can read the two together only by changing the
/// file, so it does that to a copy.
fn journal_belongs(place: &Place) -> Result<(), ArchiveError> {
    let unwritten = |e| ArchiveError::Unwritten(place.typed.clone(), e);
    let working = Working::create(&place.real).map_err(unwritten)?;
    let copy = Place { typed: place.typed.clone(), real: working.path().to_owned() };
    let copied = || -> io::Result<()> {
        fs::copy(&place.real, &copy.real)?;
        fs::copy(place.journal(), copy.journal())?;
        if place.log_size() > 0 {
            fs::copy(place.log(), copy.log())?;
        }
        Ok(())
    };
    let together = match place.is_as_large_as_its_journal_says()? {
        true => copied().map_err(unwritten).and_then(|()| check(&copy, Mode::Owner)),
        false => {
            let words = "the journal is of a larger file".to_owned();
            Err(ArchiveError::Damaged(place.typed.clone(), words))
        }
    };
    belongs(place, JOURNAL, together)
}

/// The file system of SQLite without locks, and so without an index that is shared.
#[cfg(unix)]
const UNLOCKED: &str = "vfs=unix-none";
#[cfg(windows)]
const UNLOCKED: &str = "vfs=win32-none";

/// Opens a file that SQLite must not change, as <https://www.sqlite.org/uri.html> has it.
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
