//! The names of exported files: a pattern with places for the values of a puzzle.

use book::MinuteRange;
use grid::GridShape;
use human::Rung;
use serde::Serialize;
use std::str::FromStr;
use tables::FilePlace;

/// The values of a puzzle that names, the table and objects show.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NamedPuzzle {
    /// The printed number.
    pub number: u64,
    /// The number of digits of the largest printed number.
    #[serde(skip)]
    pub number_width: usize,
    /// The printed number of its page, as wide as all, in the book of a run.
    #[serde(skip)]
    pub page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(skip)]
    pub shape: GridShape,
    /// The level or band in its book.
    #[serde(skip)]
    pub printed_rung: Rung,
    #[serde(skip)]
    pub level: u8,
    /// `None` for the few puzzles that cannot be rated.
    #[serde(skip)]
    pub band: Option<u8>,
    /// The expected minutes; `None` for the few puzzles that cannot be rated.
    #[serde(skip)]
    pub minutes: Option<MinuteRange>,
    /// The hardest technique; `None` for the few puzzles that cannot be rated.
    #[serde(skip)]
    pub technique: Option<&'static str>,
    /// The name of level or band, as the book prints it.
    #[serde(skip)]
    pub label: String,
    #[serde(flatten)]
    pub rung: Difficulty,
    pub clues: usize,
    pub puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// The level of a puzzle, or its band if the puzzle was made for a band: an object has one scale.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Difficulty {
    Level { level: u8, level_name: &'static str },
    Band { band: u8, band_name: &'static str },
}

impl Difficulty {
    /// Returns the English names of level and band; one of them is empty.
    pub fn names(&self) -> [&'static str; 2] {
        match self {
            Self::Level { level_name, .. } => [level_name, ""],
            Self::Band { band_name, .. } => ["", band_name],
        }
    }

    /// Returns the number of filled stars.
    pub fn stars(&self) -> u8 {
        match self {
            Self::Level { level, .. } => *level,
            Self::Band { band, .. } => *band,
        }
    }
}

impl NamedPuzzle {
    /// Returns the printed number, as wide as the largest one, so that files are in order.
    pub fn number_name(&self) -> String {
        format!("{:0width$}", self.number, width = self.number_width)
    }

    /// Returns the expected minutes: `8–20`.
    pub fn minutes(&self) -> String {
        match self.minutes {
            Some(MinuteRange { fewest, most }) if fewest == most => most.to_string(),
            Some(MinuteRange { fewest, most }) => format!("{fewest}–{most}"),
            None => String::new(),
        }
    }
}

/// A pattern of file names: text with places such as `{date}-{level}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamePattern(String);

/// A place of a pattern: its name, and its text for a puzzle.
type NamePlace = (&'static str, fn(&NamedPuzzle) -> Option<String>);

const PLACES: [NamePlace; 7] = [
    ("id", |facts| facts.id.clone().or_else(|| Some(facts.number_name()))),
    ("number", |facts| Some(facts.number_name())),
    ("date", |facts| facts.date.clone()),
    ("level", |facts| Some(facts.level.to_string())),
    ("band", |facts| facts.band.map(|band| band.to_string())),
    ("size", |facts| Some(facts.shape.label().to_owned())),
    ("page", |facts| facts.page.clone()),
];
/// Maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 100;
/// The names that Windows keeps for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

impl Default for NamePattern {
    /// Returns the pattern of the column `id`, which defaults to the number.
    fn default() -> Self {
        Self("{id}".to_owned())
    }
}

impl FromStr for NamePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut beside = text.to_owned();
        for (field, _) in PLACES {
            beside = beside.replace(&format!("{{{field}}}"), "");
        }
        if let Some((_, after)) = beside.split_once('{') {
            return Err(format!(
                "expected {{id}}, {{number}}, {{date}}, {{level}}, {{band}}, {{size}} or {{page}}, \
                 found {{{after}"
            ));
        }
        if text.is_empty() {
            return Err(
                "expected a text, found an empty one; leave it out for the default".to_owned()
            );
        }
        if beside.chars().all(is_plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!("expected letters, digits, -, _ and . beside the places, found {text:?}"))
        }
    }
}

impl NamePattern {
    /// Returns the pattern by date, which websites use.
    pub fn by_date() -> Self {
        Self("{date}".to_owned())
    }

    /// Returns true if the pattern contains the date.
    pub fn has_date(&self) -> bool {
        self.0.contains("{date}")
    }

    /// Returns true if the pattern contains the page.
    pub fn has_page(&self) -> bool {
        self.0.contains("{page}")
    }

    /// Returns the name for a puzzle, without its ending.
    pub(super) fn name(&self, facts: &NamedPuzzle) -> Result<String, ColumnFault> {
        let mut name = self.0.clone();
        for (column, value) in self.places() {
            let Some(value) = value(facts) else {
                let reason = "expected a value for the name of the file, found none".to_owned();
                return Err(ColumnFault { column, reason });
            };
            name = name.replace(&format!("{{{column}}}"), &value);
        }
        if is_file_name(&name) {
            return Ok(name);
        }
        let reason = format!(
            "expected letters, digits, - and _ for the name of a file, found {name:?}; \
             --name {{number}} names files by number"
        );
        Err(ColumnFault { column: self.column(), reason })
    }

    /// Explains a duplicate name, which was found at this place before, or is the name of a table.
    pub(super) fn clash(&self, name: &str, before: Option<&FilePlace>) -> ColumnFault {
        let owner = match before {
            Some(place) => format!("{place} too"),
            None => "data.csv".to_owned(),
        };
        let what = if *self == Self::default() { "id" } else { "name" };
        let reason = format!(
            "expected a new {what}, found {name}, which is the {what} of {owner}; the setting \
             `name = {{number}}` names files by number"
        );
        ColumnFault { column: self.column(), reason }
    }

    /// Returns its places, in the order of the text.
    fn places(&self) -> Vec<NamePlace> {
        let mut found = Vec::new();
        for place in PLACES {
            found.extend(self.0.find(&format!("{{{}}}", place.0)).map(|at| (at, place)));
        }
        found.sort_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, place)| place).collect()
    }

    /// Returns the column that decides the name.
    fn column(&self) -> &'static str {
        self.places().first().map_or("id", |(name, _)| name)
    }
}

/// A value that cannot be the name of a file: its column and the problem.
pub(super) struct ColumnFault {
    pub column: &'static str,
    pub reason: String,
}

/// Returns true if every system takes this text for the name of a file.
fn is_file_name(name: &str) -> bool {
    (1..=MAX_NAME_BYTES).contains(&name.len())
        && name.chars().all(is_plain)
        && !name.starts_with(['.', '-'])
        && !name.ends_with('.')
        && !is_device(&name.to_lowercase())
}

/// Returns true if Windows keeps this name for a device, such as `con` or `lpt1`, with any ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let number = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    DEVICES.contains(&stem)
        || number.is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}
