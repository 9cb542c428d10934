//! Sudoku books by the "dig holes" method: graded puzzles, none twice, with catalogue and answers.
//!
//! The method is that of Xue, Jiang, Li, Yan and Sun, *A Sudoku generation algorithm based on
//! digging holes* (2009), known in English as *Sudoku Puzzles Generating: from Easy to Evil*.
//! "Paper section" in these pages is a section of it.
//!
//! The pipeline, each step a function of values:
//!
//! ```
//! use sudoku_press::batch::{Batch, Dedup, Plan};
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::table::{Format, Writer};
//! use sudoku_press::generate::{FullGrid, Symmetry};
//! use sudoku_press::{score::Level, seed::Seed};
//!
//! // What is to be made: ten puzzles of level 3. The same plan makes the same puzzles anywhere.
//! let plan = Plan {
//!     seed: Seed(42),
//!     quotas: vec![(Level::Medium, 10)],
//!     grid: FullGrid::PAPER,
//!     symmetry: Symmetry::None,
//!     dedup: Dedup::Class,
//!     variants: 1,
//!     attempts: 10_000,
//! };
//! // Make them, on two threads, in order: proved, scored, no two equivalent.
//! let mut catalog = Writer::new(Vec::new(), Format::Csv)?;
//! let mut puzzles = Vec::new();
//! for issued in Batch::new(plan, 2)? {
//!     let entry = issued?.entry;
//!     assert_eq!(entry.score.level(), Level::Medium);
//!     catalog.write(&entry)?;
//!     puzzles.push(entry.puzzle);
//! }
//! let csv = catalog.finish()?;
//! // Print them.
//! let template = Template::builtin("classic").expect("it is built in");
//! let sections = [Section { level: Level::Medium, puzzles }];
//! let mut pdf = Vec::new();
//! for volume in book::volumes(&template, "6x9".parse()?, &Imprint::default(), &sections)? {
//!     book::write(&volume, &mut pdf, &mut || Ok(()))?;
//! }
//! # assert!(csv.starts_with(b"id,puzzle,") && pdf.starts_with(b"%PDF-"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// In reading order. The engine: no file, no clock, no page.
pub mod grid;
pub mod solver;

pub mod puzzle;
pub mod score;
pub mod transform;

pub mod canon;
pub mod key;
pub mod seed;

pub mod generate;

pub mod batch;
pub mod entry;
pub mod parallel;

// Puzzles in files, and what was ever printed.
#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "run")]
pub mod job;
#[cfg(feature = "table")]
pub mod table;

// Paper.
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "book")]
pub mod print;
#[cfg(feature = "book")]
pub mod proof;
