//! The three solvers behind one call, for comparisons.

use super::{SearchLimits, dfs, mrv};
use crate::grid::{Grid, Solution};
use std::fmt;

/// A choice of solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// The bit boards, which work on all digits at once.
    Fast,
    /// The paper's solver (5.1), which defines the paper's number of searches: depth first in
    /// reading order. Plain and slow on purpose: hard puzzles may take seconds.
    Dfs,
    /// Minimum remaining values: the cell with the fewest candidates first, and the first in
    /// reading order among equals.
    Mrv,
}

/// The solutions that an engine found, and its effort. Each solver counts positions and digits in
/// its own way: `dfs` tries nine digits at each cell; the others try candidates only, and each
/// leads to another position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineResult {
    /// The number of solutions, counted up to the limit.
    pub count: usize,
    /// The first two solutions.
    pub first: [Option<Solution>; 2],
    /// The number of positions.
    pub nodes: u64,
    /// The number of digits tried.
    pub tried: u64,
    /// True if the engine reached the limit of digits before it had found all solutions.
    pub given_up: bool,
    /// True if there may be more solutions.
    pub is_lower_bound: bool,
}

impl Engine {
    /// Solves a grid within limits. Only [`Engine::Dfs`] respects the limit of searches.
    pub fn solve(self, grid: &Grid, limits: SearchLimits) -> EngineResult {
        let limit = limits.solutions;
        let mut given_up = false;
        let (count, first, nodes, tried) = match self {
            Self::Fast => {
                let found = super::search(grid, limit);
                let tried = found.nodes.saturating_sub(1);
                (found.count, found.first, found.nodes, tried)
            }
            Self::Dfs => {
                let found = dfs::search(grid, limits);
                given_up = found.searches >= limits.searches;
                let (solutions, tried) = (&found.solutions, found.searches);
                (solutions.len(), first_two(solutions), tried / 9, tried)
            }
            Self::Mrv => {
                let found = mrv::search(grid, limit);
                let (solutions, tried) = (&found.solutions, found.nodes);
                (solutions.len(), first_two(solutions), tried + 1, tried)
            }
        };
        let is_lower_bound = count == limit || given_up;
        EngineResult { count, first, nodes, tried, given_up, is_lower_bound }
    }

    /// Returns at most `limit` solutions of a grid, in the order of the search.
    pub fn solutions(self, grid: &Grid, limit: usize) -> Vec<Solution> {
        match self {
            Self::Fast => grid.solutions(limit),
            Self::Dfs => {
                let limits = SearchLimits { solutions: limit, ..SearchLimits::NONE };
                dfs::search(grid, limits).solutions
            }
            Self::Mrv => mrv::search(grid, limit).solutions,
        }
    }
}

/// The solution, or the reason why there is not exactly one, for people.
impl fmt::Display for EngineResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            [_, None] if self.given_up => {
                write!(f, "not known: given up after {} digits tried", self.tried)
            }
            [None, _] => f.write_str("no solution"),
            [Some(only), None] => write!(f, "{only}"),
            [Some(a), Some(b)] => {
                let or_more = if self.is_lower_bound { " or more" } else { "" };
                write!(f, "{}{or_more} solutions: {a} {b}", self.count)
            }
        }
    }
}

fn first_two(found: &[Solution]) -> [Option<Solution>; 2] {
    [found.first().copied(), found.get(1).copied()]
}
