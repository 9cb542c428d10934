//! The parts of a book: one file for each part, and the table of all parts. A part measures its
//! elements, assigns its pages, names itself in the contents, and draws its pages. A new part needs
//! a file here, a row of [`PARTS`], and its texts.

mod answer_blocks;
mod answer_grids;
pub(crate) mod answers;
mod arrangement;
mod below;
mod booklet;
mod caption;
mod child_rules;
mod children;
mod class;
mod codes;
pub(crate) mod column;
mod contents;
mod copyright;
mod head;
mod hints;
pub(crate) mod how_to_play;
mod last;
mod levels;
pub(crate) mod lists;
mod log;
mod opener;
pub(crate) mod puzzles;
mod reading;
mod reward;
mod tabs;
mod techniques;
pub(crate) mod text;
pub(crate) mod title;
pub(crate) mod walkthrough;
mod writing;

pub(crate) use below::wide_hint;
pub(crate) use caption::{title_problem, title_size};
pub(crate) use contents::entries;

// The parts import the names that most of them use from here.
use crate::draw;
use crate::layout::pagination::{PageSlot, Pagination};
use crate::model::design::BookDesign;
use crate::model::setup::{ASCENT, GridLayout, GridRoom, LiveArea, OPTICAL_CENTRE, PageSetup};
use crate::model::volume::{ChapterKind, PageSide, Volume, VolumeChapter};
use crate::model::walkthrough::PlannedWalkthrough;
use crate::model::{BookOptions, Openers, PartName};
use column::TextColumn;
use explain::text;
use grid::GridShape;
use page::{
    Area, BoxStack, Colour, DrawOp, FormContent, GridStyle, LinkTarget, Page, Point, Raster,
    TextAlign, TextLines, TextStyle,
};
use std::ops::Range;
use std::sync::Arc;
use words::{Clause, clause, is_same_name};

/// A part of a book.
struct BookPart {
    /// The name of the part in `parts = [...]`.
    name: PartName,
    /// True if the part begins on a right-hand page.
    recto: bool,
    /// True if a book may consist of this part alone: the puzzles, or pages about them.
    is_body: bool,
    /// True if a list may name the part several times, because it is a page to write on.
    repeats: bool,
    /// True if the part explains the steps that solve the puzzles.
    needs_insight: bool,
    /// True if a text of the user may replace the part.
    is_replaceable: bool,
    /// The setting that the part shows, if it is empty without it.
    input: Option<PartInput>,
    /// True if the part opens the next one, which then begins on the next page.
    is_opening: bool,
    /// The place of the part in a booklet, which has a cover of its own.
    in_booklet: BookletPlace,
    /// True if the tab of a chapter is on the pages.
    has_tab: bool,
    /// True if every page differs from the others in more than its numbers.
    are_all_different: bool,
    /// The key of the heading of a text of the user that replaces the part.
    heading_of_text: Option<&'static str>,
    /// Assigns the pages of the part. The first argument is a page without puzzles to start from.
    pages: fn(&PageSlot, &PagePlanner, &mut Vec<PageSlot>),
    /// The key of the heading in the contents.
    heading: &'static str,
    /// Returns the heading of a page, if the pages have different headings.
    headings: fn(&Volume, &PageSlot) -> Option<ContentsHeading>,
    foot: fn(&Volume, &PageSlot) -> PageFoot,
    /// Draws a page into its live area.
    draw: fn(&Volume, &PageSlot, &mut TextColumn),
}

/// A setting that a part shows.
pub struct PartInput {
    pub is_given: fn(&BookOptions) -> bool,
    /// Returns the place at which a list without the part gets it.
    pub place: fn(&[String]) -> usize,
    /// The end of the sentence "the list has this part, for which there".
    pub missing: &'static str,
    /// Returns the setting with an example.
    pub wanted: fn() -> Clause,
}

/// The place of a part in a booklet.
#[derive(Clone, Copy, PartialEq)]
enum BookletPlace {
    None,
    Inside,
    Back,
}

