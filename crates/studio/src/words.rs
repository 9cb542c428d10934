//! The words of the window: its texts, its names of settings, and the messages of the library in
//! its language.
//!
//! A text of the library is a key `say.TEXT` of a translation. `{}` in it stands for anything,
//! which is translated by itself.

use super::assets;
use super::book_job::FieldProblem;
use super::http::RequestHead;
use jobs::{RefusedFile, Setting};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::sync::LazyLock;
use tables::{FaultKind, FilePlace, PuzzleReading, RowFault};
use words::{NamedSetting, Problem, Wording, chain, shorten_values};

/// The beginning of the keys of translated messages.
const SAY: &str = "say.";
/// The maximum depth of a translation in a translation.
const MAX_DEPTH: u8 = 4;
/// The faults of a file with their kinds of texts.
const FAULTS: [(FaultKind, &str); 5] = [
    (FaultKind::Same, "fault.same"),
    (FaultKind::Moved, "fault.moved"),
    (FaultKind::Ambiguous, "fault.ambiguous"),
    (FaultKind::Unsolvable, "fault.unsolvable"),
    (FaultKind::Wrong, "fault.wrong"),
];

type Texts = BTreeMap<String, String>;

/// The texts of each language of the window.
static ENGLISH: LazyLock<Texts> = LazyLock::new(|| assets::texts("/en.json"));
static CHINESE: LazyLock<Texts> = LazyLock::new(|| assets::texts("/zh.json"));

