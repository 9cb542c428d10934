//! The candidates of a grid as bit boards.
//!
//! A *slot* is nine bits: the cells of a digit in a row. The first rows of the three bands are
//! stored together, then the second rows, then the third. Each of these three is four lanes of 64
//! bits, and a lane has seven slots. The three bands of the ninth digit take the last slots of the
//! first three lanes:
//!
//! ```text
//!   lane 0      1 1 1  2 2 2  9      the digit of each slot, the lowest first
//!   lane 1      3 3 3  4 4 4  9
//!   lane 2      5 5 5  6 6 6  9
//!   lane 3      7 7 7  8 8 8  .
//!   band        0 1 2  0 1 2  the lane
//! ```
//!
//! In a slot, three adjacent bits are the three blocks, once for each column of a block. In the
//! first band the first columns come first, then the second, then the third; in the second band the
//! second columns come first, in the third band the third:
//!
//! ```text
//!   bit 3 ((j - b) mod 3) + k      column j of block k, band b
//! ```
//!
//! So `x | x >> 3 | x >> 6` has the blocks of a row in which the digit has candidates, in three
//! adjacent bits. In a band, each of the three rows places the digit in another block: six
//! placements. Three of them cycle in one direction (row i in block k, row i + 1 in block k + 1,
//! row i + 2 in block k + 2), three in the other. A candidate in none of the six placements is
//! eliminated. One such step finds all that the rows and blocks of a band imply: hidden singles and
//! locked candidates. The same holds for the bands and columns of a stack. There, the placements
//! that cycle in one direction have the same bits in all bands.
//!
//! A step costs a few dozen instructions in any position. Look-up tables and lists of changed cells
//! were slower.

use crate::grid::{Cell, Digit, Grid, Solution};

/// The lowest bit of each slot of a lane.
pub(super) const UNITS: u64 = 0x0040_2010_0804_0201;
/// The lowest bit of each slot that belongs to a digit.
pub(super) const USED: [u64; 4] = [UNITS, UNITS, UNITS, UNITS ^ 1 << 54];
/// The nine cells of a slot.
pub(super) const SLOT: u64 = 0x1ff;
/// The three slots of a digit.
pub(super) const ROW: u64 = 0x7ff_ffff;

/// The location of a cell in a board.
#[derive(Clone, Copy)]
struct CellBit {
    /// The row in its band.
    row: u8,
    band: u8,
    /// The bit in its slot.
    at: u8,
}

/// The location of each cell.
const CELL_BITS: [CellBit; Cell::COUNT] = {
    let mut places = [CellBit { row: 0, band: 0, at: 0 }; Cell::COUNT];
    const_for!(i in 0..Cell::COUNT => {
        let (row, column) = (Cell::ALL[i].row(), Cell::ALL[i].column());
        let band = row / 3;
        let at = (column % 3 + 3 - band) % 3 * 3 + column / 3;
        places[i] = CellBit { row: (row % 3) as u8, band: band as u8, at: at as u8 };
    });
    places
};

impl CellBit {
    #[inline]
    const fn new(cell: Cell) -> Self {
        CELL_BITS[cell.index()]
    }

    /// Returns the bit in the three slots of a digit.
    #[inline]
    const fn bit(self) -> u32 {
        1 << (9 * self.band + self.at)
    }

    /// Returns the lane of a digit, and the first bit of the slot in it.
    #[inline]
    const fn slot(self, digit: Digit) -> (usize, u8) {
        match digit.index() {
            8 => (self.band as usize, 54),
            i => (i / 2, 27 * (i % 2) as u8 + 9 * self.band),
        }
    }
}

/// Returns the index of a cell's bit in the three slots of a digit.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) const fn bit_in_row(cell: Cell) -> usize {
    CellBit::new(cell).bit().trailing_zeros() as usize
}

/// The start of a search: for each digit, the cells that its own givens leave it, row by row. The
/// digger keeps a board up to date, which saves reading the grid before every search.
#[derive(Clone, Copy, Debug)]
pub struct Board(pub(super) [[u64; 4]; 3]);

impl Board {
    /// The board without givens.
    pub const EMPTY: Self = {
        let [a, b, c, d] = USED;
        Self([[SLOT * a, SLOT * b, SLOT * c, SLOT * d]; 3])
    };

    /// Reads a grid on any processor, like [`Board::from_grid`].
    #[inline]
    pub(super) fn from_grid_portable(grid: &Grid) -> Self {
        // Blanks set bits in a slot without a digit, so that no branch depends on the givens.
        let mut given = [[0; 4]; 3];
        for (i, &digit) in grid.cells().iter().enumerate() {
            let place = CELL_BITS[i];
            let (lane, first) = digit.map_or((3, 54), |digit| place.slot(digit));
            given[usize::from(place.row)][lane] |= 1 << (first + place.at);
        }
        Self::from_given_bits(given)
    }

