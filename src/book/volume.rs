//! A volume: a complete book with everything needed to lay out its pages. It never changes after it is
//! made.

use crate::book::deck::Deck;
use crate::book::design::{Label, Running, date_of, weekday};
use crate::book::draw::GridStyle;
use crate::book::insight::Lesson;
use crate::book::isbn::Isbn;
use crate::book::language::BETWEEN;
use crate::book::minutes::typical_minutes;
use crate::book::pagination::{Leaf, Pagination};
use crate::book::setup::{Grids, PageSetup};
use crate::human::grade::Rating;
use crate::human::ladder::{Ladder, Rung};
use crate::human::logic::Technique;
use crate::printers::Pdfx;
use crate::printers::terms::Terms;
use crate::sudoku::puzzle::Puzzle;
use crate::words::say;
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::BTreeSet;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// What the puzzles of a section have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) enum Theme {
    /// Their level or band.
    Level(Rung),
    /// The month of their dates, by its first day.
    Month(Date),
    /// They need this technique, and nothing harder.
    Technique(Technique),
    /// They are on one sheet; other sheets have equivalent ones.
    Sheet(usize),
    /// Nothing: levels alternate.
    Mixed,
}

/// A group of puzzles of one volume, such as those of a level.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Span {
    pub theme: Theme,
    /// The puzzles, counted from 0 in the volume.
    pub puzzles: Range<usize>,
    /// The number of the volume in which the level began, if that is an earlier one.
    pub continued_from: Option<usize>,
    /// Minimum and maximum number of givens.
    pub givens: (usize, usize),
    /// Minimum number of givens in any row or column.
    pub row_col_min: usize,
}

/// The side of a leaf.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Side {
    /// A right-hand page, bound at its left.
    Recto,
    /// A left-hand page, bound at its right.
    Verso,
}

/// A book, or a separately bound part of it, with a title page and answers of its own.
#[derive(Clone, Debug)]
pub struct Volume {
    pub(in crate::book) setup: Arc<PageSetup>,
    pub(in crate::book) title: String,
    /// The place of this volume among the volumes of the book, from 1, and the number of these.
    pub(in crate::book) place: (usize, usize),
    pub(in crate::book) deck: Arc<Deck>,
    /// Its puzzles, counted from 0 through all volumes.
    pub(in crate::book) range: Range<usize>,
    pub(in crate::book) sections: Vec<Span>,
    /// The techniques that are explained.
    pub(in crate::book) lessons: Vec<Lesson>,
    /// In a course, the step of each puzzle at which its technique is first needed, from 1.
    pub(in crate::book) needed_at: Vec<usize>,
    /// The parts in the list of the book, a page of each.
    pub(in crate::book) parts: Arc<[Leaf]>,
    pub(in crate::book) pagination: Pagination,
    /// The pages of the answers, if they are in a file of their own.
    pub(in crate::book) answers_apart: Option<Pagination>,
    pub(in crate::book) terms: Option<Terms>,
    /// Whether its pages have tabs, and bleed.
    pub(in crate::book) tabs: bool,
    /// The standard of PDF/X that the files of this volume follow, and the date that they state.
    pub(in crate::book) pdfx: Option<(Pdfx, Option<Timestamp>)>,
}

/// What its pages share with those of the other volumes.
impl Deref for Volume {
    type Target = PageSetup;

    fn deref(&self) -> &PageSetup {
        &self.setup
    }
}

impl Theme {
    /// The technique that is taught.
    pub fn technique(self) -> Option<Technique> {
        match self {
            Self::Technique(technique) => Some(technique),
            _ => None,
        }
    }

    /// Whether a page may open such a section.
    pub fn has_opener(self) -> bool {
        matches!(self, Self::Level(_) | Self::Month(_) | Self::Technique(_))
    }

    /// Whether it is a sheet of a class.
    pub fn is_sheet(self) -> bool {
        matches!(self, Self::Sheet(_))
    }
}

