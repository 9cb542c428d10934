//! The canonical form: one representative for all puzzles that are the same puzzle in disguise.
//!
//! It is the smallest of the 1.2 x 10^12 lines of 81 characters that the equivalence transforms
//! make of the givens, a blank being smaller than any digit. Being a minimum over the *puzzle*, it
//! needs no tie-break: forms that first settle the solution grid give a puzzle several forms when
//! the solution has automorphisms.
//!
//! The search builds the smallest line row by row, and keeps every way that ties. Columns and names
//! are only fixed as far as the rows so far tell them apart, so that neither an empty row nor a full
//! one makes many ways of one:
//!
//! ```text
//!   row 1   . . . | . . 1 | . 2 3     what is known of the columns after it:
//!          {a b c} {d e} f  g {h i}   a class in braces may still be in any order,
//!                                     and with h and i the digits there exchange their names
//! ```
//!
//! `stack` is what is known of three columns, `way` takes a row, `search` finds the smallest. No
//! step looks at what the solution is.

mod search;
mod stack;
mod way;

use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::fmt;

/// The representative of a puzzle's class: equal exactly when the puzzles are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical(Grid);

impl Canonical {
    /// The canonical form of a puzzle. About a microsecond; a full grid takes ten times that, and
    /// the one with most automorphisms a hundred times.
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
        Self(search::smallest(puzzle.givens()))
    }

    /// The canonical form of givens that nobody has proved: what has several solutions has a class
    /// too. `None` for what cannot be a puzzle: givens that contradict each other, or fewer than 17.
    pub fn of_givens(givens: &Grid) -> Option<Self> {
        let possible = givens.filled_count() >= 17 && givens.conflicts().next().is_none();
        possible.then(|| Self(search::smallest(givens)))
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