/// A heading in the contents, and the numbers of its puzzles beside it.
type ContentsHeading = (String, Option<String>);

/// The content of the foot of a page.
enum PageFoot {
    None,
    /// The folio alone.
    Folio,
    /// The folio, and a text at the inner end.
    Text(String),
    /// The folio, and a line that all pages of a chapter share.
    OfChapter(usize),
}

/// One page without a heading in the contents and without a foot.
const PLAIN_PAGE: BookPart = BookPart {
    name: PartName::Blank,
    recto: false,
    is_body: false,
    repeats: false,
    needs_insight: false,
    is_replaceable: true,
    input: None,
    is_opening: false,
    in_booklet: BookletPlace::Inside,
    has_tab: false,
    are_all_different: false,
    heading_of_text: None,
    pages: |first, _, pages| pages.push(*first),
    heading: "",
    headings: |_, _| None,
    foot: |_, _| PageFoot::None,
    draw: |_, _, _| {},
};

/// One page with a folio.
const FOLIO_PAGE: BookPart = BookPart { foot: |_, _| PageFoot::Folio, ..PLAIN_PAGE };

/// A page about the puzzles, with its heading in the foot.
const PUZZLE_PAGE: BookPart = BookPart {
    is_body: true,
    foot: |volume, slot| PageFoot::Text(heading_text(volume, slot)),
    ..PLAIN_PAGE
};

/// All parts, in the order of [`PartName`].
#[rustfmt::skip]
static PARTS: &[BookPart] = &[
    BookPart { name: PartName::HalfTitle, in_booklet: BookletPlace::None, recto: true, draw: title::draw_half_title, ..PLAIN_PAGE },
    BookPart { name: PartName::Title, in_booklet: BookletPlace::None, recto: true, draw: title::draw_title_page, ..PLAIN_PAGE },
    BookPart { name: PartName::Copyright, in_booklet: BookletPlace::Back, draw: copyright::draw, ..PLAIN_PAGE },
    BookPart { name: PartName::Contents, recto: true, draw: contents::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::HowToPlay, heading: "how_to_play.heading", pages: how_to_play::pages, draw: how_to_play::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::Levels, headings: levels::heading, draw: levels::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::Puzzles, is_replaceable: false, has_tab: true, headings: opener::heading, pages: puzzles::pages, foot: puzzles::page_foot, draw: puzzles::draw, ..PUZZLE_PAGE },
    BookPart { name: PartName::Qr, is_opening: true, input: Some(codes::INPUT), draw: codes::draw_opening, ..PLAIN_PAGE },
    BookPart { name: PartName::Answers, is_replaceable: false, heading: "answers.heading", pages: answers::pages, draw: last::draw_answers, ..PUZZLE_PAGE },
    BookPart { name: PartName::Progress, is_body: false, heading: "progress.heading", pages: writing::tick_pages, draw: writing::draw_ticks, ..PUZZLE_PAGE },
    BookPart { name: PartName::Reward, in_booklet: BookletPlace::None, recto: true, heading: "reward.heading", pages: reward::pages, draw: reward::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::Notes, repeats: true, draw: writing::draw_notes, ..FOLIO_PAGE },
    // This part has pages only if the user supplies a text.
    BookPart { name: PartName::About, heading_of_text: Some("about.heading"), pages: |_, _, _| {}, ..PLAIN_PAGE },
    BookPart { name: PartName::Reading, is_opening: true, recto: true, heading: "reading.heading", draw: reading::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::Techniques, are_all_different: true, recto: true, needs_insight: true, heading: "techniques.heading", pages: techniques::pages, draw: techniques::draw, ..PUZZLE_PAGE },
    BookPart { name: PartName::Walkthrough, are_all_different: true, recto: true, needs_insight: true, headings: walkthrough::heading, pages: walkthrough::pages, draw: walkthrough::draw, ..PUZZLE_PAGE },
    BookPart { name: PartName::Hints, is_opening: true, needs_insight: true, heading: "hints.heading", pages: lists::hint_pages, draw: lists::draw_hints, ..PUZZLE_PAGE },
    BookPart { name: PartName::Times, needs_insight: true, heading: "times.heading", pages: lists::pages, draw: lists::draw, ..PUZZLE_PAGE },
    BookPart { name: PartName::Practice, repeats: true, heading: "practice.heading", draw: writing::draw_practice, ..PUZZLE_PAGE },
    BookPart { name: PartName::PracticeDots, repeats: true, heading: "practice.heading", draw: writing::draw_practice, ..PUZZLE_PAGE },
    BookPart { name: PartName::AlsoBy, input: Some(copyright::INPUT), heading: "also_by.heading", draw: copyright::draw_other_titles, ..FOLIO_PAGE },
    // No list may name the following parts.
    BookPart { name: PartName::Blank, ..PLAIN_PAGE },
    BookPart { name: PartName::Opener, has_tab: true, headings: opener::heading, draw: opener::draw, ..PLAIN_PAGE },
    BookPart { name: PartName::Lesson, are_all_different: true, has_tab: true, headings: opener::heading, draw: techniques::draw, ..PUZZLE_PAGE },
    BookPart { name: PartName::Text, headings: text::heading, pages: text::pages, draw: text::draw, ..FOLIO_PAGE },
    BookPart { name: PartName::Cover, draw: booklet::draw, ..PLAIN_PAGE },
];

