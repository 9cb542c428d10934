//! A puzzle and its proof: cells and grids, exact solvers, the unique solution, the paper's score,
//! the group of equivalent puzzles and its normal form.
//!
//! A solver proves each [`puzzle::Puzzle`] when it is made. So the solvers belong to this room:
//! they use the grid, and the puzzle uses them.

#[macro_use]
mod macros;
#[macro_use]
pub mod named;
pub mod canon;
pub mod grid;
pub mod key;
#[doc(hidden)]
pub mod key_map;
#[doc(hidden)]
pub mod packed;
pub mod puzzle;
pub mod puzzle_link;
mod scf;
pub mod score;
pub mod solver;
pub mod transform;
pub mod validity;
pub mod value_error;
#[doc(hidden)]
pub mod web_address;
