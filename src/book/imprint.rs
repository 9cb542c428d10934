//! The input of a book: its puzzles, and the texts about itself.

use crate::book::isbn::Isbn;
use crate::book::language::Language;
use crate::book::typesetting::{Face, Manuscript, typographic};
use crate::human::grade::Rating;
use crate::human::ladder::Rung;
use crate::printers::Pdfx;
use crate::sudoku::puzzle::Puzzle;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};

/// Puzzles of one level or band, in the order of the book. Puzzle numbers start at 1, or at
/// [`Imprint::first_number`], and run through all sections and volumes.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level or band of all its puzzles.
    pub rung: Rung,
    /// The puzzles in the order of the book.
    pub puzzles: Vec<Puzzle>,
    /// The rating of each puzzle, in the same order; empty where the puzzles are not rated.
    pub ratings: Vec<Rating>,
}

impl Section {
    /// Puzzles without ratings.
    pub fn new(rung: impl Into<Rung>, puzzles: Vec<Puzzle>) -> Self {
        let rung = rung.into();
        Self { rung, puzzles, ratings: Vec::new() }
    }

    /// Sorts its puzzles by rising load, if they are rated. Those of the same load stay in their order.
    pub fn sort_by_load(&mut self) {
        let ratings = self.ratings.iter().copied();
        let mut rated: Vec<_> = ratings.zip(self.puzzles.iter().copied()).collect();
        if rated.len() == self.puzzles.len() {
            rated.sort_by(|(a, _), (b, _)| a.load.0.total_cmp(&b.load.0));
            (self.ratings, self.puzzles) = rated.into_iter().unzip();
        }
    }
}

/// What the copyright page says of publisher and rights. The seed is not among it: who knows the seed can
/// make the book again. Only what is set is written into a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Colophon {
    /// The ISBN of each volume; empty if they have none. Where the printer wants it, a barcode of it is on the
    /// cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub isbn: Vec<Isbn>,
    /// The publisher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// Year and holder of the rights, such as `© 2027 A. Author`. With it the page reserves all rights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    /// Who has done what; each line is a line of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<String>,
    /// Where to find the publisher or the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// Whether the page names the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub made_with: bool,
}

named! {
    /// Where the answers of a book are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The texts, language and fonts of a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imprint {
    /// The language of all texts that the program supplies.
    pub language: Language,
    /// Fonts of the user, of which at most three are used. The first sets the title. All serve, in this
    /// order, for characters that the design's fonts lack.
    pub fonts: Vec<Face>,
    /// The title; `None` uses the template's or else the language's.
    pub title: Option<String>,
    /// The subtitle, in which `{count}` stands for the number of puzzles; `None` uses the template's or
    /// else the language's.
    pub subtitle: Option<String>,
    /// The series to which the book belongs.
    pub series: Option<String>,
    /// The number of the book's first volume in its series. Without one, volumes are numbered where there
    /// are several.
    pub volume_number: Option<NonZeroU16>,
    /// The printed number of the first puzzle; `None` is 1.
    pub first_number: Option<NonZeroU32>,
    /// The author, for the title page.
    pub author: Option<String>,
    /// A line for the copyright page, such as `First edition 2026`.
    pub edition: Option<String>,
    /// What else the copyright page says.
    pub colophon: Colophon,
    /// The parts of the book in order; `None` uses the template's.
    pub parts: Option<Vec<String>>,
    /// Texts of the user, by the name of the part that they are or replace.
    pub texts: BTreeMap<String, Manuscript>,
    /// Other titles of the author, separated by semicolons.
    pub also_by: Option<String>,
    /// The date of the first puzzle, for designs that print a date on each.
    pub first_day: Option<Date>,
    /// Where the answers are; `None` leaves them where the template has them.
    pub answers: Option<Answers>,
    /// The number of sheets that have the same puzzles, each in another disguise. The answers are then at
    /// the end if nothing else is asked for, a page for each sheet.
    pub sheets: Option<NonZeroU16>,
    /// The standard of PDF/X that the files follow; `None` uses the printer's, if it has one.
    pub pdfx: Option<Pdfx>,
    /// The date that PDF/X files state as their own; `None` uses a fixed one, so that the same book has
    /// the same bytes.
    pub dated: Option<Timestamp>,
    /// Whether pages for notes are added to a volume that has fewer pages than the printer binds.
    pub fill_pages: bool,
}

impl Imprint {
    /// Where the answers are, if that is not left to the template.
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
