//! A small puzzle: givens with exactly one solution, and that solution.

use super::grid::MiniGrid;
use super::search::MiniBoard;
use super::shape::MiniShape;
use crate::puzzle::PuzzleError;
use crate::random::Rng;

/// Givens of a small grid with their only solution. A value of this type is the proof of
/// uniqueness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MiniPuzzle {
    givens: MiniGrid,
    solution: MiniGrid,
}

impl MiniPuzzle {
    /// Proves that these givens have exactly one solution. Takes a few microseconds.
    ///
    /// # Errors
    /// [`PuzzleError`] if the givens have no solution, or several.
    pub fn prove(givens: MiniGrid) -> Result<Self, PuzzleError<MiniGrid>> {
        match givens.solutions(2)[..] {
            [] => Err(PuzzleError::NoSolution),
            [solution] => Ok(Self { givens, solution }),
            [one, other, ..] => Err(PuzzleError::TwoSolutions(Box::new([one, other]))),
        }
    }

    /// Draws a puzzle whose cells are all given.
    pub fn random_full(shape: MiniShape, rng: &mut Rng) -> Self {
        let empty = MiniBoard::new(&MiniGrid::empty(shape)).expect("an empty grid breaks no rule");
        let full = fill(empty, rng).expect("an empty grid has solutions").grid();
        Self { givens: full, solution: full }
    }

    pub(super) const fn from_parts_unchecked(givens: MiniGrid, solution: MiniGrid) -> Self {
        Self { givens, solution }
    }

    /// Returns the shape.
    pub const fn shape(&self) -> MiniShape {
        self.givens.shape()
    }

    /// Returns the given digits.
    pub const fn givens(&self) -> &MiniGrid {
        &self.givens
    }

    /// Returns the only solution, a full grid.
    pub const fn solution(&self) -> &MiniGrid {
        &self.solution
    }

    /// Returns the number of givens.
    pub fn givens_count(&self) -> usize {
        self.givens.filled_count()
    }
}

/// Fills the board: tries the candidates of the narrowest cell in random order, and fills the rest
/// with each.
fn fill(board: MiniBoard, rng: &mut Rng) -> Option<MiniBoard> {
    let Some(cell) = board.narrowest_cell() else { return Some(board) };
    let mut digits = [0, 1, 2, 3, 4, 5];
    let digits = &mut digits[..board.shape().side()];
    rng.shuffle(digits);
    digits.iter().filter(|&&digit| board.places[digit] >> cell & 1 != 0).find_map(|&digit| {
        let mut next = board.clone();
        next.place(1 << cell, digit);
        fill(next, rng)
    })
}
