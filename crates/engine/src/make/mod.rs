//! The making of puzzles: random numbers from a seed, one attempt at a puzzle, one slot, a batch on
//! all cores.

pub mod batch;
pub mod entry;
pub mod generate;
pub mod mini;
#[doc(hidden)]
pub mod ordered_map;
pub mod seed;
