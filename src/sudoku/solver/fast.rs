//! The fast solver: depth-first search on [boards](super::board), with the widest registers that the
//! processor has.

use super::board::{Board, Position, Settled, Solved};
#[cfg(not(target_arch = "aarch64"))]
use super::lanes::Portable as Always;
#[cfg(target_arch = "aarch64")]
use super::lanes::neon::Twice as Always;
use super::pairs::Pairs;
#[cfg(target_arch = "x86_64")]
use super::{lanes::x86, nine, nine::Nine, read};
use crate::sudoku::grid::{Cell, Digit, Grid};
use std::mem::MaybeUninit;

/// No limit of rounds: a board is settled before it is split.
const SETTLED: u32 = u32::MAX;

/// The number of rounds after which a board is split where only the existence of a solution matters.
const HASTY: u32 = 3;

impl Position {
    /// The position with these givens. What they eliminate is found by the search.
    pub fn of(grid: &Grid) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(position) = nine::position(grid) {
            return position;
        }
        #[cfg(target_arch = "x86_64")]
        if x86::detected() {
            // SAFETY: the processor has AVX2.
            return unsafe { read::position(grid) };
        }
        Self::read(grid)
    }

    /// Whether there is a solution in which this empty cell has another digit than this one. This
    /// is the paper's proof by contradiction (5.2.2): if there is none, a puzzle that was unique
    /// with the digit as a given is unique without it. Takes some microseconds.
    pub fn has_other(mut self, cell: Cell, digit: Digit) -> bool {
        let (lane, bit) = self.lane(cell, digit);
        *lane &= !bit;
        has_any(&self)
    }
}

/// Visits the solutions of a position, always in the same order, until `each` returns false or
/// `nodes` nodes of the search tree were visited. Returns how many nodes were left.
pub(super) fn search(position: &Position, nodes: u64, each: impl FnMut(Solved) -> bool) -> u64 {
    search_in(SETTLED, position, nodes, each)
}

/// Whether a position has a solution. Boards are split before they are settled, which saves time where
/// most positions have one.
pub(super) fn has_any(position: &Position) -> bool {
    let mut found = false;
    search_in(HASTY, position, u64::MAX, |_| {
        found = true;
        false
    });
    found
}

#[inline(always)]
fn search_in(
    rounds: u32,
    position: &Position,
    nodes: u64,
    each: impl FnMut(Solved) -> bool,
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if nine::detected() {
        // SAFETY: the processor has the instructions of the function; so below.
        return unsafe { with_nine::search(rounds, position, nodes, each) };
    }
    #[cfg(target_arch = "x86_64")]
    if x86::detected() {
        return unsafe { with_avx2::search(rounds, position, nodes, each) };
    }
    always::search(rounds, position, nodes, each)
}

/// A search on a kind of boards: what is left of it.
struct Walk<B> {
    /// Each has one digit less placed than the next, so there are never more than cells.
    boards: [MaybeUninit<B>; Cell::COUNT],
    len: usize,
    nodes: u64,
    /// After how many rounds a board is split.
    rounds: u32,
}

impl<B: Board> Walk<B> {
    #[inline(always)]
    fn new(rounds: u32, position: &Position, nodes: u64) -> Self {
        let mut boards = [const { MaybeUninit::uninit() }; Cell::COUNT];
        boards[0].write(B::new(position));
        Self { boards, len: 1, nodes, rounds }
    }

    /// The next solution, if there is one in the nodes that are left.
    #[inline(always)]
    fn next(&mut self) -> Option<Solved> {
        while self.len > 0 {
            self.len -= 1;
            // SAFETY: written where `len` was raised.
            let mut board = unsafe { self.boards[self.len].assume_init() };
            loop {
                self.nodes = self.nodes.checked_sub(1)?;
                match board.settle(self.rounds) {
                    Settled::Open { with, without } => {
                        self.boards[self.len].write(without);
                        self.len += 1;
                        board = with;
                    }
                    Settled::Full(solved) => return Some(solved),
                    Settled::Contradiction => break,
                }
            }
        }
        None
    }
}

