//! An entry of a catalogue: a scored puzzle with its origin. A row of a catalogue is one entry.

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
    /// The score of the puzzle as it is printed.
    pub score: Score,
    /// Its canonical form.
    pub canonical: Canonical,
    /// How it was made.
    pub origin: Origin,
}

/// How a puzzle was made. With the settings of its run, this is enough to make it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The run's seed.
    pub seed: Seed,
    /// Level and number.
    pub slot: Slot,
    /// How often the slot was issued before: its puzzle was a duplicate each time.
    pub reissue: u32,
    /// How the full grid was made.
    pub grid: FullGrid,
    /// The order in which the cells were emptied.
    pub order: Order,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}

/// The identifier of a puzzle in its run: `L5-000123`, the level and the slot, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(pub Slot);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}-{:06}", self.0.level.number(), self.0.number + 1)
    }
}
