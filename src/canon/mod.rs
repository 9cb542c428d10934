//! The canonical form: one representative for all puzzles that are the same puzzle in disguise.
//!
//! It is the smallest of the 1.2 x 10^12 lines of 81 characters that the equivalence transforms
//! make of the givens, a blank being smaller than any digit. Being a minimum over the *puzzle*, it
//! needs no tie-break: forms that first settle the solution grid give a puzzle several forms when
//! the solution has automorphisms.
//!
//! The search builds the smallest line row by row, and keeps every way that ties. Columns are only
//! fixed as far as the rows so far tell them apart, so that an empty row costs nothing:
//!
//! ```text
//!   row 1   . . . | . . 1 | . 2 3     what is known of the columns after it:
//!          {a b c} {d e} f  g {h i}   a class in braces may still be in any order
//! ```
//!
//! `g` and `{h i}` would be one class if the digits of h and i had names already. They do not, so
//! each order of new digits is a way of its own.

mod stack;
mod way;

use self::stack::{ORDERS, Stack};
use self::way::{Best, Row, Way};
use crate::grid::{Cell, Digit, Grid};
use crate::puzzle::Puzzle;
use std::fmt;

/// The representative of a puzzle's class: equal exactly when the puzzles are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Grid);

impl Canonical {
    /// The canonical form of a puzzle. Microseconds for a puzzle, a millisecond for a full grid.
    ///
    /// ```
    /// use sudoku_press::{canon::Canonical, puzzle::Puzzle};
    /// let puzzle = |line: &str| Puzzle::prove(line.parse().unwrap()).unwrap();
    /// let a = puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    /// // the same with 1 and 2 exchanged
    /// let b = puzzle("53..7....6..295....98....6.8...6...34..8.3..27...1...6.6....18....429..5....8..79");
    /// assert_eq!(Canonical::of(&a), Canonical::of(&b));
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        Self(smallest(puzzle.givens()))
    }

    /// The givens of the representative.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}

/// The 81 characters; a blank is `.`.
impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The givens by rows, and by columns.
fn rows_of(givens: &Grid) -> [Row; 18] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let cells = givens.cells().map(|digit| digit.map_or(0, Digit::get));
    let mut rows = [Row::default(); 18];
    // Of the first eight columns, a byte for each: which of the first eight rows, and the last row.
    let (mut columns, mut last_row) = (0, 0);
    for (r, nine) in cells.chunks_exact(9).enumerate() {
        let mut eight = [0; 8];
        eight.copy_from_slice(&nine[..8]);
        let filled = (u64::from_le_bytes(eight) + 0x7f * ONES) >> 7 & ONES;
        columns |= if r < 8 { filled << r } else { 0 };
        last_row = filled;
        let last = u16::from(nine[8] != 0);
        // Moves the lowest bits of the bytes together.
        let together = filled.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        rows[r].filled = together as u16 | last << 8;
        rows[17].filled |= last << r;
        rows[r].cells[..9].copy_from_slice(nine);
        for c in 0..9 {
            rows[9 + c].cells[r] = nine[c];
        }
    }
    for c in 0..8 {
        let bits = columns >> (8 * c) & 0xff | (last_row >> (8 * c) & 1) << 8;
        rows[9 + c].filled = bits as u16;
    }
    rows
}

fn smallest(givens: &Grid) -> Grid {
    let rows = rows_of(givens);
    let mut best = Best {
        value: u64::MAX,
        room: 0x1ff,
        ways: Vec::with_capacity(64),
        kept: 0,
    };
    first_rows(&rows, &mut best);
    let mut line = [None; Cell::COUNT];
    let mut from = 0;
    for (i, target) in line.chunks_exact_mut(9).enumerate() {
        if i > 0 {
            let to = best.ways.len();
            best.kept = to;
            best.value = u64::MAX;
            best.room = 0x1ff;
            for w in from..to {
                let way = best.ways[w];
                for row in way.rows_to_choose(i) {
                    let source = &rows[usize::from(way.base) + row];
                    if way.pattern(source) > best.room {
                        continue;
                    }
                    let mut next = way;
                    next.rows &= !(1 << row);
                    next.take(source, &mut best);
                }
            }
            from = to;
        }
        for (place, cell) in target.iter_mut().enumerate() {
            *cell = Digit::new((best.value >> (4 * (8 - place)) & 0xf) as u8);
        }
    }
    Grid::new(line)
}

/// The ways to begin: rows with the smallest pattern.
fn first_rows(rows: &[Row; 18], best: &mut Best) {
    let patterns =
        rows.map(|row| [0, 3, 6].map(|s| u16::from(Stack::LOOSE.filled(row.filled >> s))));
    let join = |[a, b, c]: [u16; 3]| a << 6 | b << 3 | c;
    let smallest = patterns.map(|[a, b, c]| {
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        join([low, a ^ b ^ c ^ low ^ high, high])
    });
    let min = *smallest.iter().min().expect("eighteen rows");
    for (i, row) in rows.iter().enumerate() {
        if smallest[i] != min {
            continue;
        }
        for order in ORDERS {
            if join(order.map(|s| patterns[i][usize::from(s)])) == min {
                let mut way = Way::new(i as u8 / 9 * 9, order);
                way.rows &= !(1 << (i % 9));
                way.take_first(row, best);
            }
        }
    }
}

impl Way {
    /// Rows that may come next as row `i`: of the band that is begun, or any.
    fn rows_to_choose(&self, i: usize) -> Bits {
        if i % 3 != 0 {
            for band in [0o7, 0o70, 0o700] {
                let left = self.rows & band;
                if left != 0 && left != band {
                    return Bits(left);
                }
            }
        }
        Bits(self.rows)
    }
}

/// The positions of the set bits, ascending.
#[derive(Clone, Copy)]
struct Bits(u16);

impl Iterator for Bits {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let position = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(position)
    }
}
