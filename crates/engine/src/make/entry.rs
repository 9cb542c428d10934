//! A catalogue entry, which is a row of a catalogue: a scored puzzle with its origin.

use crate::human::grade::Rating;
use crate::make::generate::{FullGrid, HoleOrder, Symmetry};
use crate::make::seed::{Seed, Slot};
use crate::sudoku::canon::Canonical;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::Score;

/// A puzzle as it will be printed, with its score and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The givens and their only solution.
    pub puzzle: Puzzle,
    /// The score of the puzzle as it is printed.
    pub score: Score,
    /// The rating of the puzzle as it is printed, if the plan asks for ratings.
    pub rating: Option<Rating>,
    /// The canonical form of the puzzle.
    pub canonical: Canonical,
    /// The record of how the puzzle was made.
    pub origin: PuzzleOrigin,
}

/// The record of how a puzzle was made. With the settings of the run, it is enough to make the
/// puzzle again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleOrigin {
    /// The seed of the run.
    pub seed: Seed,
    /// The level or band, and the number in it.
    pub slot: Slot,
    /// The number of times that the slot was issued before. Each time its puzzle was a duplicate.
    pub reissue: u32,
    /// The method that made the full grid.
    pub grid: FullGrid,
    /// The order in which the cells were emptied; `None` for a puzzle with the givens of a picture.
    pub order: Option<HoleOrder>,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}
