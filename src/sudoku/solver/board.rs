//! The candidates of a position as bit boards, and what a search needs of a board.
//!
//! The candidates of a digit are three bands of 27 cells, one band in each 32-bit lane. In a lane,
//! ten bits are a row: nine cells and a guard. In a row the first columns of the three blocks come
//! first, then the second columns, then the third:
//!
//! ```text
//!   bit 10 i + 3 j + k      row i of the band, column j of the block, block k of the band
//!
//!   bits  29 28..20  19 18..10   9 8 7 6 5 4 3 2 1 0
//!          . row 2    . row 1    . ---- row 0 -----
//!                                  2nd.. col 0: blocks 2 1 0
//! ```
//!
//! So the blocks of a row in which the digit has candidates are `x | x >> 3 | x >> 6`, three
//! adjacent bits. In a band, each of the three rows places the digit in another block: six
//! placements. Three go round in one direction (row i in block k, row i + 1 in block k + 1, row
//! i + 2 in block k + 2), three in the other. A candidate in none of the six placements is
//! eliminated. This is all that the rows and blocks of a band imply: hidden singles and locked
//! candidates in one step. The same holds for the rows and columns of a stack, with columns in the
//! place of blocks.
//!
//! A step costs a few dozen instructions, whatever the position. Look-up tables and lists of changed
//! cells were slower.

use crate::sudoku::grid::{Cell, Digit, Grid, Solution};

/// The number of vectors of a board: nine digits, two to a vector. The last half is unused and 0.
pub(super) const VECTORS: usize = 5;
/// The lowest bit of each row.
pub(super) const UNIT: u32 = 1 | 1 << 10 | 1 << 20;
/// The nine cells of each row.
pub(super) const CELLS: u32 = 0x1ff * UNIT;
/// The bit above each row.
pub(super) const GUARD: u32 = UNIT << 9;

/// The lane and the bit of a cell. The lane is the band.
pub(super) const fn place(cell: Cell) -> (usize, u32) {
    let (row, column) = (cell.row(), cell.column());
    (row / 3, 1 << (row % 3 * 10 + column % 3 * 3 + column / 3))
}

/// [`place`] of every cell.
const PLACES: [(usize, u32); Cell::COUNT] = {
    let mut places = [(0, 0); Cell::COUNT];
    let mut i = 0;
    while i < Cell::COUNT {
        places[i] = place(Cell::ALL[i]);
        i += 1;
    }
    places
};

/// All nine cells of each row of a lane that has a bit set.
const fn rows_of(bits: u32) -> u32 {
    let guards = (bits + CELLS) & GUARD;
    guards - (guards >> 9)
}

/// The bits of a lane without the lowest of each row.
const fn but_lowest(bits: u32) -> u32 {
    ((bits | GUARD) - UNIT) & bits
}

/// The start of a search: for each digit, the cells that its own givens leave it, row by row. Kept up to date while a puzzle is dug, it saves
/// reading the grid before every search.
#[derive(Clone, Copy, Debug)]
pub struct Position(pub(super) [[u32; 8]; VECTORS]);

impl Position {
    /// No givens.
    pub const EMPTY: Self = {
        let mut start = [[0; 8]; VECTORS];
        let mut lane = 0;
        while lane < 36 {
            if lane % 4 < 3 {
                start[lane / 8][lane % 8] = CELLS;
            }
            lane += 1;
        }
        Self(start)
    };

    /// [`Position::of`] for any processor.
    pub(super) fn read(grid: &Grid) -> Self {
        // Blanks are collected too, as a tenth digit, so that no branch depends on the givens.
        let mut given = [[0; 8]; VECTORS];
        for (i, &digit) in grid.cells().iter().enumerate() {
            let (band, bit) = PLACES[i];
            let lane = digit.map_or(9, Digit::index) * 4 + band;
            given[lane / 8][lane % 8] |= bit;
        }
        Self::of_given(given)
    }

    /// What the givens of each digit leave it, row by row: nothing where a row has two. Lanes of no digit are not read.
    #[inline(always)]
    pub(super) fn of_given(mut given: [[u32; 8]; VECTORS]) -> Self {
        for (lanes, cells) in given.iter_mut().zip(Self::EMPTY.0) {
            for (lane, cells) in lanes.iter_mut().zip(cells) {
                let bits = *lane & cells;
                *lane = cells & !rows_of(bits) | bits & !rows_of(but_lowest(bits));
            }
        }
        Self(given)
    }

