//! A printer's figures read from TOML: sizes, page limits, margins, ink, what a file may hold. Every
//! key is known and every number sensible, or the file is refused; what the figures mean for one
//! book is `terms`'s to say.

use super::terms::Terms;
use super::trim::Trim;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// A printer, or another place where books are made. Copy the file of a built-in one to make your
/// own: each key is explained in that of `kdp`.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer(pub(super) Arc<Rules>);

/// Why a text is not a printer, or a printer does not make such a book.
#[derive(Debug, Clone, PartialEq, Error)]
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

/// The keys of a printer, as the built-in ones explain them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub name: String,
    pub title: String,
    pub edition: Edition,
    pub sources: BTreeMap<String, Source>,
    pub trims: Trims,
    pub pages: Pages,
    pub paper: Vec<Paper>,
    pub margins: Margins,
    pub bleed: Bleed,
    pub ink: Ink,
    pub blanks: Blanks,
    pub file: FileRules,
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

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    pub what: String,
    pub checked: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trims {
    pub named: Vec<String>,
    pub custom: Option<Custom>,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Custom {
    pub least: String,
    pub most: String,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pages {
    pub even: bool,
    pub last_blank: bool,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paper {
    pub name: String,
    pub about: String,
    pub colour: bool,
    pub pages: (usize, usize),
    #[serde(default)]
    pub except: Vec<Except>,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Except {
    pub trims: Vec<String>,
    pub pages: (usize, usize),
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Margins {
    pub inside: Vec<Gutter>,
    pub outside: f64,
    pub outside_with_bleed: f64,
    pub source: String,
    pub unsettled: Option<String>,
}

/// The least inside margin of books of up to so many pages.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gutter {
    pub pages_to: usize,
    pub points: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bleed {
    pub points: f64,
    pub at_binding: bool,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ink {
    pub type_least: f64,
    pub line_least: f64,
    pub grey_most: f64,
    pub image_dpi: f64,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Blanks {
    pub run_most: usize,
    pub source: String,
    pub unsettled: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileRules {
    pub annotations: bool,
    pub outlines: bool,
    pub metadata: bool,
    pub transparency: bool,
    pub version_most: Option<String>,
    pub source: String,
    pub unsettled: Option<String>,
}

impl Printer {
    /// The built-in printers: name and text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] = &[
        ("kdp", include_str!("../../templates/printers/kdp.toml")),
        (
            "ingram",
            include_str!("../../templates/printers/ingram.toml"),
        ),
        ("lulu", include_str!("../../templates/printers/lulu.toml")),
        ("bod", include_str!("../../templates/printers/bod.toml")),
        (
            "office",
            include_str!("../../templates/printers/office.toml"),
        ),
        (
            "screen",
            include_str!("../../templates/printers/screen.toml"),
        ),
    ];

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
    /// use sudoku_press::book::Printer;
    /// let (_, text) = Printer::BUILTIN[0];
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

impl Rules {
    /// Whether the figures make sense.
    fn check(&self) -> Result<(), PrinterError> {
        self.check_words()?;
        self.check_sources()?;
        let within = |key: &str, found: f64, low: f64, high: f64, unit: &str| {
            ensure((low..=high).contains(&found), key, found, || {
                format!("{low} to {high} {unit}")
            })
        };
        let (ink, margins) = (&self.ink, &self.margins);
        within("ink.type_least", ink.type_least, 1.0, 24.0, "points")?;
        within("ink.line_least", ink.line_least, 0.0, 6.0, "points")?;
        within("ink.grey_most", ink.grey_most, 0.5, 1.0, "of white")?;
        within("ink.image_dpi", ink.image_dpi, 0.0, 2400.0, "dots an inch")?;
        within("margins.outside", margins.outside, 0.0, 144.0, "points")?;
        let bleeding = margins.outside_with_bleed;
        within("margins.outside_with_bleed", bleeding, 0.0, 144.0, "points")?;
        within("bleed.points", self.bleed.points, 0.0, 72.0, "points")?;
        let run = self.blanks.run_most;
        within("blanks.run_most", run as f64, 0.0, 100.0, "pages")?;
        for row in &margins.inside {
            within("margins.inside", row.points, 0.0, 216.0, "points")?;
        }
        let rising = |pair: &[Gutter]| {
            pair[0].pages_to < pair[1].pages_to && pair[0].points <= pair[1].points
        };
        let rows = margins.inside.len();
        ensure(
            rows > 0 && margins.inside.windows(2).all(rising),
            "margins.inside",
            format!("{rows} rows"),
            || "at least one row, with pages and points that rise".to_owned(),
        )?;
        self.check_papers()
    }

    fn check_words(&self) -> Result<(), PrinterError> {
        for (key, words) in [("name", &self.name), ("title", &self.title)] {
            let fine = !words.trim().is_empty();
            ensure(fine, key, format!("{words:?}"), || {
                "a text that is not empty".to_owned()
            })?;
        }
        let custom = self.trims.custom.iter();
        let sides = custom.flat_map(|c| {
            [
                ("trims.custom.least", &c.least),
                ("trims.custom.most", &c.most),
            ]
        });
        let named = self.trims.named.iter().map(|text| ("trims.named", text));
        for (key, text) in named.chain(sides) {
            let trim: Result<Trim, _> = text.parse();
            ensure(trim.is_ok(), key, format!("{text:?}"), || {
                "sizes such as \"6x9\" or \"170x240mm\"".to_owned()
            })?;
        }
        let version = self.file.version_most.as_deref().unwrap_or("1.4");
        ensure(
            ["1.3", "1.4", "1.5", "1.6", "1.7", "2.0"].contains(&version),
            "file.version_most",
            format!("{version:?}"),
            || "a version of PDF from \"1.3\" to \"2.0\"".to_owned(),
        )
    }

    /// Every figure has a source, and every source a day.
    fn check_sources(&self) -> Result<(), PrinterError> {
        for (name, source) in &self.sources {
            let date: Vec<&str> = source.checked.split('-').collect();
            let digits =
                |part: &str, n| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
            let fine =
                matches!(date[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2));
            let key = format!("sources.{name}.checked");
            ensure(fine, &key, format!("{:?}", source.checked), || {
                "a day such as \"2026-11-20\"".to_owned()
            })?;
            let key = format!("sources.{name}.what");
            ensure(!source.what.trim().is_empty(), &key, "empty", || {
                "the place where the figures stand".to_owned()
            })?;
        }
        let custom = self
            .trims
            .custom
            .iter()
            .map(|c| ("trims.custom.source", &c.source));
        let papers = self.paper.iter().map(|p| ("paper.source", &p.source));
        let tables = [
            ("trims.source", &self.trims.source),
            ("pages.source", &self.pages.source),
            ("margins.source", &self.margins.source),
            ("bleed.source", &self.bleed.source),
            ("ink.source", &self.ink.source),
            ("blanks.source", &self.blanks.source),
            ("file.source", &self.file.source),
        ];
        for (key, name) in tables.into_iter().chain(custom).chain(papers) {
            let known = self.sources.contains_key(name);
            ensure(known, key, format!("{name:?}"), || {
                let names: Vec<&str> = self.sources.keys().map(String::as_str).collect();
                format!("one of the sources ({})", names.join(", "))
            })?;
        }
        Ok(())
    }

    fn check_papers(&self) -> Result<(), PrinterError> {
        let mut names = BTreeSet::new();
        ensure(!self.paper.is_empty(), "paper", "missing", || {
            "at least one paper".to_owned()
        })?;
        let thickest = self.margins.inside.last().map_or(0, |row| row.pages_to);
        for paper in &self.paper {
            let name = &paper.name;
            let fine = !name.trim().is_empty() && names.insert(name);
            ensure(fine, "paper.name", format!("{name:?}"), || {
                "a name that no other paper has".to_owned()
            })?;
            let limits = paper.except.iter().map(|e| e.pages);
            for (least, most) in limits.chain([paper.pages]) {
                let key = format!("paper {name}: pages");
                let found = format!("[{least}, {most}]");
                ensure(least <= most, &key, &found, || {
                    "the fewest before the most".to_owned()
                })?;
                ensure(most <= thickest, &key, &found, || {
                    format!("at most {thickest}, where margins.inside ends,")
                })?;
            }
            for text in paper.except.iter().flat_map(|e| &e.trims) {
                let known = self.trims.named.contains(text);
                let key = format!("paper {name}: except.trims");
                ensure(known, &key, format!("{text:?}"), || {
                    "one of trims.named".to_owned()
                })?;
            }
        }
        Ok(())
    }
}

fn ensure(
    fine: bool,
    key: &str,
    found: impl ToString,
    wanted: impl Fn() -> String,
) -> Result<(), PrinterError> {
    if fine {
        return Ok(());
    }
    Err(PrinterError::Figure {
        key: key.to_owned(),
        found: found.to_string(),
        wanted: wanted(),
    })
}
