//! The grid and its parts: cells, digits, houses. Not whether a grid can be solved.

mod board;
mod cell;
mod cell_set;
mod digit;
mod drawn;
mod house;
mod solution;

pub use board::{Conflict, Grid, LineError};
pub use cell::Cell;
pub use cell_set::CellSet;
pub use digit::{Digit, DigitSet};
pub use house::House;
pub use solution::{NotSolved, Solution};
