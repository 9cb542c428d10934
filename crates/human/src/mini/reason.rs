//! The reasons of steps of small puzzles.

use grid::mini::{Cells, MiniHouseKind, MiniShape};

/// A house of a small grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniHouse {
    /// The kind.
    pub kind: MiniHouseKind,
    /// The number among the houses of its kind, from 0.
    pub index: usize,
    shape: MiniShape,
}

impl MiniHouse {
    /// Returns the houses of a kind.
    pub fn all_of(shape: MiniShape, kind: MiniHouseKind) -> impl Iterator<Item = Self> {
        (0..shape.side()).map(move |index| Self { kind, index, shape })
    }

    /// Returns the cells.
    pub fn cells(self) -> Cells {
        self.shape.houses(self.kind)[self.index]
    }
}

/// The reason of a step. Digits are counted from 0; a set of digits has a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MiniReason {
    /// The digit has one place in a house.
    OnePlace {
        /// The house.
        house: MiniHouse,
    },
    /// The cell has one candidate.
    OneCandidate,
    /// All places of a digit in one house lie in another.
    Locked {
        /// The digit.
        digit: usize,
        /// The house that has the digit in the other one alone.
        from: MiniHouse,
        /// The house whose other cells lose the digit.
        to: MiniHouse,
    },
    /// Two cells of a house share their only two candidates.
    NakedPair {
        /// The house.
        house: MiniHouse,
        /// The two cells.
        cells: Cells,
        /// The two digits.
        digits: u64,
    },
    /// Two digits share their only two places in a house.
    HiddenPair {
        /// The house.
        house: MiniHouse,
        /// The two cells.
        cells: Cells,
        /// The two digits.
        digits: u64,
    },
}
