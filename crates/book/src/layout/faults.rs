//! Rules for the look of pages: the smallest type, the white space on pages of puzzles and of
//! answers, and the rows of answers. A design can break them although each of its keys is in range.

use crate::model::{AnswerPages, AnswerPlace, Volume};
use page::{DrawOp, FlatMark};

/// Maximum empty fraction of the live height of a page of puzzles. A square grid on a page of 2 x 3
/// leaves a third empty.
const MAX_EMPTY: f64 = 0.45;
/// Maximum empty fraction of the live height below the last row of answers.
const MAX_EMPTY_BELOW: f64 = 0.25;
/// Minimum number of rows on a page of several answers.
const MIN_ROWS: usize = 2;
/// Tolerance for rounded type sizes, in points.
pub(super) const TYPE_SIZE_TOLERANCE: f64 = 0.01;
const PERCENT: f64 = 100.0;

impl Volume {
    /// Returns the faults in the look of full pages, a sentence each.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let least = self.setup.design.keys.sizes.min_type;
        let smallest = self.pages().map(|page| smallest_type(&page.marks)).fold(f64::MAX, f64::min);
        if smallest < least - TYPE_SIZE_TOLERANCE {
            faults.push(format!("expected type of at least {least} points, found {smallest:.1}"));
        }
        let room = self.setup.area.live_height();
        for page in self.setup.puzzle_pages.iter() {
            let grid = page.grids.caption + page.grids.grid.outer();
            let unit = grid + page.log_height(&self.setup.design);
            let mut taken = page.head.above + page.grids.rows().0 as f64 * unit;
            taken += page.below.as_ref().map(|below| below.size.1).unwrap_or_default();
            taken += page.last.as_ref().map(|last| last.height_below()).unwrap_or_default();
            let white = 1.0 - taken / room;
            if white > MAX_EMPTY {
                faults.push(format!("puzzles: {}", too_empty(white, MAX_EMPTY, "")));
            }
        }
        // If the answers follow on the next page, a page of answers has few of them.
        let is_whole = self.setup.design.keys.answers.place != AnswerPlace::Next;
        let pages = self.setup.answer_pages.iter().filter(|_| is_whole);
        for page in pages.flat_map(AnswerPages::iter) {
            let (rows, last) = page.rows();
            let white = 1.0 - (last + page.grid.outer()) / room;
            if white > MAX_EMPTY_BELOW {
                let words = too_empty(white, MAX_EMPTY_BELOW, " below them");
                faults.push(format!("answers: {words}"));
            }
            if page.len() > 1 && rows < MIN_ROWS {
                faults.push(format!(
                    "answers: expected at least {MIN_ROWS} rows on a page, found {rows}"
                ));
            }
        }
        faults
    }
}

/// Returns the words about an empty fraction of the height of a page.
fn too_empty(white: f64, limit: f64, place: &str) -> String {
    let [found, most] = [white, limit].map(|part| format!("{:.0} %", PERCENT * part));
    format!("expected at most {most} of the height empty{place}, found {found}")
}

/// Returns the smallest type size among these drawing operations and the forms that they place.
fn smallest_type(marks: &[DrawOp]) -> f64 {
    let sizes = FlatMark::all(marks).into_iter().filter_map(|mark| match mark.op {
        DrawOp::Text { size, .. } => Some(*size),
        _ => None,
    });
    sizes.fold(f64::MAX, f64::min)
}
