//! A small puzzle: givens with exactly one solution, and that solution.

use super::grid::MiniGrid;
use super::search::MiniBoard;
use super::shape::{Cells, MiniShape};
use crate::random::Rng;
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

    /// Draws a full grid.
    pub fn random(shape: MiniShape, rng: &mut Rng) -> Self {
        let empty = MiniBoard::new(&MiniGrid::empty(shape)).expect("an empty grid breaks no rule");
        Self(fill(empty, rng).expect("an empty grid has solutions").grid())
    }

    pub(super) const fn from_grid_unchecked(grid: MiniGrid) -> Self {
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

    pub(super) const fn from_parts_unchecked(givens: MiniGrid, solution: MiniSolution) -> Self {
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
        self.givens.filled().all(|cell| self.without_given(cell).is_none())
    }

    /// Returns true if a house of a given has no other given.
    pub fn is_last_given(&self, cell: usize) -> bool {
        let given: Cells = self.givens.filled().map(|cell| 1 << cell).sum();
        self.shape().houses_at(cell).iter().any(|house| given & house == 1 << cell)
    }

    /// Returns the puzzle without a given. Returns `None` if it has several solutions then: one
    /// with another digit in the cell.
    pub fn without_given(&self, cell: usize) -> Option<Self> {
        let digit = usize::from(self.givens.cells()[cell]) - 1;
        let mut givens = self.givens;
        givens.set(cell, 0);
        let mut board = MiniBoard::new(&givens).expect("givens of a solution");
        let bit = 1 << cell;
        let is_hidden =
            self.shape().houses_at(cell).iter().any(|house| board.places[digit] & house == bit);
        board.places[digit] &= !bit;
        let is_needless = is_hidden || board.search(1, &mut |_| {}) == 0;
        is_needless.then_some(Self { givens, solution: self.solution })
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

/// The puzzle whose cells are all given.
impl From<MiniSolution> for MiniPuzzle {
    fn from(solution: MiniSolution) -> Self {
        Self { givens: *solution.grid(), solution }
    }
}

/// The digits, row by row.
impl fmt::Display for MiniSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

debug_as_display!(MiniSolution);
