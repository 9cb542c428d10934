//! A full grid in which every house contains each digit once.

use super::cell::Cell;
use super::digit::Digit;
use super::grid::{Conflict, Grid};
use std::fmt;
use std::ops::Index;
use thiserror::Error;

/// A full grid of 81 digits, row by row, in which every house contains each digit once.
/// `Solution::try_from` makes one from a [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solution([Digit; Cell::COUNT]);

/// The reason why a grid is not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SolutionError {
    /// A cell is empty.
    #[error("expected a digit in {0}, found an empty cell")]
    Empty(Cell),
    /// A digit occurs twice in a house.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

impl Solution {
    /// Returns the 81 digits, row by row.
    #[inline]
    pub const fn digits(&self) -> &[Digit; Cell::COUNT] {
        &self.0
    }

    /// Wraps digits that the caller knows to be a solution, such as those of a transformed one.
    #[inline]
    pub(crate) const fn from_digits_unchecked(digits: [Digit; Cell::COUNT]) -> Self {
        Self(digits)
    }
}

impl TryFrom<Grid> for Solution {
    type Error = SolutionError;

    #[inline]
    fn try_from(grid: Grid) -> Result<Self, SolutionError> {
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        for cell in Cell::ALL {
            digits[cell.index()] = grid[cell].ok_or(SolutionError::Empty(cell))?;
        }
        match grid.conflicts().next() {
            Some(conflict) => Err(conflict.into()),
            None => Ok(Self(digits)),
        }
    }
}

impl From<Solution> for Grid {
    #[inline]
    fn from(solution: Solution) -> Self {
        Grid::new(solution.0.map(Some))
    }
}

impl Index<Cell> for Solution {
    type Output = Digit;
    #[inline]
    fn index(&self, cell: Cell) -> &Digit {
        &self.0[cell.index()]
    }
}

/// The 81 digits, row by row.
impl fmt::Display for Solution {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Grid::from(*self), f)
    }
}

debug_as_display!(Solution);
