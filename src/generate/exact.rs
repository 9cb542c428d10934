//! A puzzle for its number of givens alone, dug in reading order as one of the sources does it.
//! Not by the recipe of a level, and not disguised.

use super::dig::{Bounds, dig};
use super::full::FullGrid;
use super::order::{Order, Symmetry};
use crate::puzzle::Puzzle;

/// Digs one full grid after another, in reading order and down to `givens` at most, until a puzzle
/// has that few or `tries` are used up. Answers the puzzle with the fewest givens, which may still
/// be more; `None` when not even a full grid came out.
pub fn fewest_givens(givens: usize, tries: u32, rng: &mut impl rand::Rng) -> Option<Puzzle> {
    let order = Order::Reading.cells(rng);
    let bounds = Bounds {
        givens,
        row_col_min: 0,
    };
    let mut best: Option<Puzzle> = None;
    for _ in 0..tries {
        let Some(full) = FullGrid::PAPER.attempt(rng) else {
            continue;
        };
        let dug = dig(&full, &order, Symmetry::None, bounds);
        if best.is_none_or(|best| dug.filled_count() < best.givens_count()) {
            best = Some(Puzzle::prove(dug).expect("digging keeps a puzzle unique"));
        }
        if dug.filled_count() <= givens {
            break;
        }
    }
    best
}
