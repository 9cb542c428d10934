//! A grid read into a position with AVX2: 32 bytes for each band in the order of its bits, compared with each digit.

use super::board::{Position, VECTORS, place};
use crate::sudoku::grid::{Cell, Grid};
use std::arch::x86_64::*;

/// The first of the last 16 cells of a band, which has 27.
const LAST: usize = 27 - 16;

/// For the first 16 cells of a band, then for the last 16: which of them is at each bit of a lane, in two halves. Bits that get
/// no cell from them get 0. The first have all of the low half but one, the eighth cell of the second row; the last have the rest.
const FROM: [[[u8; 16]; 2]; 2] = {
    const NONE: u8 = 0x80;
    let mut from = [[[NONE; 16]; 2]; 2];
    let mut cell = 0;
    while cell < 27 {
        let bit = place(Cell::ALL[cell]).1.trailing_zeros() as usize;
        match bit < 16 && cell < 16 {
            true => from[0][0][bit] = cell as u8,
            false => from[1][bit / 16][bit % 16] = (cell - LAST) as u8,
        }
        cell += 1;
    }
    from
};

/// The position with these givens.
#[target_feature(enable = "avx2")]
pub(super) fn position(grid: &Grid) -> Position {
    let cells = grid.numbers();
    // SAFETY: 32 and 16 bytes of arrays that have as many, which may begin anywhere.
    let from = |half: usize| unsafe { _mm256_loadu_si256(FROM[half].as_ptr().cast()) };
    let (first, last) = (from(0), from(1));
    let sixteen = |from: usize| {
        let cells: &[u8; 16] = cells[from..].first_chunk().expect("the last band has 27 cells");
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(cells.as_ptr().cast()) })
    };
    let mut given = [[0; 8]; VECTORS];
    for band in 0..3 {
        let cells = _mm256_or_si256(
            _mm256_shuffle_epi8(sixteen(band * 27), first),
            _mm256_shuffle_epi8(sixteen(band * 27 + LAST), last),
        );
        for digit in 0..9 {
            let same = _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(digit as i8 + 1));
            given[digit / 2][digit % 2 * 4 + band] = _mm256_movemask_epi8(same).cast_unsigned();
        }
    }
    Position::of_given(given)
}
