//! A book design read from TOML: names, faces, proportions, margins, parts. Every key is known and
//! every number sensible, or the template is refused; whether it fits a trim is layout's to say.

use crate::book::design::keys::Design;
use crate::book::design::turns::in_turn;
use crate::print::Trim;
use crate::score::Level;
use jiff::civil::Date;
use thiserror::Error;

/// A design for books. Copy a built-in one to make your own: each key is explained there.
#[derive(Clone, Debug, PartialEq)]
pub struct Template(Design);

/// Why a text is not a template.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// Not TOML, or a key missing, unknown or of the wrong kind; the message says which and where.
    #[error("the template cannot be read: {0}")]
    Toml(String),
    /// A number out of range.
    #[error("template key {key}: expected {low} to {high} {unit}, found {found}")]
    Range {
        /// The key with its table: `puzzle.thin`.
        key: String,
        /// Its value.
        found: f64,
        /// The minimum.
        low: f64,
        /// The maximum.
        high: f64,
        /// `points`, or what is counted.
        unit: &'static str,
    },
    /// A face that does not come with the program.
    #[error("template key {key}: expected {known}, found {found:?}")]
    Face {
        /// The key with its table.
        key: &'static str,
        /// Its value.
        found: String,
        /// All that there are.
        known: String,
    },
    /// A text that is empty, or has a placeholder that nothing fills.
    #[error("template key {key}: expected {wanted}, found {found:?}")]
    Text {
        /// The key.
        key: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// No arrangement serves narrow pages.
    #[error(
        "template key arrangement: expected a table with trim_width_from = 0 for narrow pages, found \
         none"
    )]
    Arrangement,
}

impl Template {
    /// The built-in templates: name and text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/books.rs"));

    /// The built-in template of this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in template is tested"))
    }

    /// Reads a template.
    ///
    /// # Errors
    /// [`TemplateError`] when a key is missing, unknown or out of range, with its name and with
    /// what was expected.
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
    pub fn parse(toml: &str) -> Result<Self, TemplateError> {
        let design: Design =
            toml::from_str(toml).map_err(|error| TemplateError::Toml(error.to_string()))?;
        design.check()?;
        Ok(Self(design))
    }

    /// Its keys.
    pub(in crate::book) fn design(&self) -> &Design {
        &self.0
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The size of its pages if nobody asks for another.
    pub fn trim(&self) -> Option<Trim> {
        self.0.trim()
    }

    /// The levels in the order in which they take turns, if the book does not go level by level.
    pub fn turns(&self) -> Vec<Level> {
        self.0.turns()
    }

    /// The levels of puzzle after puzzle, without end, in a book that begins on this day; nothing if
    /// the book goes level by level.
    pub fn in_turn(&self, first_day: Option<Date>) -> impl Iterator<Item = Level> {
        let turns = self.turns();
        in_turn(turns, first_day)
    }

    /// What it is for, in a sentence.
    pub fn description(&self) -> &str {
        &self.0.description
    }
}