/// The words of a window.
#[derive(Clone, Copy)]
pub(super) struct WindowWords(&'static Texts);

impl WindowWords {
    /// Returns the words of the window that has sent a request.
    pub fn from_head(head: &RequestHead) -> Self {
        let languages = head.values("accept-language");
        if languages.first().is_some_and(|language| language.starts_with("zh")) {
            Self(&CHINESE)
        } else {
            Self(&ENGLISH)
        }
    }

    /// Returns true if the window is Chinese.
    pub fn is_chinese(self) -> bool {
        std::ptr::eq(self.0, &*CHINESE)
    }

    /// Returns a text with values in place of their names.
    pub fn text(self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.0.get(key).cloned().unwrap_or_default();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// Returns the window's word of a choice of a setting.
    pub fn word(self, setting: &str, word: &str) -> String {
        let known = self.0.get(&format!("word.{setting}.{word}"));
        known.cloned().unwrap_or_else(|| word.to_owned())
    }

    /// Returns the verdict of a printer that has this number of reasons to refuse a file.
    pub fn verdict(self, printer: &str, refusals: usize) -> String {
        let key = if refusals == 0 { "line.accepts" } else { "line.refuses" };
        self.text(key, &[("printer", &self.word("printer", printer))])
    }

    /// Returns what a user may type into the field of a setting.
    pub fn example(self, setting: &Setting) -> String {
        let known = self.0.get(&format!("example.{}", setting.name));
        known.cloned().unwrap_or_else(|| setting.example.to_owned())
    }

    /// Returns the window's name of a setting.
    pub fn label(self, setting: &str) -> String {
        let known = self.0.get(&format!("label.{setting}"));
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
        let place = problem.place.as_deref().map(|place| self.say(place));
        for before in [setting, place].into_iter().flatten() {
            said = self.text("checks.finding", &[("topic", &before), ("said", &said)]);
        }
        let mut known = problem.to_string();
        for cause in chain(problem).skip(1) {
            let words = cause.to_string();
            if !known.contains(&words) {
                said += &format!(": {}", self.describe_cause(cause));
                known += &words;
            }
        }
        shorten_values(&said).into_owned()
    }

    /// Returns an error below a problem, mostly that of the system.
    fn describe_cause(self, cause: &(dyn Error + 'static)) -> String {
        let system = cause.downcast_ref::<io::Error>().filter(|error| error.get_ref().is_none());
        let known = system.and_then(|error| self.translate_kind(error.kind()));
        known.unwrap_or_else(|| self.say(&cause.to_string()))
    }

    /// Returns the window's words for an error of the system.
    fn translate_kind(self, kind: io::ErrorKind) -> Option<String> {
        self.0.get(&format!("{SAY}{kind}")).cloned()
    }

    /// Returns a text that is an error of the system in the window's words. Its code says what it
    /// is.
    fn translate_system(self, text: &str) -> Option<String> {
        let (_, code) = text.strip_suffix(')')?.rsplit_once(" (os error ")?;
        let error = io::Error::from_raw_os_error(code.parse().ok()?);
        if error.to_string() == text { self.translate_kind(error.kind()) } else { None }
    }

    /// Returns the reason why a printer would refuse a file.
    pub fn refusal(self, refused: &RefusedFile) -> String {
        let RefusedFile { file, judge, rule, what } = refused;
        let (topic, said) = (self.say(rule), self.say(what));
        let finding = self.text("checks.finding", &[("topic", &topic), ("said", &said)]);
        let printer = self.word("printer", judge);
        self.text("refused", &[("printer", &printer), ("file", file), ("finding", &finding)])
    }

    /// Returns a sentence of the library.
    pub fn say(self, sentence: &str) -> String {
        let short = shorten_values(sentence);
        self.translate_below(&short, MAX_DEPTH).unwrap_or_else(|| short.into_owned())
    }

    fn translate_below(self, text: &str, depth: u8) -> Option<String> {
        if let Some(setting) = named_setting(text) {
            return Some(self.name_setting(&setting));
        }
        if self.is_chinese()
            && let Some(names) = quoted_names(text)
        {
            return Some(names.join(&self.text("comma", &[])));
        }
        if let Some(known) = self.0.get(&format!("{SAY}{text}")) {
            return Some(known.clone());
        }
        if let Some(level) = self.0.get(&format!("word.level.{text}")) {
            return Some(level.clone());
        }
        if let Some(system) = self.translate_system(text) {
            return Some(system);
        }
        let patterns = self.0.range(SAY.to_owned()..).take_while(|(key, _)| key.starts_with(SAY));
        let found = patterns.filter_map(|(key, translation)| {
            let pattern = &key[SAY.len()..];
            Some((pattern.len(), translation, match_pattern(pattern, text)?))
        });
        // The longest pattern says most.
        let (_, translation, parts) = found.max_by_key(|(length, ..)| *length)?;
        let mut said = String::new();
        let mut texts = translation.split("{}");
        said += texts.next().unwrap_or_default();
        for (part, text) in parts.into_iter().zip(texts) {
            let inner = depth.checked_sub(1).and_then(|depth| self.translate_below(part, depth));
            said += inner.as_deref().unwrap_or(part);
            said += text;
        }
        Some(said)
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
        let faults: Vec<_> = reading.faults.iter().map(|fault| self.fault(fault)).collect();
        let all: u64 = reading.counts.values().sum();
        let others = all - faults.len() as u64;
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
        })
    }

    /// Returns a text with a number, in its singular or plural form.
    pub fn counted(self, key: &str, count: u64) -> String {
        let key = if count == 1 { format!("{key}.one") } else { format!("{key}.many") };
        self.text(&key, &[("n", &count.to_string())])
    }

    /// Returns a number of puzzles: of a book, or of a pupil whose sheet is one of several
    /// versions.
    pub fn puzzles(self, count: u64, versions: u64) -> String {
        let puzzles = self.counted("puzzles", count);
        if versions == 1 {
            return puzzles;
        }
        let values = [("puzzles", &*puzzles), ("versions", &*versions.to_string())];
        self.text("fact.versions", &values)
    }

    fn fault(self, fault: &RowFault) -> Value {
        let (_, key) =
            FAULTS.into_iter().find(|(kind, _)| *kind == fault.kind).unwrap_or(FAULTS[4]);
        let earlier = fault.earlier.as_ref().map(|place| self.place("place", place));
        let earlier = earlier.unwrap_or_default();
        let values = [("place", &*earlier), ("reason", &self.say(&fault.reason))];
        let text = self.text(&format!("{key}.row"), &values);
        let place = self.place("fault", &fault.place);
        json!({ "place": place, "text": text })
    }

    /// Names a row, with its sheet if there are several.
    fn place(self, key: &str, FilePlace { file: sheet, line }: &FilePlace) -> String {
        let kind = if sheet.is_empty() { "line" } else { "sheet" };
        self.text(&format!("{key}.{kind}"), &[("sheet", sheet), ("line", &line.to_string())])
    }
}

impl Wording for WindowWords {
    fn translate_template(&self, template: &str) -> Option<String> {
        self.0.get(&format!("{SAY}{template}")).cloned()
    }

    fn translate(&self, text: &str) -> Option<String> {
        self.translate_below(text, MAX_DEPTH)
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

/// Returns the setting of a text such as "the setting `total = 6`" or "`total`".
fn named_setting(text: &str) -> Option<NamedSetting> {
    let named = text.strip_prefix("the setting ").unwrap_or(text);
    let inner = named.strip_prefix('`')?.strip_suffix('`')?;
    let (name, value) = match inner.split_once(" = ") {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (inner, None),
    };
    Some(NamedSetting { name: Setting::find(name)?.name.into(), value })
}

/// Returns the names of a text such as "`a`, `b` and `c`".
fn quoted_names(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix('`')?.strip_suffix('`')?;
    let (first, last) = inner.rsplit_once("` and `")?;
    Some(first.split("`, `").chain([last]).collect())
}

/// Returns the parts of a text in the places of `{}` in a pattern, each as short as possible.
/// Returns `None` if the text is another one.
fn match_pattern<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut literals = pattern.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    let literals: Vec<&str> = literals.collect();
    let (last, inner) = literals.split_last()?;
    for literal in inner {
        let (part, after) = rest.split_once(*literal)?;
        parts.push(part);
        rest = after;
    }
    parts.push(rest.strip_suffix(*last)?);
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::{clause, setting};

    #[test]
    fn message_has_the_words_of_the_window() {
        let problem = Problem::expected("a number", "\"none\"").with_setting("total");
        let problem = problem.remedy(clause!("use {}, or fewer", setting("pages").to(6)));
        let [english, chinese] = [&*ENGLISH, &*CHINESE].map(WindowWords);
        let said = english.describe(&problem);
        assert!(said.contains("expected a number, found \"none\""), "{said}");
        assert!(said.contains(&english.label("pages")) && !said.contains('`'), "{said}");
        let said = chinese.describe(&problem);
        assert!(said.contains("\"none\"") && said.contains(&chinese.label("pages")), "{said}");
        assert!(!said.contains("expected") && !said.contains("fewer"), "{said}");
    }

    #[test]
    #[cfg(unix)]
    fn system_errors_have_the_words_of_the_window() {
        let [english, chinese] = [&*ENGLISH, &*CHINESE].map(WindowWords);
        // No such file, permission, exists, no directory, a directory, no space, read only.
        for code in [2, 13, 17, 20, 21, 28, 30] {
            let error = io::Error::from_raw_os_error(code);
            let text = format!("cannot keep a.csv: {error}");
            assert_eq!(english.say(&text), text);
            let problem = Problem::unusable("logo", "a.svg", io::Error::from_raw_os_error(code));
            for said in [chinese.say(&text), chinese.describe(&problem)] {
                let words = said.replace("a.csv", "").replace("a.svg", "");
                assert!(!words.contains(|c: char| c.is_ascii_alphanumeric()), "{said}");
            }
        }
        let own = io::Error::new(io::ErrorKind::NotFound, "the words of this program");
        assert!(chinese.describe_cause(&own).contains("the words"));
        assert_eq!(chinese.say("(os error 2)"), "(os error 2)");
    }

    #[test]
    fn pattern_matches_whole_texts_only() {
        let parts = match_pattern("expected {}, found {}", "expected a, b, found c, found d");
        assert_eq!(parts, Some(vec!["a, b", "c, found d"]));
        assert_eq!(match_pattern("use {}", "used 6"), None);
        assert_eq!(match_pattern("no place", "no place"), None);
        assert_eq!(named_setting("`total = 6`").unwrap().value.as_deref(), Some("6"));
        assert!(named_setting("`nonsense`").is_none());
    }
}
