//! The grid and its parts: cells, digits, houses. This module does not know whether a grid can be
//! solved.

mod cell;
mod digit;
// The grid itself, in the room that is named after it.
#[expect(clippy::module_inception)]
mod grid;
mod house;
mod sets;
mod solution;

pub use cell::Cell;
pub use digit::Digit;
pub use grid::{Conflict, Grid, LineError};
pub use house::House;
pub use sets::{CellSet, DigitSet};
pub use solution::{Solution, SolutionError};