/// The minimum number of sections in contents that a design lists.
const MIN_SECTIONS: usize = 6;

const BLANK_SLOT: PageSlot = PageSlot::new(PartName::Blank, 0);

/// Returns the part that lists call by this name.
fn find_listed(name: &str) -> Option<&'static BookPart> {
    PartName::find_listed(name).map(|part| &PARTS[part as usize])
}

impl BookOptions {
    /// Returns the name of a part in the spelling of lists. Case and separators do not matter. Any
    /// other name is returned unchanged, because it may belong to a text of the user.
    pub fn part_name(name: &str) -> String {
        match PartName::listed().iter().find(|part| is_same_name(part.name(), name)) {
            Some(known) => known.name().to_owned(),
            None => name.to_owned(),
        }
    }
}

/// Returns the part of a page.
fn part_of(slot: &PageSlot) -> &'static BookPart {
    &PARTS[slot.part as usize]
}

/// Returns true if the pages of a part differ in more than their numbers.
pub fn are_all_different(part: PartName) -> bool {
    PARTS[part as usize].are_all_different
}

/// Returns true if a text of the user may have this name.
pub fn is_replaceable(name: &str) -> bool {
    let Some(part) = find_listed(name) else { return true };
    part.is_replaceable
}

/// Returns the key of the heading of a text of the user with this name.
pub fn heading_of_text(name: &str) -> Option<&'static str> {
    find_listed(name)?.heading_of_text
}

/// Returns the parts that show a setting, from the last to the first.
pub fn inputs() -> impl Iterator<Item = (PartName, &'static PartInput)> {
    PARTS.iter().rev().filter_map(|part| Some((part.name, part.input.as_ref()?)))
}

/// Returns a heading without numbers.
fn plain_heading(words: &str) -> Option<ContentsHeading> {
    Some((words.to_owned(), None))
}

/// Returns the heading of a page in the contents.
fn heading(volume: &Volume, slot: &PageSlot) -> Option<ContentsHeading> {
    match part_of(slot).heading {
        "" => (part_of(slot).headings)(volume, slot),
        key => plain_heading(volume.setup.language.text(key)),
    }
}

/// Returns the heading of a page as text, or an empty text if it has none.
fn heading_text(volume: &Volume, slot: &PageSlot) -> String {
    let Some((words, _)) = heading(volume, slot) else { return String::new() };
    words
}

