//! Errors of archives, independent of the command line.

use files::lock::Lock;
use rusqlite::{ErrorCode, ffi};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Number of the schema of files that this program can read and write: their `user_version`.
pub(super) const FILE_SCHEMA_NUMBER: u32 = 2;

/// An error of an archive.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The archive does not exist.
    #[error("there is no archive {0}; `archive create` creates one")]
    Missing(PathBuf),
    /// A file of this name already exists.
    #[error("{0} exists; expected a name that is not taken")]
    Exists(PathBuf),
    /// The file is not an archive of this program.
    #[error(
        "{0} is not an archive of sudoku-press; it was not changed; if it was one, \
         `archive restore --archive {0} COPY --force` puts a copy in its place"
    )]
    Foreign(PathBuf),
    /// The archive has another schema.
    #[error(
        "expected an archive of schema {expected}, found schema {found}: {path}; it was not changed; use the \
         version of sudoku-press that made it, or its `archive export` and `archive import` of this one"
    )]
    Schema {
        /// The archive.
        path: PathBuf,
        /// The schema of this program.
        expected: u32,
        /// The schema of the archive.
        found: String,
    },
    /// The archive has keys of another hash.
    #[error("{0} has keys of another kind ({1}); it was not changed")]
    OtherKeys(PathBuf, String),
    /// The archive is damaged; the reason.
    #[error("{0} is damaged ({1}); `archive restore --archive {0} COPY` puts a copy in its place")]
    Damaged(PathBuf, String),
    /// The log or journal beside the archive belongs to another one or to another state, or it has
    /// been cut; the suffix of that file.
    #[error(
        "the log {0}{1} does not belong to {0}: probably one of the two was put there by hand; nothing was changed; \
         if {0} is right, move the log away and run `archive check {0}`; otherwise \
         `archive restore --archive {0} COPY` puts a copy in place and removes the log"
    )]
    ForeignLog(PathBuf, &'static str),
    /// A log or a journal lies beside the name of a new archive; its suffix.
    #[error(
        "{0}{1} belongs to an archive that was {0} before, and would be mixed with a new one; move it away, or \
         put that archive back"
    )]
    Leftover(PathBuf, &'static str),
    /// A crash has left a journal that this user may not apply; the suffix of that file.
    #[error(
        "cannot read {0}: a crash has left {0}{1}, which a user who may write the archive must apply first: \
         `archive check {0}`"
    )]
    Unrecovered(PathBuf, &'static str),
    /// Another writer holds the lock; its own words about itself.
    #[error("the archive is locked by {0}")]
    Locked(String),
    /// Another program is using the file.
    #[error("{0} is being used by another program; try again when it has ended")]
    Busy(PathBuf),
    /// The file system of the archive has no locks, which SQLite needs.
    #[error(
        "cannot lock {0}: {words}, or share an archive as postgres://HOST/DATABASE; \
         a copy of the file on a local disk can be read there",
        words = Lock::NO_LOCKS_WORDS
    )]
    NoLocks(PathBuf),
    /// The archive cannot be read.
    #[error("cannot read {0}")]
    Read(PathBuf, #[source] io::Error),
    /// The archive cannot be written, or the disk is full.
    #[error("cannot write {0}")]
    Write(PathBuf, #[source] io::Error),
    /// Other runs own puzzles that must be new.
    #[error(
        "{others} of the {of} puzzles of this run are already in {path}, entered by other runs"
    )]
    Taken {
        /// The archive.
        path: PathBuf,
        /// Number of puzzles that other runs own.
        others: u64,
        /// Number of puzzles of the run.
        of: u64,
    },
    /// The archive has no run of this name.
    #[error("{0} has no run {1}; `archive stats` lists the runs")]
    NoSuchRun(PathBuf, String),
    /// The file is on a network file system; its type.
    #[error(
        "{0}: expected a disk of this host, found a network file system ({1}), where SQLite cannot keep hosts \
         apart; hosts that share an archive use postgres://HOST/DATABASE, and \
         `archive copy` makes one of this file"
    )]
    Network(PathBuf, String),
    /// No kind of archive has such a name.
    #[error(
        "expected printed.archive, a SQLite file, for the programs of one host, or postgres://HOST/DATABASE for \
         several, found {0}"
    )]
    Scheme(String),
    /// The program was built without PostgreSQL.
    #[error(
        "expected a program that can use PostgreSQL, found one that was built without it: \
         cargo build --release --features postgres"
    )]
    NoPostgres,
    /// PostgreSQL refuses or does not answer.
    #[error("{0}: {1}")]
    Server(PathBuf, String),
    /// The connection to PostgreSQL was lost, and reconnecting failed or was not allowed.
    #[error("{0}: the connection was lost ({1}); the same command goes on")]
    Lost(PathBuf, String),
    /// The settings of the connection are invalid.
    #[error("{0}")]
    Connection(String),
    /// The address of the server is invalid. The message does not repeat it, because it may contain
    /// a password.
    #[error(
        "expected an archive such as postgres://user@host/database?sslmode=verify-full, found a name of another form"
    )]
    Address,
    /// A copy into PostgreSQL was not completed.
    #[error(
        "{0} was not completed when it was made by `archive copy`; remove its tables (DROP TABLE note, seen, \
         run, about) and copy again"
    )]
    Unfinished(PathBuf),
    /// The name contains a password, which everybody on the host could read.
    #[error(
        "expected the name of an archive without a password, found one; put it into PGPASSWORD or a file \
         (PGPASSFILE), because the command line can be read by others"
    )]
    Password,
    /// Another run has taken these numbers of a series while this run was made.
    #[error("{0}: another run of the series {1} was entered meanwhile and has these numbers")]
    Numbers(PathBuf, String),
    /// A run was removed while this run was made.
    #[error(
        "a run was removed from {0} meanwhile: what was found there before may be wrong by now"
    )]
    Forgotten(PathBuf),
    /// Only archives in files can be restored.
    #[error(
        "expected two files, found an archive of another kind; `archive copy` makes a new archive of any kind \
         of a copy"
    )]
    NotRestored,
    /// The source of the keys to be inserted failed.
    #[error("the keys cannot be read")]
    KeySource,
    /// A restore would lose runs that the copy lacks.
    #[error(
        "{path} has {count} that {copy} lacks: {last}; \
         `archive restore --archive {path} {copy} --force` replaces it all the same"
    )]
    LosesRuns {
        /// The archive to be replaced.
        path: PathBuf,
        /// The copy.
        copy: PathBuf,
        /// The number of these runs in words, such as `2 runs`.
        count: String,
        /// The last of these runs in words.
        last: String,
    },
    /// The archive and its copy are the same file.
    #[error("{0} is both the archive and its copy; expected two files")]
    SameFile(PathBuf),
    /// Any other error of SQLite.
    #[error("{0}")]
    Other(PathBuf, #[source] rusqlite::Error),
}

