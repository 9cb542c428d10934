//! TOML files that users write: designs, printers, languages. Errors give the key, the expected
//! value and the value found.

use crate::value_error::ValueError;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::fmt::Display;
use thiserror::Error;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// The reason why a TOML file is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TomlError {
    /// The file is not valid TOML, or a key is missing, unknown or of the wrong type. The message
    /// gives the place.
    #[error("the {file} cannot be read: {message}")]
    Toml {
        /// The kind of the file: `template`, `printer` or `language`.
        file: &'static str,
        /// The problem and its line.
        message: String,
    },
    /// The value of a key is not allowed.
    #[error(transparent)]
    Key(#[from] ValueError),
}

/// The maximum number of characters in a line of a message that quotes a file.
const MAX_QUOTED_CHARS: usize = 200;

/// Shortens each line of a message that quotes a line of a file, and marks it below.
fn with_short_lines(message: &str) -> String {
    let mut short = Vec::new();
    for line in message.lines() {
        let mut kept: String = line.chars().take(MAX_QUOTED_CHARS).collect();
        if kept.len() < line.len() {
            kept.push('…');
        }
        short.push(kept);
    }
    short.join("\n")
}

/// A key, its value, its minimum and maximum, and their unit.
pub type KeyRange<'a> = (&'a str, f64, f64, f64, &'a str);

/// A reader of files of one kind, with the name of the kind.
pub struct TomlReader(pub &'static str);

impl TomlReader {
    /// Reads a file into a type.
    ///
    /// # Errors
    /// If it is no TOML of this type, with the place.
    pub fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T, TomlError> {
        toml::from_str(&compose(text)).map_err(|error| TomlError::Toml {
            file: self.0,
            message: with_short_lines(&error.to_string()),
        })
    }

    /// Creates the error of a wrong value.
    pub fn wrong(&self, key: &str, wanted: impl Display, found: impl Display) -> TomlError {
        ValueError::new(wanted.to_string(), found.to_string())
            .at(format_args!("{} key {key}", self.0))
            .into()
    }

    /// Fails with the error of a wrong value unless `is_fine`.
    ///
    /// # Errors
    /// That error.
    pub fn ensure(
        &self,
        is_fine: bool,
        key: &str,
        wanted: impl Display,
        found: impl Display,
    ) -> Result<(), TomlError> {
        if is_fine { Ok(()) } else { Err(self.wrong(key, wanted, found)) }
    }

    /// Fails with the error of the first value that is out of its range.
    ///
    /// # Errors
    /// That error.
    pub fn ensure_in_range(&self, ranges: &[KeyRange]) -> Result<(), TomlError> {
        ranges.iter().try_for_each(|&(key, found, low, high, unit)| {
            let is_fine = (low..=high).contains(&found);
            self.ensure(is_fine, key, format_args!("{low} to {high} {unit}"), found)
        })
    }
}

/// Composes letters and their marks to the characters that fonts have (NFC): macOS writes `é` as
/// two characters.
pub fn compose(text: &str) -> Cow<'_, str> {
    if is_nfc(text) { text.into() } else { text.nfc().collect::<String>().into() }
}
