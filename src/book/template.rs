//! A book design read from TOML: names, faces, proportions, margins, parts. Every key is known and
//! every number sensible, or the template is refused; whether it fits a trim is layout's to say.

use super::font::{FAMILIES, Family};
use serde::Deserialize;
use thiserror::Error;

/// A design for books. Copy a built-in one to make your own: each key is explained there.
#[derive(Clone, Debug, PartialEq)]
pub struct Template(pub(super) Design);

/// Why a text is not a template.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TemplateError {
    /// Not TOML, or a key missing, unknown or of the wrong kind; the message says which and where.
    #[error("the template cannot be read: {0}")]
    Toml(String),
    /// A number out of range.
    #[error("template key {key} is {found}; {low} to {high} {unit} would be right")]
    Range {
        /// The key with its table: `puzzle.thin`.
        key: String,
        /// What it says.
        found: f64,
        /// The least that would do.
        low: f64,
        /// The most that would do.
        high: f64,
        /// `points`, or what is counted.
        unit: &'static str,
    },
    /// A face that does not come with the program.
    #[error("template key {key}: no face is called {found:?}; {known} would be right")]
    Face {
        /// The key with its table.
        key: &'static str,
        /// What it says.
        found: String,
        /// All that there are.
        known: String,
    },
    /// A text that is empty, or has a placeholder that nothing fills.
    #[error("template key {key} is {found:?}; {wanted} would be right")]
    Text {
        /// The key.
        key: &'static str,
        /// What it says.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// No arrangement serves narrow pages.
    #[error(
        "template key arrangement: no arrangement has trim_width_from = 0, so narrow pages have \
         none; a table with trim_width_from = 0 would be right"
    )]
    Arrangement,
}

