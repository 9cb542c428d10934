//! The arrangement of puzzle pages: number, size and positions of the grids.

use crate::book::arrange::below::{Below, HINTS_GAP, HintsBelow};
use crate::book::arrange::live_area::{LiveArea, OPTICAL};
use crate::book::design::{BookDesign, Order};
use crate::book::draw::{GridStyle, TextStyle};
/// Minimum gap between columns, in cells.
const COLUMN_GAP: f64 = 0.95;
/// Minimum gap between rows beyond the gap between caption and grid, in cells.
const ROW_GAP: f64 = 1.5;
/// Fraction of the free height that goes into each gap between rows.
const ROW_SHARE: f64 = 0.22;
/// Space below the line for name and class, in multiples of its type size.
const CLASS_GAP: f64 = 1.2;
/// Space above the answers at the foot, in points.
pub(in crate::book) const BELOW_GAP: f64 = 18.0;
/// Distance from a grid to the line for time and date, in multiples of its type size.
pub(in crate::book) const LOG_GAP: f64 = 1.5;
/// Distance between ruled lines for notes, in points.
pub(in crate::book) const NOTE: f64 = 24.0;

/// The positions of the puzzles on a page: from the top left of the live area to the outer corner of
/// each frame, in the order of the design.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct PuzzlePage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
    /// The answers at the foot of the page, if the design puts them there.
    pub below: Option<Below>,
    /// The hints there, above the answers, if the design puts them there.
    pub hints_below: Option<HintsBelow>,
}

impl PuzzlePage {
    /// The design's arrangement for pages of this width. If its cells are smaller than the minimum,
    /// because the page is low or the gutter wide, arrangements with fewer rows are tried, then those
    /// for narrower pages. If none has large enough cells, the first is used.
    pub fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let ways = design.arrangements_for(area.width);
        let ways = ways.flat_map(|a| (1..=a.rows).rev().map(move |rows| (a.columns, rows)));
        let mut pages = ways.map(|way| Self::arranged(design, area, way)).peekable();
        let first = pages.peek().cloned();
        let fits = pages.find(|page| page.grid.cell >= design.puzzle.min_cell);
        fits.or(first).expect("one arrangement has trim_width_from = 0")
    }

    /// Computes the largest cells that fit, without a minimum, and the positions of the grids.
    fn arranged(design: &BookDesign, area: &LiveArea, way: (usize, usize)) -> Self {
        let style = &design.puzzle;
        let (columns, rows) = (way.0 as f64, way.1 as f64);
        let caption = caption_height(design) + style.caption_gap;
        let log = log_height(design);
        let head = class_height(design);
        // If no answer fits below, the cells are computed anyway and then refused as too small.
        let below = Below::new(design, area, way.0 * way.1).filter(|_| design.answers_below());
        let taken = below.as_ref().map_or(0.0, |below| below.height() + BELOW_GAP);
        let hints_below = design.hints_below.then(|| HintsBelow::new(design, area, way.0 * way.1));
        let taken = taken + hints_below.map_or(0.0, |hints| hints.block.1 + HINTS_GAP);
        let room = area.room() - head - taken;

        // Solve for the cell size: total widths and heights of grids, captions, logs and minimum gaps.
        let by_width =
            (area.live() - columns * style.block) / (9.0 * columns + COLUMN_GAP * (columns - 1.0));
        let fixed = rows * (caption + style.block + log) + (rows - 1.0) * (style.caption_gap);
        let by_height = (room - fixed) / (9.0 * rows + ROW_GAP * (rows - 1.0));
        let cell = by_width.min(by_height).min(style.max_cell);
        let grid = GridStyle { cell, digit: style.digit, thin: style.thin, block: style.block };

        let outer = grid.outer();
        let spare = area.live() - columns * outer;
        // The outer columns are flush with the foot, unless the gap between grids would become too
        // wide. Grids that are slightly inside look like a mistake.
        let max_gap = 2.0 * cell;
        let column_gap = match spare / (columns - 1.0).max(1.0) {
            flush if flush <= max_gap => flush,
            _ => (spare / (columns + 1.0)).clamp(COLUMN_GAP * cell, max_gap),
        };
        let left = (spare - (columns - 1.0) * column_gap) / 2.0;

        let min_gap = style.caption_gap + ROW_GAP * cell;
        let unit = caption + outer + log;
        let free = room - rows * unit - (rows - 1.0) * min_gap;
        let row_gap = min_gap + ROW_SHARE * free;
        let top = head + (room - rows * unit - (rows - 1.0) * row_gap) * OPTICAL;

        let places = (0..way.0 * way.1).map(|place| match style.order {
            Order::Across => (place % way.0, place / way.0),
            Order::Down => (place / way.1, place % way.1),
        });
        let corners = places
            .map(|(column, row)| {
                (
                    left + column as f64 * (outer + column_gap),
                    top + row as f64 * (unit + row_gap) + caption,
                )
            })
            .collect();
        Self { grid, corners, below, hints_below }
    }

    /// The outer corner of a frame, relative to the live area.
    pub fn corner(&self, place: usize) -> (f64, f64) {
        self.corners[place]
    }

    /// The outer corners of all frames.
    pub fn corners(&self) -> impl Iterator<Item = (f64, f64)> {
        self.corners.iter().copied()
    }

    /// Number of puzzles on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }
}

/// Height of a caption: of the digits of its number or its stars, whichever is larger.
pub(in crate::book) fn caption_height(design: &BookDesign) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.puzzle.number);
    number.cap().max(design.puzzle.stars)
}

/// Height of the line for time and date and of the lines for notes below a grid.
pub(in crate::book) fn log_height(design: &BookDesign) -> f64 {
    let style = TextStyle::new(design.typefaces.words.regular, design.sizes.body);
    let log = if design.puzzle.log { LOG_GAP * style.size + style.cap() } else { 0.0 };
    log + design.puzzle.notes as f64 * NOTE
}

/// Height of the line for name and class above the puzzles.
fn class_height(design: &BookDesign) -> f64 {
    if design.puzzle.class {
        let style = TextStyle::new(design.typefaces.words.regular, design.sizes.body);
        style.cap() + CLASS_GAP * style.size
    } else {
        0.0
    }
}
