//! The board of the fast solver: three vectors of [lanes](super::lanes), one for each row of a
//! band. [`board`](super::board) draws the lanes.
//!
//! Here is a round of [`propagate`](SimdBoard::propagate), as the digits 8 and 1 see it in the
//! lower band. A slot is octal: a place for each column of the blocks (in this band the second
//! column, the first, the third), in each place a bit for each block (the third, the second, the
//! first).
//!
//! ```text
//!   5 3 . | . 7 . | . . .                            8                  1
//!   6 . . | 1 9 5 | . . .                       r7   r8   r9       r7   r8   r9
//!   . 9 8 | . . . | . 6 .
//!   ------+-------+------     givens           400  777  200      777  200  777
//!   8 . . | . 6 . | . . 3     lock_blocks      400  111  200      555  200  555
//!   4 . . | 8 . 3 | . . 1     lock_columns     400  100  200      551  200  551
//!   7 . . | . 2 . | . . 6     single           400  100  200      000  200  000
//!   ------+-------+------     placed           400  100  200      011  200  151
//!   . 6 . | . . . | 2 8 .
//!   . . . | 4 1 9 | . . 5
//!   . . . | . 8 . | . 7 9
//! ```
//!
//! * `givens`: a digit that is given in a row has one cell there, any other has all nine.
//! * `lock_blocks`: row 7 has its 8 in the third block and row 9 in the second. So row 8 takes the
//!   first block: one bit of each place, 111. The 1 of row 8 is in the second block, which rows 7
//!   and 9 lose: 555.
//! * `lock_columns`: the upper bands have an 8 in columns 1 and 3, so r8c2 is left. A 1 in column 9
//!   takes the bit of r7c9 and r9c9.
//! * `single`: r8c2 is the last place of 8 in its row. Here, one round found a hidden single from
//!   the givens alone.
//! * `placed`: cells that are the last place of another digit go. Row 7 has 6, 2 and 8 in columns
//!   2, 7 and 8, so that 1 loses them; in row 9 it loses the cell of 7.

use super::board::{Board, ROW, SLOT, SolvedBoard, UNITS, USED, choose_crowded_cell};
use super::lanes::Lanes;

/// The candidates of all digits.
#[derive(Clone, Copy)]
pub(super) struct SimdBoard<L>([L; 3]);

/// Returns all cells of the slots marked with 1, of the first six of each lane. A call would cost
/// more than the work, so the function is inlined in every codegen unit.
#[inline(always)]
const fn slots(which: [u64; 6]) -> u64 {
    let (mut all, mut i) = (0, 0);
    while i < 6 {
        all |= (which[i] * SLOT) << (9 * i);
        i += 1;
    }
    all
}

/// The slot of the ninth digit.
const NINTH: u64 = SLOT << 54;

/// The cells of all bands, row by row, in halves as [`Lanes::paired`] returns them.
const CELLS: [u64; 4] = {
    let (two, one) = (ROW | ROW << 32, ROW);
    [two, one, two, one]
};

/// Returns all cells of the slots that have none of these bits. The bits must not include the
/// lowest of a slot.
#[inline(always)]
fn free<L: Lanes>(bits: L) -> L {
    // Any bit makes the sum carry into the slot above, or to the top.
    let carried = bits.plus(L::all(UNITS * 0x1fe));
    let rest = L::all(UNITS << 9).without(carried);
    rest.minus(rest.right::<9>())
}

/// Eliminates candidates that are in none of the six placements of rows in blocks, in each band.
#[inline(always)]
fn lock_blocks<L: Lanes>(x: [L; 3]) -> [L; 3] {
    let (mut blocks, mut next, mut last) = (x, x, x);
    for i in 0..3 {
        // The middle three of the nine bits. From there shifts go both ways, which no compiler
        // turns into a multiplication.
        let any = x[i].left::<3>().or(x[i].right::<3>()).or(x[i]);
        blocks[i] = any.and(L::all(0o070 * UNITS));
        let twice = blocks[i].or(blocks[i].left::<3>());
        next[i] = twice.right::<1>();
        last[i] = twice.right::<2>();
    }
    let mut kept = x;
    for i in 0..3 {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let placed = next[a].and(last[b]).or(last[a].and(next[b])).and(blocks[i]);
        kept[i] = x[i].and(placed.left::<3>().or(placed.right::<3>()).or(placed));
    }
    kept
}

