//! The fast solver: depth-first search on bit boards, two digits to a vector, all digits at once.
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

#[cfg(target_arch = "x86_64")]
use super::lanes::x86;
use super::lanes::{Lanes, Portable};
use crate::grid::{Cell, Digit, Grid, Solution};

/// The number of vectors of a board: nine digits, two to a vector. The last half is unused and 0.
const VECTORS: usize = 5;
/// The lowest bit of each row.
const UNIT: u32 = 1 | 1 << 10 | 1 << 20;
/// The nine cells of each row.
const CELLS: u32 = 0x1ff * UNIT;
/// The bit above each row.
const GUARD: u32 = UNIT << 9;

/// The lane and the bit of a cell. The lane is the band.
const fn place(cell: Cell) -> (usize, u32) {
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

/// The start of a search: for each digit, the cells that its own givens leave it, row by row. Kept up to date while a puzzle is dug, it saves reading the grid before every search.
#[derive(Clone, Copy, Debug)]
pub struct Position([[u32; 8]; VECTORS]);

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

    /// The position with these givens. What they eliminate is found by the search.
    pub fn of(grid: &Grid) -> Self {
        // Blanks are collected too, as digit 0, so that no branch depends on the givens.
        let mut given = [[0; 4]; 10];
        for (i, &digit) in grid.cells().iter().enumerate() {
            let (band, bit) = PLACES[i];
            given[usize::from(digit.map_or(0, Digit::get))][band] |= bit;
        }
        let mut position = Self::EMPTY;
        for digit in Digit::ALL {
            let given = given[usize::from(digit.get())];
            for (band, &bits) in given.iter().enumerate().take(3) {
                let lane = digit.index() * 4 + band;
                let free = CELLS & !rows_of(bits);
                position.0[lane / 8][lane % 8] = free | bits & !rows_of(but_lowest(bits));
            }
        }
        position
    }

    fn lane(&mut self, cell: Cell, digit: Digit) -> (&mut u32, u32) {
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

    /// Whether there is a solution in which this empty cell has another digit than this one. This
    /// is the paper's proof by contradiction (5.2.2): if there is none, a puzzle that was unique
    /// with the digit as a given is unique without it. Takes some microseconds.
    pub fn has_other(mut self, cell: Cell, digit: Digit) -> bool {
        let (lane, bit) = self.lane(cell, digit);
        *lane &= !bit;
        let mut found = false;
        search(&self, u64::MAX, |_| {
            found = true;
            false
        });
        found
    }
}

/// A solved position.
pub(super) struct Solved([[u32; 8]; VECTORS]);

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

/// The state of a board after all eliminations.
enum Settled<L> {
    Contradiction,
    Full,
    /// A cell with several candidates, with two if any cell has two: its bit, in both halves.
    Open {
        cell: L,
    },
}

#[derive(Clone, Copy)]
struct Board<L>([L; VECTORS]);

/// [`rows_of`] in all lanes.
#[inline(always)]
fn all_rows_of<L: Lanes>(bits: L) -> L {
    let guards = bits.plus(L::all(CELLS)).and(L::all(GUARD));
    guards.minus(guards.right::<9>())
}

/// [`but_lowest`] in all lanes.
#[inline(always)]
fn all_but_lowest<L: Lanes>(bits: L) -> L {
    bits.or(L::all(GUARD)).minus(L::all(UNIT)).and(bits)
}

/// Eliminates candidates that are in none of the six placements of rows in blocks, in each band.
#[inline(always)]
fn lock_blocks<L: Lanes>(x: L) -> L {
    let blocks = x.or(x.right::<3>()).or(x.right::<6>()).and(L::all(7 * UNIT));
    let twice = blocks.or(blocks.left::<3>());
    let next = twice.right::<10>().or(twice.left::<20>());
    let last = twice.right::<20>().or(twice.left::<10>());
    let one_way = next.right::<1>().and(last.right::<2>());
    let other_way = next.right::<2>().and(last.right::<1>());
    let kept = one_way.or(other_way).and(blocks);
    x.and(kept.or(kept.left::<3>()).or(kept.left::<6>()))
}

/// Eliminates candidates that are in none of the six placements of bands in columns, in each stack.
#[inline(always)]
fn lock_columns<L: Lanes>(x: L) -> L {
    let columns = x.or(x.right::<10>()).or(x.right::<20>()).and(L::all(0x1ff));
    let twice = columns.or(columns.left::<9>());
    let next = twice.turned();
    let last = next.turned();
    let one_way = next.right::<3>().and(last.right::<6>());
    let other_way = next.right::<6>().and(last.right::<3>());
    let kept = one_way.or(other_way).and(columns);
    x.and(kept.or(kept.left::<10>()).or(kept.left::<20>()))
}

impl<L: Lanes> Board<L> {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        Self(position.0.map(L::new))
    }

    /// Eliminates candidates until none is left to eliminate.
    #[inline(always)]
    fn settle(&mut self) -> Settled<L> {
        let cells = L::new([CELLS, CELLS, CELLS, 0, CELLS, CELLS, CELLS, 0]);
        loop {
            let none = L::all(0);
            // Over all digits: cells with at least one candidate, with two, with three; cells that
            // are the last candidate of a digit in their row, or of two digits.
            let (mut once, mut twice, mut thrice) = (none, none, none);
            let (mut own, mut own_twice) = (none, none);
            let mut rows = cells;
            let mut single = [none; VECTORS];
            let mut next = [none; VECTORS];
            for i in 0..VECTORS {
                let x = lock_columns(lock_blocks(self.0[i]));
                next[i] = x;
                thrice = thrice.or(twice.and(x));
                twice = twice.or(once.and(x));
                once = once.or(x);
                single[i] = x.without(all_rows_of(all_but_lowest(x)));
                own_twice = own_twice.or(own.and(single[i]));
                own = own.or(single[i]);
                // The unused half has every row.
                let held = if i == VECTORS - 1 {
                    all_rows_of(x).or(L::new([0, 0, 0, 0, CELLS, CELLS, CELLS, 0]))
                } else {
                    all_rows_of(x)
                };
                rows = rows.and(held);
            }
            // Combine the two halves of the vectors.
            let (o, t, h) = (once.swapped(), twice.swapped(), thrice.swapped());
            thrice = thrice.or(h).or(twice.and(o)).or(once.and(t));
            twice = twice.or(t).or(once.and(o));
            once = once.or(o);
            let other_own = own.swapped();
            own_twice = own_twice.or(own.and(other_own));
            own = own.or(other_own);
            let mut wrong = own_twice.or(cells.without(rows)).or(cells.without(once));

            let naked = once.without(twice);
            let mut moved = none;
            for i in 0..VECTORS {
                let x = next[i];
                let here = x.and(naked);
                wrong = wrong.or(all_but_lowest(here));
                let elsewhere = all_rows_of(here).without(here);
                let x = x.without(own).or(single[i]).without(elsewhere);
                moved = moved.or(self.0[i].without(x));
                self.0[i] = x;
            }
            if !wrong.is_zero() {
                return Settled::Contradiction;
            }
            if moved.is_zero() {
                if twice.is_zero() {
                    return Settled::Full;
                }
                let pairs = twice.without(thrice);
                let open = if pairs.is_zero() { twice } else { pairs };
                return Settled::Open { cell: choose(open) };
            }
        }
    }

    /// Splits at a cell: its first candidate is placed, or is eliminated.
    #[inline(always)]
    fn split(self, cell: L) -> [Self; 2] {
        let (mut with, mut without) = (self, self);
        for i in 0..VECTORS {
            let here = self.0[i].and(cell).get();
            for (half, lanes) in here.chunks(4).enumerate() {
                if lanes.iter().any(|&lane| lane != 0) {
                    let mut bit = [0; 8];
                    bit[half * 4..][..4].copy_from_slice(lanes);
                    let bit = L::new(bit);
                    with.0[i] = with.0[i].without(all_rows_of(bit).without(bit));
                    without.0[i] = without.0[i].without(bit);
                    return [with, without];
                }
            }
        }
        unreachable!("an open cell has at least two candidates")
    }
}

