//! Unavoidable sets that are cheap to find: sets of cells in which exchanging two digits, two rows
//! or two columns gives another full grid. A puzzle without a given in such a set has a second
//! solution, so no search is needed.

use grid::{Cell, CellSet, Digit, Solution};

/// The number of pairs: 36 of digits, nine of rows, nine of columns.
const PAIR_COUNT: usize = 36 + 9 + 9;

/// The sets of a full grid, and its givens.
pub struct UnavoidableSets {
    /// The lines of each set. A set is a pair in the lines that belong together: two digits in
    /// rows, two rows in columns, or two columns in rows.
    closures: ClosureTable,
    /// The rows in which each digit is given.
    digits: [u16; 9],
    /// The given columns of each row.
    rows: [u16; 9],
    /// The given rows of each column.
    columns: [u16; 9],
}

/// For each of nine lines and each pair, the lines that belong to the same set. The pairs of a line
/// are adjacent, so that the compiler handles them together.
type ClosureTable = [[u16; PAIR_COUNT]; 9];

impl UnavoidableSets {
    /// Finds the sets of a full grid, without any givens. Takes less than a microsecond.
    pub fn find(solution: &Solution) -> Self {
        let mut closures = [[0; PAIR_COUNT]; 9];
        exchange_digits(solution, &mut closures);
        exchange_lines(solution, &mut closures);
        close_sets(&mut closures);
        Self { closures, digits: [0; 9], rows: [0; 9], columns: [0; 9] }
    }

    /// Returns true if a set that contains this empty cell of a digit has no given. There is one
    /// set for each other digit, for each other row of the band, and for each other column of the
    /// stack.
    pub fn is_unhit(&self, cell: Cell, digit: Digit) -> bool {
        let (row, column, digit) = (cell.row(), cell.column(), digit.index());
        let mut lost = false;
        for (other, pair) in PAIRS_OF_DIGIT[digit] {
            let given = self.digits[digit] | self.digits[other];
            lost |= given & self.closures[row][pair] == 0;
        }
        for (other, pair) in PAIRS_OF_LINE[row] {
            let given = self.rows[row] | self.rows[other];
            lost |= given & self.closures[column][36 + pair] == 0;
        }
        for (other, pair) in PAIRS_OF_LINE[column] {
            let given = self.columns[column] | self.columns[other];
            lost |= given & self.closures[row][45 + pair] == 0;
        }
        lost
    }

    /// Adds a given, or removes one.
    pub const fn flip(&mut self, cell: Cell, digit: Digit) {
        let (row, column) = (cell.row(), cell.column());
        self.digits[digit.index()] ^= 1 << row;
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }
}

/// Unavoidable sets that searches found, up to 128.
pub struct FoundSets {
    sets: Vec<CellSet>,
    /// By cell: a bit for each set that contains it; empty without a set.
    by_cell: Vec<u128>,
}

impl FoundSets {
    /// Begins without a set.
    pub const fn new() -> Self {
        Self { sets: Vec::new(), by_cell: Vec::new() }
    }

    /// Adds a set, if there is room.
    pub fn insert(&mut self, set: CellSet) {
        let number = self.sets.len();
        self.by_cell.resize(Cell::COUNT, 0);
        if number < u128::BITS as usize {
            self.sets.push(set);
            set.for_each(|cell| self.by_cell[cell.index()] |= 1 << number);
        }
    }

