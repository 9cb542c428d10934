//! Why a file is no logo.

use thiserror::Error;

/// Why a file is no logo that can be printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("logo: expected {wanted}, found {found}")]
pub struct LogoError {
    /// What was expected.
    pub wanted: String,
    /// What was found.
    pub found: String,
}

/// Expected one thing, found another.
pub(super) fn wrong<T>(wanted: &str, found: impl ToString) -> Result<T, LogoError> {
    Err(LogoError { wanted: wanted.to_owned(), found: found.to_string() })
}
