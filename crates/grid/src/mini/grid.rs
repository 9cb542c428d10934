//! A small grid, which may break every rule, and its text of 16 or 36 characters.

use super::shape::{Cells, MiniShape, bits};
use crate::grid::LineError;
use std::fmt;

/// A grid of 16 or 36 cells, row by row, each empty or with a digit. Digits may contradict each
/// other.
///
/// ```
/// use sudoku_press_grid::mini::{MiniGrid, MiniShape};
/// let mut grid = MiniGrid::empty(MiniShape::Four);
/// grid.set(3, 2);
/// assert_eq!(grid.to_string(), "...2............");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MiniGrid {
    shape: MiniShape,
    /// The digits, 0 for an empty cell. Cells beyond the shape are 0.
    cells: [u8; MiniShape::MAX_CELLS],
}

impl MiniGrid {
    /// Reads the cells of a shape, row by row.
    pub(crate) fn from_line(shape: MiniShape, line: &str) -> Result<Self, LineError> {
        let (mut grid, side) = (Self::empty(shape), shape.side());
        for (column, found) in (1..).zip(line.chars()) {
            grid.cells[column - 1] = match found {
                '.' | '0' | '_' | '*' | 'X' | 'x' => 0,
                '1'..='6' if found as usize - '0' as usize <= side => found as u8 - b'0',
                _ => return Err(LineError::Character { column, side, found }),
            };
        }
        Ok(grid)
    }

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
        self.house_where(|filled, _| filled == 0)
    }

    /// Returns the first house without an empty cell, of blocks, columns and rows in this order.
    pub fn complete_house(&self) -> Option<String> {
        self.house_where(|filled, house| filled == house)
    }

    /// Names the first house whose filled cells are as wanted.
    fn house_where(&self, is_wanted: impl Fn(Cells, Cells) -> bool) -> Option<String> {
        let filled: Cells = self.filled().map(|cell| 1 << cell).sum();
        let houses = &self.shape.tables().houses;
        let index = houses.iter().position(|house| is_wanted(house & filled, *house))?;
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
