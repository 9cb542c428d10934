//! The paper's number of searches, 32 ways at once, for processors with AVX-512 and its instructions
//! for sixteen bits (BITALG, VBMI2): Intel since 2019, AMD since 2022. The result is that of the walk
//! in [`searches`](super::searches).
//!
//! A way is a filling of the rows above. Registers hold 32 ways, sixteen bits each: a register for
//! the digits that each column has, and one for those of each block of the band. Ways arrive at a
//! row together:
//!
//! * their fillings of the row's first cells are counted by the formulas of the plain walk;
//! * then the row is filled: digits that have one place in the row, and cells that have one digit,
//!   settle most ways. In each other way a cell is chosen, and the way goes on as two: with the
//!   cell's lowest digit, and without it;
//! * filled ways wait at the next row until 32 have come. The deepest row with 32 ways is first, so
//!   that few wait; rows with fewer come last, from the top.

use super::searches::OpenRow;
use std::arch::x86_64::*;
use std::array::from_fn;
use std::cell::RefCell;

/// Sixteen bits for each of 32 ways.
type Lanes = __m512i;
/// The number of ways in a register.
const WAYS: usize = 32;
/// Registers of what was placed: nine columns, three blocks.
const PLACED: usize = 12;
/// Registers of a row that is begun: what was placed, and the candidates of up to nine cells.
const BEGUN: usize = PLACED + 9;

/// Whether this processor has what this needs; asked once, remembered by the standard library.
pub(super) fn detected() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// Ways that wait; the last to come is the first to go.
struct Waiting<const REGISTERS: usize> {
    /// 32 ways each.
    full: Vec<[Lanes; REGISTERS]>,
    /// Those that came last. Two pushes find room.
    last: [[u16; 3 * WAYS]; REGISTERS],
    len: usize,
}

/// Where ways wait at a row.
struct Stop {
    /// They arrive at the row.
    arriving: Waiting<PLACED>,
    /// They have filled a part of it.
    begun: Waiting<BEGUN>,
}

thread_local! {
    /// The stops of the walk of this thread: 57 kB, which are not cleared for each grid.
    static STOPS: RefCell<Box<[Stop; 9]>> =
        RefCell::new(Box::new([const { Stop { arriving: Waiting::NONE, begun: Waiting::NONE } }; 9]));
}

struct Walk<'a> {
    rows: &'a [OpenRow],
    stops: &'a mut [Stop; 9],
    arrivals: u64,
    /// The number of arrivals at which the walk stops.
    enough: u64,
}

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,popcnt,bmi1")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn zero() -> Lanes {
        _mm512_setzero_si512()
    }

    fn all(set: u16) -> Lanes {
        _mm512_set1_epi16(set.cast_signed())
    }

    fn or(a: Lanes, b: Lanes) -> Lanes {
        _mm512_or_si512(a, b)
    }

    fn and(a: Lanes, b: Lanes) -> Lanes {
        _mm512_and_si512(a, b)
    }

    fn without(a: Lanes, b: Lanes) -> Lanes {
        _mm512_andnot_si512(b, a)
    }

    fn without_lowest(a: Lanes) -> Lanes {
        and(a, _mm512_add_epi16(a, all(u16::MAX)))
    }

    /// The ways that have a bit.
    fn some(a: Lanes) -> u32 {
        _mm512_test_epi16_mask(a, a)
    }

    fn size(a: Lanes) -> Lanes {
        _mm512_popcnt_epi16(a)
    }

    fn add(a: Lanes, b: Lanes) -> Lanes {
        _mm512_add_epi16(a, b)
    }

    fn sub(a: Lanes, b: Lanes) -> Lanes {
        _mm512_sub_epi16(a, b)
    }

    fn mul(a: Lanes, b: Lanes) -> Lanes {
        _mm512_mullo_epi16(a, b)
    }

    /// The sum over all ways, each below 32,768.
    fn sum(a: Lanes) -> u64 {
        u64::from(_mm512_reduce_add_epi32(_mm512_madd_epi16(a, all(1))).cast_unsigned())
    }

    /// The fillings of the plain walk, all ways together.
    fn fillings(sets: &[Lanes], used: Lanes) -> u64 {
        match *sets {
            [] => 0,
            [a] => sum(size(without(a, used))),
            [a, b] => {
                let (a, b) = (without(a, used), without(b, used));
                sum(sub(add(size(a), mul(size(a), size(b))), size(and(a, b))))
            }
            [a, b, c] => {
                let (a, b, c) = (without(a, used), without(b, used), without(c, used));
                let (sa, sb, sc, ab) = (size(a), size(b), size(c), and(a, b));
                let (two, abc) = (sub(mul(sa, sb), size(ab)), size(and(ab, c)));
                let equal = add(mul(size(and(a, c)), sb), mul(size(and(b, c)), sa));
                let three = sub(add(mul(two, sc), add(abc, abc)), equal);
                sum(add(sa, add(two, three)))
            }
            [a, b, c, d] => {
                let (a, b) = (without(a, used), without(b, used));
                let (c, d) = (without(c, used), without(d, used));
                let (ab, ac, ad, cd) = (and(a, b), and(a, c), and(a, d), and(c, d));
                let (bc, bd) = (and(b, c), and(b, d));
                let (sa, sb, sc, sd) = (size(a), size(b), size(c), size(d));
                let (sac, sad, sbc, sbd) = (size(ac), size(ad), size(bc), size(bd));
                let (sab, scd) = (size(ab), size(cd));
                let (two, abc) = (sub(mul(sa, sb), sab), size(and(ab, c)));
                let equal = add(mul(sac, sb), mul(sbc, sa));
                let three = sub(add(mul(two, sc), add(abc, abc)), equal);
                let with_d = add(mul(size(and(ac, d)), sb), mul(size(and(bc, d)), sa));
                let with_d = add(mul(size(and(ab, d)), sc), with_d);
                let pairs = add(add(mul(sab, scd), mul(sac, sbd)), mul(sad, sbc));
                let more = add(pairs, add(with_d, with_d));
                let less = add(mul(sad, mul(sb, sc)), mul(sa, add(mul(sbd, sc), mul(scd, sb))));
                let less = add(less, mul(all(6), size(and(ab, cd))));
                let four = sub(add(mul(three, sd), more), less);
                sum(add(add(sa, two), add(three, four)))
            }
            [a, ref rest @ ..] => {
                let mut left = without(a, used);
                let mut total = sum(size(left));
                loop {
                    let going = some(left);
                    if going == 0 {
                        return total;
                    }
                    let more = without_lowest(left);
                    // Where no digit is left, all count as used, and nothing is counted.
                    let used = or(used, without(left, more));
                    total += fillings(rest, _mm512_mask_mov_epi16(all(u16::MAX), going, used));
                    left = more;
                }
            }
        }
    }
}

