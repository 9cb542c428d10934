//! Finds the phrases of a language in lines of text, with the numbers and names at their places. Not
//! whether they are true.

use crate::book::Language;
use std::collections::HashMap;

/// The maximum number of lines of a phrase that is broken into lines.
const MAX_LINES: usize = 16;

/// A part of a phrase.
#[derive(Debug)]
enum Part {
    /// Its characters, without white space.
    Text(String),
    /// A place for a number or a name.
    Place(&'static str),
}

#[derive(Debug)]
struct Pattern {
    key: String,
    parts: Vec<Part>,
}

/// The phrases of a language.
#[derive(Debug)]
pub(super) struct Phrases {
    pub language: Language,
    patterns: Vec<Pattern>,
    /// The patterns by the characters with which they may begin.
    beginning: HashMap<char, Vec<usize>>,
    /// Numbers in words, and names that have a number, by the key of their list. Long ones come first.
    names: HashMap<String, Vec<(String, u64)>>,
}

/// A phrase that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its key in the language file.
    pub key: String,
    /// The text.
    pub text: String,
    /// The index of its line.
    pub line: usize,
    /// The numbers at its places; that of a name is at `name`.
    pub values: Vec<(&'static str, u64)>,
}

impl Found {
    /// The number at a place.
    pub fn value(&self, place: &str) -> Option<u64> {
        self.values.iter().find(|(name, _)| *name == place).map(|(_, value)| *value)
    }
}

/// The places of phrases that are read.
const PLACES: [&str; 14] = [
    "count", "first", "last", "page", "number", "weekday", "day", "month", "year", "week",
    "fewest", "most", "least", "name",
];

/// The days of a month.
const MOST_DAYS: u64 = 31;

/// Lists of names, whose numbers count from 1.
const NAMES: [&str; 5] =
    ["levels.names", "bands.names", "days.weekdays", "days.months", "days.headings"];

pub(super) fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

impl Phrases {
    /// The phrases of a language that have one of these keys.
    pub fn new(language: Language, is_read: impl Fn(&str) -> bool) -> Self {
        let keyed: Vec<(String, String)> =
            language.keyed_phrases().map(|(key, phrase)| (key, without_space(phrase))).collect();
        let mut names: HashMap<String, Vec<(String, u64)>> = HashMap::new();
        for (key, phrase) in &keyed {
            let number = key.strip_prefix("numbers.").and_then(|n| n.parse().ok());
            let key = if number.is_some() { "numbers" } else { key.as_str() };
            if number.is_some() || NAMES.contains(&key) || key == "days.first" {
                let list = names.entry(key.to_owned()).or_default();
                list.push((phrase.clone(), number.unwrap_or(list.len() as u64 + 1)));
            }
        }
        for list in names.values_mut() {
            list.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        }
        // A phrase that has a place for another phrase gets that phrase; a list of names is one place.
        let givens = ["levels.givens", "levels.givens_equal"];
        let givens: Vec<_> = keyed.iter().filter(|(key, _)| givens.contains(&&**key)).collect();
        let whole = |key: &str, phrase: &str| -> Vec<String> {
            if NAMES.contains(&key) {
                let is_first =
                    keyed.iter().find(|(of, _)| of == key).is_some_and(|(_, p)| p == phrase);
                return is_first.then(|| "{name}".to_owned()).into_iter().collect();
            }
            match phrase.contains("{givens}") {
                true => givens.iter().map(|(_, part)| phrase.replace("{givens}", part)).collect(),
                false => vec![phrase.to_owned()],
            }
        };
        let patterns = keyed.iter().filter(|(key, _)| is_read(key)).flat_map(|(key, phrase)| {
            let patterns = whole(key, phrase).into_iter();
            patterns.filter_map(|p| Some(Pattern { key: key.clone(), parts: parts(&p)? }))
        });
        let patterns = patterns.collect();
        let mut phrases = Self { language, patterns, beginning: HashMap::new(), names };
        for (i, pattern) in phrases.patterns.iter().enumerate() {
            let mut first: Vec<char> = match &pattern.parts[..] {
                [Part::Text(text), ..] => text.chars().next().into_iter().collect(),
                [Part::Place(place), ..] => {
                    let names = phrases.names_at(&pattern.key, place).iter();
                    names.filter_map(|(name, _)| name.chars().next()).chain('0'..='9').collect()
                }
                [] => Vec::new(),
            };
            first.sort_unstable();
            first.dedup();
            for character in first {
                phrases.beginning.entry(character).or_default().push(i);
            }
        }
        phrases
    }

    /// The names that may stand at a place of a phrase.
    fn names_at(&self, key: &str, place: &str) -> &[(String, u64)] {
        let list = match (place, key.split_once('.')) {
            ("name", _) => key,
            ("first" | "last", Some(("levels", _))) => "levels.names",
            ("first" | "last", Some(("bands", _))) => "bands.names",
            ("weekday", _) => "days.weekdays",
            ("month", Some(("days", "month"))) => "days.headings",
            ("month", _) => "days.months",
            ("day", _) => "days.first",
            _ => "numbers",
        };
        self.names.get(list).map_or(&[], Vec::as_slice)
    }

