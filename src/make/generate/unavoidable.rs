//! Unavoidable sets that are cheap to find: sets of cells in which exchanging two digits, two rows
//! or two columns gives another full grid. A puzzle without a given in such a set has a second
//! solution, which so needs no search.

use crate::sudoku::grid::{Cell, Solution};

/// The number of sets that contain a cell: one for each other digit, for each other row of its band,
/// and for each other column of its stack.
const SETS_OF_CELL: usize = 8 + 2 + 2;
/// 36 pairs of digits, nine pairs of rows, nine of columns.
const PAIRS: usize = 36 + 9 + 9;

/// The sets of a full grid, and the number of givens in each. A set is a pair and its first line: one
/// of nine.
pub(super) struct Unavoidable {
    sets_of: [[u16; SETS_OF_CELL]; Cell::COUNT],
    givens: [u8; PAIRS * 9],
}

/// For each of nine lines and each pair, the lines that belong to its set. A row of all pairs, so that
/// they are computed together.
type Together = [[u16; PAIRS]; 9];

impl Unavoidable {
    /// Finds the sets of a full grid; none has a given yet. Takes about a microsecond.
    pub(super) fn of(solution: &Solution) -> Self {
        let mut together = [[0; PAIRS]; 9];
        let column = exchange_digits(solution, &mut together);
        exchange_lines(solution, &mut together);
        join(&mut together);
        let mut sets = Self { sets_of: [[0; SETS_OF_CELL]; Cell::COUNT], givens: [0; PAIRS * 9] };
        for (line, together) in together.iter().enumerate() {
            let set = |pair: usize| (pair * 9) as u16 + together[pair].trailing_zeros() as u16;
            // The sets of a cell are in the order of the other digits, rows and columns.
            for (pair, (a, b)) in DIGITS.into_iter().enumerate() {
                sets.sets_of[line * 9 + usize::from(column[a][line])][b] = set(pair);
                sets.sets_of[line * 9 + usize::from(column[b][line])][a - 1] = set(pair);
            }
            for (pair, (p, q, slot)) in (36..).zip(LINES) {
                let (place_p, place_q) = (usize::from(slot >> 1), usize::from(slot & 1));
                sets.sets_of[p * 9 + line][8 + place_p] = set(pair);
                sets.sets_of[q * 9 + line][8 + place_q] = set(pair);
                sets.sets_of[line * 9 + p][10 + place_p] = set(pair + 9);
                sets.sets_of[line * 9 + q][10 + place_q] = set(pair + 9);
            }
        }
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
}

/// The pairs of digits.
const DIGITS: [(usize, usize); 36] = {
    let mut pairs = [(0, 0); 36];
    let (mut n, mut a) = (0, 1);
    while a < 9 {
        let mut b = 0;
        while b < a {
            pairs[n] = (a, b);
            n += 1;
            b += 1;
        }
        a += 1;
    }
    pairs
};

/// The pairs of rows of a band, or columns of a stack; and whether each is the second pair of its
/// line: twice that of the first line, and that of the second.
const LINES: [(usize, usize, u8); 9] = [
    (0, 1, 0b00),
    (0, 2, 0b10),
    (1, 2, 0b11),
    (3, 4, 0b00),
    (3, 5, 0b10),
    (4, 5, 0b11),
    (6, 7, 0b00),
    (6, 8, 0b10),
    (7, 8, 0b11),
];

/// Two digits can be exchanged in some rows if both are in the same columns and blocks there. Returns
/// the column of each digit in each row.
fn exchange_digits(solution: &Solution, together: &mut Together) -> [[u8; 9]; 9] {
    let mut column = [[0u8; 9]; 9];
    let mut row_in_column = [[0u16; 9]; 9];
    let mut row_in_block = [[0u16; 9]; 9];
    for (i, digit) in solution.digits().iter().enumerate() {
        let (r, c, digit) = (i / 9, i % 9, digit.index());
        column[digit][r] = c as u8;
        row_in_column[digit][c] = 1 << r;
        row_in_block[digit][r / 3 * 3 + c / 3] = 1 << r;
    }
    for (r, together) in together.iter_mut().enumerate() {
        for (&(a, b), together) in DIGITS.iter().zip(together) {
            // Row r needs the rows in which b is in the column and in the block of a.
            let c = usize::from(column[a][r]);
            *together = row_in_column[b][c] | row_in_block[b][r / 3 * 3 + c / 3];
        }
    }
    column
}

/// Two rows of a band can be exchanged in some columns if both have the same digits there. The same
/// holds for two columns of a stack.
fn exchange_lines(solution: &Solution, together: &mut Together) {
    let digits = solution.digits();
    for (first_pair, along, across) in [(36, 1, 9), (45, 9, 1)] {
        let mut places = [[0u16; 9]; 9];
        for line in 0..9 {
            for i in 0..9 {
                places[line][digits[line * across + i * along].index()] = 1 << i;
            }
        }
        for (i, together) in together.iter_mut().enumerate() {
            for (pair, (p, q, _)) in (first_pair..).zip(LINES) {
                together[pair] = places[q][digits[p * across + i * along].index()];
            }
        }
    }
}

/// Completes the sets: lines that belong to lines of a set are in it. These are permutations, so that
/// following them in one direction reaches the whole set.
fn join(together: &mut Together) {
    for (i, together) in together.iter_mut().enumerate() {
        together.iter_mut().for_each(|lines| *lines |= 1 << i);
    }
    for via in 0..9 {
        let reached = together[via];
        for together in &mut *together {
            for (lines, reached) in together.iter_mut().zip(reached) {
                *lines |= if *lines & 1 << via == 0 { 0 } else { reached };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::grid::Grid;
    use crate::sudoku::solver;

    /// Every set, emptied in a full grid, must leave a second solution; and every cell must be in
    /// twelve sets of at least four cells.
    #[test]
    fn every_set_is_unavoidable() {
        for solution in solver::solutions(&Grid::EMPTY, 20) {
            let sets = Unavoidable::of(&solution);
            for set in 0..PAIRS as u16 * 9 {
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
