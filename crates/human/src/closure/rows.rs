//! The candidates of a grid by row and digit: singles and locked digits of the whole grid at once.

use crate::logic::Position;
use crate::logic::combinations::count;
use grid::{Cell, CellSet, Digit, DigitSet, Grid, SinglesBoard};

/// By digit: a bit for each column of a row. Sixteen digits fill a register; the last seven stay
/// empty.
type DigitRow = [u16; 16];

/// The first column of each stack.
const STACKS: u16 = 0b001_001_001;
/// All columns.
const COLUMNS: u16 = 0b111_111_111;

/// The candidates of a grid, without its digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CandidateRows {
    /// By row: the candidates of the empty cells.
    rows: [DigitRow; 9],
    /// By row: the columns of filled cells.
    filled: [u16; 9],
}

impl CandidateRows {
    /// Creates the candidates of a grid: each empty cell has every digit that no peer holds.
    pub fn new(grid: &Grid) -> Self {
        let mut all = [0; 16];
        all[..9].fill(COLUMNS);
        Self { rows: [all; 9], filled: [0; 9] }.with(grid.filled())
    }

    /// Creates the candidates of a board.
    pub(crate) fn from_singles(board: &SinglesBoard) -> Self {
        let mut rows = Self { rows: [[0; 16]; 9], filled: [0; 9] };
        for row in 0..9 {
            for digit in Digit::ALL {
                rows.rows[row][digit.index()] = board.open_columns(row, digit);
                rows.filled[row] |= board.filled_columns(row, digit);
            }
        }
        rows
    }

    /// Creates the candidates of a position.
    pub(crate) fn from_position(position: &Position) -> Self {
        let mut rows = Self::new(position.grid());
        for cell in position.open_cells() {
            rows.remove(cell, rows.candidates(cell).minus(position.candidates(cell)));
        }
        rows
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

    /// Returns true if every cell is filled.
    pub fn is_full(&self) -> bool {
        self.filled == [COLUMNS; 9]
    }

    /// Returns true if each of these cells is filled.
    pub fn has_filled(&self, cells: CellSet) -> bool {
        let mut cells = cells;
        cells.all(|cell| self.filled[cell.row()] >> cell.column() & 1 != 0)
    }

    /// Returns the empty cells.
    pub fn empty(&self) -> CellSet {
        Cell::ALL
            .into_iter()
            .filter(|cell| self.filled[cell.row()] >> cell.column() & 1 == 0)
            .collect()
    }

    /// Returns the candidates of a cell; none if it is filled.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let has = |digit: &Digit| self.rows[cell.row()][digit.index()] >> cell.column() & 1 != 0;
        Digit::ALL.into_iter().filter(has).collect()
    }

    /// Returns the number of empty cells.
    pub fn count(&self) -> u32 {
        self.filled.iter().map(|row| 9 - row.count_ones()).sum()
    }