/// The first cell in the band that has most cells of a set. The set is the same in both halves.
#[inline(always)]
fn choose<L: Lanes>(cells: L) -> L {
    let lanes = cells.get();
    let mut fullest = 0;
    for band in 1..3 {
        if lanes[band].count_ones() > lanes[fullest].count_ones() {
            fullest = band;
        }
    }
    let bit = lanes[fullest] & lanes[fullest].wrapping_neg();
    let mut chosen = [0; 8];
    chosen[fullest] = bit;
    chosen[fullest + 4] = bit;
    L::new(chosen)
}

/// Visits the solutions of a position, always in the same order, until `each` returns false or
/// `nodes` nodes of the search tree were visited. Returns how many nodes were left.
pub(super) fn search(position: &Position, nodes: u64, each: impl FnMut(Solved) -> bool) -> u64 {
    #[cfg(target_arch = "x86_64")]
    match x86::detected() {
        // SAFETY: in both cases the processor has the instructions of the function.
        Some(x86::Kind::Avx512) => return unsafe { search_avx512(position, nodes, each) },
        Some(x86::Kind::Avx2) => return unsafe { search_avx2(position, nodes, each) },
        None => {}
    }
    search_portable(position, nodes, each)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn search_avx2(position: &Position, nodes: u64, each: impl FnMut(Solved) -> bool) -> u64 {
    walk::<x86::Wide>(position, nodes, each)
}

/// The same width, with twice as many registers and two logical steps in one instruction: a fifth
/// faster.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn search_avx512(position: &Position, nodes: u64, each: impl FnMut(Solved) -> bool) -> u64 {
    walk::<x86::Wide>(position, nodes, each)
}

