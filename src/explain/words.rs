//! The words of explanations in one language: a file in `templates/explain`, checked when it is read.

use crate::grid::{Cell, Digit, House};
use crate::logic::{Node, Technique};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use thiserror::Error;

macro_rules! phrases {
    ($($variant:ident $key:literal [$($place:literal)*],)*) => {
        /// A phrase, with the key by which the files know it and its places in braces.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Phrase { $($variant,)* }

        impl Phrase {
            const ALL: &[Self] = &[$(Self::$variant),*];

            const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)* }
            }

            const fn places(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($place),*],)* }
            }
        }
    };
}

phrases! {
    Row "row" ["number"],
    Column "column" ["number"],
    Block "block" ["number"],
    Rows "rows" ["numbers"],
    Columns "columns" ["numbers"],
    Comma "comma" [],
    And "and" [],
    Or "or" [],
    At "at" ["digits" "cell"],
    LostOne "lost_one" ["digits" "cells"],
    LostMore "lost_more" ["digits" "cells"],
    LostNext "lost_next" [],
    Step "step" ["number" "technique" "rating" "sentence"],
    Hint "hint" ["technique" "rating" "sentence"],
    LastCell "last_cell" ["place" "house"],
    OnePlace "one_place" ["place" "digit" "house"],
    OneCandidate "one_candidate" ["place"],
    Intersection "intersection" ["from" "digit" "to" "lost"],
    DirectIntersection "direct_intersection" ["place" "from" "digit" "to" "house"],
    NakedSet "naked_set" ["house" "cells" "digits" "lost"],
    HiddenSet "hidden_set" ["house" "digits" "cells" "lost"],
    DirectHiddenSet "direct_hidden_set" ["place" "house" "digits" "cells" "digit"],
    Fish "fish" ["bases" "digit" "covers" "lost"],
    XyWing "xy_wing" ["pivot" "a" "b" "first" "second" "digit" "lost"],
    XyzWing "xyz_wing" ["pivot" "a" "b" "first" "second" "digit" "lost"],
    Loop "loop" ["cells" "digits"],
    LoopOneCell "loop_one_cell" ["cell" "lost"],
    LoopHiddenSet "loop_hidden_set" ["pair" "extra" "cells" "digits" "house" "lost"],
    LoopBound "loop_bound" ["house" "digit" "pair" "other" "lost"],
    Bug "bug" ["surplus"],
    BugOneCell "bug_one_cell" ["cell" "digits" "lost"],
    BugBound "bug_bound" ["house" "digit" "pair" "lost"],
    EscapeOneDigit "escape_one_digit" ["cells" "digit" "lost"],
    EscapeSet "escape_set" ["pair" "extra" "cells" "digits" "house" "lost"],
    Exclusion "exclusion" ["cells" "excluders" "lost"],
    IfOn "if_on" ["cell" "digit"],
    IfOff "if_off" ["cell" "digit"],
    ThenOn "then_on" ["cell" "digit"],
    ThenOff "then_off" ["cell" "digit"],
    SoOn "so_on" ["cell" "digit"],
    SoOff "so_off" ["cell" "digit"],
    BecauseOn "because_on" ["cell" "digit"],
    BecauseOff "because_off" ["cell" "digit"],
    BecauseNone "because_none" ["digit" "cells"],
    SinceOn "since_on" ["reasons" "cell" "digit"],
    SinceOff "since_off" ["reasons" "cell" "digit"],
    SinceNone "since_none" ["reasons" "digit" "cells"],
    By "by" ["fact" "technique"],
    Next "next" [],
    Stop "stop" [],
    Space "space" [],
    Cycle "cycle" ["lost"],
    Contradiction "contradiction" ["result"],
    Clash "clash" ["result"],
    CellCases "cell_cases" ["cell" "digits"],
    HouseCases "house_cases" ["house" "digit" "cells"],
    DoubleCases "double_cases" ["cell" "digit"],
    EitherWay "either_way" ["result"],
    Summary "summary" ["count" "technique" "rating"],
    Complete "complete" [],
    Nested "nested" [],
    Stuck "stuck" [],
    Title "title" [],
    Notation "notation" ["cell" "row" "column"],
    LegendPattern "legend_pattern" [],
    LegendOn "legend_on" [],
    LegendOff "legend_off" [],
    LegendBlocker "legend_blocker" [],
    LegendLost "legend_lost" [],
    LegendPlaced "legend_placed" [],
    Solution "solution" [],
}

