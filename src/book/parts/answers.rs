//! The pages with answers: as many grids as are legible.

use super::column::head_height;
use super::{
    BookDesign, Cell, Column, DrawOp, GridLayout, GridStyle, LiveArea, Outline, PageSlot, Point,
    SharedForm, TextStyle, Volume, draw, in_pages, text, words,
};
use crate::book::model::design::AnswerPlace;
use crate::book::model::volume::VolumeChapter;
use crate::book::text::language::BETWEEN;

/// Maximum gap between columns or rows that are flush with the edges, in multiples of the template's
/// `grid_gap`.
const MAX_GAP: f64 = 2.2;

/// A class has the answers to all its sheets on at most this number of pages, if their digits can be read.
const OF_CLASS: usize = 2;
/// The largest digit there, in cells, and the gap between grids, in points.
const DENSE: (f64, f64) = (1.0, 6.0);

/// The smallest digits of the answers of a class that are a block for each sheet, in points, and
/// the largest, in cells.
const LEGIBLE: (f64, f64) = (8.0, 0.8);

/// Finds the arrangement with the most grids whose digits have at least the minimum size. Of
/// several with the same number, it takes the one with the largest digits. For this number of
/// answers of a class it takes the one with the fewest pages, and where these are more than
/// [`OF_CLASS`], with the densest grids. `None` if not even one grid fits. With a number of puzzles
/// of a sheet, those of each sheet are a row or a block, if their digits can be read.
pub(in crate::book) fn measure(
    design: &BookDesign,
    area: &LiveArea,
    of_class: Option<usize>,
    of_sheet: Option<usize>,
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let blocks = of_class.zip(of_sheet).and_then(|class| in_blocks(design, area, class));
    if blocks.is_some() {
        return blocks;
    }
    let on_one = of_class.map(|answers| (answers, 1));
    let usual = arranged(design, area, on_one, (style.digit, style.grid_gap))?;
    let is_enough = of_class.is_none_or(|answers| answers <= OF_CLASS * usual.len());
    let of_class = of_class.map(|answers| (answers, OF_CLASS));
    if is_enough { Some(usual) } else { arranged(design, area, of_class, DENSE) }
}

/// The same with digits of at most this size in cells, and this gap between grids; the answers of a class on its number
/// of pages, or on as few as there can be.
fn arranged(
    design: &BookDesign,
    area: &LiveArea,
    of_class: Option<(usize, usize)>,
    (digit, gap): (f64, f64),
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let head = head_height(design);
    let room = area.live_height() - head;
    let caption = caption_height(design) + style.caption_gap;

    let side = |length: f64, count: f64, extra: f64| (length + gap) / count - gap - extra;
    let max_cell = of_class.map_or(f64::MAX, |_| design.keys.puzzle.max_cell);
    let ways = (1..=12).flat_map(|columns| (1..=16).map(move |rows| (columns, rows)));
    let cells = ways.map(|(columns, rows)| {
        let (columns, rows) = (f64::from(columns), f64::from(rows));
        let by_width = side(area.live_width(), columns, style.block);
        let by_height = side(room, rows, caption + style.block);
        (columns, rows, (by_width.min(by_height) / 9.0).min(max_cell))
    });
    let held = |(columns, rows, _): &(f64, f64, f64)| match of_class {
        None => columns * rows,
        Some((answers, pages)) => -(answers as f64 / (columns * rows)).ceil().max(pages as f64),
    };
    let legible = cells.filter(|(_, _, cell)| cell * digit >= style.min_digit);
    let (columns, rows, cell) =
        legible.max_by(|a, b| held(a).total_cmp(&held(b)).then(a.2.total_cmp(&b.2)))?;
    let digit = style.digit.max(style.min_digit / cell);
    let grid = GridStyle { cell, digit, thin: style.thin, block: style.block };

    // The outer columns are flush with the rule of the head, and the last row with the end of the page.
    // Where gaps would become too wide for that, the space is spread evenly.
    let (outer, unit) = (grid.outer(), caption + grid.outer());
    let shared = |spare: f64, flush_gaps: f64, even_gaps: f64| match spare / flush_gaps {
        flush if flush <= MAX_GAP * gap => flush,
        _ => spare / even_gaps,
    };
    let spare = area.live_width() - columns * outer;
    let column_gap = shared(spare, columns - 1.0, columns + 1.0);
    let left = (spare - (columns - 1.0) * column_gap) / 2.0;
    let row_gap = shared(room - rows * unit, rows - 1.0, rows);
    let (columns, rows) = (columns as usize, rows as usize);
    let places = (0..columns * rows).map(|place| (place % columns, place / columns));
    let pitch = (outer + column_gap, unit + row_gap);
    Some(GridLayout::new(grid, caption, places, (left, head), pitch))
}

