//! The input of a book: its puzzles, and the texts about itself.

use crate::book::draw::logo::Logo;
use crate::book::draw::qr::QrUrl;
use crate::book::model::Isbn;
use crate::book::text::language::Language;
use crate::book::text::typesetting::{Face, Manuscript, typographic};
use crate::human::course::Course;
use crate::human::grade::Rating;
use crate::human::ladder::Rung;
use crate::printers::Pdfx;
use crate::sudoku::packed::PackedPuzzles;
use crate::sudoku::puzzle::Puzzle;
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

#[cfg(feature = "program")]
use clap::{builder::TypedValueParser as _, value_parser};

/// Puzzles of one level or band, in the order of the book. Puzzle numbers start at 1, or at
/// [`Imprint::first_number`], and run through all sections and volumes.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level or band of all its puzzles.
    pub rung: Rung,
    /// The puzzles in the order of the book.
    pub puzzles: PackedPuzzles,
    /// The rating of each puzzle, in the same order; empty where the puzzles are not rated.
    pub ratings: Arc<Vec<Rating>>,
    /// The place of each puzzle among those of all sections, in the same order, where the book
    /// keeps the order of its files; empty otherwise.
    pub places: Arc<Vec<u32>>,
}

impl Section {
    /// Puzzles without ratings.
    pub fn new(rung: impl Into<Rung>, puzzles: impl IntoIterator<Item = Puzzle>) -> Self {
        let (rung, puzzles) = (rung.into(), puzzles.into_iter().collect());
        Self { rung, puzzles, ratings: Arc::default(), places: Arc::default() }
    }

    /// Adds a puzzle at the end, with its rating if that is known for all puzzles.
    pub fn push(&mut self, puzzle: &Puzzle, rating: Option<Rating>) {
        self.puzzles.push(puzzle);
        if let Some(rating) = rating {
            Arc::make_mut(&mut self.ratings).push(rating);
        }
    }

    /// Leaves its first puzzles, at most `count`.
    pub fn truncate(&mut self, count: usize) {
        self.puzzles.truncate(count);
        Arc::make_mut(&mut self.places).truncate(count);
        Arc::make_mut(&mut self.ratings).truncate(count);
    }

    /// Sorts its puzzles by rising load, if they are rated. Those of the same load stay in their order.
    pub fn sort_by_load(&mut self) {
        if self.ratings.len() == self.puzzles.len() {
            let mut rated: Vec<_> = self.ratings.iter().copied().zip(self.puzzles.iter()).collect();
            rated.sort_by_key(|(rating, _)| rating.load.whole());
            self.puzzles = rated.iter().map(|(_, puzzle)| *puzzle).collect();
            self.ratings = Arc::new(rated.into_iter().map(|(rating, _)| rating).collect());
        }
    }
}

/// What the copyright page says of publisher and rights: settings, as flags and manifests have them. The seed is not
/// among them: who knows the seed can make the book again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::Args))]
#[cfg_attr(feature = "program", command(next_help_heading = "Copyright page"))]
pub struct Colophon {
    /// ISBN, with its hyphens; one for each volume. Where the printer wants it, the cover has its barcode
    /// [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "ISBN,...", value_delimiter = ','))]
    pub isbn: Vec<Isbn>,

    /// Publisher [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub publisher: Option<String>,

    /// Year and holder of the rights, such as "© 2027 A. Author"; a sentence that reserves all rights
    /// follows [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub copyright: Option<String>,

    /// Who has done what, such as "Cover: A. Painter" [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub credits: Option<String>,

    /// Website of the publisher or the author [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub website: Option<String>,

    /// Say that the book was made with sudoku-press
    #[cfg_attr(feature = "program", arg(long))]
    pub made_with: bool,
}

named! {
    /// The order of the puzzles of a book.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "program", derive(clap::ValueEnum))]
    pub enum PuzzleOrder {
        /// By level or band, or as the design has it.
        [default]
        Level = "level",
        /// The order of the files, without chapters.
        Given = "given",
    }
}

