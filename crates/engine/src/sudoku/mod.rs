//! A puzzle and its proof: cells and grids, exact solvers, the unique solution, the paper's score,
//! the group of equivalent puzzles and its normal form.
//!
//! A solver proves each [`puzzle::Puzzle`] when it is made. So the solvers belong to this room:
//! they use the grid, and the puzzle uses them.

/// Runs a block for each number of a range in a constant, where Rust does not allow `for`.
macro_rules! const_for {
    ($i:ident in $start:tt..$end:expr => $block:block) => {{
        let mut $i = $start;
        while $i < $end {
            $block
            $i += 1;
        }
    }};
}

/// Implements `Debug` by `Display`, so that a failed assertion shows the text that people read.
macro_rules! debug_as_display {
    ($($Type:ty),*) => { $(
        impl std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )* };
}

#[macro_use]
pub mod any_puzzle;
pub mod canon;
pub mod grid;
pub mod key;
#[doc(hidden)]
pub mod key_map;
pub mod mini;
#[doc(hidden)]
pub mod packed;
pub mod puzzle;
pub mod puzzle_link;
pub mod random;
mod scf;
pub mod score;
pub mod solver;
pub mod transform;
pub mod validity;
#[doc(hidden)]
pub mod web_address;
