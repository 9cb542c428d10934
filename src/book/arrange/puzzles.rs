//! How many puzzles stand on a page, how large, and where. Not what they are.

use crate::book::arrange::below::Below;
use crate::book::arrange::live_area::{LiveArea, OPTICAL};
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};
/// Between the columns of a page at least this part of a cell.
const COLUMN_GAP: f64 = 0.95;
/// Between the rows of a page at least this many cells more than between caption and grid.
const ROW_GAP: f64 = 1.5;
/// How much of the height that is left over goes between the rows, for each gap.
const ROW_SHARE: f64 = 0.22;
/// Below the line for name and class, in sizes of its type.
const CLASS_GAP: f64 = 1.2;
/// Above the answers at the foot, in points.
const BELOW_GAP: f64 = 18.0;
/// From a grid down to the line for time and date, in sizes of its type.
pub(in crate::book) const LOG_GAP: f64 = 1.5;
/// From a line of notes to the next, in points.
pub(in crate::book) const NOTE: f64 = 24.0;

/// Where puzzles stand on their pages. Measured from the left and the top of the live area to the
/// outer corner of each frame, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct PuzzlePage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
    /// The answers at the foot, if they are there.
    pub below: Option<Below>,
}

impl PuzzlePage {
    /// The arrangement that the design has for pages of this width. Where its cells would be too
    /// small, because the page is low or the gutter wide, rows are left out, and then those for
    /// narrower pages are tried; if none will do, the first, however small its cells.
    pub fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let ways = design.arrangements_for(area.width);
        let ways = ways.flat_map(|a| (1..=a.rows).rev().map(move |rows| (a.columns, rows)));
        let mut pages = ways.map(|way| Self::arranged(design, area, way)).peekable();
        let first = pages.peek().cloned();
        let fits = pages.find(|page| page.grid.cell >= design.puzzle.min_cell);
        fits.or(first)
            .expect("one arrangement has trim_width_from = 0")
    }

    /// The largest cells that fit, however small that is, and places for their grids.
    fn arranged(design: &BookDesign, area: &LiveArea, way: (usize, usize)) -> Self {
        let style = &design.puzzle;
        let (columns, rows) = (way.0 as f64, way.1 as f64);
        let caption = caption_height(design) + style.caption_gap;
        let log = log_height(design);
        let head = class_height(design);
        // Where not even one answer fits below, the cells come out too small, and that is said.
        let below = Below::new(design, area, way.0 * way.1).filter(|_| design.answers_below());
        let taken = below
            .as_ref()
            .map_or(0.0, |below| below.height() + BELOW_GAP);
        let room = area.room() - head - taken;

        // Solve for the cell: widths and heights of grids, captions, logs and least gaps.
        let by_width =
            (area.live() - columns * style.block) / (9.0 * columns + COLUMN_GAP * (columns - 1.0));
        let fixed = rows * (caption + style.block + log) + (rows - 1.0) * (style.caption_gap);
        let by_height = (room - fixed) / (9.0 * rows + ROW_GAP * (rows - 1.0));
        let cell = by_width.min(by_height).min(style.max_cell);
        let grid = GridStyle {
            cell,
            digit: style.digit,
            thin: style.thin,
            block: style.block,
        };

        let outer = grid.outer();
        let spare = area.live() - columns * outer;
        // The outer columns are flush with the foot, unless that would draw the grids apart: to
        // stand a little inside it looks like an accident.
        let most = 2.0 * cell;
        let column_gap = match spare / (columns - 1.0).max(1.0) {
            flush if flush <= most => flush,
            _ => (spare / (columns + 1.0)).clamp(COLUMN_GAP * cell, most),
        };
        let left = (spare - (columns - 1.0) * column_gap) / 2.0;

        let least = style.caption_gap + ROW_GAP * cell;
        let unit = caption + outer + log;
        let free = room - rows * unit - (rows - 1.0) * least;
        let row_gap = least + ROW_SHARE * free;
        let top = head + (room - rows * unit - (rows - 1.0) * row_gap) * OPTICAL;

        let corners = (0..way.1)
            .flat_map(|row| (0..way.0).map(move |column| (column, row)))
            .map(|(column, row)| {
                (
                    left + column as f64 * (outer + column_gap),
                    top + row as f64 * (unit + row_gap) + caption,
                )
            })
            .collect();
        Self {
            grid,
            corners,
            below,
        }
    }

    /// The outer corner of a frame, from the corner of the live area.
    pub fn corner(&self, place: usize) -> (f64, f64) {
        self.corners[place]
    }

    /// All of them.
    pub fn corners(&self) -> impl Iterator<Item = (f64, f64)> {
        self.corners.iter().copied()
    }

    /// How many puzzles stand on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }
}

/// How high a caption is: its number's capitals or its stars.
pub(in crate::book) fn caption_height(design: &BookDesign) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.puzzle.number);
    number.cap().max(design.puzzle.stars)
}

/// How much the line for time and date and the lines for notes need below a grid.
pub(in crate::book) fn log_height(design: &BookDesign) -> f64 {
    let style = TextStyle::new(design.typefaces.words.regular, design.sizes.body);
    let log = if design.puzzle.log {
        LOG_GAP * style.size + style.cap()
    } else {
        0.0
    };
    log + design.puzzle.notes as f64 * NOTE
}

/// How much the line for name and class needs above the puzzles.
fn class_height(design: &BookDesign) -> f64 {
    if design.puzzle.class {
        let style = TextStyle::new(design.typefaces.words.regular, design.sizes.body);
        style.cap() + CLASS_GAP * style.size
    } else {
        0.0
    }
}
