//! The rows of a grid that have empty cells, in the form in which searches are counted.

use crate::grid::Grid;
use arrayvec::ArrayVec;

/// Sets of digits for all columns: one number for each stack, 16 bits for each column.
pub(super) type ColumnDigits = [u64; 3];

/// A row with empty cells.
#[derive(Clone, Copy)]
pub(super) struct OpenRow {
    /// The digits that no given excludes from the empty cells.
    pub(super) free: ColumnDigits,
    /// The stack and the first bit of each empty cell, left to right.
    pub(super) cells: [(u8, u8); 9],
    pub(super) empty: usize,
    /// True for the first such row of its band, where the blocks begin empty.
    pub(super) begins_band: bool,
}

/// The lowest bit of each of the three columns of a stack.
const ONES: u64 = 0x1_0001_0001;
/// All nine digits in each of the three columns.
const FULL: u64 = 0x1ff * ONES;

/// Joins the digits of the three columns of a stack, and returns them in each column.
const fn of_all(columns: u64) -> u64 {
    ((columns | columns >> 16 | columns >> 32) & 0x1ff) * ONES
}

/// Returns the rows of a grid that have empty cells, from the top.
pub(super) fn open_rows(grid: &Grid) -> ArrayVec<OpenRow, 9> {
    let numbers = grid.numbers();
    // The digits of each row, and those of whole columns and blocks.
    let (mut given, mut columns, mut blocks) = ([[0; 3]; 9], [0; 3], [[0; 3]; 3]);
    for (r, row) in given.iter_mut().enumerate() {
        for (s, stack) in row.iter_mut().enumerate() {
            let digit = |column: usize| 1_u64 << numbers[9 * r + 3 * s + column] >> 1;
            *stack = digit(0) | digit(1) << 16 | digit(2) << 32;
            columns[s] |= *stack;
            blocks[r / 3][s] |= *stack;
        }
    }
    let mut open = ArrayVec::new();
    let mut last_band = None;
    for (r, given) in given.iter().enumerate() {
        let in_row = of_all(given[0] | given[1] | given[2]);
        if in_row == FULL {
            continue;
        }
        let begins_band = last_band != Some(r / 3);
        let mut row = OpenRow { free: [0; 3], cells: [(0, 0); 9], empty: 0, begins_band };
        for s in 0..3 {
            let taken = in_row | columns[s] | of_all(blocks[r / 3][s]);
            // A filled column has a bit below this one.
            let filled = (given[s] + 0x7fff * ONES) >> 15 & ONES;
            row.free[s] = FULL & !taken & !(filled * 0x1ff);
            for column in 0..3 {
                let first = column * 16;
                row.cells[row.empty] = (s as u8, first as u8);
                row.empty += usize::from(filled >> first & 1 == 0);
            }
        }
        last_band = Some(r / 3);
        open.push(row);
    }
    open
}
