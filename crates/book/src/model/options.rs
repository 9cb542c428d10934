//! The input of a book: its puzzles, and the texts and options of the user.

use crate::model::{EmailAddress, Isbn, PartName, PuzzleSwap, PuzzleSymbols};
use crate::text::language::Language;
use crate::text::manuscript::{Manuscript, typographic};
use captions::{PuzzleLink, PuzzleTitle};
use explainer::Rating;
use grid::{AnyPuzzle, PackedPuzzles};
use human::{Course, Rung};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use page::{Face, Logo, QrUrl};
use preflight::Pdfx;
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;
use words::{Clause, ValueError, clause, compose};

/// Puzzles of one level or band, in print order. Puzzle numbers start at 1, or at
/// [`BookOptions::first_number`], and run through all sections and volumes.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level or band of all puzzles.
    pub rung: Rung,
    /// The puzzles in print order.
    pub puzzles: PackedPuzzles,
    /// The rating of each puzzle, in the same order; empty if the puzzles are not rated.
    pub ratings: Arc<Vec<Rating>>,
    /// The place of each puzzle among the puzzles of all sections, in the same order, if the book
    /// keeps the order of its files; empty otherwise.
    pub places: Arc<Vec<u32>>,
    /// The id of each puzzle, in the same order, if addresses of puzzles contain it; empty
    /// otherwise. A puzzle without an id has an empty one.
    pub ids: Arc<Vec<Box<str>>>,
    /// The title and the date of each puzzle, in the same order, if puzzles have any; empty
    /// otherwise. The list may end before the last puzzles, which then have none. A day is printed
    /// in the language of the book.
    pub titles: Arc<Vec<PlacedTitle>>,
}

/// The title and the date of a puzzle, and the row of a file that has them.
#[derive(Clone, Debug, Default)]
pub struct PlacedTitle {
    /// The title and the date.
    pub title: PuzzleTitle,
    /// The row as messages name it, such as `mine.csv:2`; empty if there is no title.
    pub place: String,
}

impl Section {
    /// Creates a section of puzzles without ratings.
    pub fn new(
        rung: impl Into<Rung>,
        puzzles: impl IntoIterator<Item = impl Into<AnyPuzzle>>,
    ) -> Self {
        let (rung, puzzles) = (rung.into(), puzzles.into_iter().collect());
        let (ratings, places, ids, titles) = Default::default();
        Self { rung, puzzles, ratings, places, ids, titles }
    }

    /// Appends a puzzle, with its rating if all puzzles are rated.
    pub fn push(&mut self, puzzle: &AnyPuzzle, rating: Option<Rating>) {
        self.puzzles.push(puzzle);
        if let Some(rating) = rating {
            Arc::make_mut(&mut self.ratings).push(rating);
        }
    }

    /// Gives the last puzzle a title.
    pub fn name_last(&mut self, title: PlacedTitle) {
        let titles = Arc::make_mut(&mut self.titles);
        titles.resize(self.puzzles.len().saturating_sub(1), PlacedTitle::default());
        titles.push(title);
    }

    /// Returns true if a puzzle has a title or a date.
    pub fn has_titles(&self) -> bool {
        self.titles.iter().any(|placed| !placed.title.is_empty())
    }

    /// Keeps the first puzzles, at most `count`.
    pub fn truncate(&mut self, count: usize) {
        self.puzzles.truncate(count);
        Arc::make_mut(&mut self.places).truncate(count);
        Arc::make_mut(&mut self.ratings).truncate(count);
        Arc::make_mut(&mut self.ids).truncate(count);
        Arc::make_mut(&mut self.titles).truncate(count);
    }

