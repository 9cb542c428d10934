//! The fast solver: depth-first search on [boards](super::board), with the widest registers that
//! the processor has.

use super::board::{Board, SolvedBoard, choose_branch_cell};
use super::lanes::Lanes;
#[cfg(not(target_arch = "aarch64"))]
use super::lanes::PortableLanes as Always;
#[cfg(target_arch = "aarch64")]
use super::lanes::neon::NeonLanes as Always;
use super::simd_board::{Propagation, SimdBoard};
#[cfg(target_arch = "x86_64")]
use super::{lanes::x86, lanes::x86::Avx2Lanes, read_avx2};
use crate::grid::{Cell, Digit, Grid, Solution};
use arrayvec::ArrayVec;

impl Board {
    /// Reads a grid. The search finds the eliminations of the givens.
    pub fn from_grid(grid: &Grid) -> Self {
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx2() {
            // SAFETY: the processor has AVX2.
            return unsafe { read_avx2::board(grid) };
        }
        Self::from_grid_portable(grid)
    }

    /// Returns true if there is a solution in which this empty cell has a digit other than this
    /// one. This is the paper's proof by contradiction (5.2.2): without such a solution, a puzzle
    /// that is unique with the digit as a given is unique without it. Takes some microseconds.
    pub fn has_alternative(self, cell: Cell, digit: Digit) -> bool {
        self.solved_without(cell, digit).is_some()
    }

    /// Returns a solution in which this empty cell has a digit other than this one.
    pub fn alternative(self, cell: Cell, digit: Digit) -> Option<Solution> {
        self.solved_without(cell, digit).map(|solved| solved.solution())
    }

    #[inline]
    fn solved_without(mut self, cell: Cell, digit: Digit) -> Option<SolvedBoard> {
        let (lane, bit) = self.lane_mut(cell, digit);
        *lane &= !bit;
        find_any(&self)
    }
}

/// Visits the solutions of a board, always in the same order, until `each` returns false or the
/// search has visited `nodes` nodes of its tree. Returns the number of nodes left.
pub(super) fn search(board: &Board, nodes: u64, each: impl FnMut(SolvedBoard) -> bool) -> u64 {
    search_in(true, board, nodes, each)
}

/// Visits the solutions of a board in any order until `each` returns false. Saves time by splitting
/// boards before propagation is complete, and by choosing branching cells with care if a search is
/// hard. Returns the number of nodes of its tree that it has visited.
pub(super) fn search_freely(board: &Board, each: impl FnMut(SolvedBoard) -> bool) -> u64 {
    u64::MAX - search_in(false, board, u64::MAX, each)
}

/// Returns a solution of a board, if there is one.
fn find_any(board: &Board) -> Option<SolvedBoard> {
    let mut found = None;
    search_freely(board, |solved| {
        found = Some(solved);
        false
    });
    found
}

#[inline(always)]
fn search_in(
    settled: bool,
    board: &Board,
    nodes: u64,
    each: impl FnMut(SolvedBoard) -> bool,
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if x86::has_avx512() {
        // SAFETY: the processor has the instructions of the function; the same holds below.
        return unsafe { with_avx512::search(settled, board, nodes, each) };
    }
    #[cfg(target_arch = "x86_64")]
    if x86::has_avx2() {
        return unsafe { with_avx2::search(settled, board, nodes, each) };
    }
    always::search(settled, board, nodes, each)
}

/// The number of open cells that makes a search hard, if propagation ends with as many or more. Few
/// grids with several solutions have so many.
const HARD_OPEN_CELLS: u32 = 56;

/// The number of contradictions that makes a search hard.
const HARD_CONTRADICTIONS: u32 = 2;

/// A search that is under way, on one kind of registers.
struct BoardSearch<L> {
    /// The boards that are still to be searched. Each has one digit less placed than the next, so
    /// there are never more boards than cells.
    boards: ArrayVec<SimdBoard<L>, { Cell::COUNT }>,
    nodes: u64,
    /// True if propagation completes before a board is split.
    settled: bool,
    /// The number of contradictions until the search is hard, so that branching cells are worth a
    /// careful choice; 0 if it is.
    until_hard: u32,
}

impl<L: Lanes> BoardSearch<L> {
    #[inline(always)]
    fn new(settled: bool, board: &Board, nodes: u64) -> Self {
        let mut boards = ArrayVec::new();
        boards.push(SimdBoard::new(board));
        Self { boards, nodes, settled, until_hard: HARD_CONTRADICTIONS }
    }