/// A phrase with its places filled: each with the variable of its name, or with `name = value`.
macro_rules! say {
    (@ $place:ident) => { $place };
    (@ $place:ident $value:expr) => { $value };
    ($words:expr, $phrase:expr $(, $place:ident $(= $value:expr)?)* $(,)?) => {
        $words.fill($phrase, &[$((stringify!($place), &say!(@ $place $($value)?))),*])
    };
}
pub(super) use say;

/// Techniques that are found in the same way. All others are chains from several beginnings.
const FAMILIES: [(&str, &[Technique]); 13] = {
    use Technique as T;
    [
        ("hidden-single", &[T::LastCell, T::HiddenSingleBlock, T::HiddenSingleLine]),
        ("naked-single", &[T::NakedSingle]),
        ("intersection", &[T::DirectPointing, T::DirectClaiming, T::Pointing, T::Claiming]),
        ("naked-set", &[T::NakedPair, T::NakedTriplet, T::NakedQuad]),
        (
            "hidden-set",
            &[
                T::DirectHiddenPair,
                T::DirectHiddenTriplet,
                T::HiddenPair,
                T::HiddenTriplet,
                T::HiddenQuad,
            ],
        ),
        ("fish", &[T::XWing, T::Swordfish, T::Jellyfish]),
        ("wing", &[T::XyWing, T::XyzWing]),
        (
            "unique",
            &[
                T::UniqueRectangle1,
                T::UniqueRectangle2,
                T::UniqueRectangle3,
                T::UniqueRectangle4,
                T::UniqueLoop1,
                T::UniqueLoop2,
                T::UniqueLoop3,
                T::UniqueLoop4,
            ],
        ),
        ("bug", &[T::Bug1, T::Bug2, T::Bug3, T::Bug4]),
        ("exclusion", &[T::AlignedPairExclusion, T::AlignedTripletExclusion]),
        ("cycle", &[T::XCycle, T::YCycle, T::XyCycle]),
        ("chain", &[T::ForcingXChain, T::ForcingChain]),
        ("chains", &[]),
    ]
};

/// The words of explanations in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Words(Arc<File>);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    language: String,
    techniques: BTreeMap<String, String>,
    find: BTreeMap<String, String>,
    phrases: BTreeMap<String, String>,
}

/// Why a file of words is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WordsError {
    /// It is not TOML, or a table is missing or unknown.
    #[error("the words cannot be read: {0}")]
    Toml(String),
    /// A technique or a phrase is missing.
    #[error("expected a text for {0}, found none")]
    Missing(String),
    /// There is no such technique or phrase.
    #[error("expected a known technique or phrase, found {0:?}")]
    Unknown(String),
    /// A phrase is empty, lacks a place, or has one that it cannot have.
    #[error("phrase {key}: expected a text with {wanted} and no other braces, found {found:?}")]
    Places {
        /// The phrase.
        key: String,
        /// Its places in braces.
        wanted: String,
        /// Its text.
        found: String,
    },
}

impl Default for Words {
    /// English.
    fn default() -> Self {
        Self::builtin("en").expect("it is built in")
    }
}

impl Words {
    /// The built-in languages: code and TOML text. They are those of the books.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/explain.rs"));

