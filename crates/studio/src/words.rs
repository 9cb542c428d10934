//! The words of the window: its texts, its names of settings, and the messages of the library in
//! its language.
//!
//! A text of the library is a key `say.TEXT` of a translation, with `{}` in the places of its
//! parts, each of which is translated by itself.

use super::assets;
use super::book_job::FieldProblem;
use super::http::RequestHead;
use book::Language;
use jobs::{RefusedFile, RunError, Setting};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tables::{FaultKind, FilePlace, PuzzleReading};
use words::{Clause, NamedSetting, Problem, Wording, clause, shorten_values};

/// The beginning of the keys of translated messages.
const SAY: &str = "say.";
/// The faults of a file with their kinds of texts.
const FAULTS: [(FaultKind, &str); 5] = [
    (FaultKind::Same, "fault.same"),
    (FaultKind::Moved, "fault.moved"),
    (FaultKind::Ambiguous, "fault.ambiguous"),
    (FaultKind::Unsolvable, "fault.unsolvable"),
    (FaultKind::Wrong, "fault.wrong"),
];

/// A language of the window, with the language of books that writes its numbers.
struct WindowLanguage {
    code: &'static str,
    texts: BTreeMap<String, String>,
    book: Language,
}

/// The languages of the window.
static LANGUAGES: LazyLock<Vec<WindowLanguage>> = LazyLock::new(|| {
    let load = |(code, toml)| WindowLanguage {
        code,
        texts: assets::texts(toml),
        book: Language::builtin(code).expect("it is built in"),
    };
    assets::LANGUAGES.into_iter().map(load).collect()
});