    /// Sorts the puzzles by expected time, if they are rated. Puzzles of equal time keep their
    /// order.
    pub fn sort_by_time(&mut self) {
        if self.ratings.len() == self.puzzles.len() {
            let mut order: Vec<usize> = (0..self.ratings.len()).collect();
            order.sort_by_key(|&at| self.ratings[at].seconds.whole());
            let sorted = order.iter().map(|&at| self.puzzles.get(at));
            self.puzzles = sorted.map(|puzzle| puzzle.expect("each has a rating")).collect();
            if self.ids.len() == self.ratings.len() {
                self.ids = Arc::new(order.iter().map(|&at| self.ids[at].clone()).collect());
            }
            if !self.titles.is_empty() {
                let sorted = order.iter().map(|&at| self.titles.get(at).cloned());
                self.titles = Arc::new(sorted.map(Option::unwrap_or_default).collect());
            }
            self.ratings = Arc::new(order.into_iter().map(|at| self.ratings[at]).collect());
        }
    }
}

/// Publisher and rights, for the copyright page. The seed is not among them, because anybody who
/// knows it can make the book again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyrightPage {
    /// ISBNs, one for each volume. Where the printer wants it, the cover has the barcode.
    pub isbn: Vec<Isbn>,
    /// The publisher.
    pub publisher: Option<String>,
    /// The postal address of the publisher, with semicolons or line breaks between its lines.
    pub address: Option<String>,
    /// The e-mail address of the publisher.
    pub email: Option<EmailAddress>,
    /// The person in the European Union who answers for the book of a publisher outside: name and
    /// addresses, with semicolons or line breaks between the lines.
    pub eu_contact: Option<String>,
    /// The licence of the book and its catalogue: an identifier or a sentence. It replaces the
    /// sentence that reserves all rights.
    pub licence: Option<String>,
    /// Year and holder of the rights; a sentence that reserves all rights follows, or the licence.
    pub copyright: Option<String>,
    /// The dedication of the book.
    pub dedication: Option<String>,
    /// The website of the publisher or the author.
    pub website: Option<String>,
}

words::named! {
    /// The order of the puzzles of a book.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PuzzleOrder {
        /// By level or band, or as the design has it.
        [default]
        Level = "level",
        /// The order of the files, without chapters.
        Given = "given",
    }
}

words::named! {
    /// The place of the answers of a book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Answers {
        /// Below the puzzles of each page, upside down.
        Foot = "foot",
        /// On pages after the puzzles.
        End = "end",
        /// In a PDF of their own beside the book: answers.pdf.
        SeparateFile = "apart",
        /// Nowhere.
        None = "none",
    }
}

words::named! {
    /// The place of the QR codes of puzzles.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PuzzleCodePlace {
        /// Beside each answer.
        Answers = "answers",
        /// Below each puzzle.
        Puzzles = "puzzles",
    }
}

words::named! {
    /// The heading of a level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Openers {
        /// On a page of its own.
        Page = "page",
        /// In a line above the first puzzles of the level.
        Line = "line",
        /// Nowhere: the puzzles of all levels follow each other.
        None = "none",
    }
}

words::named! {
    /// The number of puzzles on a page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PuzzlesPerPage {
        /// One puzzle.
        One = "1",
        /// Two puzzles, one below the other.
        Two = "2",
        /// Two rows of two puzzles.
        Four = "4",
        /// Three rows of two puzzles.
        Six = "6",
    }
}

impl PuzzlesPerPage {
    /// Returns the number of columns and of rows.
    pub(crate) const fn columns_and_rows(self) -> (usize, usize) {
        match self {
            Self::One => (1, 1),
            Self::Two => (1, 2),
            Self::Four => (2, 2),
            Self::Six => (2, 3),
        }
    }
}

