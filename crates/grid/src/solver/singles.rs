//! Singles of all houses and cells at once, on [boards](super::board): what a person places without
//! any other technique.

use super::board::Board;
use super::lanes::Lanes;
#[cfg(not(target_arch = "aarch64"))]
use super::lanes::PortableLanes as Always;
#[cfg(target_arch = "aarch64")]
use super::lanes::neon::NeonLanes as Always;
#[cfg(target_arch = "x86_64")]
use super::lanes::x86::{self, Avx2Lanes};
use super::simd_board::SimdBoard;
use crate::grid::{Cell, CellSet, Digit, Grid};

/// The kinds of singles that are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SingleKinds {
    /// The only places of digits in houses.
    Hidden,
    /// The only candidates of cells, too.
    All,
}

/// The candidates of a grid in which singles are placed.
#[derive(Clone, Debug)]
pub struct SinglesBoard {
    /// The candidates, with the digits of filled cells.
    left: Board,
    /// The digits of filled cells.
    filled: Board,
}

/// The board without any digit.
const NO_DIGITS: Board = Board([[0; 4]; 3]);

/// A board that no digits fill: the highest bit of a lane stands for none.
const UNREACHABLE: Board = Board([[1 << 63; 4]; 3]);

impl SinglesBoard {
    /// Begins with the givens of a puzzle.
    pub fn new(givens: &Grid) -> Self {
        Self { left: Board::from_grid(givens), filled: NO_DIGITS }
    }

    /// Places singles until none is open. Returns true if every cell is filled.
    pub fn fill(&mut self, kinds: SingleKinds) -> bool {
        self.fill_towards(kinds, &UNREACHABLE);
        self.left.0 == self.filled.0
    }

    /// Places singles until these cells have these digits, or until none is open. Returns true if
    /// the cells have the digits.
    pub fn fill_until(
        &mut self,
        kinds: SingleKinds,
        digits: impl Iterator<Item = (Cell, Digit)>,
    ) -> bool {
        let mut wanted = NO_DIGITS;
        for (cell, digit) in digits {
            let (lane, bit) = wanted.lane_mut(cell, digit);
            *lane |= bit;
        }
        self.fill_towards(kinds, &wanted)
    }

    fn fill_towards(&mut self, kinds: SingleKinds, wanted: &Board) -> bool {
        let naked = kinds == SingleKinds::All;
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx512() {
            // SAFETY: the processor has the instructions of the function; the same holds below.
            return unsafe { with_avx512(self, naked, wanted) };
        }
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx2() {
            return unsafe { with_avx2(self, naked, wanted) };
        }
        place_singles::<Always>(self, naked, wanted)
    }

    /// Places a digit that is a candidate of an empty cell. The next singles remove what it
    /// excludes.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.left.add_given(cell, digit);
    }

    /// Removes a digit from cells. Those that are filled must have another one.
    pub fn remove(&mut self, digit: Digit, cells: CellSet) {
        for cell in cells {
            let (lane, bit) = self.left.lane_mut(cell, digit);
            *lane &= !bit;
        }
    }

    /// Returns the columns of a row, as bits, whose empty cells have a digit as a candidate.
    pub fn open_columns(&self, row: usize, digit: Digit) -> u16 {
        self.left.columns(row, digit) & !self.filled_columns(row, digit)
    }

    /// Returns the column of a row, as a bit, in which a digit stands; 0 if it stands in none.
    pub fn filled_columns(&self, row: usize, digit: Digit) -> u16 {
        self.filled.columns(row, digit)
    }
}

