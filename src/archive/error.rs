//! What can be wrong with an archive. Not what the command line makes of it.

use super::file::VERSION;
use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an archive cannot be used.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// There is no file.
    #[error("there is no archive {0}; `archive create` begins one")]
    Missing(PathBuf),
    /// There is a file already.
    #[error("{0} exists; an archive is only created where there is no file")]
    Exists(PathBuf),
    /// Not ours.
    #[error("{0} is not an archive of sudoku-press; it was left as it is")]
    Foreign(PathBuf),
    /// Ours, of another version.
    #[error(
        "{0} is an archive of version {1}, and this program knows version {VERSION}; it was left as it is: {way}",
        way = match *.1 < VERSION {
            true => "what its own program says with `archive export`, this one takes with `archive import`",
            false => "a newer sudoku-press reads it",
        }
    )]
    Version(PathBuf, u32),
    /// The keys are made in another way.
    #[error("{0} has keys of another kind ({1}); it was left as it is")]
    OtherKeys(PathBuf, String),
    /// Ours, and broken.
    #[error("{0} is damaged ({1}); restore it from a copy")]
    Damaged(PathBuf, String),
    /// Another program is writing.
    #[error("{0} is being written by another program")]
    Busy(PathBuf),
    /// Not readable.
    #[error("cannot read {0}")]
    Unread(PathBuf, #[source] io::Error),
    /// Not writable, or the disk is full.
    #[error("cannot write {0}")]
    Unwritten(PathBuf, #[source] io::Error),
    /// Puzzles that must be new are not.
    #[error("{others} of {of} puzzles of this run are in {path} as those of other runs")]
    Taken {
        /// The archive.
        path: PathBuf,
        /// So many.
        others: u64,
        /// Of so many.
        of: u64,
    },
    /// No run of that name.
    #[error("{0} has no run {1}; `archive stats` lists the runs")]
    NoSuchRun(PathBuf, String),
    /// Anything else that SQLite says.
    #[error("{0}")]
    Other(PathBuf, #[source] rusqlite::Error),
}

impl ArchiveError {
    /// Sorts what SQLite says.
    pub(super) fn of(path: &Path, e: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(path, e.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::DiskFull) => {
                let full = io::Error::new(io::ErrorKind::StorageFull, e.to_string());
                Self::Unwritten(path, full)
            }
            Some(
                ErrorCode::SystemIoFailure
                | ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::PermissionDenied,
            ) => Self::Unwritten(path, io::Error::other(e.to_string())),
            _ => Self::Other(path, e),
        }
    }
}