/// Eliminates candidates that are in none of the six placements of bands in columns, in each stack.
#[inline(always)]
fn lock_columns<L: Lanes>(x: [L; 3]) -> [L; 3] {
    let [next, last] = other_bands(x[0].or(x[1]).or(x[2]));
    let one_way = next.and(last);
    let next = turned_once(next);
    let last = turned_twice(last);
    let kept = one_way.or(next.and(last));
    [x[0].and(kept), x[1].and(kept), x[2].and(kept)]
}

/// Returns, in the place of each band, the slots of the next band and those of the last one. A bit
/// stands for another column of the block there.
#[inline(always)]
fn other_bands<L: Lanes>(any: L) -> [L; 2] {
    let ninth = any.and(L::all(NINTH));
    let next = any.right::<9>().and(L::all(slots([1, 1, 0, 1, 1, 0])));
    let next = next.or(any.left::<18>().and(L::all(slots([0, 0, 1, 0, 0, 1])))).or(ninth.next());
    let last = any.right::<18>().and(L::all(slots([1, 0, 0, 1, 0, 0])));
    let last = last.or(any.left::<9>().and(L::all(slots([0, 1, 1, 0, 1, 1])))).or(ninth.last());
    [next, last]
}

/// Returns the columns in which another band has a bit.
#[inline(always)]
fn columns_elsewhere<L: Lanes>(any: L) -> L {
    let [next, last] = other_bands(any);
    turned_twice(next).or(turned_once(last))
}

/// Returns all cells of the blocks with a bit in the first column of the block.
#[inline(always)]
fn whole_blocks<L: Lanes>(first_columns: L) -> L {
    first_columns.or(first_columns.left::<3>()).or(first_columns.left::<6>())
}

/// The first columns of the blocks, as [`whole_blocks`] takes them.
const BLOCKS: u64 = 0o007 * UNITS;

/// Moves the columns of each slot one place on: the second to the third, the third to the first.
#[inline(always)]
fn turned_once<L: Lanes>(x: L) -> L {
    x.right::<3>().and(L::all(0o077 * UNITS)).or(x.left::<6>().and(L::all(0o700 * UNITS)))
}

/// Moves the columns of each slot one place back.
#[inline(always)]
fn turned_twice<L: Lanes>(x: L) -> L {
    x.right::<6>().and(L::all(0o007 * UNITS)).or(x.left::<3>().and(L::all(0o770 * UNITS)))
}

/// Returns the ninth digit of each lane, where the first digit has the same band.
#[inline(always)]
fn ninth<L: Lanes>(x: L) -> L {
    x.right_by([54, 45, 36, 64]).and(L::new([SLOT, SLOT << 9, SLOT << 18, 0]))
}

/// Returns the cells in which at least one digit has a candidate.
#[inline(always)]
fn any<L: Lanes>(x: [L; 3]) -> L {
    let mut once = x;
    for i in 0..3 {
        once[i] = x[i].or(x[i].right::<27>()).or(ninth(x[i]));
    }
    let [a, b] = L::paired(once);
    let once = a.or(b);
    once.or(once.swapped())
}

