//! Hidden singles, placed in all cells of a grid at once.
//!
//! The rater places them one by one, because the load depends on their order. The grid after the
//! last hidden single does not: a hidden single remains one until it is placed.

use crate::human::logic::Position;
use crate::sudoku::grid::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// By digit: a bit for each column of a row. Sixteen digits fill a register; the last seven stay
/// empty.
type DigitRow = [u16; 16];

/// The first column of each stack.
const STACKS: u16 = 0b001_001_001;
/// All columns.
const COLUMNS: u16 = 0b111_111_111;

/// The digits and candidates of a position, as a place for its hidden singles.
#[derive(Clone)]
pub(crate) struct HiddenSingles {
    /// The digits at the start.
    grid: Grid,
    /// By row: the candidates of the empty cells.
    rows: [DigitRow; 9],
    /// By row: the digits that were placed since the start.
    placed: [DigitRow; 9],
    /// By row: the columns of filled cells.
    filled: [u16; 9],
}

impl HiddenSingles {
    /// Places all hidden singles of a grid. Also returns the number of cells that could be filled
    /// at the start, as the last cell of a house or as a hidden single.
    pub fn place_all(grid: &Grid) -> (Self, u32) {
        let mut singles = Self::new(grid);
        let empty = singles.count();
        let goes_on = singles.solve_once();
        let openings = empty - singles.count();
        if goes_on {
            singles.solve();
        }
        (singles, openings)
    }

    /// Creates a grid without placing anything.
    pub fn new(grid: &Grid) -> Self {
        let mut all = [0; 16];
        all[..9].fill(COLUMNS);
        let placed = [[0; 16]; 9];
        let empty = Self { grid: Grid::EMPTY, rows: [all; 9], placed, filled: [0; 9] };
        Self { grid: *grid, placed, ..empty.with(grid.filled()) }
    }

    /// Creates the grid of a position, without placing anything.
    pub fn from_position(position: &Position) -> Self {
        let (mut rows, mut filled) = ([[0; 16]; 9], [COLUMNS; 9]);
        for (row, house) in rows.iter_mut().zip(House::ALL) {
            row[..9].copy_from_slice(position.all_places(house));
            filled[house.index()] &= !row.iter().fold(0, |cells, digit| cells | digit);
        }
        Self { grid: *position.grid(), rows, placed: [[0; 16]; 9], filled }
    }

    /// Places these further digits.
    pub fn with(mut self, digits: impl Iterator<Item = (Cell, Digit)>) -> Self {
        let mut places = [[0; 16]; 9];
        for (cell, digit) in digits {
            places[cell.row()][digit.index()] |= 1 << cell.column();
        }
        self.place(&places);
        self
    }

    /// Returns true if every cell is filled, which means that hidden singles solve the grid.
    pub fn is_full(&self) -> bool {
        self.filled == [COLUMNS; 9]
    }

    /// Returns the empty cells.
    pub fn empty(&self) -> CellSet {
        Cell::ALL
            .into_iter()
            .filter(|cell| self.filled[cell.row()] >> cell.column() & 1 == 0)
            .collect()
    }

    /// Returns the grid as a position.
    pub fn position(&self) -> Position {
        let (mut grid, mut candidates) = (self.grid, [[0; 16]; 9]);
        for (digits, cells) in self.rows.iter().zip(&mut candidates) {
            for (digit, places) in digits[..9].iter().enumerate() {
                for (column, cell) in cells.iter_mut().enumerate() {
                    let has = places & 1 << column != 0;
                    *cell |= if has { 1 << digit } else { 0 };
                }
            }
        }
        for (row, placed) in self.placed.iter().enumerate() {
            for digit in Digit::ALL {
                columns(placed[digit.index()]).for_each(|c| grid[Cell::new(row, c)] = Some(digit));
            }
        }
        Position::with_candidates(&grid, |cell| {
            DigitSet::from_bits(candidates[cell.row()][cell.column()])
        })
    }

    /// Returns the number of empty cells.
    pub fn count(&self) -> u32 {
        self.filled.iter().map(|row| 9 - row.count_ones()).sum()
    }

    /// Removes candidates of a cell.
    pub fn remove(&mut self, cell: Cell, digits: DigitSet) {
        digits.for_each(|digit| self.rows[cell.row()][digit.index()] &= !(1 << cell.column()));
    }

    /// Places the hidden singles that are open now. Returns the number of placed cells that were
    /// the last of a house or a hidden single of a block, and the number of the others.
    pub fn round(&mut self) -> [u32; 2] {
        let in_blocks = self.in_blocks();
        let singles = self.singles(in_blocks);
        let last = self.last_cells();
        let mut count = [0; 2];
        for row in 0..9 {
            let first = all_cells(&in_blocks[row]) | last[row];
            count[0] += first.count_ones();
            count[1] += (all_cells(&singles[row]) & !first).count_ones();
        }
        self.place(&singles);
        count
    }

    /// Returns by row: the cells that are the last empty cell of a house.
    fn last_cells(&self) -> [u16; 9] {
        let mut last = [0; 9];
        let (mut once, mut twice) = (0, 0);
        for band in 0..3 {
            let (mut in_block, mut again) = (0, 0);
            for row in 3 * band..3 * band + 3 {
                let empty = COLUMNS & !self.filled[row];
                twice |= once & empty;
                once |= empty;
                for shift in 0..3 {
                    let cells = empty >> shift & STACKS;
                    again |= in_block & cells;
                    in_block |= cells;
                }
            }
            last[3 * band..3 * band + 3].fill((in_block & !again) * 7);
        }
        for (last, filled) in last.iter_mut().zip(self.filled) {
            let empty = COLUMNS & !filled;
            let alone = if empty & empty.wrapping_sub(1) == 0 { empty } else { 0 };
            *last = empty & (*last | once & !twice | alone);
        }
        last
    }

