//! Why nothing can be proved, and what of a failed reading is a finding. Not what is wrong with a
//! file.

use crate::make::parallel::StartError;
use crate::run::{At as _, RunError};
use crate::store::archive::ArchiveError;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why nothing can be proved. What is wrong with a file is a finding, not an error.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The archive cannot be asked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file cannot be read, or a folder holds a sharded run that is not finished.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What a book of the run needs cannot be read.
    #[error("{0}")]
    Plan(String),
    /// The threads cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// What is wrong with a file, in words, if that is what an error says. An error of the system is
/// none: it may be gone the next time, and does not belong among the findings.
pub(super) fn error_text(path: &Path, why: io::Error) -> Result<String, ProofError> {
    match why.raw_os_error() {
        None => Ok(why.to_string()),
        Some(_) => Ok(Err(why).reading(path)?),
    }
}