/// Returns the names of all parts that need no text of the user, separated by commas.
pub fn known_names() -> String {
    PartName::listed().iter().map(|part| part.name()).collect::<Vec<_>>().join(", ")
}

/// Returns true if a part has this name and needs no text of the user.
pub fn is_known(name: &str) -> bool {
    find_listed(name).is_some()
}

/// Returns true if one of these parts explains the steps that solve the puzzles.
pub fn any_needs_insight(parts: &[String]) -> bool {
    parts.iter().filter_map(|name| find_listed(name)).any(|part| part.needs_insight)
}

/// Checks a list of parts. Returns the first violation as found and expected.
pub fn validate(parts: &[String]) -> Option<(Clause, &'static str)> {
    if !parts.iter().filter_map(|name| find_listed(name)).any(|part| part.is_body) {
        let wanted = "a list with puzzles, or with answers, techniques, hints, times or practice";
        return Some(("has no puzzles and nothing about puzzles".into(), wanted));
    }
    let [answers, puzzles] =
        [PartName::Answers, PartName::Puzzles].map(|part| part.place_in(parts));
    if answers.is_some() && answers < puzzles {
        return Some(("has the answers before the puzzles".into(), "answers after puzzles"));
    }
    for (place, name) in parts.iter().enumerate() {
        if !parts[..place].contains(name) {
            continue;
        }
        if !matches!(find_listed(name), Some(BookPart { repeats: true, .. })) {
            let wanted = "each part once; only notes and practice may be repeated";
            return Some((clause!("has {} twice", name.clone()), wanted));
        }
    }
    None
}

/// The requirements of the binding for the order and the number of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageParity {
    /// True if leaves are printed on both sides. Titles, contents and explanations then begin on
    /// right-hand pages.
    pub leaves: bool,
    /// True if the number of pages must be even.
    pub even: bool,
    /// True if the last page must be blank.
    pub last_blank: bool,
}

impl PageParity {
    /// The requirements of a bound book without a printer.
    pub const BOUND: Self = Self { leaves: true, even: true, last_blank: false };
    /// The requirements of unbound single sheets: none.
    pub const SINGLE_SHEETS: Self = Self { leaves: false, even: false, last_blank: false };

    /// Adds a blank page if necessary, so that the next page is a right-hand page.
    fn pad_to_recto(self, pages: &mut Vec<PageSlot>) {
        if self.leaves && !pages.len().is_multiple_of(2) {
            pages.push(BLANK_SLOT);
        }
    }

    /// Adds the required blank pages at the end.
    fn pad_end(self, pages: &mut Vec<PageSlot>) {
        if self.even && !pages.len().is_multiple_of(2) {
            pages.push(BLANK_SLOT);
        }
        if self.last_blank && pages.last() != Some(&BLANK_SLOT) {
            pages.push(BLANK_SLOT);
            if self.even {
                pages.push(BLANK_SLOT);
            }
        }
    }
}

/// Returns a page of the part with this name, or of the user's text that replaces it or has this
/// name.
pub fn listed_slot(name: &str, text: Option<usize>) -> PageSlot {
    match find_listed(name).filter(|_| text.is_none()) {
        Some(part) => PageSlot::new(part.name, 0),
        None => PageSlot::new(PartName::Text, 0).with_subject(text.unwrap_or(0)),
    }
}

/// The puzzles of a chapter in one volume.
#[derive(Clone, Copy)]
pub struct PlannedChapter {
    /// The number of its puzzles.
    pub puzzles: usize,
    pub opener: Openers,
    /// The shape of its puzzles; `None` if they may have several.
    pub shape: Option<GridShape>,
}

/// The inputs that decide the pages of a volume.
#[derive(Clone)]
pub struct PagePlanner {
    pub setup: Arc<PageSetup>,
    /// The parts in the list of the book, with one page for each.
    pub parts: Arc<[PageSlot]>,
    pub chapters: Vec<PlannedChapter>,
    /// The number of puzzles in earlier volumes.
    pub first_puzzle: usize,
    /// The number of techniques that are explained.
    pub techniques: usize,
    /// The puzzles that are solved step by step.
    pub walkthroughs: Vec<PlannedWalkthrough>,
    /// The minimum number of pages. Pages for notes fill the volume up to it.
    pub at_least: usize,
    pub binding: PageParity,
}

