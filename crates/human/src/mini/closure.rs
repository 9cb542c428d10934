//! Closures of small puzzles: all that the techniques of a level fill, in any order.

use super::level::MiniLevel;
use super::position::MiniPosition;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniPuzzle, MiniShape};

/// A small puzzle that techniques fill until none of them finds a step. The end does not depend on
/// the order of the steps.
pub struct MiniClosure(MiniPosition);

impl MiniClosure {
    /// Begins with the givens of a puzzle.
    ///
    /// # Panics
    /// If a digit occurs twice in a house.
    pub fn new(givens: &MiniGrid) -> Self {
        Self(MiniPosition::new(givens))
    }

    /// Fills what the techniques of a level and of those below it find. Returns true if no cell is
    /// left, which proves that the puzzle has one solution.
    pub fn run(&mut self, level: MiniLevel) -> bool {
        self.run_until_filled(self.0.0.shape().all_cells(), level)
    }

    /// Fills cells like [`Self::run`], until these are filled. Returns true if they are.
    pub fn run_until_filled(&mut self, cells: Cells, level: MiniLevel) -> bool {
        let position = &mut self.0;
        while position.0.open & cells != 0 {
            let has_step = match level.number() {
                1 => position.fill_blocks(cells) || position.fill_last_cells(),
                2 => position.fill_houses(cells),
                3 => position.fill_houses(cells) || position.fill_single_candidates(),
                _ => {
                    position.fill_houses(cells)
                        || position.fill_single_candidates()
                        || position.remove_locked()
                        || position.remove_by_pairs()
                }
            };
            if !has_step {
                return false;
            }
        }
        true
    }
}

impl MiniLevel {
    /// Returns the level of a puzzle; `None` if the puzzle is beyond all levels.
    pub fn from_puzzle(puzzle: &MiniPuzzle) -> Option<Self> {
        let shape = puzzle.shape();
        if shape == MiniShape::Four {
            let has_few_givens = puzzle.givens_count() <= Self::MAX_FEW_GIVENS;
            return Self::new(shape, 1 + u8::from(has_few_givens));
        }
        let mut closure = MiniClosure::new(puzzle.givens());
        Self::all_of(shape).find(|level| closure.run(*level))
    }
}

/// Begins with the digits and candidates of a board.
impl From<MiniBoard> for MiniClosure {
    fn from(board: MiniBoard) -> Self {
        Self(MiniPosition(board))
    }
}

impl MiniPosition {
    /// Fills the only places of digits in blocks, as long as one of these cells is empty. Returns
    /// true if there is one.
    fn fill_blocks(&mut self, cells: Cells) -> bool {
        self.fill_places(cells, MiniBoard::only_places_in_blocks)
    }

    /// Fills the only places of digits in houses, as long as one of these cells is empty. Returns
    /// true if there is one.
    fn fill_houses(&mut self, cells: Cells) -> bool {
        self.fill_places(cells, MiniBoard::only_places)
    }

    #[inline]
    fn fill_places(
        &mut self,
        cells: Cells,
        only_places: impl Fn(&MiniBoard, usize) -> Cells,
    ) -> bool {
        let (open, side) = (self.0.open, self.0.shape().side());
        let (mut digit, mut digits_in_vain) = (0, 0);
        while digits_in_vain < side && self.0.open & cells != 0 {
            digits_in_vain += 1;
            if self.0.places[digit] != 0 {
                let places = only_places(&self.0, digit);
                if places != 0 {
                    self.0.place(places, digit);
                    digits_in_vain = 0;
                }
            }
            digit = if digit + 1 == side { 0 } else { digit + 1 };
        }
        self.0.open != open
    }

    /// Fills the last cells of houses. Returns true if there is one.
    fn fill_last_cells(&mut self) -> bool {
        let open = self.0.open;
        for house in &self.0.shape().tables().houses {
            let last = self.0.open & house;
            if last.is_power_of_two() {
                self.fill_candidate(last);
            }
        }
        self.0.open != open
    }

    /// Fills the cells with one candidate. Returns true if there is one.
    fn fill_single_candidates(&mut self) -> bool {
        let single = self.0.cells_with_one_candidate();
        if single == 0 {
            return false;
        }
        self.fill_candidate(single & single.wrapping_neg());
        true
    }

    /// Fills a cell with its first candidate.
    fn fill_candidate(&mut self, cell: Cells) {
        let digit = self.0.places.iter().position(|places| places & cell != 0);
        self.0.place(cell, digit.expect("a cell of a solution has a candidate"));
    }

    /// Removes the candidates that locked digits exclude. Returns true if there is one.
    fn remove_locked(&mut self) -> bool {
        let (shape, mut is_changed) = (self.0.shape(), false);
        let (blocks, lines) = shape.tables().houses.split_at(shape.side());
        for places in &mut self.0.places[..shape.side()] {
            for block in blocks {
                if *places & block == 0 {
                    continue;
                }
                for line in lines {
                    let (beside, before) = (*places & block & !line, *places & line & !block);
                    let is_locked = *places & block & line != 0 && (beside == 0) != (before == 0);
                    if is_locked {
                        *places &= !(beside | before);
                        is_changed = true;
                    }
                }
            }
        }
        is_changed
    }

    /// Removes the candidates that pairs of digits exclude. Returns true if there is one.
    fn remove_by_pairs(&mut self) -> bool {
        let (side, mut is_changed) = (self.0.shape().side(), false);
        for one in 0..side {
            for other in one + 1..side {
                is_changed |= self.remove_by_pair([one, other]);
            }
        }
        is_changed
    }

    /// Removes the candidates that two digits exclude which share two cells of a house: the other
    /// digits of the cells, if both digits have no other place in the house, and the digits
    /// elsewhere, if the cells have no other candidate.
    fn remove_by_pair(&mut self, pair: [usize; 2]) -> bool {
        let before = self.0.places;
        let [one, other] = pair.map(|digit| before[digit]);
        let naked = one & other & self.0.cells_with_two_candidates();
        for house in &self.0.shape().tables().houses {
            let cells = naked & house;
            if cells.count_ones() == 2 {
                pair.into_iter().for_each(|digit| self.0.places[digit] &= !(house & !cells));
            }
            let hidden = one & house;
            if hidden == other & house && hidden.count_ones() == 2 {
                for digit in (0..self.0.shape().side()).filter(|digit| !pair.contains(digit)) {
                    self.0.places[digit] &= !hidden;
                }
            }
        }
        self.0.places != before
    }
}
