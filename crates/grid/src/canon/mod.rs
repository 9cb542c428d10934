//! The canonical form: one representative for all puzzles that are equivalent under the transforms.
//!
//! It is the minlex form. The equivalence transforms make 1.2 x 10^12 grids of the givens; the
//! minlex form is the one whose 81 characters are smallest, where a blank is smaller than any
//! digit. As a minimum over the *puzzle*, it needs no tie-break. Methods that put the solution grid
//! into minlex form first must choose between its automorphisms, and may give one puzzle several
//! forms.
//!
//! The form is built row by row. A *candidate* is a choice of transposition, stack permutation and
//! rows so far. The search keeps all candidates that tie for the smallest rows. There would be far
//! too many if every column permutation and every relabelling were a candidate of its own. So
//! columns stay interchangeable, and labels open, until a row tells them apart:
//!
//! ```text
//!   source row     . 7 . | 4 . . | . . 9      three givens, one in each stack
//!   first row      . . 1 | . . 2 | . . 3      the smallest that it can become
//!   columns       {a c} b|{e f} d|{g h} i     in braces: interchangeable; no label is open
//!
//!   source row     . . . | . . 7 | . 4 9
//!   first row      . . . | . . 1 | . 2 3
//!   columns       {a b c}|{d e} f| g {h i}    h and i are interchangeable, and with them the
//!                                             labels 2 and 3 of the digits 4 and 9
//! ```
//!
//! `stack` is the column permutation of one stack as far as it is known, `candidate` appends a row,
//! `best` keeps the ties, `search` finds the minimum. No step looks at the solution.

mod best;
mod candidate;
mod search;
mod stack;

use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::fmt;

/// The minlex form of a puzzle, 81 cells row by row. Two puzzles have the same form exactly if they
/// are equivalent under the [transforms](crate::transform::Transform).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Grid);

impl Canonical {
    /// Returns the canonical form of a puzzle. Takes about a microsecond; a full grid takes ten
    /// times as long, and the full grid with most automorphisms a hundred times.
    ///
    /// ```
    /// use sudoku_press_grid::Canonical;
    /// use sudoku_press_grid::Puzzle;
    /// let rows = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6",
    ///     ".6....28.", "...419..5", "....8..79"];
    /// let puzzle = |line: &str| Puzzle::prove(line.parse().unwrap()).unwrap();
    /// let exchanged = |c| if c == '1' { '2' } else if c == '2' { '1' } else { c };
    /// let a = rows.concat();
    /// let b: String = a.chars().map(exchanged).collect();
    /// assert_eq!(Canonical::of(&puzzle(&a)), Canonical::of(&puzzle(&b)));
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        Self(search::minlex(puzzle.givens()))
    }

    /// Returns the canonical form of givens that need not have exactly one solution. Returns `None`
    /// for givens that cannot be a puzzle: fewer than 17, or the same digit twice in a house.
    pub fn of_givens(givens: &Grid) -> Option<Self> {
        let possible = givens.filled_count() >= 17 && givens.conflicts().next().is_none();
        possible.then(|| Self(search::minlex(givens)))
    }

    /// Returns the canonical form as a grid.
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

debug_as_display!(Canonical);
