//! Search by minimum remaining values: the next cell is always the empty cell with the fewest
//! candidates, and the first in reading order among equals. The tests compare the fast solver and
//! `dfs` with it.

use crate::grid::{Cell, DigitSet, Grid, Solution};

/// The result of [`search`].
pub(super) struct MrvResult {
    /// The solutions, in the order of the search.
    pub solutions: Vec<Solution>,
    /// The number of digits placed.
    pub nodes: u64,
}

/// Returns at most `limit` solutions of a grid.
pub(super) fn search(grid: &Grid, limit: usize) -> MrvResult {
    let mut found = MrvResult { solutions: Vec::new(), nodes: 0 };
    if grid.conflicts().next().is_none() && limit > 0 {
        fill(&mut { *grid }, limit, &mut found);
    }
    found
}

fn fill(grid: &mut Grid, limit: usize, found: &mut MrvResult) {
    let next = grid.empty().min_by_key(|&cell| candidates(grid, cell).len());
    let Some(cell) = next else {
        let solution = Solution::try_from(*grid).expect("only candidates were put in");
        found.solutions.push(solution);
        return;
    };
    for digit in candidates(grid, cell) {
        found.nodes += 1;
        grid[cell] = Some(digit);
        fill(grid, limit, found);
        if found.solutions.len() == limit {
            break;
        }
    }
    grid[cell] = None;
}

fn candidates(grid: &Grid, cell: Cell) -> DigitSet {
    let mut taken = DigitSet::EMPTY;
    for &peer in cell.peers() {
        if let Some(digit) = grid[peer] {
            taken.insert(digit);
        }
    }
    taken.complement()
}
