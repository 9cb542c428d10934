//! The pages of hints: a table with what to do first, the step with which the hardest part of a
//! puzzle begins, and the page of its lesson, by the pages of the puzzles. Upside down at the foot
//! stands what follows.

use super::column::head_height;
use super::{
    ASCENT, DrawOp, PagePlanner, PageSetup, PageSlot, PartName, Raster, TextColumn, TextStyle,
    Volume, heading_text, puzzles, text,
};
use crate::model::HintTexts;
use crate::model::setup::{HintRow, HintTable};
use human::StepKind;
use page::{Colour, Rotation};
use std::collections::BTreeMap;
use std::ops::Range;

/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.94, 0.88, 0.82];
/// The share of the column of what to do first in the width of both columns of words, and the
/// space between columns, in type sizes.
const FIRST_PART: f64 = 0.48;
const COLUMN_GAP: f64 = 1.0;
/// The widest page number of a lesson.
const WIDEST_FOLIO: &str = "xxviii";
/// The heights of the head of the table and of the bar above the puzzles of a page, and the space
/// above and below the words of a row, in type sizes.
const HEAD_HEIGHT: f64 = 1.9;
const BAR_HEIGHT: f64 = 1.7;
const ROW_SPACE: f64 = 0.34;
/// The space above what follows and above an entry of the list of techniques, in type sizes.
const ABOVE_FOLLOWS: f64 = 1.6;
const ABOVE_TERM: f64 = 0.9;
/// The space between the introduction and the table, in body sizes.
const BELOW_INTRO: f64 = 0.5;
/// The size of what follows, in type sizes, and the space between its columns in its own.
const FOLLOWS_SIZE: f64 = 0.88;
const FOLLOWS_GAP: f64 = 1.6;
/// The maximum number of columns of what follows.
const MAX_FOLLOWS: usize = 6;
const BAR_GREY: Colour = Colour::Grey(0.9);
const RULE_WIDTH: f64 = 0.4;
const HEAVY_RULE: f64 = 1.0;
/// The minimum number of dots between a technique and the page of its lesson.
const MIN_DOTS: usize = 3;

impl HintTable {
    /// Measures the rows of a book, in the largest type in which each word fits its column.
    /// `largest` is the largest number of a puzzle. The table has pages of lessons if the book has
    /// lessons.
    pub fn new(
        setup: &PageSetup,
        texts: &[Option<HintTexts>],
        largest: usize,
        has_lessons: bool,
    ) -> Self {
        let mut table = Self::default();
        for part in TYPE_SIZES {
            table = Self::in_size(setup, texts, part, largest, has_lessons);
            if table.fits {
                break;
            }
        }
        table
    }

    fn in_size(
        setup: &PageSetup,
        texts: &[Option<HintTexts>],
        part: f64,
        largest: usize,
        has_lessons: bool,
    ) -> Self {
        let sizes = &setup.design.keys.sizes;
        let size = sizes.legible(sizes.body * part);
        let number = TextStyle::new(setup.figures().strong, size);
        let indent = number.width(&largest.to_string().replace(|_: char| true, "8")) + size;
        let folio = if has_lessons { number.width(WIDEST_FOLIO) + COLUMN_GAP * size } else { 0.0 };
        let words = setup.area.live_width() - indent - folio;
        let has_first = texts.iter().flatten().any(|texts| !texts.first.is_empty());
        let first_width = if has_first { FIRST_PART * words } else { 0.0 };
        let gap = if has_first { COLUMN_GAP * size } else { 0.0 };
        let mut table = Self {
            rows: Vec::new().into(),
            size,
            first: indent,
            first_width: first_width - gap,
            then: indent + first_width,
            then_width: words - first_width,
            has_lessons,
            fits: true,
        };
        let rows = texts.iter().map(|texts| {
            let texts = texts.as_ref()?;
            Some(table.row(setup, texts))
        });
        let rows: Vec<Option<HintRow>> = rows.collect();
        table.fits = rows.iter().flatten().all(|row| table.has_room_for(setup, row));
        table.rows = rows.into();
        table
    }

