//! The parts of a book: a file a part, and the table of them. A part measures what it needs, assigns its pages,
//! names itself in the contents, and draws its pages. A new part is a file here, a row of [`PARTS`], and its words.

mod also_by;
pub(in crate::book) mod answers;
mod below;
mod children;
pub(in crate::book) mod column;
mod contents;
mod copyright;
mod head;
pub(in crate::book) mod how_to_play;
mod last;
mod levels;
pub(in crate::book) mod lists;
mod notes;
mod opener;
mod practice;
mod progress;
pub(in crate::book) mod puzzles;
mod qr;
mod tabs;
mod techniques;
pub(in crate::book) mod text;
pub(in crate::book) mod title;

pub(in crate::book) use below::wide_hint;
pub(in crate::book) use contents::entries;

// The parts import from here what most of them use.
use crate::book::draw::{self, GridStyle, TextStyle};
use crate::book::layout::pagination::{PageSlot, Pagination};
use crate::book::model::design::BookDesign;
use crate::book::model::page::{Colour, DrawOp, FormContent, Page, Point, SharedForm};
use crate::book::model::setup::{ASCENT, GridLayout, LiveArea, OPTICAL_CENTRE, PageSetup};
use crate::book::model::volume::{ChapterKind, PageSide, Volume};
use crate::sudoku::grid::Cell;
use crate::sudoku::named::is_same_name;
use crate::text::text;
use column::Column;
use std::ops::Range;
use std::sync::Arc;

/// A part of a book.
pub(in crate::book) struct Part {
    /// Its name in `parts = [...]`.
    pub name: &'static str,
    /// Whether it begins on a right-hand page.
    recto: bool,
    /// Whether a book may consist of it: the puzzles, or what is about them.
    is_body: bool,
    /// Whether it is a page to write on, of which there may be several.
    repeats: bool,
    /// Whether it tells of the steps by which puzzles are solved.
    needs_insight: bool,
    /// Assigns its pages; given is a first one, without puzzles.
    pages: fn(&PageSlot, &Outline, &mut Vec<PageSlot>),
    /// The key of its heading in the contents.
    heading: &'static str,
    /// The headings of its pages, if they are not all the same.
    headings: fn(&Volume, &PageSlot) -> Option<Heading>,
    foot: fn(&Volume, &PageSlot) -> Foot,
    /// Draws a page; the column is its live area.
    draw: fn(&Volume, &PageSlot, &mut Column),
}

/// A heading in the contents and, beside it, the numbers of its puzzles.
type Heading = (String, Option<String>);

/// The foot of a page.
enum Foot {
    None,
    /// The folio.
    Folio,
    /// The folio, and a text at the inner end.
    Text(String),
    /// The folio, and the same line on all pages of a section.
    OfSection(usize),
}

/// One page without a heading in the contents and without a foot.
const PAGE: Part = Part {
    name: "",
    recto: false,
    is_body: false,
    repeats: false,
    needs_insight: false,
    pages: |first, _, pages| pages.push(*first),
    heading: "",
    headings: |_, _| None,
    foot: |_, _| Foot::None,
    draw: |_, _, _| {},
};

/// One page with a folio.
const NUMBERED: Part = Part { foot: |_, _| Foot::Folio, ..PAGE };

/// Pages about the puzzles, with their heading in the foot.
const ABOUT_PUZZLES: Part =
    Part { is_body: true, foot: |volume, leaf| Foot::Text(words(volume, leaf)), ..PAGE };

