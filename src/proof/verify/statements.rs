//! What our books say of themselves in sentences, and what each sentence must say. Not where they are.

use super::phrases::{Found, Phrases, without_space};
use crate::book::Language;
use crate::ladder::{Ladder, Rung};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What is true of a volume.
#[derive(Debug)]
pub(super) struct Facts {
    /// The index of its language.
    pub language: usize,
    pub phrases: &'static Phrases,
    /// The ladder of its stars.
    pub ladder: Ladder,
    /// Whether its levels have the names of the language: a language of the user's own may have others.
    pub has_names: bool,
    /// Its first and last puzzle.
    pub puzzles: (u64, u64),
    /// The level or band of each puzzle, computed from the puzzle.
    pub rungs: BTreeMap<u64, Rung>,
    /// The puzzles of each level or band that is there.
    pub sections: BTreeMap<Rung, Section>,
    /// The number of this volume and the number of all volumes, where the volume names them.
    pub volume: (Option<u64>, Option<u64>),
    /// Whether the volume shows which puzzles it is about: by their grids, their answers, or a list of all.
    pub is_known: bool,
    /// The page on which the answers begin.
    pub answers: Option<usize>,
    /// Whether they are all behind the puzzles.
    pub at_back: bool,
    /// The sheets of a class, with their puzzles.
    pub sheets: Sheets,
    /// The day before puzzle 1, where puzzles have days.
    pub first_day: Option<FirstDay>,
}

/// The number of the day before puzzle 1, and whether days are dates.
pub(super) type FirstDay = (i64, bool);

/// The versions of a sheet in a volume, with the numbers of their puzzles.
pub(super) type Sheets = BTreeMap<u64, BTreeSet<u64>>;

/// The puzzles of a level or band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// Their first and last number.
    pub puzzles: (u64, u64),
    pub count: u64,
    /// The minimum and maximum number of givens.
    pub givens: (usize, usize),
    /// The minimum number of givens in a row or column.
    pub row_col_min: usize,
}

impl Section {
    /// Whether all its puzzles follow one another.
    fn is_whole(&self) -> bool {
        self.puzzles.1 - self.puzzles.0 + 1 == self.count
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            puzzles: (a.puzzles.0.min(b.puzzles.0), a.puzzles.1.max(b.puzzles.1)),
            count: a.count + b.count,
            givens: (a.givens.0.min(b.givens.0), a.givens.1.max(b.givens.1)),
            row_col_min: a.row_col_min.min(b.row_col_min),
        }
    }
}

/// A sentence of our books.
struct Statement {
    /// The keys of its forms in a language file. One that begins with a dot is the end of a key.
    keys: &'static [&'static str],
    /// What it must say: one of these sentences. None if that cannot be known. The second argument is the
    /// level or band that it is about, if it names one; the last is its key.
    right: fn(&Facts, Option<Rung>, &str) -> Vec<String>,
}

/// The sentences. The next one is a line.
const STATEMENTS: [Statement; 10] = [
    Statement { keys: &["how_to_play.answers"], right: answers_begin },
    Statement {
        keys: &["puzzles.one", "puzzles.more", "puzzles.foot_one", "puzzles.foot_more"],
        right: range,
    },
    Statement { keys: &["copyright.one", "copyright.more"], right: counted },
    Statement { keys: &["copyright.unanswered_one", "copyright.unanswered_more"], right: counted },
    Statement { keys: &[".subtitle"], right: subtitle },
    Statement { keys: &["cover.lines"], right: cover },
    Statement {
        keys: &["levels.one", "levels.two", "levels.more", "bands.one", "bands.two", "bands.more"],
        right: levels,
    },
    Statement { keys: &["levels.spread", "levels.spread_empty"], right: givens },
    Statement { keys: &["volumes.one", "volumes.of"], right: volume },
    Statement { keys: &["volumes.continued"], right: continued },
];

/// Other phrases that are read: headings, names, days.
const OTHERS: [&str; 26] = [
    "levels.names",
    "bands.names",
    "answers.heading",
    "answers.range",
    "progress.heading",
    "contents.heading",
    "days.date",
    "days.week",
    "days.short",
    "days.month",
    "days.iso_week",
    "puzzles.version",
    "puzzles.answers_one",
    "puzzles.answers_two",
    "puzzles.answers_more",
    "copyright.unique",
    "how_to_play.rules",
    "levels.intro",
    "bands.intro",
    "techniques.position",
    "techniques.needed",
    "hints.heading",
    "hints.intro",
    "times.heading",
    "times.intro",
    "practice.heading",
];

