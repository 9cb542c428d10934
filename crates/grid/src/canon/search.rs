//! The search for the minlex form, row by row. It keeps all candidates that tie, and drops a
//! candidate in the middle of a row as soon as it is larger.

use super::best::BestRow;
use super::candidate::{Candidate, SourceLine};
use super::stack::{ORDERS, Stack};
use crate::grid::{Cell, Digit, Grid};
use std::cell::RefCell;
use std::ops::Range;

thread_local! {
    /// The candidates of the search on this thread, whose memory is reused.
    static BEST: RefCell<BestRow<Candidate>> = const { RefCell::new(BestRow::new()) };
}

/// Returns the minlex form of the givens: the smallest of the grids that the transforms make of
/// them.
pub(super) fn minlex(givens: &Grid) -> Grid {
    BEST.with_borrow_mut(|best| {
        best.clear();
        minlex_with(givens, best)
    })
}

fn minlex_with(givens: &Grid, best: &mut BestRow<Candidate>) -> Grid {
    let lines = source_lines(givens);
    let mut cells = [None; Cell::COUNT];
    let mut ties = 0..0;
    for row in cells.chunks_exact_mut(9) {
        if ties.is_empty() {
            append_first_rows(&lines, best);
        } else {
            append_rows(&lines, ties.clone(), best);
        }
        for (column, cell) in row.iter_mut().enumerate() {
            *cell = Digit::new((best.value() >> (4 * (8 - column)) & 0xf) as u8);
        }
        ties = best.next_row();
    }
    Grid::new(cells)
}

/// Appends each row that may come next to every candidate that ties.
fn append_rows(lines: &[SourceLine; 18], ties: Range<usize>, best: &mut BestRow<Candidate>) {
    for i in ties {
        let candidate = best.candidate(i);
        let mut left = candidate.rows();
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let row = &lines[usize::from(candidate.orientation) + number];
            // Most rows fail here: they have a digit too far to the left, whatever its label.
            if best.can_be_smallest(candidate.pattern(row)) {
                candidate.append(number, row, best);
            }
        }
    }
}

/// Finds the candidates for the first row: the source lines with the smallest pattern of givens,
/// with each permutation of the stacks that gives it. The digits do not matter, because none has a
/// label.
fn append_first_rows(lines: &[SourceLine; 18], best: &mut BestRow<Candidate>) {
    let mut patterns = [[0; 3]; 18];
    let mut least = [0; 18];
    let mut smallest = u16::MAX;
    for (i, line) in lines.iter().enumerate() {
        let stacks = [line.filled, line.filled >> 3, line.filled >> 6];
        let [a, b, c] = stacks.map(|filled| u16::from(Stack::UNORDERED.filled(filled)));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        patterns[i] = [a, b, c];
        least[i] = low << 6 | (a ^ b ^ c ^ low ^ high) << 3 | high;
        smallest = smallest.min(least[i]);
    }
    for (i, line) in lines.iter().enumerate() {
        if least[i] != smallest {
            continue;
        }
        for order in ORDERS {
            let [a, b, c] = order.map(|stack| patterns[i][usize::from(stack)]);
            if a << 6 | b << 3 | c == smallest {
                Candidate::new(i, order).append_first(line, best);
            }
        }
    }
}

/// Returns the nine rows of the givens, then the nine columns.
fn source_lines(givens: &Grid) -> [SourceLine; 18] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let cells = givens.numbers();
    let mut lines = [SourceLine::default(); 18];
    // A byte for each of the first eight columns, with a bit for each of the first eight rows; then
    // the same for the last row.
    let (mut columns, mut last_row) = (0, 0);
    for (r, nine) in cells.chunks_exact(9).enumerate() {
        let mut eight = [0; 8];
        eight.copy_from_slice(&nine[..8]);
        let filled = (u64::from_le_bytes(eight) + 0x7f * ONES) >> 7 & ONES;
        if r < 8 {
            columns |= filled << r;
        } else {
            last_row = filled;
        }
        // The highest byte of the product has the lowest bits of the bytes side by side.
        let together = (filled.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16;
        let ninth = u16::from(nine[8] != 0);
        lines[r].filled = together | ninth << 8;
        lines[17].filled |= ninth << r;
        lines[r].cells[..9].copy_from_slice(nine);
        for c in 0..9 {
            lines[9 + c].cells[r] = nine[c];
        }
    }
    for c in 0..8 {
        lines[9 + c].filled =
            u16::from((columns >> (8 * c)) as u8) | u16::from((last_row >> (8 * c)) as u8) << 8;
    }
    lines
}
