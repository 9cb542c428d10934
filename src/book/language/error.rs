//! Why a text is not a language.

use thiserror::Error;

/// Why a text is not a language.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// Not TOML, or a key missing, unknown or of the wrong kind; the message says which and where.
    #[error("the language cannot be read: {0}")]
    Toml(String),
    /// A text that is empty, or lacks a placeholder, or has one that nothing fills.
    #[error("language key {key}: expected {wanted}, found {found:?}")]
    Phrase {
        /// The key with its table: `puzzles.answer`.
        key: String,
        /// What it says.
        found: String,
        /// What it should be.
        wanted: String,
    },
}