/// Returns the cells with at least one, two, three and four candidates.
#[inline(always)]
fn counted<L: Lanes>(x: [L; 3]) -> [L; 4] {
    let (mut once, mut twice, mut three) = (x, x, x);
    for i in 0..3 {
        let (other, ninth) = (x[i].right::<27>(), ninth(x[i]));
        let (either, both) = (x[i].or(other), x[i].and(other));
        three[i] = both.and(ninth);
        twice[i] = both.or(either.and(ninth));
        once[i] = either.or(ninth);
    }
    let ([a, b], [aa, bb], [aaa, bbb]) = (L::paired(once), L::paired(twice), L::paired(three));
    let (once, twice) = (a.or(b), aa.or(bb).or(a.and(b)));
    let three = aaa.or(bbb).or(a.and(bb)).or(aa.and(b));
    let four = aa.and(bb).or(a.and(bbb)).or(aaa.and(b));
    let (o, t, th) = (once.swapped(), twice.swapped(), three.swapped());
    let all_four = four.or(four.swapped()).or(once.and(th)).or(twice.and(t)).or(three.and(o));
    let all_three = three.or(th).or(once.and(t)).or(twice.and(o));
    [once.or(o), twice.or(t).or(once.and(o)), all_three, all_four]
}

/// Copies the cells of this row of the bands to each digit.
#[inline(always)]
fn for_all<L: Lanes>(cells: L, row: usize) -> L {
    let row = cells.spread(row);
    row.or(row.left::<27>()).or(row.left_by([54, 45, 36, 64]).and(L::all(NINTH)))
}

/// The places of digits in rows.
struct RowPlaces<L> {
    /// The places of digits that have one left in their row.
    single: [L; 3],
    /// Has a bit if a digit has no place left in a row.
    is_missing: L,
}

impl<L: Lanes> RowPlaces<L> {
    #[inline(always)]
    fn new(x: [L; 3]) -> Self {
        let mut single = x;
        let mut borrowed = L::all(0);
        for i in 0..3 {
            // Subtracting 1 from a slot removes its lowest bit. An empty slot borrows from above.
            let less = x[i].minus(L::new(USED));
            borrowed = borrowed.or(less.without(x[i]));
            single[i] = x[i].and(free(x[i].and(less)));
        }
        Self { single, is_missing: borrowed.and(L::all(UNITS << 8)) }
    }
}

/// Places digits: removes all other digits from the cells of `own`, whose digits are in `single`,
/// and the digits of the cells of `naked` from the rest of their rows.
#[inline(always)]
fn placed<L: Lanes>(x: [L; 3], single: [L; 3], own: L, naked: L) -> [L; 3] {
    let mut left = x;
    for i in 0..3 {
        let here = x[i].and(for_all(naked, i));
        let elsewhere = free(here.plus(here.and(L::all(UNITS)))).or(here);
        left[i] = x[i].without(for_all(own, i)).or(single[i]).and(elsewhere);
    }
    left
}

/// The state of a board after propagation.
pub(super) enum Propagation<L> {
    Contradiction,
    Full,
    /// All open cells, and those with two candidates.
    Open(L, L),
}

impl<L: Lanes> SimdBoard<L> {
    #[inline(always)]
    pub(super) fn new(position: &Board) -> Self {
        let [a, b, c] = position.0;
        Self([L::new(a), L::new(b), L::new(c)])
    }

    /// Eliminates candidates until a round places no digit. With `settled`, continues until a round
    /// eliminates nothing. See the module for an example of a round.
    #[inline(always)]
    pub(super) fn propagate(&mut self, settled: bool) -> Propagation<L> {
        let cells = L::new(CELLS);
        loop {
            let now = lock_columns(lock_blocks(self.0));
            let RowPlaces { single, is_missing } = RowPlaces::new(now);
            let [once, twice, ..] = counted(now);
            // Cells of a last place, cells of a last digit, and cells with several digits.
            let own = any(single).and(cells);
            let naked = cells.and(once).without(twice);
            let twice = twice.and(cells);
            self.0 = placed(now, single, own, naked);
            if !is_missing.or(cells.without(once)).is_zero() {
                return Propagation::Contradiction;
            }
            if twice.is_zero() {
                return if self.is_solution() {
                    Propagation::Full
                } else {
                    Propagation::Contradiction
                };
            }
            if self.has_all(now) {
                // Nothing was eliminated. Then two digits that must be in one cell are a
                // contradiction, and so are two cells of a row that must have the same digit.
                if !twice.and(own).or(naked.without(own)).is_zero() {
                    return Propagation::Contradiction;
                }
                // A split depends on the pairs, so they are computed before it is known whether
                // propagation is complete.
                let pairs = twice.without(counted(now)[2]);
                if settled {
                    self.0 = lock_columns(lock_blocks(now));
                }
                if !settled || self.has_all(now) {
                    return Propagation::Open(twice, pairs);
                }
            }
        }
    }

