//! Exact search. The interface of the fast solver is this file; two slow solvers judge it.
//! No technique here assumes that a puzzle is unique: these functions are what proves it.

pub mod dfs;
mod fast;
mod lanes;
pub mod mrv;
mod searches;

use crate::grid::{Cell, Digit, Grid, Solution};
pub use fast::Position;
pub use searches::searches;

/// How many solutions a grid has, counted up to `limit`.
///
/// ```
/// use sudoku_press::grid::Grid;
/// assert_eq!(sudoku_press::solver::count(&Grid::EMPTY, 2), 2);
/// ```
pub fn count(grid: &Grid, limit: usize) -> usize {
    let mut found = 0;
    if limit > 0 {
        fast::search(&Position::of(grid), u64::MAX, |_| {
            found += 1;
            found < limit
        });
    }
    found
}

/// Solutions of a grid, `limit` at most, in an order that is always the same.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    if limit > 0 {
        fast::search(&Position::of(grid), u64::MAX, |solved| {
            found.push(solved.solution());
            found.len() < limit
        });
    }
    found
}

/// What a search found, and what it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// How many solutions, counted up to the limit.
    pub count: usize,
    /// The first two of them.
    pub first: [Option<Solution>; 2],
    /// Positions looked at.
    pub nodes: u64,
}

/// Counts solutions up to `limit`, and keeps the first two.
pub fn search(grid: &Grid, limit: usize) -> Found {
    let mut found = Found {
        count: 0,
        first: [None; 2],
        nodes: 0,
    };
    if limit > 0 {
        let left = fast::search(&Position::of(grid), u64::MAX, |solved| {
            if let Some(place) = found.first.get_mut(found.count) {
                *place = Some(solved.solution());
            }
            found.count += 1;
            found.count < limit
        });
        found.nodes = u64::MAX - left;
    }
    found
}

/// A solution of the grid, sought in at most `nodes` positions of the search; `None` when there is
/// none, or when it was not found by then.
pub fn first(grid: &Grid, nodes: u64) -> Option<Solution> {
    let mut found = None;
    fast::search(&Position::of(grid), nodes, |solved| {
        found = Some(solved.solution());
        false
    });
    found
}

/// Whether the grid, with `cell` emptied, has a solution with another digit than `digit` there.
/// See [`Position::has_other`].
pub fn has_other(grid: &Grid, cell: Cell, digit: Digit) -> bool {
    let mut without = *grid;
    without[cell] = None;
    Position::of(&without).has_other(cell, digit)
}
