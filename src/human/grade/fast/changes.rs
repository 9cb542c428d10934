//! What changed since a producer found nothing: nothing is found elsewhere.
//!
//! A set is found in the cells of one house, an intersection or a fish in the cells of one digit.

use crate::human::logic::Position;
use crate::human::logic::scope::SearchScope;
use crate::sudoku::grid::{CellSet, Digit, House};

/// What is known of the position that was looked at last.
pub(super) struct ChangeTracker<const TECHNIQUE_GROUPS: usize> {
    places: [[u16; 9]; 27],
    cells: [CellSet; 9],
    /// By producer: what changed since it found nothing.
    pub changed: [SearchScope; TECHNIQUE_GROUPS],
}

impl<const TECHNIQUE_GROUPS: usize> Default for ChangeTracker<TECHNIQUE_GROUPS> {
    fn default() -> Self {
        let (places, cells) = ([[0; 9]; 27], [CellSet::EMPTY; 9]);
        Self { places, cells, changed: [SearchScope::ALL; TECHNIQUE_GROUPS] }
    }
}

impl<const TECHNIQUE_GROUPS: usize> ChangeTracker<TECHNIQUE_GROUPS> {
    /// Notes what changed.
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
