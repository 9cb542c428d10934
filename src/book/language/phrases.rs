//! The keys of a language file, and the check of placeholders in each phrase.

use super::error::LanguageError;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    pub language: String,
    pub name: String,
    pub group: String,
    pub group_from: usize,
    pub leading: f64,
    pub beside: String,
    pub quotes: [String; 4],
    pub faces: StandIns,
    pub numbers: BTreeMap<String, String>,
    pub titles: BTreeMap<String, Title>,
    pub levels: Levels,
    pub bands: Bands,
    pub how_to_play: HowToPlay,
    pub puzzles: Puzzles,
    pub answers: Answers,
    pub volumes: Volumes,
    pub copyright: Copyright,
    pub contents: Heading,
    pub progress: Progress,
    pub about: Heading,
    pub techniques: Techniques,
    pub hints: Hints,
    pub times: Progress,
    pub practice: Heading,
    pub also_by: Heading,
    pub days: Days,
    pub cover: Cover,
    pub shop: Shop,
}

/// Families for characters that a design's fonts lack; an empty name means none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::book) struct StandIns {
    pub serif: String,
    pub sans: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Title {
    pub title: String,
    pub subtitle: String,
    pub subtitle_one: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Levels {
    pub heading: String,
    pub intro: String,
    pub names: [String; 5],
    pub promises: [String; 5],
    pub givens: String,
    pub givens_equal: String,
    pub spread: String,
    pub spread_empty: String,
    pub one: String,
    pub two: String,
    pub more: String,
}

/// The bands of the human ladder.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bands {
    pub heading: String,
    pub intro: String,
    pub names: [String; 7],
    pub promises: [String; 7],
    pub warning: String,
    pub minutes: String,
    pub minutes_equal: String,
    pub one: String,
    pub two: String,
    pub more: String,
    pub rating: String,
    pub time: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HowToPlay {
    pub heading: String,
    pub rules: String,
    pub example: String,
    pub steps: [String; 3],
    pub answers: String,
    pub advice: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Puzzles {
    pub one: String,
    pub more: String,
    pub foot_one: String,
    pub foot_more: String,
    pub answers_one: String,
    pub answers_two: String,
    pub answers_more: String,
    pub time: String,
    pub date: String,
    pub answer: String,
    pub notes: String,
    pub name: String,
    pub class: String,
    pub version: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answers {
    pub heading: String,
    pub range: String,
    pub puzzle: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Volumes {
    pub one: String,
    pub of: String,
    pub continued: String,
    pub in_words: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Copyright {
    pub one: String,
    pub more: String,
    pub unanswered_one: String,
    pub unanswered_more: String,
    pub unique: String,
    pub rights: String,
    pub publisher: String,
    pub made_with: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    pub heading: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Progress {
    pub heading: String,
    pub intro: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Techniques {
    pub heading: String,
    pub position: String,
    pub needed: String,
    pub r#try: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hints {
    pub heading: String,
    pub intro: String,
    pub line: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Days {
    pub weekdays: [String; 7],
    pub months: [String; 12],
    pub first: String,
    pub date: String,
    pub week: String,
    pub short: String,
    pub headings: [String; 12],
    pub month: String,
    pub iso_week: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cover {
    pub lines: Vec<String>,
}

/// The entry of a book in a shop. Its texts are not printed: no font need have their characters.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shop {
    pub opening: String,
    pub rules: String,
    pub answers: String,
    pub keywords: [String; 7],
    pub large_print: String,
    pub categories: Vec<String>,
}

impl Shop {
    fn check(&self) -> Result<(), LanguageError> {
        check_phrase("shop.opening", &self.opening, &["count"], &["count"])?;
        let keywords = self.keywords.iter().chain([&self.large_print]);
        for keyword in keywords.clone() {
            let found = keyword.chars().count();
            if found > KEYWORD {
                return Err(LanguageError::Phrase {
                    key: "shop.keywords".to_owned(),
                    found: keyword.clone(),
                    wanted: format!("at most {KEYWORD} characters"),
                });
            }
        }
        let others = [("shop.rules", &self.rules), ("shop.answers", &self.answers)].into_iter();
        let lists = keywords.chain(&self.categories).map(|word| ("shop.keywords", word));
        others.chain(lists).try_for_each(|(key, text)| check_phrase(key, text, &[], &[]))
    }
}

/// Limit of KDP for a keyword, in characters.
const KEYWORD: usize = 50;

/// The key of the titles for designs that have none of their own.
pub(super) const OTHER: &str = "other";

impl Phrases {
    /// All phrases, each with its key and its required placeholders.
    pub fn phrases(&self) -> Vec<(String, &str, &'static [&'static str])> {
        let (levels, how, puzzles) = (&self.levels, &self.how_to_play, &self.puzzles);
        const RANGE: &[&str] = &["first", "last"];
        let fixed: [(&str, &str, &'static [&'static str]); 73] = [
            ("language", &self.language, &[]),
            ("name", &self.name, &[]),
            ("levels.heading", &levels.heading, &[]),
            ("levels.intro", &levels.intro, &[]),
            ("levels.givens", &levels.givens, &["fewest", "most"]),
            ("levels.givens_equal", &levels.givens_equal, &["most"]),
            ("levels.spread", &levels.spread, &["givens", "least"]),
            ("levels.spread_empty", &levels.spread_empty, &["givens"]),
            ("levels.one", &levels.one, &["first"]),
            ("levels.two", &levels.two, RANGE),
            ("levels.more", &levels.more, &["count", "first", "last"]),
            ("how_to_play.heading", &how.heading, &[]),
            ("how_to_play.rules", &how.rules, &[]),
            ("how_to_play.example", &how.example, &[]),
            ("how_to_play.steps", &how.steps[0], &[]),
            ("how_to_play.steps", &how.steps[1], &[]),
            ("how_to_play.steps", &how.steps[2], &[]),
            ("how_to_play.answers", &how.answers, &["page"]),
            ("how_to_play.advice", &how.advice, &[]),
            ("puzzles.one", &puzzles.one, &["first"]),
            ("puzzles.more", &puzzles.more, RANGE),
            ("puzzles.foot_one", &puzzles.foot_one, &["first"]),
            ("puzzles.foot_more", &puzzles.foot_more, RANGE),
            ("puzzles.answers_one", &puzzles.answers_one, &["first"]),
            ("puzzles.answers_two", &puzzles.answers_two, RANGE),
            ("puzzles.answers_more", &puzzles.answers_more, RANGE),
            ("puzzles.time", &puzzles.time, &[]),
            ("puzzles.date", &puzzles.date, &[]),
            ("puzzles.answer", &puzzles.answer, &["page"]),
            ("puzzles.notes", &puzzles.notes, &[]),
            ("puzzles.name", &puzzles.name, &[]),
            ("puzzles.class", &puzzles.class, &[]),
            ("puzzles.version", &puzzles.version, &["number"]),
            ("answers.heading", &self.answers.heading, &[]),
            ("answers.range", &self.answers.range, RANGE),
            ("answers.puzzle", &self.answers.puzzle, &["page"]),
            ("volumes.one", &self.volumes.one, &["number"]),
            ("volumes.of", &self.volumes.of, &["number", "count"]),
            ("volumes.continued", &self.volumes.continued, &["number"]),
            ("copyright.one", &self.copyright.one, &["first"]),
            ("copyright.more", &self.copyright.more, &["count", "first", "last"]),
            ("copyright.unanswered_one", &self.copyright.unanswered_one, &["first"]),
            (
                "copyright.unanswered_more",
                &self.copyright.unanswered_more,
                &["count", "first", "last"],
            ),
            ("copyright.unique", &self.copyright.unique, &[]),
            ("copyright.rights", &self.copyright.rights, &[]),
            ("copyright.publisher", &self.copyright.publisher, &["publisher"]),
            ("copyright.made_with", &self.copyright.made_with, &[]),
            ("contents.heading", &self.contents.heading, &[]),
            ("progress.heading", &self.progress.heading, &[]),
            ("progress.intro", &self.progress.intro, &[]),
            ("about.heading", &self.about.heading, &[]),
            ("techniques.heading", &self.techniques.heading, &[]),
            ("techniques.position", &self.techniques.position, &["first", "count"]),
            ("techniques.needed", &self.techniques.needed, &["count"]),
            ("techniques.try", &self.techniques.r#try, &["numbers"]),
            ("hints.heading", &self.hints.heading, &[]),
            ("hints.intro", &self.hints.intro, &[]),
            ("hints.line", &self.hints.line, &["technique", "place"]),
            ("times.heading", &self.times.heading, &[]),
            ("times.intro", &self.times.intro, &[]),
            ("practice.heading", &self.practice.heading, &[]),
            ("also_by.heading", &self.also_by.heading, &[]),
            ("days.date", &self.days.date, &["weekday", "day", "month", "year"]),
            ("days.first", &self.days.first, &[]),
            ("days.week", &self.days.week, &["week", "weekday"]),
            ("days.short", &self.days.short, &["day", "month"]),
            ("days.month", &self.days.month, &["month", "year"]),
            ("days.iso_week", &self.days.iso_week, &["week"]),
            ("levels.promises", &levels.promises[0], &[]),
            ("levels.promises", &levels.promises[1], &[]),
            ("levels.promises", &levels.promises[2], &[]),
            ("levels.promises", &levels.promises[3], &[]),
            ("levels.promises", &levels.promises[4], &[]),
        ];
        let mut phrases: Vec<_> = fixed
            .into_iter()
            .map(|(key, phrase, places)| (key.to_owned(), phrase, places))
            .collect();
        let bands = &self.bands;
        let of_bands: [(&str, &str, &'static [&'static str]); 10] = [
            ("bands.heading", &bands.heading, &[]),
            ("bands.intro", &bands.intro, &[]),
            ("bands.warning", &bands.warning, &[]),
            ("bands.minutes", &bands.minutes, &["fewest", "most"]),
            ("bands.minutes_equal", &bands.minutes_equal, &["most"]),
            ("bands.one", &bands.one, &["first"]),
            ("bands.two", &bands.two, RANGE),
            ("bands.more", &bands.more, &["count", "first", "last"]),
            ("bands.rating", &bands.rating, &["rating"]),
            ("bands.time", &bands.time, &["fewest", "most"]),
        ];
        let of_bands = of_bands.into_iter();
        phrases.extend(of_bands.map(|(key, phrase, places)| (key.to_owned(), phrase, places)));
        for (key, words) in [
            ("bands.names", &bands.names[..]),
            ("bands.promises", &bands.promises[..]),
            ("levels.names", &self.levels.names[..]),
            ("days.weekdays", &self.days.weekdays[..]),
            ("quotes", &self.quotes[..]),
            ("days.months", &self.days.months[..]),
            ("days.headings", &self.days.headings[..]),
        ] {
            phrases.extend(words.iter().map(|word| (key.to_owned(), word.as_str(), &[][..])));
        }
        for (design, title) in &self.titles {
            let key = |name: &str| format!("titles.{design}.{name}");
            phrases.push((key("title"), &title.title, &[]));
            phrases.push((key("subtitle"), &title.subtitle, &["count"]));
            phrases.push((key("subtitle_one"), &title.subtitle_one, &[]));
        }
        phrases
    }

    pub fn check(&self) -> Result<(), LanguageError> {
        for (key, phrase, places) in self.phrases() {
            // Where the form of a noun depends on the number, a language may say levels without one.
            let counts = |place: &&str| *place == "count" && key.ends_with("s.more");
            let must: Vec<&str> = places.iter().copied().filter(|place| !counts(place)).collect();
            check_phrase(&key, phrase, &must, places)?;
        }
        self.shop.check()?;
        for line in &self.cover.lines {
            check_phrase("cover.lines", line, &[], &["count", "levels"])?;
        }
        for (number, words) in &self.numbers {
            let key = format!("numbers.{number}");
            check_phrase(&key, words, &[], &[])?;
            if number.parse::<usize>().is_err() {
                return Err(LanguageError::Phrase {
                    key,
                    found: words.clone(),
                    wanted: "a number in figures as the key".to_owned(),
                });
            }
        }
        if !(1.0..=2.5).contains(&self.leading) {
            return Err(LanguageError::Phrase {
                key: "leading".to_owned(),
                found: self.leading.to_string(),
                wanted: "a number from 1 to 2.5".to_owned(),
            });
        }
        if self.titles.contains_key(OTHER) {
            return Ok(());
        }
        Err(LanguageError::Phrase {
            key: format!("titles.{OTHER}"),
            found: String::new(),
            wanted: "a title for designs that have none of their own".to_owned(),
        })
    }
}

/// Checks that a phrase has all required placeholders, and no others than required and optional ones.
fn check_phrase(key: &str, phrase: &str, must: &[&str], may: &[&str]) -> Result<(), LanguageError> {
    let mut rest = phrase.to_owned();
    for place in may {
        rest = rest.replace(&format!("{{{place}}}"), "");
    }
    let lacking = must.iter().any(|place| !phrase.contains(&format!("{{{place}}}")));
    if !phrase.trim().is_empty() && !rest.contains(['{', '}']) && !lacking {
        return Ok(());
    }
    let list: Vec<_> = may.iter().map(|place| format!("{{{place}}}")).collect();
    let wanted = match (must.is_empty(), may.is_empty()) {
        (_, true) => "a text without braces that is not empty".to_owned(),
        (true, false) => format!("a text with {} or none in braces", list.join(", ")),
        (false, false) => format!("a text with {} and no other braces", list.join(", ")),
    };
    Err(LanguageError::Phrase { key: key.to_owned(), found: phrase.to_owned(), wanted })
}