named! {
    /// Where the answers of a book are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "program", derive(clap::ValueEnum))]
    pub enum Answers {
        /// Below the puzzles of each page, upside down.
        Foot = "foot",
        /// On pages after the puzzles.
        End = "end",
        /// In a PDF of their own beside the book: answers.pdf.
        Apart = "apart",
        /// Nowhere.
        None = "none",
    }
}

/// The texts, language and fonts of a book, and what else is printed about it. Most of it are settings: each field is a
/// flag, a key of job files and series, and a key of manifests, with the same name. What files hold is none of these.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "program", derive(clap::Args))]
pub struct Imprint {
    /// The language of all texts that the program supplies.
    #[cfg_attr(feature = "program", arg(skip))]
    pub language: Language,
    /// Fonts of the user, of which at most three are used. The first sets the title. All serve, in this
    /// order, for characters that the design's fonts lack.
    #[cfg_attr(feature = "program", arg(skip))]
    pub fonts: Vec<Face>,
    /// Texts of the user, by the name of the part that they are or replace.
    #[cfg_attr(feature = "program", arg(skip))]
    pub texts: BTreeMap<String, Manuscript>,
    /// The logo of the publisher, for the title page, the spine and the back.
    #[cfg_attr(feature = "program", arg(skip))]
    pub logo: Option<Arc<Logo>>,
    /// The face of word, numbers and title on the front.
    #[cfg_attr(feature = "program", arg(skip))]
    pub title_face: Option<Face>,
    /// The techniques that the book teaches, a chapter each. Settings have it among what is asked of puzzles.
    #[cfg_attr(feature = "program", arg(skip))]
    pub course: Course,
    /// The printed number of the first puzzle; `None` is 1.
    #[cfg_attr(feature = "program", arg(skip))]
    pub first_number: Option<NonZeroU32>,
    /// The standard of PDF/X that the files follow; `None` uses the printer's, if it has one.
    #[cfg_attr(feature = "program", arg(skip))]
    pub pdfx: Option<Pdfx>,
    /// The date that PDF/X files state as their own; `None` uses a fixed one, so that the same book has
    /// the same bytes.
    #[cfg_attr(feature = "program", arg(skip))]
    pub dated: Option<Timestamp>,

    /// Title of the book [default: the design's]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub title: Option<String>,

    /// Subtitle; {count} in it becomes the number of puzzles [default: the design's]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub subtitle: Option<String>,

    /// Series that the book belongs to [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub series: Option<String>,

    /// Number of the book in its series, or of its first volume [default: none, several volumes count
    /// from 1]
    #[cfg_attr(feature = "program", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "program", arg(value_parser = value_parser!(u16).range(1..=9_999).try_map(NonZeroU16::try_from)))]
    pub volume_number: Option<NonZeroU16>,

    /// Author, for the title page [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub author: Option<String>,

    /// Other titles by the author, for the part also-by, which comes last without --parts: "Drizzle; Downpour"
    /// [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TITLES", value_parser = text))]
    pub also_by: Option<String>,

    /// A line for the copyright page, such as "First edition 2026" [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "TEXT", value_parser = text))]
    pub edition: Option<String>,

    /// Address of a web page, with its https, as a QR code: on the page that opens the answers
    /// (the part qr), and on the back of the cover [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "URL"))]
    pub qr: Option<QrUrl>,

    /// Parts of the book, in order: title,copyright,puzzles,answers [default: the design's]
    #[cfg_attr(feature = "program", arg(long, value_name = "PART,...", value_delimiter = ','))]
    pub parts: Option<Vec<String>>,

    /// Day of the first puzzle, for a design with a date on each [default: none, weeks are counted]
    #[cfg_attr(feature = "program", arg(long, value_name = "YYYY-MM-DD", value_parser = date))]
    pub first_day: Option<Date>,

    /// Order of the puzzles: by level, or as given in the files, in one chapter of all levels,
    /// whatever --turns or the design say [default: level]
    #[cfg_attr(feature = "program", arg(long))]
    pub order: Option<PuzzleOrder>,

