//! Exact search. The interface of the fast solver is this file; two slow solvers judge it.
//! No technique here assumes that a puzzle is unique: these functions are what proves it.

pub mod dfs;
mod fast;
pub mod mrv;

use crate::grid::{Cell, Digit, Grid, Solution};

/// How many solutions a grid has, counted up to `limit`.
///
/// ```
/// use sudoku_press::grid::Grid;
/// assert_eq!(sudoku_press::solver::count(&Grid::EMPTY, 2), 2);
/// ```
pub fn count(grid: &Grid, limit: usize) -> usize {
    let mut found = 0;
    if limit > 0 {
        fast::search(grid, u64::MAX, |_| {
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
        fast::search(grid, u64::MAX, |solution| {
            found.push(solution);
            found.len() < limit
        });
    }
    found
}

/// A solution of the grid, sought in at most `nodes` positions of the search; `None` when there is
/// none, or when it was not found by then.
pub fn first(grid: &Grid, nodes: u64) -> Option<Solution> {
    let mut found = None;
    fast::search(grid, nodes, |solution| {
        found = Some(solution);
        false
    });
    found
}

/// Whether the grid, with `cell` emptied, has a solution with another digit than `digit` there.
/// This is the paper's proof by contradiction (5.2.2): if not, a unique puzzle stays unique
/// without the digit.
pub fn has_other(grid: &Grid, cell: Cell, digit: Digit) -> bool {
    let mut found = false;
    fast::search_other(grid, cell, digit, |_| {
        found = true;
        false
    });
    found
}
