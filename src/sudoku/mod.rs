//! A puzzle and its proof: cells and grids, exact solvers, the unique solution, the paper's score, the group of
//! equivalent puzzles and its normal form.
//!
//! A [`puzzle::Puzzle`] is proved by a solver when it is made, so the solvers stand in this room, between the grid
//! and the puzzle.

#[macro_use]
mod macros;
#[macro_use]
pub mod named;
pub mod canon;
pub mod grid;
pub mod key;
pub(crate) mod key_map;
pub mod packed;
pub mod puzzle;
pub mod score;
pub mod solver;
pub mod transform;
pub mod validity;
pub mod value_error;
