//! Checks the appearance of pages: digits and lines are visible where the text has them, and
//! nothing else is.
//!
//! No page is rasterised. The colour at a point follows from the page objects in painting order. It
//! is computed only where something covers a digit, and at each side of each cell.
//!
//! ```text
//! Drawing ─┬─ grid: lines whole, digits visible in the middle of their cells, nothing else
//!          ├─ digits: the outline of a 5 is a 5
//!          └─ text: text outside grids is visible
//! ```

mod digits;
mod grid;
mod text;
mod visibility;

use crate::readback::{PageContents, PageGrid};
pub use digits::{DigitCache, near, same_outline, same_part};
use grid::KnownFrames;
use pdf_reader::{Drawing, with_thousands};

/// The minimum contrast of a digit, line or word; 1 is black on white.
const MIN_CONTRAST: f64 = 0.25;

/// An issue: what was found and what was expected.
pub type AppearanceIssue = (String, &'static str);

/// Returns true if no digit of a grid is text, and its digits seem to be drawings.
pub fn has_drawn_digits(drawing: &Drawing, grid: &PageGrid) -> bool {
    let has_text = grid.broken.is_some() || grid.grid.filled_count() > 0;
    !has_text && grid::has_drawn_digits(drawing, grid)
}

/// A checker for pages of one book. It judges once what repeats from page to page.
pub struct AppearanceChecker<'a> {
    digits: &'a DigitCache,
    frames: KnownFrames,
}

impl<'a> AppearanceChecker<'a> {
    /// Creates a checker. All checkers of a book share its `digits`.
    pub fn new(digits: &'a DigitCache) -> Self {
        Self { digits, frames: KnownFrames::default() }
    }

    /// Checks a page that has numbered grids. Returns each issue with the number of its puzzle, if
    /// it is about a grid. A grid without a number is a picture, such as an example or a drawn
    /// step. Takes about as long as reading the page.
    pub fn page(
        &mut self,
        drawing: &Drawing,
        page: &PageContents,
    ) -> Vec<(Option<u64>, AppearanceIssue)> {
        let mut wrong = Vec::new();
        let mut judged = vec![false; drawing.objects.len()];
        let grids: Vec<_> = page.grids.iter().filter(|grid| grid.number.is_some()).collect();
        for grid in &grids {
            let own = grid::check_grid(drawing, grid, self.digits, &mut self.frames, &mut judged);
            wrong.extend(own.into_iter().map(|wrong| (grid.number, wrong)));
        }
        if page.turned != 0 && grids.iter().any(|grid| grid.quarter != page.turned) {
            let degrees = 90 * u32::from(page.turned);
            let found = format!("viewers turn the page by {degrees} degrees");
            wrong.push((None, (found, "grids that are upright")));
        }
        if let Some(kind) = page.annotations.first() {
            let found = format!("found an annotation ({kind}), which may cover the page");
            wrong.push((None, (found, "links alone")));
        }
        wrong.extend(
            text::check_text(drawing, page, self.digits, &judged).map(|wrong| (None, wrong)),
        );
        if drawing.is_exhausted() {
            let limit = with_thousands(Drawing::MAX_COMPARISONS);
            let found = format!(
                "the page exceeds the processing limit ({limit} comparisons of marks); the file may be damaged"
            );
            return vec![(None, (found, ""))];
        }
        wrong
    }
}
