//! Why a language file is invalid.

use thiserror::Error;

/// Why a language file is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// Not valid TOML, or a key is missing, unknown or of the wrong type. The message names the place.
    #[error("the language cannot be read: {0}")]
    Toml(String),
    /// A phrase is empty, lacks a placeholder, or has an unknown one.
    #[error("language key {key}: expected {wanted}, found {found:?}")]
    Phrase {
        /// The key with its table: `puzzles.answer`.
        key: String,
        /// The phrase.
        found: String,
        /// The phrase expected.
        wanted: String,
    },
}
