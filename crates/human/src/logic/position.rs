//! The state of a puzzle that is being solved: the placed digits and the remaining candidates.

use super::combinations::count;
use super::houses::{BLOCKS_COLUMNS_ROWS, HouseKind, houses, position};
use grid::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// The remaining candidates, stored three times, so that every question is a look-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RemainingCandidates {
    /// By cell, in reading order: its candidates.
    pub by_cell: [DigitSet; Cell::COUNT],
    /// By house and digit: bit `i` is the position `i` of the house.
    pub places: [[u16; 9]; 27],
    /// By digit: the cells that have it as a candidate.
    pub cells: [CellSet; 9],
}

impl RemainingCandidates {
    /// Makes the tables from the cells that have each digit as a candidate.
    pub fn from_cells(cells: [CellSet; 9]) -> Self {
        let mut by_cell = [DigitSet::EMPTY; Cell::COUNT];
        let mut places = [[0; 9]; 27];
        for (digit, of_digit) in Digit::ALL.into_iter().zip(cells) {
            of_digit.for_each(|cell| {
                by_cell[cell.index()].insert(digit);
                for &(house, place) in &PLACES[cell.index()] {
                    places[usize::from(house)][digit.index()] |= place;
                }
            });
        }
        Self { by_cell, places, cells }
    }

    /// Removes a candidate.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        self.by_cell[cell.index()].remove(digit);
        self.cells[digit.index()].remove(cell);
        for &(house, place) in &PLACES[cell.index()] {
            self.places[usize::from(house)][digit.index()] &= !place;
        }
    }
}

/// The placed digits, and the remaining candidates of each empty cell. Removing a candidate costs
/// about ten writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    digits: Grid,
    left: RemainingCandidates,
    /// By house and number of places: the digits that have this many places in the house.
    digits_by_places: [[DigitSet; 10]; 27],
    /// By house: the number of empty cells.
    empty: [u8; 27],
    /// The number of candidates.
    count: u16,
    /// By number of candidates: the cells that have this many.
    cells_by_size: [CellSet; 10],
    /// The houses in which a digit has exactly one place: bit `i` is house `i`.
    with_single: u32,
    /// The cells of [`Self::open_placements`].
    open_in_block: CellSet,
    open_in_line: CellSet,
}

impl Position {
    /// Creates the position at the start, in which an empty cell has every candidate that no peer
    /// holds.
    pub fn new(grid: &Grid) -> Self {
        let mut shown = [DigitSet::EMPTY; 27];
        for (cell, digit) in grid.filled() {
            houses(cell).iter().for_each(|house| _ = shown[house.index()].insert(digit));
        }
        Self::with_candidates(grid, |cell| {
            let [a, b, c] = houses(cell);
            let shown = shown[a.index()].union(shown[b.index()]).union(shown[c.index()]);
            shown.complement()
        })
    }

    /// Creates a position whose empty cells have these candidates.
    pub fn with_candidates(grid: &Grid, candidates: impl Fn(Cell) -> DigitSet) -> Self {
        let mut cells = [CellSet::EMPTY; 9];
        for cell in grid.empty() {
            candidates(cell).for_each(|digit| _ = cells[digit.index()].insert(cell));
        }
        let mut position = Self {
            digits: *grid,
            left: RemainingCandidates::from_cells(cells),
            digits_by_places: [[DigitSet::EMPTY; 10]; 27],
            empty: [0; 27],
            count: cells.iter().map(|cells| cells.len() as u16).sum(),
            cells_by_size: [CellSet::EMPTY; 10],
            with_single: 0,
            open_in_block: CellSet::EMPTY,
            open_in_line: CellSet::EMPTY,
        };
        for cell in grid.empty() {
            position.cells_by_size[position.candidates(cell).len()].insert(cell);
            houses(cell).iter().for_each(|house| position.empty[house.index()] += 1);
        }
        let houses = position.left.places.iter().zip(&mut position.digits_by_places);
        for (house, (places, by_places)) in houses.enumerate() {
            for (digit, &places) in Digit::ALL.into_iter().zip(places) {
                by_places[count(places)].insert(digit);
            }
            position.with_single |= u32::from(!by_places[1].is_empty()) << house;
        }
        for house in House::ALL {
            position.one_place(house).for_each(|digit| position.note_single(house, digit));
        }
        position
    }