impl PagePlanner {
    /// Assigns the parts to pages:
    ///
    /// ```text
    /// i title  ii copyright  iii contents  iv how to play
    /// 1 opener  2.. puzzles  opener  puzzles ...
    /// answers ...  about  (blank, if the count is odd)
    /// ```
    ///
    /// Titles, contents and explanations are right-hand pages. Openers and the first page of
    /// answers stand on the next page, so that none before them is blank. A book with certificates
    /// alone has openers on right-hand pages. So there is at most one blank page in a row, or two
    /// at the end if a printer requires a blank last page.
    ///
    /// Pages before the puzzles have roman numbers if the puzzles begin on a right-hand page;
    /// otherwise page 1 is the first page of the book, because odd pages are right-hand pages. An
    /// unbound book has no right-hand pages, no blank pages and no roman numbers.
    pub fn pages(&self) -> Pagination {
        let (pages, front) = self.slots();
        Pagination::new(pages, front)
    }

    /// Returns the pages, and the number of pages before page 1.
    pub fn slots(&self) -> (Vec<PageSlot>, usize) {
        let (mut pages, mut front) = (Vec::new(), 0);
        // Roman numbers end before the first page with puzzles, or the first page about puzzles in
        // a book without them.
        let parts = self.arranged_parts();
        let puzzles = parts.iter().position(|listed| listed.part == PartName::Puzzles);
        let first = puzzles.or_else(|| parts.iter().position(|listed| part_of(listed).is_body));
        for (place, listed) in parts.iter().enumerate() {
            // The page with the QR code opens the answers, hints come right before them, and the
            // page on how to read drawings opens the techniques: they begin on the next page.
            let is_opened = place > 0 && part_of(&parts[place - 1]).is_opening;
            let is_first = Some(place) == first;
            if part_of(listed).recto && !is_opened || is_first && self.has_certificates() {
                self.binding.pad_to_recto(&mut pages);
            }
            let is_recto = pages.len().is_multiple_of(2) || !self.binding.leaves;
            if is_first && is_recto && self.setup.design.keys.bound {
                front = pages.len();
            }
            (part_of(listed).pages)(listed, self, &mut pages);
        }
        pages.extend((pages.len()..self.at_least).map(|_| PageSlot::new(PartName::Notes, 0)));
        self.binding.pad_end(&mut pages);
        (pages, front)
    }

    /// Returns true if a certificate ends each stage. It is on the back of the last leaf, so that a
    /// child can cut it out, and the next stage begins on a right-hand page.
    fn has_certificates(&self) -> bool {
        self.parts.iter().any(|listed| listed.part == PartName::Reward)
    }

    /// Returns the parts in the order of the pages. A list of the design has contents from
    /// [`MIN_SECTIONS`] sections on. The list of a user stays as it is.
    fn arranged_parts(&self) -> Vec<PageSlot> {
        let mut parts = self.parts.to_vec();
        if self.setup.options.parts.is_none() && self.section_count() < MIN_SECTIONS {
            parts.retain(|listed| listed.part != PartName::Contents);
        }
        parts
    }

    /// Returns the number of sections that contents would list.
    fn section_count(&self) -> usize {
        let behind = self.parts.iter().skip_while(|listed| listed.part != PartName::Contents);
        behind.map(|listed| self.count_headings(listed)).sum()
    }

    /// Returns the number of headings of a part.
    fn count_headings(&self, listed: &PageSlot) -> usize {
        match listed.part {
            PartName::Puzzles => self.chapters.len(),
            PartName::Text => usize::from(self.setup.texts[listed.subject()].heading.is_some()),
            PartName::Levels | PartName::Walkthrough => 1,
            _ => usize::from(!part_of(listed).heading.is_empty()),
        }
    }

