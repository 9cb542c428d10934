//! The equivalence transforms (paper, operation 5): what may be done to a puzzle without making
//! it another one. 2 x 6^8 rearrangements times 9! relabellings, 1,218,998,108,160 in all.

use crate::grid::{Cell, Digit, Grid, Solution};
use crate::puzzle::Puzzle;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

/// One of the transforms. It moves rows and columns so that rows of a band stay together, columns
/// of a stack too; it may transpose; and it renames the digits.
///
/// As a function: transpose first if asked for, then the cell (r, c) of the result comes from
/// (`rows[r]`, `columns[c]`), then each digit is renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    transpose: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    /// The new name of each digit.
    digits: [Digit; 9],
}

const STRAIGHT: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Transform {
    /// Changes nothing.
    pub const IDENTITY: Self = Self {
        transpose: false,
        rows: STRAIGHT,
        columns: STRAIGHT,
        digits: Digit::ALL,
    };

    /// A transform of these parts: `rows[r]` and `columns[c]` say where row r and column c of the
    /// result come from, after transposing; `digits[d - 1]` is the new name of digit d. `None`
    /// when a part is no permutation or tears a band or a stack apart.
    pub fn new(
        transpose: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [Digit; 9],
    ) -> Option<Self> {
        let mut named = digits;
        named.sort_unstable();
        let whole = keeps_bands(&rows) && keeps_bands(&columns) && named == Digit::ALL;
        whole.then_some(Self {
            transpose,
            rows,
            columns,
            digits,
        })
    }

    /// Any of the 1.2 x 10^12 transforms, each equally likely.
    pub fn random(rng: &mut impl rand::Rng) -> Self {
        Self {
            transpose: rng.random(),
            rows: random_bands(rng),
            columns: random_bands(rng),
            digits: random_names(rng),
        }
    }

    /// Any of those that turn every half-turn pattern of givens into such a pattern, whatever the
    /// pattern: 1,152 rearrangements times the relabellings, each equally likely.
    pub fn random_keeping_half_turn(rng: &mut impl rand::Rng) -> Self {
        Self {
            transpose: rng.random(),
            rows: random_mirrored(rng),
            columns: random_mirrored(rng),
            digits: random_names(rng),
        }
    }

    /// Whether it transposes, and its rows, columns and digits, as [`Transform::new`] takes them.
    pub const fn parts(&self) -> (bool, [u8; 9], [u8; 9], [Digit; 9]) {
        (self.transpose, self.rows, self.columns, self.digits)
    }

    /// This transform first, then the other.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        // Where the next one transposes, its rows draw on what were our columns.
        let (rows, columns) = if next.transpose {
            (&self.columns, &self.rows)
        } else {
            (&self.rows, &self.columns)
        };
        Self {
            transpose: self.transpose != next.transpose,
            rows: next.rows.map(|r| rows[usize::from(r)]),
            columns: next.columns.map(|c| columns[usize::from(c)]),
            digits: self.digits.map(|d| next.digits[d.index()]),
        }
    }

    /// What undoes this transform.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let (rows, columns) = if self.transpose {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let mut digits = self.digits;
        for old in Digit::ALL {
            digits[self.digits[old.index()].index()] = old;
        }
        Self {
            transpose: self.transpose,
            rows,
            columns,
            digits,
        }
    }

    /// Where a cell of the result comes from.
    pub fn source(&self, cell: Cell) -> Cell {
        let row = usize::from(self.rows[cell.row()]);
        let column = usize::from(self.columns[cell.column()]);
        if self.transpose {
            Cell::at(column, row)
        } else {
            Cell::at(row, column)
        }
    }

    /// The new name of a digit.
    pub const fn renamed(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// The transformed grid.
    pub fn grid(&self, grid: &Grid) -> Grid {
        Grid::new(Cell::ALL.map(|cell| Some(self.renamed(grid[self.source(cell)]?))))
    }

    /// The transformed solution.
    pub fn solution(&self, solution: &Solution) -> Solution {
        let digits = Cell::ALL.map(|cell| self.renamed(solution[self.source(cell)]));
        Solution::from_digits_unchecked(digits)
    }

    /// The transformed puzzle; the proof that it has one solution carries over.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::from_parts_unchecked(self.grid(puzzle.givens()), self.solution(puzzle.solution()))
    }
}

/// Whether the three rows of each target band come from one band, and every row is used.
fn keeps_bands(rows: &[u8; 9]) -> bool {
    let mut sorted = *rows;
    sorted.sort_unstable();
    let together = |band: &[u8]| band.iter().all(|r| r / 3 == band[0] / 3);
    sorted == STRAIGHT && rows.chunks(3).all(together)
}

fn inverted(places: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (to, &from) in (0..).zip(places) {
        inverse[usize::from(from)] = to;
    }
    inverse
}

fn random_bands(rng: &mut impl rand::Rng) -> [u8; 9] {
    let mut bands = [0, 1, 2];
    bands.shuffle(rng);
    let mut places = [0; 9];
    for (target, band) in places.chunks_mut(3).zip(bands) {
        let mut rows = [0, 1, 2];
        rows.shuffle(rng);
        for (place, row) in target.iter_mut().zip(rows) {
            *place = band * 3 + row;
        }
    }
    places
}

/// A rearrangement that commutes with turning the grid by half: what it does to the top band it
/// does, mirrored, to the bottom band; outer bands may change places, and the outer rows of the
/// middle band.
fn random_mirrored(rng: &mut impl rand::Rng) -> [u8; 9] {
    let mut top = [0, 1, 2];
    top.shuffle(rng);
    if rng.random() {
        top = top.map(|row| 8 - row);
    }
    let mut middle = [3, 4, 5];
    if rng.random() {
        middle.reverse();
    }
    let [a, b, c] = top;
    let [d, e, f] = middle;
    [a, b, c, d, e, f, 8 - c, 8 - b, 8 - a]
}

fn random_names(rng: &mut impl rand::Rng) -> [Digit; 9] {
    let mut names = Digit::ALL;
    names.shuffle(rng);
    names
}
