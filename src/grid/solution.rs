//! A finished grid: every house holds each digit once.

use super::board::{Conflict, Grid};
use super::cell::Cell;
use super::digit::Digit;
use std::fmt;
use std::ops::Index;
use thiserror::Error;

/// 81 digits, row by row, that keep all the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solution([Digit; Cell::COUNT]);

/// Why a grid is not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotSolved {
    /// This cell is empty.
    #[error("cell {0} is empty")]
    Empty(Cell),
    /// A digit stands twice in a house.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

impl Solution {
    /// The 81 digits, row by row.
    pub const fn digits(&self) -> &[Digit; Cell::COUNT] {
        &self.0
    }

    /// For transforms, which keep the rules.
    pub(crate) const fn from_digits_unchecked(digits: [Digit; Cell::COUNT]) -> Self {
        Self(digits)
    }
}

impl TryFrom<Grid> for Solution {
    type Error = NotSolved;

    fn try_from(grid: Grid) -> Result<Self, NotSolved> {
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        for cell in Cell::ALL {
            digits[cell.index()] = grid[cell].ok_or(NotSolved::Empty(cell))?;
        }
        match grid.conflicts().next() {
            Some(conflict) => Err(conflict.into()),
            None => Ok(Self(digits)),
        }
    }
}

impl From<Solution> for Grid {
    fn from(solution: Solution) -> Self {
        Grid::new(solution.0.map(Some))
    }
}

impl Index<Cell> for Solution {
    type Output = Digit;
    fn index(&self, cell: Cell) -> &Digit {
        &self.0[cell.index()]
    }
}

/// The 81 digits, row by row.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Grid::from(*self), f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
