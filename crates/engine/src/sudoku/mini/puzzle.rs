//! A small puzzle: givens with exactly one solution, and that solution.

use super::grid::MiniGrid;
use super::search::MiniBoard;
use super::shape::{Cells, MiniShape};
use std::fmt;
use thiserror::Error;

/// A full small grid in which every house contains each digit once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MiniSolution(MiniGrid);

/// Givens of a small grid with their only solution. A value of this type is the proof of
/// uniqueness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MiniPuzzle {
    givens: MiniGrid,
    solution: MiniSolution,
}

/// The reason why givens are not a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MiniPuzzleError {
    /// The givens have no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The givens have several solutions, for example these two.
    #[error("the puzzle has more than one solution, for example {} and {}", .0[0], .0[1])]
    TwoSolutions([MiniSolution; 2]),
}

impl MiniPuzzleError {
    /// Returns the reason in a few words, without the two solutions.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::TwoSolutions(_) => "more than one solution",
        }
    }
}

impl MiniSolution {
    /// Returns the full grid.
    pub const fn grid(&self) -> &MiniGrid {
        &self.0
    }

    pub(crate) const fn from_grid_unchecked(grid: MiniGrid) -> Self {
        Self(grid)
    }
}

impl MiniPuzzle {
    /// Proves that these givens have exactly one solution. Takes a few microseconds.
    ///
    /// # Errors
    /// [`MiniPuzzleError`] if the givens have no solution, or several.
    pub fn prove(givens: MiniGrid) -> Result<Self, MiniPuzzleError> {
        match solutions(&givens, 2)[..] {
            [] => Err(MiniPuzzleError::NoSolution),
            [solution] => Ok(Self { givens, solution }),
            [one, other, ..] => Err(MiniPuzzleError::TwoSolutions([one, other])),
        }
    }

    pub(crate) const fn from_parts_unchecked(givens: MiniGrid, solution: MiniSolution) -> Self {
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

    /// Returns the only solution.
    pub const fn solution(&self) -> &MiniSolution {
        &self.solution
    }

    /// Returns the number of givens.
    pub fn givens_count(&self) -> usize {
        self.givens.filled_count()
    }

    /// Returns true if no given can be left out.
    pub fn is_minimal(&self) -> bool {
        let board = MiniBoard::new(&self.givens).expect("a puzzle breaks no rule");
        self.givens.filled().all(|cell| !is_needless(self.shape(), *board.filled(), cell))
    }
}

/// Returns at most `limit` solutions of a grid, always in the same order.
pub fn solutions(givens: &MiniGrid, limit: u64) -> Vec<MiniSolution> {
    let mut found = Vec::new();
    if let Some(board) = MiniBoard::new(givens) {
        board.search(limit, &mut |solution| found.push(MiniSolution(solution.grid())));
    }
    found
}

/// Returns true if the givens of a solution still have one solution without this cell: there is
/// none with another digit in it. `filled` are the cells that have each digit.
pub(crate) fn is_needless(
    shape: MiniShape,
    mut filled: [Cells; MiniShape::MAX_SIDE],
    cell: usize,
) -> bool {
    let bit = 1 << cell;
    let digit = filled.iter().position(|cells| cells & bit != 0).expect("a given");
    filled[digit] &= !bit;
    let mut board = MiniBoard::with_digits(shape, filled).expect("givens of a solution");
    if shape.houses_at(cell).iter().any(|house| board.places[digit] & house == bit) {
        return true;
    }
    board.places[digit] &= !bit;
    board.search(1, &mut |_| {}) == 0
}

/// The digits, row by row.
impl fmt::Display for MiniSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

debug_as_display!(MiniSolution);