    /// Returns the cells that the givens of each digit leave it, row by row; none in a row with two
    /// of them. Ignores slots without a digit.
    #[inline(always)]
    pub(super) fn from_given_bits(mut given: [[u64; 4]; 3]) -> Self {
        for lanes in &mut given {
            for (i, lane) in lanes.iter_mut().enumerate() {
                let cells = SLOT * USED[i];
                let bits = *lane & cells;
                let none = cells & !fill_slots(bits + (bits & UNITS));
                // Empty slots get one bit, so that no slot borrows from the next.
                let some = bits | none & UNITS;
                *lane = (bits | none) & !fill_slots(some & (some - USED[i]));
            }
        }
        Self(given)
    }

    /// Returns true if an empty cell is a hidden single: the givens leave the digit no other empty
    /// cell in the row, the column or the block.
    pub fn is_hidden_single(&self, cell: Cell, digit: Digit, blanks: &EmptyCells) -> bool {
        const UNITS: u32 = 1 | 1 << 9 | 1 << 18;
        let (mut open, mut given) = ([0; 3], [0; 3]);
        for (row, lanes) in self.0.iter().enumerate() {
            let slots = match digit.index() {
                8 => lanes[0] >> 54 | lanes[1] >> 54 << 9 | lanes[2] >> 54 << 18,
                i => lanes[i / 2] >> (27 * (i % 2)) & ROW,
            } as u32;
            // A row without the digit has all its cells.
            open[row] = (slots & slots >> 1 & UNITS) * 0x1ff;
            given[row] = slots & !open[row];
        }
        // Blocks and columns that have the digit.
        let any = given[0] | given[1] | given[2];
        let blocks = ((any | any >> 3 | any >> 6) & (7 * UNITS)) * 0o111;
        let columns = any & 0x1ff | (any >> 9 & 0x1ff) << 3 | any >> 18 << 6;
        let columns = (columns | columns >> 9) & 0x1ff;
        let twice = columns * 0x201;
        let columns = columns | (twice >> 3 & 0x1ff) << 9 | (twice >> 6 & 0x1ff) << 18;
        let place = CellBit::new(cell);
        let (row, band) = (usize::from(place.row), place.band);
        let mut others = [0; 3];
        for i in 0..3 {
            others[i] = blanks.0[i] & open[i] & !(columns | blocks);
        }
        others[row] &= !place.bit();
        let any = others[0] | others[1] | others[2];
        let block = 0o111 << (9 * band + place.at % 3);
        let in_row = others[row] & 0x1ff << (9 * band);
        in_row == 0 || any & block == 0 || any & COLUMNS[cell.column()] == 0
    }

    #[inline]
    pub(super) fn lane_mut(&mut self, cell: Cell, digit: Digit) -> (&mut u64, u64) {
        let place = CellBit::new(cell);
        let (lane, first) = place.slot(digit);
        (&mut self.0[usize::from(place.row)][lane], 1 << (first + place.at))
    }

    /// Returns the columns of a row in which the board has a digit, as bits.
    #[inline]
    pub(super) const fn columns(&self, row: usize, digit: Digit) -> u16 {
        let place = CellBit::new(Cell::ALL[9 * row]);
        let (lane, first) = place.slot(digit);
        let slot = self.0[place.row as usize][lane] >> first & SLOT;
        COLUMNS_OF_SLOT[place.band as usize][slot as usize]
    }

    /// Adds a given. A digit that is given twice in a row has no candidate left there.
    #[inline]
    pub fn add_given(&mut self, cell: Cell, digit: Digit) {
        let (_, first) = CellBit::new(cell).slot(digit);
        let (lane, bit) = self.lane_mut(cell, digit);
        *lane &= !(SLOT << first) | bit;
    }

    /// Removes a given.
    #[inline]
    pub fn remove_given(&mut self, cell: Cell, digit: Digit) {
        let (_, first) = CellBit::new(cell).slot(digit);
        let (lane, _) = self.lane_mut(cell, digit);
        *lane |= SLOT << first;
    }
}

/// The columns of the bits of each slot, by band.
static COLUMNS_OF_SLOT: [[u16; 512]; 3] = {
    let mut columns = [[0; 512]; 3];
    const_for!(band in 0..3 => {
        const_for!(slot in 0..512 => {
            const_for!(at in 0..9 => {
                columns[band][slot] |= ((slot >> at & 1) as u16) << COLUMN_AT[band][at];
            });
        });
    });
    columns
};

/// The cells of each column, in the three slots of a digit.
const COLUMNS: [u32; 9] = {
    let mut columns = [0; 9];
    const_for!(i in 0..Cell::COUNT => {
        columns[i % 9] |= CELL_BITS[i].bit();
    });
    columns
};