    fn row(&self, setup: &PageSetup, texts: &HintTexts) -> HintRow {
        let [regular, strong] = [setup.words().regular, setup.words().strong];
        let first = texts.first.iter();
        HintRow {
            kind: texts.kind,
            first: first
                .flat_map(|line| regular.wrap_paragraph(line, self.size, self.first_width))
                .collect(),
            name: strong.wrap_paragraph(&texts.name, self.size, self.then_width),
            place: regular.wrap_paragraph(&texts.place, self.size, self.then_width),
            follows: texts.follows.clone(),
        }
    }

    fn has_room_for(&self, setup: &PageSetup, row: &HintRow) -> bool {
        let regular = TextStyle::new(setup.words().regular, self.size);
        let strong = TextStyle::new(setup.words().strong, self.size);
        let is_within = |style: TextStyle, lines: &[String], width: f64| {
            lines.iter().all(|line| style.width(line) <= width)
        };
        is_within(regular, &row.first, self.first_width)
            && is_within(strong, &row.name, self.then_width)
            && is_within(regular, &row.place, self.then_width)
    }
}

/// Assigns the pages of the table. A book without lessons has pages of techniques after them. A
/// page of the table has its puzzles, and the subject 1 if it names the pages of the puzzles; a
/// page of techniques has the index of its first one as its subject.
pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let sheet = HintSheet::new(&planner.setup);
    let start = planner.first_puzzle;
    let groups = puzzle_groups(planner);
    let has_puzzles = planner.parts.iter().any(|listed| listed.part == PartName::Puzzles);
    let has_bars = has_puzzles && groups.iter().any(|group| group.len() > 1);
    let mut fill = PageFill {
        sheet: &sheet,
        start,
        has_bars,
        ranges: Vec::new(),
        on_page: Vec::new(),
        y: 0.0,
    };
    groups.iter().for_each(|group| fill.add_group(group));
    fill.end_page();
    let ranges = fill.ranges;
    let mut nth = ranges.len();
    for (page, puzzles) in ranges.into_iter().enumerate() {
        let slot = PageSlot::new(first.part, page).with_puzzles(puzzles);
        pages.push(slot.with_subject(usize::from(has_bars)));
    }
    let terms = sheet.terms(start..start + planner.puzzle_count());
    let mut from = 0;
    while from < terms.len() {
        pages.push(PageSlot::new(first.part, nth).with_subject(from));
        from += sheet.terms_on_page(&terms[from..]);
        nth += 1;
    }
}

/// Returns the puzzles of each page that have a hint, counted from 0 in the volume.
fn puzzle_groups(planner: &PagePlanner) -> Vec<Vec<usize>> {
    let mut slots = Vec::new();
    puzzles::pages(&PageSlot::new(PartName::Puzzles, 0), planner, &mut slots);
    let rows = &planner.setup.hint_table.rows;
    let has_hint = |puzzle: &usize| rows[planner.first_puzzle + puzzle].is_some();
    let pages = slots.iter().filter(|slot| slot.part == PartName::Puzzles);
    let groups = pages.map(|slot| slot.puzzles().filter(has_hint).collect());
    groups.filter(|group: &Vec<usize>| !group.is_empty()).collect()
}

/// Fills pages with rows.
struct PageFill<'a> {
    sheet: &'a HintSheet<'a>,
    /// The number of puzzles in earlier volumes.
    start: usize,
    has_bars: bool,
    /// The puzzles of the pages that are full.
    ranges: Vec<Range<usize>>,
    /// The puzzles on this page.
    on_page: Vec<usize>,
    /// The end of the rows on this page.
    y: f64,
}

