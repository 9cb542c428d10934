//! The arrangement of answers on a page: as many grids as are legible.

use super::{
    BookDesign, GridLayout, GridRoom, GridStyle, PlannedChapter, Raster, TextStyle, column,
    has_lone_entry, text,
};
use crate::model::setup::AnswerPages;
use crate::text::language::Language;
use grid::GridShape;
use page::PuzzleCodeStyle;
use std::cmp::Reverse;

/// The maximum gap between columns or rows that are flush with the edges, in multiples of the
/// design's `grid_gap`.
pub(super) const MAX_GAP: f64 = 2.2;

/// The maximum number of columns and rows of answers or of their blocks.
pub(super) const MAX_COLUMNS: usize = 12;
pub(super) const MAX_ROWS: usize = 16;
/// The maximum number of pages for all answers of a class, if their digits stay legible.
const MAX_CLASS_PAGES: usize = 2;
/// The density of these pages.
const DENSE_GRIDS: AnswerDensity = AnswerDensity { digit: 1.0, gap: 6.0 };

/// The weight of a page on which the last row has one answer.
const LONE_WEIGHT: f64 = 0.7;

/// The type size of the words above an answer, as a fraction of the size of its number.
const REFERENCE_SIZE: f64 = 0.95;

/// The largest cells of answers to small puzzles, as a multiple of those of 9 x 9 grids.
const MAX_SMALL_CELL: f64 = 1.5;
/// A number of a puzzle or page that is as wide as any.
const WIDE_NUMBER: usize = 888;

/// The density of the answers of a page.
#[derive(Clone, Copy)]
struct AnswerDensity {
    /// The largest size of digits, in cells.
    digit: f64,
    /// The minimum gap between grids, in points.
    gap: f64,
}

impl AnswerDensity {
    /// Returns the density of a design.
    fn usual(design: &BookDesign) -> Self {
        Self { digit: design.keys.answers.digit, gap: design.keys.answers.grid_gap }
    }
}

/// Finds the arrangement of `all` answers on the fewest pages whose digits have the minimum size.
/// Among equals it takes the one with the largest digits. Returns `None` if not even one grid fits.
///
/// `of_class` is the number of answers of a class: it takes the arrangement with the fewest pages,
/// and denser grids if there are more than [`MAX_CLASS_PAGES`] of them.
pub(super) fn arrange(room: GridRoom, all: usize, of_class: Option<usize>) -> Option<GridLayout> {
    let design = room.design;
    let usual = AnswerDensity::usual(design);
    let cells = AnswerCells::classic(design, usual);
    let Some(answers) = of_class else { return fill_pages(room, all, cells) };
    let on_one = AnswerAim::Largest { answers, pages: 1 };
    let grids = arrange_grids(room, on_one, usual, cells)?;
    if answers <= MAX_CLASS_PAGES * grids.len() {
        return Some(grids);
    }
    let on_few = AnswerAim::Largest { answers, pages: MAX_CLASS_PAGES };
    let dense = AnswerCells::classic(design, DENSE_GRIDS);
    arrange_grids(room, on_few, DENSE_GRIDS, dense)
}

/// Finds the arrangement of these answers on the fewest pages, with the largest of these cells.
fn fill_pages(room: GridRoom, answers: usize, cells: AnswerCells) -> Option<GridLayout> {
    let usual = AnswerDensity::usual(room.design);
    // The same pages have fewer grids each if those are enough for all answers.
    let most = arrange_grids(room, AnswerAim::Most, usual, cells)?;
    let filled = AnswerAim::Filled { answers, pages: answers.div_ceil(most.len()) };
    arrange_grids(room, filled, usual, cells)
}

