//! The arrangement of answer pages: number, size and positions of the grids.

use crate::book::arrange::head::Head;
use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};
/// Maximum gap between columns or rows that are flush with the edges, in multiples of the template's
/// `grid_gap`.
const MAX_GAP: f64 = 2.2;

/// The positions of the answers on a page: from the top left of the live area to the outer corner of
/// each frame, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct AnswerPage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
}

impl AnswerPage {
    /// Finds the arrangement with the most grids whose digits have at least the minimum size. Of
    /// several with the same number, it takes the one with the largest digits. With `most`, as many grids
    /// as that are enough. `None` if not even one grid fits.
    pub fn new(design: &BookDesign, area: &LiveArea, most: Option<usize>) -> Option<Self> {
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
                let cell = by_width.min(by_height) / 9.0;
                (
                    columns,
                    rows,
                    if most.is_some() { cell.min(design.puzzle.max_cell) } else { cell },
                )
            })
            .filter(|(_, _, cell)| cell * style.digit >= style.min_digit)
            .max_by(|(c1, r1, cell1), (c2, r2, cell2)| {
                let most = most.map_or(f64::MAX, |most| most as f64);
                let held = |c: f64, r: f64| (c * r).min(most);
                held(*c1, *r1).total_cmp(&held(*c2, *r2)).then(cell1.total_cmp(cell2))
            })?;
        let grid = GridStyle { cell, digit: style.digit, thin: style.thin, block: style.block };

        // The outer columns are flush with the rule of the head, and the last row with the end of the page.
        // Where gaps would become too wide for that, the space is spread evenly.
        let outer = grid.outer();
        let wide = MAX_GAP * gap;
        let spare = area.live() - columns * outer;
        let column_gap = match spare / (columns - 1.0) {
            flush if flush <= wide => flush,
            _ => spare / (columns + 1.0),
        };
        let left = (spare - (columns - 1.0) * column_gap) / 2.0;
        let unit = caption + outer;
        let spare = room - rows * unit;
        let row_gap = match spare / (rows - 1.0) {
            flush if flush <= wide => flush,
            _ => spare / rows,
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
