//! Reads a book design from TOML. An unknown key or an invalid value is an error. Layout checks whether
//! the design fits a trim size.

use crate::book::design::checks::TEMPLATE;
use crate::book::design::keys::{Design, Label};
use crate::book::design::turns::{in_turn, turns_for};
use crate::ladder::{Ladder, Rung};
use crate::print::Trim;
use crate::toml_file::TomlError;
use jiff::civil::Date;

/// A design for books. To make your own, copy a built-in template, which explains each key.
#[derive(Clone, Debug, PartialEq)]
pub struct Template(Design);

impl Template {
    /// The built-in templates: name and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/books.rs"));

    /// The built-in template with this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in template is tested"))
    }

    /// Parses a template.
    ///
    /// # Errors
    /// [`TomlError`] when a key is missing, unknown or out of range; it names the key and the
    /// expected value.
    ///
    /// ```
    /// use sudoku_press::book::Template;
    /// let (_, text) = Template::BUILTIN[0];
    /// let thinner = text.replace("thin = 0.75", "thin = 0.2");
    /// assert_eq!(
    ///     Template::parse(&thinner).unwrap_err().to_string(),
    ///     "template key puzzle.thin: expected 0.75 to 6 points, found 0.2",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        let design: Design = TEMPLATE.read(toml)?;
        design.check()?;
        Ok(Self(design))
    }

    /// The keys of the template.
    pub(in crate::book) fn design(&self) -> &Design {
        &self.0
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The default trim size.
    pub fn trim(&self) -> Option<Trim> {
        self.0.trim()
    }

    /// The same design with another order in which the levels or bands alternate.
    ///
    /// # Errors
    /// [`TomlError`] when it does not suit the design.
    pub fn with_turns(mut self, turns: Vec<u8>) -> Result<Self, TomlError> {
        self.0.turns = turns;
        self.0.check()?;
        Ok(self)
    }

    /// The numbers of the levels or bands in the order in which they alternate.
    pub fn turn_numbers(&self) -> &[u8] {
        &self.0.turns
    }

    /// The names of the parts of a book, in order.
    pub fn parts(&self) -> Vec<String> {
        self.0.parts.clone()
    }

    /// Whether each puzzle has a day.
    pub fn has_days(&self) -> bool {
        self.0.puzzle.label == Label::Date
    }

    /// The order in which the levels alternate; empty if the book goes level by level.
    pub fn turns(&self, ladder: Ladder) -> Vec<Rung> {
        self.0.turns(ladder)
    }

    /// The levels of all puzzles in order, without end, for a book that begins on this day; empty if
    /// the book goes level by level.
    pub fn in_turn(&self, ladder: Ladder, first_day: Option<Date>) -> impl Iterator<Item = Rung> {
        let turns = self.turns(ladder);
        in_turn(turns, first_day)
    }

    /// The turns in which these levels or bands would fill its pages, as numbers.
    pub fn turns_for(&self, levels: &[u8]) -> Vec<u8> {
        turns_for(levels, self.0.puzzle.label)
    }

    /// A sentence that describes its purpose.
    pub fn description(&self) -> &str {
        &self.0.description
    }
}
