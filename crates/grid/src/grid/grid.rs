//! A grid of 81 cells, which may break every rule, and its text of 81 characters.

use super::cell::Cell;
use super::digit::Digit;
use super::house::House;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use thiserror::Error;

/// A grid of 81 cells, row by row, each empty or with a digit. Digits may contradict each other.
///
/// ```
/// use sudoku_press_grid::{Cell, Grid};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse()?;
/// assert_eq!(grid[Cell::new(0, 1)].map(|digit| digit.get()), Some(3));
/// assert_eq!(grid.filled_count(), 30);
/// assert!(grid.conflicts().next().is_none());
/// assert_eq!(grid.to_string(), line);
/// # Ok::<(), sudoku_press_grid::LineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([Option<Digit>; Cell::COUNT]);

/// A digit that occurs twice in a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("digit {digit} occurs twice in {house}: {} and {}", cells[0], cells[1])]
pub struct Conflict {
    /// The row, column or block.
    pub house: House,
    /// The repeated digit.
    pub digit: Digit,
    /// The two cells, in reading order.
    pub cells: [Cell; 2],
}

/// The reason why a line of text is not a grid of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// A character is neither a digit nor a blank.
    #[error(
        "column {column}: expected a digit{} or a blank (. 0 _ * X), found {found:?}", name_digits(*side)
    )]
    Character {
        /// The position of the character, counted from 1.
        column: usize,
        /// The number of digits of the size: 4, 6 or 9.
        side: usize,
        /// The character.
        found: char,
    },
    /// The line is too short or too long.
    #[error("expected 81 characters, found {found}")]
    Length {
        /// The number of characters of the line.
        found: usize,
    },
}

/// Names the digits of a size, where they are fewer than those that everybody knows.
fn name_digits(side: usize) -> String {
    if side < 9 { format!(" of 1 to {side}") } else { String::new() }
}

impl Grid {
    /// The empty grid.
    pub const EMPTY: Self = Self([None; Cell::COUNT]);

    /// Makes a grid of 81 cells, row by row.
    #[inline]
    pub const fn new(cells: [Option<Digit>; Cell::COUNT]) -> Self {
        Self(cells)
    }

    /// Returns the 81 cells, row by row.
    #[inline]
    pub const fn cells(&self) -> &[Option<Digit>; Cell::COUNT] {
        &self.0
    }

    /// Returns the digits of the 81 cells as numbers, row by row; 0 for an empty cell.
    #[inline]
    pub(crate) fn numbers(&self) -> [u8; Cell::COUNT] {
        let mut numbers = [0; Cell::COUNT];
        for (number, digit) in numbers.iter_mut().zip(self.0) {
            *number = digit.map_or(0, Digit::get);
        }
        numbers
    }