/// The words of a window.
#[derive(Clone, Copy)]
pub(super) struct WindowWords(&'static WindowLanguage);

impl WindowWords {
    /// Returns the words of the window that has sent a request.
    pub fn from_head(head: &RequestHead) -> Self {
        let wanted = head.values("accept-language").into_iter().next().unwrap_or_default();
        let is_wanted = |language: &&WindowLanguage| wanted.starts_with(language.code);
        Self(LANGUAGES.iter().find(is_wanted).unwrap_or(&LANGUAGES[0]))
    }

    /// Returns the language of books that a window in this language shows.
    pub fn book_language(self) -> &'static Language {
        &self.0.book
    }

    /// Returns the code of the window's language.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// Returns true if the window is Chinese.
    pub fn is_chinese(self) -> bool {
        self.0.code == "zh"
    }

    /// Returns a text with values in place of their names.
    pub fn text(self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.0.texts.get(key).cloned().unwrap_or_default();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// Returns the window's word of a choice of a setting.
    pub fn word(self, setting: &str, word: &str) -> String {
        let known = self.0.texts.get(&format!("word.{setting}.{word}"));
        known.cloned().unwrap_or_else(|| word.to_owned())
    }

    /// Returns the verdict of a printer that has this number of reasons to refuse a file.
    pub fn verdict(self, printer: &str, refusals: usize) -> String {
        let key = if refusals == 0 { "line.accepts" } else { "line.refuses" };
        self.text(key, &[("printer", &self.word("printer", printer))])
    }

    /// Returns what a user may type into the field of a setting.
    pub fn example(self, setting: &Setting) -> String {
        let known = self.0.texts.get(&format!("example.{}", setting.name));
        known.cloned().unwrap_or_else(|| setting.example.to_owned())
    }

    /// Returns the window's name of a setting.
    pub fn label(self, setting: &str) -> String {
        let known = self.0.texts.get(&format!("label.{setting}"));
        known.cloned().unwrap_or_else(|| setting.replace('-', " "))
    }

    /// Returns the setting and the message of a problem.
    pub fn problem(self, problem: &FieldProblem) -> Value {
        json!({ "setting": problem.setting, "message": self.describe(&problem.problem) })
    }

    /// Returns the message of a problem.
    pub fn describe(self, problem: &Problem) -> String {
        let mut said = problem.wrong.show_in(&self);
        if let Some(remedy) = &problem.remedy {
            let remedy = remedy.show_in(&self);
            said = self.text("message.remedy", &[("problem", &said), ("remedy", &remedy)]);
        }
        let setting = problem.setting.as_ref().map(|setting| self.name_setting(setting));
        let place = problem.place.as_deref().map(|place| place.show_in(&self));
        for before in [setting, place].into_iter().flatten() {
            said = self.text("checks.finding", &[("topic", &before), ("said", &said)]);
        }
        for cause in RunError::later_causes(problem) {
            said += &format!(": {}", cause.show_in(&self));
        }
        self.with_decimals(&shorten_values(&said))
    }

    /// Returns the reason why a printer would refuse a file.
    pub fn refusal(self, refused: &RefusedFile) -> String {
        let RefusedFile { file, judge, rule, what } = refused;
        let finding = self.say(&clause!("{}: {}", Clause::text(rule.clone()), what.clone()));
        let printer = self.word("printer", judge);
        self.text("refused", &[("printer", &printer), ("file", file), ("finding", &finding)])
    }

    /// Returns a sentence of the library.
    pub fn say(self, sentence: &Clause) -> String {
        self.with_decimals(&shorten_values(&sentence.show_in(&self)))
    }

    /// Returns what was read of a file of puzzles: sentences about the whole, and a row for each
    /// of the first faults.
    pub fn reading(self, reading: &PuzzleReading) -> Value {
        let mut notes = vec![self.counted("read", reading.puzzles)];
        for (kind, key) in FAULTS {
            if let Some(count) = reading.counts.get(&kind) {
                notes.push(self.counted(key, *count));
            }
        }
        let sound = notes.len() == 1;
        if reading.titles > 0 {
            notes.push(self.counted("titles", reading.titles));
        }
        if let Some(skipped) = &reading.skipped {
            let line = skipped.first.to_string();
            let first = self.text("skipped.first", &[("line", &line), ("text", &skipped.text)]);
            notes.push(self.counted("skipped", skipped.count) + &first);
        }
        notes.extend(reading.notes.iter().map(|note| self.say(note)));
        notes.extend(reading.unread.sentence().map(|columns| self.say(&columns)));
        let faults = reading.faults.iter().map(|fault| {
            let (_, key) =
                FAULTS.into_iter().find(|(kind, _)| *kind == fault.kind).unwrap_or(FAULTS[4]);
            let earlier = fault.earlier.as_ref().map(|place| self.place("place", place));
            let earlier = earlier.unwrap_or_default();
            let values = [("place", &*earlier), ("reason", &self.say(&fault.reason))];
            let text = self.text(&format!("{key}.row"), &values);
            let place = self.place("fault", &fault.place);
            let row = fault.place.to_string();
            let (cells, doubtful) = (&fault.grid, &fault.doubtful);
            json!({ "place": place, "text": text, "row": row, "cells": cells, "doubtful": doubtful })
        });
        let faults: Vec<_> = faults.collect();
        let all: u64 = reading.counts.values().sum();
        let others = all - faults.len() as u64;
        let columns = self.asked_columns(reading);
        let has_repeated = [FaultKind::Same, FaultKind::Moved]
            .iter()
            .any(|kind| reading.counts.contains_key(kind));
        let others = if others > 0 { self.counted("faults.others", others) } else { String::new() };
        json!({
            "notes": notes,
            "told": !sound || notes.len() > 1,
            "puzzles": reading.puzzles,
            "faults": faults,
            "others": others,
            "repeated": has_repeated,
            "columns": columns,
        })
    }

    /// Returns the uses of columns that the user can name, with the column of each, if any.
    /// Nothing if all columns are read.
    fn asked_columns(self, reading: &PuzzleReading) -> Vec<Value> {
        let is_clear = reading.puzzles > 0 && reading.unread.ignored.is_empty();
        if is_clear || reading.columns.len() < 2 {
            return Vec::new();
        }
        let uses = reading.column_uses().map(|(role, name)| {
            let label = self.text(&format!("column.{role}"), &[]);
            json!({ "use": role, "label": label, "name": name, "names": reading.columns })
        });
        uses.collect()
    }

    /// Returns a text with a number, in its singular or plural form.
    pub fn counted(self, key: &str, count: u64) -> String {
        let key = if count == 1 { format!("{key}.one") } else { format!("{key}.many") };
        self.text(&key, &[("n", &self.number(count))])
    }

    /// Returns a number of puzzles: of a book, or of a pupil whose sheet is one of several
    /// versions.
    pub fn puzzles(self, count: u64, versions: u64) -> String {
        let puzzles = self.counted("puzzles", count);
        if versions == 1 {
            return puzzles;
        }
        let values = [("puzzles", &*puzzles), ("versions", &*self.number(versions))];
        self.text("fact.versions", &values)
    }

    /// Returns a number as the language of the window writes it: `12,345`.
    pub fn number(self, number: u64) -> String {
        self.0.book.group_digits(number as usize)
    }

    /// Writes the decimal sign of the language into the numbers of a text: `0.25 in`. A version
    /// such as `PDF 1.4` keeps its point, and so do quoted texts and words with a unit in them.
    pub fn with_decimals(self, text: &str) -> String {
        let sign = self.text("decimal", &[]);
        let mut before = "";
        let mut words = Vec::new();
        for word in text.split(' ') {
            let is_measure = is_decimal(word) && before != "PDF";
            words.push(if is_measure { word.replacen('.', &sign, 1) } else { word.to_owned() });
            before = word;
        }
        words.join(" ")
    }

    /// Names a row, with its sheet if there are several.
    fn place(self, key: &str, FilePlace { file: sheet, line }: &FilePlace) -> String {
        let kind = if sheet.is_empty() { "line" } else { "sheet" };
        self.text(&format!("{key}.{kind}"), &[("sheet", sheet), ("line", &line.to_string())])
    }
}

/// Returns true if a word is a number with a decimal point, beside signs of punctuation.
fn is_decimal(word: &str) -> bool {
    let number = word.trim_matches(|c: char| c.is_whitespace() || "(),;:".contains(c));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    number.split_once('.').is_some_and(|(whole, rest)| is_digits(whole) && is_digits(rest))
}

impl Wording for WindowWords {
    fn translate(&self, template: &str) -> Option<String> {
        let known = self.0.texts.get(&format!("{SAY}{template}"));
        known.or_else(|| self.0.texts.get(&format!("word.level.{template}"))).cloned()
    }

    fn name_setting(&self, setting: &NamedSetting) -> String {
        let label = self.label(&setting.name);
        match &setting.value {
            None => self.text("message.setting", &[("label", &label)]),
            Some(value) => {
                self.text("message.setting.value", &[("label", &label), ("value", value)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use words::setting;

    /// Returns the words of each language but English.
    fn translations() -> impl Iterator<Item = WindowWords> {
        LANGUAGES[1..].iter().map(WindowWords)
    }

    fn in_language(code: &str) -> WindowWords {
        WindowWords(LANGUAGES.iter().find(|language| language.code == code).unwrap())
    }

    #[test]
    fn message_has_the_words_of_the_window() {
        let problem = Problem::expected("a number", Clause::quoted("none")).with_setting("total");
        let problem = problem.remedy(clause!("use {}, or fewer puzzles", setting("pages").to(6)));
        let english = in_language("en");
        let said = english.describe(&problem);
        assert!(said.contains("expected a number, found \"none\""), "{said}");
        assert!(said.contains(&english.label("pages")) && !said.contains('`'), "{said}");
        for words in translations() {
            let said = words.describe(&problem);
            assert!(said.contains("\"none\"") && said.contains(&words.label("pages")), "{said}");
            assert!(!said.contains("expected") && !said.contains("fewer"), "{said}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn system_errors_have_the_words_of_the_window() {
        let english = in_language("en");
        // No such file, permission, exists, no directory, a directory, no space, read only.
        for code in [2, 13, 17, 20, 21, 28, 30] {
            let error = || io::Error::from_raw_os_error(code);
            let cannot = clause!("{}: {}", clause!("cannot keep {}", "a.csv".to_owned()), error());
            assert_eq!(english.say(&cannot), cannot.to_string());
            let text = error().to_string();
            let (english, _) = text.split_once(" (").unwrap();
            for words in translations() {
                let problem = Problem::unusable("logo", "a.svg", error());
                for said in [words.say(&cannot), words.describe(&problem)] {
                    assert!(!said.contains(english) && !said.contains("cannot"), "{said}");
                }
            }
            let said = in_language("zh").say(&cannot).replace("a.csv", "");
            assert!(!said.contains(|c: char| c.is_ascii_alphanumeric()), "{said}");
        }
        for words in translations() {
            let own = io::Error::new(io::ErrorKind::NotFound, "the words of this program");
            assert!(words.say(&own.into()).contains("the words"));
        }
    }

    #[test]
    fn values_are_never_translated() {
        for words in translations() {
            assert_eq!(words.say(&"left".to_owned().into()), "left");
            assert_ne!(words.say(&"left".into()), "left");
        }
    }

    #[test]
    fn numbers_have_the_signs_of_the_language() {
        let width = clause!("{} in", "0.250".to_owned());
        let [english, german] = ["en", "de"].map(in_language);
        assert_eq!(
            (english.say(&width), german.say(&width)),
            ("0.250 in".into(), "0,250 Zoll".into())
        );
        assert_eq!(
            (english.number(12345), german.number(12345)),
            ("12,345".into(), "12.345".into())
        );
        for kept in ["PDF 1.4", "2.0..4.4", "1.0.0", "\"0.5\"", "12.4mm", "a.b", "7."] {
            assert_eq!(german.with_decimals(kept), kept);
        }
        assert_eq!(german.with_decimals("(0.5 bis 1.25)"), "(0,5 bis 1,25)");
        let french = in_language("fr");
        assert_eq!(french.with_decimals("5.2\u{202f}; 3"), "5,2\u{202f}; 3");
    }
}
