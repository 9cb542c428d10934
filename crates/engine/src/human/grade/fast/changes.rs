//! The changes of a position since a technique group found nothing. The group has no find
//! elsewhere.
//!
//! Sets lie in the cells of one house, and intersections and fish in the cells of one digit.

use crate::human::logic::Position;
use crate::human::logic::scope::SearchScope;
use crate::sudoku::grid::{CellSet, Digit, House};

/// The tables of the last position, and what changed since each group missed.
pub(super) struct ChangeTracker<const GROUPS: usize> {
    places: [[u16; 9]; 27],
    cells: [CellSet; 9],
    /// By technique group: the houses and digits that changed since it found nothing.
    pub changed: [SearchScope; GROUPS],
}

impl<const GROUPS: usize> Default for ChangeTracker<GROUPS> {
    fn default() -> Self {
        let (places, cells) = ([[0; 9]; 27], [CellSet::EMPTY; 9]);
        Self { places, cells, changed: [SearchScope::ALL; GROUPS] }
    }
}

impl<const GROUPS: usize> ChangeTracker<GROUPS> {
    /// Records what changed since the last position.
    pub fn update(&mut self, position: &Position) {
        let mut changed = SearchScope::NONE;
        for (house, known) in House::ALL.into_iter().zip(&mut self.places) {
            let places = position.all_places(house);
            changed.houses |= u32::from(known != places) << house.index();
            *known = *places;
        }
        for (digit, known) in Digit::ALL.into_iter().zip(&mut self.cells) {
            let cells = position.cells_with(digit);
            if std::mem::replace(known, cells) != cells {
                changed.digits.insert(digit);
            }
        }
        for before in &mut self.changed {
            before.digits = before.digits.union(changed.digits);
            before.houses |= changed.houses;
        }
    }
}