/// The parts that a list may name; other names are those of texts of the user.
#[rustfmt::skip]
static PARTS: &[Part] = &[
    Part { name: "half-title", recto: true, draw: title::half_title, ..PAGE },
    Part { name: "title", recto: true, draw: title::title_page, ..PAGE },
    Part { name: "copyright", draw: copyright::draw, ..PAGE },
    Part { name: "contents", recto: true, draw: contents::draw, ..NUMBERED },
    Part { name: "how-to-play", heading: "how_to_play.heading", pages: how_to_play::pages, draw: how_to_play::draw, ..NUMBERED },
    Part { name: "levels", headings: levels::heading, draw: levels::draw, ..NUMBERED },
    Part { name: "puzzles", recto: true, headings: opener::heading, pages: puzzles::pages, foot: puzzles::foot, draw: puzzles::draw, ..ABOUT_PUZZLES },
    Part { name: "qr", pages: qr::pages, draw: qr::draw, ..PAGE },
    Part { name: "answers", recto: true, heading: "answers.heading", pages: answers::pages, draw: answers::draw, ..ABOUT_PUZZLES },
    Part { name: "progress", is_body: false, heading: "progress.heading", pages: progress::pages, draw: progress::draw, ..ABOUT_PUZZLES },
    Part { name: "notes", repeats: true, draw: notes::draw, ..NUMBERED },
    // It has pages only if the user has supplied a text.
    Part { name: "about", pages: |_, _, _| {}, ..PAGE },
    Part { name: "techniques", recto: true, needs_insight: true, heading: "techniques.heading", pages: techniques::pages, draw: techniques::draw, ..ABOUT_PUZZLES },
    Part { name: "hints", recto: true, needs_insight: true, heading: "hints.heading", pages: lists::pages, draw: lists::draw, ..ABOUT_PUZZLES },
    Part { name: "times", needs_insight: true, heading: "times.heading", pages: lists::pages, draw: lists::draw, ..ABOUT_PUZZLES },
    Part { name: "practice", repeats: true, heading: "practice.heading", draw: practice::draw, ..ABOUT_PUZZLES },
    Part { name: "practice-dots", repeats: true, heading: "practice.heading", draw: practice::draw, ..ABOUT_PUZZLES },
    Part { name: "also-by", heading: "also_by.heading", draw: also_by::draw, ..NUMBERED },
];

/// The parts that no list names.
#[rustfmt::skip]
static OTHERS: &[Part] = &[
    Part { name: "(blank)", ..PAGE },
    Part { name: "(opener)", headings: opener::heading, draw: opener::draw, ..PAGE },
    Part { name: "(lesson)", headings: opener::heading, draw: techniques::draw, ..ABOUT_PUZZLES },
    Part { name: "(text)", headings: text::heading, pages: text::pages, draw: text::draw, ..NUMBERED },
    Part { name: "(cover)", draw: title::cover, ..PAGE },
];

const BLANK: PageSlot = PageSlot::new("(blank)", 0);

/// The part with this name in a list.
fn named(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.name == name)
}

/// Returns the name of a part as lists have it, where the name differs at most in case and
/// separators; any other name as it is, because it may be that of a text of the user.
pub fn part_name(name: &str) -> String {
    let known = PARTS.iter().find(|part| is_same_name(part.name, name));
    known.map_or(name, |part| part.name).to_owned()
}

/// The part of a page.
fn part(leaf: &PageSlot) -> &'static Part {
    let others = || OTHERS.iter().find(|part| part.name == leaf.part);
    named(leaf.part).or_else(others).unwrap_or(&OTHERS[0])
}

/// A heading alone.
fn only(words: &str) -> Option<Heading> {
    Some((words.to_owned(), None))
}

/// The line of a page in the contents.
fn heading(volume: &Volume, leaf: &PageSlot) -> Option<Heading> {
    match part(leaf).heading {
        "" => (part(leaf).headings)(volume, leaf),
        key => only(volume.setup.language.text(key)),
    }
}

/// The heading of a page; empty if it has none.
fn words(volume: &Volume, leaf: &PageSlot) -> String {
    heading(volume, leaf).map_or_else(String::new, |(words, _)| words)
}

/// The names of all parts that need no text of the user, in words.
pub(in crate::book) fn known() -> String {
    PARTS.iter().map(|part| part.name).collect::<Vec<_>>().join(", ")
}

/// Whether a name is that of a part which needs no text of the user.
pub(in crate::book) fn is_known(name: &str) -> bool {
    named(name).is_some()
}

/// Whether one of these parts tells of the steps by which puzzles are solved.
pub(in crate::book) fn need_insight(parts: &[String]) -> bool {
    parts.iter().filter_map(|name| named(name)).any(|part| part.needs_insight)
}