/// The arrangement of the answers of a class on the fewest pages with digits that can be read,
/// where those of a sheet are a row or a block; of several, the one with the largest digits.
fn in_blocks(
    design: &BookDesign,
    area: &LiveArea,
    (answers, of_sheet): (usize, usize),
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let head = head_height(design);
    let caption = caption_height(design) + style.caption_gap;
    let gap = style.grid_gap;
    // Between blocks the gap is wider than in them, unless a block is a single grid.
    let aside = if of_sheet > 1 { gap } else { 0.0 };
    // The last row of a block may have free places: seven puzzles are rows of four and three.
    let shapes = (1..=of_sheet).map(|high| (of_sheet.div_ceil(high), high));
    let shapes = shapes.filter(|(wide, high)| wide >= high && wide * (high - 1) < of_sheet);
    let ways = shapes.flat_map(|shape| {
        (1..=12).flat_map(move |across| (1..=16).map(move |down| (shape, across, down)))
    });
    let cells = ways.map(|((wide, high), across, down)| {
        let side = |room: f64, blocks: usize, grids: usize, extra: f64| {
            let gaps = (grids - 1) as f64 * gap + (blocks - 1) as f64 * aside;
            (room - gaps) / grids as f64 - extra
        };
        let by_width = side(area.live_width(), across, wide * across, style.block);
        let by_height = side(area.live_height() - head, down, high * down, caption + style.block);
        let cell = (by_width.min(by_height) / 9.0).min(design.keys.puzzle.max_cell);
        ((wide, high), across, down, cell)
    });
    let (least, largest) = (LEGIBLE.0.max(style.min_digit), LEGIBLE.1.max(style.digit));
    let legible = cells.filter(|(.., cell)| cell * largest >= least);
    let pages = |across: usize, down: usize| answers.div_ceil(of_sheet * across * down);
    let ((wide, high), across, down, cell) =
        legible.min_by(|a, b| pages(a.1, a.2).cmp(&pages(b.1, b.2)).then(b.3.total_cmp(&a.3)))?;
    let digit = style.digit.max(least / cell);
    let grid = GridStyle { cell, digit, thin: style.thin, block: style.block };
    let (outer, unit) = (grid.outer(), caption + grid.outer());
    let wide_of =
        |blocks: usize| (blocks * wide) as f64 * (outer + gap) - gap + (blocks - 1) as f64 * aside;
    // What is left is shared by the gaps between blocks, up to a bound.
    let shared = |spare: f64, blocks: usize| match blocks {
        1 => 0.0,
        _ => (spare / (blocks - 1) as f64).min(MAX_GAP * gap),
    };
    let more = shared(area.live_width() - wide_of(across), across);
    let high_of = (down * high) as f64 * (unit + gap) - gap + (down - 1) as f64 * aside;
    let below = shared(area.live_height() - head - high_of, down);
    let left = (area.live_width() - wide_of(across) - (across - 1) as f64 * more) / 2.0;
    let places = (0..of_sheet * across * down).map(|place| {
        let (block, within) = (place / of_sheet, place % of_sheet);
        let (column, row) = (block % across, block / across);
        let x =
            (column * wide + within % wide) as f64 * (outer + gap) + column as f64 * (aside + more);
        let y = (row * high + within / wide) as f64 * (unit + gap) + row as f64 * (aside + below);
        (left + x, head + y + caption)
    });
    Some(GridLayout { grid, corners: places.collect(), caption, group_size: of_sheet })
}

/// Height of the number above an answer.
pub(super) fn caption_height(design: &BookDesign) -> f64 {
    TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number).cap()
}

