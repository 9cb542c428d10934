//! The ink of a page: whether digits and lines are seen where the text has them, and nothing else is.
//!
//! Nothing is drawn. What is seen at a point follows from the marks of the page in the order of
//! painting; it is asked only where something lies over a digit, and at each side of each cell.
//!
//! ```text
//! Drawing ─┬─ grid: lines whole, digits seen in the middle of their cells, nothing else
//!          ├─ digits: the outline of a 5 is a 5
//!          └─ words: text outside of grids is seen
//! ```

mod digits;
mod grid;
mod seen;
mod words;

use crate::check::readback::PageContents;
use crate::printers::pdf::Drawing;
use digits::Digits;
pub(in crate::check) use digits::{near, same_outline, same_part};

/// A digit, a line or a word differs from what lies under it by at least this much, where 1 is black on
/// white.
const MIN_CONTRAST: f64 = 0.25;

/// Something wrong with the ink of a page.
#[derive(Debug)]
pub(in crate::check) struct Wrong {
    /// The number of the puzzle, if it is about a grid that has one.
    pub number: Option<u64>,
    /// What was found, and what was expected.
    pub found: String,
    pub expected: String,
}

/// Judges the ink of the pages of one book, from any thread.
#[derive(Default)]
pub(in crate::check) struct Judge(Digits);

impl Judge {
    /// What is wrong with the ink of a page that has grids with numbers. A grid without a number is a picture: an
    /// example, a drawn step, the puzzle of a cover. Takes about as long as reading the page.
    pub fn page(&self, drawing: &Drawing, page: &PageContents) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let mut find = |number: Option<u64>, found: String, expected: &str| {
            wrong.push(Wrong { number, found, expected: expected.to_owned() });
        };
        let grids: Vec<_> = page.grids.iter().filter(|grid| grid.number.is_some()).collect();
        for grid in &grids {
            for (found, expected) in grid::judge(drawing, grid, &self.0) {
                find(grid.number, found, expected);
            }
        }
        if page.turned != 0 && grids.iter().any(|grid| grid.quarter != page.turned) {
            let degrees = 90 * u32::from(page.turned);
            find(
                None,
                format!("viewers turn the page by {degrees} degrees"),
                "grids that are upright",
            );
        }
        if let Some(kind) = page.annotations.first() {
            let found = format!("found an annotation ({kind}), which may cover the page");
            find(None, found, "links alone");
        }
        if let Some((found, expected)) = words::judge(drawing, page, &self.0) {
            find(None, found, expected);
        }
        wrong
    }
}