/// What is wrong with a list of parts, as found and expected.
pub(in crate::book) fn wrong(parts: &[String]) -> Option<(String, &'static str)> {
    let place = |name: &str| parts.iter().position(|other| other == name);
    if !parts.iter().filter_map(|name| named(name)).any(|part| part.is_body) {
        let wanted = "a list with puzzles, or with answers, techniques, hints, times or practice";
        return Some(("has no puzzles and nothing about puzzles".to_owned(), wanted));
    }
    if place("answers").zip(place("puzzles")).is_some_and(|(answers, puzzles)| answers < puzzles) {
        return Some(("has the answers before the puzzles".to_owned(), "answers after puzzles"));
    }
    let repeats = |name: &str| named(name).is_some_and(|part| part.repeats);
    let twice = |(i, name): &(usize, &String)| !repeats(name) && place(name) != Some(*i);
    let (_, part) = parts.iter().enumerate().find(twice)?;
    Some((format!("has {part} twice"), "each part once; only notes and practice may be repeated"))
}

/// The requirements of the binding for the order of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) struct Binding {
    /// Whether pages are printed on both sides of leaves: openers and answers then begin on right-hand
    /// pages.
    pub leaves: bool,
    /// Whether the number of pages must be even.
    pub even: bool,
    /// Whether the last page must be blank.
    pub last_blank: bool,
}

impl Binding {
    /// The default for books without a printer's requirements.
    pub const USUAL: Self = Self { leaves: true, even: true, last_blank: false };
    /// Unbound single sheets.
    pub const NONE: Self = Self { leaves: false, even: false, last_blank: false };

    /// Adds a blank page if needed, so that the next page is a right-hand page.
    fn to_recto(self, pages: &mut Vec<PageSlot>) {
        if self.leaves && !pages.len().is_multiple_of(2) {
            pages.push(BLANK);
        }
    }

    /// Adds blank pages at the end as required.
    fn close(self, pages: &mut Vec<PageSlot>) {
        if self.even && !pages.len().is_multiple_of(2) {
            pages.push(BLANK);
        }
        if self.last_blank && pages.last() != Some(&BLANK) {
            pages.push(BLANK);
            if self.even {
                pages.push(BLANK);
            }
        }
    }
}

/// The part with this name in the list of a book, or the text of the user that replaces it or has this name, as a
/// page of it.
pub(in crate::book) fn listed(name: &str, text: Option<usize>) -> PageSlot {
    match named(name).filter(|_| text.is_none()) {
        Some(part) => PageSlot::new(part.name, 0),
        None => PageSlot::new("(text)", 0).with_subject(text.unwrap_or(0)),
    }
}

/// What decides the pages of a volume.
#[derive(Clone)]
pub(in crate::book) struct Outline {
    pub setup: Arc<PageSetup>,
    /// The parts in the list of the book, a page of each.
    pub parts: Arc<[PageSlot]>,
    /// Number of puzzles in each section.
    pub sections: Vec<usize>,
    /// Whether each section is a sheet of a class.
    pub sheets: bool,
    /// Number of techniques that are explained.
    pub techniques: usize,
    /// Pages for notes are added at the end until the volume has this number of pages.
    pub at_least: usize,
    pub binding: Binding,
}

impl Outline {
    /// Assigns the parts to pages:
    ///
    /// ```text
    /// i half title  (ii)  iii title  iv copyright  v contents  vi how to play  vii levels  (viii)
    /// 1 opener  2.. puzzles  (blank)  opener  puzzles ...  (blank)
    /// answers ...  about  (blank, if the count is odd)
    /// ```
    /// Pages before the puzzles have roman numbers. Titles, contents, openers and the first page of answers
    /// are right-hand pages. There is therefore at most one blank page in a row, or two at the end if a
    /// printer wants the last page blank. An unbound book has no right-hand pages and no blank pages.
    pub fn pages(&self) -> Pagination {
        let (pages, front) = self.slots();
        Pagination::new(pages, front)
    }

