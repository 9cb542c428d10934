//! Solvers by exhaustive search: what a [`Grid`] can be asked, by the fast solver, and the three
//! solvers behind one call, an [`Engine`]. Two of them are slow and simple: the tests compare the
//! fast one with them.
//!
//! No step assumes that a puzzle has one solution: these functions prove it.

// No other room may use unsafe code. It is needed for the intrinsics of registers.
#![allow(unsafe_code)]

mod board;
mod dfs;
mod engine;
mod fast;
mod lanes;
mod mrv;
mod open_rows;

#[cfg(target_arch = "x86_64")]
mod read_avx2;
mod searches;
mod simd_board;
mod singles;

use crate::grid::{Grid, Solution};
use board::SolvedBoard;
pub use board::{Board, EmptyCells};
pub use dfs::SearchLimits;
pub use engine::{Engine, EngineResult};
pub use singles::{SingleKinds, SinglesBoard};

pub(crate) use searches::searches_of_legal;

impl Grid {
    /// Counts the solutions up to `limit`. A limit of 2 is enough to prove uniqueness, in a few
    /// microseconds; the time grows with the number of solutions that are counted.
    ///
    /// ```
    /// use sudoku_press_grid::Grid;
    /// assert_eq!(Grid::EMPTY.solution_count(2), 2);
    /// ```
    pub fn solution_count(&self, limit: usize) -> usize {
        let mut found = 0;
        if limit > 0 {
            fast::search_freely(&Board::from_grid(self), |_| {
                found += 1;
                found < limit
            });
        }
        found
    }

    /// Returns at most `limit` solutions, always in the same order.
    pub fn solutions(&self, limit: usize) -> Vec<Solution> {
        let mut found = Vec::new();
        if limit > 0 {
            fast::search(&Board::from_grid(self), u64::MAX, |solved| {
                found.push(solved.solution());
                found.len() < limit
            });
        }
        found
    }

    /// Returns the first solution. Returns `None` if there is none, or none among the first `nodes`
    /// nodes of the search tree.
    pub fn first_solution(&self, nodes: u64) -> Option<Solution> {
        let mut found = None;
        fast::search(&Board::from_grid(self), nodes, |solved| {
            found = Some(solved.solution());
            false
        });
        found
    }
}

/// The result of [`search`].
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchResult {
    /// The number of solutions, counted up to the limit.
    pub count: usize,
    /// The first two solutions.
    pub first: [Option<Solution>; 2],
    /// The number of visited nodes, of both search trees if there are several solutions.
    pub nodes: u64,
}

impl SearchResult {
    /// Keeps the next solution. Returns true if there are fewer than `limit` so far.
    fn keep(&mut self, solved: SolvedBoard, limit: usize) -> bool {
        if let Some(place) = self.first.get_mut(self.count) {
            *place = Some(solved.solution());
        }
        self.count += 1;
        self.count < limit
    }
}

/// Counts the solutions of a grid up to `limit`, and keeps the first two, which are always the
/// same.
///
/// A search in any order is faster. It answers alone unless it finds a second solution: only
/// several solutions have an order.
pub(crate) fn search(grid: &Grid, limit: usize) -> SearchResult {
    let board = Board::from_grid(grid);
    let mut found = SearchResult::default();
    if limit > 1 {
        found.nodes = fast::search_freely(&board, |solved| found.keep(solved, 2));
        if found.count < 2 {
            return found;
        }
    }
    let mut ordered = SearchResult::default();
    if limit > 0 {
        let left = fast::search(&board, u64::MAX, |solved| ordered.keep(solved, limit));
        ordered.nodes = found.nodes + (u64::MAX - left);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    /// Takes digits out of solutions until there are several solutions: all searches name the same
    /// two, and count the same.
    #[test]
    fn free_search_names_the_solutions_of_the_ordered_one() {
        let mut counts = [0; 3];
        for (turn, solution) in Grid::EMPTY.solutions(40).into_iter().enumerate() {
            let mut grid = Grid::from(solution);
            for step in 0..64 {
                grid[Cell::ALL[(step * 31 + turn * 7) % Cell::COUNT]] = None;
                let ordered = grid.solutions(3);
                for limit in 0..=3 {
                    let found = search(&grid, limit);
                    let wanted = &ordered[..ordered.len().min(limit)];
                    assert_eq!(found.count, wanted.len(), "{grid} {limit}");
                    assert_eq!(
                        found.first,
                        [0, 1].map(|i| wanted.get(i).copied()),
                        "{grid} {limit}"
                    );
                }
                counts[ordered.len() - 1] += 1;
            }
        }
        assert!(counts.into_iter().all(|count| count > 20), "{counts:?}");
    }
}