/// Sentences that no other book has.
const OURS: [&str; 11] = [
    "how_to_play.answers",
    "how_to_play.rules",
    "copyright.more",
    "copyright.unique",
    "levels.intro",
    "levels.more",
    "bands.intro",
    "bands.more",
    "techniques.position",
    "hints.intro",
    "times.intro",
];

fn answers_begin(facts: &Facts, _: Option<Rung>, _: &str) -> Vec<String> {
    let none = || "answers in this volume".to_owned();
    vec![
        facts
            .answers
            .map_or_else(none, |page| facts.words().say("how_to_play.answers", &[("page", &page)])),
    ]
}

/// The puzzles of a level, or without a level all puzzles or those of any level or month.
fn range(facts: &Facts, level: Option<Rung>, _: &str) -> Vec<String> {
    // A volume without puzzles does not show which of them are of a level.
    if facts.sections.is_empty() {
        return Vec::new();
    }
    let of_level = level.and_then(|level| facts.sections.get(&level));
    let ranges = match (level, of_level) {
        (Some(_), None) => Vec::new(),
        (Some(_), Some(section)) => vec![section.puzzles],
        (None, _) => {
            let sections = facts.sections.values().filter(|section| section.is_whole());
            let sections = sections.map(|section| section.puzzles);
            let months = facts.months().into_iter().map(|(_, puzzles)| puzzles);
            let sheets = facts.sheets.values();
            let sheets = sheets.filter_map(|sheet| Some((*sheet.first()?, *sheet.last()?)));
            [facts.puzzles].into_iter().chain(sections).chain(months).chain(sheets).collect()
        }
    };
    let words = |(first, last): (u64, u64)| facts.words().puzzles(first as usize, last as usize);
    ranges.into_iter().map(words).collect()
}

fn counted(facts: &Facts, _: Option<Rung>, _: &str) -> Vec<String> {
    let puzzles = (facts.puzzles.0 as usize, facts.puzzles.1 as usize);
    facts.words().counted(puzzles, facts.answers.is_some()).into_iter().take(1).collect()
}

fn subtitle(facts: &Facts, _: Option<Rung>, key: &str) -> Vec<String> {
    let design = key.split('.').nth(1).unwrap_or_default();
    vec![facts.words().subtitle(design, facts.count())]
}

fn cover(facts: &Facts, _: Option<Rung>, _: &str) -> Vec<String> {
    facts.words().cover(facts.count(), &facts.levels())
}

fn levels(facts: &Facts, _: Option<Rung>, key: &str) -> Vec<String> {
    let is_of_ladder = key.starts_with("levels.") == (facts.ladder == Ladder::Paper);
    (is_of_ladder && facts.has_names && !facts.sections.is_empty())
        .then(|| facts.words().levels_line(&facts.levels()))
        .into_iter()
        .collect()
}

/// The givens of a level, or without a level those of all puzzles or of any level.
fn givens(facts: &Facts, level: Option<Rung>, _: &str) -> Vec<String> {
    let sections = match level {
        Some(level) => facts.sections.get(&level).copied().into_iter().collect(),
        None => {
            let all = facts.sections.values().copied().reduce(Section::and);
            all.into_iter().chain(facts.sections.values().copied()).collect::<Vec<_>>()
        }
    };
    let words = |Section { givens, row_col_min, .. }| {
        facts.words().level_givens(givens.0, givens.1, row_col_min)
    };
    // A level whose puzzles are none has no givens.
    sections.into_iter().filter(|section| section.givens.0 <= section.givens.1).map(words).collect()
}

fn volume(facts: &Facts, _: Option<Rung>, key: &str) -> Vec<String> {
    let (Some(number), count) = facts.volume else {
        return Vec::new();
    };
    let (number, count) = (number as usize, count.unwrap_or(number) as usize);
    match key {
        "volumes.one" => vec![facts.words().volume(number)],
        _ => vec![facts.words().say("volumes.of", &[("number", &number), ("count", &count)])],
    }
}

fn continued(facts: &Facts, _: Option<Rung>, _: &str) -> Vec<String> {
    let before = facts.volume.0.and_then(|number| number.checked_sub(1));
    before.map(|before| facts.words().continued_from(before as usize)).into_iter().collect()
}

