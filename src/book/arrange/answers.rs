//! The arrangement of answer pages: number, size and positions of the grids.

use crate::book::arrange::head::Head;
use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};
/// Maximum gap between rows, in multiples of the template's `grid_gap`.
const MAX_ROW_GAP: f64 = 2.2;

/// The positions of the answers on a page: from the top left of the live area to the outer corner of
/// each frame, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct AnswerPage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
}

impl AnswerPage {
    /// Finds the arrangement with the most grids whose digits have at least the minimum size. Of
    /// several with the same number, it takes the one with the largest digits. `None` if not even one
    /// grid fits.
    pub fn new(design: &BookDesign, area: &LiveArea) -> Option<Self> {
        let style = &design.answers;
        let head = Head::new(design).height();
        let room = area.room() - head;
        let number = TextStyle::new(design.typefaces.figures.strong, style.number);
        let caption = number.cap() + style.caption_gap;
        let gap = style.grid_gap;

        let side = |length: f64, count: f64, extra: f64| (length + gap) / count - gap - extra;
        let (columns, rows, cell) = (1..=12)
            .flat_map(|columns| (1..=16).map(move |rows| (f64::from(columns), f64::from(rows))))
            .map(|(columns, rows)| {
                let by_width = side(area.live(), columns, style.block);
                let by_height = side(room, rows, caption + style.block);
                (columns, rows, by_width.min(by_height) / 9.0)
            })
            .filter(|(_, _, cell)| cell * style.digit >= style.min_digit)
            .max_by(|(c1, r1, cell1), (c2, r2, cell2)| {
                (c1 * r1).total_cmp(&(c2 * r2)).then(cell1.total_cmp(cell2))
            })?;
        let grid = GridStyle { cell, digit: style.digit, thin: style.thin, block: style.block };

        // The outer columns are flush with the rule of the head. Rows stay close together.
        let outer = grid.outer();
        let spare = area.live() - columns * outer;
        let (left, column_gap) =
            if columns > 1.0 { (0.0, spare / (columns - 1.0)) } else { (spare / 2.0, 0.0) };
        let unit = caption + outer;
        let row_gap = if rows > 1.0 {
            ((room - rows * unit) / (rows - 1.0)).min(MAX_ROW_GAP * gap)
        } else {
            0.0
        };
        let corners = (0..rows as usize)
            .flat_map(|row| (0..columns as usize).map(move |column| (column, row)))
            .map(|(column, row)| {
                (
                    left + column as f64 * (outer + column_gap),
                    head + row as f64 * (unit + row_gap) + caption,
                )
            })
            .collect();
        Some(Self { grid, corners })
    }

    /// The outer corner of a frame, relative to the live area.
    pub fn corner(&self, place: usize) -> (f64, f64) {
        self.corners[place]
    }

    /// The outer corners of all frames.
    pub fn corners(&self) -> impl Iterator<Item = (f64, f64)> {
        self.corners.iter().copied()
    }

    /// Number of answers on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }
}
