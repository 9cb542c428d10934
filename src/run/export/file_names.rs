//! The names of exported files: a pattern with places for the values of a puzzle.

use engine::human::ladder::Ladder;
use serde::Serialize;
use std::str::FromStr;

/// The values of a puzzle that names, the table and objects show.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NamedPuzzle {
    /// The printed number.
    pub number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(skip)]
    pub level: u8,
    /// `None` for the few puzzles that cannot be rated.
    #[serde(skip)]
    pub band: Option<u8>,
    /// The expected minutes, fewest and most; `None` for the few puzzles that cannot be rated.
    #[serde(skip)]
    pub minutes: Option<(usize, usize)>,
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

    /// Returns a star for each rung of the ladder, filled up to the rung of the puzzle.
    pub fn stars(&self) -> String {
        let (filled, ladder) = match self {
            Self::Level { level, .. } => (*level, Ladder::Published),
            Self::Band { band, .. } => (*band, Ladder::Human),
        };
        let number = 1..=ladder.rungs().count();
        number.map(|star| if star <= filled.into() { '★' } else { '☆' }).collect()
    }
}

impl NamedPuzzle {
    /// Returns the expected minutes: `8–20`.
    pub fn minutes(&self) -> String {
        match self.minutes {
            Some((fewest, most)) if fewest == most => most.to_string(),
            Some((fewest, most)) => format!("{fewest}–{most}"),
            None => String::new(),
        }
    }
}

/// A pattern of file names: text with places such as `{date}-{level}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamePattern(String);

/// The name of a place, and its text for a puzzle.
type Field = (&'static str, fn(&NamedPuzzle) -> Option<String>);

const FIELDS: [Field; 5] = [
    ("id", |facts| facts.id.clone().or_else(|| Some(format!("{:06}", facts.number)))),
    ("number", |facts| Some(format!("{:06}", facts.number))),
    ("date", |facts| facts.date.clone()),
    ("level", |facts| Some(facts.level.to_string())),
    ("band", |facts| facts.band.map(|band| band.to_string())),
];
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
        for (field, _) in FIELDS {
            beside = beside.replace(&format!("{{{field}}}"), "");
        }
        if let Some((_, after)) = beside.split_once('{') {
            return Err(format!(
                "expected {{id}}, {{number}}, {{date}}, {{level}} or {{band}}, found {{{after}"
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

    /// Returns the name for a puzzle, without its ending. The error has the column at fault and the
    /// problem.
    pub(super) fn name(&self, facts: &NamedPuzzle) -> Result<String, (&'static str, String)> {
        let mut name = self.0.clone();
        for (column, value) in self.fields() {
            let none = "expected a value for the name of the file, found none";
            let value = value(facts).ok_or_else(|| (column, none.to_owned()))?;
            name = name.replace(&format!("{{{column}}}"), &value);
        }
        let wrong = || {
            let why = "expected letters, digits, - and _ for the name of a file, found";
            let remedy = "--name {number} names files by number";
            (self.column(), format!("{why} {name:?}; {remedy}"))
        };
        let device = name.split('.').next().is_some_and(|stem| {
            let stem = stem.to_lowercase();
            let numbered = ["com", "lpt"].iter().filter_map(|port| stem.strip_prefix(port));
            let mut numbered =
                numbered.filter(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()));
            DEVICES.contains(&&*stem) || numbered.next().is_some()
        });
        let fits =
            name.chars().all(is_plain) && !name.starts_with(['.', '-']) && !name.ends_with('.');
        if fits && !device && (1..=100).contains(&name.len()) { Ok(name) } else { Err(wrong()) }
    }

    /// Returns the column at fault and the message for a duplicate name.
    pub(super) fn clash(&self, name: &str, before: Option<String>) -> (&'static str, String) {
        let whose = before.map_or("data.csv".to_owned(), |place| format!("{place} too"));
        let what = if *self == Self::default() { "id" } else { "name" };
        (
            self.column(),
            format!(
                "expected a new {what}, found {name}, which is the {what} of {whose}; the setting \
                 `name = {{number}}` names files by number"
            ),
        )
    }

    /// Returns its places, in the order of the text.
    fn fields(&self) -> Vec<Field> {
        let place = |(name, _): &Field| self.0.find(&format!("{{{name}}}"));
        let mut fields = Vec::from(FIELDS);
        fields.retain(|field| place(field).is_some());
        fields.sort_by_key(place);
        fields
    }

    /// Returns the column that decides the name.
    fn column(&self) -> &'static str {
        self.fields().first().map_or("id", |(name, _)| name)
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}
