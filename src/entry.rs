//! An entry: a scored puzzle that remembers where it came from. What a catalogue has a row of.

use crate::canon::Canonical;
use crate::generate::{FullGrid, Order, Symmetry};
use crate::puzzle::Puzzle;
use crate::score::Score;
use crate::seed::{Seed, Slot};
use std::fmt;

/// A puzzle as it will be printed, with its score and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The givens and their only solution.
    pub puzzle: Puzzle,
    /// Scored in the orientation in which it is printed.
    pub score: Score,
    /// The representative of its class.
    pub canonical: Canonical,
    /// Where it came from.
    pub origin: Origin,
}

/// What makes a puzzle again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The run's seed.
    pub seed: Seed,
    /// Level and number.
    pub slot: Slot,
    /// How often the slot was issued before, its puzzle being known already.
    pub reissue: u32,
    /// How the full grid was made.
    pub grid: FullGrid,
    /// In which order the cells were emptied.
    pub order: Order,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}

/// `L5-000123`: level, and slot counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(pub Slot);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}-{:06}", self.0.level.number(), self.0.number + 1)
    }
}
