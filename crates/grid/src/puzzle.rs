//! A puzzle: givens with exactly one solution, and that solution.

use crate::grid::{CellSet, Grid, Solution};
use crate::solver;
use std::error::Error;
use std::fmt;

/// Givens with their only solution. A value of this type is the proof of uniqueness: only
/// [`Puzzle::prove`] makes one, and transforms and digging make one from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    givens: Grid,
    solution: Solution,
}

/// The reason why givens are not a puzzle, with solutions of type `S`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzleError<S = Solution> {
    /// The givens have no solution.
    NoSolution,
    /// The givens have several solutions, for example these two.
    TwoSolutions(Box<[S; 2]>),
}

impl<S> PuzzleError<S> {
    /// Returns the reason in a few words, without the two solutions.
    #[inline]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::TwoSolutions(_) => "more than one solution",
        }
    }

    /// Returns the reason with other solutions.
    pub(crate) fn map<T>(self, solution: impl Fn(S) -> T) -> PuzzleError<T> {
        match self {
            Self::NoSolution => PuzzleError::NoSolution,
            Self::TwoSolutions(both) => PuzzleError::TwoSolutions(Box::new(both.map(solution))),
        }
    }
}

impl<S: fmt::Display> fmt::Display for PuzzleError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the puzzle has {}", self.name())?;
        match self {
            Self::NoSolution => Ok(()),
            Self::TwoSolutions(both) => write!(f, ", for example {} and {}", both[0], both[1]),
        }
    }
}

impl<S: fmt::Debug + fmt::Display> Error for PuzzleError<S> {}

impl Puzzle {
    /// Proves that these givens have exactly one solution. Takes a few microseconds.
    ///
    /// # Errors
    /// [`PuzzleError`] if the givens have no solution, or several.
    ///
    /// ```
    /// use sudoku_press_grid::Grid;
    /// use sudoku_press_grid::{PuzzleError, Puzzle};
    /// let rows = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6",
    ///     ".6....28.", "...419..5", "....8..79"];
    /// let puzzle = Puzzle::prove(rows.concat().parse()?)?;
    /// assert!(puzzle.solution().to_string().starts_with("534678912"));
    /// assert!(matches!(Puzzle::prove(Grid::EMPTY), Err(PuzzleError::TwoSolutions(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn prove(givens: Grid) -> Result<Self, PuzzleError> {
        match solver::search(&givens, 2).first {
            [None, _] => Err(PuzzleError::NoSolution),
            [Some(solution), None] => Ok(Self { givens, solution }),
            [Some(a), Some(b)] => Err(PuzzleError::TwoSolutions(Box::new([a, b]))),
        }
    }

    /// Joins givens and a solution that are already proved, such as those of a transformed puzzle.
    #[inline]
    pub(crate) const fn from_parts_unchecked(givens: Grid, solution: Solution) -> Self {
        Self { givens, solution }
    }

    /// Returns the puzzle with more givens: the digits of its solution in these cells.
    #[inline]
    pub fn with_givens(&self, cells: CellSet) -> Self {
        let mut givens = self.givens;
        cells.for_each(|cell| givens[cell] = Some(self.solution[cell]));
        Self { givens, solution: self.solution }
    }

    /// Returns the given digits.
    #[inline]
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Returns the only solution.
    #[inline]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the number of givens: 17 to 81.
    #[inline]
    pub fn givens_count(&self) -> usize {
        self.givens.filled_count()
    }

    /// Returns true if every cell is given. The program reads such puzzles, but makes and prints
    /// none.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.givens_count() == 81
    }

    /// Returns the minimum number of givens in a row or column, 0 to 9. Blocks do not count.
    #[inline]
    pub fn row_col_min(&self) -> usize {
        self.givens.row_col_min()
    }
}
