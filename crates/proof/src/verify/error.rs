//! Errors that prevent a proof, and the I/O errors that count as findings instead.

use archive::ArchiveError;
use jobs::{IoContext as _, RunError};
use make::StartError;
use preflight::PdfError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error that prevents a proof. Faults of a file are findings, not errors.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The archive cannot be queried.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file that a book of the run needs cannot be read.
    #[error("{0}")]
    Plan(String),
    /// Another command renews the folder of a run again and again, so that no judgement holds.
    #[error(
        "{path} changed each time it was judged, because another command renews it; run the command \
         again after the other one has ended",
        path = .0.display()
    )]
    Renewed(PathBuf),
    /// The threads cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The thread that reads a PDF cannot be started.
    #[error("{0}")]
    Pdf(PdfError),
}

/// Returns what a PDF says about itself: its content, or the fault for which it cannot be read. An
/// error of the system is passed on instead, because it may not recur.
pub fn pdf_or_fault<T>(read: Result<T, PdfError>) -> Result<Result<T, PdfError>, ProofError> {
    match read {
        Err(e @ PdfError::NotStarted(_)) => Err(ProofError::Pdf(e)),
        read => Ok(read),
    }
}

/// Returns the text of an error that is caused by the content of a file. Errors of the operating
/// system are passed on instead, because they may not recur.
pub(super) fn error_text(path: &Path, why: io::Error) -> Result<String, ProofError> {
    match why.raw_os_error() {
        None => Ok(why.to_string()),
        Some(_) => Ok(Err(why).read_context(path)?),
    }
}