/// The access during which SQLite failed. The error codes of SQLite alone do not tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    /// Returns the access of a connection: only the holder of the lock writes.
    pub(super) fn with_lock(lock: Option<&Lock>) -> Self {
        if lock.is_some() { Self::Write } else { Self::Read }
    }

    /// Creates the error of a failed access to a file.
    pub(super) fn error(self, path: PathBuf, e: io::Error) -> ArchiveError {
        match self {
            Self::Read => ArchiveError::Read(path, e),
            Self::Write => ArchiveError::Write(path, e),
        }
    }
}

/// Names the file in the error of a failed access.
pub(super) trait FileContext<T> {
    fn reading(self, path: &Path) -> Result<T, ArchiveError>;
    fn writing(self, path: &Path) -> Result<T, ArchiveError>;
}

impl<T> FileContext<T> for io::Result<T> {
    fn reading(self, path: &Path) -> Result<T, ArchiveError> {
        self.map_err(|e| ArchiveError::Read(path.to_owned(), e))
    }

    fn writing(self, path: &Path) -> Result<T, ArchiveError> {
        self.map_err(|e| ArchiveError::Write(path.to_owned(), e))
    }
}

impl ArchiveError {
    /// Returns true if other hosts have changed the archive since it was read. The same command
    /// succeeds with other puzzles.
    pub fn is_overtaken(&self) -> bool {
        matches!(self, Self::Taken { .. } | Self::Numbers(..) | Self::Forgotten(_))
    }

