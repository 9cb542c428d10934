//! Where a technique looks.

use crate::sudoku::grid::{DigitSet, House};

/// Where a technique looks that finds something in one house, or something of one digit: nothing is found elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchScope {
    pub digits: DigitSet,
    /// Bit `i` is house `i`.
    pub houses: u32,
}

impl SearchScope {
    pub const ALL: Self = Self { digits: DigitSet::FULL, houses: (1 << 27) - 1 };
    pub const NONE: Self = Self { digits: DigitSet::EMPTY, houses: 0 };

    pub const fn has_house(self, house: House) -> bool {
        self.houses >> house.index() & 1 != 0
    }
}
