//! Graded Sudoku puzzles, and printable books of them: the engine and the press of `sudoku-press`.
//!
//! The method is that of Xue, Jiang, Li, Yan and Sun, *A Sudoku generation algorithm based on
//! digging holes* (2009), known in English as *Sudoku Puzzles Generating: from Easy to Evil*.
//! "Paper section" in these pages is a section of it.
//!
//! # Solve
//!
//! A [`Grid`] is 81 cells that may break every rule. A [`Puzzle`] is a grid with exactly one solution:
//! there is no way to make one without that proof, which takes a few microseconds.
//!
//! ```
//! use sudoku_press::{Grid, Puzzle, Score};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::prove(grid)?;
//! assert!(puzzle.solution().to_string().starts_with("534678912"));
//! assert_eq!(Score::of(&puzzle).givens, 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Make puzzles
//!
//! A [`Plan`] says which puzzles are made, a [`Batch`] makes them on all cores. The same plan and seed
//! make the same puzzles on any machine, with any number of threads.
//!
//! ```
//! use sudoku_press::{Batch, Level, Plan, Seed};
//!
//! let plan = Plan::paper(vec![(Level::Medium, 3)]);
//! let threads = 0; // one for each core
//! for issued in Batch::new(plan, Seed(42), threads)? {
//!     let entry = issued?.entry;
//!     assert_eq!(entry.score.level(), Level::Medium);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Recognise equivalent puzzles
//!
//! Relabelled digits, exchanged rows of a band, a transposed grid: a [`Transform`] is one of 1.2 x 10^12
//! such changes, and the [`Canonical`] form of a puzzle is the same under all of them.
//!
//! ```
//! use sudoku_press::{Canonical, Puzzle, Seed, Transform};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::prove(line.parse()?)?;
//! let disguised = Transform::random(&mut Seed(1).numbered(0)).puzzle(&puzzle);
//! assert_ne!(disguised, puzzle);
//! assert_eq!(Canonical::of(&disguised), Canonical::of(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Print a book
//!
//! A [`Template`] is a design, [`Terms`] are what a printer asks of a
//! size on a paper. [`preflight`](print::preflight) then looks at the finished file as the printer would.
//!
//! ```
//! # #[cfg(feature = "book")] {
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::print::{Printer, preflight};
//! use sudoku_press::{Level, Puzzle};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles = vec![Puzzle::prove(line.parse()?)?; 40];
//! let sections = [Section::new(Level::Easy, puzzles)];
//! let template = Template::builtin("classic").expect("it is built in");
//! let printer = Printer::builtin("kdp").expect("it is built in");
//! let terms = printer.terms("6x9".parse()?, None)?;
//! let imprint = Imprint::default();
//! let book = book::lay_out(&template, terms.trim(), &imprint, &sections, Some(&terms), None)?;
//! for volume in &book.volumes {
//!     let mut pdf = Vec::new();
//!     book::write(volume, &mut pdf, &mut || Ok(()))?;
//!     assert!(preflight::inspect(&pdf, &terms)?.findings.is_empty());
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has these as small programs.
//!
//! # Features
//!
//! The program needs all but `parquet`, `postgres` and `s3`, and the default is the program. A library user takes
//! `default-features = false` and adds what is used:
//!
//! | feature | adds | compiles |
//! |---|---|---|
//! | none | the engine: grids, solvers, puzzles, scores, transforms, canonical forms, generator, batches | rand, rayon, sha2, thiserror |
//! | `files` | files that appear whole or not at all; locks | serde |
//! | `table` | puzzles as text in all common forms; catalogues as CSV and JSON lines, compressed too | csv, flate2, zstd |
//! | `parquet` | catalogues as Parquet | parquet |
//! | `explain` | solutions step by step: in words, as records, as a page with drawings | serde, toml |
//! | `archive` | the archive of printed puzzles | SQLite |
//! | `postgres` | archives in PostgreSQL | a client for it, TLS |
//! | `book` | books, covers, preflight, reading grids back from a PDF | printpdf, lopdf |
//! | `s3` | runs in parts in a bucket | object_store |
//! | `run` | all of these but `parquet`, `postgres` and `s3`; whole runs and their proof; job files | |
//! | `program` | the binary | clap |
#![cfg_attr(docsrs, feature(doc_cfg))]

// In reading order. The engine: no file, no clock, no page.
#[macro_use]
pub mod named;

pub mod grid;
pub mod solver;

pub mod puzzle;
pub mod score;
pub mod transform;
pub mod validity;

pub mod canon;
pub mod key;

#[cfg(feature = "explain")]
pub mod explain;
pub mod grade;
pub mod logic;
#[cfg(feature = "explain")]
pub mod toml_file;
#[cfg(feature = "explain")]
mod words;

pub mod ladder;
pub mod seed;

pub mod generate;

pub mod batch;
pub mod entry;
pub mod parallel;

#[cfg(any(feature = "book", feature = "explain"))]
mod markup;

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

// All of it together.
#[cfg(feature = "run")]
pub mod run;
#[cfg(feature = "run")]
pub mod shards;

// What most users need.
#[cfg(feature = "archive")]
pub use archive::Archive;
pub use batch::{Batch, Dedup, Plan};
#[cfg(feature = "book")]
pub use book::{Cover, Imprint, Language, Section, Template, Volume};
pub use canon::Canonical;
pub use entry::Entry;
pub use grade::Band;
pub use grid::{Cell, Digit, Grid, Solution};
pub use key::Key;
pub use ladder::{Ladder, Rung};
#[cfg(feature = "book")]
pub use print::{Printer, Terms, Trim};
pub use puzzle::Puzzle;
pub use score::{Level, Score};
pub use seed::Seed;
pub use transform::Transform;
