//! Making puzzles: random numbers from a seed, one attempt by digging holes, a slot, a batch on all cores.

pub mod batch;
pub mod entry;
pub mod generate;
pub mod parallel;
pub mod seed;