/// The keys of a template, as the built-in ones explain them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Design {
    pub name: String,
    pub description: String,
    pub title: String,
    pub subtitle: String,
    pub page_limit: usize,
    pub faces: Faces,
    pub sizes: Sizes,
    pub margins: Margins,
    pub parts: Parts,
    pub arrangement: Vec<Arrangement>,
    pub puzzle: PuzzleStyle,
    pub answers: AnswerStyle,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Faces {
    words: String,
    figures: String,
    pub givens: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Weight {
    Regular,
    Strong,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sizes {
    pub title: f64,
    pub heading: f64,
    pub body: f64,
    pub small: f64,
    pub foot: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Margins {
    pub inside: f64,
    pub outside: f64,
    pub top: f64,
    pub bottom: f64,
    pub foot_gap: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parts {
    pub how_to_play: bool,
    pub levels: bool,
    pub openers: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrangement {
    pub trim_width_from: f64,
    pub columns: usize,
    pub rows: usize,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleStyle {
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub cell_least: f64,
    pub cell_most: f64,
    pub number: f64,
    pub stars: f64,
    pub caption_gap: f64,
    pub log: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerStyle {
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub digit_least: f64,
    pub number: f64,
    pub caption_gap: f64,
    pub grid_gap: f64,
}

impl Template {
    /// The built-in templates: name and text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] = &[
        (
            "classic",
            include_str!("../../templates/books/classic.toml"),
        ),
        (
            "large-print",
            include_str!("../../templates/books/large-print.toml"),
        ),
    ];

    /// The built-in template of this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in template is tested"))
    }

    /// Reads a template.
    ///
    /// # Errors
    /// [`TemplateError`] when a key is missing, unknown or out of range, with its name and with
    /// what would be right.
    ///
    /// ```
    /// use sudoku_press::book::Template;
    /// let (_, text) = Template::BUILTIN[0];
    /// let thinner = text.replace("thin = 0.75", "thin = 0.2");
    /// assert_eq!(
    ///     Template::parse(&thinner).unwrap_err().to_string(),
    ///     "template key puzzle.thin is 0.2; 0.75 to 6 points would be right",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, TemplateError> {
        let design: Design =
            toml::from_str(toml).map_err(|error| TemplateError::Toml(error.to_string()))?;
        design.check_texts()?;
        design.check_faces()?;
        design.check_numbers()?;
        Ok(Self(design))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What it is for, in a sentence.
    pub fn description(&self) -> &str {
        &self.0.description
    }
}

impl Design {
    /// The family for words.
    pub fn words(&self) -> Family {
        family(&self.faces.words).expect("checked when the template was read")
    }

    /// The family for digits, numbers and captions.
    pub fn figures(&self) -> Family {
        family(&self.faces.figures).expect("checked when the template was read")
    }

    /// The design for pages of this width: on wide pages the words are larger, by the root of how
    /// much wider they are than 6 in, up to a fifth.
    pub fn for_width(&self, trim_width: f64) -> Self {
        let growth = (trim_width / 432.0).sqrt().clamp(1.0, 1.2);
        let mut design = self.clone();
        for size in [
            &mut design.sizes.title,
            &mut design.sizes.heading,
            &mut design.sizes.body,
        ] {
            *size *= growth;
        }
        design
    }

    /// How the puzzles may stand on pages of this width: the arrangement for the widest pages that
    /// are not wider, then those for narrower ones.
    pub fn arrangements_for(&self, trim_width: f64) -> impl Iterator<Item = &Arrangement> {
        let fit = self.arrangement.iter();
        let mut fit: Vec<_> = fit.filter(|a| a.trim_width_from <= trim_width).collect();
        fit.sort_by(|a, b| b.trim_width_from.total_cmp(&a.trim_width_from));
        fit.into_iter()
    }

    fn check_texts(&self) -> Result<(), TemplateError> {
        let texts = [
            ("name", &self.name),
            ("description", &self.description),
            ("title", &self.title),
        ];
        for (key, found) in texts {
            if found.trim().is_empty() {
                return Err(TemplateError::Text {
                    key,
                    found: found.clone(),
                    wanted: "a text that is not empty",
                });
            }
        }
        if self.subtitle.replace("{count}", "").contains(['{', '}']) {
            return Err(TemplateError::Text {
                key: "subtitle",
                found: self.subtitle.clone(),
                wanted: "a text in which {count} is the only placeholder, such as \"{count} Sudoku\"",
            });
        }
        Ok(())
    }

    fn check_faces(&self) -> Result<(), TemplateError> {
        let faces = [
            ("faces.words", &self.faces.words),
            ("faces.figures", &self.faces.figures),
        ];
        match faces.into_iter().find(|(_, name)| family(name).is_none()) {
            None => Ok(()),
            Some((key, found)) => Err(TemplateError::Face {
                key,
                found: found.clone(),
                known: FAMILIES.map(|f| format!("{:?}", f.name)).join(" or "),
            }),
        }
    }

    fn check_numbers(&self) -> Result<(), TemplateError> {
        const POINTS: &str = "points";
        const CELLS: &str = "of the cell's side";
        let (sizes, margins) = (&self.sizes, &self.margins);
        let (puzzle, answers) = (&self.puzzle, &self.answers);
        // 7 pt is the least that printers accept for type, 0.75 pt for lines, 0.75 in inside for
        // up to 700 pages and 0.5 in elsewhere for all of them.
        let numbers = [
            ("page_limit", self.page_limit as f64, 24.0, 1200.0, "pages"),
            ("sizes.title", sizes.title, 14.0, 96.0, POINTS),
            ("sizes.heading", sizes.heading, 12.0, 60.0, POINTS),
            ("sizes.body", sizes.body, 7.0, 24.0, POINTS),
            ("sizes.small", sizes.small, 7.0, 24.0, POINTS),
            ("sizes.foot", sizes.foot, 7.0, 18.0, POINTS),
            ("margins.inside", margins.inside, 54.0, 216.0, POINTS),
            ("margins.outside", margins.outside, 36.0, 216.0, POINTS),
            ("margins.top", margins.top, 36.0, 216.0, POINTS),
            ("margins.bottom", margins.bottom, 36.0, 216.0, POINTS),
            ("margins.foot_gap", margins.foot_gap, 6.0, 144.0, POINTS),
            ("puzzle.digit", puzzle.digit, 0.3, 0.9, CELLS),
            ("puzzle.thin", puzzle.thin, 0.75, 6.0, POINTS),
            ("puzzle.block", puzzle.block, puzzle.thin, 8.0, POINTS),
            ("puzzle.cell_least", puzzle.cell_least, 12.0, 144.0, POINTS),
            (
                "puzzle.cell_most",
                puzzle.cell_most,
                puzzle.cell_least,
                144.0,
                POINTS,
            ),
            ("puzzle.number", puzzle.number, 7.0, 72.0, POINTS),
            ("puzzle.stars", puzzle.stars, 6.0, 48.0, POINTS),
            ("puzzle.caption_gap", puzzle.caption_gap, 3.0, 72.0, POINTS),
            ("answers.digit", answers.digit, 0.3, 0.9, CELLS),
            ("answers.thin", answers.thin, 0.75, 6.0, POINTS),
            ("answers.block", answers.block, answers.thin, 8.0, POINTS),
            (
                "answers.digit_least",
                answers.digit_least,
                7.0,
                48.0,
                POINTS,
            ),
            ("answers.number", answers.number, 7.0, 48.0, POINTS),
            (
                "answers.caption_gap",
                answers.caption_gap,
                2.0,
                48.0,
                POINTS,
            ),
            ("answers.grid_gap", answers.grid_gap, 6.0, 72.0, POINTS),
        ]
        .map(|(key, found, low, high, unit)| (key.to_owned(), found, low, high, unit));
        let arrangements = self.arrangement.iter().enumerate().flat_map(|(i, a)| {
            let key = move |name: &str| format!("arrangement {}: {name}", i + 1);
            [
                (
                    key("trim_width_from"),
                    a.trim_width_from,
                    0.0,
                    1224.0,
                    POINTS,
                ),
                (key("columns"), a.columns as f64, 1.0, 6.0, "columns"),
                (key("rows"), a.rows as f64, 1.0, 8.0, "rows"),
            ]
        });
        for (key, found, low, high, unit) in numbers.into_iter().chain(arrangements) {
            if !(low..=high).contains(&found) {
                return Err(TemplateError::Range {
                    key,
                    found,
                    low,
                    high,
                    unit,
                });
            }
        }
        if self.arrangement.iter().any(|a| a.trim_width_from == 0.0) {
            Ok(())
        } else {
            Err(TemplateError::Arrangement)
        }
    }
}

fn family(name: &str) -> Option<Family> {
    FAMILIES.into_iter().find(|family| family.name == name)
}