    /// Returns the digits that are the only candidate of a row, a column or a block, and with
    /// `naked` those that are the only one of their cell.
    #[inline(always)]
    pub(super) fn singles(&self, naked: bool) -> Self {
        let x = self.0;
        let once = x[0].or(x[1]).or(x[2]);
        let twice = x[0].and(x[1]).or(x[0].or(x[1]).and(x[2]));
        let (second, third) = (once.right::<3>(), once.right::<6>());
        let pairs = once.and(second.or(third)).or(second.and(third));
        let several = pairs.or(twice).or(twice.right::<3>()).or(twice.right::<6>());
        let in_block = once.or(second).or(third).without(several).and(L::all(BLOCKS));
        let in_column = once.without(twice).without(columns_elsewhere(once));
        let alone = in_column.or(whole_blocks(in_block));
        let RowPlaces { single, .. } = RowPlaces::new(x);
        let mut singles = self.0;
        for i in 0..3 {
            singles[i] = single[i].or(x[i].and(alone));
        }
        if naked {
            let [once, twice, ..] = counted(x);
            let cells = once.without(twice).and(L::new(CELLS));
            for i in 0..3 {
                singles[i] = singles[i].or(x[i].and(for_all(cells, i)));
            }
        }
        Self(singles)
    }

    /// Returns the board without what these singles exclude.
    #[inline(always)]
    pub(super) fn with_singles(&self, Self(singles): Self) -> Self {
        let own = any(singles).and(L::new(CELLS));
        let columns = singles[0].or(singles[1]).or(singles[2]);
        let blocks = columns.or(columns.right::<3>()).or(columns.right::<6>());
        let seen = columns.or(columns_elsewhere(columns));
        let seen = seen.or(whole_blocks(blocks.and(L::all(BLOCKS))));
        let mut left = self.0;
        for i in 0..3 {
            // A single in the first column is moved off the lowest bit.
            let in_row = free(singles[i].plus(singles[i].and(L::all(UNITS))));
            let rest = left[i].and(in_row).without(seen).without(for_all(own, i));
            left[i] = rest.or(singles[i]);
        }
        Self(left)
    }

    /// Returns true if this board has all candidates of another one.
    #[inline(always)]
    pub(super) fn has_all_of(&self, Self(other): Self) -> bool {
        self.has_all(other)
    }

    #[inline(always)]
    fn has_all(&self, other: [L; 3]) -> bool {
        let [a, b, c] = self.0;
        other[0].without(a).or(other[1].without(b)).or(other[2].without(c)).is_zero()
    }

    /// Returns true if a board with one candidate in each cell, and one in each row of each digit,
    /// is a solution. The candidates of a digit in a stack are in all its columns and bands, so the
    /// digit only has to be in each stack.
    #[inline(always)]
    fn is_solution(&self) -> bool {
        let any = self.0[0].or(self.0[1]).or(self.0[2]);
        let stacks = any.or(any.left::<3>()).or(any.right::<3>());
        let [a, b, c, d] = USED;
        L::new([0o070 * a, 0o070 * b, 0o070 * c, 0o070 * d]).without(stacks).is_zero()
    }

    /// Returns the solution, if the board is full.
    #[inline(always)]
    pub(super) fn solved(&self) -> SolvedBoard {
        SolvedBoard(self.board().0)
    }

    #[inline(always)]
    pub(super) fn board(&self) -> Board {
        let [a, b, c] = self.0;
        Board([a.get(), b.get(), c.get()])
    }