impl PageFill<'_> {
    /// Adds the puzzles of a page. They stay together if a page has room for them.
    fn add_group(&mut self, group: &[usize]) {
        if self.fits(self.sheet.rows_top(1), &[], group, true) {
            self.add(group, true);
        } else {
            group.chunks(1).enumerate().for_each(|(place, row)| self.add(row, place == 0));
        }
    }

    fn add(&mut self, puzzles: &[usize], is_first: bool) {
        if !self.on_page.is_empty() && !self.fits(self.y, &self.on_page, puzzles, is_first) {
            self.end_page();
        }
        let has_bar = is_first || self.on_page.is_empty();
        if self.on_page.is_empty() {
            self.y = self.sheet.rows_top(self.ranges.len());
        }
        self.y += self.height(puzzles, has_bar);
        self.on_page.extend(puzzles);
    }

    fn end_page(&mut self) {
        if let [first, .., last] | [first @ last] = self.on_page[..] {
            self.ranges.push(first..last + 1);
            self.on_page.clear();
        }
    }

    fn height(&self, puzzles: &[usize], has_bar: bool) -> f64 {
        let bar = if has_bar && self.has_bars { self.sheet.bar_height() } else { 0.0 };
        let rows = puzzles.iter().filter_map(|puzzle| self.sheet.row(self.start + puzzle));
        bar + rows.map(|row| self.sheet.row_height(row)).sum::<f64>()
    }

    /// Returns true if these puzzles end on the page, with what follows all of its puzzles.
    fn fits(&self, y: f64, before: &[usize], puzzles: &[usize], has_bar: bool) -> bool {
        let all: Vec<usize> =
            before.iter().chain(puzzles).map(|puzzle| self.start + puzzle).collect();
        let end = y + self.height(puzzles, has_bar) + self.sheet.follows(&all).height;
        end <= self.sheet.setup.area.live_height()
    }
}

/// Measures and draws the elements of the pages.
struct HintSheet<'a> {
    setup: &'a PageSetup,
    table: &'a HintTable,
    regular: TextStyle,
    strong: TextStyle,
    number: TextStyle,
    leading: f64,
}

/// The arrangement of what follows.
struct FollowingLines {
    raster: Raster,
    number: TextStyle,
    style: TextStyle,
    heading: TextStyle,
    indent: f64,
    /// The height with the space above.
    height: f64,
    /// Width and height of the block.
    block: (f64, f64),
}

/// Techniques with one sentence on how to find them.
struct HintTerm {
    /// The lines of the names.
    names: Vec<String>,
    lines: Vec<String>,
}

impl<'a> HintSheet<'a> {
    fn new(setup: &'a PageSetup) -> Self {
        let table = &setup.hint_table;
        let size = table.size;
        Self {
            setup,
            table,
            regular: TextStyle::new(setup.words().regular, size),
            strong: TextStyle::new(setup.words().strong, size),
            number: TextStyle::new(setup.figures().strong, size),
            leading: size * setup.design.typefaces.leading,
        }
    }

