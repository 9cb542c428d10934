//! Which puzzle a book shows where one stands for all: on its title page, on the front and the back of its cover.

use crate::book::model::Volume;
use crate::human::ladder::Rung;
use crate::sudoku::grid::{Grid, House};
use crate::sudoku::transform::Symmetry;
use std::cmp::Reverse;

impl Volume {
    /// The puzzle of a level or band that looks best, counted from 0: one with a symmetric pattern of givens if
    /// there is any, without an empty row, column or block, its givens spread evenly over the blocks; of several
    /// the first. `besides` is one that is shown already, and is shown again only where there is no other.
    pub(in crate::book) fn showcase_puzzle(&self, level: Rung, besides: Option<usize>) -> usize {
        let best = self.puzzles_of_level(level).min_by_key(|&i| {
            let givens = *self.puzzle(i).givens();
            let is_symmetric = Reverse(is_symmetric(&givens));
            (Some(i) == besides, is_symmetric, has_gap(&givens), unevenness(&givens))
        });
        best.unwrap_or(0)
    }
}

/// Whether the pattern of givens has a symmetry.
fn is_symmetric(givens: &Grid) -> bool {
    let has = |symmetry: &Symmetry| {
        givens
            .filled()
            .all(|(cell, _)| symmetry.orbit(cell).iter().all(|&other| givens[other].is_some()))
    };
    Symmetry::ALL.iter().filter(|&&symmetry| symmetry != Symmetry::None).any(has)
}

/// Whether a house has no given.
fn has_gap(givens: &Grid) -> bool {
    House::ALL.into_iter().any(|house| givens.filled_in(house) == 0)
}

/// How many givens the fullest block has more than the emptiest.
fn unevenness(givens: &Grid) -> usize {
    let blocks = House::ALL[18..].iter().map(|&block| givens.filled_in(block));
    blocks.clone().max().unwrap_or(0) - blocks.min().unwrap_or(0)
}