impl AnswerPages {
    /// Arranges the answers of each shape of a book on pages of their own, with cells about as
    /// large as those of 9 x 9 grids, if the book then has no more pages than with one frame for
    /// all. `classic` has that frame. Answers with QR codes beside them share it.
    pub fn new(room: GridRoom, chapters: &[PlannedChapter], classic: GridLayout) -> Self {
        let GridRoom { design, language, .. } = room;
        let shared = Self { classic, small: Vec::new() };
        let sections = shape_sections(chapters);
        let has_mixed = sections.iter().any(|section| section.shape.is_none());
        if has_mixed || design.code_beside_answer() > 0.0 {
            return shared;
        }
        let mut own = shared.clone();
        for shape in GridShape::ALL {
            let of_shape = sections.iter().filter(|section| section.shape == Some(shape));
            let Some(answers) = of_shape.map(|section| section.puzzles).max() else { continue };
            let cells = if shape == GridShape::Nine {
                AnswerCells::classic(design, AnswerDensity::usual(design))
            } else {
                AnswerCells::small(design, language, shape, shared.classic.grid.cell)
            };
            let Some(grids) = fill_pages(room, answers, cells) else { return shared };
            if shape == GridShape::Nine {
                own.classic = grids;
            } else {
                own.small.push(grids);
            }
        }
        let all: usize = chapters.iter().map(|chapter| chapter.puzzles).sum();
        let pages = sections.iter().map(|section| {
            section.puzzles.div_ceil(own.of_shape(section.shape.unwrap_or_default()).len())
        });
        if pages.sum::<usize>() <= all.div_ceil(shared.classic.len()) { own } else { shared }
    }

    /// Returns the sections of a volume that have pages of their own.
    pub(super) fn sections(&self, chapters: &[PlannedChapter]) -> Vec<ShapeSection> {
        if !self.small.is_empty() {
            return shape_sections(chapters);
        }
        let puzzles = chapters.iter().map(|chapter| chapter.puzzles).sum();
        vec![ShapeSection { shape: None, puzzles }]
    }
}

/// Consecutive puzzles of one shape.
pub(super) struct ShapeSection {
    /// The shape; `None` if they may have several.
    pub shape: Option<GridShape>,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// Joins neighbouring chapters of one shape.
fn shape_sections(chapters: &[PlannedChapter]) -> Vec<ShapeSection> {
    let mut sections: Vec<ShapeSection> = Vec::new();
    for chapter in chapters {
        match sections.last_mut() {
            Some(last) if last.shape == chapter.shape => last.puzzles += chapter.puzzles,
            _ => sections.push(ShapeSection { shape: chapter.shape, puzzles: chapter.puzzles }),
        }
    }
    sections
}

/// Returns the width of a number with three digits and of the page of a puzzle beside it.
fn caption_width(design: &BookDesign, language: &Language) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number);
    let words = text!(language, "answers.puzzle", page = WIDE_NUMBER);
    let reference = reference_style(design).width(&words);
    number.width(&WIDE_NUMBER.to_string()) + number.size + reference
}

/// Returns the style of the words above an answer.
pub(super) fn reference_style(design: &BookDesign) -> TextStyle {
    let size = design.keys.sizes.legible(design.keys.answers.number * REFERENCE_SIZE);
    TextStyle::new(design.typefaces.captions, size)
}

/// Divides spare room among gaps that are flush with both ends. If that would make them too wide,
/// the room is spread evenly.
fn shared_gap(spare: f64, flush_gaps: usize, even_gaps: usize, gap: f64) -> f64 {
    let flush = spare / flush_gaps as f64;
    if flush <= MAX_GAP * gap { flush } else { spare / even_gaps as f64 }
}

/// The arrangement to prefer, for a number of answers on about this number of pages.
#[derive(Clone, Copy)]
enum AnswerAim {
    /// The most grids on a page.
    Most,
    /// The fewest pages, and on them the largest grids.
    Largest { answers: usize, pages: usize },
    /// The fewest pages, and on them large grids that leave few places free.
    Filled { answers: usize, pages: usize },
}

impl AnswerAim {
    /// Returns the rank of a page with this number of columns and rows, and the weight of the size
    /// of its grids.
    fn rank(self, columns: usize, rows: usize) -> (isize, f64) {
        let places = columns * rows;
        let (answers, pages) = match self {
            Self::Most => return (places as isize, 1.0),
            Self::Largest { answers, pages } | Self::Filled { answers, pages } => (answers, pages),
        };
        let taken = answers.div_ceil(pages).min(places) as f64 / places as f64;
        let mut weight = 1.0;
        if matches!(self, Self::Filled { .. }) {
            let is_alone = pages == 1 && has_lone_entry(answers, columns);
            weight = if is_alone { LONE_WEIGHT * taken } else { taken };
        }
        (-(answers.div_ceil(places).max(pages) as isize), weight)
    }
}