    /// Returns true if a set with this cell has no given.
    pub fn has_unhit(&self, cell: Cell, given: CellSet) -> bool {
        let mut left = self.by_cell.get(cell.index()).copied().unwrap_or_default();
        while left != 0 {
            if self.sets[left.trailing_zeros() as usize].intersection(given).is_empty() {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}

/// The pairs of digits.
const DIGIT_PAIRS: [(usize, usize); 36] = {
    let mut pairs = [(0, 0); 36];
    let mut n = 0;
    grid::const_for!(a in 1..9 => {
        grid::const_for!(b in 0..a => {
            pairs[n] = (a, b);
            n += 1;
        });
    });
    pairs
};

/// The pairs of rows of a band, or columns of a stack.
const LINE_PAIRS: [(usize, usize); 9] =
    [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)];

/// Returns, for each digit or line, its partners and the indices of the pairs.
const fn partners<const N: usize>(pairs: &[(usize, usize)]) -> [[(usize, usize); N]; 9] {
    let mut partners = [[(0, 0); N]; 9];
    let mut len = [0; 9];
    grid::const_for!(pair in 0..pairs.len() => {
        let (a, b) = pairs[pair];
        partners[a][len[a]] = (b, pair);
        partners[b][len[b]] = (a, pair);
        len[a] += 1;
        len[b] += 1;
    });
    partners
}
const PAIRS_OF_DIGIT: [[(usize, usize); 8]; 9] = partners(&DIGIT_PAIRS);
const PAIRS_OF_LINE: [[(usize, usize); 2]; 9] = partners(&LINE_PAIRS);

/// Links rows for each pair of digits. Two digits can be exchanged in a set of rows if both occupy
/// the same columns and blocks there.
fn exchange_digits(solution: &Solution, closures: &mut ClosureTable) {
    let mut column = [[0; 9]; 9];
    // The row of each digit in each column and in each block.
    let (mut in_column, mut in_block) = ([[0u16; 9]; 9], [[0u16; 9]; 9]);
    for (i, digit) in solution.digits().iter().enumerate() {
        let (r, c, digit) = (i / 9, i % 9, digit.index());
        column[digit][r] = c;
        in_column[c][digit] = 1 << r;
        in_block[r / 3 * 3 + c / 3][digit] = 1 << r;
    }
    for (r, closures) in closures.iter_mut().enumerate() {
        let mut pairs = closures.iter_mut();
        for (a, column) in column.iter().enumerate() {
            // Row r needs the rows in which the other digit is in the column and in the block of a.
            let (in_column, in_block) = (in_column[column[r]], in_block[r / 3 * 3 + column[r] / 3]);
            for (b, pair) in pairs.by_ref().take(a).enumerate() {
                *pair = in_column[b] | in_block[b];
            }
        }
    }
}

/// Links columns for each pair of rows. Two rows of a band can be exchanged in a set of columns if
/// both have the same digits there. Links rows for each pair of columns of a stack in the same way.
fn exchange_lines(solution: &Solution, closures: &mut ClosureTable) {
    let digits = solution.digits();
    for (first_pair, along, across) in [(36, 1, 9), (45, 9, 1)] {
        let mut places = [[0u16; 9]; 9];
        for line in 0..9 {
            for i in 0..9 {
                places[line][digits[line * across + i * along].index()] = 1 << i;
            }
        }
        for (i, closures) in closures.iter_mut().enumerate() {
            for (pair, (p, q)) in (first_pair..).zip(LINE_PAIRS) {
                closures[pair] = places[q][digits[p * across + i * along].index()];
            }
        }
    }
}

/// Completes the sets: lines that belong to lines of a set are in it. The links are permutations,
/// so following them in one direction reaches the whole set.
fn close_sets(closures: &mut ClosureTable) {
    for (i, closures) in closures.iter_mut().enumerate() {
        closures.iter_mut().for_each(|lines| *lines |= 1 << i);
    }
    for via in 0..9 {
        let reached = closures[via];
        for closures in &mut *closures {
            for (lines, reached) in closures.iter_mut().zip(reached) {
                *lines |= if *lines & 1 << via == 0 { 0 } else { reached };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Grid;

    /// Returns the cells of a pair in some lines.
    fn cells(solution: &Solution, pair: usize, lines: u16) -> Vec<Cell> {
        let is_in = |&cell: &Cell| {
            let (row, column) = (cell.row(), cell.column());
            let ((a, b), of_pair, line) = match pair {
                0..36 => (DIGIT_PAIRS[pair], solution[cell].index(), row),
                36..45 => (LINE_PAIRS[pair - 36], row, column),
                _ => (LINE_PAIRS[pair - 45], column, row),
            };
            (of_pair == a || of_pair == b) && lines >> line & 1 == 1
        };
        Cell::ALL.into_iter().filter(is_in).collect()
    }

    /// The first sets are known, up to the room for them.
    #[test]
    fn found_sets_are_unhit_without_given() {
        let mut sets = FoundSets::new();
        assert!(!sets.has_unhit(Cell::ALL[0], CellSet::EMPTY));
        let set_at =
            |n: usize| CellSet::from_iter([Cell::ALL[n % 81], Cell::ALL[(n * n + 1) % 81]]);
        (0..140).for_each(|n| sets.insert(set_at(n)));
        for cell in Cell::ALL {
            for hit in Cell::ALL {
                let given = CellSet::singleton(hit);
                let is_unhit = |n: usize| set_at(n).contains(cell) && !set_at(n).contains(hit);
                assert_eq!(sets.has_unhit(cell, given), (0..128).any(is_unhit), "{cell} {hit}");
            }
        }
    }

    /// Every set, emptied in a full grid, must leave a second solution and be unhit. No cell is
    /// unhit in a full grid with one hole.
    #[test]
    fn every_set_is_unavoidable() {
        for solution in Grid::EMPTY.solutions(20) {
            let mut sets = UnavoidableSets::find(&solution);
            Cell::ALL.into_iter().for_each(|cell| sets.flip(cell, solution[cell]));
            for line in 0..9 {
                for pair in 0..PAIR_COUNT {
                    let lines = sets.closures[line][pair];
                    assert_eq!(lines >> line & 1, 1);
                    let members = cells(&solution, pair, lines);
                    assert!(members.len() >= 4 && members.len().is_multiple_of(2));
                    let mut grid = Grid::from(solution);
                    let (&first, others) = members.split_first().expect("four cells");
                    let mut flip = |cell: Cell| {
                        assert!(!sets.is_unhit(first, solution[first]));
                        sets.flip(cell, solution[cell]);
                        grid[cell] = None;
                    };
                    others.iter().for_each(|&cell| flip(cell));
                    flip(first);
                    assert!(members.iter().all(|&cell| sets.is_unhit(cell, solution[cell])));
                    assert_eq!(grid.solution_count(2), 2, "{members:?} of {solution}");
                    members.iter().for_each(|&cell| sets.flip(cell, solution[cell]));
                }
            }
        }
    }
}
