//! The error of a file that a book is made of.

use press::printers::PrinterError;
use std::error::Error;

/// An error of a file that a book is made of.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookFilesError {
    /// No built-in design, language or printer has the name, and no file can be read.
    #[error("{0}")]
    Missing(String),
    /// The printer does not print this page size or paper.
    #[error(transparent)]
    PrintSpec(#[from] PrinterError),
    /// A setting is wrong, or does not go with another one.
    #[error("{0}")]
    Setting(String),
    /// A design, a language, a printer, a font, a picture or a text cannot be used.
    #[error("{0}")]
    File(String, #[source] Box<dyn Error + Send + Sync>),
}