    /// Returns the pages of a booklet: a cover, the parts without blank pages, and pages for notes
    /// until the sheets are full. The back has the content of the copyright page.
    fn booklet(&self) -> Pagination {
        let mut pages = vec![PageSlot::new(PartName::Cover, 0)];
        let mut back = Vec::new();
        for listed in &self.arranged_parts() {
            let part = part_of(listed);
            match part.in_booklet {
                BookletPlace::None => {}
                BookletPlace::Inside => (part.pages)(listed, self, &mut pages),
                BookletPlace::Back => (part.pages)(listed, self, &mut back),
            }
        }
        let over = (pages.len() + back.len()).next_multiple_of(4) - back.len();
        pages.resize(over, PageSlot::new(PartName::Notes, 0));
        pages.extend(back);
        Pagination::new(pages, 0)
    }

    /// Returns the pages of a file that has only the answers.
    pub fn answers(&self) -> Pagination {
        let mut pages = Vec::new();
        answers::pages(&PageSlot::new(PartName::Answers, 0), self, &mut pages);
        Pagination::new(pages, 0)
    }

    /// Returns the range of puzzles of each chapter.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.chapters.iter().scan(0, |next, chapter| {
            *next += chapter.puzzles;
            Some(*next - chapter.puzzles..*next)
        })
    }

    /// Adds the pages of a part that shows all puzzles in a raster on each page. The pages share
    /// the rows evenly.
    fn add_puzzles(&self, part: PartName, raster: Raster, pages: &mut Vec<PageSlot>) {
        let ranges = page_ranges(self.puzzle_count(), raster);
        pages.extend(ranges.map(|puzzles| PageSlot::new(part, 0).with_puzzles(puzzles)));
    }

    /// Returns the number of puzzles.
    fn puzzle_count(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.puzzles).sum()
    }
}

/// Divides `all` entries among pages with this raster, which share the rows evenly.
fn page_ranges(all: usize, raster: Raster) -> impl Iterator<Item = Range<usize>> {
    even_ranges(all, raster.box_count(), raster.columns)
}

/// Divides `all` entries evenly among as few pages of at most `size` entries as possible. Each page
/// begins with a group of `group` entries.
fn even_ranges(all: usize, size: usize, group: usize) -> impl Iterator<Item = Range<usize>> {
    let (pages, groups) = (all.div_ceil(size), all.div_ceil(group));
    let ends = (0..=pages).map(move |page| (groups * page).div_ceil(pages.max(1)) * group);
    let starts = ends.clone();
    starts.zip(ends.skip(1)).map(move |(start, end)| start..end.min(all))
}

/// Divides `all` entries evenly among as few pages of at most `size` entries as possible, in rows
/// of `columns`. If the last row of a page would then have one entry where a row has three or more,
/// the pages share whole rows: the last pages have one row less if the number of rows demands it,
/// and the first pages fill up a last row with one entry.
fn tidy_ranges(all: usize, size: usize, columns: usize) -> Vec<Range<usize>> {
    let even: Vec<_> = even_ranges(all, size, 1).collect();
    if columns < 3 || !even.iter().any(|page| has_lone_entry(page.len(), columns)) {
        return even;
    }
    let rows = all.div_ceil(columns);
    let pages = rows.div_ceil(size / columns);
    let mut lengths: Vec<_> = (0..pages)
        .map(|page| (rows / pages + usize::from(page < rows % pages)) * columns)
        .collect();
    if let [fuller @ .., last] = &mut lengths[..] {
        *last -= rows * columns - all;
        if has_lone_entry(*last, columns) {
            for page in fuller.iter_mut().filter(|page| **page > 2).take(columns - 1) {
                *page -= 1;
                *last += 1;
            }
        }
    }
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    ends.zip(&lengths).map(|(end, length)| end - length..end).collect()
}