/// The pages of all answers.
pub(in crate::book) fn pages(first: &PageSlot, outline: &Outline, pages: &mut Vec<PageSlot>) {
    let size = outline.setup.answer_page.as_ref().map_or(1, GridLayout::len);
    if outline.setup.design.keys.answers.place == AnswerPlace::Next {
        // Those of the last page of puzzles; the others are each on the next one.
        let ranges = outline.ranges().last();
        let on_page = outline.setup.puzzle_page.grids.len();
        let last =
            ranges.map(|range| range.start + (range.len() - 1) / on_page * on_page..range.end);
        return pages
            .extend(last.into_iter().flat_map(|range| in_pages("answers", 0, range, size)));
    }
    let rows = outline.setup.answer_page.as_ref().map_or((1, 1), |page| {
        let rows = if page.group_size > 1 { page.len() / page.group_size } else { page.rows().0 };
        (rows, page.len() / rows)
    });
    // No pupil has them on the back of a sheet.
    outline.to_sheet(pages);
    outline.fill(first.part, rows, pages);
}

pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    let style = &volume.setup.design.keys.answers;
    let Some(grids) = &volume.setup.answer_page else { return };
    let corners = grids.on_page(page.pen());
    let places: Vec<_> = corners.zip(leaf.puzzles()).collect();
    page.head(&words(volume, leaf), range(volume, leaf));

    numbered_grids(volume, &mut page.marks, &places);
    let size = volume.setup.design.keys.sizes.legible(style.number * 0.95);
    let reference = TextStyle::new(volume.setup.figures().regular, size);
    for &((x, y), puzzle) in &places {
        let at = (x + grids.grid.outer(), y - style.caption_gap);
        // Who looks for a day needs no page number: the book goes by days.
        let on_page = || {
            let page =
                volume.pagination.puzzle_page(puzzle).filter(|_| volume.has_page_numbers())?;
            Some(text!(volume.setup.language, "answers.puzzle", page))
        };
        // In a course the step at which the technique of the chapter is needed.
        let step = volume.first_use_steps.get(puzzle);
        let step = step.map(|step| text!(volume.setup.language, "answers.step", step));
        let sheet = || volume.chapter_name(sheet_of(volume, puzzle)?);
        let words = step.or_else(|| volume.dates.short_date(puzzle)).or_else(sheet);
        if let Some(words) = words.or_else(on_page) {
            draw::right(&mut page.marks, at, reference, &words);
        }
    }
    digits(volume, &mut page.marks, grids.grid, &places);
}

/// The sheet of a class on which a puzzle is, as the number of its section.
fn sheet_of(volume: &Volume, puzzle: usize) -> Option<usize> {
    let sheet = |span: &VolumeChapter| span.kind.is_sheet() && span.puzzles.contains(&puzzle);
    volume.chapters.iter().position(sheet)
}

/// The numbers of the answers of a page, or their sheets, or their months.
fn range(volume: &Volume, leaf: &PageSlot) -> String {
    let [first, last] =
        [leaf.puzzles().start, leaf.puzzles().end - 1].map(|puzzle| sheet_of(volume, puzzle));
    let versions = first.zip(last).and_then(|(first, last)| volume.sheet_range_name(first, last));
    let months = volume.dates.months(leaf.puzzles());
    match (versions, months.is_empty()) {
        (Some(versions), _) => versions,
        (None, false) => months.join(BETWEEN),
        (None, true) => volume.number_range_text(leaf),
    }
}

/// Draws empty grids with these corners, and above each the number of its puzzle.
pub(super) fn numbered_grids(volume: &Volume, marks: &mut Vec<DrawOp>, places: &[(Point, usize)]) {
    let style = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    for &((x, y), puzzle) in places {
        marks.push(DrawOp::Form { form: SharedForm::AnswerGrid, corner: (x, y) });
        let text = volume.numbering.number(puzzle).to_string();
        draw::left(marks, (x, y - style.caption_gap), number, &text);
    }
}

/// Draws the digits of answers in grids with these corners; givens are in bold.
pub(super) fn digits(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    grid: GridStyle,
    places: &[(Point, usize)],
) {
    // Draw all givens first, then all other digits, so that a page changes its face only once.
    let faces = volume.setup.figures();
    let puzzles: Vec<_> =
        places.iter().map(|&(corner, puzzle)| (corner, volume.puzzle(puzzle))).collect();
    for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
        for &(corner, puzzle) in &puzzles {
            let cells = Cell::ALL.into_iter();
            let cells = cells.filter(|&cell| puzzle.givens()[cell].is_some() == given);
            let digits = cells.map(|cell| (cell, puzzle.solution()[cell]));
            grid.digits(marks, corner, face, digits);
        }
    }
}
