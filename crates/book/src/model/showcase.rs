//! The choice of a puzzle that represents all others: on the title page, and on the front and the
//! back of the cover.

use crate::model::Volume;
use grid::{Grid, House, Symmetry};
use human::Rung;
use std::cmp::Reverse;

impl Volume {
    /// Chooses the puzzle that stands for the book: of the middle level of the largest grids, or of
    /// the first level in a book for children, who read its signs.
    pub fn emblem_puzzle(&self) -> usize {
        let levels = self.levels_present();
        let (Some(&first), Some(last)) = (levels.first(), levels.last()) else { return 0 };
        if self.setup.design.keys.children {
            return self.showcase_puzzle(first, None);
        }
        let largest: Vec<_> = levels.iter().filter(|level| level.shape() == last.shape()).collect();
        self.showcase_puzzle(*largest[largest.len() / 2], None)
    }

    /// Chooses the best-looking puzzle of a level or band, counted from 0. It has a symmetric
    /// pattern of givens if possible, no empty row, column or block, and givens that are spread
    /// evenly over the blocks; of equals the first wins. `besides` is a puzzle that is shown
    /// already; it is chosen again only if there is no other.
    pub fn showcase_puzzle(&self, level: Rung, besides: Option<usize>) -> usize {
        let best = self.puzzles_of_level(level).min_by_key(|&i| {
            let Some(puzzle) = self.puzzle(i).classic().copied() else {
                return (Some(i) == besides, Reverse(false), false, 0);
            };
            let givens = *puzzle.givens();
            let is_symmetric = Reverse(is_symmetric(&givens));
            (Some(i) == besides, is_symmetric, has_gap(&givens), unevenness(&givens))
        });
        best.unwrap_or(0)
    }
}

/// Returns true if the pattern of givens has a symmetry.
fn is_symmetric(givens: &Grid) -> bool {
    let mut symmetries = Symmetry::ALL.into_iter().filter(|&symmetry| symmetry != Symmetry::None);
    symmetries.any(|symmetry| has_symmetry(givens, symmetry))
}

fn has_symmetry(givens: &Grid, symmetry: Symmetry) -> bool {
    let mut filled = givens.filled();
    filled.all(|(cell, _)| symmetry.orbit(cell).iter().all(|&other| givens[other].is_some()))
}

/// Returns true if a house has no given.
fn has_gap(givens: &Grid) -> bool {
    House::ALL.into_iter().any(|house| givens.filled_count_in(house) == 0)
}

/// Returns the difference in givens between the fullest and the emptiest block.
fn unevenness(givens: &Grid) -> usize {
    let blocks = House::ALL[18..].iter().map(|&block| givens.filled_count_in(block));
    blocks.clone().max().unwrap_or(0) - blocks.min().unwrap_or(0)
}