impl<const REGISTERS: usize> Waiting<REGISTERS> {
    const NONE: Self = Self { full: Vec::new(), last: [[0; 3 * WAYS]; REGISTERS], len: 0 };

    fn clear(&mut self) {
        self.full.clear();
        self.len = 0;
    }

    fn is_empty(&self) -> bool {
        self.len == 0 && self.full.is_empty()
    }

    /// Whether 32 wait.
    fn is_full(&self) -> bool {
        self.len >= WAYS || !self.full.is_empty()
    }

    with_instructions! {
        /// 32 of those that came last, from this one on.
        fn loaded(&self, from: usize) -> [Lanes; REGISTERS] {
            // SAFETY: the slice has 32 numbers.
            from_fn(|i| unsafe { _mm512_loadu_epi16(self.last[i][from..][..WAYS].as_ptr().cast()) })
        }

        /// Adds these ways. At most 64 may wait.
        fn push(&mut self, ways: u32, registers: impl Fn(usize) -> Lanes) {
            for (i, last) in self.last.iter_mut().enumerate() {
                let place = &mut last[self.len..][..WAYS];
                let packed = _mm512_maskz_compress_epi16(ways, registers(i));
                // SAFETY: the slice has 32 numbers.
                unsafe { _mm512_storeu_epi16(place.as_mut_ptr().cast(), packed) };
            }
            self.len += ways.count_ones() as usize;
        }

        /// Makes room for 64 more.
        fn make_room(&mut self) {
            if self.len > WAYS {
                self.len -= WAYS;
                self.full.push(self.loaded(self.len));
            }
        }

        /// Takes up to 32 ways; the mask has a bit for each.
        fn pop(&mut self) -> ([Lanes; REGISTERS], u32) {
            if self.len < WAYS && let Some(full) = self.full.pop() {
                return (full, u32::MAX);
            }
            let taken = self.len.min(WAYS);
            self.len -= taken;
            (self.loaded(self.len), ((1_u64 << taken) - 1) as u32)
        }
    }
}

/// [`searches`](super::searches::searches) of these rows, of which there is at least one.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,popcnt,bmi1")]
pub(super) fn searches(rows: &[OpenRow], cap: u64) -> u64 {
    STOPS.with_borrow_mut(|stops| {
        for Stop { arriving, begun } in &mut **stops {
            arriving.clear();
            begun.clear();
        }
        // One way arrives at the first row, with nothing placed.
        stops[0].arriving.last.iter_mut().for_each(|register| register[0] = 0);
        stops[0].arriving.len = 1;
        let mut walk = Walk { rows, stops, arrivals: 0, enough: cap.div_ceil(9) };
        walk.all();
        (walk.arrivals * 9).min(cap)
    })
}

