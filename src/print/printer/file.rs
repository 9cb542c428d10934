//! Reads a printer from its TOML file.

use super::error::PrinterError;
use super::figures::Rules;
use crate::print::trim::Trim;
use std::sync::Arc;

/// A printer, or another service that makes books. To make your own, copy the file of a built-in
/// printer; that of `kdp` explains each key.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer(pub(in crate::print) Arc<Rules>);

impl Printer {
    /// The built-in printers: name and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/printers.rs"));

    /// The built-in printer with this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in printer is tested"))
    }

    /// Parses a printer file.
    ///
    /// # Errors
    /// [`PrinterError`] when a key is missing, unknown or has an invalid value.
    ///
    /// ```
    /// use sudoku_press::print::Printer;
    /// let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    /// let swapped = text.replace("pages = [24, 828]", "pages = [828, 24]");
    /// assert_eq!(
    ///     Printer::parse(&swapped).unwrap_err().to_string(),
    ///     "printer key paper white: pages: expected the minimum before the maximum, found [828, 24]",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, PrinterError> {
        let rules: Rules =
            toml::from_str(toml).map_err(|error| PrinterError::Toml(error.to_string()))?;
        rules.check()?;
        Ok(Self(Arc::new(rules)))
    }

    /// The name by which `--printer` selects it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its full name.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// The names of its papers; the first is the default.
    pub fn papers(&self) -> impl Iterator<Item = &str> {
        self.0.paper.iter().map(|paper| paper.name.as_str())
    }

    /// Its trim sizes with a name.
    pub fn trims(&self) -> impl Iterator<Item = Trim> + '_ {
        let named = self.0.trims.named.iter();
        named.filter_map(|text| text.parse().ok())
    }
}
