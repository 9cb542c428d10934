//! Printers: figures read from TOML, with their sources. `figures` are the keys, `check` refuses what
//! makes no sense, `limits` are the pages of a size; what the figures mean for one book is `terms`'s to say.

mod check;
mod figures;
mod limits;

pub(super) use figures::{CoverRules, Rules};
pub(crate) use limits::SAME;

use figures::{Except, Paper};

use crate::print::terms::Terms;
use crate::print::trim::Trim;
use serde::Deserialize;
use std::sync::Arc;
use thiserror::Error;

/// A printer, or another place where books are made. Copy the file of a built-in one to make your
/// own: each key is explained in that of `kdp`.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer(pub(super) Arc<Rules>);

/// Why a text is not a printer, or a printer does not make such a book.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum PrinterError {
    /// Not TOML, or a key missing, unknown or of the wrong kind; the message says which and where.
    #[error("the printer cannot be read: {0}")]
    Toml(String),
    /// A figure that makes no sense.
    #[error("printer key {key} is {found}; {wanted} would be right")]
    Figure {
        /// The key with its table: `ink.type_least`.
        key: String,
        /// What it says.
        found: String,
        /// What would do.
        wanted: String,
    },
    /// A paper that the printer does not have.
    #[error("printer {printer} has no paper {found:?}; {known} would be right")]
    Paper {
        /// The printer's name.
        printer: String,
        /// What was asked for.
        found: String,
        /// All that it has.
        known: String,
    },
    /// A size that the printer does not cut.
    #[error("printer {printer} does not cut {trim}; {wanted} would be right")]
    Trim {
        /// The printer's name.
        printer: String,
        /// What was asked for.
        trim: Trim,
        /// What it cuts.
        wanted: String,
    },
}

/// For whom a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// For paper: mirrored margins, right-hand openers.
    Print,
    /// For a screen: even margins, no blank pages, outline and links.
    Screen,
}

impl Printer {
    /// The built-in printers: name and text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/printers.rs"));

    /// The built-in printer of this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in printer is tested"))
    }

    /// Reads a printer.
    ///
    /// # Errors
    /// [`PrinterError`] when a key is missing, unknown or makes no sense.
    ///
    /// ```
    /// use sudoku_press::print::Printer;
    /// let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    /// let swapped = text.replace("pages = [24, 828]", "pages = [828, 24]");
    /// assert_eq!(
    ///     Printer::parse(&swapped).unwrap_err().to_string(),
    ///     "printer key paper white: pages is [828, 24]; the fewest before the most would be right",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, PrinterError> {
        let rules: Rules =
            toml::from_str(toml).map_err(|error| PrinterError::Toml(error.to_string()))?;
        rules.check()?;
        Ok(Self(Arc::new(rules)))
    }

    /// The name by which it is known.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Who it is, in words.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// The names of its papers; the first is taken if none is asked for.
    pub fn papers(&self) -> impl Iterator<Item = &str> {
        self.0.paper.iter().map(|paper| paper.name.as_str())
    }

    /// The sizes that it cuts by name.
    pub fn trims(&self) -> impl Iterator<Item = Trim> + '_ {
        let named = self.0.trims.named.iter();
        named.filter_map(|text| text.parse().ok())
    }

    /// What it asks of a book of this size on this paper, or on its first.
    ///
    /// # Errors
    /// [`PrinterError`] when it has no such paper, or does not cut such a size.
    pub fn terms(&self, trim: Trim, paper: Option<&str>) -> Result<Terms, PrinterError> {
        Terms::new(self, trim, paper)
    }
}
