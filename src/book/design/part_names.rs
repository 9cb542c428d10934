//! The names of the parts of a book, as a template or a user lists them.

use std::fmt;

/// A part of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::book) enum PartName {
    HalfTitle,
    Title,
    Copyright,
    Contents,
    HowToPlay,
    Levels,
    Puzzles,
    Answers,
    Progress,
    Notes,
    About,
    /// A text of the user.
    Own(String),
}

/// The names of all parts that need no text of the user.
const NAMES: [(&str, PartName); 11] = [
    ("half-title", PartName::HalfTitle),
    ("title", PartName::Title),
    ("copyright", PartName::Copyright),
    ("contents", PartName::Contents),
    ("how-to-play", PartName::HowToPlay),
    ("levels", PartName::Levels),
    ("puzzles", PartName::Puzzles),
    ("answers", PartName::Answers),
    ("progress", PartName::Progress),
    ("notes", PartName::Notes),
    ("about", PartName::About),
];

impl From<&str> for PartName {
    fn from(name: &str) -> Self {
        let known = NAMES.into_iter().find(|(known, _)| *known == name);
        known.map_or_else(|| Self::Own(name.to_owned()), |(_, part)| part)
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMES.iter().find(|(_, part)| part == self)) {
            (Self::Own(name), _) => f.write_str(name),
            (_, Some((name, _))) => f.write_str(name),
            (_, None) => unreachable!("every part but the user's own is in the table"),
        }
    }
}

/// These names in words.
pub(in crate::book) fn known() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

/// What is wrong with a list of parts, as found and expected.
pub(in crate::book) fn wrong(parts: &[PartName]) -> Option<(String, &'static str)> {
    let place = |part: &PartName| parts.iter().position(|other| other == part);
    let Some(puzzles) = place(&PartName::Puzzles) else {
        return Some(("has no puzzles".to_owned(), "a list that contains puzzles once"));
    };
    if place(&PartName::Answers).is_some_and(|answers| answers < puzzles) {
        return Some(("has the answers before the puzzles".to_owned(), "answers after puzzles"));
    }
    let twice =
        |(i, part): &(usize, &PartName)| **part != PartName::Notes && place(part) != Some(*i);
    let (_, part) = parts.iter().enumerate().find(twice)?;
    Some((format!("has {part} twice"), "each part once; only notes may be repeated"))
}