    /// Returns the next solution, if there is one within the nodes that are left.
    #[inline(always)]
    fn next(&mut self) -> Option<SolvedBoard> {
        while let Some(mut board) = self.boards.pop() {
            loop {
                self.nodes = self.nodes.checked_sub(1)?;
                match board.propagate(self.settled) {
                    Propagation::Open(all, pairs) => {
                        let [first, last, ..] = all.get();
                        if first.count_ones() + last.count_ones() >= HARD_OPEN_CELLS {
                            self.until_hard = 0;
                        }
                        let cell = if self.until_hard == 0 && !self.settled {
                            board.choose_hard(all, pairs)
                        } else {
                            let [first, last, ..] = if pairs.is_zero() { all } else { pairs }.get();
                            choose_branch_cell(first, last)
                        };
                        self.boards.push(board.split(cell));
                    }
                    Propagation::Full => return Some(board.solved()),
                    Propagation::Contradiction => break,
                }
            }
            self.until_hard = self.until_hard.saturating_sub(1);
        }
        None
    }
}

/// Defines the search on one kind of registers. The loop is a function of its own, independent of
/// `each`. So it is compiled once, and boards stay in registers from node to node.
macro_rules! search_on {
    ($way:ident, $Lanes:ty $(, $features:literal)?) => {
        mod $way {
            use super::*;

            $(#[target_feature(enable = $features)])?
            pub(super) fn search(
                settled: bool,
                board: &Board,
                nodes: u64,
                mut each: impl FnMut(SolvedBoard) -> bool,
            ) -> u64 {
                let mut walk = BoardSearch::new(settled, board, nodes);
                while let Some(solved) = next(&mut walk) {
                    if !each(solved) {
                        break;
                    }
                }
                walk.nodes
            }

            $(#[target_feature(enable = $features)])?
            fn next(walk: &mut BoardSearch<$Lanes>) -> Option<SolvedBoard> {
                walk.next()
            }
        }
    };
}

search_on!(always, Always);
#[cfg(target_arch = "x86_64")]
search_on!(with_avx2, Avx2Lanes, "avx2,popcnt,bmi1");
#[cfg(target_arch = "x86_64")]
search_on!(with_avx512, Avx2Lanes, "avx2,avx512f,avx512vl,popcnt,bmi1");
#[cfg(test)]
search_on!(portable, super::super::lanes::PortableLanes);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lanes::PortableLanes;
    use crate::solver::{SearchLimits, dfs, mrv};

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    type Each<'a> = &'a mut dyn FnMut(SolvedBoard) -> bool;
    type Way = fn(bool, &Board, u64, Each<'_>) -> u64;

    /// Returns every implementation that this processor can run.
    fn ways() -> Vec<Way> {
        let mut ways: Vec<Way> = vec![
            |settled, at, nodes, each| portable::search(settled, at, nodes, each),
            |settled, at, nodes, each| search_in(settled, at, nodes, each),
        ];
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: each implementation runs only if the processor supports it.
            if x86::has_avx2() {
                ways.push(|settled, at, nodes, each| unsafe {
                    with_avx2::search(settled, at, nodes, each)
                });
            }
            if x86::has_avx512() {
                ways.push(|settled, at, nodes, each| unsafe {
                    with_avx512::search(settled, at, nodes, each)
                });
            }
        }
        ways
    }

    /// Returns the first solutions in the order in which the search finds them, and the nodes left.
    fn walked(way: Way, settled: bool, grid: &Grid, nodes: u64) -> (Vec<Solution>, u64) {
        let mut found = Vec::new();
        let left = way(settled, &Board::from_grid(grid), nodes, &mut |solved| {
            found.push(solved.solution());
            found.len() < 20
        });
        (found, left)
    }

    /// Returns grids of 1 to 21 digits with more and more solutions, some legal and some not; and
    /// puzzles.
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
        for solution in Grid::EMPTY.solutions(6) {
            for step in 2..5 {
                let mut grid = Grid::from(solution);
                Cell::ALL.iter().filter(|c| c.index() % step != 0).for_each(|&c| grid[c] = None);
                grids.push(grid);
            }
        }
        grids
    }

    /// A seed gives the same puzzles on any processor only if all implementations find the same
    /// solutions in the same order after the same number of nodes.
    #[test]
    fn every_kind_of_registers_walks_the_same_way() {
        let ways = ways();
        for grid in grids() {
            for nodes in [1, 5, 50, 5_000] {
                for settled in [true, false] {
                    let expected = walked(ways[0], settled, &grid, nodes);
                    for &way in &ways[1..] {
                        assert_eq!(expected, walked(way, settled, &grid, nodes), "{grid} {nodes}");
                    }
                }
            }
        }
        assert_eq!(walked(ways[0], true, &Grid::EMPTY, 5_000).0.len(), 20);
    }

    /// Compares with complete propagation and with the plain solver; the order may differ.
    #[test]
    fn boards_that_are_not_settled_find_all_solutions() {
        let mut counts = [0; 3];
        for grid in grids().into_iter().chain([PUZZLE.parse().expect("81 cells")]) {
            // Grids that take long are left out.
            let (mut expected, left) = walked(ways()[0], true, &grid, 5_000);
            if left == 0 || expected.len() == 20 {
                continue;
            }
            expected.sort_by_key(|solution| solution.to_string());
            assert_eq!(expected, dfs::search(&grid, SearchLimits::NONE).solutions, "{grid}");
            for way in ways() {
                let (mut found, _) = walked(way, false, &grid, u64::MAX);
                found.sort_by_key(|solution| solution.to_string());
                assert_eq!(found, expected, "{grid}");
            }
            assert_eq!(
                find_any(&Board::from_grid(&grid)).is_some(),
                !expected.is_empty(),
                "{grid}"
            );
            counts[expected.len().min(2)] += 1;
        }
        assert!(counts.into_iter().all(|count| count > 0), "{counts:?}");
    }

    /// Removes givens in some order from the solution of a grid, as long as the plain solver finds
    /// no second solution.
    fn minimal(solution: Solution, order: usize) -> Grid {
        let mut grid = Grid::from(solution);
        for i in 0..Cell::COUNT {
            let cell = Cell::ALL[(i * 31 + order * 7) % Cell::COUNT];
            let digit = grid[cell].take();
            if mrv::search(&grid, 2).solutions.len() == 2 {
                grid[cell] = digit;
            }
        }
        grid
    }

    /// Compares with the plain solver: minimal puzzles, and the same with one given less. Both
    /// reasons for a careful choice must occur.
    #[test]
    fn hard_searches_find_all_solutions() {
        let (mut hard_at_once, mut hard_later, mut several) = (0, 0, 0);
        for (i, solution) in Grid::EMPTY.solutions(60).into_iter().enumerate() {
            let puzzle = minimal(solution, i);
            let mut less = puzzle;
            less[puzzle.filled().next().expect("it has givens").0] = None;
            for grid in [puzzle, less] {
                let mut expected = mrv::search(&grid, 1_000).solutions;
                if expected.len() == 1_000 {
                    continue;
                }
                let board = Board::from_grid(&grid);
                let mut first = BoardSearch::<PortableLanes>::new(false, &board, 1);
                first.next();
                let mut whole = BoardSearch::<PortableLanes>::new(false, &board, u64::MAX);
                while whole.next().is_some() {}
                let is_hard = whole.until_hard == 0;
                hard_at_once += usize::from(first.until_hard == 0);
                hard_later += usize::from(is_hard && first.until_hard > 0);
                several += usize::from(is_hard && expected.len() > 1);
                expected.sort_by_key(|solution| solution.to_string());
                for way in ways() {
                    let mut found = Vec::new();
                    way(false, &board, u64::MAX, &mut |solved| {
                        found.push(solved.solution());
                        true
                    });
                    found.sort_by_key(|solution| solution.to_string());
                    assert_eq!(found, expected, "{grid}");
                }
            }
        }
        let counts = [hard_at_once, hard_later, several];
        assert!(counts.into_iter().all(|count| count > 4), "{counts:?}");
    }

    #[test]
    fn a_grid_is_read_the_same_way_with_all_cells_at_once() {
        for grid in grids() {
            let judged = Board::from_grid_portable(&grid).0;
            assert_eq!(Board::from_grid(&grid).0, judged, "{grid}");
            // `from_grid` may use this implementation or not; test it in any case.
            #[cfg(target_arch = "x86_64")]
            if x86::has_avx2() {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { read_avx2::board(&grid) }.0, judged, "{grid}");
            }
        }
    }

    #[test]
    fn giving_and_taking_a_digit_leaves_the_position_as_it_was() {
        let grid: Grid = PUZZLE.parse().expect("81 cells");
        let mut board = Board::EMPTY;
        for (cell, digit) in grid.filled() {
            board.add_given(cell, digit);
        }
        assert_eq!(board.0, Board::from_grid(&grid).0);
        for (cell, digit) in grid.filled() {
            board.remove_given(cell, digit);
        }
        assert_eq!(board.0, Board::EMPTY.0);
    }
}