    /// The pages, and the number of those before page 1.
    pub fn slots(&self) -> (Vec<PageSlot>, usize) {
        let (mut pages, mut front) = (Vec::new(), 0);
        // Page 1 is the first with puzzles, or, in a book without them, with what is about them.
        let first = |is: fn(&Part) -> bool| self.parts.iter().position(|listed| is(part(listed)));
        let first = first(|part| part.name == "puzzles").or(first(|part| part.is_body));
        for (place, listed) in self.parts.iter().enumerate() {
            // The page with the code opens the answers, which begin on the next one.
            let is_opened = place > 0 && self.parts[place - 1].part == "qr";
            if part(listed).recto && !is_opened || Some(place) == first {
                self.binding.to_recto(&mut pages);
            }
            if Some(place) == first {
                front = pages.len();
            }
            (part(listed).pages)(listed, self, &mut pages);
        }
        pages.extend((pages.len()..self.at_least).map(|_| PageSlot::new("notes", 0)));
        self.binding.close(&mut pages);
        (pages, front)
    }

    /// The pages of a booklet: a cover, the parts without blank pages, pages for notes until the sheets are full, and
    /// on the back what is on the copyright page.
    fn booklet(&self) -> Pagination {
        let mut pages = vec![PageSlot::new("(cover)", 0)];
        let mut back = Vec::new();
        let is_inside = |listed: &&PageSlot| !["half-title", "title"].contains(&listed.part);
        for listed in self.parts.iter().filter(is_inside) {
            let is_back = listed.part == "copyright";
            (part(listed).pages)(listed, self, if is_back { &mut back } else { &mut pages });
        }
        let over = (pages.len() + back.len()).next_multiple_of(4) - back.len();
        pages.resize(over, PageSlot::new("notes", 0));
        pages.extend(back);
        Pagination::new(pages, 0)
    }

    /// The pages of the answers alone.
    pub fn answers(&self) -> Pagination {
        let mut pages = Vec::new();
        answers::pages(&PageSlot::new("answers", 0), self, &mut pages);
        Pagination::new(pages, 0)
    }

    /// Adds a blank page if needed, so that the next page begins a sheet of a class.
    fn to_sheet(&self, pages: &mut Vec<PageSlot>) {
        if self.sheets && !pages.len().is_multiple_of(2) {
            pages.push(BLANK);
        }
    }

    /// The ranges of puzzles of each section.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.sections.iter().scan(0, |next, &len| {
            *next += len;
            Some(*next - len..*next)
        })
    }

    /// Adds the pages of a part that shows all puzzles: `rows` of `columns` on each page. The last two
    /// pages share their rows.
    fn fill(&self, part: &'static str, (rows, columns): (usize, usize), pages: &mut Vec<PageSlot>) {
        let size = rows * columns;
        let all: usize = self.sections.iter().sum();
        let last = all.div_ceil(size).saturating_sub(2) * size;
        let half = (all - last).div_ceil(columns).div_ceil(2) * columns;
        let of_last = if all - last > size { half } else { size };
        pages.extend(in_pages(part, 0, 0..last, size));
        pages.extend(in_pages(part, 0, last..all, of_last));
    }
}

/// Pages of a part that show the puzzles of a range, `size` of them on each page.
fn in_pages(
    part: &'static str,
    of: usize,
    range: Range<usize>,
    size: usize,
) -> impl Iterator<Item = PageSlot> {
    range.clone().step_by(size).map(move |first| {
        PageSlot::new(part, 0).with_subject(of).with_puzzles(first..range.end.min(first + size))
    })
}

impl Volume {
    /// The same volume with the pages of a booklet: a cover of its own, and no blank ones.
    pub fn booklet(&self) -> Self {
        let outline = Outline {
            setup: self.setup.clone(),
            parts: self.parts.clone(),
            sections: self.chapters.iter().map(|span| span.puzzles.len()).collect(),
            sheets: false,
            techniques: self.lessons.len(),
            at_least: 0,
            binding: Binding::NONE,
        };
        Self { pagination: outline.booklet(), tabs: false, ..self.clone() }
    }

