//! An entry of a catalogue: a scored puzzle with its origin. A row of a catalogue is one entry.

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
    /// How hard the puzzle as it is printed is for a person, if its plan asks for that.
    pub rating: Option<Rating>,
    /// Its canonical form.
    pub canonical: Canonical,
    /// How it was made.
    pub origin: PuzzleOrigin,
}

/// How a puzzle was made. With the settings of its run, this is enough to make it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleOrigin {
    /// The run's seed.
    pub seed: Seed,
    /// Level or band, and number.
    pub slot: Slot,
    /// How often the slot was issued before: its puzzle was a duplicate each time.
    pub reissue: u32,
    /// How the full grid was made.
    pub grid: FullGrid,
    /// The order in which the cells were emptied; `None` for a puzzle that has the givens of a picture.
    pub order: Option<HoleOrder>,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}