/// The search for every processor.
pub(super) fn search_portable(
    position: &Position,
    nodes: u64,
    each: impl FnMut(Solved) -> bool,
) -> u64 {
    walk::<Portable>(position, nodes, each)
}

#[inline(always)]
fn walk<L: Lanes>(
    position: &Position,
    mut nodes: u64,
    mut each: impl FnMut(Solved) -> bool,
) -> u64 {
    let mut board = Board::<L>::new(position);
    let mut later: Vec<Board<L>> = Vec::new();
    loop {
        if nodes == 0 {
            return 0;
        }
        nodes -= 1;
        match board.settle() {
            Settled::Open { cell } => {
                let [with, without] = board.split(cell);
                board = with;
                later.push(without);
                continue;
            }
            Settled::Full => {
                if !each(Solved(board.0.map(L::get))) {
                    return nodes;
                }
            }
            Settled::Contradiction => {}
        }
        match later.pop() {
            Some(next) => board = next,
            None => return nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solutions in the order in which they are found, and what bounds the search.
    fn walked<L: Lanes>(grid: &Grid, nodes: u64) -> Vec<Solution> {
        let mut found = Vec::new();
        walk::<L>(&Position::of(grid), nodes, |solved| {
            found.push(solved.solution());
            found.len() < 20
        });
        found
    }

    /// The same puzzles from the same seeds on any processor: every kind of lanes finds the same
    /// solutions in the same order after the same number of positions.
    #[test]
    fn every_kind_of_lanes_walks_the_same_way() {
        let mut grid = Grid::EMPTY;
        for (i, cell) in Cell::ALL.into_iter().enumerate().step_by(4) {
            let allowed = |&d: &Digit| cell.peers().iter().all(|&p| grid[p] != Some(d));
            let mut digits = Digit::ALL;
            digits.rotate_left(i % 9);
            grid[cell] = digits.into_iter().find(allowed);
            for nodes in [1, 5, 50, 5_000] {
                let portable = walked::<Portable>(&grid, nodes);
                let mut chosen = Vec::new();
                search(&Position::of(&grid), nodes, |solved| {
                    chosen.push(solved.solution());
                    chosen.len() < 20
                });
                assert_eq!(portable, chosen, "{grid} {nodes}");
                #[cfg(target_arch = "x86_64")]
                if x86::detected().is_some() {
                    let mut wide = Vec::new();
                    let each = |solved: Solved| {
                        wide.push(solved.solution());
                        wide.len() < 20
                    };
                    // SAFETY: the processor was asked.
                    unsafe { search_avx2(&Position::of(&grid), nodes, each) };
                    assert_eq!(portable, wide, "{grid} {nodes}");
                }
            }
        }
        assert!(!walked::<Portable>(&Grid::EMPTY, 5_000).is_empty());
    }

    #[test]
    fn giving_and_taking_a_digit_leaves_the_position_as_it_was() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = line.parse().expect("81 cells");
        let mut position = Position::EMPTY;
        for (cell, digit) in grid.filled() {
            position.put(cell, digit);
        }
        assert_eq!(position.0, Position::of(&grid).0);
        for (cell, digit) in grid.filled() {
            position.take(cell, digit);
        }
        assert_eq!(position.0, Position::EMPTY.0);
    }
}
