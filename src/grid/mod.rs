//! The grid and its parts: cells, digits, houses. Not whether a grid can be solved.

mod board;
mod cell;
mod digit;
mod drawn;
mod house;
mod solution;

pub use board::{Conflict, Grid, LineError};
pub use cell::Cell;
pub use digit::{Digit, DigitSet};
pub use house::House;
pub use solution::{NotSolved, Solution};
