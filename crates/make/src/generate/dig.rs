//! The digging of holes (paper 5.2.2): cells are emptied in an order, as long as the bounds hold
//! and the puzzle has one solution.

use super::unavoidable::UnavoidableSets;
use grid::{Board, Cell, DigitSet, EmptyCells, Grid, Solution, Symmetry};

/// The minimum numbers of givens that digging must leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The minimum number of givens.
    pub givens: usize,
    /// The minimum number of givens in every row and column.
    pub row_col_min: usize,
    /// The minimum number of givens in every block. The paper has no such bound.
    pub block_min: usize,
}

/// Digs holes in a solution: tries to empty every cell once, in this order. Under a symmetry, tries
/// the cells of an orbit together when the first of them comes up. The result has exactly one
/// solution, the given one.
pub fn dig(
    solution: &Solution,
    order: &[Cell; Cell::COUNT],
    symmetry: Symmetry,
    bounds: Bounds,
) -> Grid {
    let mut dig = Digger::new(solution, bounds);
    let mut tried = [false; Cell::COUNT];
    for &cell in order {
        if dig.givens == bounds.givens {
            break;
        }
        if tried[cell.index()] {
            continue;
        }
        let orbit = symmetry.orbit(cell);
        orbit.iter().for_each(|cell| tried[cell.index()] = true);
        // The cells are emptied one by one. If the puzzle is ambiguous without some of them, it is
        // ambiguous without all of them.
        for (i, &cell) in orbit.iter().enumerate() {
            dig.empty(cell);
            if !dig.is_within_bounds(cell, bounds) || dig.is_ambiguous_at(cell) {
                orbit[..=i].iter().for_each(|&cell| dig.fill(cell));
                break;
            }
        }
    }
    dig.grid
}

/// A grid that is being dug, with up-to-date counts.
struct Digger<'a> {
    solution: &'a Solution,
    grid: Grid,
    board: Board,
    empty_cells: EmptyCells,
    givens: usize,
    /// The digits given in each house.
    given: [DigitSet; 27],
    /// The unavoidable sets, from [`SEEK_UNAVOIDABLE`] givens on, if digging goes deep.
    unavoidable: Option<UnavoidableSets>,
    goes_deep: bool,
}

/// The number of givens at which unavoidable sets are computed. Before that, few cells are
/// rejected.
const SEEK_UNAVOIDABLE: usize = 42;
/// The bound on givens below which unavoidable sets save time.
const DEEP_GIVENS: usize = 31;

impl<'a> Digger<'a> {
    fn new(solution: &'a Solution, bounds: Bounds) -> Self {
        let grid = Grid::from(*solution);
        Self {
            solution,
            grid,
            board: Board::from_grid(&grid),
            empty_cells: EmptyCells::default(),
            givens: Cell::COUNT,
            given: [DigitSet::FULL; 27],
            unavoidable: None,
            goes_deep: bounds.givens < DEEP_GIVENS,
        }
    }

    fn empty(&mut self, cell: Cell) {
        self.grid[cell] = None;
        self.empty_cells.toggle(cell);
        self.board.remove_given(cell, self.solution[cell]);
        self.givens -= 1;
        for house in cell.houses() {
            self.given[house.index()].remove(self.solution[cell]);
        }
        if let Some(sets) = &mut self.unavoidable {
            sets.flip(cell, self.solution[cell]);
        } else if self.givens == SEEK_UNAVOIDABLE && self.goes_deep {
            let mut sets = UnavoidableSets::find(self.solution);
            self.grid.filled().for_each(|(cell, digit)| sets.flip(cell, digit));
            self.unavoidable = Some(sets);
        }
    }

    fn fill(&mut self, cell: Cell) {
        self.grid[cell] = Some(self.solution[cell]);
        self.empty_cells.toggle(cell);
        self.board.add_given(cell, self.solution[cell]);
        self.givens += 1;
        for house in cell.houses() {
            self.given[house.index()].insert(self.solution[cell]);
        }
        if let Some(sets) = &mut self.unavoidable {
            sets.flip(cell, self.solution[cell]);
        }
    }

    /// Returns true if the bounds hold after this cell was emptied.
    fn is_within_bounds(&self, cell: Cell, bounds: Bounds) -> bool {
        let [row, column, block] = cell.houses();
        self.givens >= bounds.givens
            && self.given[row.index()].len() >= bounds.row_col_min
            && self.given[column.index()].len() >= bounds.row_col_min
            && self.given[block.index()].len() >= bounds.block_min
    }

    /// Returns true if the puzzle, which was unique before this cell was emptied, has a second
    /// solution now. While there are many givens, most cells are singles and need no search.
    fn is_ambiguous_at(&self, cell: Cell) -> bool {
        let digit = self.solution[cell];
        let is_naked_single = self.digits_of_peers(cell).len() == 8;
        if is_naked_single || self.board.is_hidden_single(cell, digit, &self.empty_cells) {
            return false;
        }
        let lost = self.unavoidable.as_ref().is_some_and(|sets| sets.is_unhit(cell, digit));
        lost || self.board.has_alternative(cell, digit)
    }

    /// Returns the digits given among the peers of an empty cell.
    fn digits_of_peers(&self, cell: Cell) -> DigitSet {
        let [row, column, block] = cell.houses();
        let lines = self.given[row.index()].union(self.given[column.index()]);
        lines.union(self.given[block.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use grid::Digit;

    /// Returns true if the givens leave the digit no other cell in one of three houses. Looks at
    /// cell after cell.
    fn is_hidden_single(dig: &Digger<'_>, cell: Cell, digit: Digit) -> bool {
        cell.houses().iter().any(|house| {
            house.cells().iter().all(|&other| {
                other == cell
                    || dig.grid[other].is_some()
                    || dig.digits_of_peers(other).contains(digit)
            })
        })
    }

    #[test]
    fn hidden_singles_of_bit_boards_are_those_of_cells() {
        let mut rng = Seed(1).stream_at(0);
        let (mut single, mut not) = (0, 0);
        for solution in Grid::EMPTY.solutions(20) {
            let mut dig = Digger::new(&solution, Bounds::default());
            let mut cells = Cell::ALL;
            rng.shuffle(&mut cells);
            for cell in cells {
                dig.empty(cell);
                let expected = is_hidden_single(&dig, cell, solution[cell]);
                let found = dig.board.is_hidden_single(cell, solution[cell], &dig.empty_cells);
                assert_eq!(found, expected, "{} {cell}", dig.grid);
                *(if found { &mut single } else { &mut not }) += 1;
            }
        }
        assert!(single > 100 && not > 100, "{single} {not}");
    }
}
