//! A volume: a complete book with everything that its pages need. It does not change after its
//! creation.

mod dates;
mod numbering;
mod titles;

use crate::draw::StarCounts;
use crate::layout::pagination::{PageSlot, Pagination};
use crate::model::part::PartName;
use crate::model::setup::{GridAside, PuzzlePage};
use crate::model::symbols::PuzzleSymbols;
use crate::model::walkthrough::Walkthrough;
use crate::model::{
    GridLayout, Isbn, Lesson, LiveArea, MinuteRange, Openers, PageSetup, PuzzleSequence,
    RunningTextPlace,
};
use crate::text::language::Language;
use crate::text::manuscript::typographic;
use explain::text;
use explainer::Rating;
use grid::{AnyPuzzle, GridShape};
use human::{Ladder, Rung, StepKind, Technique};
use jiff::Timestamp;
use jiff::civil::Date;
use page::{Area, DrawOp, Point, SymbolSet};
use preflight::{Medium, Pdfx, PrintSpec};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use dates::VolumeDates;
pub use numbering::PrintedNumbers;
pub(crate) use numbering::volume_number;
pub(crate) use titles::MAX_TITLES_CHARS;
pub use titles::VolumeTitles;

/// The sign between the title of a puzzle and its date. No line ends with it.
pub const BEFORE_DATE: &str = " ·";

/// The ages from which children can solve puzzles of 4 x 4 cells and larger ones.
const MIN_AGE_SMALLEST: usize = 4;
const MIN_AGE: usize = 6;
/// The number of years after the minimum age for which a book for children serves.
const YEARS_OF_USE: usize = 4;

/// The common property of the puzzles of a chapter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChapterKind {
    /// The level or band.
    Level(Rung),
    /// The month of the dates, by its first day.
    Month(Date),
    /// The hardest technique.
    Technique(Technique),
    /// The test at the end of a course, whose puzzles need the techniques of all chapters.
    Test,
    /// The sheet, by its number. Other sheets have equivalent puzzles.
    Sheet(usize),
    /// Puzzles of mixed levels, which take turns.
    Mixed,
}

/// The puzzles of one volume that belong to one chapter of the book.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeChapter {
    pub kind: ChapterKind,
    /// The puzzles, counted from 0 in the volume.
    pub puzzles: Range<usize>,
    /// The number of the previous volume, if the chapter began there or earlier.
    pub continued_from: Option<usize>,
    /// The place of the heading.
    pub opener: Openers,
}

/// A page to which a reader may want to go: the first of a part, or of a chapter of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumePlace {
    /// The page, counted from 0.
    pub page: usize,
    /// The name of the part.
    pub part: &'static str,
    /// The name of the chapter; `None` for another part, and if levels take turns.
    pub chapter: Option<String>,
}

/// The side of a leaf.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PageSide {
    /// A right-hand page, bound at its left.
    Recto,
    /// A left-hand page, bound at its right.
    Verso,
}

/// A puzzle on a page of a volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedPuzzle {
    /// The printed number. The sheets of a class repeat it.
    pub number: usize,
    /// The identifier, if it is known.
    pub id: Option<String>,
    /// The page, counted from 0.
    pub page: usize,
}

/// A puzzle at its place on a page.
#[derive(Clone, Debug)]
pub struct PlacedPuzzle {
    /// The grid with its caption, in points from the top left corner of the page.
    pub area: Area,
    /// The level or band.
    pub rung: Rung,
    /// The number of givens.
    pub givens: usize,
    /// The usual range of minutes, if the puzzle is rated.
    pub minutes: Option<MinuteRange>,
    /// The signs that solve it, in its empty cells.
    pub solution: Vec<DrawOp>,
}