impl Statement {
    fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|own| key == *own || own.starts_with('.') && key.ends_with(own))
    }
}

/// The sentences in all languages of our books.
static PHRASES: LazyLock<Vec<Phrases>> = LazyLock::new(|| {
    let is_read =
        |key: &str| OTHERS.contains(&key) || STATEMENTS.iter().any(|statement| statement.has(key));
    let languages = Language::BUILTIN.iter().filter_map(|(code, _)| Language::builtin(code));
    languages.map(|language| Phrases::new(language, is_read)).collect()
});

/// The maximum number of phrases of a page that are kept.
const MAX_FOUND: usize = 500;

/// The phrases of our books in these lines, each with the index of its language.
pub(super) fn read(lines: &[String]) -> Vec<(usize, Found)> {
    let of = |(i, phrases): (usize, &Phrases)| {
        phrases.find(lines).into_iter().map(move |found| (i, found)).collect::<Vec<_>>()
    };
    PHRASES.iter().enumerate().flat_map(of).take(MAX_FOUND).collect()
}

/// The language of most of the phrases of a book; `None` if no phrase shows that the book is one of ours.
pub(super) fn language<'a>(
    pages: impl Iterator<Item = &'a [(usize, Found)]>,
) -> Option<(usize, &'static Phrases)> {
    let mut counts = vec![0_usize; PHRASES.len()];
    let mut ours = false;
    for page in pages {
        for (i, (language, found)) in page.iter().enumerate() {
            counts[*language] += 1;
            // `Puzzles 1 to 12 · answers on page 21`
            let foot = found.key.starts_with("puzzles.answers_")
                && page[..i].iter().rev().take(3).any(|(other, before)| {
                    other == language
                        && before.line == found.line
                        && !before.key.starts_with("puzzles.answers_")
                });
            ours |= foot || OURS.contains(&found.key.as_str());
        }
    }
    let most = counts.iter().enumerate().max_by_key(|(i, count)| (**count, usize::MAX - i))?;
    Some((most.0, &PHRASES[most.0])).filter(|_| ours)
}

impl Facts {
    fn words(&self) -> &Language {
        &self.phrases.language
    }

    /// The number of puzzles.
    fn count(&self) -> usize {
        (self.puzzles.1 - self.puzzles.0 + 1) as usize
    }

    /// The levels or bands, easiest first.
    pub fn levels(&self) -> Vec<Rung> {
        self.sections.keys().copied().collect()
    }

    /// The level or band that a phrase names, if it is the name of one.
    pub fn level(&self, found: &Found) -> Option<Rung> {
        let key = match self.ladder {
            Ladder::Paper => "levels.names",
            Ladder::Human => "bands.names",
        };
        let number = found.value("name").filter(|_| found.key == key && self.has_names)?;
        self.ladder.rung(u8::try_from(number).ok()?)
    }

    /// Whether a phrase is the line of the cover on answers at the back, of a volume that has none there.
    fn promises_answers(&self, found: &Found) -> bool {
        let is_line = found.key == "cover.lines" && !self.at_back && !self.sections.is_empty();
        let line = || self.words().cover(self.count(), &self.levels()).pop();
        is_line && line().is_some_and(|line| without_space(&line) == without_space(&found.text))
    }

    /// What a phrase says, and what it must say; `None` if it is right or cannot be judged. `level` is the
    /// level or band that it is about.
    pub fn judge(&self, found: &Found, level: Option<Rung>) -> Option<(String, String)> {
        if self.promises_answers(found) {
            return Some((format!("found {:?}", found.text), "no promise of answers there".into()));
        }
        let known = STATEMENTS.iter().filter(|_| self.is_known);
        let statement = known.into_iter().find(|statement| statement.has(&found.key))?;
        let right = (statement.right)(self, level, &found.key);
        let is_right = |sentence: &String| {
            let read = self.phrases.find(std::slice::from_ref(sentence));
            let mut same = read.iter().filter(|read| statement.has(&read.key));
            same.any(|read| {
                let is =
                    |(name, value): &(&str, u64)| found.value(name).is_none_or(|v| v == *value);
                read.values.is_empty() == found.values.is_empty() && read.values.iter().all(is)
            })
        };
        let first = right.first()?;
        let wrong = format!("found {:?}", found.text);
        (!right.iter().any(is_right)).then(|| (wrong, format!("{:?}", plain(first))))
    }
}

/// A text with usual spaces, to be shown.
pub(super) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
