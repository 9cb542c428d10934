//! The making of puzzles: owns seeds, attempts, slots, and batches on all cores. Knows no file, no
//! clock and no page.
//!
//! The method is that of Xue, Jiang, Li, Yan and Sun, *A Sudoku generation algorithm based on
//! digging holes* (2009), known in English as *Sudoku Puzzles Generating: from Easy to Evil*.
//!
//! A [`Plan`] describes the puzzles, and a [`Batch`] makes them. The same plan and seed make the
//! same puzzles on any machine, with any number of threads.
//!
//! ```
//! use grid::Level;
//! use sudoku_press_make::{Batch, Plan, Seed};
//!
//! let plan = Plan::new(vec![(Level::Medium, 3)]);
//! let threads = 0; // one for each core
//! for item in Batch::new(plan, Seed(42), threads)? {
//!     let entry = item?.puzzle()?.entry;
//!     assert_eq!(entry.score.unwrap().level(), Level::Medium);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod entry;
mod generate;
pub mod mini;
mod ordered_map;
mod range;
mod seed;

pub use batch::{
    Batch, BatchCaller, BatchItem, CatalogPuzzle, Dedup, GivensConstraints, LookupError,
    MadePuzzle, MovedPuzzle, Plan, PlanError, QualityRule, RatingConstraints, ReplacementError,
    Shortfall, SlotReissuer, SubstitutePicture, SymmetryChoice, Violation,
};
pub use entry::{Entry, PuzzleOrigin, pattern_key};
pub use generate::{Bounds, FullGrid, GivensMask, HoleOrder, Look, Recipe, dig, fewest_givens};
pub use ordered_map::{OrderedMap, StartError, Workers};
pub use range::ClosedRange;
pub use seed::{Seed, Slot};
