//! The words that the program prints in a book, in one language: a file in `templates/text`, checked
//! when it is read.

mod days;
mod error;
mod fill;
mod lessons;
mod levels;
mod phrases;
mod shop;

pub use error::LanguageError;
pub(super) use fill::is_east_asian;
pub(super) use phrases::StandIns;

use crate::explain::Words;
use crate::grid::{Cell, Digit, Grid};
use crate::ladder::Rung;
use fill::{Fill, fill, space, spaced};
use phrases::{OTHER, Phrases, Title};
use std::sync::Arc;

/// The words of a book in one language. To add a language, copy a built-in file, which explains its
/// keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Language(Arc<Phrases>, Words);

/// Picks the plural form: the phrase for one, (for two,) and for more.
fn by_count<const N: usize>(phrases: [&String; N], count: usize) -> &str {
    phrases[count.clamp(1, N) - 1]
}

impl Default for Language {
    /// English.
    fn default() -> Self {
        Self::builtin("en").expect("it is built in")
    }
}

impl Language {
    /// The built-in languages: code and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/text.rs"));

    /// The built-in language with this code.
    pub fn builtin(code: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == code)?;
        Some(Self::parse(text).expect("every built-in language is tested"))
    }

    /// Parses a language file.
    ///
    /// # Errors
    /// [`LanguageError`] when a key is missing or unknown, or a phrase lacks a placeholder; it names
    /// the key and the expected value.
    ///
    /// ```
    /// use sudoku_press::book::Language;
    /// let (_, text) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    /// let wrong = text.replace("Answer: page {page}", "See the back");
    /// assert_eq!(
    ///     Language::parse(&wrong).unwrap_err().to_string(),
    ///     "language key puzzles.answer: expected a text with {page} and no other braces, \
    ///      found \"See the back\"",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, LanguageError> {
        let wrong = |error: toml::de::Error| LanguageError::Toml(error.to_string());
        let mut table: toml::Table = toml::from_str(toml).map_err(wrong)?;
        let mut text: Phrases = match table.remove("base") {
            None => toml::from_str(toml).map_err(wrong)?,
            Some(base) => {
                table = over(base_text(&base)?, table).map_err(wrong)?;
                table.clone().try_into().map_err(wrong)?
            }
        };
        text.check()?;
        if !text.beside.is_empty() {
            space(&mut table, &text.beside);
            text = table.try_into().map_err(wrong)?;
        }
        let words = Words::of_language(&text.language).unwrap_or_default();
        Ok(Self(Arc::new(text), words))
    }

    /// The language code (BCP 47), which the PDF contains.
    pub fn code(&self) -> &str {
        &self.0.language
    }

    /// The language's own name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// All phrases with their keys, such as `puzzles.one`; those of a list share a key. Placeholders are
    /// in braces.
    pub fn keyed_phrases(&self) -> impl Iterator<Item = (String, &str)> {
        let phrases = self.0.phrases().into_iter().map(|(key, phrase, _)| (key, phrase));
        let cover = self.0.cover.lines.iter().map(|line| ("cover.lines".to_owned(), &**line));
        let numbers = self.0.numbers.iter();
        let numbers = numbers.map(|(number, words)| (format!("numbers.{number}"), &**words));
        phrases.chain(cover).chain(numbers)
    }

    /// All phrases, to find the characters that fonts must have. Placeholders are in braces.
    pub fn phrases(&self) -> Vec<String> {
        let phrases = self.keyed_phrases().map(|(_, phrase)| phrase.to_owned());
        phrases.chain([self.0.group.clone(), BETWEEN.to_owned()]).collect()
    }

    /// Replaces the placeholders of a phrase.
    fn fill(&self, phrase: &str, places: &Fill) -> String {
        self.spaced(fill(phrase, places))
    }

    /// A text with the language's space between East Asian characters and Latin letters or digits.
    fn spaced(&self, text: String) -> String {
        match self.0.beside.as_str() {
            "" => text,
            space => spaced(&text, space),
        }
    }

    pub(super) fn stand_ins(&self) -> &StandIns {
        &self.0.faces
    }

    /// Outer and inner quotation marks: opening and closing each.
    pub(super) fn quotes(&self) -> &[String; 4] {
        &self.0.quotes
    }

    /// Line spacing, as a multiple of the type size.
    pub fn leading(&self) -> f64 {
        self.0.leading
    }

    /// The default titles for a design.
    fn titles(&self, design: &str) -> &Title {
        let titles = &self.0.titles;
        let title = titles.get(design).or_else(|| titles.get(OTHER));
        title.expect("checked when the language was read")
    }

    /// The default title for a design.
    pub fn title(&self, design: &str) -> &str {
        &self.titles(design).title
    }

    /// The default subtitle for a design.
    pub fn subtitle(&self, design: &str, puzzles: usize) -> String {
        let title = self.titles(design);
        match puzzles {
            1 => title.subtitle_one.clone(),
            _ => self.counting(&title.subtitle, puzzles),
        }
    }

    /// Replaces `{count}` in a subtitle by the number of puzzles.
    pub fn counting(&self, subtitle: &str, puzzles: usize) -> String {
        self.spaced(subtitle.replace("{count}", &self.count(puzzles)))
    }

    /// A number in running text: in words if the language file has them, otherwise in digits.
    pub fn count(&self, number: usize) -> String {
        match self.0.numbers.get(&number.to_string()) {
            Some(words) => words.clone(),
            None => self.grouped(number),
        }
    }

    /// A number in digits, in groups of three: `12,345`.
    pub fn grouped(&self, number: usize) -> String {
        let digits = number.to_string();
        if number < self.0.group_from {
            return digits;
        }
        let mut out = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out += &self.0.group;
            }
            out.push(digit);
        }
        out
    }

    /// The heading of the page with the rules.
    pub fn how_to_play(&self) -> &str {
        &self.0.how_to_play.heading
    }

    /// The rules.
    pub fn rules(&self) -> &str {
        &self.0.how_to_play.rules
    }

    /// The heading of the worked example.
    pub fn example_heading(&self) -> &str {
        &self.0.how_to_play.example
    }

    /// The steps that explain [`example`].
    pub fn example_steps(&self) -> impl Iterator<Item = &str> {
        self.0.how_to_play.steps.iter().map(String::as_str)
    }

    /// The text below the example.
    pub fn advice(&self) -> &str {
        &self.0.how_to_play.advice
    }

    /// A sentence that names the first page of answers.
    pub fn answers_begin(&self, page: usize) -> String {
        self.fill(&self.0.how_to_play.answers, &[("page", &page)])
    }

    /// `Puzzles 41 to 80`.
    pub fn puzzles(&self, first: usize, last: usize) -> String {
        let puzzles = &self.0.puzzles;
        let phrase = by_count([&puzzles.one, &puzzles.more], last - first + 1);
        self.fill(phrase, &[("first", &first), ("last", &last)])
    }

    /// The foot of a page of puzzles: the name of its section, if that has one, and the numbers of all
    /// puzzles of the section.
    pub fn section_foot(&self, name: Option<&str>, first: usize, last: usize) -> String {
        let puzzles = &self.0.puzzles;
        let phrase = by_count([&puzzles.foot_one, &puzzles.foot_more], last - first + 1);
        match name {
            Some(name) => {
                let range = self.fill(phrase, &[("first", &first), ("last", &last)]);
                format!("{name}{BETWEEN}{range}")
            }
            None => self.puzzles(first, last),
        }
    }

    /// The continuation of the foot: the pages of the answers to the puzzles of this page.
    pub fn answers_on(&self, first: usize, last: usize) -> String {
        let text = &self.0.puzzles;
        let phrases = [&text.answers_one, &text.answers_two, &text.answers_more];
        let phrase = by_count(phrases, last - first + 1);
        let words = self.fill(phrase, &[("first", &first), ("last", &last)]);
        format!("{BETWEEN}{words}")
    }

    /// The label of the blank for the time, below a puzzle.
    pub fn time(&self) -> &str {
        &self.0.puzzles.time
    }

    /// The label of the blank for the date, below a puzzle.
    pub fn date(&self) -> &str {
        &self.0.puzzles.date
    }

    /// The label above ruled lines.
    pub fn notes(&self) -> &str {
        &self.0.puzzles.notes
    }

    /// The label of the blank for a pupil's name.
    pub fn pupil(&self) -> &str {
        &self.0.puzzles.name
    }

    /// The label of the blank for the class.
    pub fn class(&self) -> &str {
        &self.0.puzzles.class
    }

    /// The name of a sheet that has the same puzzles as others in another disguise.
    pub fn version(&self, number: usize) -> String {
        self.fill(&self.0.puzzles.version, &[("number", &number)])
    }

    /// The reference below a puzzle to the page of its answer.
    pub fn answer_on(&self, page: usize) -> String {
        self.fill(&self.0.puzzles.answer, &[("page", &page)])
    }

    /// The heading of the answer pages.
    pub fn answers(&self) -> &str {
        &self.0.answers.heading
    }

    /// `49 to 60`.
    pub fn range(&self, first: usize, last: usize) -> String {
        if first == last {
            return first.to_string();
        }
        self.fill(&self.0.answers.range, &[("first", &first), ("last", &last)])
    }

    /// The reference above an answer to the page of its puzzle.
    pub fn puzzle_on(&self, page: usize) -> String {
        self.fill(&self.0.answers.puzzle, &[("page", &page)])
    }

    /// `Volume One`.
    pub fn volume(&self, number: usize) -> String {
        self.fill(&self.0.volumes.one, &[("number", &self.of_volume(number))])
    }

    /// The number of a volume, in words or digits.
    fn of_volume(&self, number: usize) -> String {
        match self.0.volumes.in_words {
            true => self.count(number),
            false => number.to_string(),
        }
    }

    /// The line on an opener if the level began in an earlier volume.
    pub fn continued_from(&self, volume_before: usize) -> String {
        let number = self.of_volume(volume_before);
        self.fill(&self.0.volumes.continued, &[("number", &number)])
    }

    /// `Volume 2 of 3`.
    pub fn volume_of(&self, number: usize, count: usize) -> String {
        self.fill(&self.0.volumes.of, &[("number", &number), ("count", &count)])
    }

    /// The lines of the copyright page with numbers: puzzles, what is guaranteed.
    pub fn counted(&self, (first, last): (usize, usize), answers: bool) -> [String; 2] {
        let text = &self.0.copyright;
        let phrases = match answers {
            true => [&text.one, &text.more],
            false => [&text.unanswered_one, &text.unanswered_more],
        };
        let phrase = by_count(phrases, last - first + 1);
        let count = self.grouped(last - first + 1);
        let places: &Fill = &[("count", &count), ("first", &first), ("last", &last)];
        [self.fill(phrase, places), text.unique.clone()]
    }

    /// The sentence of the copyright page that reserves the rights.
    pub fn rights(&self) -> &str {
        &self.0.copyright.rights
    }

    /// `Published by A. Publisher`.
    pub fn published_by(&self, publisher: &str) -> String {
        self.fill(&self.0.copyright.publisher, &[("publisher", &publisher)])
    }

    /// The line of the copyright page that names the program.
    pub fn made_with(&self) -> &str {
        &self.0.copyright.made_with
    }

    /// The heading of the contents.
    pub fn contents(&self) -> &str {
        &self.0.contents.heading
    }

    /// The heading of the progress pages.
    pub fn progress(&self) -> &str {
        &self.0.progress.heading
    }

    /// The text below that heading.
    pub fn progress_intro(&self) -> &str {
        &self.0.progress.intro
    }

    /// The heading of the page about the author.
    pub fn about(&self) -> &str {
        &self.0.about.heading
    }

    /// The number of puzzles with the words around it in the subtitle of most designs, for a badge.
    pub(super) fn badge(&self, puzzles: usize) -> [String; 3] {
        let phrase = &self.titles(OTHER).subtitle;
        let (before, after) = phrase.split_once("{count}").unwrap_or(("", phrase));
        [before.trim().to_owned(), self.grouped(puzzles), after.trim().to_owned()]
    }

    /// The text on the back cover.
    pub fn cover(&self, puzzles: usize, levels: &[Rung]) -> Vec<String> {
        let (count, levels) = (self.grouped(puzzles), self.levels_line(levels));
        let places: &Fill = &[("count", &count), ("levels", &levels)];
        let lines = self.0.cover.lines.iter();
        lines.map(|line| self.fill(line, places)).collect()
    }
}