/// A book, or a separately bound part of it, with a title page and answers of its own.
#[derive(Clone, Debug)]
pub struct Volume {
    /// The arrangement that its pages share with those of the other volumes.
    pub setup: Arc<PageSetup>,
    /// The titles.
    pub titles: VolumeTitles,
    /// The printed numbers.
    pub numbering: PrintedNumbers,
    /// The days of its puzzles.
    pub dates: VolumeDates,
    /// The position of this volume in the book, from 1, and the number of volumes.
    pub(crate) position: (usize, usize),
    pub(crate) sequence: Arc<PuzzleSequence>,
    /// The type size of the titles of puzzles beside their numbers, in points.
    pub(crate) title_size: f64,
    /// The puzzles, counted from 0 through all volumes.
    pub(crate) puzzles: Range<usize>,
    pub(crate) chapters: Vec<VolumeChapter>,
    /// The lessons on techniques.
    pub lessons: Vec<Lesson>,
    /// The puzzles that are solved step by step.
    pub(crate) walkthroughs: Vec<Walkthrough>,
    /// The parts in the list of the book, each as a page.
    pub(crate) parts: Arc<[PageSlot]>,
    /// Its pages, each with its part.
    pub pagination: Pagination,
    /// The pages of the answers, if they are a separate file.
    pub(crate) separate_answers: Option<Pagination>,
    /// True if the pages are those of the separate answers.
    pub(crate) is_answers_file: bool,
    /// True if the pages have tabs, and therefore bleed.
    pub spec: Option<PrintSpec>,
    pub(crate) tabs: bool,
    /// The standard of PDF/X that the files follow, and the date that they state.
    pub pdfx: Option<(Pdfx, Option<Timestamp>)>,
}

impl ChapterKind {
    /// Returns the technique that the chapter teaches.
    pub fn technique(self) -> Option<Technique> {
        match self {
            Self::Technique(technique) => Some(technique),
            _ => None,
        }
    }

    /// Returns the shape of all puzzles of a level; `None` for other chapters.
    pub fn shape(self) -> Option<GridShape> {
        match self {
            Self::Level(level) => Some(level.shape()),
            _ => None,
        }
    }

    /// Returns true if a page may open such a chapter.
    pub fn has_opener(self) -> bool {
        matches!(self, Self::Level(_) | Self::Month(_) | Self::Technique(_) | Self::Test)
    }

    /// Returns true for a sheet of a class.
    pub fn is_sheet(self) -> bool {
        matches!(self, Self::Sheet(_))
    }
}

impl Volume {
    /// Returns the number of pages: even, unless the printer allows odd numbers.
    pub fn page_count(&self) -> usize {
        self.pagination.pages.len()
    }

    /// Returns the printed number of a page, counted from 0: roman before page 1.
    pub fn folio(&self, page: usize) -> String {
        self.pagination.folio(page)
    }

    /// Returns the first page of each part and of each chapter of puzzles.
    pub fn places(&self) -> Vec<VolumePlace> {
        let mut places = Vec::new();
        let mut before = None;
        for (page, slot) in self.pagination.pages.iter().enumerate() {
            let mut chapters = vec![None];
            if slot.part == PartName::Puzzles {
                chapters = self.chapters_on(slot).map(Some).collect();
            }
            for chapter in chapters {
                if before != Some((slot.part, chapter)) {
                    before = Some((slot.part, chapter));
                    let chapter = chapter.and_then(|chapter| self.chapter_name(chapter));
                    places.push(VolumePlace { page, part: slot.part.name(), chapter });
                }
            }
        }
        places
    }

    /// Returns the answers as a volume, if they are a separate file. They name the pages of this
    /// volume.
    pub fn answers(&self) -> Option<Self> {
        let pagination = self.separate_answers.clone()?;
        let separate_answers = None;
        Some(Self { pagination, separate_answers, is_answers_file: true, ..self.clone() })
    }

    /// Returns the bleed at the binding, and at each other edge, in points.
    pub fn bleed(&self) -> (f64, f64) {
        let spec = self.spec.as_ref().filter(|_| self.tabs);
        spec.and_then(PrintSpec::bleed).unwrap_or_default()
    }

    /// Returns the number of pages before page 1, which have roman numbers.
    pub fn front_matter(&self) -> usize {
        self.pagination.front
    }

    /// Returns the outside margin, in points.
    pub fn outside_margin(&self) -> f64 {
        self.setup.area.outside
    }

    /// Returns the side length of a cell of the largest puzzles, in points.
    pub fn cell_size(&self) -> f64 {
        let shape = self.largest_shape();
        self.setup.puzzle_pages.of_shape(shape).grids.grid.in_shape(shape).cell
    }

    /// Returns the side length of the largest puzzles, between the middles of their frames, in
    /// points.
    pub(crate) fn grid_size(&self) -> f64 {
        self.largest_shape().side() as f64 * self.cell_size()
    }

    /// Returns the shape of the largest puzzles.
    fn largest_shape(&self) -> GridShape {
        self.setup.shapes.last().copied().unwrap_or_default()
    }

    /// Returns the side of the frame of a puzzle, between its outer edges, in points.
    pub(crate) fn frame_side(&self, puzzle: usize) -> f64 {
        self.setup.puzzle_pages.of_shape(self.shape(puzzle)).grids.grid.outer()
    }

