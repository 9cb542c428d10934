//! The grid and its parts: cells, digits, houses. Not whether a grid can be solved.

mod board;
mod cell;
mod digit;
mod drawn;
mod house;
mod sets;
mod solution;

pub use board::{Conflict, Grid, LineError};
pub use cell::Cell;
pub use digit::Digit;
pub use house::House;
pub use sets::{CellSet, DigitSet};
pub use solution::{NotSolved, Solution};
