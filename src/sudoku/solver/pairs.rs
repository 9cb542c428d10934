//! The board of the fast solver with two digits to a vector of eight [lanes](super::lanes).

use super::board::{Board, CELLS, GUARD, Position, Settled, Solved, UNIT, VECTORS, fullest};
use super::lanes::Lanes;

#[derive(Clone, Copy)]
pub(super) struct Pairs<L>([L; VECTORS]);

/// The guards of rows that have a bit, above what is left of the row without its lowest bit.
#[inline(always)]
fn guarded<L: Lanes>(bits: L) -> L {
    bits.or(L::all(GUARD)).minus(L::all(UNIT))
}

/// All nine cells of rows that have a guard.
#[inline(always)]
fn rows_of<L: Lanes>(guarded: L) -> L {
    let guards = guarded.and(L::all(GUARD));
    guards.minus(guards.right::<9>())
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

impl<L: Lanes> Board for Pairs<L> {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        // Nothing is inlined into `array::map`, which is compiled without the instructions of this function.
        let mut all = [L::all(0); VECTORS];
        for (to, from) in all.iter_mut().zip(position.0) {
            *to = L::new(from);
        }
        Self(all)
    }

    #[inline(always)]
    fn settle(mut self, mut rounds: u32) -> Settled<Self> {
        let cells = L::new([CELLS, CELLS, CELLS, 0, CELLS, CELLS, CELLS, 0]);
        let none = L::all(0);
        loop {
            // Over all digits: cells with at least one candidate, with two; cells that are the last
            // candidate of a digit in their row, or of two digits.
            let (mut once, mut twice) = (none, none);
            let (mut own, mut own_twice) = (none, none);
            let mut held = L::all(GUARD);
            let mut single = [none; VECTORS];
            let mut next = [none; VECTORS];
            for i in 0..VECTORS {
                let x = lock_columns(lock_blocks(self.0[i]));
                next[i] = x;
                twice = twice.or(once.and(x));
                once = once.or(x);
                let row = guarded(x);
                single[i] = x.without(rows_of(guarded(row.and(x))));
                own_twice = own_twice.or(own.and(single[i]));
                own = own.or(single[i]);
                // The unused half has every row.
                let unused = L::new([0, 0, 0, GUARD, GUARD, GUARD, GUARD, GUARD]);
                held = held.and(if i == VECTORS - 1 { row.or(unused) } else { row });
            }
            // Combine the two halves of the vectors.
            let (o, t) = (once.swapped(), twice.swapped());
            twice = twice.or(t).or(once.and(o));
            once = once.or(o);
            let other_own = own.swapped();
            own_twice = own_twice.or(own.and(other_own));
            own = own.or(other_own);
            let guards = L::new([GUARD, GUARD, GUARD, 0, GUARD, GUARD, GUARD, 0]);
            let mut wrong = own_twice.or(guards.without(held)).or(cells.without(once));

            let naked = once.without(twice);
            let mut moved = none;
            for i in 0..VECTORS {
                let x = next[i];
                let here = x.and(naked);
                let row = guarded(here);
                wrong = wrong.or(row.and(here));
                let elsewhere = rows_of(row).without(here);
                let x = x.without(own).or(single[i]).without(elsewhere);
                moved = moved.or(self.0[i].without(x));
                self.0[i] = x;
            }
            if !wrong.is_zero() {
                return Settled::Contradiction;
            }
            if twice.is_zero() {
                if !is_solution(&next) {
                    return Settled::Contradiction;
                }
                let mut solved = [[0; 8]; VECTORS];
                for (to, from) in solved.iter_mut().zip(next) {
                    *to = from.get();
                }
                return Settled::Full(Solved(solved));
            }
            rounds -= 1;
            if moved.is_zero() || rounds == 0 {
                // What only this round resolved is not open any more.
                let twice = if moved.is_zero() { twice } else { twice.without(own) };
                if !twice.is_zero() {
                    return self.split(twice);
                }
                rounds = 1;
            }
        }
    }
}

impl<L: Lanes> Pairs<L> {
    /// Splits at one of these cells with two candidates or more.
    #[inline(always)]
    fn split(self, twice: L) -> Settled<Self> {
        let (mut once, mut two, mut three) = (L::all(0), L::all(0), L::all(0));
        for x in self.0 {
            three = three.or(two.and(x));
            two = two.or(once.and(x));
            once = once.or(x);
        }
        let (o, t, h) = (once.swapped(), two.swapped(), three.swapped());
        let three = three.or(h).or(two.and(o)).or(once.and(t));
        let pairs = twice.without(three);
        let cell = choose(if pairs.is_zero() { twice } else { pairs });
        let (mut with, mut without) = (self, self);
        // The lanes of the digits of this cell, the first digit lowest.
        let mut lanes = 0;
        for i in 0..VECTORS {
            lanes |= u64::from(self.0[i].and(cell).used()) << (8 * i);
        }
        if lanes == 0 {
            // Only where the last round took its last candidate.
            return Settled::Contradiction;
        }
        let lane = lanes.trailing_zeros() as usize;
        let (i, bit) = (lane / 8, cell.and(L::new(ONLY[lane % 8])));
        with.0[i] = with.0[i].without(rows_of(guarded(bit)).without(bit));
        without.0[i] = without.0[i].without(bit);
        Settled::Open { with, without }
    }
}

/// For each lane, a value that has all bits there alone.
const ONLY: [[u32; 8]; 8] = {
    let mut only = [[0; 8]; 8];
    let mut lane = 0;
    while lane < 8 {
        only[lane][lane] = u32::MAX;
        lane += 1;
    }
    only
};

/// Whether digits that are once in each row and cell are in each column and block.
#[inline(always)]
fn is_solution<L: Lanes>(board: &[L; VECTORS]) -> bool {
    let mut missing = L::all(0);
    for (i, x) in board.iter().enumerate() {
        let columns = x.or(x.right::<10>()).or(x.right::<20>());
        let blocks = columns.or(columns.right::<3>()).or(columns.right::<6>());
        let next = columns.turned();
        let columns = columns.or(next).or(next.turned());
        let (blocks, columns) = (L::all(7).without(blocks), L::all(0x1ff).without(columns));
        // The unused half misses everything.
        let used = L::new(if i == VECTORS - 1 { LAST } else { ALL });
        missing = missing.or(blocks.or(columns).and(used));
    }
    missing.is_zero()
}

/// The lanes of the bands: of two digits, and of the ninth.
const ALL: [u32; 8] = [u32::MAX, u32::MAX, u32::MAX, 0, u32::MAX, u32::MAX, u32::MAX, 0];
const LAST: [u32; 8] = [u32::MAX, u32::MAX, u32::MAX, 0, 0, 0, 0, 0];

/// The first cell in the band that has most cells of a set. The set is the same in both halves.
#[inline(always)]
fn choose<L: Lanes>(cells: L) -> L {
    let [a, b, c, ..] = cells.get();
    let (band, bit) = fullest([a, b, c]);
    let mut chosen = [0; 8];
    chosen[band] = bit;
    chosen[band + 4] = bit;
    L::new(chosen)
}
