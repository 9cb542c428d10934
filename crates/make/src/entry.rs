//! A catalogue entry, which is a row of a catalogue: a scored puzzle with its origin.

use crate::generate::{FullGrid, HoleOrder};
use crate::seed::{Seed, Slot};
use explainer::AnyRating;
use grid::{AnyGrid, AnyPuzzle, GridShape, Key, Score, Symmetry};
use smallvec::SmallVec;

/// A puzzle as it will be printed, with its score and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The givens and their only solution.
    pub puzzle: AnyPuzzle,
    /// The score of the puzzle as it is printed; `None` for a small size.
    pub score: Option<Score>,
    /// The rating of the puzzle as it is printed, if the plan asks for ratings.
    pub rating: Option<AnyRating>,
    /// The canonical form of the puzzle.
    pub canonical: AnyGrid,
    /// The record of how the puzzle was made.
    pub origin: PuzzleOrigin,
}

impl Entry {
    /// Makes an entry, and computes the canonical form.
    pub fn new(
        puzzle: AnyPuzzle,
        score: Option<Score>,
        rating: Option<AnyRating>,
        origin: PuzzleOrigin,
    ) -> Self {
        Self { puzzle, score, rating, canonical: puzzle.canonical(), origin }
    }
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

/// Returns a key that a pattern of givens shares with its eight views alone, turned and mirrored;
/// `None` for 4 x 4 cells, which have too few patterns for a book.
pub fn pattern_key(givens: &AnyGrid) -> Option<Key> {
    let side = givens.shape().side();
    if givens.shape() == GridShape::Four {
        return None;
    }
    let mirror = |cell: usize| cell / side * side + side - 1 - cell % side;
    let transpose = |cell: usize| cell % side * side + cell / side;
    let filled = givens.filled().map(|(cell, _)| cell);
    let mut cells: SmallVec<[usize; GridShape::MAX_CELLS]> = filled.collect();
    let mut least = u128::MAX;
    for turn in 0..8 {
        least = least.min(cells.iter().map(|cell| 1 << cell).sum());
        // A mirror and a transposition in turn lead through all eight views.
        for cell in &mut cells {
            *cell = if turn % 2 == 0 { mirror(*cell) } else { transpose(*cell) };
        }
    }
    Some(Key::of_bytes(&least.to_be_bytes()))
}
