//! The pages with answers: as many grids as are legible.

use super::{
    Area, BookDesign, Cell, DrawOp, GridLayout, GridStyle, LinkTarget, LiveArea, PagePlanner,
    PageSlot, PartName, Point, Raster, TextColumn, TextStyle, Volume, codes, draw, heading_text,
    slots_of_range, text,
};
use super::{column, head};
use crate::book::draw::PuzzleCodeStyle;
use crate::book::model::design::{AnswerPlace, PageHead};
use crate::book::model::volume::VolumeChapter;
use crate::book::text::language::BETWEEN;
use std::sync::Arc;

/// The maximum gap between columns or rows that are flush with the edges, in multiples of the
/// design's `grid_gap`.
const MAX_GAP: f64 = 2.2;

/// The maximum number of pages for all answers of a class, if their digits stay legible.
const MAX_CLASS_PAGES: usize = 2;
/// The largest digits on these pages, in cells, and the gap between grids, in points.
const DENSE_GRIDS: (f64, f64) = (1.0, 6.0);

/// The smallest digits of answers that form a block for each sheet, in points: the second size is
/// for pages on which no block has the first.
const MIN_BLOCK_DIGITS: [f64; 2] = [9.0, 8.0];
/// The largest digits of these answers, in cells.
const MAX_BLOCK_DIGIT: f64 = 0.9;

/// Finds the arrangement with the most grids whose digits have the minimum size. Among equals it
/// takes the one with the largest digits. Returns `None` if not even one grid fits.
///
/// `of_class` is the number of answers of a class: it takes the arrangement with the fewest pages,
/// and denser grids if there are more than [`MAX_CLASS_PAGES`] of them. `of_sheet` is the number of
/// puzzles of a sheet: the answers of each sheet then form a row or a block, if their digits stay
/// legible.
pub(crate) fn arrange_answers(
    design: &BookDesign,
    area: &LiveArea,
    of_class: Option<usize>,
    of_sheet: Option<usize>,
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let blocks = of_class.zip(of_sheet).and_then(|class| {
        MIN_BLOCK_DIGITS.iter().find_map(|least| arrange_blocks(design, area, class, *least))
    });
    if blocks.is_some() {
        return blocks;
    }
    let on_one = of_class.map(|answers| (answers, 1));
    let usual = arrange_grids(design, area, on_one, (style.digit, style.grid_gap))?;
    let is_enough = of_class.is_none_or(|answers| answers <= MAX_CLASS_PAGES * usual.len());
    let of_class = of_class.map(|answers| (answers, MAX_CLASS_PAGES));
    if is_enough { Some(usual) } else { arrange_grids(design, area, of_class, DENSE_GRIDS) }
}

