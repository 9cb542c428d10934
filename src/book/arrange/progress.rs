//! How many boxes to tick a page holds, and where.

use crate::book::arrange::head::Head;
use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::TextStyle;
/// From a box to tick to its number, in sizes of the number.
pub(in crate::book) const NUMBER_GAP: f64 = 0.45;

/// Where boxes to tick stand on their pages.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct ProgressPage {
    pub columns: usize,
    rows: usize,
    /// From a box to the next, to the right and down.
    pub pitch: (f64, f64),
    /// Where the first row begins, from the top of the live area.
    pub first: f64,
    /// The side of a box.
    pub tick: f64,
    /// The size of its number.
    pub number: f64,
}

impl ProgressPage {
    /// As many boxes a page as leave their numbers as large as words.
    pub fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let number = design.sizes.body * 0.95;
        let tick = number * 1.05;
        let first = Head::new(design).height() + design.sizes.body * design.typefaces.leading * 1.6;
        let widest = TextStyle::new(design.typefaces.figures.regular, number).width("88888");
        let unit = tick + NUMBER_GAP * number + widest;
        let columns = ((area.live() / (tick + widest + number)) as usize).max(1);
        // Tens are easy to find.
        let columns = if columns >= 10 { 10 } else { columns.min(5) };
        let down = number * 2.1;
        let rows = (((area.room() - first) / down) as usize).max(1);
        Self {
            columns,
            rows,
            // The last column ends where the head does.
            pitch: ((area.live() - unit) / (columns - 1).max(1) as f64, down),
            first,
            tick,
            number,
        }
    }

    /// How many boxes stand on a page.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }
}