    /// Records the only place that a digit has in a house.
    fn note_single(&mut self, house: House, digit: Digit) {
        let cell = house.cells()[self.places(house, digit).trailing_zeros() as usize];
        let is_block = house.index() >= 18 || self.empty_in(house) == 1;
        let open = if is_block { &mut self.open_in_block } else { &mut self.open_in_line };
        open.insert(cell);
    }

    /// Returns the placed digits.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.digits
    }

    /// Returns the candidates of a cell, which are none if the cell is filled.
    #[inline]
    pub const fn candidates(&self, cell: Cell) -> DigitSet {
        self.left.by_cell[cell.index()]
    }

    /// Returns the candidates of all cells.
    #[inline]
    pub const fn all_candidates(&self) -> &[DigitSet; Cell::COUNT] {
        &self.left.by_cell
    }

    /// Returns the tables of all remaining candidates.
    pub(crate) const fn remaining(&self) -> &RemainingCandidates {
        &self.left
    }

    /// Returns true if the digit is a candidate of the cell.
    #[inline]
    pub const fn has_candidate(&self, cell: Cell, digit: Digit) -> bool {
        self.left.by_cell[cell.index()].contains(digit)
    }

    /// Returns the positions of the house whose cells have the candidate: bit `i` is position `i`.
    #[inline]
    pub const fn places(&self, house: House, digit: Digit) -> u16 {
        self.left.places[house.index()][digit.index()]
    }

    /// Returns by digit: the positions of the house whose cells have it as a candidate.
    #[inline]
    pub const fn all_places(&self, house: House) -> &[u16; 9] {
        &self.left.places[house.index()]
    }

    /// Returns the digits that have exactly one place in the house.
    #[inline]
    pub const fn one_place(&self, house: House) -> DigitSet {
        self.digits_by_places[house.index()][1]
    }

    /// Returns the houses in which a digit has exactly one place: blocks, then columns, then rows.
    pub(crate) fn houses_with_single(&self) -> impl Iterator<Item = House> {
        let (lines, blocks) = (self.with_single & 0x3_ffff, self.with_single >> 18);
        let mut left = blocks | lines >> 9 << 9 | (lines & 0x1ff) << 18;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(BLOCKS_COLUMNS_ROWS[next])
        })
    }

    /// Returns two sets of cells that can be filled: those that are the last cell of a house or a
    /// hidden single of a block, and those that are a hidden single of a row or column.
    ///
    /// In a grid without a solution, a cell stays in its set after it has lost the digit that
    /// opened it.
    #[inline]
    pub const fn open_placements(&self) -> (CellSet, CellSet) {
        (self.open_in_block, self.open_in_line)
    }

    /// Returns the digits that have exactly two places in the house.
    #[inline]
    pub const fn two_places(&self, house: House) -> DigitSet {
        self.digits_by_places[house.index()][2]
    }

    /// Returns the digits that have two to `most` places in the house.
    #[inline]
    pub fn few_places(&self, house: House, most: usize) -> DigitSet {
        self.digits_by_places[house.index()][2..=most].iter().copied().collect()
    }

    /// Returns the cells that have the candidate.
    #[inline]
    pub const fn cells_with(&self, digit: Digit) -> CellSet {
        self.left.cells[digit.index()]
    }

    /// Returns the number of empty cells of the house.
    #[inline]
    pub const fn empty_in(&self, house: House) -> usize {
        self.empty[house.index()] as usize
    }

    /// Returns the cells with exactly one candidate.
    #[inline]
    pub const fn one_candidate(&self) -> CellSet {
        self.cells_by_size[1]
    }

    /// Returns the cells with exactly two candidates.
    #[inline]
    pub const fn two_candidates(&self) -> CellSet {
        self.cells_by_size[2]
    }

    /// Returns the cells with exactly three candidates.
    #[inline]
    pub const fn three_candidates(&self) -> CellSet {
        self.cells_by_size[3]
    }

    /// Returns the cells with two to `most` candidates.
    #[inline]
    pub fn few_candidates(&self, most: usize) -> CellSet {
        self.cells_by_size[2..=most].iter().copied().collect()
    }

    /// Returns the cells that have candidates.
    #[inline]
    pub fn open_cells(&self) -> CellSet {
        self.left.cells.into_iter().collect()
    }

    /// Returns the number of candidates in the grid.
    #[inline]
    pub const fn candidate_count(&self) -> usize {
        self.count as usize
    }

    /// Returns true if every cell is filled.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.empty[..9].iter().all(|&empty| empty == 0)
    }

    /// Removes a candidate. Does nothing if the cell does not have it.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        let candidates = &mut self.left.by_cell[cell.index()];
        if !candidates.contains(digit) {
            return;
        }
        candidates.remove(digit);
        self.count -= 1;
        let left = candidates.len();
        self.cells_by_size[left + 1].remove(cell);
        self.cells_by_size[left].insert(cell);
        self.left.cells[digit.index()].remove(cell);
        if left == 0 {
            self.open_in_block.remove(cell);
            self.open_in_line.remove(cell);
        }
        for &(house, place) in &PLACES[cell.index()] {
            let places = &mut self.left.places[usize::from(house)][digit.index()];
            *places &= !place;
            let left = count(*places);
            let by_places = &mut self.digits_by_places[usize::from(house)];
            by_places[left + 1].remove(digit);
            by_places[left].insert(digit);
            if left < 2 {
                let single = u32::from(!by_places[1].is_empty());
                self.with_single = self.with_single & !(1 << house) | single << house;
            }
            if left == 1 {
                self.note_single(House::ALL[usize::from(house)], digit);
            }
        }
    }

    /// Applies a step: removes candidates, then fills a cell.
    pub fn apply(&mut self, eliminations: &[(Cell, DigitSet)], placement: Option<(Cell, Digit)>) {
        for &(cell, digits) in eliminations {
            digits.for_each(|digit| self.remove(cell, digit));
        }
        if let Some((cell, digit)) = placement {
            self.place(cell, digit);
        }
    }

    /// Fills an empty cell and removes the digit from the candidates of all peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        // The peers come first. Otherwise one of them could look like the only place of the digit.
        let peers = cell.peer_set().intersection(self.cells_with(digit));
        peers.for_each(|peer| self.remove(peer, digit));
        self.candidates(cell).for_each(|other| self.remove(cell, other));
        if self.digits[cell].replace(digit).is_none() {
            for house in houses(cell) {
                self.empty[house.index()] -= 1;
                if self.empty_in(house) == 1
                    && let Some(digit) = self.one_place(house).first()
                {
                    self.note_single(house, digit);
                }
            }
        }
    }
}