/// The rank of an arrangement of answers: the higher, the better.
type AnswerRank = (isize, f64, Reverse<usize>);

/// The cells of answers.
#[derive(Clone, Copy)]
struct AnswerCells {
    shape: GridShape,
    /// The smallest and the largest side, in points.
    least: f64,
    most: f64,
}

impl AnswerCells {
    /// Returns the cells of 9 x 9 grids. They are no larger than those of puzzles, unless their
    /// digits must be.
    fn classic(design: &BookDesign, density: AnswerDensity) -> Self {
        let least = design.keys.answers.min_digit / density.digit;
        Self { shape: GridShape::Nine, least, most: design.keys.puzzle.max_cell.max(least) }
    }

    /// Returns the cells of a smaller shape: about as large as those of 9 x 9 grids, and so large
    /// that the words above an answer have room.
    fn small(design: &BookDesign, language: &Language, shape: GridShape, classic: f64) -> Self {
        let Self { least, .. } = Self::classic(design, AnswerDensity::usual(design));
        let outer = caption_width(design, language) - design.keys.answers.block;
        let least = least.max(outer / shape.side() as f64);
        Self { shape, least, most: least.max(MAX_SMALL_CELL * classic) }
    }
}

/// Finds the arrangement of this density that suits an aim best. Among equals the fewest grids
/// share a page.
fn arrange_grids(
    room: GridRoom,
    aim: AnswerAim,
    density: AnswerDensity,
    cells: AnswerCells,
) -> Option<GridLayout> {
    let (design, live) = (room.design, live_width(room));
    let style = &design.keys.answers;
    let (gap, side) = (density.gap, cells.shape.side() as f64);
    let head = column::head_height(design);
    let high = room.area.live_height() - head;
    let caption = caption_height(design) + style.caption_gap;
    let beside = design.code_beside_answer();
    // The best number of columns and rows, with its cells and its rank.
    let mut best: Option<((usize, usize, f64), AnswerRank)> = None;
    for columns in 1..=MAX_COLUMNS {
        for rows in 1..=MAX_ROWS {
            let by_width = (live + gap) / columns as f64 - gap - (style.block + beside);
            let by_height = (high + gap) / rows as f64 - gap - (caption + style.block);
            let cell = (by_width.min(by_height) / side).min(cells.most);
            if cell < cells.least {
                continue;
            }
            let (rank, weight) = aim.rank(columns, rows);
            let rank = (rank, weight * cell, Reverse(columns * rows));
            match best {
                Some((_, held)) if rank < held => {}
                _ => best = Some(((columns, rows, cell), rank)),
            }
        }
    }
    let ((columns, rows, cell), _) = best?;
    let digit = style.digit.max(style.min_digit / cell);
    let grid = GridStyle { shape: cells.shape, ..style.grid(cell, digit) };

    // The outer columns are flush with the rule of the head, and the last row with the end of the
    // page.
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let spare = live - columns as f64 * outer;
    let column_gap = shared_gap(spare, columns - 1, columns + 1, gap);
    let left = (spare - (columns - 1) as f64 * column_gap) / 2.0;
    let row_gap = shared_gap(high - rows as f64 * unit, rows - 1, rows, gap);
    let pitch = (outer + column_gap, unit + row_gap);
    let raster = Raster { columns, rows, first: (left, head), pitch };
    Some(GridLayout::new(grid, caption, raster.across()))
}

/// Returns the width for answers with the codes beside them. The quiet zone of the last code may
/// extend into the margin, which is white too, so that the code ends with the rule of the head.
pub(super) fn live_width(room: GridRoom) -> f64 {
    let codes = room.design.code_beside_answer();
    room.area.live_width() + if codes > 0.0 { PuzzleCodeStyle::MIN_QUIET } else { 0.0 }
}

/// Returns the height of the number above an answer.
pub(super) fn caption_height(design: &BookDesign) -> f64 {
    TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number).cap()
}