    fn row(&self, puzzle: usize) -> Option<&'a HintRow> {
        self.table.rows[puzzle].as_ref()
    }

    fn row_height(&self, row: &HintRow) -> f64 {
        let lines = row.first.len().max(row.name.len() + row.place.len());
        lines as f64 * self.leading + 2.0 * ROW_SPACE * self.table.size
    }

    fn bar_height(&self) -> f64 {
        (BAR_HEIGHT + ROW_SPACE) * self.table.size
    }

    fn intro(&self) -> Vec<String> {
        let style = self.setup.italic(1.0);
        let language = &self.setup.language;
        let key = if self.table.first_width > 0.0 { "hints.intro_first" } else { "hints.intro" };
        let sentences = [key, "hints.turn"].map(|key| language.text(key).to_owned());
        let words = language.join_sentences(&sentences);
        style.faces.wrap_paragraph(&words, style.size, self.setup.area.live_width())
    }

    /// Returns the top of the head of the table.
    fn table_top(&self, nth: usize) -> f64 {
        let (sizes, leading) = (&self.setup.design.keys.sizes, self.setup.design.typefaces.leading);
        let intro = if nth == 0 {
            self.intro().len() as f64 * sizes.body * leading + BELOW_INTRO * sizes.body
        } else {
            0.0
        };
        head_height(&self.setup.design) + intro
    }

    /// Returns the top of the first row or bar.
    fn rows_top(&self, nth: usize) -> f64 {
        self.table_top(nth) + (HEAD_HEIGHT + ROW_SPACE) * self.table.size
    }

    /// Arranges what follows the hints of these puzzles of the book.
    fn follows(&self, puzzles: &[usize]) -> FollowingLines {
        let sizes = &self.setup.design.keys.sizes;
        let size = sizes.legible(self.table.size * FOLLOWS_SIZE);
        let number = TextStyle::new(self.setup.figures().strong, size);
        let style = TextStyle::new(self.setup.words().regular, size);
        let heading = TextStyle::new(self.setup.words().strong, size);
        let (live, lead) =
            (self.setup.area.live_width(), size * self.setup.design.typefaces.leading);
        let indent = self.table.first / self.table.size * size;
        let rows = puzzles.iter().filter_map(|puzzle| self.row(*puzzle));
        let texts: Vec<&str> =
            rows.map(|row| &*row.follows).filter(|text| !text.is_empty()).collect();
        let widest = texts.iter().map(|text| style.width(text)).fold(0.0, f64::max);
        let gap = FOLLOWS_GAP * size;
        let columns = Raster::fitting(live, indent + widest, gap).clamp(1, MAX_FOLLOWS);
        let rows = texts.len().div_ceil(columns);
        let pitch = ((live + gap) / columns as f64, lead);
        let raster = Raster { columns, rows, first: (0.0, lead), pitch };
        let block = (live, (rows + 1) as f64 * lead);
        let height = if texts.is_empty() { 0.0 } else { block.1 + ABOVE_FOLLOWS * self.table.size };
        FollowingLines { raster, number, style, heading, indent, height, block }
    }

    /// Returns the techniques of the hints of these puzzles, in the order of the ladder; none if
    /// the book has lessons.
    fn terms(&self, puzzles: Range<usize>) -> Vec<HintTerm> {
        if self.table.has_lessons {
            return Vec::new();
        }
        let kinds: BTreeMap<_, StepKind> = puzzles
            .filter_map(|puzzle| self.row(puzzle))
            .map(|row| (row.kind.ladder_key(), row.kind))
            .collect();
        let words = self.setup.language.words();
        let mut terms: Vec<(Vec<&str>, &str)> = Vec::new();
        for kind in kinds.into_values() {
            let sentence = words.how_to_find(kind);
            match terms.iter_mut().find(|(_, other)| *other == sentence) {
                Some((names, _)) => names.push(words.kind(kind)),
                None => terms.push((vec![words.kind(kind)], sentence)),
            }
        }
        let (size, width) = (self.table.size, self.setup.measure());
        let terms = terms.into_iter().map(|(names, sentence)| HintTerm {
            names: self.strong.faces.wrap_paragraph(&words.all(&names), size, width),
            lines: self.regular.faces.wrap_paragraph(sentence, size, width),
        });
        terms.collect()
    }

    fn term_height(&self, term: &HintTerm) -> f64 {
        (term.lines.len() + term.names.len()) as f64 * self.leading + ABOVE_TERM * self.table.size
    }

    /// Returns the number of techniques that fit a page, at least one.
    fn terms_on_page(&self, terms: &[HintTerm]) -> usize {
        let room = self.setup.area.live_height() - head_height(&self.setup.design);
        let mut end = 0.0;
        let fits = |term: &&HintTerm| {
            end += self.term_height(term);
            end <= room
        };
        terms.iter().take_while(fits).count().max(1)
    }
}