/// Finds the arrangement with digits of this maximum size in cells, and with this gap between
/// grids. `of_class` has the number of answers of a class and the preferred number of pages; the
/// result has as few pages as possible.
fn arrange_grids(
    design: &BookDesign,
    area: &LiveArea,
    of_class: Option<(usize, usize)>,
    (digit, gap): (f64, f64),
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let head = head_height(design);
    let room = area.live_height() - head;
    let caption = caption_height(design) + style.caption_gap;
    let (beside, live) = (design.code_beside_answer(), live_width(design, area));

    let side = |length: f64, count: f64, extra: f64| (length + gap) / count - gap - extra;
    let max_cell = of_class.map_or(f64::MAX, |_| design.keys.puzzle.max_cell);
    let ways = (1..=12).flat_map(|columns| (1..=16).map(move |rows| (columns, rows)));
    let cells = ways.map(|(columns, rows)| {
        let (columns, rows) = (f64::from(columns), f64::from(rows));
        let by_width = side(live, columns, style.block + beside);
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

    // The outer columns are flush with the rule of the head, and the last row with the end of the
    // page. If that would make the gaps too wide, the space is spread evenly.
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let shared = |spare: f64, flush_gaps: f64, even_gaps: f64| match spare / flush_gaps {
        flush if flush <= MAX_GAP * gap => flush,
        _ => spare / even_gaps,
    };
    let spare = live - columns * outer;
    let column_gap = shared(spare, columns - 1.0, columns + 1.0);
    let left = (spare - (columns - 1.0) * column_gap) / 2.0;
    let row_gap = shared(room - rows * unit, rows - 1.0, rows);
    let (columns, rows) = (columns as usize, rows as usize);
    let pitch = (outer + column_gap, unit + row_gap);
    let raster = Raster { columns, rows, first: (left, head), pitch };
    Some(GridLayout::new(grid, caption, raster.across()))
}

/// Finds the arrangement of the answers of a class on the fewest pages where each sheet is a row or
/// a block and its digits have at least the size `least`, in points. Among equals it takes the one
/// with the largest digits.
fn arrange_blocks(
    design: &BookDesign,
    area: &LiveArea,
    (answers, of_sheet): (usize, usize),
    least: f64,
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let head = head_height(design);
    let caption = caption_height(design) + style.caption_gap;
    let gap = style.grid_gap;
    let (beside, live) = (design.code_beside_answer(), live_width(design, area));
    // The gap between blocks is wider than the gap inside them, unless a block is a single grid.
    let aside = if of_sheet > 1 { gap } else { 0.0 };
    // The last row of a block may have free places: seven puzzles form rows of four and three.
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
        let by_width = side(live, across, wide * across, style.block + beside);
        let by_height = side(area.live_height() - head, down, high * down, caption + style.block);
        let cell = (by_width.min(by_height) / 9.0).min(design.keys.puzzle.max_cell);
        ((wide, high), across, down, cell)
    });
    let (least, largest) = (least.max(style.min_digit), MAX_BLOCK_DIGIT.max(style.digit));
    let legible = cells.filter(|(.., cell)| cell * largest >= least);
    let pages = |across: usize, down: usize| answers.div_ceil(of_sheet * across * down);
    let ((wide, high), across, down, cell) =
        legible.min_by(|a, b| pages(a.1, a.2).cmp(&pages(b.1, b.2)).then(b.3.total_cmp(&a.3)))?;
    let digit = style.digit.max(least / cell);
    let grid = GridStyle { cell, digit, thin: style.thin, block: style.block };
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let wide_of =
        |blocks: usize| (blocks * wide) as f64 * (outer + gap) - gap + (blocks - 1) as f64 * aside;
    // The gaps between blocks share the remaining space, up to a limit.
    let shared = |spare: f64, blocks: usize| match blocks {
        1 => 0.0,
        _ => (spare / (blocks - 1) as f64).min(MAX_GAP * gap),
    };
    let more = shared(live - wide_of(across), across);
    let high_of = (down * high) as f64 * (unit + gap) - gap + (down - 1) as f64 * aside;
    let below = shared(area.live_height() - head - high_of, down);
    let left = (live - wide_of(across) - (across - 1) as f64 * more) / 2.0;
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

/// Returns the width for answers with the codes beside them. The quiet zone of the last code may
/// extend into the margin, which is white too, so that the code ends with the rule of the head.
fn live_width(design: &BookDesign, area: &LiveArea) -> f64 {
    let codes = design.code_beside_answer();
    area.live_width() + if codes > 0.0 { PuzzleCodeStyle::MIN_QUIET } else { 0.0 }
}

/// Returns the height of the head of a page of answers.
fn head_height(design: &BookDesign) -> f64 {
    match design.keys.puzzle.head {
        PageHead::Masthead => head::masthead_height(design),
        _ => column::head_height(design),
    }
}

/// Returns the height of the number above an answer.
pub(super) fn caption_height(design: &BookDesign) -> f64 {
    TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number).cap()
}