    /// Places hidden singles until none is left.
    pub fn solve(&mut self) {
        while self.solve_once() {}
    }

    /// Places the hidden singles that are open now. Returns true if there may be more.
    fn solve_once(&mut self) -> bool {
        let before = self.filled;
        let singles = self.singles(self.in_blocks());
        self.place(&singles);
        self.filled != before && !self.is_full()
    }

    /// Returns the places of digits that have one place in a block.
    fn in_blocks(&self) -> [DigitRow; 9] {
        let mut singles = self.rows;
        for band in singles.chunks_exact_mut(3) {
            let (mut in_block, mut again) = ([0; 16], [0; 16]);
            for row in &*band {
                for shift in 0..3 {
                    let mut cells = [0; 16];
                    for digit in 0..16 {
                        cells[digit] = row[digit] >> shift & STACKS;
                    }
                    add(&mut in_block, &mut again, &cells);
                }
            }
            for row in band {
                for digit in 0..16 {
                    row[digit] &= (in_block[digit] & !again[digit]) * 7;
                }
            }
        }
        singles
    }

    /// Adds the places of digits that have one place in a row or a column.
    fn singles(&self, mut singles: [DigitRow; 9]) -> [DigitRow; 9] {
        let (mut once, mut twice) = ([0; 16], [0; 16]);
        for row in &self.rows {
            add(&mut once, &mut twice, row);
        }
        for (row, all) in singles.iter_mut().enumerate() {
            for digit in 0..16 {
                let own = self.rows[row][digit];
                let alone = if own & own.wrapping_sub(1) == 0 { own } else { 0 };
                all[digit] |= own & once[digit] & !twice[digit] | alone;
            }
        }
        singles
    }

    /// Fills cells, and removes the candidates that their digits exclude.
    fn place(&mut self, places: &[DigitRow; 9]) {
        let mut columns = [0; 16];
        for row in places {
            for digit in 0..16 {
                columns[digit] |= row[digit];
            }
        }
        for band in 0..3 {
            let mut blocks = [0; 16];
            for row in &places[3 * band..3 * band + 3] {
                for digit in 0..16 {
                    blocks[digit] |= row[digit];
                }
            }
            for block in &mut blocks {
                *block = ((*block | *block >> 1 | *block >> 2) & STACKS) * 7;
            }
            for row in 3 * band..3 * band + 3 {
                let places = &places[row];
                let cells = all_cells(places);
                self.filled[row] |= cells;
                for digit in 0..16 {
                    let line = if places[digit] == 0 { 0 } else { COLUMNS };
                    self.rows[row][digit] &= !(cells | columns[digit] | blocks[digit] | line);
                    self.placed[row][digit] |= places[digit];
                }
            }
        }
    }
}

/// Returns the indices of the bits of a row.
fn columns(mut bits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(column)
    })
}

/// Returns the columns in which any digit has a bit.
fn all_cells(digits: &DigitRow) -> u16 {
    digits.iter().fold(0, |cells, digit| cells | digit)
}

/// Counts to two, bit by bit.
fn add(once: &mut DigitRow, twice: &mut DigitRow, row: &DigitRow) {
    for digit in 0..16 {
        twice[digit] |= once[digit] & row[digit];
        once[digit] |= row[digit];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::grade::openings;
    use crate::human::logic::{Technique, TechniqueSet, next_step};

    fn assert_same(left: &HiddenSingles, position: &Position) {
        let found = left.position();
        assert_eq!(found.grid(), position.grid());
        assert_eq!(found.remaining(), position.remaining());
        assert_eq!(left.is_full(), position.is_full());
        assert_eq!(left.empty(), position.open_cells());
    }

    #[test]
    fn what_is_left_is_what_placing_one_single_after_the_other_leaves() {
        let singles = TechniqueSet::range(Technique::LastCell, Technique::HiddenSingleLine);
        let rows = include_str!("../../../../tests/golden-bands.csv").lines().skip(1);
        let (mut solved, mut stuck) = (0, 0);
        for row in rows {
            let columns: Vec<_> = row.split(',').collect();
            let [givens, solution] = [1, 2].map(|i| columns[i].parse::<Grid>().expect("81 cells"));
            let mut position = Position::new(&givens);
            let (mut left, first) = HiddenSingles::place_all(&givens);
            assert_eq!(first, openings(&position), "{givens}");
            // The first round is the grid as given. The second round adds a digit in the middle of
            // the path.
            for round in 0..2 {
                while let Some(step) = next_step(&position, singles) {
                    step.apply(&mut position);
                }
                assert_same(&left, &position);
                let Some(cell) = position.open_cells().next().filter(|_| round == 0) else {
                    break;
                };
                let digit = solution[cell].expect("a solution");
                left = HiddenSingles::from_position(&position).with([(cell, digit)].into_iter());
                position.place(cell, digit);
                assert_same(&left, &position);
                left.solve();
            }
            *(if left.is_full() { &mut solved } else { &mut stuck }) += 1;
        }
        assert!(solved > 10 && stuck > 10, "{solved} {stuck}");
    }
}
