//! The arrangement of progress pages: number and positions of the tick boxes.

use crate::book::arrange::head::Head;
use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::TextStyle;
/// Distance of a tick box from its number, in multiples of the number's size.
pub(in crate::book) const NUMBER_GAP: f64 = 0.45;

/// The positions of the tick boxes on a page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct ProgressPage {
    pub columns: usize,
    rows: usize,
    /// Horizontal and vertical distance from one box to the next.
    pub pitch: (f64, f64),
    /// Distance of the first row from the top of the live area.
    pub first: f64,
    /// Side length of a box.
    pub tick: f64,
    /// Type size of its number.
    pub number: f64,
}

impl ProgressPage {
    /// Fits as many boxes on a page as possible, with numbers about as large as the body text.
    pub fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let number = design.sizes.legible(design.sizes.body * 0.95);
        let tick = number * 1.05;
        let first = Head::new(design).height() + design.sizes.body * design.typefaces.leading * 1.6;
        let widest = TextStyle::new(design.typefaces.figures.regular, number).width("88888");
        let unit = tick + NUMBER_GAP * number + widest;
        let columns = ((area.live() / (tick + widest + number)) as usize).max(1);
        // Rows of ten are easy to count.
        let columns = if columns >= 10 { 10 } else { columns.min(5) };
        let down = number * 2.1;
        let rows = (((area.room() - first) / down) as usize).max(1);
        Self {
            columns,
            rows,
            // The last column ends at the right end of the head.
            pitch: ((area.live() - unit) / (columns - 1).max(1) as f64, down),
            first,
            tick,
            number,
        }
    }

    /// Number of boxes on a page.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }
}