/// Returns true if the last row of these entries has one entry where a row has several.
fn has_lone_entry(entries: usize, columns: usize) -> bool {
    columns > 1 && entries % columns == 1
}

/// Returns pages of a part that show the puzzles of a range, `size` on each page.
fn slots_of_range(
    part: PartName,
    of: usize,
    range: Range<usize>,
    size: usize,
) -> impl Iterator<Item = PageSlot> {
    range.clone().step_by(size).map(move |first| {
        PageSlot::new(part, 0).with_subject(of).with_puzzles(first..range.end.min(first + size))
    })
}

impl Volume {
    /// Returns the same volume with the pages of a booklet: a cover of its own, and no blank pages.
    pub fn booklet(&self) -> Self {
        let chapters = self.chapters.iter().map(|chapter| PlannedChapter {
            puzzles: chapter.puzzles.len(),
            opener: chapter.opener,
            shape: chapter.kind.shape(),
        });
        let planner = PagePlanner {
            setup: self.setup.clone(),
            parts: self.parts.clone(),
            first_puzzle: self.puzzles.start,
            chapters: chapters.collect(),
            techniques: self.lessons.len(),
            walkthroughs: self.walkthroughs.iter().map(|shown| shown.planned).collect(),
            at_least: 0,
            binding: PageParity::SINGLE_SHEETS,
        };
        Self { pagination: planner.booklet(), tabs: false, ..self.clone() }
    }

    /// Returns the index of the page of a puzzle. `None` if no page of puzzles has it.
    pub fn puzzle_page(&self, puzzle: usize) -> Option<usize> {
        let mut slots = self.pagination.pages.iter();
        slots.position(|slot| slot.part == PartName::Puzzles && slot.puzzles().contains(&puzzle))
    }

    /// Returns the index of the first page of the part with this name. `None` if there is none.
    pub fn first_page(&self, part: &str) -> Option<usize> {
        self.pagination.pages.iter().position(|slot| slot.part.name() == part)
    }

    /// Lays out the page with this index.
    ///
    /// # Panics
    /// Panics if the volume has fewer pages.
    pub fn page(&self, index: usize) -> Page {
        render_page(self, index).0
    }

    /// Returns the pages. Each is laid out when the iterator reaches it.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        (0..self.page_count()).map(|index| self.page(index))
    }
}

/// Lays out the page with this index. Also returns how far its text extends below the live area, in
/// points.
pub fn render_page(volume: &Volume, index: usize) -> (Page, f64) {
    let slot = &volume.pagination.pages[index];
    let area = volume.area(slot);
    let mut page = TextColumn::new(&volume.setup, area, volume.live_left(index));
    page.side = volume.side(index);
    (part_of(slot).draw)(volume, slot, &mut page);
    draw_foot(volume, &mut page.marks, index, (part_of(slot).foot)(volume, slot));
    tabs::draw(volume, slot, volume.side(index), &mut page.marks);
    let excess = page.end - area.bottom;
    let (width, height) = (area.width, area.height);
    (Page { width, height, folio: volume.pagination.folio(index), marks: page.marks }, excess)
}

fn foot_style(volume: &Volume) -> TextStyle {
    let design = &volume.setup.design;
    TextStyle::new(design.typefaces.captions, design.keys.sizes.foot)
}