    /// Returns the number of candidates of all cells.
    pub(crate) fn candidate_count(&self) -> u32 {
        self.rows.iter().flatten().map(|columns| columns.count_ones()).sum()
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
            *last = empty & (*last | once & !twice | alone(empty));
        }
        last
    }

    /// Places the last cells of houses that are open now. Returns the number of placed cells.
    pub fn fill_last(&mut self) -> u32 {
        self.fill_with_last([[0; 16]; 9])
    }

    /// Places the hidden singles of blocks that are open now. Returns the number of placed cells.
    pub fn fill_in_blocks(&mut self) -> u32 {
        let singles = self.in_blocks();
        self.fill(&singles)
    }

    /// Places the last cells of houses and the hidden singles of blocks that are open now. Returns
    /// the number of placed cells.
    pub fn fill_blocks(&mut self) -> u32 {
        self.fill_with_last(self.in_blocks())
    }

    fn fill_with_last(&mut self, mut singles: [DigitRow; 9]) -> u32 {
        let last = self.last_cells();
        for (row, all) in singles.iter_mut().enumerate() {
            for (single, own) in all.iter_mut().zip(self.rows[row]) {
                *single |= own & last[row];
            }
        }
        self.fill(&singles)
    }

    /// Places the hidden singles that are open now. Returns the number of placed cells.
    pub fn fill_hidden(&mut self) -> u32 {
        let singles = self.singles(self.in_blocks());
        self.fill(&singles)
    }

    /// Places the hidden singles and the naked singles that are open now. Returns the number of
    /// placed cells.
    pub fn fill_all(&mut self) -> u32 {
        let mut singles = self.singles(self.in_blocks());
        for (row, all) in singles.iter_mut().enumerate() {
            let alone = self.naked_in(row);
            for (single, own) in all.iter_mut().zip(self.rows[row]) {
                *single |= own & alone;
            }
        }
        self.fill(&singles)
    }

    /// Places singles until there is none.
    pub(crate) fn fill_singles(&mut self) {
        while self.fill_all() > 0 {}
    }

    /// Places the naked singles that are open now. Returns the number of placed cells.
    pub fn fill_naked(&mut self) -> u32 {
        let mut singles = self.rows;
        for (row, all) in singles.iter_mut().enumerate() {
            let alone = self.naked_in(row);
            all.iter_mut().for_each(|cells| *cells &= alone);
        }
        self.fill(&singles)
    }

    /// Returns the columns of a row whose cells have one candidate.
    fn naked_in(&self, row: usize) -> u16 {
        let (mut once, mut twice) = (0, 0);
        for cells in &self.rows[row][..9] {
            twice |= once & cells;
            once |= cells;
        }
        once & !twice
    }

    /// Returns the cells with one candidate, each with it.
    pub(crate) fn naked_singles(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::ALL.into_iter().filter_map(|cell| {
            let candidates = self.candidates(cell);
            candidates.first().filter(|_| candidates.len() == 1).map(|digit| (cell, digit))
        })
    }

    fn fill(&mut self, places: &[DigitRow; 9]) -> u32 {
        let before = self.filled;
        self.place(places);
        let placed = self.filled.iter().zip(before).map(|(after, before)| count(after ^ before));
        placed.sum::<usize>() as u32
    }

    /// Removes a digit from the rest of a line if a block has it in this line alone. Returns true
    /// if anything changed.
    pub fn point(&mut self) -> bool {
        let before = self.rows;
        let mut in_one_column = [[0; 16]; 3];
        for (band, in_one_column) in in_one_column.iter_mut().enumerate() {
            let rows = [3 * band, 3 * band + 1, 3 * band + 2];
            let stacks = rows.map(|row| stacks_of(&before[row]));
            for at in 0..3 {
                let (other, third) = (&stacks[(at + 1) % 3], &stacks[(at + 2) % 3]);
                for digit in 0..16 {
                    let alone = stacks[at][digit] & !other[digit] & !third[digit];
                    let kept = if alone == 0 { COLUMNS } else { alone * 7 };
                    self.rows[rows[at]][digit] &= kept;
                }
            }
            for digit in 0..16 {
                let all = rows.iter().fold(0, |all, &row| all | before[row][digit]);
                let places = [all & STACKS, all >> 1 & STACKS, all >> 2 & STACKS];
                let odd = places[0] ^ places[1] ^ places[2];
                in_one_column[digit] = all & ((odd & !(places[0] & places[1] & places[2])) * 7);
            }
        }
        for (row, digits) in self.rows.iter_mut().enumerate() {
            let others = [(row / 3 + 1) % 3, (row / 3 + 2) % 3];
            for digit in 0..16 {
                digits[digit] &=
                    !(in_one_column[others[0]][digit] | in_one_column[others[1]][digit]);
            }
        }
        self.rows != before
    }

    /// Removes a digit from the rest of a block if a line has it in this block alone. Returns true
    /// if anything changed.
    pub fn claim(&mut self) -> bool {
        let before = self.rows;
        let mut columns = [[0; 16]; 3];
        for (row, digits) in before.iter().enumerate() {
            for digit in 0..16 {
                columns[row / 3][digit] |= digits[digit];
            }
        }
        for row in 0..9 {
            let band = row / 3;
            let rows = [band * 3 + (row + 1) % 3, band * 3 + (row + 2) % 3];
            let stacks = rows.map(|row| stacks_of(&before[row]));
            for digit in 0..16 {
                let claimed = alone(stacks[0][digit]) | alone(stacks[1][digit]);
                let others = columns[(band + 1) % 3][digit] | columns[(band + 2) % 3][digit];
                let own = columns[band][digit] & !others;
                let in_block = ((own | own >> 1 | own >> 2) & STACKS) * 7;
                self.rows[row][digit] &= !(claimed * 7) & (own | !in_block);
            }
        }
        self.rows != before
    }

    /// Returns by digit: the cells that have it as a candidate.
    pub fn cells(&self) -> [CellSet; 9] {
        std::array::from_fn(|digit| {
            let mut cells = 0;
            for row in (0..9).rev() {
                cells = cells << 9 | u128::from(self.rows[row][digit]);
            }
            CellSet::from_bits(cells)
        })
    }

    /// Removes these cells from each digit. Returns true if anything changed.
    pub fn remove_all(&mut self, lost: &[CellSet; 9]) -> bool {
        let mut changed = 0;
        for (digit, cells) in lost.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            for (row, digits) in self.rows.iter_mut().enumerate() {
                let gone = (cells.bits() >> (9 * row)) as u16 & digits[digit];
                changed |= gone;
                digits[digit] ^= gone;
            }
        }
        changed != 0
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
                all[digit] |= own & once[digit] & !twice[digit] | alone(own);
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
                }
            }
        }
    }
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

/// Returns by digit: the stacks in which a row has it.
fn stacks_of(row: &DigitRow) -> DigitRow {
    row.map(|columns| (columns | columns >> 1 | columns >> 2) & STACKS)
}

/// Returns the bits if there is one bit alone, and no bit otherwise.
const fn alone(bits: u16) -> u16 {
    if bits & bits.wrapping_sub(1) == 0 { bits } else { 0 }
}