/// Assigns the pages of all answers.
pub(crate) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let size = planner.setup.answer_page.as_ref().map_or(1, GridLayout::len);
    if planner.setup.design.keys.answers.place == AnswerPlace::Next {
        // These pages show only the answers to the last page of puzzles. Each other answer is on
        // the page after its puzzle.
        let ranges = planner.ranges().last();
        let on_page = planner.setup.puzzle_page.grids.len();
        let last =
            ranges.map(|range| range.start + (range.len() - 1) / on_page * on_page..range.end);
        return pages.extend(
            last.into_iter().flat_map(|range| slots_of_range(PartName::Answers, 0, range, size)),
        );
    }
    let mut raster = Raster { columns: 1, rows: 1, ..Raster::default() };
    if let Some(page) = &planner.setup.answer_page {
        raster.rows =
            if page.group_size > 1 { page.len() / page.group_size } else { page.rows().0 };
        raster.columns = page.len() / raster.rows;
    }
    // The answers must not be on the back of a pupil's sheet.
    planner.pad_to_sheet(pages);
    planner.add_puzzles(first.part, raster, pages);
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = &volume.setup.design.keys.answers;
    let Some(grids) = &volume.setup.answer_page else { return };
    let corners = grids.on_page(page.pen());
    let places: Vec<_> = corners.zip(slot.puzzles()).collect();
    let is_of_paper = volume.setup.design.keys.puzzle.head == PageHead::Masthead;
    if is_of_paper {
        // The answers to the last page are in the next edition.
        head::draw_masthead(volume, volume.dates.page_date(slot.puzzles().end), page);
    } else {
        page.draw_head(&heading_text(volume, slot), puzzle_range(volume, slot));
    }

    let grid = Arc::new(grids.grid.drawing());
    for &(corner, _) in &places {
        page.form(grid.clone(), corner);
    }
    for &(corner, puzzle) in &places {
        draw_number(volume, &mut page.marks, corner, puzzle);
        add_link(&mut page.marks, grids, corner, puzzle);
    }
    let size = volume.setup.design.keys.sizes.legible(style.number * 0.95);
    let reference = TextStyle::new(volume.setup.figures().regular, size);
    for &((x, y), puzzle) in &places {
        let at = (x + grids.grid.outer(), y - style.caption_gap);
        // A reader who looks for a day needs no page number, because the book is in order of days.
        let on_page = || {
            let page =
                volume.pagination.puzzle_page(puzzle).filter(|_| volume.has_page_numbers())?;
            Some(text!(volume.setup.language, "answers.puzzle", page))
        };
        // A course names the step at which the puzzle first needs the technique of its chapter.
        let step = volume.first_use_steps.get(puzzle);
        let step = step.map(|step| text!(volume.setup.language, "answers.step", step));
        let sheet = || volume.chapter_name(sheet_of(volume, puzzle)?);
        let words = step.or_else(|| volume.dates.short_date(puzzle)).or_else(sheet);
        let is_first = is_of_paper && slot.puzzles().start == puzzle;
        let last =
            || is_first.then(|| volume.setup.language.previous_answers(places.len()).to_owned());
        if let Some(words) = words.or_else(on_page).or_else(last) {
            draw::right(&mut page.marks, at, reference, &words);
        }
    }
    draw_digits(volume, &mut page.marks, grids.grid, &places);
    codes::draw(volume, slot.part, &mut page.marks, &places);
}

/// Returns the chapter of the sheet of a class that contains a puzzle.
fn sheet_of(volume: &Volume, puzzle: usize) -> Option<usize> {
    let sheet =
        |chapter: &VolumeChapter| chapter.kind.is_sheet() && chapter.puzzles.contains(&puzzle);
    volume.chapters.iter().position(sheet)
}

/// Returns the range of the answers of a page: numbers, sheets or months.
fn puzzle_range(volume: &Volume, slot: &PageSlot) -> String {
    let [first, last] =
        [slot.puzzles().start, slot.puzzles().end - 1].map(|puzzle| sheet_of(volume, puzzle));
    let versions = first.zip(last).and_then(|(first, last)| volume.sheet_range_name(first, last));
    let months = volume.dates.months(slot.puzzles());
    match (versions, months.is_empty()) {
        (Some(versions), _) => versions,
        (None, false) => months.join(BETWEEN),
        (None, true) => volume.number_range_text(slot),
    }
}

/// Adds the link from an answer to its puzzle, and the anchor of the answer. Its grid has this
/// corner.
pub(super) fn add_link(marks: &mut Vec<DrawOp>, grids: &GridLayout, corner: Point, puzzle: usize) {
    let (side, top) = (grids.grid.outer(), corner.1 - grids.caption);
    let area = Area { left: corner.0, top, width: side, height: side + grids.caption };
    draw::link(marks, area, LinkTarget::Puzzle(puzzle));
    marks.push(DrawOp::Anchor { target: LinkTarget::Answer(puzzle), top });
}

/// Draws the number of a puzzle above the grid of its answer, which has this corner.
pub(super) fn draw_number(volume: &Volume, marks: &mut Vec<DrawOp>, (x, y): Point, puzzle: usize) {
    let style = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    let text = volume.numbering.number(puzzle).to_string();
    draw::left(marks, (x, y - style.caption_gap), number, &text);
}

/// Draws the digits of answers in grids with these corners. Givens are bold.
pub(super) fn draw_digits(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    grid: GridStyle,
    places: &[(Point, usize)],
) {
    // All givens come before all other digits, so that a page changes its face only once.
    let faces = volume.setup.figures();
    let puzzles: Vec<_> =
        places.iter().map(|&(corner, puzzle)| (corner, volume.puzzle(puzzle))).collect();
    for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
        for &(corner, puzzle) in &puzzles {
            let cells = Cell::ALL.into_iter();
            let cells = cells.filter(|&cell| puzzle.givens()[cell].is_some() == given);
            let digits = cells.map(|cell| (cell, puzzle.solution()[cell]));
            grid.draw_digits(marks, corner, face, digits);
        }
    }
}
