//! The answer to three questions about a grid: is it legal, is it solved, and how many solutions
//! does it have?

use crate::grid::{Cell, Conflict, Grid, Solution};
use crate::solver;
use std::fmt;

/// The state of a grid, with the evidence.
///
/// ```
/// use sudoku_press_grid::Grid;
/// use sudoku_press_grid::Validity;
/// let said = Validity::of(&Grid::EMPTY).to_string();
/// assert!(said.starts_with("legal, several solutions: "), "{said}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Digits break the rules, in all these pairs.
    Illegal(Vec<Conflict>),
    /// The grid is full and legal.
    Solved,
    /// The grid is legal, but has no solution.
    NoSolution,
    /// The grid is a puzzle: it has blank cells and one solution.
    OneSolution,
    /// The grid has at least these two solutions.
    Several([Solution; 2]),
}

impl Validity {
    /// Judges a grid. Takes a few microseconds.
    pub fn of(grid: &Grid) -> Self {
        let conflicts: Vec<_> = grid.conflicts().collect();
        if !conflicts.is_empty() {
            return Self::Illegal(conflicts);
        }
        match solver::search(grid, 2).first {
            [None, _] => Self::NoSolution,
            [Some(a), Some(b)] => Self::Several([a, b]),
            [Some(_), None] if grid.empty().next().is_none() => Self::Solved,
            [Some(_), None] => Self::OneSolution,
        }
    }

    /// Returns the number of solutions; 2 stands for several.
    pub const fn solutions(&self) -> u8 {
        match self {
            Self::Illegal(_) | Self::NoSolution => 0,
            Self::Solved | Self::OneSolution => 1,
            Self::Several(_) => 2,
        }
    }

    /// Returns every pair of digits that breaks the rules.
    pub fn conflicts(&self) -> &[Conflict] {
        match self {
            Self::Illegal(conflicts) => conflicts,
            _ => &[],
        }
    }
}

/// A sentence for people.
impl fmt::Display for Validity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(conflicts) => {
                let conflicts: Vec<_> = conflicts.iter().map(Conflict::to_string).collect();
                write!(f, "illegal: {}", conflicts.join("; "))
            }
            Self::Solved => f.write_str("legal, solved"),
            Self::NoSolution => f.write_str("legal, no solution"),
            Self::OneSolution => f.write_str("legal, one solution"),
            Self::Several([a, b]) => {
                f.write_str("legal, several solutions")?;
                match Cell::ALL.into_iter().find(|&cell| a[cell] != b[cell]) {
                    Some(cell) => write!(f, ": {cell} can be {} or {}", a[cell], b[cell]),
                    None => Ok(()),
                }
            }
        }
    }
}