/// By cell: its block, row and column, each as its index with the position of the cell in it as a
/// bit.
pub(crate) static PLACES: [[(u8, u16); 3]; Cell::COUNT] = {
    let mut places = [[(0, 0); 3]; Cell::COUNT];
    grid::const_for!(i in 0..Cell::COUNT * 3 => {
        let (cell, kind) = (Cell::ALL[i / 3], i % 3);
        let house = HouseKind::ALL[kind].house_of(cell);
        places[i / 3][kind] = (house.index() as u8, 1 << position(house, cell));
    });
    places
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::TechniqueSet;

    /// Computes [`Position::open_placements`] house by house.
    fn open(position: &Position) -> (CellSet, CellSet) {
        let (mut block, mut line) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in House::ALL {
            for digit in
                Digit::ALL.into_iter().filter(|&d| position.places(house, d).count_ones() == 1)
            {
                let cell = house.cells()[position.places(house, digit).trailing_zeros() as usize];
                let is_block = house.index() >= 18 || position.empty_in(house) == 1;
                _ = if is_block { block.insert(cell) } else { line.insert(cell) };
            }
        }
        (block, line.minus(block))
    }

    #[test]
    fn what_is_open_is_kept_up_to_date_along_a_path() {
        let puzzles = include_str!("../../tests/golden-bands.csv").lines().skip(1);
        let mut steps = 0;
        for puzzle in puzzles.map(|row| row.split(',').nth(1).expect("a puzzle")).step_by(3) {
            let mut position = Position::new(&puzzle.parse().expect("81 cells"));
            while let Some(step) = position.next_step(TechniqueSet::ALL) {
                let (block, line) = position.open_placements();
                assert_eq!((block, line.minus(block)), open(&position), "{}", position.grid());
                step.apply(&mut position);
                steps += 1;
            }
        }
        assert!(steps > 100, "{steps}");
    }
}
