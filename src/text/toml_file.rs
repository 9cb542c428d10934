//! Files of keys that users write in TOML: designs, printers, languages. What is wrong with one is told with the
//! key, what is expected and what was found.

pub(crate) use crate::sudoku::named::is_same_name;
pub(crate) use crate::sudoku::value_error::ValueError;

use serde::de::DeserializeOwned;
use std::fmt::Display;
use thiserror::Error;

/// Why a file of keys is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TomlError {
    /// Not valid TOML, or a key is missing, unknown or of the wrong type. The message names the place.
    #[error("the {file} cannot be read: {message}")]
    Toml {
        /// What the file describes: `template`, `printer` or `language`.
        file: &'static str,
        /// What is wrong, and in which line.
        message: String,
    },
    /// A value makes no sense.
    #[error(transparent)]
    Key(#[from] ValueError),
}

/// A key, its value, minimum and maximum, and their unit.
pub(crate) type KeyRange<'a> = (&'a str, f64, f64, f64, &'a str);

/// A kind of file, by what it describes.
pub(crate) struct TomlReader(pub &'static str);

impl TomlReader {
    /// Reads a file into named values.
    pub fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T, TomlError> {
        let wrong =
            |error: toml::de::Error| TomlError::Toml { file: self.0, message: error.to_string() };
        toml::from_str(text).map_err(wrong)
    }

    /// An error of a key.
    pub fn wrong(&self, key: &str, wanted: impl Display, found: impl Display) -> TomlError {
        ValueError::new(wanted, found).at(format_args!("{} key {key}", self.0)).into()
    }

    /// Refuses the value of a key that is not as it should be.
    pub fn ensure(
        &self,
        is_fine: bool,
        key: &str,
        wanted: impl Display,
        found: impl Display,
    ) -> Result<(), TomlError> {
        if is_fine { Ok(()) } else { Err(self.wrong(key, wanted, found)) }
    }

    /// Refuses the first value that is out of its range.
    pub fn ensure_in_range(&self, ranges: &[KeyRange]) -> Result<(), TomlError> {
        ranges.iter().try_for_each(|&(key, found, low, high, unit)| {
            let is_fine = (low..=high).contains(&found);
            self.ensure(is_fine, key, format_args!("{low} to {high} {unit}"), found)
        })
    }
}