impl Volume {
    /// Number of pages: even, unless the printer allows odd numbers.
    pub fn page_count(&self) -> usize {
        self.pagination.pages.len()
    }

    /// The answers alone, if they are in a file of their own. They name the pages of this volume.
    pub fn answers(&self) -> Option<Self> {
        let pagination = self.answers_apart.clone()?;
        Some(Self { pagination, answers_apart: None, ..self.clone() })
    }

    /// How much larger its pages are than the trim: at the binding, and at each other edge, in points.
    pub fn bleed(&self) -> (f64, f64) {
        let terms = self.terms.as_ref().filter(|_| self.tabs);
        terms.and_then(Terms::bleed).unwrap_or_default()
    }

    /// Number of pages before page 1, which have roman numbers.
    pub fn front_matter(&self) -> usize {
        self.pagination.front
    }

    /// The number of this volume: in its series, or from 1.
    pub fn volume_number(&self) -> usize {
        let first = self.imprint.volume_number.map_or(1, |number| usize::from(number.get()));
        first + self.place.0 - 1
    }

    /// Inside margin, in points.
    pub fn inside(&self) -> f64 {
        self.area.inside
    }

    /// Outside margin, in points.
    pub fn outside(&self) -> f64 {
        self.area.outside
    }

    /// Side length of a puzzle's cell, in points.
    pub fn cell(&self) -> f64 {
        self.puzzle_page.grids.grid.cell
    }

    /// Number of puzzles and number of answers on a full page.
    pub fn per_page(&self) -> (usize, usize) {
        (self.puzzle_page.grids.len(), self.answer_page.as_ref().map_or(0, Grids::len))
    }

    /// Number of puzzles.
    pub fn puzzle_count(&self) -> usize {
        self.range.len()
    }

    /// The number of its first puzzle.
    pub fn first_number(&self) -> usize {
        self.number(0)
    }

    /// The number of its last puzzle.
    pub fn last_number(&self) -> usize {
        self.number(self.range.len() - 1)
    }

    /// The title, with the number of the volume if it has one.
    pub fn full_title(&self) -> String {
        match self.numbered() {
            None => self.title.clone(),
            Some(number) => format!("{}, {}", self.title, self.language.volume(number)),
        }
    }

    /// The author.
    pub fn author(&self) -> Option<&str> {
        self.imprint.author.as_deref()
    }

    /// The series.
    pub fn series(&self) -> Option<&str> {
        let series = self.imprint.series.as_deref().map(str::trim);
        series.filter(|series| !series.is_empty())
    }

    /// The ISBN of this volume.
    pub fn isbn(&self) -> Option<&Isbn> {
        self.imprint.colophon.isbn.get(self.place.0 - 1)
    }

    /// The number of this volume, if it is printed: in a series, or where there are several volumes.
    pub(in crate::book) fn numbered(&self) -> Option<usize> {
        let is_numbered = self.place.1 > 1 || self.imprint.volume_number.is_some();
        is_numbered.then(|| self.volume_number())
    }

    /// The series and the number of the volume, in one line; `None` if there is neither.
    pub(in crate::book) fn series_line(&self) -> Option<String> {
        let volume = self.numbered().map(|number| self.language.volume(number));
        let parts = self.series().map(str::to_owned).into_iter().chain(volume);
        Some(parts.collect::<Vec<_>>().join(BETWEEN)).filter(|line| !line.is_empty())
    }

    /// The title on the spine, with series and number if there are any: `The Quiet Hour  ·  Rainy Days 2`.
    pub(in crate::book) fn spine_title(&self) -> String {
        let Some(series) = self.series().filter(|series| *series != self.title) else {
            return self.full_title();
        };
        let number = self.numbered().map_or_else(String::new, |number| format!("\u{a0}{number}"));
        format!("{}{BETWEEN}{series}{number}", self.title)
    }

    /// The subtitle.
    pub(in crate::book) fn subtitle(&self) -> String {
        self.design.subtitle_of(&self.imprint, self.range.len())
    }

