//! The rows of a grid as searches are counted in them.

use crate::sudoku::grid::{Cell, DigitSet, Grid};

/// Digits for each column: one number for each stack, 16 bits for each column.
pub(super) type Columns = [u64; 3];

/// A row with empty cells.
#[derive(Clone, Copy)]
pub(super) struct OpenRow {
    /// The digits that no given excludes from the empty cells.
    pub(super) free: Columns,
    /// The stack and the first bit of each empty cell, left to right.
    pub(super) cells: [(u8, u8); 9],
    pub(super) empty: usize,
    /// The digits that the row lacks.
    pub(super) missing: u16,
    /// Whether it is the first such row of its band, with empty blocks.
    pub(super) begins_band: bool,
}

/// The rows of a grid that have empty cells, from the top.
pub(super) struct OpenRows {
    rows: [OpenRow; 9],
    len: usize,
}

impl std::ops::Deref for OpenRows {
    type Target = [OpenRow];

    fn deref(&self) -> &[OpenRow] {
        &self.rows[..self.len]
    }
}

/// The open rows of a grid.
pub(super) fn open_rows(grid: &Grid) -> OpenRows {
    let mut given = [DigitSet::EMPTY; 27];
    for (cell, digit) in grid.filled() {
        for house in cell.houses() {
            given[house.index()].insert(digit);
        }
    }
    let none =
        OpenRow { free: [0; 3], cells: [(0, 0); 9], empty: 0, missing: 0, begins_band: false };
    let mut open = OpenRows { rows: [none; 9], len: 0 };
    let mut last_band = None;
    for r in 0..9 {
        let missing = given[r].complement().bits();
        let mut row = OpenRow { missing, begins_band: last_band != Some(r / 3), ..none };
        for c in 0..9 {
            let cell = Cell::at(r, c);
            if grid[cell].is_none() {
                let [row_of, column, block] = cell.houses();
                let taken = given[row_of.index()].union(given[column.index()]);
                let taken = taken.union(given[block.index()]);
                let (stack, first) = (c / 3, c % 3 * 16);
                row.free[stack] |= u64::from(taken.complement().bits()) << first;
                row.cells[row.empty] = (stack as u8, first as u8);
                row.empty += 1;
            }
        }
        if row.empty > 0 {
            last_band = Some(r / 3);
            open.rows[open.len] = row;
            open.len += 1;
        }
    }
    open
}