    /// The phrases in lines of text, in their order. A phrase is a group of words, and may go on in the
    /// next lines.
    pub fn find(&self, lines: &[String]) -> Vec<Found> {
        let lines: Vec<Vec<&str>> = lines.iter().map(|line| groups(line).collect()).collect();
        let mut found = Vec::new();
        for (line, groups) in lines.iter().enumerate() {
            for (i, group) in groups.iter().enumerate() {
                let first = group.chars().next();
                let Some(candidates) = first.and_then(|c| self.beginning.get(&c)) else { continue };
                let mut whole = vec![*group];
                if i + 1 == groups.len() {
                    let later = lines[line + 1..].iter().take_while(|groups| groups.len() == 1);
                    whole.extend(later.take(MAX_LINES).map(|groups| groups[0]));
                }
                let text = whole.iter().map(|group| without_space(group)).collect::<Vec<_>>();
                let text = text.join("\n");
                // No phrase is only a number.
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                for &candidate in candidates.iter().filter(|_| !is_number) {
                    let Pattern { key, parts } = &self.patterns[candidate];
                    let mut values = Vec::new();
                    if let Some(rest) = self.matches(key, parts, &text, &mut values)
                        && (rest.is_empty() || rest.starts_with('\n'))
                    {
                        let taken = text[..text.len() - rest.len()].matches('\n').count();
                        complete(key, &mut values);
                        let text = whole[..=taken].join(" ");
                        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                        found.push(Found { key: key.clone(), text, line, values });
                    }
                }
            }
        }
        found
    }

    /// Matches the beginning of a text; returns the rest.
    fn matches<'a>(
        &self,
        key: &str,
        parts: &[Part],
        mut text: &'a str,
        values: &mut Vec<(&'static str, u64)>,
    ) -> Option<&'a str> {
        let Some((part, later)) = parts.split_first() else {
            return Some(text);
        };
        let place = match part {
            Part::Text(words) => return self.matches(key, later, after(text, words)?, values),
            Part::Place(place) => *place,
        };
        text = text.trim_start_matches('\n');
        let known = values.len();
        let mut goes_on = |value: u64, rest: &'a str| {
            values.truncate(known);
            values.push((place, value));
            self.matches(key, later, rest, values)
        };
        let is_name = ["name", "weekday", "month"].contains(&place);
        // `January 2027` is no day, `24 December` no month.
        let fits = |value: u64| match place {
            "day" => value <= MOST_DAYS,
            "year" => value > MOST_DAYS,
            _ => !is_name,
        };
        if let Some((value, rest)) = number(text).filter(|(value, _)| fits(*value)) {
            let rest = goes_on(value, rest);
            // Of numbers in words only those of days may begin with a digit: `1er`.
            if rest.is_some() || place != "day" {
                return rest;
            }
        }
        let names = self.names_at(key, place).iter();
        names.into_iter().find_map(|(name, value)| goes_on(*value, after(text, name)?))
    }
}

/// The parts of a phrase; `None` if it has a place that is not read.
fn parts(phrase: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        if !before.is_empty() {
            parts.push(Part::Text(before.to_owned()));
        }
        parts.push(Part::Place(PLACES.into_iter().find(|place| *place == name)?));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    Some(parts)
}

/// The groups of words of a line, which tabs, middle dots and rows of dots separate.
pub(super) fn groups(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(['\t', '·']).flat_map(|part| part.split(". . "));
    parts.map(str::trim).filter(|group| group.contains(|c: char| c != '.' && !c.is_whitespace()))
}

/// The text after these words, which may be broken into lines.
fn after<'a>(mut text: &'a str, words: &str) -> Option<&'a str> {
    for character in words.chars() {
        text = text.trim_start_matches('\n').strip_prefix(character)?;
    }
    Some(text)
}

/// The number at the beginning of a text, with or without separators of its groups of three digits.
fn number(text: &str) -> Option<(u64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(text);
    while matches!(text.as_bytes().get(end), Some(b'.' | b',')) && digits(&text[end + 1..]) == 3 {
        end += 4;
    }
    let (number, rest) = text.split_at(end);
    Some((number.replace(['.', ','], "").parse().ok()?, rest))
}

/// Adds the numbers that a phrase for one or two things implies.
fn complete(key: &str, values: &mut Vec<(&'static str, u64)>) {
    let value = |place| values.iter().find(|(name, _)| *name == place).map(|(_, value)| *value);
    let last = value("first").filter(|_| value("last").is_none()).map(|first| ("last", first));
    let fewest = value("most").filter(|_| value("fewest").is_none()).map(|most| ("fewest", most));
    let count = ["one", "two"].iter().position(|n| key.rsplit(['.', '_']).next() == Some(n));
    let is_known = value("number").or(value("count")).is_some();
    let count = count.filter(|_| !is_known).map(|i| ("count", i as u64 + 1));
    values.extend(last.into_iter().chain(fewest).chain(count));
}