/// The search on a kind of boards. Its loop is a function of its own, whatever is done with the solutions: so it is compiled
/// once, and boards stay in registers from node to node.
macro_rules! search_on {
    ($way:ident, $Board:ty $(, $features:literal)?) => {
        mod $way {
            use super::*;

            $(#[target_feature(enable = $features)])?
            pub(super) fn search(
                rounds: u32,
                position: &Position,
                nodes: u64,
                mut each: impl FnMut(Solved) -> bool,
            ) -> u64 {
                let mut walk = Walk::new(rounds, position, nodes);
                while let Some(solved) = next(&mut walk) {
                    if !each(solved) {
                        break;
                    }
                }
                walk.nodes
            }

            $(#[target_feature(enable = $features)])?
            fn next(walk: &mut Walk<$Board>) -> Option<Solved> {
                walk.next()
            }
        }
    };
}

search_on!(always, Pairs<Always>);
#[cfg(target_arch = "x86_64")]
search_on!(with_avx2, Pairs<x86::Wide>, "avx2,popcnt,bmi1");
#[cfg(target_arch = "x86_64")]
search_on!(with_nine, Nine, "avx2,avx512f,avx512vl,avx512vbmi,popcnt,bmi1");
#[cfg(test)]
search_on!(portable, Pairs<crate::sudoku::solver::lanes::Portable>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::grid::Solution;

    type Each<'a> = &'a mut dyn FnMut(Solved) -> bool;
    type Way = fn(u32, &Position, u64, Each<'_>) -> u64;

    /// Every way that this processor has.
    fn ways() -> Vec<Way> {
        let mut ways: Vec<Way> = vec![
            |rounds, at, nodes, each| portable::search(rounds, at, nodes, each),
            |rounds, at, nodes, each| search_in(rounds, at, nodes, each),
        ];
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: the processor was asked; so for all.
            if x86::detected() {
                ways.push(|rounds, at, nodes, each| unsafe {
                    with_avx2::search(rounds, at, nodes, each)
                });
            }
            if nine::detected() {
                ways.push(|rounds, at, nodes, each| unsafe {
                    with_nine::search(rounds, at, nodes, each)
                });
            }
        }
        ways
    }

    /// The first solutions in the order in which they are found, and the nodes that were left.
    fn walked(way: Way, grid: &Grid, nodes: u64) -> (Vec<Solution>, u64) {
        let mut found = Vec::new();
        let left = way(SETTLED, &Position::of(grid), nodes, &mut |solved| {
            found.push(solved.solution());
            found.len() < 20
        });
        (found, left)
    }

    /// Grids of 1 to 21 digits and more and more solutions, some legal and some not; and puzzles.
    fn grids() -> Vec<Grid> {
        let mut grids = Vec::new();
        let mut grid = Grid::EMPTY;
        for (i, cell) in Cell::ALL.into_iter().enumerate().step_by(4) {
            let allowed = |&d: &Digit| cell.peers().iter().all(|&p| grid[p] != Some(d));
            let mut digits = Digit::ALL;
            digits.rotate_left(i % 9);
            grid[cell] = digits.into_iter().find(allowed);
            grids.push(grid);
            let mut twice = grid;
            twice[Cell::ALL[(i * 7 + 5) % 81]] = Some(Digit::ALL[i % 9]);
            grids.push(twice);
        }
        for solution in crate::sudoku::solver::solutions(&Grid::EMPTY, 6) {
            for step in 2..5 {
                let mut grid = Grid::from(solution);
                Cell::ALL.iter().filter(|c| c.index() % step != 0).for_each(|&c| grid[c] = None);
                grids.push(grid);
            }
        }
        grids
    }

    /// The same puzzles from the same seeds on any processor: every way finds the same solutions in
    /// the same order after the same number of nodes.
    #[test]
    fn every_kind_of_registers_walks_the_same_way() {
        let ways = ways();
        for grid in grids() {
            for nodes in [1, 5, 50, 5_000] {
                let expected = walked(ways[0], &grid, nodes);
                for &way in &ways[1..] {
                    assert_eq!(expected, walked(way, &grid, nodes), "{grid} {nodes}");
                }
            }
        }
        assert_eq!(walked(ways[0], &Grid::EMPTY, 5_000).0.len(), 20);
    }

    #[test]
    fn hasty_boards_find_a_solution_where_settled_ones_do() {
        let settled = ways()[0];
        let mut with = 0;
        for grid in grids() {
            // Grids that take long are left out.
            let (found, left) = walked(settled, &grid, 5_000);
            if left > 0 {
                with += usize::from(!found.is_empty());
                for (way, rounds) in ways().iter().flat_map(|way| [(way, 1), (way, HASTY)]) {
                    let mut any = false;
                    way(rounds, &Position::of(&grid), u64::MAX, &mut |_| {
                        any = true;
                        false
                    });
                    assert_eq!(any, !found.is_empty(), "{grid}");
                }
            }
        }
        assert!(with > 10, "{with}");
    }

    #[test]
    fn a_grid_is_read_the_same_way_with_all_cells_at_once() {
        for grid in grids() {
            let judged = Position::read(&grid).0;
            assert_eq!(Position::of(&grid).0, judged, "{grid}");
            // Where `of` has a wider way, this one is asked too.
            #[cfg(target_arch = "x86_64")]
            if x86::detected() {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { read::position(&grid) }.0, judged, "{grid}");
            }
        }
    }

    #[test]
    fn giving_and_taking_a_digit_leaves_the_position_as_it_was() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = line.parse().expect("81 cells");
        let mut position = Position::EMPTY;
        for (cell, digit) in grid.filled() {
            position.put(cell, digit);
        }
        assert_eq!(position.0, Position::of(&grid).0);
        for (cell, digit) in grid.filled() {
            position.take(cell, digit);
        }
        assert_eq!(position.0, Position::EMPTY.0);
    }
}