    /// The built-in words of the language with this code.
    pub fn builtin(code: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == code)?;
        Some(Self::parse(text).expect("every built-in language is tested"))
    }

    /// The built-in words for a language code: those of `pt-BR` for `pt-BR`, those of `en` for `en-US`.
    pub fn of_language(code: &str) -> Option<Self> {
        let base = code.split('-').next()?;
        Self::builtin(code).or_else(|| Self::builtin(base))
    }

    /// Reads a file of words.
    ///
    /// # Errors
    /// When a technique or a phrase is missing or unknown, or a phrase lacks a place.
    pub fn parse(toml: &str) -> Result<Self, WordsError> {
        let file: File = toml::from_str(toml).map_err(|e| WordsError::Toml(e.to_string()))?;
        let techniques = Technique::ALL.iter().map(|technique| technique.id());
        check_keys(&file.techniques, "technique", techniques)?;
        check_keys(&file.find, "find", FAMILIES.iter().map(|(family, _)| *family))?;
        let phrases = Phrase::ALL.iter().map(|phrase| phrase.key());
        check_keys(&file.phrases, "phrase", phrases)?;
        for &phrase in Phrase::ALL {
            check_places(phrase, &file.phrases[phrase.key()])?;
        }
        Ok(Self(Arc::new(file)))
    }

    /// The language code (BCP 47).
    pub fn code(&self) -> &str {
        &self.0.language
    }

    /// The name of a technique.
    pub fn technique(&self, technique: Technique) -> &str {
        &self.0.techniques[technique.id()]
    }

    /// How to find a technique: what it is, where to look.
    pub fn find(&self, technique: Technique) -> &str {
        let family = FAMILIES.iter().find(|(_, techniques)| techniques.contains(&technique));
        let (family, _) = family.unwrap_or(&FAMILIES[FAMILIES.len() - 1]);
        &self.0.find[*family]
    }

    /// Sentences one after the other.
    pub fn together(&self, sentences: &[String]) -> String {
        sentences.join(self.phrase(Phrase::Space))
    }

    /// All texts, to find the characters that fonts must have. Places are in braces.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let File { techniques, find, phrases, .. } = &*self.0;
        techniques.values().chain(find.values()).chain(phrases.values()).map(String::as_str)
    }

    /// A phrase as it is in the file.
    pub(super) fn phrase(&self, phrase: Phrase) -> &str {
        &self.0.phrases[phrase.key()]
    }

    /// See [`say`].
    pub(super) fn fill(&self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        let mut out = String::new();
        let mut rest = self.phrase(phrase);
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let value = places.iter().find(|(place, _)| *place == name);
            let (_, value) = value.expect("the places of every phrase are checked");
            out += &value.to_string();
            rest = after;
        }
        out + rest
    }

    /// `row 3`.
    pub fn house(&self, house: House) -> String {
        let kind = [Phrase::Row, Phrase::Column, Phrase::Block][house.index() / 9];
        say!(self, kind, number = house.index() % 9 + 1)
    }

    /// `rows 3 and 5`: rows only, or columns only.
    pub fn lines(&self, lines: &[House]) -> String {
        let numbers = self.all(lines.iter().map(|line| line.index() % 9 + 1));
        let kind = match lines.first() {
            Some(line) if line.index() >= 9 => Phrase::Columns,
            _ => Phrase::Rows,
        };
        say!(self, kind, numbers)
    }

    /// `2, 5 and 7`.
    pub fn all(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        self.listed(items, Phrase::And)
    }

    /// `2, 5 or 7`.
    pub(super) fn any(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        self.listed(items, Phrase::Or)
    }

    fn listed(&self, items: impl IntoIterator<Item = impl Display>, last: Phrase) -> String {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        match &items[..] {
            [] => String::new(),
            [one] => one.clone(),
            [before @ .., end] => before.join(self.phrase(Phrase::Comma)) + self.phrase(last) + end,
        }
    }

    /// A phrase about a cell and a digit, in its form for a node that is on or off.
    pub(super) fn node(&self, [on, off]: [Phrase; 2], node: Node) -> String {
        let phrase = if node.on { on } else { off };
        say!(self, phrase, cell = node.cell, digit = node.digit)
    }
}

/// `r3c5 = 7`, in every language.
pub(super) fn placed((cell, digit): (Cell, Digit)) -> String {
    format!("{cell} = {digit}")
}

fn check_keys(
    found: &BTreeMap<String, String>,
    kind: &str,
    wanted: impl Iterator<Item = &'static str> + Clone,
) -> Result<(), WordsError> {
    for key in wanted.clone() {
        // Some scripts have no space between sentences.
        let may_be_empty = key == Phrase::Space.key();
        let text = found.get(key).filter(|text| may_be_empty || !text.is_empty());
        text.ok_or_else(|| WordsError::Missing(format!("{kind} {key}")))?;
    }
    let unknown = found.keys().find(|key| !wanted.clone().any(|known| known == **key));
    match unknown {
        Some(key) => Err(WordsError::Unknown(key.clone())),
        None => Ok(()),
    }
}

fn check_places(phrase: Phrase, text: &str) -> Result<(), WordsError> {
    let braced = |place: &&str| format!("{{{place}}}");
    let places: Vec<String> = phrase.places().iter().map(braced).collect();
    let rest = places.iter().fold(text.to_owned(), |rest, place| rest.replace(place, ""));
    if places.iter().all(|place| text.contains(place)) && !rest.contains(['{', '}']) {
        return Ok(());
    }
    Err(WordsError::Places {
        key: phrase.key().to_owned(),
        wanted: if places.is_empty() { "no place".to_owned() } else { places.join(", ") },
        found: text.to_owned(),
    })
}
