//! The words that the program prints in a book, in one language. They come from a file in
//! `templates/text`, which is checked when it is read. Callers ask for plain texts by key; the
//! methods here choose among phrases.

use crate::model::{ChildHouseKind, HintTexts, MinuteRange, NextStep, PuzzleHint, RulesExample};
use crate::text::manuscript::typographic;
use explain::{
    ExplanationTexts, Hint, HintStrength, MessageCatalog, Placeholders, TextSchema, text, wrong,
};
use grid::GridShape;
use human::{Band, Ladder, MiniLevel, Rung, Technique};
use jiff::civil::Date;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use toml::Value;
use words::TomlError;

/// The words of a book in one language. To add a language, copy a built-in file, which explains its
/// keys. The default is English.
#[derive(Clone, Debug, Default)]
pub struct Language {
    /// The texts of the file; `None` for English, which is parsed when the first text is needed.
    parsed: Option<LanguageTexts>,
}

#[derive(Clone, Debug, PartialEq)]
struct LanguageTexts {
    catalog: MessageCatalog,
    explanations: ExplanationTexts,
}

const SCHEMA: TextSchema = TextSchema {
    builtin: Language::BUILTIN,
    open: &[("numbers", "1"), ("titles", "other")],
    lists: &["shop.categories"],
    // If a number or a digit changes the form of a word, a language may leave it out. Only books
    // for children say an age.
    may_lack: &[
        ("levels.more", "count"),
        ("bands.more", "count"),
        ("bands.few_givens", "count"),
        ("how_to_play.second", "digit"),
        ("shop.opening", "age"),
        ("shop.opening_one", "age"),
    ],
    may_be_blank: &["group"],
    overrides: &[CHILDREN_KEY, SIGNS_KEY, CLASS_KEY],
};

/// The key of the texts that replace others in books for children.
const CHILDREN_KEY: &str = "children.instead";

/// The key of the texts that replace others in books whose first puzzles have shapes or letters.
const SIGNS_KEY: &str = "signs.instead";

/// The key of the texts that replace others on the sheets of a class.
const CLASS_KEY: &str = "class.instead";

/// Maximum length of a keyword at KDP, in characters.
const MAX_KEYWORD_CHARS: usize = 50;

/// Permitted line spacings, as multiples of the type size.
const LEADING_RANGE: std::ops::RangeInclusive<f64> = 1.0..=2.5;

