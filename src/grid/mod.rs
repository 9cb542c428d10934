//! The grid and its parts: cells, digits, houses. Not whether a grid can be solved.

mod cell;
mod digit;
mod house;
mod solution;

pub use cell::Cell;
pub use digit::{Digit, DigitSet};
pub use house::House;
pub use solution::{NotSolved, Solution};

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use thiserror::Error;

/// 81 cells, row by row, each empty or with a digit. It may break every rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([Option<Digit>; Cell::COUNT]);

/// A digit that stands twice in a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("digit {digit} stands twice in {house}: {} and {}", cells[0], cells[1])]
pub struct Conflict {
    /// The row, column or block.
    pub house: House,
    /// The digit that stands in it twice.
    pub digit: Digit,
    /// Where: two cells in reading order.
    pub cells: [Cell; 2],
}

/// Why a line is not a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineError {
    /// A character that is neither a digit nor a blank.
    #[error("column {column}: {found:?} is neither a digit nor a blank (. 0 _ * X)")]
    Character {
        /// Counted in characters from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// Too short or too long.
    #[error("{found} characters, where a grid has 81")]
    Length {
        /// How many characters the line has.
        found: usize,
    },
}

impl Grid {
    /// No digit anywhere.
    pub const EMPTY: Self = Self([None; Cell::COUNT]);

    /// A grid of these 81 cells, row by row.
    pub const fn new(cells: [Option<Digit>; Cell::COUNT]) -> Self {
        Self(cells)
    }

    /// The 81 cells, row by row.
    pub const fn cells(&self) -> &[Option<Digit>; Cell::COUNT] {
        &self.0
    }

    /// The cells that hold a digit, in reading order, with it.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::ALL.into_iter().filter_map(|c| Some((c, self[c]?)))
    }

    /// The empty cells, in reading order.
    pub fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::ALL.into_iter().filter(|&c| self[c].is_none())
    }

    /// How many cells hold a digit.
    pub fn filled_count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// How many cells of a house hold a digit.
    pub fn filled_in(&self, house: House) -> usize {
        house.cells().iter().filter(|&&c| self[c].is_some()).count()
    }

    /// Every pair of neighbours among equal digits of a house: a digit that stands three times
    /// in a row gives two conflicts.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> + '_ {
        House::ALL.into_iter().flat_map(move |house| {
            let mut last: [Option<Cell>; 9] = [None; 9];
            house.cells().iter().filter_map(move |&cell| {
                let digit = self[cell]?;
                let before = last[digit.index()].replace(cell)?;
                Some(Conflict {
                    house,
                    digit,
                    cells: [before, cell],
                })
            })
        })
    }

    /// The 81 characters of the grid: digits, and `.` for an empty cell.
    pub fn line(&self) -> [u8; Cell::COUNT] {
        self.0.map(|c| c.map_or(b'.', |d| b'0' + d.get()))
    }
}

impl Index<Cell> for Grid {
    type Output = Option<Digit>;
    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.0[cell.index()]
    }
}

impl IndexMut<Cell> for Grid {
    fn index_mut(&mut self, cell: Cell) -> &mut Option<Digit> {
        &mut self.0[cell.index()]
    }
}

/// 81 characters, row by row: digits 1 to 9; a blank is `.`, `0`, `_`, `*`, `X` or `x`.
impl FromStr for Grid {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let mut grid = Self::EMPTY;
        for (i, found) in line.chars().enumerate() {
            let value = match found {
                '1'..='9' => Digit::new(found as u8 - b'0'),
                '.' | '0' | '_' | '*' | 'X' | 'x' => None,
                _ => {
                    return Err(LineError::Character {
                        column: i + 1,
                        found,
                    });
                }
            };
            if let Some(cell) = grid.0.get_mut(i) {
                *cell = value;
            }
        }
        match line.chars().count() {
            Cell::COUNT => Ok(grid),
            found => Err(LineError::Length { found }),
        }
    }
}

/// 81 characters, row by row; a blank is `.`.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line();
        f.pad(std::str::from_utf8(&line).expect("digits and dots are ASCII"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