impl Walk<'_> {
    /// Lets all ways go on to the end.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,popcnt,bmi1")]
    fn all(&mut self) {
        for row in 0..self.rows.len() {
            while self.arrivals < self.enough {
                if !self.stops[row].begun.is_empty() {
                    self.go_on(row);
                } else if !self.stops[row].arriving.is_empty() {
                    self.enter(row);
                } else {
                    break;
                }
                self.full(row + 1);
            }
        }
    }

    /// Lets ways go on from a row while 32 wait there, and from the rows below.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,popcnt,bmi1")]
    fn full(&mut self, row: usize) {
        while row < self.rows.len() && self.arrivals < self.enough {
            if self.stops[row].begun.is_full() {
                self.go_on(row);
            } else if self.stops[row].arriving.is_full() {
                self.enter(row);
            } else {
                return;
            }
            self.full(row + 1);
        }
    }

    with_instructions! {
        fn go_on(&mut self, row: usize) {
            let (begun, ways) = self.stops[row].begun.pop();
            let mut sets = from_fn(|i| begun[PLACED + i]);
            self.fill(row, &mut sets, &from_fn(|i| begun[i]), ways);
        }

        /// Arrives at the first empty cell of a row.
        fn enter(&mut self, row: usize) {
            let (placed, ways) = self.stops[row].arriving.pop();
            let OpenRow { free, cells, empty, .. } = &self.rows[row];
            let mut sets = [zero(); 9];
            for (set, &(stack, first)) in sets.iter_mut().zip(&cells[..*empty]) {
                let (stack, first) = (usize::from(stack), usize::from(first));
                let taken = or(placed[stack * 3 + first / 16], placed[9 + stack]);
                let free = _mm512_maskz_set1_epi16(ways, (free[stack] >> first) as i16);
                *set = and(without(free, taken), all(0x1ff));
            }
            self.arrivals += u64::from(ways.count_ones()) + fillings(&sets[..empty - 1], zero());
            if row + 1 < self.rows.len() && self.arrivals < self.enough {
                self.fill(row, &mut sets, &placed, ways);
            }
        }

        /// Fills a row as far as single digits and single places lead. Then filled ways go to the next row, and the
        /// others go on as two.
        fn fill(&mut self, row: usize, sets: &mut [Lanes; 9], placed: &[Lanes; PLACED], mut ways: u32) {
            let OpenRow { cells, empty, missing, .. } = &self.rows[row];
            let (cells, missing) = (&cells[..*empty], all(*missing));
            let mut open = 0;
            // More rounds settle few more.
            for _ in 0..2 {
                let (mut any, mut twice, mut placed, mut clash) = (zero(), zero(), zero(), zero());
                for &set in &sets[..*empty] {
                    twice = or(twice, and(any, set));
                    any = or(any, set);
                    let single = _mm512_mask_mov_epi16(set, some(without_lowest(set)), zero());
                    clash = or(clash, and(placed, single));
                    placed = or(placed, single);
                }
                ways &= _mm512_cmpeq_epi16_mask(any, missing) & !some(clash);
                let once = without(any, twice);
                open = 0;
                for set in &mut sets[..*empty] {
                    let several = some(without_lowest(*set));
                    let here = and(*set, once);
                    let left = _mm512_mask_mov_epi16(without(*set, placed), some(here), here);
                    *set = _mm512_mask_mov_epi16(*set, several, left);
                    ways &= some(*set);
                    open |= some(without_lowest(*set));
                }
                if open & ways == 0 {
                    break;
                }
            }
            let any = sets[..*empty].iter().fold(zero(), |any, &set| or(any, set));
            ways &= _mm512_cmpeq_epi16_mask(any, missing);
            if ways & !open != 0 {
                let mut next = *placed;
                if self.rows[row + 1].begins_band {
                    next[9..].fill(zero());
                }
                for (&set, &(stack, first)) in sets.iter().zip(cells) {
                    let stack = usize::from(stack);
                    let column = stack * 3 + usize::from(first) / 16;
                    next[column] = or(next[column], set);
                    if !self.rows[row + 1].begins_band {
                        next[9 + stack] = or(next[9 + stack], set);
                    }
                }
                self.stops[row + 1].arriving.push(ways & !open, |i| next[i]);
            }
            if ways & open != 0 {
                self.split(row, sets, placed, ways & open);
            }
        }

        /// Chooses a cell of each way, one with two digits if there is any.
        fn split(&mut self, row: usize, sets: &[Lanes; 9], placed: &[Lanes; PLACED], ways: u32) {
            let (mut lowest, mut others) = (*sets, *sets);
            let mut left = ways;
            for only_pairs in [true, false] {
                for i in 0..self.rows[row].empty {
                    let rest = without_lowest(sets[i]);
                    let of_pairs = if only_pairs { !some(without_lowest(rest)) } else { u32::MAX };
                    let here = left & some(rest) & of_pairs;
                    left &= !here;
                    others[i] = _mm512_mask_mov_epi16(others[i], here, rest);
                    lowest[i] = _mm512_mask_mov_epi16(lowest[i], here, without(sets[i], rest));
                }
                if left == 0 {
                    break;
                }
            }
            let begun = &mut self.stops[row].begun;
            begun.make_room();
            for sets in [&others, &lowest] {
                begun.push(ways, |i| if i < PLACED { placed[i] } else { sets[i - PLACED] });
            }
        }
    }
}