    /// The printed number of a puzzle.
    pub(in crate::book) fn number(&self, puzzle: usize) -> usize {
        let first = self.imprint.first_number.map_or(1, |first| first.get() as usize);
        // Each sheet of a class has the numbers of the first one.
        let here = |span: &&Span| span.puzzles.contains(&puzzle);
        let sheet = self.sections.iter().find(here).filter(|span| span.theme.is_sheet());
        sheet
            .map_or(first + self.range.start + puzzle, |sheet| first + puzzle - sheet.puzzles.start)
    }

    /// The printed numbers of the first and the last puzzle of a range.
    pub(in crate::book) fn numbers(&self, puzzles: Range<usize>) -> (usize, usize) {
        (self.number(puzzles.start), self.number(puzzles.end - 1))
    }

    /// The printed numbers of the puzzles of a page, as the head of a page has them.
    pub(in crate::book) fn range(&self, leaf: &Leaf) -> String {
        let (first, last) = self.numbers(leaf.puzzles());
        self.language.range(first, last)
    }
}

impl Volume {
    /// The levels of its puzzles, easiest first.
    pub fn levels_present(&self) -> Vec<Rung> {
        let levels: BTreeSet<Rung> = (0..self.range.len()).map(|i| self.level(i)).collect();
        levels.into_iter().collect()
    }

    /// A puzzle, counted from 0.
    pub(in crate::book) fn puzzle(&self, puzzle: usize) -> Puzzle {
        self.deck.puzzle(self.range.start + puzzle)
    }

    /// The level or band of a puzzle.
    pub(in crate::book) fn level(&self, puzzle: usize) -> Rung {
        self.deck.level(self.range.start + puzzle)
    }

    /// The rating of a puzzle, where it is known.
    pub(in crate::book) fn rating(&self, puzzle: usize) -> Option<Rating> {
        self.deck.rating(self.range.start + puzzle)
    }

    /// The puzzles of a level or band.
    pub(in crate::book) fn of_level(&self, level: Rung) -> impl Iterator<Item = usize> {
        (0..self.range.len()).filter(move |&puzzle| self.level(puzzle) == level)
    }

    /// What a reader is told of a level or band: a sentence, and for a band the minutes that its puzzles take.
    pub(in crate::book) fn promise(&self, level: Rung) -> String {
        let typical = typical_minutes(self.of_level(level).map(|puzzle| self.rating(puzzle)));
        self.language.level_promise(level, typical)
    }

    /// The ladder of its levels or bands.
    pub(in crate::book) fn ladder(&self) -> Ladder {
        self.level(0).ladder()
    }

    /// Whether the volume contains the answers of its puzzles.
    pub(in crate::book) fn has_answers(&self) -> bool {
        self.pagination.answer_page(0).is_some() || self.puzzle_page.below.is_some()
    }

    /// The measures of the grid of an answer.
    pub(in crate::book) fn answer_grid(&self) -> GridStyle {
        let below = self.puzzle_page.below.as_ref().map(|below| below.grids.grid);
        let apart = self.answer_page.as_ref().map(|page| page.grid);
        below.or(apart).unwrap_or(self.puzzle_page.grids.grid)
    }

    /// The measures of the grid of an answer of the page before.
    pub(in crate::book) fn last_grid(&self) -> GridStyle {
        self.puzzle_page.last.as_ref().map_or(self.answer_grid(), |last| last.grids.grid)
    }

    /// The date of a puzzle, in a book with dates. The first puzzle of the first volume has the first day.
    pub(in crate::book) fn date(&self, puzzle: usize) -> Option<Date> {
        let first = self.imprint.first_day.filter(|_| self.design.puzzle.label == Label::Date)?;
        date_of(first, self.range.start + puzzle)
    }