/// The texts, language and fonts of a book, and everything else that is printed about it. Most
/// fields are settings of the same name; the fields that hold files of the user are not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookOptions {
    /// The language of all texts that the program supplies.
    pub language: Language,
    /// Fonts of the user, at most eight. The first sets the title. All serve, in this order, for
    /// characters that the design's fonts lack.
    pub fonts: Vec<Face>,
    /// Texts of the user, by the name of the part that they are or replace.
    pub texts: BTreeMap<String, Manuscript>,
    /// The logo of the publisher, for the title page, the spine and the back.
    pub logo: Option<Arc<Logo>>,
    /// The techniques that the book teaches, one chapter each. The settings of puzzles contain the
    /// course.
    pub course: Course,
    /// The printed number of the first puzzle; `None` is 1.
    pub first_number: Option<NonZeroU32>,
    /// The standard of PDF/X that the files follow; `None` uses the printer's, if it has one.
    pub pdfx: Option<Pdfx>,
    /// The date that PDF/X files state; `None` uses a fixed one, so that the same book has the same
    /// bytes.
    pub dated: Option<Timestamp>,
    /// The title; `None` for the design's.
    pub title: Option<String>,
    /// The subtitle, in which `{count}` becomes the number of puzzles; `None` for the design's.
    pub subtitle: Option<String>,
    /// The series to which the book belongs.
    pub series: Option<String>,
    /// The number of the book in its series, or of its first volume. `None` for no number; several
    /// volumes are then counted from 1.
    pub volume_number: Option<NonZeroU16>,
    /// The author.
    pub author: Option<String>,
    /// Other titles by the author, with semicolons between them.
    pub also_by: Option<String>,
    /// The address of a web page, for a QR code before the answers and on the back of the cover.
    pub qr: Option<QrUrl>,
    /// The web addresses of the puzzles: links in a screen edition, and the content of QR codes.
    pub puzzle_link: Option<PuzzleLink>,
    /// The place of the QR codes of these addresses; `None` for no codes.
    pub puzzle_qr: Option<PuzzleCodePlace>,
    /// The parts of the book, in order; `None` for the parts of the design.
    pub parts: Option<Vec<String>>,
    /// The day of the first puzzle, for a design with dates; `None` counts weeks.
    pub first_day: Option<Date>,
    /// The order of the puzzles; `None` is by level.
    pub order: Option<PuzzleOrder>,
    /// The puzzles that change their places, one pair after the other.
    pub swaps: Vec<PuzzleSwap>,
    /// The place of the answers; `None` for the place in the design.
    pub answers: Option<Answers>,
    /// The signs in the cells, if they are no digits.
    pub symbols: Vec<PuzzleSymbols>,
    /// The headings of levels. `None` chooses them by the design; a level with few puzzles then has
    /// a line above its puzzles.
    pub openers: Option<Openers>,
    /// The number of puzzles on a page; `None` for the number in the design.
    pub per_page: Option<PuzzlesPerPage>,
    /// Number of sheets with the same puzzles, each with other disguises of them.
    pub sheets: Option<NonZeroU16>,
    /// The names of the pupils of the first sheets.
    pub names: Vec<String>,
    /// True if pages for notes fill a book that is too thin for the printer.
    pub fill_pages: bool,
    /// The number of pages up to which pages for notes fill a book of one volume.
    pub fill_to: Option<NonZeroU16>,
    /// True if the pages have a thumb tab for each level at their outer edge, which bleeds.
    pub tabs: bool,
    /// Publisher, rights and other entries of the copyright page.
    pub copyright_page: CopyrightPage,
}

/// The maximum number of characters of the text of a setting. Breaking the lines of a far longer
/// one keeps a book busy for minutes.
const MAX_TEXT: usize = 2_000;

/// Checks the text of a setting, and composes its accents. It must print something: not only
/// spaces, characters without ink, and the marks between lines.
///
/// # Errors
/// Returns the expectation and the value found.
pub fn text(text: &str) -> Result<String, Clause> {
    if text.trim().is_empty() {
        return Err("expected a text, found an empty one".into());
    }
    if !text.chars().any(has_ink) {
        return Err(clause!(
            "expected a text, found {}, which prints nothing",
            Clause::quoted(text)
        ));
    }
    let count = text.chars().count();
    if count > MAX_TEXT {
        return Err(clause!(
            "expected a text of at most {} characters, found {}; shorten it",
            MAX_TEXT,
            count,
        ));
    }
    Ok(compose(text).into_owned())
}

/// Returns true unless a character is a space, a mark between lines, or one that Unicode ignores by
/// default, such as a joiner or a filler.
fn has_ink(c: char) -> bool {
    let is_ignored = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}'
    );
    !(is_ignored || c.is_whitespace() || c.is_control() || matches!(c, '|' | ';'))
}