/// Draws a page.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let sheet = HintSheet::new(&volume.setup);
    let top = page.y;
    let range = slot.puzzles();
    let title = heading_text(volume, slot);
    if range.is_empty() {
        page.draw_head(&title, String::new());
        draw_terms(volume, &sheet, slot.subject(), page);
        return;
    }
    page.draw_head(&title, volume.number_range_text(slot));
    if slot.nth() == 0 {
        let style = volume.setup.italic(1.0);
        page.y += ASCENT * style.size;
        let lead = style.size * volume.setup.design.typefaces.leading;
        page.draw_lines(sheet.intro(), style, lead);
    }
    page.y = top + sheet.table_top(slot.nth());
    sheet.draw_table_head(page);
    let start = volume.puzzles.start;
    let has_bars = slot.subject() > 0;
    let hinted: Vec<usize> = range.filter(|puzzle| sheet.row(start + puzzle).is_some()).collect();
    let page_of = |puzzle: usize| volume.pagination.puzzle_page(puzzle);
    let mut begun = 0;
    for (place, &puzzle) in hinted.iter().enumerate() {
        let is_first = place == 0 || page_of(puzzle) != page_of(hinted[place - 1]);
        if is_first {
            begun = place;
        }
        if is_first && has_bars {
            let on_page =
                hinted[place..].iter().take_while(|other| page_of(**other) == page_of(puzzle));
            let last = on_page.last().copied().unwrap_or(puzzle);
            sheet.draw_bar(volume, page, puzzle..last + 1);
        } else if place > 0 && (place > begun || !has_bars) {
            page.marks.push(rule((page.left, page.y), page.width, RULE_WIDTH));
        }
        sheet.draw_row(volume, page, puzzle);
    }
    page.marks.push(rule((page.left, page.y), page.width, HEAVY_RULE));
    let all: Vec<usize> = hinted.iter().map(|puzzle| start + puzzle).collect();
    let follows = sheet.follows(&all);
    if follows.height > 0.0 {
        let marks = draw_follows(volume, &sheet, &follows, &hinted);
        let corner = (page.left, volume.setup.area.bottom - follows.block.1);
        page.marks.push(DrawOp::Rotated {
            turn: Rotation::Half,
            corner,
            size: follows.block,
            marks,
        });
        page.end = page.end.max(corner.1);
    }
}

/// Returns a rule of this length and width.
fn rule(from: (f64, f64), length: f64, width: f64) -> DrawOp {
    DrawOp::Line { from, to: (from.0 + length, from.1), width }
}