    /// Chooses the branching cell of a hard board among those with two candidates, or those with
    /// three if none has two.
    #[inline(always)]
    pub(super) fn choose_hard(&self, open: L, pairs: L) -> (usize, usize, usize) {
        let few = if pairs.is_zero() { open.without(counted(self.0)[3]) } else { pairs };
        let choice = if few.is_zero() { open } else { few };
        choose_crowded_cell(choice.get(), open.get())
    }

    /// Splits at an open cell: places its first candidate in this board, and returns the board
    /// without this candidate.
    #[inline(always)]
    pub(super) fn split(&mut self, (row, band, at): (usize, usize, usize)) -> Self {
        let [a, b, c] = self.0;
        let [of_a, of_b, of_c] = ROW_ONLY[row];
        let x = a.and(L::new(of_a)).or(b.and(L::new(of_b))).or(c.and(L::new(of_c)));
        // The first two digits of each lane. One of two candidates is among them.
        let (low, high) = (x.with_bit(9 * band + at), x.with_bit(9 * band + at + 27));
        let (l, h) = (low.trailing_zeros() as usize, high.trailing_zeros() as usize);
        let (lane, slot) = if l <= h { (l, band) } else { (h, band + 3) };
        let bit = 1 << (9 * slot + at);
        let (bit, others) = (L::all(bit), L::all(SLOT << (9 * slot) & !bit));
        let mut without = *self;
        for (i, &here) in ONLY[lane * 3 + row].iter().enumerate() {
            let here = L::new(here);
            without.0[i] = self.0[i].without(bit.and(here));
            self.0[i] = self.0[i].without(others.and(here));
        }
        without
    }
}

/// For each row of the bands, a board with all bits of this row alone.
const ROW_ONLY: [[[u64; 4]; 3]; 3] = {
    let mut only = [[[0; 4]; 3]; 3];
    const_for!(row in 0..3 => {
        only[row][row] = [u64::MAX; 4];
    });
    only
};

/// For each lane and each row, a board with all bits of this lane of the row alone.
const ONLY: [[[u64; 4]; 3]; 12] = {
    let mut only = [[[0; 4]; 3]; 12];
    const_for!(n in 0..12 => {
        only[n][n % 3][n / 3] = u64::MAX;
    });
    only
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::solver::lanes::PortableLanes;

    /// The example at the beginning of the module.
    #[test]
    fn a_round_finds_a_single_and_removes_what_it_excludes() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = line.parse().expect("81 cells");
        let SimdBoard(givens) = SimdBoard::<PortableLanes>::new(&Board::from_grid(&grid));
        let in_blocks = lock_blocks(givens);
        let in_columns = lock_columns(in_blocks);
        let RowPlaces { single, is_missing } = RowPlaces::new(in_columns);
        let [once, twice, ..] = counted(in_columns);
        let cells = PortableLanes::new(CELLS);
        let own = any(single).and(cells);
        let naked = cells.and(once).without(twice);
        let after = placed(in_columns, single, own, naked);
        assert!(is_missing.is_zero());

        // The slots of a digit below 9 in the three rows of the lower band.
        let slots = |board: [PortableLanes; 3], digit: usize| {
            let first = 27 * ((digit - 1) % 2) + 9 * 2;
            board.map(|row| row.get()[(digit - 1) / 2] >> first & SLOT)
        };
        let stages = [givens, in_blocks, in_columns, single, after];
        let of_eight = [
            [0o400, 0o777, 0o200],
            [0o400, 0o111, 0o200],
            [0o400, 0o100, 0o200],
            [0o400, 0o100, 0o200],
            [0o400, 0o100, 0o200],
        ];
        assert_eq!(stages.map(|board| slots(board, 8)), of_eight);
        let of_one = [
            [0o777, 0o200, 0o777],
            [0o555, 0o200, 0o555],
            [0o551, 0o200, 0o551],
            [0o000, 0o200, 0o000],
            [0o011, 0o200, 0o151],
        ];
        assert_eq!(stages.map(|board| slots(board, 1)), of_one);
    }
}