    /// Where the answers are; several sheets have theirs at the end, all together [default: the
    /// design's]
    #[cfg_attr(feature = "program", arg(long, ignore_case = true))]
    pub answers: Option<Answers>,

    /// Number of sheets with the same puzzles, each sheet with other disguises of them, so that neighbours
    /// cannot copy
    #[cfg_attr(feature = "program", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "program", arg(value_parser = value_parser!(u16).range(2..=1_000).try_map(NonZeroU16::try_from)))]
    pub sheets: Option<NonZeroU16>,

    /// Fill a book that is too thin for the printer with pages for notes
    #[cfg_attr(feature = "program", arg(long, help_heading = "Printer"))]
    pub fill_pages: bool,

    /// Fill a book of one volume with pages for notes up to this number of pages; `run --pages N
    /// --fill-pages` does [default: none]
    #[cfg_attr(feature = "program", arg(long, value_name = "N", help_heading = "Printer"))]
    #[cfg_attr(feature = "program", arg(value_parser = value_parser!(u16).range(1..=5_000).try_map(NonZeroU16::try_from)))]
    pub fill_to: Option<NonZeroU16>,

    /// A tab for each level at the outer edge of its pages, which bleed, for a printer that takes such pages
    #[cfg_attr(feature = "program", arg(long, help_heading = "Printer"))]
    pub tabs: bool,

    /// What else the copyright page says.
    #[cfg_attr(feature = "program", command(flatten))]
    pub colophon: Colophon,
}

/// A text of a setting, which has at least one character.
///
/// # Errors
/// With what was expected.
pub fn text(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        true => {
            Err("expected a text, found an empty one; leave the flag out for the default"
                .to_owned())
        }
        false => Ok(text.to_owned()),
    }
}

/// A date as it is written in settings: `2026-11-20`.
///
/// # Errors
/// With what was expected.
pub fn date(text: &str) -> Result<Date, String> {
    let date = Date::strptime("%Y-%m-%d", text).ok().filter(|date| date.to_string() == text);
    date.ok_or_else(|| format!("expected a date such as 2026-11-20, found {text:?}"))
}

impl Imprint {
    /// Where the answers are, if that is not left to the design.
    pub(in crate::book) fn answers_at(&self) -> Option<Answers> {
        self.answers.or(self.sheets.map(|_| Answers::End))
    }

    /// The other titles of the author.
    pub(in crate::book) fn other_titles(&self) -> impl Iterator<Item = &str> {
        let titles = self.also_by.as_deref().unwrap_or_default().split(';');
        titles.map(str::trim).filter(|title| !title.is_empty())
    }

    /// The names of the flags whose values are of a language or, as an ISBN, of an edition in it, and whether they
    /// are set.
    pub fn of_language(&self) -> [(&'static str, bool); 7] {
        let of_page = &self.colophon;
        [
            ("title", self.title.is_some()),
            ("subtitle", self.subtitle.is_some()),
            ("series", self.series.is_some()),
            ("edition", self.edition.is_some()),
            ("also-by", self.also_by.is_some()),
            ("credits", of_page.credits.is_some()),
            ("isbn", !of_page.isbn.is_empty()),
        ]
    }

    /// The lines of the user, each with what it is.
    pub(in crate::book) fn lines(&mut self) -> [(&'static str, &mut Option<String>); 10] {
        let colophon = &mut self.colophon;
        [
            ("title", &mut self.title),
            ("subtitle", &mut self.subtitle),
            ("series", &mut self.series),
            ("author", &mut self.author),
            ("other titles", &mut self.also_by),
            ("edition", &mut self.edition),
            ("publisher", &mut colophon.publisher),
            ("copyright", &mut colophon.copyright),
            ("credits", &mut colophon.credits),
            ("website", &mut colophon.website),
        ]
    }

    /// With the quotation marks and apostrophes of the language in all lines of the user but the address.
    pub(in crate::book) fn typeset(&self) -> Self {
        let mut set = self.clone();
        for (_, line) in set.lines().into_iter().filter(|(what, _)| *what != "website") {
            *line = line.as_deref().map(|line| typographic(line, &self.language));
        }
        set
    }
}