    /// Whether an empty cell is a hidden single: whether the givens leave the digit no other of the empty
    /// cells in its row, column or block.
    pub fn is_hidden_single(&self, cell: Cell, digit: Digit, blanks: &Blanks) -> bool {
        let (mut open, mut given) = ([0; 3], [0; 3]);
        for band in 0..3 {
            let lane = digit.index() * 4 + band;
            let lane = self.0[lane / 8][lane % 8];
            // A row without the digit has all its cells.
            open[band] = (lane & lane >> 1 & UNIT) * 0x1ff;
            given[band] = lane & !open[band];
        }
        let of_rows = |bits: u32| (bits | bits >> 10 | bits >> 20) & 0x1ff;
        let columns = of_rows(given[0] | given[1] | given[2]);
        let mut candidates = [0; 3];
        for band in 0..3 {
            let cells = of_rows(given[band]);
            let blocks = ((cells | cells >> 3 | cells >> 6) & 7) * 0o111;
            candidates[band] = blanks.0[band] & open[band] & !((columns | blocks) * UNIT);
        }
        let (band, bit) = place(cell);
        let mut others = candidates;
        others[band] ^= bit;
        let column = UNIT << (cell.column() % 3 * 3 + cell.column() / 3);
        let in_column = (others[0] | others[1] | others[2]) & column;
        let row = candidates[band] & 0x1ff << (cell.row() % 3 * 10);
        let block = candidates[band] & (0o111 * UNIT) << (cell.column() / 3);
        row == bit || block == bit || in_column == 0
    }

    pub(super) fn lane(&mut self, cell: Cell, digit: Digit) -> (&mut u32, u32) {
        let (band, bit) = place(cell);
        let lane = digit.index() * 4 + band;
        (&mut self.0[lane / 8][lane % 8], bit)
    }

    /// Adds a given. A digit that is given twice in a row has no candidate left there.
    pub fn put(&mut self, cell: Cell, digit: Digit) {
        let (lane, bit) = self.lane(cell, digit);
        let row = 0x1ff << (cell.row() % 3 * 10);
        *lane &= !row | bit;
    }

    /// Removes a given.
    pub fn take(&mut self, cell: Cell, digit: Digit) {
        let (lane, _) = self.lane(cell, digit);
        *lane |= 0x1ff << (cell.row() % 3 * 10);
    }
}

/// The empty cells of a grid, as bit boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blanks([u32; 3]);

impl Blanks {
    /// Adds a cell that is not in it, or removes one that is.
    pub const fn flip(&mut self, cell: Cell) {
        let (band, bit) = place(cell);
        self.0[band] ^= bit;
    }
}

/// The band that has most of these cells, and its first cell.
#[inline(always)]
pub(super) fn fullest(lanes: [u32; 3]) -> (usize, u32) {
    // The lane is carried along: looked up by the band, it would wait for a store.
    let (mut fullest, mut most, mut cells) = (0, lanes[0].count_ones(), lanes[0]);
    for band in 1..3 {
        let count = lanes[band].count_ones();
        if count > most {
            (fullest, most, cells) = (band, count, lanes[band]);
        }
    }
    (fullest, cells & cells.wrapping_neg())
}

/// A solved position.
pub(super) struct Solved(pub(super) [[u32; 8]; VECTORS]);

impl Solved {
    pub(super) fn solution(&self) -> Solution {
        // The column of each bit of a row; the guard has none.
        const COLUMNS: [u8; 10] = [0, 3, 6, 1, 4, 7, 2, 5, 8, 0];
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        for digit in Digit::ALL {
            for row in 0..9 {
                let lane = digit.index() * 4 + row / 3;
                let places = self.0[lane / 8][lane % 8] >> (row % 3 * 10) | 1 << 9;
                digits[row * 9 + usize::from(COLUMNS[places.trailing_zeros() as usize])] = digit;
            }
        }
        Solution::from_digits_unchecked(digits)
    }
}

/// The state of a board after its eliminations.
pub(super) enum Settled<B> {
    Contradiction,
    Full(Solved),
    /// A cell has several candidates. Its first one is placed, or is eliminated.
    Open {
        with: B,
        without: B,
    },
}

/// The candidates of all digits in some processor's registers. Every kind finds the same: what is left
/// when nothing more can be eliminated does not depend on the order of the eliminations.
pub(super) trait Board: Copy {
    fn new(position: &Position) -> Self;

    /// Eliminates candidates until none is left to eliminate, or only in `rounds` rounds. If some are left
    /// open, splits at the first cell in the fullest band of those with two candidates, or of those
    /// with more if there is none with two.
    fn settle(self, rounds: u32) -> Settled<Self>;
}