    /// Returns the numbers of the largest puzzles and of answers on a full page.
    pub fn grids_per_page(&self) -> (usize, usize) {
        let shape = self.largest_shape();
        let answers = match &self.setup.answer_pages {
            Some(pages) => pages.of_shape(shape).len(),
            None => 0,
        };
        (self.setup.puzzle_pages.of_shape(shape).grids.len(), answers)
    }

    /// Returns the number of puzzles.
    pub fn puzzle_count(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns the puzzles with their pages, in the order of the pages.
    pub fn printed_puzzles(&self) -> Vec<PrintedPuzzle> {
        let mut printed = Vec::new();
        for (page, slot) in self.pagination.pages.iter().enumerate() {
            if slot.part != PartName::Puzzles {
                continue;
            }
            for puzzle in slot.puzzles() {
                let id = self.sequence.id(self.puzzles.start + puzzle);
                let number = self.numbering.number(puzzle);
                printed.push(PrintedPuzzle { number, id: id.map(str::to_owned), page });
            }
        }
        printed
    }

    /// Returns the puzzles of a page, counted from 0, at their places and in the order of
    /// [`Self::printed_puzzles`].
    pub fn placed_puzzles(&self, page: usize) -> Vec<PlacedPuzzle> {
        let slot = &self.pagination.pages[page];
        if slot.part != PartName::Puzzles {
            return Vec::new();
        }
        let grids = self.puzzle_grids(slot);
        let (outer, caption) = (grids.grid.outer(), grids.caption);
        let pen = (self.live_left(page), self.area(slot).top);
        let face = self.setup.figures().regular.first();
        let mut placed = Vec::new();
        for ((left, top), index) in self.puzzle_places(slot, self.side(page), pen) {
            let puzzle = self.puzzle(index);
            let (givens, answer) = (puzzle.givens(), puzzle.solution());
            let found = answer.filled().filter(|(cell, _)| givens.digit(*cell).is_none());
            let mut solution = Vec::new();
            let grid = grids.grid.in_shape(givens.shape());
            grid.draw_signs(&mut solution, (left, top), face, self.symbols(index), found);
            placed.push(PlacedPuzzle {
                area: Area { left, top: top - caption, width: outer, height: caption + outer },
                rung: self.level(index),
                givens: puzzle.givens_count(),
                minutes: self.rating(index).map(|rating| MinuteRange::around(rating.seconds)),
                solution,
            });
        }
        placed
    }

    /// Returns the number of pages of the part with this name.
    pub fn pages_of_part(&self, name: &str) -> usize {
        self.pagination.pages.iter().filter(|slot| slot.part.name() == name).count()
    }

    /// Returns true if it has a page of the part with this name.
    pub fn has_part(&self, name: &str) -> bool {
        self.pages_of_part(name) > 0
    }

    /// Returns true if the user or the design sets the subtitle.
    pub fn has_chosen_subtitle(&self) -> bool {
        self.setup.design.has_own_subtitle(&self.setup.options)
    }

    /// Returns the author.
    pub fn author(&self) -> Option<&str> {
        self.setup.options.author.as_deref()
    }

    /// Returns the ISBN of this volume.
    pub fn isbn(&self) -> Option<&Isbn> {
        self.setup.options.copyright_page.isbn.get(self.position.0 - 1)
    }

    /// Returns the printed number of the page with the lesson on a kind of step, if it has one.
    pub(crate) fn lesson_folio(&self, kind: StepKind) -> Option<String> {
        let is_lesson = |slot: &PageSlot| {
            [PartName::Techniques, PartName::Lesson].contains(&slot.part)
                && self.lessons[slot.nth()].kind == kind
        };
        self.pagination.pages.iter().position(is_lesson).map(|page| self.folio(page))
    }

    /// Returns the printed numbers of the puzzles of a page, for its head.
    pub(crate) fn number_range_text(&self, slot: &PageSlot) -> String {
        let (first, last) = self.numbering.numbers(slot.puzzles());
        self.setup.language.range(first, last)
    }

    /// Returns the levels or bands of the puzzles, easiest first.
    pub fn levels_present(&self) -> Vec<Rung> {
        let levels: BTreeSet<Rung> = (0..self.puzzles.len()).map(|i| self.level(i)).collect();
        levels.into_iter().collect()
    }

    /// Returns the age from which children can solve the smallest puzzles.
    pub fn min_age(&self) -> usize {
        let has_four = self.levels_present().iter().any(|level| level.shape() == GridShape::Four);
        if has_four { MIN_AGE_SMALLEST } else { MIN_AGE }
    }

    /// Returns the age up to which children like the puzzles.
    pub fn max_age(&self) -> usize {
        self.min_age() + YEARS_OF_USE
    }

    /// Returns the number of puzzles on the fullest page.
    pub fn most_on_a_page(&self) -> usize {
        let pages = self.pagination.pages.iter().filter(|slot| slot.part == PartName::Puzzles);
        pages.map(|slot| slot.puzzles().len()).max().unwrap_or(0)
    }

    /// Returns true if no grid has 9 x 9 cells.
    pub fn has_small_sizes_alone(&self) -> bool {
        self.levels_present().iter().all(|level| level.shape() != GridShape::Nine)
    }

    /// Returns a puzzle, counted from 0.
    pub fn puzzle(&self, puzzle: usize) -> AnyPuzzle {
        self.sequence.puzzle(self.puzzles.start + puzzle)
    }

    /// Returns the shape of a puzzle.
    pub fn shape(&self, puzzle: usize) -> GridShape {
        self.level(puzzle).shape()
    }

    /// Returns the signs in the cells of a puzzle; `None` for digits.
    pub fn symbols(&self, puzzle: usize) -> Option<&SymbolSet> {
        PuzzleSymbols::find(&self.setup.options.symbols, self.level(puzzle))
    }

    /// Returns the web address of a puzzle, if puzzles have addresses.
    pub(crate) fn puzzle_address(&self, puzzle: usize) -> Option<String> {
        let link = self.setup.options.puzzle_link.as_ref()?;
        let id = self.sequence.id(self.puzzles.start + puzzle);
        let number = self.numbering.number(puzzle) as u64;
        Some(link.address(&self.puzzle(puzzle).givens(), id, number))
    }

    /// Returns the title and the date of a puzzle as they are printed, if it has any. A date in a
    /// heading above the puzzle is left out.
    pub(crate) fn puzzle_title(&self, puzzle: usize) -> Option<String> {
        let title = self.sequence.title(self.puzzles.start + puzzle)?;
        let words = self.title_text(puzzle, &title.words);
        let date = self.title_text(puzzle, &title.date);
        let (Some(words), Some(mut date)) = (&words, date.clone()) else { return words.or(date) };
        if let Ok(day) = title.date.parse() {
            date = self.setup.language.sentence_date(day);
        }
        Some(format!("{words}{BEFORE_DATE} {date}"))
    }

    /// Returns the row of a file that has the title of a puzzle, as messages name it. Empty if the
    /// row is unknown.
    pub(crate) fn title_place(&self, puzzle: usize) -> &str {
        let placed = self.sequence.placed_title(self.puzzles.start + puzzle);
        placed.map_or("", |placed| &placed.place)
    }

    /// Returns the printed form of a title or a date: with the quotation marks of the language, or
    /// a day in its words. Returns `None` if there is none, or the day stands above the puzzle.
    fn title_text(&self, puzzle: usize, text: &str) -> Option<String> {
        let language = &self.setup.language;
        match text.parse::<Date>() {
            _ if text.is_empty() => None,
            Ok(date) if self.dates.heading_date(puzzle) == Some(date) => None,
            Ok(date) => Some(language.long_date(date)),
            Err(_) => Some(typographic(text, &language.quotes())),
        }
    }

    /// Returns the level or band of a puzzle.
    pub fn level(&self, puzzle: usize) -> Rung {
        self.sequence.level(self.puzzles.start + puzzle)
    }

    /// Returns the stars of a level. In a book for children that grows they go on through its
    /// stages, because each size begins with an easy level.
    pub(crate) fn stars(&self, level: Rung) -> StarCounts {
        if self.setup.design.keys.children && self.setup.shapes.len() > 1 {
            let stages = self.sequence.levels();
            let before = stages.iter().filter(|stage| **stage < level).count();
            return StarCounts { filled: before as u8 + 1, count: stages.len() as u8 };
        }
        StarCounts { filled: level.number(), count: self.sequence.star_count() }
    }

    /// Returns true if a chapter is the last one of the book.
    pub(crate) fn is_last_chapter(&self, chapter: usize) -> bool {
        let (number, count) = self.position;
        chapter + 1 == self.chapters.len() && number == count
    }

    /// Returns the rating of a puzzle, if it is known.
    pub(crate) fn rating(&self, puzzle: usize) -> Option<Rating> {
        self.sequence.rating(self.puzzles.start + puzzle)
    }

    /// Returns the hardest technique on the shortest way of a puzzle, if the puzzles are labelled
    /// so.
    pub(crate) fn technique(&self, puzzle: usize) -> Option<StepKind> {
        self.setup.techniques.get(self.puzzles.start + puzzle).copied().flatten()
    }

    /// Returns true if a puzzle is tricky for children: above the first level of its size, or of
    /// 9 x 9 cells in a book that begins with fewer.
    pub fn is_tricky(&self, puzzle: usize) -> bool {
        let (first, level) = (self.level(0), self.level(puzzle));
        let is_small_first = first.shape() != GridShape::Nine;
        level.number() > 1 || is_small_first && level.shape() == GridShape::Nine
    }

    /// Returns the puzzles of a level or band.
    pub fn puzzles_of_level(&self, level: Rung) -> impl Iterator<Item = usize> {
        (0..self.puzzles.len()).filter(move |&puzzle| self.level(puzzle) == level)
    }

    /// Returns the name of a level or band, with its size if the volume has small puzzles.
    pub(crate) fn level_title(&self, level: Rung) -> String {
        let language = &self.setup.language;
        if self.setup.shapes.len() > 1 {
            language.sized_level_name(level)
        } else {
            language.level_name(level).to_owned()
        }
    }

    /// Describes a level or band to the reader.
    pub(crate) fn level_promise(&self, level: Rung) -> String {
        self.setup.language.level_promise(level, None)
    }

    /// Returns the usual range of minutes of a level. Children and readers with low vision get no
    /// times.
    pub(crate) fn level_minutes(&self, level: Rung) -> Option<MinuteRange> {
        let keys = &self.setup.design.keys;
        if keys.children || keys.sizes.is_large_print() {
            return None;
        }
        let times = self.puzzles_of_level(level).map(|puzzle| Some(self.rating(puzzle)?.seconds));
        MinuteRange::typical(times)
    }

    /// Returns a line about the levels: their range, or for children their age and who helps them,
    /// because the names of their levels make no phrase.
    pub fn levels_line(&self) -> String {
        let language = &self.setup.language;
        if self.setup.design.keys.children {
            let age = text!(language, "front.children", age = self.min_age());
            return [age, language.text("front.fox").to_owned()].join(Language::BETWEEN);
        }
        language.levels_line(&self.levels_present())
    }

    /// Returns the ladder of the levels or bands.
    pub(crate) fn ladder(&self) -> Ladder {
        self.level(0).ladder()
    }

    /// Returns true if the volume contains the answers to its puzzles.
    pub(crate) fn has_answers(&self) -> bool {
        self.pagination.answer_page(0).is_some() || self.setup.puzzle_pages.classic.below.is_some()
    }

    /// Returns true if the pages have numbers.
    pub(crate) fn has_page_numbers(&self) -> bool {
        self.setup.design.keys.running != RunningTextPlace::None
    }

    /// Returns the name of a chapter; `None` if levels take turns.
    pub(crate) fn chapter_name(&self, section: usize) -> Option<String> {
        match self.chapters[section].kind {
            ChapterKind::Level(level) => Some(self.level_title(level)),
            ChapterKind::Month(date) => Some(self.setup.language.month(date)),
            ChapterKind::Technique(technique) => {
                Some(self.setup.language.technique(technique).to_owned())
            }
            ChapterKind::Test => Some(self.setup.language.text("course.test").to_owned()),
            ChapterKind::Sheet(number) => Some(match self.pupil(number) {
                Some(name) => name.to_owned(),
                None => text!(self.setup.language, "puzzles.version", number),
            }),
            ChapterKind::Mixed => None,
        }
    }

    /// Returns the name of the pupil of a sheet, counted from 1.
    pub(crate) fn pupil(&self, sheet: usize) -> Option<&str> {
        self.setup.options.names.get(sheet - 1).map(String::as_str)
    }

    /// Returns the chapters with puzzles on a page of puzzles.
    pub(crate) fn chapters_on(&self, slot: &PageSlot) -> Range<usize> {
        let end = slot.puzzles().end;
        let rest = self.chapters[slot.subject()..].iter();
        let chapters = rest.take_while(|chapter| chapter.puzzles.start < end).count();
        slot.subject()..slot.subject() + chapters
    }

    /// Returns the chapter whose heading is a line on a page of puzzles, if there is one.
    pub(crate) fn chapter_of_line(&self, slot: &PageSlot) -> Option<usize> {
        self.chapters_on(slot).find(|&index| {
            let chapter = &self.chapters[index];
            chapter.opener == Openers::Line && slot.puzzles().contains(&chapter.puzzles.start)
        })
    }

    /// Returns the number of places of a page before a heading on it. The heading begins a row.
    pub(crate) fn places_before_line(&self, slot: &PageSlot) -> Option<usize> {
        let chapter = &self.chapters[self.chapter_of_line(slot)?];
        let before = chapter.puzzles.start - slot.puzzles().start;
        Some(before.next_multiple_of(self.arrangement(slot).grids.column_count()))
    }

    /// Returns the arrangement of a page of puzzles.
    pub(crate) fn arrangement(&self, slot: &PageSlot) -> &PuzzlePage {
        self.setup.puzzle_pages.of_shape(self.shape(slot.puzzles().start))
    }

    /// Returns the grids of a page of puzzles.
    pub(crate) fn puzzle_grids(&self, slot: &PageSlot) -> &GridLayout {
        let page = self.arrangement(slot);
        let Some(places) = self.places_before_line(slot) else { return &page.grids };
        page.headed.get(places / page.grids.column_count()).unwrap_or(&page.grids)
    }

    /// Returns the corners of the grids of a page whose live area starts at this point, each with
    /// its puzzle.
    pub(crate) fn puzzle_places(
        &self,
        slot: &PageSlot,
        side: PageSide,
        mut corner: Point,
    ) -> Vec<(Point, usize)> {
        if let Some(aside) = self.aside(self.arrangement(slot), side) {
            // A column at the left moves the grids to the right.
            corner.0 += (-aside.left).max(0.0);
        }
        let mut corners: Vec<Point> = self.puzzle_grids(slot).on_page(corner).collect();
        if let (Some(places), Some(chapter)) =
            (self.places_before_line(slot), self.chapter_of_line(slot))
        {
            // The last row above the heading may have free places.
            let before = self.chapters[chapter].puzzles.start - slot.puzzles().start;
            corners.drain(before..places);
        }
        corners.into_iter().zip(slot.puzzles()).collect()
    }

    /// Returns the name of the sheets of a class from the first to the last of these chapters;
    /// `None` for other chapters.
    pub(crate) fn sheet_range_name(&self, first: usize, last: usize) -> Option<String> {
        let kinds = [first, last].map(|section| self.chapters[section].kind);
        let [ChapterKind::Sheet(from), ChapterKind::Sheet(to)] = kinds else { return None };
        if from == to {
            self.chapter_name(first)
        } else if self.pupil(from).is_some() {
            let ends = [first, last].map(|section| self.chapter_name(section).unwrap_or_default());
            Some(ends.join(Language::BETWEEN))
        } else {
            Some(text!(self.setup.language, "puzzles.versions", first = from, last = to))
        }
    }

    /// Returns the side of a page. All pages of an unbound book count as right-hand pages.
    pub(crate) fn side(&self, index: usize) -> PageSide {
        if index.is_multiple_of(2) || !self.setup.design.keys.bound {
            PageSide::Recto
        } else {
            PageSide::Verso
        }
    }

    /// Returns the live area of a page.
    pub(crate) fn area(&self, slot: &PageSlot) -> &LiveArea {
        match slot.part {
            PartName::Answers => &self.setup.answer_area,
            _ => &self.setup.area,
        }
    }

    /// Returns the distance of a page's live area from the left edge.
    pub(crate) fn live_left(&self, index: usize) -> f64 {
        let area = self.area(&self.pagination.pages[index]);
        match self.side(index) {
            PageSide::Recto => area.inside,
            PageSide::Verso => area.outside,
        }
    }

    /// Returns true if the pages are read on a screen.
    pub(crate) fn is_for_screen(&self) -> bool {
        matches!(&self.spec, Some(spec) if spec.medium() == Medium::Screen)
    }

    /// Returns the column beside each grid of a page: at the outer edge, away from the binding.
    pub(crate) fn aside(&self, page: &PuzzlePage, side: PageSide) -> Option<GridAside> {
        let aside = page.aside?;
        if side == PageSide::Verso && !self.is_for_screen() {
            return Some(aside.at_left(page.grids.grid.outer()));
        }
        Some(aside)
    }
}