    /// What a large day says of a puzzle: figures, weekday, and month or week.
    pub(in crate::book) fn large_day(&self, puzzle: usize) -> [String; 3] {
        let (language, count) = (&self.language, self.range.start + puzzle);
        let of_week = |day: usize| language.list("days.weekdays")[day].to_owned();
        match self.date(puzzle) {
            Some(date) => [date.day().to_string(), of_week(weekday(date)), language.month(date)],
            // A day without a date has no figures.
            None => {
                let week = say!(language, "days.iso_week", week = count / 7 + 1);
                [String::new(), of_week(count % 7), week]
            }
        }
    }

    /// The date of a page of puzzles that has one date for all of them.
    pub(in crate::book) fn page_date(&self, leaf: &Leaf) -> Option<Date> {
        let pages =
            (self.range.start + leaf.puzzles().start).div_ceil(self.puzzle_page.grids.len());
        date_of(self.imprint.first_day?, pages)
    }

    /// Whether its pages have numbers.
    pub(in crate::book) fn has_folios(&self) -> bool {
        self.design.running != Running::None
    }

    /// The date or weekday printed with a puzzle.
    pub(in crate::book) fn day(&self, puzzle: usize) -> String {
        let count = self.range.start + puzzle;
        match self.date(puzzle) {
            Some(date) => self.language.day(date),
            None => self.language.week_day(count / 7 + 1, count % 7),
        }
    }

    /// The date printed with an answer, in a book with dates: without its year.
    pub(in crate::book) fn short_day(&self, puzzle: usize) -> Option<String> {
        Some(self.language.short_day(self.date(puzzle)?))
    }

    /// The months of some puzzles, in a book with dates.
    pub(in crate::book) fn months(&self, puzzles: Range<usize>) -> Vec<String> {
        let mut months: Vec<_> =
            puzzles.filter_map(|n| self.date(n)).map(|date| self.language.month(date)).collect();
        months.dedup();
        months
    }

    /// The ISO weeks of some puzzles, if the design prints them.
    pub(in crate::book) fn iso_weeks(&self, puzzles: Range<usize>) -> Vec<String> {
        let puzzles = puzzles.filter(|_| self.design.puzzle.iso_weeks);
        let weeks = puzzles.filter_map(|n| Some(self.date(n)?.iso_week_date().week()));
        let mut weeks: Vec<_> = weeks
            .map(|week| say!(self.language, "days.iso_week", week = week.unsigned_abs()))
            .collect();
        weeks.dedup();
        weeks
    }

    /// The name of a section.
    pub(in crate::book) fn section_name(&self, section: usize) -> Option<String> {
        match self.sections[section].theme {
            Theme::Level(level) => Some(self.language.level_name(level).to_owned()),
            Theme::Month(date) => Some(self.language.month(date)),
            Theme::Technique(technique) => Some(self.language.technique(technique).to_owned()),
            Theme::Sheet(number) => Some(say!(self.language, "puzzles.version", number)),
            Theme::Mixed => None,
        }
    }

    /// Returns the name of sheets of a class, by the first and the last of their sections. `None`
    /// for other sections.
    pub(in crate::book) fn versions(&self, first: usize, last: usize) -> Option<String> {
        let number = |section: usize| match self.sections[section].theme {
            Theme::Sheet(number) => Some(number),
            _ => None,
        };
        let (from, to) = (number(first)?, number(last)?);
        match from == to {
            true => self.section_name(first),
            false => Some(say!(self.language, "puzzles.versions", first = from, last = to)),
        }
    }

    /// The side of a page. All pages of an unbound book count as right-hand pages.
    pub(in crate::book) fn side(&self, index: usize) -> Side {
        if index.is_multiple_of(2) || !self.design.bound { Side::Recto } else { Side::Verso }
    }

    /// Distance of a page's live area from the left edge.
    pub(in crate::book) fn live_left(&self, index: usize) -> f64 {
        match self.side(index) {
            Side::Recto => self.area.inside,
            Side::Verso => self.area.outside,
        }
    }
}