/// The text of the built-in language that a file changes.
fn base_text(base: &toml::Value) -> Result<&'static str, LanguageError> {
    let named = |(code, _): &&(&str, &str)| base.as_str() == Some(code);
    let builtin = Language::BUILTIN.iter().find(named).map(|(_, text)| *text);
    builtin.filter(|text| !text.contains("\nbase = ")).ok_or_else(|| LanguageError::Phrase {
        key: "base".to_owned(),
        found: base.as_str().unwrap_or_default().to_owned(),
        wanted: "the code of a complete built-in language, such as \"en\"".to_owned(),
    })
}

/// The keys of a text, with those of a table in their place.
fn over(text: &str, changes: toml::Table) -> Result<toml::Table, toml::de::Error> {
    let mut table: toml::Table = toml::from_str(text)?;
    for (key, value) in changes {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => old.extend(new),
            (_, value) => drop(table.insert(key, value)),
        }
    }
    Ok(table)
}

/// The separator between the parts of a foot, and between a series and its volume.
pub(super) const BETWEEN: &str = "  ·  ";

/// The worked example: the puzzle, the shaded block, the digit in question and its cell.
pub fn example() -> (Grid, usize, Digit, Cell) {
    let grid = "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986..."
        .parse()
        .expect("the example is a grid");
    let two = Digit::new(2).expect("2 is a digit");
    (grid, 2, two, Cell::at(1, 6))
}
