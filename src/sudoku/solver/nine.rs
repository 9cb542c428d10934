//! The board of the fast solver in two registers of 512 bits, for processors with AVX-512 and its
//! shifts of bytes (VBMI): Intel since 2019, AMD since 2022.
//!
//! Each register has four digits of four lanes; the bands of the ninth are in fourth lanes of the
//! first register, which are free:
//!
//! ```text
//!   lane      0 1 2 3   4 5 6 7   8 9 10 11   12 13 14 15
//!   first     1 1 1 9   2 2 2 9   3 3  3  9    4  4  4  .    the digit
//!   second    5 5 5 .   6 6 6 .   7 7  7  .    8  8  8  .
//!   band      0 1 2 0   0 1 2 1   0 1  2  2    0  1  2  .
//! ```

use super::board::{self, Board, CELLS, GUARD, Position, Settled, Solved, UNIT, VECTORS, place};
use crate::sudoku::grid::{Cell, Grid};
use std::arch::x86_64::*;

/// Whether this processor has what this board needs; asked once, remembered by the standard library. A build with
/// `--cfg no_avx512` is for measurements and tests of what other processors do.
#[inline(always)]
pub(super) fn detected() -> bool {
    !cfg!(no_avx512)
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// The candidates of all digits. A value is only made after [`detected`].
#[derive(Clone, Copy)]
pub(super) struct Nine([__m512i; 2]);

/// Logic of three inputs is one instruction; it takes the truth table, made of these.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

/// The lanes with a digit.
const USED: [u16; 2] = [0x7fff, 0x7777];
/// The lanes with the ninth digit.
const NINTH: u16 = 0x0888;

/// A shift for each byte of two lanes: where the eight bits of the byte begin in the lane.
const fn shifts(bytes: [i64; 3]) -> i64 {
    let (mut all, mut i) = (0, 0);
    while i < 3 {
        all |= (bytes[i] & 63) << (8 * i) | ((bytes[i] + 32) & 63) << (8 * i + 32);
        i += 1;
    }
    all
}

/// The cells of upper bands in the order of their bits, 32 bytes for each band; and those of the lower
/// band, counted from the 49th cell.
const FROM: [u8; 96] = {
    let mut from = [0; 96];
    let mut i = 0;
    while i < Cell::COUNT {
        let (band, bit) = place(Cell::ALL[i]);
        let start = if band == 2 { Cell::COUNT - 32 } else { 0 };
        from[band * 32 + bit.trailing_zeros() as usize] = (i - start) as u8;
        i += 1;
    }
    from
};

/// The cells of two bands.
const IN_ROWS: u64 = CELLS as u64 | (CELLS as u64) << 32;

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "avx512f,avx512vl,avx512vbmi,popcnt,bmi1")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn all(lane: u32) -> __m512i { _mm512_set1_epi32(lane.cast_signed()) }
    fn logic<const TABLE: i32>(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_ternarylogic_epi32::<TABLE>(a, b, c)
    }

    fn logic_128<const TABLE: i32>(a: __m128i, b: __m128i, c: __m128i) -> __m128i {
        _mm_ternarylogic_epi32::<TABLE>(a, b, c)
    }

    /// The guards of rows that have a bit, above what is left of the row without its lowest bit.
    fn guarded(bits: __m512i) -> __m512i { _mm512_sub_epi32(_mm512_or_si512(bits, all(GUARD)), all(UNIT)) }

    /// All nine cells of rows that have a guard.
    fn rows_of(guarded: __m512i) -> __m512i {
        let guards = _mm512_and_si512(guarded, all(GUARD));
        _mm512_sub_epi32(guards, _mm512_srli_epi32::<9>(guards))
    }

    /// Eliminates candidates that are in none of the six placements of rows in blocks, in each band.
    fn lock_blocks(x: __m512i) -> __m512i {
        // Each row's three bits are in a byte of their own. Rows are turned by one or two, and then
        // blocks by one or two.
        const TURNED: [[i64; 2]; 2] = [
            [shifts([11, 19, -3]), shifts([12, 20, -2])],
            [shifts([21, -1, 7]), shifts([22, 0, 8])],
        ];
        let turned = |twice, rows: usize, blocks: usize| {
            _mm512_multishift_epi64_epi8(_mm512_set1_epi64(TURNED[rows - 1][blocks - 1]), twice)
        };
        let any = logic::<{ A | B | C }>(x, _mm512_srli_epi32::<3>(x), _mm512_srli_epi32::<6>(x));
        let twice = logic::<{ A & C | B & !C }>(any, _mm512_slli_epi32::<3>(any), all(7 * UNIT));
        let one_way = _mm512_and_si512(turned(twice, 1, 1), turned(twice, 2, 2));
        let kept = logic::<{ A | B & C }>(one_way, turned(twice, 1, 2), turned(twice, 2, 1));
        let kept = logic::<{ A & B & C }>(kept, any, all(7 * UNIT));
        let two = _mm512_or_si512(kept, _mm512_slli_epi32::<3>(kept));
        logic::<{ A & (B | C) }>(x, two, _mm512_slli_epi32::<6>(kept))
    }

    /// Eliminates candidates that are in none of the six placements of bands in columns, in each stack.
    fn lock_columns(x: __m512i, next: __m512i, last: __m512i) -> __m512i {
        // Masks come last: `columns | columns << 9` of nine known bits is compiled to a multiplication, which takes longer.
        let any = logic::<{ A | B | C }>(x, _mm512_srli_epi32::<10>(x), _mm512_srli_epi32::<20>(x));
        let twice = logic::<{ A & C | B & !C }>(any, _mm512_slli_epi32::<9>(any), all(0x1ff));
        let next = _mm512_permutexvar_epi32(next, twice);
        let last = _mm512_permutexvar_epi32(last, twice);
        // Turned by one and two columns, or by two and one.
        let (a, b) = (_mm512_srli_epi32::<3>(next), _mm512_srli_epi32::<3>(last));
        let kept = logic::<{ A | B & C }>(_mm512_and_si512(a, last), next, b);
        let kept = _mm512_srli_epi32::<3>(kept);
        let kept = logic::<{ A & B & C }>(kept, any, all(0x1ff));
        let below = logic::<{ A & (B | C) }>(x, _mm512_slli_epi32::<10>(kept), _mm512_slli_epi32::<20>(kept));
        logic::<{ A | B & C }>(below, x, kept)
    }

    /// Over all digits: bits that at least one has, and that two have.
    fn counted([a, b]: [__m512i; 2]) -> [__m128i; 2] {
        let (one, two) = (_mm512_or_si512(a, b), _mm512_and_si512(a, b));
        let [one, other] = [_mm512_castsi512_si256(one), _mm512_extracti64x4_epi64::<1>(one)];
        let two = _mm256_or_si256(_mm512_castsi512_si256(two), _mm512_extracti64x4_epi64::<1>(two));
        let two = _mm256_ternarylogic_epi32::<{ A | B & C }>(two, one, other);
        let one = _mm256_or_si256(one, other);
        let [one, other] = [_mm256_castsi256_si128(one), _mm256_extracti128_si256::<1>(one)];
        let two = _mm_or_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256::<1>(two));
        let two = logic_128::<{ A | B & C }>(two, one, other);
        let one = _mm_or_si128(one, other);
        let two = logic_128::<{ A | B & C }>(two, one, ninth(a));
        [_mm_or_si128(one, ninth(a)), two]
    }

    /// Bits that at least three digits have.
    fn thrice([a, b]: [__m512i; 2]) -> __m128i {
        let (mut one, mut two, mut three) = (ninth(a), _mm_setzero_si128(), _mm_setzero_si128());
        for x in [a, b] {
            for x in [
                _mm512_castsi512_si128(x),
                _mm512_extracti32x4_epi32::<1>(x),
                _mm512_extracti32x4_epi32::<2>(x),
                _mm512_extracti32x4_epi32::<3>(x),
            ] {
                three = logic_128::<{ A | B & C }>(three, two, x);
                two = logic_128::<{ A | B & C }>(two, one, x);
                one = _mm_or_si128(one, x);
            }
        }
        three
    }

    /// The bands of the ninth digit.
    fn ninth(first: __m512i) -> __m128i {
        let lanes = _mm512_setr_epi32(3, 7, 11, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        _mm512_castsi512_si128(_mm512_permutexvar_epi32(lanes, first))
    }

    /// The bands, for each digit.
    fn for_all(bands: __m128i) -> __m512i {
        let lanes = _mm512_setr_epi32(0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2, 0, 1, 2, 3);
        _mm512_permutexvar_epi32(lanes, _mm512_castsi128_si512(bands))
    }

    /// Reads all cells at once: 32 bytes for each band in the order of its bits, compared with each
    /// digit.
    fn read(cells: &[u8; Cell::COUNT]) -> Position {
        // SAFETY: the first 64 of the 81 cells, the last 32, and two arrays of this size.
        let (upper, lower, places, places_below) = unsafe {
            (
                _mm512_loadu_si512(cells.as_ptr().cast()),
                _mm256_loadu_si256(cells.as_ptr().add(Cell::COUNT - 32).cast()),
                _mm512_loadu_si512(FROM.as_ptr().cast()),
                _mm256_loadu_si256(FROM.as_ptr().add(64).cast()),
            )
        };
        let upper = _mm512_permutexvar_epi8(places, upper);
        let lower = _mm256_permutexvar_epi8(places_below, lower);
        let mut given = [[0; 8]; VECTORS];
        for digit in 0..9 {
            let wanted = digit as i8 + 1;
            let bits = _mm512_mask_cmpeq_epi8_mask(IN_ROWS, upper, _mm512_set1_epi8(wanted));
            let below = _mm256_mask_cmpeq_epi8_mask(CELLS, lower, _mm256_set1_epi8(wanted));
            let lanes = &mut given[digit / 2][digit % 2 * 4..][..3];
            lanes.copy_from_slice(&[bits as u32, (bits >> 32) as u32, below]);
        }
        let mut position = Position(given);
        for lanes in [0, 16] {
            let lanes = &mut position.0.as_flattened_mut()[lanes..][..16];
            // SAFETY: sixteen lanes.
            let given = unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), free(given, USED[1])) };
        }
        let lanes = &mut position.0[4];
        // SAFETY: eight lanes.
        let given = unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) };
        let given = _mm512_castsi512_si256(free(_mm512_castsi256_si512(given), 7));
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), given) };
        position
    }

    /// What the givens of a digit leave it, row by row: nothing where a row has two.
    fn free(given: __m512i, lanes: u16) -> __m512i {
        let row = guarded(given);
        let one = _mm512_andnot_si512(rows_of(guarded(_mm512_and_si512(row, given))), given);
        let none = _mm512_andnot_si512(rows_of(row), all(CELLS));
        _mm512_maskz_or_epi32(lanes, one, none)
    }

    fn load(position: &Position) -> Nine {
        let lanes = position.0.as_flattened();
        // SAFETY: the array has forty lanes, of any alignment.
        let [a, b, ninth] = unsafe {
            let lanes = lanes.as_ptr();
            let ninth = _mm256_loadu_si256(lanes.add(32).cast());
            [_mm512_loadu_si512(lanes.cast()), _mm512_loadu_si512(lanes.add(16).cast()), _mm512_castsi256_si512(ninth)]
        };
        let lanes = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0);
        Nine([_mm512_mask_permutexvar_epi32(a, NINTH, lanes, ninth), b])
    }

    fn store(board: Nine) -> Solved {
        let [a, b] = board.0;
        let mut solved = [[0; 8]; 5];
        let lanes = solved.as_flattened_mut().as_mut_ptr();
        // SAFETY: as in `load`.
        unsafe {
            _mm512_storeu_si512(lanes.cast(), _mm512_maskz_mov_epi32(USED[1], a));
            _mm512_storeu_si512(lanes.add(16).cast(), b);
            _mm_storeu_si128(lanes.add(32).cast(), ninth(a));
        }
        Solved(solved)
    }

    fn settle(mut board: [__m512i; 2], mut rounds: u32) -> Settled<Nine> {
        let cells = _mm_setr_epi32(CELLS as i32, CELLS as i32, CELLS as i32, 0);
        let guards = [
            _mm512_maskz_set1_epi32(USED[0], GUARD.cast_signed()),
            _mm512_maskz_set1_epi32(USED[1], GUARD.cast_signed()),
        ];
        let next = [
            _mm512_setr_epi32(1, 2, 0, 7, 5, 6, 4, 11, 9, 10, 8, 3, 13, 14, 12, 15),
            _mm512_setr_epi32(1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15),
        ];
        let last = [
            _mm512_setr_epi32(2, 0, 1, 11, 6, 4, 5, 3, 10, 8, 9, 7, 14, 12, 13, 15),
            _mm512_setr_epi32(2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15),
        ];
        loop {
            // For each digit: the last candidates of rows; over all digits: what is wrong.
            let mut now = board;
            let mut single = board;
            let mut wrong = _mm512_setzero_si512();
            for i in 0..2 {
                let x = lock_columns(lock_blocks(board[i]), next[i], last[i]);
                now[i] = x;
                let row = guarded(x);
                wrong = logic::<{ A | B & !C }>(wrong, guards[i], row);
                single[i] = _mm512_andnot_si512(rows_of(guarded(_mm512_and_si512(row, x))), x);
            }
            let [once, twice] = counted(now);
            let [own, own_twice] = counted(single);
            let naked = for_all(_mm_andnot_si128(twice, once));
            let own = for_all(own);
            let mut moved = _mm512_setzero_si512();
            for i in 0..2 {
                let x = now[i];
                let here = _mm512_and_si512(x, naked);
                let row = guarded(here);
                wrong = logic::<{ A | B & C }>(wrong, row, here);
                let x = logic::<{ A & !B | C }>(x, own, single[i]);
                let x = logic::<{ A & (!B | C) }>(x, rows_of(row), here);
                moved = logic::<{ A | B & !C }>(moved, board[i], x);
                board[i] = x;
            }
            let wrong_cells = logic_128::<{ A & !B | C }>(cells, once, own_twice);
            let wrong_cells = _mm_and_si128(wrong_cells, cells);
            if _mm512_test_epi32_mask(wrong, wrong) != 0
                || _mm_test_epi32_mask(wrong_cells, wrong_cells) != 0
            {
                return Settled::Contradiction;
            }
            if _mm_testz_si128(twice, cells) != 0 {
                return match is_solution(now, next, last) {
                    true => Settled::Full(store(Nine(now))),
                    false => Settled::Contradiction,
                };
            }
            rounds -= 1;
            let is_moved = _mm512_test_epi32_mask(moved, moved) != 0;
            if !is_moved || rounds == 0 {
                // What only this round resolved is not open any more.
                let own = if is_moved { _mm512_castsi512_si128(own) } else { _mm_setzero_si128() };
                let open = _mm_and_si128(_mm_andnot_si128(own, twice), cells);
                if _mm_testz_si128(open, open) == 0 {
                    return split(board, open);
                }
                rounds = 1;
            }
        }
    }

    /// Whether digits that are once in each row and cell are in each column and block.
    fn is_solution(board: [__m512i; 2], next: [__m512i; 2], last: [__m512i; 2]) -> bool {
        let mut missing = _mm512_setzero_si512();
        for i in 0..2 {
            let x = board[i];
            let columns = logic::<{ A | B | C }>(x, _mm512_srli_epi32::<10>(x), _mm512_srli_epi32::<20>(x));
            let blocks = logic::<{ A | B | C }>(columns, _mm512_srli_epi32::<3>(columns), _mm512_srli_epi32::<6>(columns));
            missing = logic::<{ A | B & !C }>(missing, _mm512_maskz_set1_epi32(USED[i], 7), blocks);
            let others = [next[i], last[i]];
            let (n, l) = (_mm512_permutexvar_epi32(others[0], columns), _mm512_permutexvar_epi32(others[1], columns));
            let columns = logic::<{ A | B | C }>(columns, n, l);
            missing = logic::<{ A | B & !C }>(missing, _mm512_maskz_set1_epi32(USED[i], 0x1ff), columns);
        }
        _mm512_test_epi32_mask(missing, missing) == 0
    }

    /// Splits at one of these cells with two candidates or more.
    fn split(board: [__m512i; 2], twice: __m128i) -> Settled<Nine> {
        let pairs = _mm_andnot_si128(thrice(board), twice);
        let open = if _mm_test_epi32_mask(pairs, pairs) == 0 { twice } else { pairs };
        let lanes = [
            _mm_extract_epi32::<0>(open).cast_unsigned(),
            _mm_extract_epi32::<1>(open).cast_unsigned(),
            _mm_extract_epi32::<2>(open).cast_unsigned(),
        ];
        let (fullest, bit) = board::fullest(lanes);
        let cell = _mm512_set1_epi32(bit.cast_signed());
        // The lanes of this band: of digits 1 to 4, 5 to 8, and 9.
        let band = 0x1111_u64 << fullest;
        let ninth = 8 << (4 * fullest);
        let a = u64::from(_mm512_test_epi32_mask(board[0], cell));
        let b = u64::from(_mm512_test_epi32_mask(board[1], cell));
        let digits = a & band | (b & band) << 16 | (a & ninth) << 32;
        let digit = digits & digits.wrapping_neg();
        if digit == 0 {
            // Only where the last round took its last candidate.
            return Settled::Contradiction;
        }
        let (mut with, mut without) = (board, board);
        for (i, lane) in [(digit | digit >> 32) as u16, (digit >> 16) as u16].into_iter().enumerate() {
            let bit = _mm512_maskz_mov_epi32(lane, cell);
            with[i] = logic::<{ A & (!B | C) }>(with[i], rows_of(guarded(bit)), bit);
            without[i] = _mm512_andnot_si512(bit, without[i]);
        }
        Settled::Open { with: Nine(with), without: Nine(without) }
    }
}

/// The position with these givens.
#[inline(always)]
pub(super) fn position(grid: &Grid) -> Option<Position> {
    // SAFETY: the processor has the instructions.
    detected().then(|| unsafe { read(&grid.numbers()) })
}

impl Board for Nine {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        // SAFETY: a value is only made after `detected` was true.
        unsafe { load(position) }
    }

    #[inline(always)]
    fn settle(self, rounds: u32) -> Settled<Self> {
        // SAFETY: as in `new`.
        unsafe { settle(self.0, rounds) }
    }
}
