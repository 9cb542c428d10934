//! Reads a grid into a board with AVX2: arranges 32 bytes for each row of the bands in the order of
//! the board's bits, and compares them with each digit.

use super::board::{Board, bit_in_row};
use crate::grid::{Cell, Grid};
use std::arch::x86_64::*;

/// The first of the 16 cells that contain each row of the lower band. The last 16 end with the
/// grid.
const LOWER_BAND_STARTS: [usize; 3] = [54, 63, 65];

/// For each row of the bands, the shuffles of the middle band, then those of the upper and the
/// lower band. A shuffle names, for each bit in two halves, one of the 16 cells that begin with the
/// row, or at [`LOWER_BAND_STARTS`]. Bits of other bands get 0.
const SHUFFLES: [[[[u8; 16]; 2]; 2]; 3] = {
    const NONE: u8 = 0x80;
    let mut from = [[[[NONE; 16]; 2]; 2]; 3];
    const_for!(i in 0..Cell::COUNT => {
        let (row, band, bit) = (i / 9 % 3, i / 27, bit_in_row(Cell::ALL[i]));
        let begin = if band == 2 { LOWER_BAND_STARTS[row] } else { 27 * band + 9 * row };
        from[row][(band != 1) as usize][bit / 16][bit % 16] = (i - begin) as u8;
    });
    from
};

/// Reads a grid.
#[target_feature(enable = "avx2")]
pub(super) fn board(grid: &Grid) -> Board {
    let cells = grid.numbers();
    let sixteen = |from: usize| {
        let cells: &[u8; 16] = cells[from..].first_chunk().expect("no row begins later");
        // SAFETY: the arrays have at least 16 and 32 bytes, and need no alignment.
        unsafe { _mm_loadu_si128(cells.as_ptr().cast()) }
    };
    let mut given = [[0; 4]; 3];
    for row in 0..3 {
        let from = |i: usize| unsafe { _mm256_loadu_si256(SHUFFLES[row][i].as_ptr().cast()) };
        let middle = _mm256_broadcastsi128_si256(sixteen(27 + 9 * row));
        let others = _mm256_set_m128i(sixteen(LOWER_BAND_STARTS[row]), sixteen(9 * row));
        let cells = _mm256_or_si256(
            _mm256_shuffle_epi8(middle, from(0)),
            _mm256_shuffle_epi8(others, from(1)),
        );
        let of = |digit: i8| {
            let same = _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(digit));
            u64::from(_mm256_movemask_epi8(same).cast_unsigned())
        };
        let ninth = of(9);
        for (i, lane) in given[row].iter_mut().enumerate() {
            let digit = 2 * i as i8 + 1;
            *lane = of(digit) | of(digit + 1) << 27 | ninth >> (9 * i) << 54;
        }
    }
    Board::from_given_bits(given)
}
