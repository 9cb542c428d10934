//! Why a text is not a printer, or a printer does not make such a book.

use crate::print::trim::Trim;
use thiserror::Error;

/// Why a text is not a printer, or a printer does not make such a book.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum PrinterError {
    /// Not TOML, or a key missing, unknown or of the wrong kind; the message says which and where.
    #[error("the printer cannot be read: {0}")]
    Toml(String),
    /// A figure that makes no sense.
    #[error("printer key {key}: expected {wanted}, found {found}")]
    Figure {
        /// The key with its table: `ink.min_type`.
        key: String,
        /// What it says.
        found: String,
        /// What would do.
        wanted: String,
    },
    /// A paper that the printer does not have.
    #[error("printer {printer}: expected paper {known}, found {found:?}")]
    Paper {
        /// The printer's name.
        printer: String,
        /// What was asked for.
        found: String,
        /// All that it has.
        known: String,
    },
    /// A size that the printer does not cut.
    #[error("printer {printer}: expected trim {wanted}, found {trim}")]
    Trim {
        /// The printer's name.
        printer: String,
        /// What was asked for.
        trim: Trim,
        /// What it cuts.
        wanted: String,
    },
}
