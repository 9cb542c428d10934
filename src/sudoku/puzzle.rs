//! A puzzle: givens with exactly one solution, and that solution.

use crate::sudoku::grid::{Grid, Solution};
use crate::sudoku::solver;
use thiserror::Error;

/// Givens with their only solution. A value of this type is the proof: it can only be made by
/// [`Puzzle::prove`], or from another puzzle by a transform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    givens: Grid,
    solution: Solution,
}

/// Why givens are not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The givens have no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The givens have more than one solution. Here are two.
    #[error("the puzzle has more than one solution, for example {} and {}", .0[0], .0[1])]
    TwoSolutions(Box<[Solution; 2]>),
}

impl PuzzleError {
    /// The reason in a few words, without the evidence.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::TwoSolutions(_) => "more than one solution",
        }
    }
}

impl Puzzle {
    /// Proves that these givens have exactly one solution. Takes a few microseconds.
    ///
    /// # Errors
    /// [`PuzzleError`] if they have none, or several: then with two of them.
    ///
    /// ```
    /// use sudoku_press::{sudoku::grid::Grid, sudoku::puzzle::{PuzzleError, Puzzle}};
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = Puzzle::prove(line.parse()?)?;
    /// assert!(puzzle.solution().to_string().starts_with("534678912"));
    /// assert!(matches!(Puzzle::prove(Grid::EMPTY), Err(PuzzleError::TwoSolutions(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(givens: Grid) -> Result<Self, PuzzleError> {
        match solver::search(&givens, 2).first {
            [None, _] => Err(PuzzleError::NoSolution),
            [Some(solution), None] => Ok(Self { givens, solution }),
            [Some(a), Some(b)] => Err(PuzzleError::TwoSolutions(Box::new([a, b]))),
        }
    }

    /// For transformed puzzles, for which the proof still holds.
    pub(crate) const fn from_parts_unchecked(givens: Grid, solution: Solution) -> Self {
        Self { givens, solution }
    }

    /// The given digits.
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The only solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The number of givens: 17 to 81.
    pub fn givens_count(&self) -> usize {
        self.givens.filled_count()
    }

    /// Returns true if every cell is given: such a grid is read as a puzzle, but none is made or printed.
    pub fn is_complete(&self) -> bool {
        self.givens_count() == 81
    }

    /// The minimum number of givens in a row or column, 0 to 9. Blocks do not count.
    pub fn row_col_min(&self) -> usize {
        self.givens.row_col_min()
    }
}
