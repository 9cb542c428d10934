//! The paper's solver (5.1): depth first over the empty cells in reading order, digits ascending.
//! Kept plain and slow on purpose. It defines "searches", and it judges the fast solver.

use crate::grid::{Cell, Digit, DigitSet, Grid, Solution};

/// Where a search stops early.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// After so many solutions.
    pub solutions: usize,
    /// After so many digits tried.
    pub searches: u64,
}

impl Limits {
    /// Every solution, however long it takes.
    pub const NONE: Self = Self {
        solutions: usize::MAX,
        searches: u64::MAX,
    };
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Found {
    /// In ascending order of their 81 digits.
    pub solutions: Vec<Solution>,
    /// Digits tried: nine for each arrival at an empty cell, whether the rules allow them or not.
    pub searches: u64,
}

/// Searches a grid until a limit is reached or all is known. A grid whose digits already break a
/// rule has no solution, and no digit is tried.
pub fn search(grid: &Grid, limits: Limits) -> Found {
    let mut walk = Walk {
        rows: [DigitSet::FULL; 9],
        columns: [DigitSet::FULL; 9],
        blocks: [DigitSet::FULL; 9],
        grid: *grid,
        empty: grid.empty().collect(),
        limits,
        found: Found {
            solutions: Vec::new(),
            searches: 0,
        },
    };
    if grid.conflicts().next().is_none() {
        for (cell, digit) in grid.filled() {
            walk.put(cell, digit);
        }
        walk.from(0);
    }
    walk.found
}

/// The paper's third item: digits tried until all solutions are known, counted up to `cap`.
pub fn searches(grid: &Grid, cap: u64) -> u64 {
    let limits = Limits {
        searches: cap,
        ..Limits::NONE
    };
    search(grid, limits).searches.min(cap)
}

struct Walk {
    /// The digits still missing in each house.
    rows: [DigitSet; 9],
    columns: [DigitSet; 9],
    blocks: [DigitSet; 9],
    grid: Grid,
    empty: Vec<Cell>,
    limits: Limits,
    found: Found,
}

impl Walk {
    /// Fills the empty cells from the `depth`-th on; false when a limit was reached.
    fn from(&mut self, depth: usize) -> bool {
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
            if self.allows(cell, digit) {
                self.put(cell, digit);
                let go_on = self.from(depth + 1);
                self.take_back(cell, digit);
                if !go_on {
                    return false;
                }
            }
        }
        true
    }

    fn allows(&self, cell: Cell, digit: Digit) -> bool {
        self.rows[cell.row()].contains(digit)
            && self.columns[cell.column()].contains(digit)
            && self.blocks[cell.block()].contains(digit)
    }

    fn put(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell] = Some(digit);
        self.rows[cell.row()].remove(digit);
        self.columns[cell.column()].remove(digit);
        self.blocks[cell.block()].remove(digit);
    }

    fn take_back(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell] = None;
        self.rows[cell.row()].insert(digit);
        self.columns[cell.column()].insert(digit);
        self.blocks[cell.block()].insert(digit);
    }
}
