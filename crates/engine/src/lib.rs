//! Graded Sudoku puzzles: the engine of `sudoku-press`. It has no files, no clock and no pages.
//!
//! The method is that of Xue, Jiang, Li, Yan and Sun, *A Sudoku generation algorithm based on
//! digging holes* (2009), known in English as *Sudoku Puzzles Generating: from Easy to Evil*.
//! "Paper section" in these pages is a section of it.
//!
//! # Solve
//!
//! A [`Grid`] is 81 cells that may break every rule. A [`Puzzle`] is a grid with exactly one
//! solution. Only the proof can make a `Puzzle`. It takes a few microseconds.
//!
//! ```
//! use sudoku_press_engine::{Grid, Puzzle, Score};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let grid: Grid = line.parse()?;
//! let puzzle = Puzzle::prove(grid)?;
//! assert!(puzzle.solution().to_string().starts_with("534678912"));
//! assert_eq!(Score::of(&puzzle).givens, 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Make puzzles
//!
//! A [`Plan`] describes the puzzles, and a [`Batch`] makes them on all cores. The same plan and
//! seed make the same puzzles on any machine, with any number of threads.
//!
//! ```
//! use sudoku_press_engine::{Batch, Level, Plan, Seed};
//!
//! let plan = Plan::new(vec![(Level::Medium, 3)]);
//! let threads = 0; // one for each core
//! for item in Batch::new(plan, Seed(42), threads)? {
//!     let entry = item?.puzzle()?.entry;
//!     assert_eq!(entry.score.unwrap().level(), Level::Medium);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Recognise equivalent puzzles
//!
//! A [`Transform`] is one of 1.2 x 10^12 changes that keep a puzzle equivalent: it relabels digits,
//! exchanges rows of a band, transposes the grid. The [`Canonical`] form of a puzzle is the same
//! under all of them.
//!
//! ```
//! use sudoku_press_engine::{Canonical, Puzzle, Seed, Transform};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::prove(line.parse()?)?;
//! let disguised = Transform::random(&mut Seed(1).stream_at(0)).puzzle(&puzzle);
//! assert_ne!(disguised, puzzle);
//! assert_eq!(Canonical::of(&disguised), Canonical::of(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has small programs that do this.
//!
//! These pages leave out what only the other crates of the workspace use: it may change with any
//! version.

// The rooms in reading order. Each room knows only the rooms above it.
#[macro_use]
pub mod sudoku;

pub mod human;

pub mod make;

// The types that most users need.
pub use human::grade::Band;
pub use human::ladder::{Ladder, Rung};
pub use make::batch::{Batch, Dedup, Plan};
pub use make::entry::Entry;
pub use make::seed::Seed;
pub use sudoku::canon::Canonical;
pub use sudoku::grid::{Cell, Digit, Grid, Solution};
pub use sudoku::key::Key;
pub use sudoku::puzzle::Puzzle;
pub use sudoku::score::{Level, Score};
pub use sudoku::transform::Transform;
