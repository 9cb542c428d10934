//! A position of a puzzle that is being solved: the digits that are placed and the candidates that are left.

use super::combinations::count;
use super::houses::{houses, peers, position};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// The digits that are placed, and for each empty cell the candidates that are left.
///
/// The same candidates are kept three times, so that every question is a look-up: by cell, by house and
/// digit, and by digit. Removing a candidate costs about ten writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    digits: Grid,
    /// By cell, in reading order: its candidates.
    candidates: [DigitSet; Cell::COUNT],
    /// By house and digit: bit `i` is the position `i` of the house.
    places: [[u16; 9]; 27],
    /// By house: digits with exactly one place, with two, and with three.
    one_place: [DigitSet; 27],
    two_places: [DigitSet; 27],
    three_places: [DigitSet; 27],
    /// By digit: the cells that have it as a candidate.
    cells: [CellSet; 9],
    /// By house: the number of empty cells.
    empty: [u8; 27],
    /// The cells with exactly one candidate, with two, and with three.
    one: CellSet,
    two: CellSet,
    three: CellSet,
}

impl Position {
    /// The position at the start: an empty cell has the candidates that no peer shows.
    pub fn new(grid: &Grid) -> Self {
        Self::with_candidates(grid, |cell| {
            let shown = peers(cell).iter().filter_map(|&peer| grid[peer]);
            let mut left = DigitSet::FULL;
            shown.for_each(|digit| left.remove(digit));
            left
        })
    }

    /// A position with these candidates for its empty cells.
    pub fn with_candidates(grid: &Grid, candidates: impl Fn(Cell) -> DigitSet) -> Self {
        let mut position = Self {
            digits: *grid,
            candidates: [DigitSet::EMPTY; Cell::COUNT],
            places: [[0; 9]; 27],
            one_place: [DigitSet::EMPTY; 27],
            two_places: [DigitSet::EMPTY; 27],
            three_places: [DigitSet::EMPTY; 27],
            cells: [CellSet::EMPTY; 9],
            empty: House::ALL.map(|house| 9 - grid.filled_in(house) as u8),
            one: CellSet::EMPTY,
            two: CellSet::EMPTY,
            three: CellSet::EMPTY,
        };
        for cell in grid.empty() {
            let set = candidates(cell);
            position.candidates[cell.index()] = set;
            position.count_candidates(cell);
            for digit in set {
                position.cells[digit.index()].insert(cell);
                for house in houses(cell) {
                    let place = 1 << self::position(house, cell);
                    position.places[house.index()][digit.index()] |= place;
                }
            }
        }
        for house in House::ALL {
            Digit::ALL
                .iter()
                .for_each(|&digit| position.count_places(house, digit));
        }
        position
    }

    /// The digits that are placed.
    pub const fn grid(&self) -> &Grid {
        &self.digits
    }

    /// The candidates of a cell; none when it is filled.
    pub const fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[cell.index()]
    }

    /// Whether the digit is a candidate of the cell.
    pub const fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates[cell.index()].contains(digit)
    }

    /// The positions of the house whose cell has the candidate: bit `i` is position `i`.
    pub const fn places(&self, house: House, digit: Digit) -> u16 {
        self.places[house.index()][digit.index()]
    }

    /// By digit: the positions of the house whose cell has it.
    pub(crate) const fn all_places(&self, house: House) -> &[u16; 9] {
        &self.places[house.index()]
    }

    /// The digits that have exactly one place in the house.
    pub const fn one_place(&self, house: House) -> DigitSet {
        self.one_place[house.index()]
    }

    /// The digits that have exactly two places in the house.
    pub const fn two_places(&self, house: House) -> DigitSet {
        self.two_places[house.index()]
    }

    /// The digits that have exactly three places in the house.
    pub const fn three_places(&self, house: House) -> DigitSet {
        self.three_places[house.index()]
    }

    /// The cells that have the candidate.
    pub const fn cells_with(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// The number of empty cells of the house.
    pub const fn empty_in(&self, house: House) -> usize {
        self.empty[house.index()] as usize
    }

    /// The cells with exactly one candidate.
    pub const fn one_candidate(&self) -> CellSet {
        self.one
    }

    /// The cells with exactly two candidates.
    pub const fn two_candidates(&self) -> CellSet {
        self.two
    }

    /// The cells with exactly three candidates.
    pub const fn three_candidates(&self) -> CellSet {
        self.three
    }

    /// The cells that have candidates.
    pub fn open(&self) -> CellSet {
        self.cells
            .iter()
            .fold(CellSet::EMPTY, |all, &cells| all.union(cells))
    }

    /// The number of candidates.
    pub fn count(&self) -> usize {
        self.cells.iter().map(|cells| cells.len()).sum()
    }

    /// Whether every cell is filled.
    pub fn is_full(&self) -> bool {
        self.empty.iter().all(|&empty| empty == 0)
    }

    /// Removes a candidate. Nothing happens when the cell does not have it.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        if !self.has(cell, digit) {
            return;
        }
        self.candidates[cell.index()].remove(digit);
        self.count_candidates(cell);
        self.cells[digit.index()].remove(cell);
        for house in houses(cell) {
            self.places[house.index()][digit.index()] &= !(1 << position(house, cell));
            self.count_places(house, digit);
        }
    }

    /// Fills an empty cell and removes the digit from the candidates of all peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.candidates(cell)
            .for_each(|other| self.remove(cell, other));
        peers(cell)
            .iter()
            .for_each(|&peer| self.remove(peer, digit));
        if self.digits[cell].replace(digit).is_none() {
            houses(cell)
                .iter()
                .for_each(|house| self.empty[house.index()] -= 1);
        }
    }

    fn count_candidates(&mut self, cell: Cell) {
        self.one.remove(cell);
        self.two.remove(cell);
        self.three.remove(cell);
        match self.candidates(cell).len() {
            1 => self.one.insert(cell),
            2 => self.two.insert(cell),
            3 => self.three.insert(cell),
            _ => {}
        }
    }

    fn count_places(&mut self, house: House, digit: Digit) {
        let house_index = house.index();
        let places = count(self.places(house, digit));
        let sets = [
            &mut self.one_place,
            &mut self.two_places,
            &mut self.three_places,
        ];
        for (count, sets) in (1..).zip(sets) {
            match places == count {
                true => _ = sets[house_index].insert(digit),
                false => sets[house_index].remove(digit),
            }
        }
    }
}
