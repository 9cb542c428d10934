//! The search for the smallest line, row by row. All ways that tie are kept; a way is given up in
//! the middle of a row.

use super::stack::{ORDERS, Stack};
use super::way::{Row, Way};
use crate::grid::{Cell, Digit, Grid};
use std::ops::Range;

/// The smallest of the lines that the transforms make of the givens.
pub(super) fn smallest(givens: &Grid) -> Grid {
    let rows = rows_of(givens);
    let mut best = Best::new();
    let mut line = [None; Cell::COUNT];
    let mut ways = 0..0;
    for nine in line.chunks_exact_mut(9) {
        if ways.is_empty() {
            take_first_rows(&rows, &mut best);
        } else {
            take_rows(&rows, ways.clone(), &mut best);
        }
        for (place, cell) in nine.iter_mut().enumerate() {
            *cell = Digit::new((best.value >> (4 * (8 - place)) & 0xf) as u8);
        }
        ways = best.next_row();
    }
    Grid::new(line)
}

/// The smallest row so far, and the ways to it.
pub(super) struct Best {
    /// Nine names of four bits, the first place highest.
    value: u64,
    /// The largest pattern that a row can have that is not larger.
    room: u16,
    /// The ways of all rows, one after the other; [`Best::from`] on, those of this row.
    ways: Vec<Way>,
    from: usize,
}

impl Best {
    fn new() -> Self {
        Self {
            value: u64::MAX,
            room: 0x1ff,
            // Enough for nearly all puzzles; full grids need more.
            ways: Vec::with_capacity(64),
            from: 0,
        }
    }

    /// Whether a row is larger: what it looks like to the end of the stack at place `s`.
    #[inline]
    pub(super) fn is_below(&self, value: u64, s: usize) -> bool {
        value > self.value >> (12 * (2 - s))
    }

    /// Keeps a way to a row that is not larger.
    #[inline]
    pub(super) fn offer(&mut self, value: u64, way: Way) {
        if value < self.value {
            self.value = value;
            self.room = 0x1ff >> ((value << 28).leading_zeros() / 4).min(9);
            self.ways.truncate(self.from);
        }
        self.ways.push(way);
    }

    /// Goes on to the next row, and tells which ways lead there.
    fn next_row(&mut self) -> Range<usize> {
        let ways = self.from..self.ways.len();
        self.value = u64::MAX;
        self.room = 0x1ff;
        self.from = ways.end;
        ways
    }
}

/// Takes every row that can come next on every way.
fn take_rows(rows: &[Row; 18], ways: Range<usize>, best: &mut Best) {
    for i in ways {
        let way = best.ways[i];
        let mut left = way.rows();
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let row = &rows[usize::from(way.orientation) + number];
            // Most rows hold a digit too early, and nothing else needs to be known of them.
            if way.pattern(row) <= best.room {
                way.take(number, row, best);
            }
        }
    }
}

/// Takes the first row: those with the smallest pattern, and the orders of the stacks that give
/// it. Digits do not matter, as all are new.
fn take_first_rows(rows: &[Row; 18], best: &mut Best) {
    let in_order = |[a, b, c]: [u16; 3]| a << 6 | b << 3 | c;
    let patterns = rows
        .map(|row| [0, 3, 6].map(|column| u16::from(Stack::LOOSE.filled(row.filled >> column))));
    let least = patterns.map(|[a, b, c]| {
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        in_order([low, a ^ b ^ c ^ low ^ high, high])
    });
    let smallest = least.into_iter().min().expect("there are eighteen");
    for (i, row) in rows.iter().enumerate() {
        if least[i] != smallest {
            continue;
        }
        for order in ORDERS {
            if in_order(order.map(|stack| patterns[i][usize::from(stack)])) == smallest {
                Way::new(i, order).take_first(row, best);
            }
        }
    }
}

/// The nine rows of the givens, and the nine columns.
fn rows_of(givens: &Grid) -> [Row; 18] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let cells = givens.cells().map(|cell| cell.map_or(0, Digit::get));
    let mut rows = [Row::default(); 18];
    // A byte for each of the first eight columns: which of the first eight rows; the last row.
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
        // The product has the lowest bits of the bytes side by side in its highest byte.
        let together = (filled.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16;
        let ninth = u16::from(nine[8] != 0);
        rows[r].filled = together | ninth << 8;
        rows[17].filled |= ninth << r;
        rows[r].cells[..9].copy_from_slice(nine);
        for c in 0..9 {
            rows[9 + c].cells[r] = nine[c];
        }
    }
    for c in 0..8 {
        let of_column = |bytes: u64| (bytes >> (8 * c) & 0xff) as u16;
        rows[9 + c].filled = of_column(columns) | of_column(last_row) << 8;
    }
    rows
}
