//! Grids, puzzles and their proof: owns the exact solvers, the score of the paper, transforms and
//! the canonical form, for 9x9 and for small sizes. Knows no technique of people, no random plan
//! and no file.
//!
//! A [`Grid`] is 81 cells, row by row, that may break every rule. A [`Puzzle`] is a grid with
//! exactly one solution, and only the proof can make one. It takes a few microseconds.
//!
//! ```
//! use sudoku_press_grid::{Canonical, Grid, Puzzle, Rng, Score, Transform};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::prove(line.parse::<Grid>()?)?;
//! assert!(puzzle.solution().to_string().starts_with("534678912"));
//! assert_eq!(Score::of(&puzzle).givens, 30);
//!
//! // One of 1.2 x 10^12 changes that keep a puzzle equivalent: its canonical form stays.
//! let disguised = Transform::random(&mut Rng::new(1, 0)).puzzle(&puzzle);
//! assert_ne!(disguised, puzzle);
//! assert_eq!(Canonical::of(&disguised), Canonical::of(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! "Paper section" in these pages is a section of Xue, Jiang, Li, Yan and Sun, *A Sudoku generation
//! algorithm based on digging holes* (2009). The folder `examples/` has small programs.

/// Runs a block for each number of a range in a constant, where Rust does not allow `for`.
#[doc(hidden)]
#[macro_export]
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

mod any_puzzle;
mod canon;
mod grid;
mod key;
mod key_map;
pub mod mini;
mod packed;
mod puzzle;
mod random;
mod score;
mod solver;
mod transform;

pub use any_puzzle::{AnyGrid, AnyPuzzle, AnyTransform, GridShape};
pub use canon::Canonical;
pub use grid::{
    Cell, CellSet, Conflict, Digit, DigitSet, Grid, House, LineError, Solution, SolutionError,
};
pub use key::Key;
pub use key_map::KeyMap;
pub use packed::PackedPuzzles;
pub use puzzle::{Puzzle, PuzzleError};
pub use random::Rng;
pub use score::{Level, Score};
pub use solver::{
    Board, EmptyCells, Engine, EngineResult, SearchLimits, SingleKinds, SinglesBoard,
};
pub use transform::{Symmetry, Transform};
