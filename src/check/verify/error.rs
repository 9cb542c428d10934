//! Why nothing can be proved, and what of a failed reading is a finding. Not what is wrong with a file.

use crate::make::parallel::StartError;
use crate::run::RunError;
use crate::store::archive::ArchiveError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why nothing can be proved. What is wrong with a file is a finding, not an error.
#[derive(Debug, Error)]
pub enum ProofError {
    /// A file cannot be read.
    #[error("cannot read {path}", path = .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// The archive cannot be asked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A folder holds a sharded run that is not finished.
    #[error(transparent)]
    Parts(#[from] RunError),
    /// What a book of the run needs cannot be read.
    #[error("{0}")]
    Plan(String),
    /// The threads cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Adds the path to an error of reading.
pub(in crate::check) trait Unread<T> {
    /// Turns the error into [`ProofError::Read`].
    fn of(self, path: &Path) -> Result<T, ProofError>;
}

impl<T> Unread<T> for io::Result<T> {
    fn of(self, path: &Path) -> Result<T, ProofError> {
        self.map_err(|why| ProofError::Read(path.to_owned(), why))
    }
}

/// What is wrong with a file, in words, if that is what an error says. An error of the system is none: it may be
/// gone the next time, and does not belong among the findings.
pub(super) fn found(path: &Path, why: io::Error) -> Result<String, ProofError> {
    match why.raw_os_error() {
        None => Ok(why.to_string()),
        Some(_) => Err(why).of(path),
    }
}
