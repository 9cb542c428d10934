//! The paper's solver (5.1): depth-first search over the empty cells in reading order, digits
//! ascending. It defines the paper's number of searches, and the tests compare the fast solver with
//! it. It is plain and slow on purpose: hard puzzles may take seconds.

use crate::grid::{Cell, Digit, DigitSet, Grid, House, Solution};

/// The limits at which the search of an [`Engine`](super::Engine) stops early.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// The maximum number of solutions.
    pub solutions: usize,
    /// The maximum number of digits tried.
    pub searches: u64,
}

impl SearchLimits {
    /// No limit: the search finds all solutions.
    pub const NONE: Self = Self { solutions: usize::MAX, searches: u64::MAX };
}

/// The result of [`search`].
pub(super) struct DfsResult {
    /// The solutions, in ascending order of their 81 digits.
    pub solutions: Vec<Solution>,
    /// The number of digits tried: nine for each arrival at an empty cell, legal or not.
    pub searches: u64,
}

/// Searches a grid until a limit is reached or the search is complete. A grid with a digit twice in
/// a house has no solution, and the search tries no digit.
pub(super) fn search(grid: &Grid, limits: SearchLimits) -> DfsResult {
    let mut walk = DfsSearch {
        missing: [DigitSet::FULL; House::ALL.len()],
        grid: *grid,
        empty: grid.empty().collect(),
        limits,
        found: DfsResult { solutions: Vec::new(), searches: 0 },
    };
    if grid.conflicts().next().is_none() {
        for (cell, digit) in grid.filled() {
            walk.place(cell, digit);
        }
        walk.fill_from(0);
    }
    walk.found
}

/// Returns the third item of the paper's score: digits tried until the search is complete, up to
/// `cap`.
pub(super) fn searches(grid: &Grid, cap: u64) -> u64 {
    let limits = SearchLimits { searches: cap, ..SearchLimits::NONE };
    search(grid, limits).searches.min(cap)
}

struct DfsSearch {
    /// The digits that each house lacks.
    missing: [DigitSet; House::ALL.len()],
    grid: Grid,
    empty: Vec<Cell>,
    limits: SearchLimits,
    found: DfsResult,
}

impl DfsSearch {
    /// Fills the empty cells from index `depth` on. Returns false once a limit is reached.
    fn fill_from(&mut self, depth: usize) -> bool {
        let Some(&cell) = self.empty.get(depth) else {
            let solution = Solution::try_from(self.grid).expect("every digit kept the rules");
            self.found.solutions.push(solution);
            return self.found.solutions.len() < self.limits.solutions;
        };
        self.found.searches += 9;
        if self.found.searches >= self.limits.searches {
            return false;
        }
        for digit in Digit::ALL {
            if self.is_allowed(cell, digit) {
                self.place(cell, digit);
                let can_continue = self.fill_from(depth + 1);
                self.remove(cell, digit);
                if !can_continue {
                    return false;
                }
            }
        }
        true
    }

    fn is_allowed(&self, cell: Cell, digit: Digit) -> bool {
        cell.houses().iter().all(|house| self.missing[house.index()].contains(digit))
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell] = Some(digit);
        cell.houses().iter().for_each(|house| self.missing[house.index()].remove(digit));
    }

    fn remove(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell] = None;
        for house in cell.houses() {
            self.missing[house.index()].insert(digit);
        }
    }
}