    /// The pages, each laid out when the iterator reaches it.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        (0..self.page_count()).map(|index| lay(self, index).0)
    }

    /// The drawing of a stamp on these pages.
    pub fn drawing(&self, form: SharedForm) -> FormContent {
        let stars = draw::stars;
        let (puzzle, sizes) = (&self.setup.design.keys.puzzle, &self.setup.design.keys.sizes);
        match form {
            SharedForm::PuzzleGrid => {
                self.setup.puzzle_page.grids.grid.in_look(puzzle.grid, puzzle.shade)
            }
            SharedForm::AnswerGrid => self.answer_grid().drawing(),
            SharedForm::TitleGrid => title::grid(self).drawing(),
            SharedForm::ExampleGrid => how_to_play::grid(&self.setup).drawing(),
            SharedForm::CaptionStars(level) => stars(level, puzzle.stars),
            SharedForm::OpenerStars(level) => stars(level, sizes.heading * opener::STARS),
            SharedForm::LevelStars(level) => stars(level, sizes.body * levels::STARS),
            SharedForm::Log => puzzles::log_drawing(self),
            SharedForm::Figure(mood) => children::figure(self, mood),
            SharedForm::LastGrid => self.previous_answer_grid().drawing(),
            SharedForm::Dots => draw::dots(self.setup.puzzle_page.grids.grid.cell),
            SharedForm::Foot { section } => {
                draw::line(foot_style(self), &section_foot(self, section))
            }
            SharedForm::CoverGrid | SharedForm::SampleGrid | SharedForm::CoverStars(_) => {
                unreachable!("these are on covers only")
            }
        }
    }
}

/// Lays out the page with this index; also returns how far its text extends below the live area, in points.
pub(in crate::book) fn lay(volume: &Volume, index: usize) -> (Page, f64) {
    let leaf = &volume.pagination.pages[index];
    let mut page = Column::new(&volume.setup, volume.live_left(index));
    (part(leaf).draw)(volume, leaf, &mut page);
    foot(volume, &mut page.marks, index, (part(leaf).foot)(volume, leaf));
    tabs::draw(volume, leaf, volume.side(index), &mut page.marks);
    let excess = page.end - volume.setup.area.bottom;
    let (width, height) = (volume.setup.area.width, volume.setup.area.height);
    (Page { width, height, folio: volume.pagination.folio(index), marks: page.marks }, excess)
}

fn foot_style(volume: &Volume) -> TextStyle {
    TextStyle::new(volume.setup.figures().regular, volume.setup.design.keys.sizes.foot)
}

/// Draws the foot of a page: its folio at the outside, the given text at the inside.
fn foot(volume: &Volume, marks: &mut Vec<DrawOp>, index: usize, inside: Foot) {
    let style = foot_style(volume);
    let number = TextStyle::new(volume.setup.figures().strong, style.size);
    let left = volume.live_left(index);
    let right = left + volume.setup.area.live_width();
    let (y, running) = (volume.setup.area.foot, volume.setup.area.running);
    if matches!(inside, Foot::None) || !volume.has_page_numbers() {
        return;
    }
    let folio = volume.pagination.folio(index);
    let side = volume.side(index);
    match side {
        PageSide::Recto => draw::right(marks, (right, y), number, &folio),
        PageSide::Verso => draw::left(marks, (left, y), number, &folio),
    }
    let at_inside = |text: &str| match side {
        PageSide::Recto => left,
        PageSide::Verso => right - style.width(text),
    };
    match inside {
        Foot::None | Foot::Folio => {}
        Foot::Text(text) => draw::left(marks, (at_inside(&text), running), style, &text),
        Foot::OfSection(section) => {
            let x = at_inside(&section_foot(volume, section));
            let (form, corner) = (SharedForm::Foot { section }, (x, running - style.size));
            marks.push(DrawOp::Form { form, corner });
        }
    }
}

/// The name of a section and the numbers of its puzzles, for the foot.
fn section_foot(volume: &Volume, section: usize) -> String {
    let (first, last) = volume.numbering.numbers(volume.chapters[section].puzzles.clone());
    volume.setup.language.section_foot(volume.chapter_name(section).as_deref(), first, last)
}