/// Draws the foot of a page: the folio at the outer end, and the given text at the inner end.
fn draw_foot(volume: &Volume, marks: &mut Vec<DrawOp>, index: usize, inside: PageFoot) {
    let style = foot_style(volume);
    let number = TextStyle::new(volume.setup.figures().strong, style.size);
    let left = volume.live_left(index);
    let area = volume.area(&volume.pagination.pages[index]);
    let right = left + area.live_width();
    let (y, running) = (area.foot, area.running);
    if matches!(inside, PageFoot::None) || !volume.has_page_numbers() {
        return;
    }
    let folio = volume.pagination.folio(index);
    let side = volume.side(index);
    match side {
        PageSide::Recto => number.draw_right(marks, (right, y), &folio),
        PageSide::Verso => number.draw_left(marks, (left, y), &folio),
    }
    let text = match &inside {
        PageFoot::None | PageFoot::Folio => return,
        PageFoot::Text(text) => text.clone(),
        PageFoot::OfChapter(chapter) => chapter_foot(volume, *chapter),
    };
    let x = match side {
        PageSide::Recto => left,
        PageSide::Verso => right - style.width(&text),
    };
    if matches!(inside, PageFoot::OfChapter(_)) {
        let form = style.form(&text).into();
        marks.push(DrawOp::Form { form, corner: (x, running - style.size) });
    } else {
        style.draw_left(marks, (x, running), &text);
    }
}

/// Returns the name of a chapter and the numbers of its puzzles, for the foot.
fn chapter_foot(volume: &Volume, chapter: usize) -> String {
    let VolumeChapter { kind, puzzles, .. } = &volume.chapters[chapter];
    let (first, last) = volume.numbering.numbers(puzzles.clone());
    // A class is not told the level.
    let is_untold = volume.setup.design.keys.puzzle.class && matches!(kind, ChapterKind::Level(_));
    let name = volume.chapter_name(chapter).filter(|_| !is_untold);
    volume.setup.language.chapter_foot(name.as_deref(), first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of entries on each page.
    fn lengths(all: usize, size: usize, columns: usize) -> Vec<usize> {
        tidy_ranges(all, size, columns).into_iter().map(|page| page.len()).collect()
    }

    #[test]
    fn pages_share_rows_evenly() {
        assert_eq!(lengths(16, 12, 3), [8, 8]);
        assert_eq!(lengths(30, 12, 3), [12, 9, 9]);
        assert_eq!(lengths(31, 12, 3), [11, 11, 9]);
        assert_eq!(lengths(40, 12, 3), [11, 11, 9, 9]);
        assert_eq!(lengths(99, 12, 3), [11; 9]);
        assert_eq!(lengths(100, 12, 3), [12, 11, 11, 11, 11, 11, 11, 11, 11]);
        assert_eq!(lengths(6, 4, 2), [3, 3]);
        assert_eq!(lengths(5, 4, 2), [3, 2]);
        assert_eq!(lengths(13, 8, 2), [7, 6]);
        assert_eq!(lengths(25, 8, 2), [7, 6, 6, 6]);
        assert_eq!(lengths(3, 1, 1), [1, 1, 1]);
        assert_eq!(lengths(1, 12, 3), [1]);
    }

    #[test]
    fn no_page_ends_with_one_entry_of_several() {
        let sizes = (2..6).flat_map(|columns| (1..6).map(move |rows| (columns, rows)));
        for ((columns, rows), all) in sizes.flat_map(|size| (2..150).map(move |all| (size, all))) {
            let size = columns * rows;
            let pages = tidy_ranges(all, size, columns);
            assert_eq!(pages.len(), all.div_ceil(size));
            let entries: Vec<_> = pages.iter().cloned().flatten().collect();
            assert_eq!(entries, Vec::from_iter(0..all));
            assert!(pages.iter().all(|page| (1..=size).contains(&page.len())));
            // Odd numbers in two columns have one, and so may a single page.
            let has_lone = pages.iter().any(|page| has_lone_entry(page.len(), columns));
            assert!(
                !has_lone || columns == 2 || pages.len() == 1,
                "{all} in {columns} columns and {rows} rows: {pages:?}"
            );
            let is_short = pages.iter().any(|page| page.len() == 1);
            assert!(!is_short || size == 2, "{all} on pages of {size}: {pages:?}");
        }
    }

    #[test]
    fn rows_of_parts_are_in_the_order_of_their_names() {
        let names: Vec<_> = PARTS.iter().map(|part| part.name).collect();
        assert_eq!(names, PartName::ALL);
    }
}