    /// Converts an error of a new file into an error of its final name `to`. Nothing can be
    /// restored yet, and the user does not know the working name.
    pub(super) fn for_new_file(self, working: &Path, to: &Path) -> Self {
        match &self {
            Self::Damaged(path, _)
            | Self::Foreign(path)
            | Self::Read(path, _)
            | Self::Write(path, _)
            | Self::Other(path, _)
                if path == working || path == to => {}
            _ => return self,
        }
        let path = to.to_owned();
        match self {
            Self::Damaged(_, why) => Self::Write(path, io::Error::other(why)),
            Self::Foreign(_) => {
                Self::Write(path, io::Error::other("what was written is no archive"))
            }
            Self::Read(_, e) | Self::Write(_, e) => Self::Write(path, e),
            Self::Other(_, e) => Self::Other(path, e),
            other => other,
        }
    }

    /// Classifies an error of SQLite. Damage must be confirmed, because SQLite reports EIO as
    /// "corrupt", too.
    pub(super) fn from_sqlite(name: &Path, e: rusqlite::Error, access: Access) -> Self {
        use ErrorCode as C;
        let path = name.to_owned();
        match e.sqlite_error_code() {
            Some(C::DatabaseCorrupt | C::NotADatabase) => Self::Damaged(path, e.to_string()),
            Some(C::DatabaseBusy | C::DatabaseLocked) => Self::Busy(path),
            Some(C::SystemIoFailure | C::PermissionDenied) if is_lock_failure(&e) => {
                Self::NoLocks(path)
            }
            Some(C::DiskFull) => {
                Self::Write(path, io::Error::new(io::ErrorKind::StorageFull, e.to_string()))
            }
            Some(C::SystemIoFailure | C::ReadOnly | C::CannotOpen | C::PermissionDenied) => {
                Self::from_failed_access(path, &e, access)
            }
            _ => Self::Other(path, e),
        }
    }

    fn from_failed_access(path: PathBuf, e: &rusqlite::Error, mut access: Access) -> Self {
        if let Some(ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_SHORT_READ) =
            e.sqlite_error().map(|e| e.extended_code)
        {
            access = Access::Read;
        }
        if access == Access::Read
            && let Some(error) = repeated_error(&path)
        {
            return access.error(path, error);
        }
        let mut words = e.to_string();
        // SQLite reports this for some calls on a full disk.
        if access == Access::Write && e.sqlite_error_code() == Some(ErrorCode::SystemIoFailure) {
            words = format!(
                "the disk is full or damaged, or a limit is reached: a quota, ulimit -f ({words})"
            );
        }
        access.error(path, io::Error::other(words))
    }
}

/// Returns true if the system refused a lock, and no other process has it.
fn is_lock_failure(e: &rusqlite::Error) -> bool {
    use ffi::{SQLITE_IOERR_CHECKRESERVEDLOCK, SQLITE_IOERR_LOCK, SQLITE_IOERR_RDLOCK};
    let code = e.sqlite_error().map(|e| e.extended_code);
    let codes = [SQLITE_IOERR_CHECKRESERVEDLOCK, SQLITE_IOERR_LOCK, SQLITE_IOERR_RDLOCK];
    code.is_some_and(|code| codes.contains(&code))
}

/// Returns the error of the system for a file that cannot be opened or read, if it occurs again:
/// SQLite does not say the reason.
fn repeated_error(path: &Path) -> Option<io::Error> {
    let read = std::fs::File::open(path).and_then(|mut file| file.read(&mut [0]));
    read.err()
}