/// Parses a date as people write it: `2026-11-20`, `2026/11/20`, `20.11.2026`. In `11/12/2026`,
/// nobody knows which number is the month.
///
/// # Errors
/// Returns the expectation and the value found.
pub fn date(text: &str) -> Result<Date, ValueError> {
    let written = match text.split('.').collect::<Vec<_>>()[..] {
        [day, month, year] => format!("{year}-{month:0>2}-{day:0>2}"),
        _ => text.replace('/', "-"),
    };
    let date = Date::strptime("%Y-%m-%d", &written).ok();
    let date = date.filter(|date| date.to_string() == written);
    date.ok_or_else(|| ValueError::quoted("a date such as 2026-11-20", text))
}

/// Returns the date of a puzzle of a book, counted from 0; `None` after the last date of the
/// calendar.
pub fn date_of(first_day: Date, puzzle: usize) -> Option<Date> {
    first_day.checked_add(i64::try_from(puzzle).ok()?.days()).ok()
}

impl BookOptions {
    /// Returns the number of the first puzzle.
    pub(crate) fn first(&self) -> usize {
        match self.first_number {
            Some(first) => first.get() as usize,
            None => 1,
        }
    }

    /// Returns the place of the answers, unless the design decides. Those of sheets for a class are
    /// for the teacher alone, unless the user's list of parts names them.
    pub(crate) fn answer_placement(&self) -> Option<Answers> {
        if self.answers.is_some() || self.sheets.is_none() {
            return self.answers;
        }
        match &self.parts {
            Some(parts) if PartName::Answers.is_in(parts) => Some(Answers::End),
            _ => Some(Answers::SeparateFile),
        }
    }

    /// Returns the place of the QR codes of puzzles, if puzzles have addresses.
    pub(crate) fn code_place(&self) -> Option<PuzzleCodePlace> {
        self.puzzle_qr.filter(|_| self.puzzle_link.is_some())
    }

    /// Returns the order of puzzles with or without titles and dates. Without the setting, titled
    /// puzzles keep the order of their files, because somebody has put them in order. Sheets and
    /// courses have an order of their own.
    pub fn puzzle_order(&self, has_titles: bool) -> PuzzleOrder {
        let is_grouped = self.sheets.is_some() || !self.course.is_empty();
        let usual = if has_titles && !is_grouped { PuzzleOrder::Given } else { PuzzleOrder::Level };
        self.order.unwrap_or(usual)
    }

    /// Returns the order of the puzzles of these sections.
    pub fn order_of(&self, sections: &[Section]) -> PuzzleOrder {
        self.puzzle_order(sections.iter().any(Section::has_titles))
    }

    /// Returns the other titles of the author.
    pub(crate) fn other_titles(&self) -> impl Iterator<Item = &str> {
        let titles = self.also_by.as_deref().unwrap_or_default().split(';');
        titles.map(str::trim).filter(|title| !title.is_empty())
    }

    /// Returns the lines of the user, each with its name in messages.
    pub(crate) fn user_lines(&mut self) -> [(&'static str, &mut Option<String>); 12] {
        let copyright_page = &mut self.copyright_page;
        [
            ("title", &mut self.title),
            ("subtitle", &mut self.subtitle),
            ("series", &mut self.series),
            ("author", &mut self.author),
            ("other titles", &mut self.also_by),
            ("publisher", &mut copyright_page.publisher),
            ("address", &mut copyright_page.address),
            ("EU contact", &mut copyright_page.eu_contact),
            ("licence", &mut copyright_page.licence),
            ("copyright", &mut copyright_page.copyright),
            ("dedication", &mut copyright_page.dedication),
            ("website", &mut copyright_page.website),
        ]
    }

    /// Puts the quotation marks and apostrophes of the language into all lines of the user except
    /// the address of the website.
    pub(crate) fn with_typography(&self) -> Self {
        let mut set = self.clone();
        for (_, line) in set.user_lines().into_iter().filter(|(what, _)| *what != "website") {
            *line = line.as_deref().map(|line| typographic(line, &self.language.quotes()));
        }
        set
    }
}
