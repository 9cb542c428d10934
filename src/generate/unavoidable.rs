//! Unavoidable sets that are cheap to find: sets of cells in which exchanging two digits, two rows
//! or two columns gives another full grid. A puzzle without a given in such a set has a second
//! solution, which so needs no search.

use crate::grid::{Cell, Solution};

/// The number of sets that contain a cell: one for each other digit, for each other row of its band,
/// and for each other column of its stack.
const SETS_OF_CELL: usize = 8 + 2 + 2;
/// The maximum number of sets of two digits or two lines: a set has at least four cells.
const MAX_OF_PAIR: u8 = 4;
/// 36 pairs of digits, nine pairs of rows, nine of columns.
const SETS: usize = (36 + 9 + 9) * MAX_OF_PAIR as usize;

/// The sets of a full grid, and the number of givens in each.
pub(super) struct Unavoidable {
    sets_of: [[u8; SETS_OF_CELL]; Cell::COUNT],
    givens: [u8; SETS],
}

impl Unavoidable {
    /// Finds the sets of a full grid; none has a given yet. Takes about a microsecond.
    pub(super) fn of(solution: &Solution) -> Self {
        let mut sets = Self { sets_of: [[0; SETS_OF_CELL]; Cell::COUNT], givens: [0; SETS] };
        sets.exchange_digits(solution);
        sets.exchange_lines(solution);
        sets
    }

    /// Whether a set that contains this empty cell has no given.
    pub(super) fn lost(&self, cell: Cell) -> bool {
        let sets = self.sets_of[cell.index()];
        sets.iter().any(|&set| self.givens[usize::from(set)] == 0)
    }

    /// Counts a cell that becomes a given.
    pub(super) fn give(&mut self, cell: Cell) {
        for set in self.sets_of[cell.index()] {
            self.givens[usize::from(set)] += 1;
        }
    }

    /// Counts a cell that is emptied.
    pub(super) fn take(&mut self, cell: Cell) {
        for set in self.sets_of[cell.index()] {
            self.givens[usize::from(set)] -= 1;
        }
    }

    /// Two digits can be exchanged in some rows if both are in the same columns and blocks there.
    fn exchange_digits(&mut self, solution: &Solution) {
        let mut column = [[0u8; 9]; 9];
        let mut row_in_column = [[0u8; 9]; 9];
        let mut row_in_block = [[0u8; 9]; 9];
        for r in 0..9 {
            for c in 0..9 {
                let digit = solution[Cell::at(r, c)].index();
                column[digit][r] = c as u8;
                row_in_column[digit][c] = r as u8;
                row_in_block[digit][r / 3 * 3 + c / 3] = r as u8;
            }
        }
        let mut pair = 0;
        for a in 1..9 {
            for b in 0..a {
                // Row r needs the rows in which b is in the column and in the block of a.
                let together = std::array::from_fn(|r| {
                    let c = usize::from(column[a][r]);
                    1 << row_in_column[b][c] | 1 << row_in_block[b][r / 3 * 3 + c / 3]
                });
                for (r, k) in components(&together).into_iter().enumerate() {
                    let set = pair * MAX_OF_PAIR + k;
                    // The sets of a cell are in the order of the other digits.
                    let (at_a, at_b) = (usize::from(column[a][r]), usize::from(column[b][r]));
                    self.sets_of[r * 9 + at_a][b] = set;
                    self.sets_of[r * 9 + at_b][a - 1] = set;
                }
                pair += 1;
            }
        }
    }

    /// Two rows of a band can be exchanged in some columns if both have the same digits there. The
    /// same holds for two columns of a stack.
    fn exchange_lines(&mut self, solution: &Solution) {
        let mut pair = 36;
        for (along, across) in [(1, 9), (9, 1)] {
            for first in [0, 3, 6] {
                for (p, q, slot_p, slot_q) in [(0, 1, 0, 0), (0, 2, 1, 0), (1, 2, 1, 1)] {
                    let cell = |line: usize, i: usize| (first + line) * across + i * along;
                    let mut place_in_q = [0u8; 9];
                    for i in 0..9 {
                        place_in_q[solution.digits()[cell(q, i)].index()] = i as u8;
                    }
                    let together = std::array::from_fn(|i| {
                        1 << place_in_q[solution.digits()[cell(p, i)].index()]
                    });
                    let slot = if along == 1 { 8 } else { 10 };
                    for (i, k) in components(&together).into_iter().enumerate() {
                        let set = pair * MAX_OF_PAIR + k;
                        self.sets_of[cell(p, i)][slot + slot_p] = set;
                        self.sets_of[cell(q, i)][slot + slot_q] = set;
                    }
                    pair += 1;
                }
            }
        }
    }
}

/// The connected components of 0 to 8, numbered from 0: the number of the component of each. `i` is
/// connected with the bits of `together[i]`. These are permutations, so that following them in one
/// direction reaches the whole component.
fn components(together: &[u16; 9]) -> [u8; 9] {
    let mut number = [0; 9];
    let mut left = 0x1ff_u16;
    let mut k = 0;
    while left != 0 {
        let mut reached = left & left.wrapping_neg();
        let mut to_do = reached;
        while to_do != 0 {
            let i = to_do.trailing_zeros() as usize;
            number[i] = k;
            reached |= together[i];
            left &= !(1 << i);
            to_do = reached & left;
        }
        k += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::solver;

    /// Every set, emptied in a full grid, must leave a second solution; and every cell must be in
    /// twelve sets of at least four cells.
    #[test]
    fn every_set_is_unavoidable() {
        for solution in solver::solutions(&Grid::EMPTY, 20) {
            let sets = Unavoidable::of(&solution);
            for set in 0..SETS as u8 {
                let cells = |c: &Cell| sets.sets_of[c.index()].contains(&set);
                let members: Vec<Cell> = Cell::ALL.into_iter().filter(cells).collect();
                if members.is_empty() {
                    continue;
                }
                assert!(members.len() >= 4 && members.len().is_multiple_of(2));
                let mut grid = Grid::from(solution);
                members.iter().for_each(|&cell| grid[cell] = None);
                assert_eq!(solver::count(&grid, 2), 2, "{members:?} of {solution}");
            }
            for of_cell in sets.sets_of {
                let mut different = of_cell.to_vec();
                different.sort_unstable();
                different.dedup();
                assert_eq!(different.len(), SETS_OF_CELL);
            }
        }
    }
}