/// Chooses the key for a number of things: for one, (for two,) and for more.
fn by_count<const N: usize>(keys: [&'static str; N], count: usize) -> &'static str {
    keys[count.clamp(1, N) - 1]
}

/// Chooses the first value for the ladder of levels, the second for the ladder of bands.
fn by_ladder<T>(ladder: Ladder, [levels, bands]: [T; 2]) -> T {
    match ladder {
        Ladder::Published => levels,
        Ladder::Human => bands,
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        (self.parsed.is_none() && other.parsed.is_none()) || self.texts() == other.texts()
    }
}

impl Language {
    /// The separator between the parts of a foot, and between a series and its volume.
    pub const BETWEEN: &str = "  ·  ";

    /// The built-in languages: code and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/text.rs"));

    /// Returns the built-in language with this code.
    pub fn builtin(code: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == code)?;
        Some(Self::parse(text).expect("every built-in language is tested"))
    }

    /// Parses a language file.
    ///
    /// # Errors
    /// [`TomlError`] when a key is missing or unknown, or a phrase lacks a placeholder; it names
    /// the key and the expected value.
    ///
    /// ```
    /// use sudoku_press_book::Language;
    /// let (_, text) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    /// let wrong = text.replace("Answer: page {page}", "See the back");
    /// assert_eq!(
    ///     Language::parse(&wrong).unwrap_err().to_string(),
    ///     "language key puzzles.answer: expected a text with {page} and no other braces, \
    ///      found \"See the back\"",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        let catalog = MessageCatalog::parse(toml, &SCHEMA)?;
        let explanations =
            ExplanationTexts::for_language(catalog.text("language")).unwrap_or_default();
        let language = Self { parsed: Some(LanguageTexts { catalog, explanations }) };
        language.check()?;
        Ok(language
            .with_catalog(language.catalog().map(|text| typographic(text, &language.quotes()))))
    }

    fn texts(&self) -> &LanguageTexts {
        static ENGLISH: LazyLock<LanguageTexts> = LazyLock::new(|| {
            Language::builtin("en").and_then(|english| english.parsed).expect("it is built in")
        });
        self.parsed.as_ref().unwrap_or_else(|| &ENGLISH)
    }

    fn catalog(&self) -> &MessageCatalog {
        &self.texts().catalog
    }

    fn with_catalog(&self, catalog: MessageCatalog) -> Self {
        let explanations = self.words().clone();
        Self { parsed: Some(LanguageTexts { catalog, explanations }) }
    }

    /// Checks the keys that a comparison with English cannot check.
    fn check(&self) -> Result<(), TomlError> {
        let numbers = self.catalog().get("numbers").and_then(Value::as_table);
        let mut keys = numbers.into_iter().flat_map(|numbers| numbers.keys());
        if let Some(key) = keys.find(|key| key.parse::<usize>().is_err()) {
            let key = format!("numbers.{key}");
            return Err(wrong(&key, "a number in figures as the key", self.catalog().get(&key)));
        }
        let keywords = self.list("shop.keywords").into_iter().map(|word| ("shop.keywords", word));
        let children = self.for_children();
        let of_children = children.list("shop.keywords").into_iter();
        let of_children = of_children.map(|word| ("children.instead.shop.keywords", word));
        let kinds = ["shop.large_print", "shop.dated", "shop.small", "shop.course", "shop.pocket"];
        let of_kinds = kinds
            .into_iter()
            .flat_map(|key| self.list(key).into_iter().map(move |word| (key, word)));
        for (key, keyword) in keywords.chain(of_children).chain(of_kinds) {
            if keyword.chars().count() > MAX_KEYWORD_CHARS {
                let found = Value::from(keyword);
                return Err(wrong(
                    key,
                    &format!("at most {MAX_KEYWORD_CHARS} characters"),
                    Some(&found),
                ));
            }
        }
        if !LEADING_RANGE.contains(&self.leading()) {
            let found = self.catalog().get("leading");
            return Err(wrong("leading", "a number from 1 to 2.5", found));
        }
        match self.catalog().get("titles.other") {
            Some(_) => Ok(()),
            none => {
                let wanted = "a title for designs that have none of their own";
                Err(wrong("titles.other", wanted, none))
            }
        }
    }

    /// Replaces texts by those for children.
    pub(crate) fn for_children(&self) -> Self {
        self.with_catalog(self.catalog().with_overrides(CHILDREN_KEY))
    }

    /// Replaces texts about digits by those about signs of any kind.
    pub(crate) fn for_signs(&self) -> Self {
        self.with_catalog(self.catalog().with_overrides(SIGNS_KEY))
    }

    /// Replaces texts by those that address the children of a class.
    pub(crate) fn for_class(&self) -> Self {
        self.with_catalog(self.catalog().with_overrides(CLASS_KEY))
    }

    /// Returns the language code (BCP 47), which the PDF contains.
    pub fn code(&self) -> &str {
        self.text("language")
    }

    /// Returns the text of a key, such as `answers.heading`.
    ///
    /// # Panics
    /// Panics if English has no such text.
    pub fn text(&self, key: &str) -> &str {
        self.catalog().text(key)
    }

    /// Returns the texts of a list, such as `how_to_play.steps`.
    ///
    /// # Panics
    /// Panics if English has no such list.
    pub fn list(&self, key: &str) -> Vec<&str> {
        self.catalog().list(key)
    }

    /// Returns the steps of the worked example of the rules.
    pub(crate) fn worked_steps(&self, example: &RulesExample) -> Vec<String> {
        let words = self.words();
        let digit = example.sign();
        let lines = match example.lines[..] {
            [line] => words.house(line),
            _ => words.lines(&example.lines),
        };
        let [line, crossing, last] =
            [example.line, example.crossing, example.last].map(|house| words.house(house));
        let steps = [
            text!(self, "how_to_play.first", digit, lines, line),
            text!(self, "how_to_play.second", digit, crossing, last),
            self.text("how_to_play.third").to_owned(),
        ];
        steps.into()
    }

    /// Returns the quotation marks: outer ones, inner ones.
    pub fn quotes(&self) -> Vec<&str> {
        self.list("quotes")
    }

    /// Returns the text of a key with its placeholders filled.
    ///
    /// # Panics
    /// Panics if English has no such text, or if the text has another placeholder.
    pub fn format(&self, key: &str, places: &Placeholders) -> String {
        self.catalog().format(key, places)
    }

    /// Returns all phrases that a book may print, for a check of the characters that the fonts
    /// need. Placeholders are in braces.
    pub fn phrases(&self) -> Vec<String> {
        const NOT_PRINTED: [&str; 4] = ["shop.", "children.instead.shop.", "faces.", "beside"];
        // The back of a cover repeats these texts of the shop entry.
        const PRINTED: [&str; 4] = ["shop.opening", "shop.opening_one", "shop.rules", "shop.days"];
        let phrases = self.catalog().all().into_iter().filter(|(key, _)| {
            let usual = key.strip_prefix("children.instead.").unwrap_or(key);
            PRINTED.contains(&usual) || !NOT_PRINTED.iter().any(|not| key.starts_with(not))
        });
        phrases.map(|(_, phrase)| phrase).chain([Self::BETWEEN]).map(str::to_owned).collect()
    }

    /// Returns the words of explanations; in English if the language has none.
    pub fn words(&self) -> &ExplanationTexts {
        &self.texts().explanations
    }

    /// Returns the line spacing, as a multiple of the type size.
    pub fn leading(&self) -> f64 {
        match self.catalog().get("leading") {
            Some(Value::Integer(leading)) => *leading as f64,
            leading => leading.and_then(Value::as_float).unwrap_or_default(),
        }
    }

    /// Returns a text of the default titles for a design.
    fn title_text(&self, design: &str, name: &str) -> &str {
        // The name of a design may contain a dot, so it cannot be part of a key path.
        let own = self.catalog().get("titles").and_then(|titles| titles.get(design)?.get(name));
        let own = own.or_else(|| self.catalog().get("titles")?.get("other")?.get(name));
        own.and_then(Value::as_str).expect("the titles of other designs are checked")
    }

    /// Returns the default title for a design.
    pub fn title(&self, design: &str) -> &str {
        self.title_text(design, "title")
    }

    /// Returns the default subtitle for a design.
    pub fn subtitle(&self, design: &str, puzzles: usize) -> String {
        match puzzles {
            1 => self.title_text(design, "subtitle_one").to_owned(),
            _ => self.fill_count(self.title_text(design, "subtitle"), puzzles),
        }
    }

    /// Returns true if a subtitle has no placeholder except `{count}`.
    pub(crate) fn is_subtitle(text: &str) -> bool {
        !text.replace("{count}", "").contains(['{', '}'])
    }

    /// Replaces `{count}` in a subtitle of the user by the number of puzzles in digits, which suit
    /// any place of a sentence.
    pub fn fill_number(&self, subtitle: &str, puzzles: usize) -> String {
        self.catalog().spaced(&subtitle.replace("{count}", &self.group_digits(puzzles)))
    }

    /// Replaces `{count}` in a subtitle of the language by the number of puzzles.
    pub fn fill_count(&self, subtitle: &str, puzzles: usize) -> String {
        self.catalog().spaced(&subtitle.replace("{count}", &self.count(puzzles)))
    }

    /// Formats a number for running text: in words if the language file has them, otherwise in
    /// digits.
    pub fn count(&self, number: usize) -> String {
        match self.catalog().get(&format!("numbers.{number}")).and_then(Value::as_str) {
            Some(words) => words.to_owned(),
            None => self.group_digits(number),
        }
    }

    /// Formats a number in digits, in groups of three: `12,345`.
    pub fn group_digits(&self, number: usize) -> String {
        let digits = number.to_string();
        let from = self.catalog().get("group_from").and_then(Value::as_integer).unwrap_or_default();
        if (number as u64) < from.unsigned_abs() {
            return digits;
        }
        let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join(self.text("group"))
    }

    /// Formats a phrase about the numbers of puzzles or pages from the first to the last.
    fn range_phrase<const N: usize>(
        &self,
        keys: [&'static str; N],
        first: usize,
        last: usize,
    ) -> String {
        text!(self, by_count(keys, last - first + 1), first, last)
    }

    /// Formats numbers of puzzles: `Puzzles 41 to 80`.
    pub fn puzzles(&self, first: usize, last: usize) -> String {
        self.range_phrase(["puzzles.one", "puzzles.more"], first, last)
    }

    /// Composes the running text in the foot of a page of puzzles: the name of its chapter, if any,
    /// and the numbers of all puzzles of the chapter.
    pub fn chapter_foot(&self, name: Option<&str>, first: usize, last: usize) -> String {
        let Some(name) = name else {
            return self.puzzles(first, last);
        };
        let range = self.range_phrase(["puzzles.foot_one", "puzzles.foot_more"], first, last);
        format!("{name}{}{range}", Self::BETWEEN)
    }

    /// Composes the end of the running text: the pages with the answers to the puzzles of this
    /// page.
    pub fn answers_on(&self, first: usize, last: usize) -> String {
        let keys = ["puzzles.answers_one", "puzzles.answers_two", "puzzles.answers_more"];
        format!("{}{}", Self::BETWEEN, self.range_phrase(keys, first, last))
    }

    /// Formats a range of numbers: `49 to 60`.
    pub fn range(&self, first: usize, last: usize) -> String {
        if first == last { first.to_string() } else { text!(self, "answers.range", first, last) }
    }

    /// Formats the number of a volume: `Volume One`.
    pub fn volume(&self, number: usize) -> String {
        text!(self, "volumes.one", number = self.volume_number_text(number))
    }

    /// Returns the title of a volume with its number.
    ///
    /// ```
    /// use sudoku_press_book::Language;
    /// let [english, chinese] = ["en", "zh"].map(|code| Language::builtin(code).unwrap());
    /// assert_eq!(english.volume_title("Spring", 1), "Spring, Volume One");
    /// assert_eq!(chinese.volume_title("春天", 1), "春天，第一册");
    /// ```
    pub fn volume_title(&self, title: &str, number: usize) -> String {
        text!(self, "volumes.title", title, volume = self.volume(number))
    }

    /// Returns the line on an opener whose level began in an earlier volume.
    pub fn continued_from(&self, volume_before: usize) -> String {
        text!(self, "volumes.continued", number = self.volume_number_text(volume_before))
    }

    /// Formats the number of a volume, in words or digits.
    fn volume_number_text(&self, number: usize) -> String {
        match self.catalog().get("volumes.in_words") {
            Some(Value::Boolean(true)) => self.count(number),
            _ => number.to_string(),
        }
    }

    /// Returns two lines of the copyright page: the number of puzzles, and the guarantee of unique
    /// solutions.
    pub fn copyright_lines(&self, (first, last): (usize, usize), answers: bool) -> [String; 2] {
        let keys = if answers {
            ["copyright.one", "copyright.more"]
        } else {
            ["copyright.unanswered_one", "copyright.unanswered_more"]
        };
        let puzzles = last - first + 1;
        let count = self.group_digits(puzzles);
        let counted = text!(self, by_count(keys, puzzles), count, first, last);
        [counted, self.text("copyright.unique").to_owned()]
    }

    /// Returns the words above the answers of the previous page of a newspaper.
    pub(crate) fn previous_answers(&self, count: usize) -> &str {
        self.text(by_count(["newspaper.last_one", "newspaper.last"], count))
    }

    /// Returns the first sentences about a book in a shop and on the back of its cover. A book for
    /// children names the age from which they can solve the puzzles.
    pub(crate) fn opening(&self, puzzles: usize, age: usize) -> String {
        let key = by_count(["shop.opening_one", "shop.opening"], puzzles);
        text!(self, key, count = self.group_digits(puzzles), age)
    }

    /// Returns the numbers of the steps of a drawing.
    pub(crate) fn steps(&self, first: usize, last: usize) -> String {
        let keys = ["walkthrough.one", "walkthrough.two", "walkthrough.more"];
        self.range_phrase(keys, first, last)
    }

    /// Returns the keywords for a shop. Those for children name the ages of the readers.
    pub fn keywords(&self, age: usize, last: usize) -> Vec<String> {
        let places: &Placeholders = &[("age", &age), ("last", &last)];
        self.kind_keywords("shop.keywords", places)
    }

    /// Returns a list of keywords with their placeholders filled.
    pub(crate) fn kind_keywords(&self, key: &str, places: &Placeholders) -> Vec<String> {
        self.list(key).iter().map(|word| self.catalog().fill(word, places)).collect()
    }
}

/// Words for days, weeks and months.
impl Language {
    /// Formats a date with its weekday.
    pub fn long_date(&self, date: Date) -> String {
        let (day, month) = self.day_and_month(date);
        let weekday = self.list("days.weekdays")[weekday(date)];
        text!(self, "days.date", weekday, day, month, year = date.year())
    }

    /// Formats a date for a sentence, without its weekday. No line breaks within it.
    pub fn sentence_date(&self, date: Date) -> String {
        let (day, month) = self.day_and_month(date);
        text!(self, "days.full", day, month, year = date.year()).replace(' ', "\u{a0}")
    }

    /// Formats a date as the three lines of a large day: figures, weekday and month.
    pub fn large_day(&self, date: Date) -> [String; 3] {
        let name = self.list("days.weekdays")[weekday(date)].to_owned();
        [date.day().to_string(), name, self.month(date)]
    }

    /// Formats a date without weekday and year.
    pub fn short_date(&self, date: Date) -> String {
        let (day, month) = self.day_and_month(date);
        text!(self, "days.short", day, month)
    }

    fn day_and_month(&self, date: Date) -> (String, &str) {
        let day = match date.day() {
            1 => self.text("days.first").to_owned(),
            day => day.to_string(),
        };
        (day, self.list("days.months")[month(date)])
    }

    /// Formats the month of a date as a heading.
    pub fn month(&self, date: Date) -> String {
        let heading = self.list("days.headings")[month(date)];
        text!(self, "days.month", month = heading, year = date.year())
    }

    /// Formats a day without a date. `weekday` counts from 0 for Monday, `week` from 1.
    pub fn undated_day(&self, week: usize, weekday: usize) -> String {
        text!(self, "days.week", week, weekday = self.list("days.weekdays")[weekday])
    }

    /// Returns one character for each weekday from Monday: the first position at which the names
    /// differ.
    pub(crate) fn initials(&self) -> Vec<String> {
        let days = self.list("days.weekdays");
        for at in 0..8 {
            let letters: Vec<_> = days.iter().map(|day| day.chars().nth(at)).collect();
            if letters.iter().any(|letter| *letter != letters[0]) {
                return letters.into_iter().map(|letter| letter.into_iter().collect()).collect();
            }
        }
        days.iter().map(|day| day.chars().take(1).collect()).collect()
    }
}

/// Returns the month of a date, from 0 for January.
fn month(date: Date) -> usize {
    usize::from(date.month().unsigned_abs()) - 1
}

/// Words for levels, bands and the needs of their puzzles.
impl Language {
    /// Returns the name of a level or band within a sentence: in most languages in lower case.
    pub fn level_name_inside(&self, level: impl Into<Rung>) -> String {
        let name = self.level_name(level);
        if self.catalog().get("capitals").and_then(Value::as_bool) == Some(true) {
            return name.to_owned();
        }
        let mut rest = name.chars();
        rest.next().into_iter().flat_map(char::to_lowercase).chain(rest).collect()
    }

    /// Returns the name of a level or band.
    pub fn level_name(&self, level: impl Into<Rung>) -> &str {
        let level = level.into();
        self.list(by_ladder(level.ladder(), ["levels.names", "bands.names"]))[name_index(level)]
    }

    /// Returns the name of a level or band after the size of its puzzles.
    pub fn sized_level_name(&self, level: Rung) -> String {
        format!("{}\u{a0}·\u{a0}{}", size_text(level.shape()), self.level_name(level))
    }

    /// Describes a level or band, with the range of minutes of its puzzles if it is given.
    pub fn level_promise(&self, level: Rung, minutes: Option<MinuteRange>) -> String {
        let mut sentences = vec![self.need(level)];
        if let Some(MinuteRange { fewest, most }) = minutes {
            sentences.push(text!(self, "bands.minutes", fewest, most));
        }
        if level == Rung::Band(Band::Extreme) {
            sentences.push(self.text("bands.warning").to_owned());
        }
        self.join_sentences(&sentences)
    }

    /// Returns the sentence about what the puzzles of a level or band need.
    fn need(&self, level: Rung) -> String {
        match (level.shape(), level.number()) {
            (GridShape::Four, 2) => {
                text!(self, "bands.few_givens", count = MiniLevel::MAX_FEW_GIVENS)
            }
            (GridShape::Six, 4) => self.text("bands.pairs").to_owned(),
            _ => {
                let promises = by_ladder(level.ladder(), ["levels.promises", "bands.promises"]);
                self.list(promises)[name_index(level)].to_owned()
            }
        }
    }

    /// Returns the title of the sheets of one week of a class.
    pub fn week_title(&self, title: &str, week: usize) -> String {
        text!(self, "days.week_title", title, week)
    }

    /// Joins sentences. Chinese and Japanese sentences follow each other without a space.
    pub(crate) fn join_sentences(&self, sentences: &[String]) -> String {
        let space = match sentences.first() {
            Some(first) if first.ends_with('。') => "",
            _ => " ",
        };
        sentences.join(space)
    }

    /// Returns the heading of the page that describes the levels or bands.
    pub fn levels_heading(&self, ladder: Ladder) -> &str {
        self.text(by_ladder(ladder, ["levels.heading", "bands.heading"]))
    }

    /// Returns the introduction of that page, with a sentence about times if the page has times.
    pub fn levels_intro(&self, ladder: Ladder, has_times: bool) -> String {
        let mut sentences =
            vec![self.text(by_ladder(ladder, ["levels.intro", "bands.intro"])).to_owned()];
        if has_times {
            sentences.push(self.text("bands.times").to_owned());
        }
        self.join_sentences(&sentences)
    }

    /// Formats a range of levels as a front and a shop have it: `from beginner to evil`. If a grid
    /// is small, the sizes come first: `6 × 6 and 9 × 9, from gentle to easy`.
    pub fn level_range(&self, levels: &[Rung]) -> String {
        let Some(sizes) = self.size_range(levels) else {
            return if levels.len() == 1 {
                self.levels_line(levels)
            } else {
                self.name_range(levels)
            };
        };
        if levels.iter().all(|level| level.number() == levels[0].number()) {
            return sizes;
        }
        self.with_sizes(&sizes, &self.name_range(levels))
    }

    /// Formats a range of levels without their sizes: `from beginner to evil`.
    pub fn name_range(&self, levels: &[Rung]) -> String {
        let name = |level: Option<&Rung>| level.map(|&level| self.level_name_inside(level));
        let numbers: BTreeSet<u8> = levels.iter().map(|level| level.number()).collect();
        let first = name(levels.iter().min_by_key(|level| level.number())).unwrap_or_default();
        let last = name(levels.iter().max_by_key(|level| level.number())).unwrap_or_default();
        match numbers.len() {
            0 | 1 => first,
            2 if levels.len() == 2 && sizes_of(levels.iter().copied()).is_empty() => {
                text!(self, "front.two", first, last)
            }
            _ => text!(self, "front.more", first, last),
        }
    }

    /// Formats the sizes of grids: `6 × 6 and 9 × 9`. `None` if all are 9 x 9.
    pub fn size_range(&self, levels: &[Rung]) -> Option<String> {
        let mut sizes = sizes_of(levels.iter().copied());
        let last = sizes.pop()?;
        if sizes.is_empty() {
            return Some(last);
        }
        Some(text!(self, "front.two", first = sizes.join(", "), last))
    }

    /// Adds words to the sizes of grids: `6 × 6, two a page`.
    pub fn with_sizes(&self, sizes: &str, words: &str) -> String {
        text!(self, "front.sized", sizes, levels = words)
    }

    /// Formats a range of levels: `Five levels, from beginner to evil`.
    pub fn levels_line<R: Copy + Into<Rung>>(&self, levels: &[R]) -> String {
        let (Some(&first), Some(&last)) = (levels.first(), levels.last()) else {
            return String::new();
        };
        let sizes = sizes_of(levels.iter().map(|&level| level.into()));
        if !sizes.is_empty() {
            return self.words().all(sizes);
        }
        let of_levels = ["levels.one", "levels.two", "levels.more"];
        let of_bands = ["bands.one", "bands.two", "bands.more"];
        let keys = by_ladder(first.into().ladder(), [of_levels, of_bands]);
        let (first, last) = (self.level_name_inside(first), self.level_name_inside(last));
        let count = self.count(levels.len());
        text!(self, by_count(keys, levels.len()), count, first, last)
    }

    /// Formats the expected time of a puzzle, minimum and maximum in minutes; a dash if it is
    /// unknown.
    pub fn time(&self, minutes: Option<MinuteRange>) -> String {
        match minutes {
            Some(MinuteRange { fewest, most }) => text!(self, "bands.time", fewest, most),
            None => "–".to_owned(),
        }
    }

    /// Returns the name of a technique; in English if the language has no words of explanations.
    pub fn technique(&self, technique: Technique) -> &str {
        self.words().technique(technique)
    }

    /// Names a house for children, by its index from 0: `Row 2`.
    pub(crate) fn child_house(&self, kind: ChildHouseKind, house: usize) -> String {
        let name = self.list("children.houses")[kind as usize];
        self.catalog().fill(name, &[("number", &(house + 1))])
    }

    /// Tells a stuck child where a sign has one place: `Stuck? Look for the 4 in row 2.`
    pub(crate) fn child_hint(&self, kind: ChildHouseKind, house: usize, sign: char) -> String {
        let hint = self.list("children.stuck")[kind as usize];
        self.catalog().fill(hint, &[("sign", &sign), ("number", &(house + 1))])
    }

    /// Formats a hint for a table: what to do first, the step and its place, and what follows.
    pub(crate) fn hint_texts(&self, hint: &PuzzleHint) -> HintTexts {
        let words = self.words();
        let full = |hint: &Hint| self.hint(hint, HintStrength::What);
        let follows = match &hint.next {
            None => String::new(),
            Some(NextStep::Cell(cell)) => words.cell(*cell),
            Some(NextStep::Removal(hint)) => full(hint),
            Some(NextStep::Digit(digit, house)) => {
                let place = Hint { digit: Some(*digit), houses: vec![*house], ..hint.then.clone() };
                place.target(words).plain().to_owned()
            }
        };
        HintTexts {
            kind: hint.then.kind,
            first: hint.first_by_kind().iter().map(full).collect(),
            name: words.kind(hint.then.kind).to_owned(),
            place: hint.then.target(words).plain().to_owned(),
            follows,
        }
    }

    /// Returns the place of a hint alone, as a line: the heading of its chapter says what to look
    /// for there.
    pub(crate) fn place(&self, hint: &Hint) -> String {
        let place = hint.target(self.words()).plain().to_owned();
        let mut letters = place.chars();
        let Some(first) = letters.next() else { return place };
        first.to_uppercase().chain(letters).collect()
    }

    /// Formats a hint: where to look, and with full strength the name of the technique before it,
    /// and the digit of a pattern over several blocks.
    pub fn hint(&self, hint: &Hint, strength: HintStrength) -> String {
        match strength {
            HintStrength::Where => hint.place_text(self.words()),
            HintStrength::What => {
                let place = hint.target(self.words());
                text!(self, "hints.line", technique = self.words().kind(hint.kind), place)
            }
        }
    }
}

/// Returns the sizes of levels, such as `4 × 4` and `9 × 9`; none if all are 9 x 9.
fn sizes_of(levels: impl Iterator<Item = Rung>) -> Vec<String> {
    let mut shapes: BTreeSet<GridShape> = levels.map(Rung::shape).collect();
    if shapes.iter().all(|shape| *shape == GridShape::Nine) {
        shapes.clear();
    }
    shapes.into_iter().map(size_text).collect()
}

/// Writes the size of a grid, which no line may break: `4 × 4`.
fn size_text(shape: GridShape) -> String {
    format!("{0}\u{a0}×\u{a0}{0}", shape.side())
}

/// Returns the index of the name of a level or band. Levels of small sizes have the names of the
/// first bands.
fn name_index(level: Rung) -> usize {
    usize::from(level.number()) - 1
}

/// Returns the day of the week, from 0 for Monday.
pub fn weekday(date: Date) -> usize {
    date.weekday().to_monday_zero_offset() as usize
}
