//! A small grid, which may break every rule, and its text of 16 or 36 characters.

use super::shape::{MiniShape, bits};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A grid of 16 or 36 cells, row by row, each empty or with a digit. Digits may contradict each
/// other.
///
/// ```
/// use sudoku_press_grid::mini::MiniGrid;
/// let grid: MiniGrid = "1..2....34......".parse()?;
/// assert_eq!(grid.filled_count(), 4);
/// assert_eq!(grid.to_string(), "1..2....34......");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MiniGrid {
    shape: MiniShape,
    /// The digits, 0 for an empty cell. Cells beyond the shape are 0.
    cells: [u8; MiniShape::MAX_CELLS],
}

/// The reason why a text is no small grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MiniGridError {
    /// A character is neither a digit of the shape nor a blank.
    #[error(
        "column {column}: expected a digit of 1 to {side} or a blank (. 0 _ * X), found {found:?}"
    )]
    Character {
        /// The position of the character, counted from 1.
        column: usize,
        /// The number of digits.
        side: usize,
        /// The character.
        found: char,
    },
    /// The text has the length of no small grid.
    #[error("expected 16 or 36 characters, found {found}")]
    Length {
        /// The number of characters.
        found: usize,
    },
}

impl MiniGrid {
    /// Makes the empty grid of a shape.
    pub const fn empty(shape: MiniShape) -> Self {
        Self { shape, cells: [0; MiniShape::MAX_CELLS] }
    }

    pub(super) const fn from_cells(shape: MiniShape, cells: [u8; MiniShape::MAX_CELLS]) -> Self {
        Self { shape, cells }
    }

    /// Returns the shape.
    pub const fn shape(&self) -> MiniShape {
        self.shape
    }

    /// Returns the digits, row by row, 0 for an empty cell: 16 or 36.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.shape.cell_count()]
    }

    /// Returns the digit of a cell; `None` if it is empty.
    ///
    /// # Panics
    /// If the shape has no such cell.
    pub fn digit(&self, cell: usize) -> Option<u8> {
        Some(self.cells()[cell]).filter(|digit| *digit != 0)
    }

    /// Fills a cell, or empties it with 0.
    ///
    /// # Panics
    /// If the shape has no such cell or no such digit.
    pub fn set(&mut self, cell: usize, digit: u8) {
        assert!(cell < self.shape.cell_count() && usize::from(digit) <= self.shape.side());
        self.cells[cell] = digit;
    }

    /// Returns the number of filled cells.
    pub fn filled_count(&self) -> usize {
        self.cells.iter().filter(|digit| **digit != 0).count()
    }

    /// Returns the filled cells, ascending.
    pub fn filled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.shape.cell_count()).filter(|&cell| self.cells[cell] != 0)
    }

    /// Returns the first house without a digit, of blocks, columns and rows in this order: `row 3`.
    pub fn empty_house(&self) -> Option<String> {
        let filled = self.filled().fold(0, |cells, cell| cells | 1 << cell);
        let houses = &self.shape.tables().houses;
        let index = houses.iter().position(|house| house & filled == 0)?;
        let side = self.shape.side();
        let kind = ["block", "column", "row"][index / side];
        Some(format!("{kind} {}", index % side + 1))
    }

    /// Returns true if a digit occurs twice in a house.
    pub fn has_conflict(&self) -> bool {
        self.filled().any(|cell| {
            let peers = self.shape.tables().peers[cell];
            bits(peers).any(|peer| self.cells[peer] == self.cells[cell])
        })
    }
}

impl FromStr for MiniGrid {
    type Err = MiniGridError;

    fn from_str(text: &str) -> Result<Self, MiniGridError> {
        let found = text.chars().count();
        let shape = MiniShape::with_cell_count(found).ok_or(MiniGridError::Length { found })?;
        let mut grid = Self::empty(shape);
        for (cell, found) in text.chars().enumerate() {
            grid.cells[cell] = match found {
                '.' | '0' | '_' | '*' | 'X' | 'x' => 0,
                '1'..='6' if found as usize - '0' as usize <= shape.side() => found as u8 - b'0',
                _ => {
                    let side = shape.side();
                    return Err(MiniGridError::Character { column: cell + 1, side, found });
                }
            };
        }
        Ok(grid)
    }
}

/// The 16 or 36 characters, row by row, `.` for an empty cell.
impl fmt::Display for MiniGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &digit in self.cells() {
            let character = if digit == 0 { '.' } else { char::from(b'0' + digit) };
            write!(f, "{character}")?;
        }
        Ok(())
    }
}

debug_as_display!(MiniGrid);