impl HintSheet<'_> {
    /// Draws the names of the columns, with a rule below them.
    fn draw_table_head(&self, page: &mut TextColumn) {
        let (language, size) = (&self.setup.language, self.table.size);
        let y = page.y + HEAD_HEIGHT / 2.0 * size + ASCENT * size / 2.0;
        if self.table.first_width > 0.0 {
            let at = (page.left + self.table.first, y);
            page.draw_line(self.strong, at, language.text("hints.first"));
        }
        let at = (page.left + self.table.then, y);
        page.draw_line(self.strong, at, language.text("hints.then"));
        if self.table.has_lessons {
            let at = (page.right(), y);
            self.strong.draw_right(&mut page.marks, at, language.text("hints.lesson"));
        }
        page.y += HEAD_HEIGHT * size;
        page.marks.push(rule((page.left, page.y), page.width, HEAVY_RULE));
        page.y += ROW_SPACE * size;
    }

    /// Draws the bar above the puzzles of a page.
    fn draw_bar(&self, volume: &Volume, page: &mut TextColumn, puzzles: Range<usize>) {
        let size = self.table.size;
        let Some(number) = volume.pagination.puzzle_page(puzzles.start) else { return };
        let block = (page.width, BAR_HEIGHT * size);
        page.marks.push(DrawOp::Box { corner: page.pen(), size: block, colour: BAR_GREY });
        let y = page.y + block.1 / 2.0 + self.strong.cap() / 2.0;
        let label = text!(self.setup.language, "hints.on_page", page = number);
        page.draw_line(self.strong, (page.left + size / 2.0, y), &label);
        let (first, last) = volume.numbering.numbers(puzzles);
        let numbers = self.setup.language.puzzles(first, last);
        let end = (page.right() - size / 2.0, y);
        self.regular.draw_right(&mut page.marks, end, &numbers);
        page.y += self.bar_height();
    }

    fn draw_row(&self, volume: &Volume, page: &mut TextColumn, puzzle: usize) {
        let Some(row) = self.row(volume.puzzles.start + puzzle) else { return };
        let (left, top, size) = (page.left, page.y, self.table.size);
        let y = top + ROW_SPACE * size + ASCENT * size;
        let number = volume.numbering.number(puzzle).to_string();
        page.draw_line(self.number, (left, y), &number);
        (page.left, page.y) = (left + self.table.first, y);
        page.draw_lines(row.first.clone(), self.regular, self.leading);
        (page.left, page.y) = (left + self.table.then, y);
        page.draw_lines(row.name.clone(), self.strong, self.leading);
        let name_end = page.left + row.name.last().map_or(0.0, |line| self.strong.width(line));
        let name_y = page.y - self.leading;
        page.draw_lines(row.place.clone(), self.regular, self.leading);
        page.left = left;
        if let Some(folio) = volume.lesson_folio(row.kind) {
            self.draw_folio(page, name_end, name_y, &folio);
        }
        page.y = top + self.row_height(row);
    }

    /// Draws the page number of a lesson, with dots that lead to it.
    fn draw_folio(&self, page: &mut TextColumn, from: f64, y: f64, folio: &str) {
        let right = (page.right(), y);
        self.number.draw_right(&mut page.marks, right, folio);
        let end = page.right() - self.number.width(WIDEST_FOLIO) - self.table.size / 2.0;
        let dot = ". ";
        let free = end - from - self.table.size / 2.0;
        let count = (free / self.regular.width(dot)).max(0.0) as usize;
        if count >= MIN_DOTS {
            let dots = dot.repeat(count).trim_end().to_owned();
            self.regular.draw_right(&mut page.marks, (end, y), &dots);
        }
    }
}

/// Draws what follows, as seen when the page is turned upside down.
fn draw_follows(
    volume: &Volume,
    sheet: &HintSheet<'_>,
    lines: &FollowingLines,
    puzzles: &[usize],
) -> Vec<DrawOp> {
    let mut marks = Vec::new();
    let ascent = ASCENT * lines.style.size;
    let heading = volume.setup.language.text("hints.follows");
    lines.heading.draw_left(&mut marks, (0.0, ascent), heading);
    let rows = puzzles.iter().filter_map(|&puzzle| {
        let row = sheet.row(volume.puzzles.start + puzzle)?;
        Some((puzzle, &row.follows)).filter(|(_, text)| !text.is_empty())
    });
    for ((x, top), (puzzle, text)) in lines.raster.across().zip(rows) {
        let y = top + ascent;
        let number = volume.numbering.number(puzzle).to_string();
        lines.number.draw_left(&mut marks, (x, y), &number);
        lines.style.draw_left(&mut marks, (x + lines.indent, y), text);
    }
    marks
}

/// Draws the techniques from this index on, each with the sentence on how to find it.
fn draw_terms(volume: &Volume, sheet: &HintSheet<'_>, from: usize, page: &mut TextColumn) {
    let puzzles = volume.puzzles.clone();
    let terms = sheet.terms(puzzles);
    let left = terms.get(from..).unwrap_or_default();
    for term in &left[..sheet.terms_on_page(left).min(left.len())] {
        let top = page.y;
        page.y += ASCENT * sheet.table.size;
        page.draw_lines(term.names.clone(), sheet.strong, sheet.leading);
        page.draw_lines(term.lines.clone(), sheet.regular, sheet.leading);
        page.y = top + sheet.term_height(term);
    }
}
