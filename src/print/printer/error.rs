//! Why a printer file is invalid, or a printer cannot make a book.

use crate::print::trim::Trim;
use thiserror::Error;

/// Why a printer file is invalid, or a printer cannot make a book.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum PrinterError {
    /// Not valid TOML, or a key is missing, unknown or of the wrong type. The message names the place.
    #[error("the printer cannot be read: {0}")]
    Toml(String),
    /// A figure does not make sense.
    #[error("printer key {key}: expected {wanted}, found {found}")]
    Figure {
        /// The key with its table: `ink.min_type`.
        key: String,
        /// The value found.
        found: String,
        /// The value expected.
        wanted: String,
    },
    /// The printer does not have this paper.
    #[error("printer {printer}: expected paper {known}, found {found:?}")]
    Paper {
        /// The printer's name.
        printer: String,
        /// The paper requested.
        found: String,
        /// The papers it has.
        known: String,
    },
    /// The printer does not have this trim size.
    #[error("printer {printer}: expected trim {wanted}, found {trim}")]
    Trim {
        /// The printer's name.
        printer: String,
        /// The trim size requested.
        trim: Trim,
        /// The trim sizes it has.
        wanted: String,
    },
}