/// Returns all cells of the slots that have a bit. The bit must not be the lowest of its slot.
#[inline]
const fn fill_slots(bits: u64) -> u64 {
    let carried = (bits + UNITS * 0x1fe) & UNITS << 9;
    carried - (carried >> 9)
}

/// The empty cells of a grid, as bit boards: the three slots of the first rows of the bands, of the
/// second rows, and of the third.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyCells([u32; 3]);

impl EmptyCells {
    /// Adds a missing cell, or removes a present one.
    #[inline]
    pub const fn toggle(&mut self, cell: Cell) {
        let place = CellBit::new(cell);
        self.0[place.row as usize] ^= place.bit();
    }
}

/// Chooses the branching cell: the first open cell of the band with the most open cells, in the
/// order of rows, columns of blocks, and blocks. `ab` has the open cells of the first and second
/// rows, in two halves, `c` those of the third. Returns (row in band, band, bit in slot).
#[inline(always)]
pub(super) fn choose_branch_cell(ab: u64, c: u64) -> (usize, usize, usize) {
    let size = |band: usize| {
        let slot = SLOT << (9 * band);
        (ab & (slot | slot << 32)).count_ones() + (c & slot).count_ones()
    };
    let (one, two, three) = (size(0), size(1), size(2));
    let band = if three > one.max(two) { 2 } else { usize::from(two > one) };
    let slot = |cells: u64| cells >> (9 * band) & SLOT;
    let (a, b, c) = (slot(ab), slot(ab >> 32), slot(c));
    let row = usize::from(a == 0) + usize::from(a | b == 0);
    let slot = if a != 0 {
        a
    } else if b != 0 {
        b
    } else {
        c
    };
    // The first columns begin at this bit and wrap around.
    let first = 9 - 3 * band;
    let at = first + ((slot * 0x201) >> first).trailing_zeros() as usize;
    (row, band, if at < 9 { at } else { at - 9 })
}

/// Chooses the branching cell of a hard board: the one of `cells` with most open cells among its
/// peers, where those in `cells` count a little more. The first two numbers have the cells as in
/// [`choose_branch_cell`].
#[inline(always)]
pub(super) fn choose_crowded_cell(cells: [u64; 4], open: [u64; 4]) -> (usize, usize, usize) {
    let (mut best, mut most) = (0, 0);
    for (half, &word) in cells[..2].iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let cell = 64 * half + left.trailing_zeros() as usize;
            left &= left - 1;
            let peers = |cells: [u64; 4]| {
                let [first, last] = PEERS[cell];
                (cells[0] & first).count_ones() + (cells[1] & last).count_ones()
            };
            let crowd = 1 + 8 * peers(open) + peers(cells);
            if crowd > most {
                (best, most) = (cell, crowd);
            }
        }
    }
    (best / 32, best % 32 / 9, best % 32 % 9)
}

/// The peers of each cell, by its bit: those in the first and second rows, and in the third.
const PEERS: [[u64; 2]; 96] = {
    let mut all = [[0; 2]; 96];
    const_for!(i in 0..Cell::COUNT => {
        let (from, peers) = (CELL_BITS[i], Cell::ALL[i].peers());
        let index = 32 * from.row as usize + from.bit().trailing_zeros() as usize;
        const_for!(j in 0..peers.len() => {
            let to = CELL_BITS[peers[j].index()];
            all[index][to.row as usize / 2] |= (to.bit() as u64) << (to.row % 2 * 32);
        });
    });
    all
};

/// A board in which every digit has one cell in each row.
pub(super) struct SolvedBoard(pub(super) [[u64; 4]; 3]);

impl SolvedBoard {
    pub(super) fn solution(&self) -> Solution {
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        for (row, lanes) in self.0.iter().enumerate() {
            let mut put = |slot: u64, band: usize, digit: usize| {
                // The guard bit stands for a missing digit.
                let column = COLUMN_AT[band][(slot | 1 << 9).trailing_zeros() as usize];
                digits[27 * band + 9 * row + usize::from(column)] = Digit::ALL[digit];
            };
            for (i, lane) in lanes.iter().enumerate() {
                for slot in 0..6 {
                    put(lane >> (9 * slot), slot % 3, 2 * i + slot / 3);
                }
            }
            for (band, lane) in lanes[..3].iter().enumerate() {
                put(lane >> 54, band, 8);
            }
        }
        Solution::from_digits_unchecked(digits)
    }
}

/// The column of each bit of a slot, in each band; then an entry for the guard bit.
const COLUMN_AT: [[u8; 10]; 3] = {
    let mut columns = [[0; 10]; 3];
    const_for!(i in 0..Cell::COUNT => {
        columns[CELL_BITS[i].band as usize][CELL_BITS[i].at as usize] = (i % 9) as u8;
    });
    columns
};
