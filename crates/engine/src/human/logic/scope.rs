//! The scope of a search.

use crate::sudoku::grid::{DigitSet, House};

/// The houses and digits that a technique has to search, because the caller knows that there is no
/// find elsewhere. Only techniques whose finds lie in one house, or are about one digit, use it.
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