    /// Returns the filled cells with their digits, in reading order.
    #[inline]
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::ALL.into_iter().filter_map(|c| Some((c, self[c]?)))
    }

    /// Returns the empty cells, in reading order.
    #[inline]
    pub fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::ALL.into_iter().filter(|&c| self[c].is_none())
    }

    /// Returns the number of filled cells.
    #[inline]
    pub fn filled_count(&self) -> usize {
        usize::from(self.0.iter().map(|digit| u8::from(digit.is_some())).sum::<u8>())
    }

    /// Returns the number of filled cells of a house.
    #[inline]
    pub fn filled_count_in(&self, house: House) -> usize {
        house.cells().iter().filter(|&&c| self[c].is_some()).count()
    }

    /// Returns the number of filled cells of each row, column and block, in this order.
    pub fn filled_by_house(&self) -> [u8; 27] {
        // A byte for each of the first eight columns; the last column is counted apart.
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut counts = [0; 27];
        let (mut columns, mut last_column) = (0, 0);
        for (band, rows) in self.numbers().chunks_exact(27).enumerate() {
            let (mut in_band, mut last_in_band) = (0, 0);
            for (row, nine) in rows.chunks_exact(9).enumerate() {
                let mut eight = [0; 8];
                eight.copy_from_slice(&nine[..8]);
                let filled = (u64::from_le_bytes(eight) + 0x7f * ONES) >> 7 & ONES;
                let last = u8::from(nine[8] != 0);
                // The highest byte of the product is the sum of the bytes.
                counts[band * 3 + row] = (filled.wrapping_mul(ONES) >> 56) as u8 + last;
                in_band += filled;
                last_in_band += last;
            }
            let [a, b, c, d, e, f, g, h] = in_band.to_le_bytes();
            counts[18 + band * 3..][..3].copy_from_slice(&[
                a + b + c,
                d + e + f,
                g + h + last_in_band,
            ]);
            columns += in_band;
            last_column += last_in_band;
        }
        counts[9..17].copy_from_slice(&columns.to_le_bytes());
        counts[17] = last_column;
        counts
    }

    /// Returns the minimum number of digits in any row or column.
    #[inline]
    pub fn row_col_min(&self) -> usize {
        let counts = self.filled_by_house();
        let least = counts[..18].iter().min().expect("there are eighteen rows and columns");
        usize::from(*least)
    }

    /// Returns every pair of successive equal digits of a house. A digit that occurs three times in
    /// a house gives two conflicts.
    #[inline]
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> + '_ {
        House::ALL.into_iter().flat_map(move |house| {
            let mut last: [Option<Cell>; 9] = [None; 9];
            house.cells().iter().filter_map(move |&cell| {
                let digit = self[cell]?;
                let before = last[digit.index()].replace(cell)?;
                Some(Conflict { house, digit, cells: [before, cell] })
            })
        })
    }

    /// Returns the 81 characters of the grid, row by row: digits, and `.` for an empty cell.
    #[inline]
    pub fn line(&self) -> [u8; Cell::COUNT] {
        let mut line = [b'.'; Cell::COUNT];
        for (character, digit) in line.iter_mut().zip(self.0) {
            *character = digit.map_or(b'.', |d| b'0' + d.get());
        }
        line
    }
}

impl Index<Cell> for Grid {
    type Output = Option<Digit>;
    #[inline]
    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.0[cell.index()]
    }
}

impl IndexMut<Cell> for Grid {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut Option<Digit> {
        &mut self.0[cell.index()]
    }
}

/// Returns true if the byte is a digit or a blank. Arithmetic without branches lets the compiler
/// test a whole line in a few instructions.
#[inline]
const fn is_cell(byte: u8) -> bool {
    let blank = (byte == b'.') | (byte == b'_') | (byte == b'*') | (byte | 0x20 == b'x');
    blank | (byte.wrapping_sub(b'0') <= 9)
}

/// Parses 81 characters, row by row: digits 1 to 9; a blank is `.`, `0`, `_`, `*`, `X` or `x`.
impl FromStr for Grid {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        // Valid lines take no branch; the wrong character of another line is searched for below.
        if let Ok(bytes) = <&[u8; Cell::COUNT]>::try_from(line.as_bytes())
            && bytes.iter().fold(true, |all, &byte| all & is_cell(byte))
        {
            let mut grid = Self::EMPTY;
            for (cell, byte) in grid.0.iter_mut().zip(bytes) {
                *cell = Digit::new(byte.wrapping_sub(b'0'));
            }
            return Ok(grid);
        }
        for (column, found) in (1..).zip(line.chars()) {
            if !u8::try_from(found).is_ok_and(is_cell) {
                return Err(LineError::Character { column, side: 9, found });
            }
        }
        Err(LineError::Length { found: line.len() })
    }
}

/// Writes 81 characters, row by row; a blank is `.`.
impl fmt::Display for Grid {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line();
        f.pad(std::str::from_utf8(&line).expect("digits and dots are ASCII"))
    }
}

debug_as_display!(Grid);
