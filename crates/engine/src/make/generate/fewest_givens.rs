//! A puzzle with few givens, dug in reading order, of any level. No transform is applied.

use super::dig::{Bounds, dig};
use super::full_grid::FullGrid;
use super::hole_order::HoleOrder;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::transform::Symmetry;

/// Digs at most `tries` full grids in reading order, down to `givens` givens each, and stops at the
/// first that succeeds. Returns the puzzle with the fewest givens, which may be more than `givens`;
/// `None` if no attempt made a full grid.
pub fn fewest_givens(givens: usize, tries: u32, rng: &mut impl rand::Rng) -> Option<Puzzle> {
    let order = HoleOrder::Reading.cells(rng);
    let bounds = Bounds { givens, ..Bounds::default() };
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
