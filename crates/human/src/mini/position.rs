//! A position of a small puzzle, and the steps that remove candidates from it.

use super::reason::{MiniHouse, MiniReason};
use crate::logic::Technique;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniHouseKind, MiniShape, bits};

use MiniHouseKind::{Block, Column, Row};

/// A position on the way to the solution.
#[derive(Clone)]
pub struct MiniPosition(pub MiniBoard);

/// The cells that lose each candidate.
pub type RemovedPlaces = [Cells; MiniShape::MAX_SIDE];

/// A step that removes candidates: a locked digit or a pair.
pub struct MiniRemoval {
    pub technique: Technique,
    pub reason: MiniReason,
    pub removed: RemovedPlaces,
}

/// The kinds of houses in the order of the search.
pub const KINDS: [MiniHouseKind; 3] = [Block, Column, Row];

/// The kinds of two houses: all places of a digit in the first lie in the second.
struct LockedKinds {
    from: MiniHouseKind,
    to: MiniHouseKind,
}

/// The kinds of locked candidates in the order of the search: the first two point, the others
/// claim.
const LOCKED_KINDS: [LockedKinds; 4] = [
    LockedKinds { from: Block, to: Column },
    LockedKinds { from: Block, to: Row },
    LockedKinds { from: Column, to: Block },
    LockedKinds { from: Row, to: Block },
];

/// A digit whose places in the house `from` all lie in the house `to`.
#[derive(Clone, Copy)]
pub struct LockedDigit {
    pub digit: usize,
    pub from: MiniHouse,
    pub to: MiniHouse,
}

impl MiniPosition {
    /// Begins with the givens of a puzzle.
    pub fn new(givens: &MiniGrid) -> Self {
        Self(MiniBoard::new(givens).expect("a puzzle breaks no rule"))
    }

    pub fn is_full(&self) -> bool {
        self.0.open == 0
    }

    pub fn remove(&mut self, removed: &RemovedPlaces) {
        for (places, removed) in self.0.places.iter_mut().zip(removed) {
            *places &= !removed;
        }
    }

    /// Returns the houses in the order of the search.
    pub fn houses(&self) -> impl Iterator<Item = MiniHouse> + use<> {
        let shape = self.0.shape();
        KINDS.into_iter().flat_map(move |kind| MiniHouse::all_of(shape, kind))
    }

    /// Returns the lowest digit that has one place in a house, with the place.
    pub fn one_place(&self, house: Cells) -> Option<(Cells, usize)> {
        for (digit, places) in self.0.places.iter().enumerate() {
            if (places & house).is_power_of_two() {
                return Some((places & house, digit));
            }
        }
        None
    }

    /// Returns the steps that remove candidates, simplest first.
    pub fn removals(&self) -> impl Iterator<Item = MiniRemoval> + '_ {
        let locked = self.locked_digits().filter_map(|locked| self.locked_removal(locked));
        let naked = self.houses().flat_map(|house| self.naked_pairs(house));
        let hidden = self.houses().flat_map(|house| self.hidden_pairs(house));
        locked.chain(naked).chain(hidden)
    }

    /// Returns the digits that are locked in two houses, also where they remove nothing.
    pub fn locked_digits(&self) -> impl Iterator<Item = LockedDigit> + '_ {
        let shape = self.0.shape();
        LOCKED_KINDS.iter().flat_map(move |kinds| {
            MiniHouse::all_of(shape, kinds.from).flat_map(move |from| {
                MiniHouse::all_of(shape, kinds.to)
                    .flat_map(move |to| self.digits_locked_in(from, to))
            })
        })
    }

    fn digits_locked_in(
        &self,
        from: MiniHouse,
        to: MiniHouse,
    ) -> impl Iterator<Item = LockedDigit> + '_ {
        let (inside, crossing) = (from.cells(), to.cells());
        let digits = self.0.places.iter().enumerate().filter(move |(_, places)| {
            (*places & inside).count_ones() >= 2 && *places & inside & !crossing == 0
        });
        digits.map(move |(digit, _)| LockedDigit { digit, from, to })
    }

    /// Returns the step of a locked digit that the rest of the second house loses.
    fn locked_removal(&self, locked: LockedDigit) -> Option<MiniRemoval> {
        let LockedDigit { digit, from, to } = locked;
        let lost = self.0.places[digit] & to.cells() & !from.cells();
        if lost == 0 {
            return None;
        }
        let technique = match from.kind {
            Block => Technique::Pointing,
            Column | Row => Technique::Claiming,
        };
        let mut removed = [0; MiniShape::MAX_SIDE];
        removed[digit] = lost;
        Some(MiniRemoval { technique, reason: MiniReason::Locked { digit, from, to }, removed })
    }

    /// Returns the steps of two cells of a house that share their only two candidates.
    fn naked_pairs(&self, house: MiniHouse) -> impl Iterator<Item = MiniRemoval> + '_ {
        let narrow = self.0.cells_with_two_candidates() & house.cells();
        bits(narrow).flat_map(move |first| {
            let later = bits(narrow).filter(move |other| *other > first);
            later.filter_map(move |second| self.naked_pair(house, 1 << first | 1 << second))
        })
    }

    fn naked_pair(&self, house: MiniHouse, cells: Cells) -> Option<MiniRemoval> {
        let mut digits: u64 = 0;
        let mut removed = [0; MiniShape::MAX_SIDE];
        for (digit, places) in self.0.places.iter().enumerate() {
            if places & cells != 0 {
                digits |= 1 << digit;
                removed[digit] = places & house.cells() & !cells;
            }
        }
        if digits.count_ones() != 2 || removed.iter().all(|lost| *lost == 0) {
            return None;
        }
        let reason = MiniReason::NakedPair { house, cells, digits };
        Some(MiniRemoval { technique: Technique::NakedPair, reason, removed })
    }

    /// Returns the steps of two digits that share their only two places in a house.
    fn hidden_pairs(&self, house: MiniHouse) -> impl Iterator<Item = MiniRemoval> + '_ {
        let count = self.0.places.len();
        (0..count).flat_map(move |first| {
            (first + 1..count).filter_map(move |second| self.hidden_pair(house, [first, second]))
        })
    }

    fn hidden_pair(&self, house: MiniHouse, pair: [usize; 2]) -> Option<MiniRemoval> {
        let [cells, others] = pair.map(|digit| self.0.places[digit] & house.cells());
        if cells != others || cells.count_ones() != 2 {
            return None;
        }
        let mut removed = self.0.places.map(|places| places & cells);
        pair.into_iter().for_each(|digit| removed[digit] = 0);
        if removed.iter().all(|lost| *lost == 0) {
            return None;
        }
        let digits = 1 << pair[0] | 1 << pair[1];
        let reason = MiniReason::HiddenPair { house, cells, digits };
        Some(MiniRemoval { technique: Technique::HiddenPair, reason, removed })
    }
}
