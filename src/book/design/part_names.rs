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
    Techniques,
    Hints,
    Times,
    /// A page of empty grids.
    Practice,
    /// The same with dots for candidates.
    PracticeDots,
    AlsoBy,
    /// A text of the user.
    Own(String),
}

impl PartName {
    /// Whether a book may consist of it: the puzzles, or what is about them.
    pub fn is_body(&self) -> bool {
        use PartName as P;
        matches!(
            self,
            P::Puzzles
                | P::Answers
                | P::Techniques
                | P::Hints
                | P::Times
                | P::Practice
                | P::PracticeDots
        )
    }

    /// Whether it is a page to write on, of which there may be several.
    fn is_to_write_on(&self) -> bool {
        matches!(self, Self::Notes | Self::Practice | Self::PracticeDots)
    }

    /// Whether it tells of the steps by which puzzles are solved.
    pub fn needs_insight(&self) -> bool {
        matches!(self, Self::Techniques | Self::Hints | Self::Times)
    }
}

/// The names of all parts that need no text of the user.
const NAMES: [(&str, PartName); 17] = [
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
    ("techniques", PartName::Techniques),
    ("hints", PartName::Hints),
    ("times", PartName::Times),
    ("practice", PartName::Practice),
    ("practice-dots", PartName::PracticeDots),
    ("also-by", PartName::AlsoBy),
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
    if !parts.iter().any(PartName::is_body) {
        let wanted = "a list with puzzles, or with answers, techniques, hints, times or practice";
        return Some(("has no puzzles and nothing about puzzles".to_owned(), wanted));
    }
    let puzzles = place(&PartName::Puzzles);
    if place(&PartName::Answers).zip(puzzles).is_some_and(|(answers, puzzles)| answers < puzzles) {
        return Some(("has the answers before the puzzles".to_owned(), "answers after puzzles"));
    }
    let twice = |(i, part): &(usize, &PartName)| !part.is_to_write_on() && place(part) != Some(*i);
    let (_, part) = parts.iter().enumerate().find(twice)?;
    Some((format!("has {part} twice"), "each part once; only notes and practice may be repeated"))
}