/// Places singles. Returns true if the wanted digits are placed.
#[inline(always)]
fn place_singles<L: Lanes>(board: &mut SinglesBoard, naked: bool, wanted: &Board) -> bool {
    let wanted = SimdBoard::<L>::new(wanted);
    let mut left = SimdBoard::<L>::new(&board.left);
    loop {
        let singles = left.singles(naked);
        let has_all = singles.has_all_of(wanted);
        let next = left.with_singles(singles);
        if has_all || next.has_all_of(left) {
            (board.left, board.filled) = (next.board(), singles.board());
            return has_all;
        }
        left = next;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn with_avx2(board: &mut SinglesBoard, naked: bool, wanted: &Board) -> bool {
    place_singles::<Avx2Lanes>(board, naked, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl,popcnt,bmi1")]
fn with_avx512(board: &mut SinglesBoard, naked: bool, wanted: &Board) -> bool {
    place_singles::<Avx2Lanes>(board, naked, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{DigitSet, House};
    use crate::solver::lanes::PortableLanes;

    type Way = fn(&mut SinglesBoard, bool, &Board) -> bool;

    /// Returns every implementation that this processor can run.
    fn ways() -> Vec<Way> {
        let mut ways: Vec<Way> = vec![place_singles::<PortableLanes>];
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: each implementation runs only if the processor supports it.
            if x86::has_avx2() {
                ways.push(|board, naked, wanted| unsafe { with_avx2(board, naked, wanted) });
            }
            if x86::has_avx512() {
                ways.push(|board, naked, wanted| unsafe { with_avx512(board, naked, wanted) });
            }
        }
        ways
    }

    fn candidates(grid: &Grid, cell: Cell) -> DigitSet {
        let seen: DigitSet = cell.peers().iter().filter_map(|peer| grid[*peer]).collect();
        if grid[cell].is_some() { DigitSet::EMPTY } else { seen.complement() }
    }

    /// Returns the singles that a look at each cell and each house finds.
    fn open_singles(grid: &Grid, kinds: SingleKinds) -> Vec<(Cell, Digit)> {
        let mut singles = Vec::new();
        for cell in grid.empty().filter(|_| kinds == SingleKinds::All) {
            let own = candidates(grid, cell);
            singles.extend(own.filter(|_| own.len() == 1).map(|digit| (cell, digit)));
        }
        for house in House::ALL {
            for digit in Digit::ALL {
                let has = |cell: &&Cell| candidates(grid, **cell).contains(digit);
                let places: Vec<&Cell> = house.cells().iter().filter(has).collect();
                singles.extend(places.iter().filter(|_| places.len() == 1).map(|c| (**c, digit)));
            }
        }
        singles
    }

    fn slowly_filled(givens: &Grid, kinds: SingleKinds) -> Grid {
        let mut grid = *givens;
        loop {
            let singles = open_singles(&grid, kinds);
            if singles.is_empty() {
                return grid;
            }
            singles.into_iter().for_each(|(cell, digit)| grid[cell] = Some(digit));
        }
    }

    fn assert_shows(board: &SinglesBoard, grid: &Grid) {
        for row in 0..9 {
            for digit in Digit::ALL {
                let (mut open, mut filled) = (0, 0);
                for (column, cell) in House::row(row).cells().iter().enumerate() {
                    open |= u16::from(candidates(grid, *cell).contains(digit)) << column;
                    filled |= u16::from(grid[*cell] == Some(digit)) << column;
                }
                let found = (board.open_columns(row, digit), board.filled_columns(row, digit));
                assert_eq!(found, (open, filled), "{grid} row {row} {digit}");
            }
        }
    }

    /// Returns puzzles of 24 to 40 givens, some of which singles finish.
    fn puzzles() -> Vec<Grid> {
        let mut puzzles = Vec::new();
        for (turn, solution) in Grid::EMPTY.solutions(60).into_iter().enumerate() {
            let mut grid = Grid::from(solution);
            for step in 0..Cell::COUNT {
                let cell = Cell::ALL[(step * 31 + turn * 7) % Cell::COUNT];
                let digit = grid[cell].take();
                if grid.solution_count(2) > 1 {
                    grid[cell] = digit;
                } else if grid.filled_count() < 41 {
                    puzzles.push(grid);
                }
            }
        }
        puzzles
    }

    #[test]
    fn singles_are_those_of_each_cell_and_house() {
        let mut counts = [[0; 2]; 2];
        for givens in puzzles() {
            for (i, kinds) in [SingleKinds::Hidden, SingleKinds::All].into_iter().enumerate() {
                let expected = slowly_filled(&givens, kinds);
                let is_full = expected.filled_count() == Cell::COUNT;
                for way in ways() {
                    let mut board = SinglesBoard::new(&givens);
                    assert!(!way(&mut board, kinds == SingleKinds::All, &UNREACHABLE));
                    assert_shows(&board, &expected);
                }
                assert_eq!(SinglesBoard::new(&givens).fill(kinds), is_full, "{givens}");
                counts[i][usize::from(is_full)] += 1;
            }
        }
        assert!(counts.as_flattened().iter().all(|count| *count > 50), "{counts:?}");
    }

    #[test]
    fn wanted_digits_end_the_filling() {
        let (mut reached, mut not) = (0, 0);
        for givens in puzzles() {
            let solution = givens.first_solution(u64::MAX).expect("a puzzle has one");
            for (turn, kinds) in [SingleKinds::Hidden, SingleKinds::All].into_iter().enumerate() {
                let end = slowly_filled(&givens, kinds);
                let wanted: Vec<Cell> = givens.empty().skip(turn).step_by(11).collect();
                let expected = wanted.iter().all(|cell| end[*cell].is_some());
                let digits = wanted.iter().map(|cell| (*cell, solution[*cell]));
                let mut board = SinglesBoard::new(&givens);
                assert_eq!(board.fill_until(kinds, digits), expected, "{givens}");
                *(if expected { &mut reached } else { &mut not }) += 1;
                // What is left to fill leads to the same end.
                board.fill(kinds);
                assert_shows(&board, &end);
            }
        }
        assert!(reached > 100 && not > 100, "{reached} {not}");
    }

    #[test]
    fn placing_and_removing_lead_on() {
        let mut finished = 0;
        for givens in puzzles() {
            let solution = givens.first_solution(u64::MAX).expect("a puzzle has one");
            let mut board = SinglesBoard::new(&givens);
            if board.fill(SingleKinds::All) {
                continue;
            }
            let end = slowly_filled(&givens, SingleKinds::All);
            let cell = end.empty().next().expect("it is not full");
            let mut more = end;
            more[cell] = Some(solution[cell]);
            let expected = slowly_filled(&more, SingleKinds::All);
            let mut placed = board.clone();
            placed.place(cell, solution[cell]);
            placed.fill(SingleKinds::All);
            assert_shows(&placed, &expected);
            for digit in candidates(&end, cell).filter(|digit| *digit != solution[cell]) {
                board.remove(digit, CellSet::singleton(cell));
            }
            board.fill(SingleKinds::All);
            assert_shows(&board, &expected);
            finished += usize::from(expected.filled_count() == Cell::COUNT);
        }
        assert!(finished > 20, "{finished}");
    }
}
