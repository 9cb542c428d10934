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

use crate::print::pdf::Drawing;
use crate::proof::readback::PageContents;
use digits::Digits;

/// A digit, a line or a word differs from what lies under it by at least this much, where 1 is black on
/// white.
const MIN_CONTRAST: f64 = 0.25;

/// Something wrong with the ink of a page.
#[derive(Debug)]
pub(in crate::proof) struct Wrong {
    /// The number of the puzzle, if it is about a grid that has one.
    pub number: Option<u64>,
    /// What was found, and what was expected.
    pub found: String,
    pub expected: String,
}

/// Judges the ink of the pages of one book, from any thread.
#[derive(Default)]
pub(in crate::proof) struct Judge(Digits);

impl Judge {
    /// What is wrong with the ink of a page. Takes about as long as reading the page.
    pub fn page(&self, drawing: &Drawing, page: &PageContents) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        for grid in &page.grids {
            wrong.extend(grid::judge(drawing, grid, &self.0).into_iter().map(
                |(found, expected)| Wrong {
                    number: grid.number,
                    found,
                    expected: expected.to_owned(),
                },
            ));
        }
        if page.turned != 0 && page.grids.iter().any(|grid| grid.quarter != page.turned) {
            let found = format!("viewers turn the page by {} degrees", 90 * u32::from(page.turned));
            wrong.push(Wrong {
                number: None,
                found,
                expected: "grids that are upright".to_owned(),
            });
        }
        if let Some(kind) = page.annotations.first() {
            let found = format!("found an annotation ({kind}), which may cover the page");
            wrong.push(Wrong { number: None, found, expected: "links alone".to_owned() });
        }
        wrong.extend(words::judge(drawing, page, &self.0).map(|(found, expected)| Wrong {
            number: None,
            found,
            expected: expected.to_owned(),
        }));
        wrong
    }
}

#[cfg(test)]
mod tests;
