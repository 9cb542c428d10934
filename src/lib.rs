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
//! let plan = Plan::new(vec![(Level::Medium, 3)]);
//! let threads = 0; // one for each core
//! for item in Batch::new(plan, Seed(42), threads)? {
//!     let entry = item?.puzzle()?.entry;
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
//! let disguised = Transform::random(&mut Seed(1).stream_at(0)).puzzle(&puzzle);
//! assert_ne!(disguised, puzzle);
//! assert_eq!(Canonical::of(&disguised), Canonical::of(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Print a book
//!
//! A [`Template`] is a design, [`PrintSpec`] are what a printer asks of a
//! size on a paper. [`preflight`](printers::preflight) then looks at the finished file as the printer would.
//!
//! ```
//! # #[cfg(feature = "book")] {
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::printers::{Printer, preflight};
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
//! The program needs all but `parquet` and `postgres`, and the default is the program. A library user takes
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
//! | `run` | all of these but `parquet` and `postgres`; whole runs and their proof; job files | |
//! | `program` | the binary | clap |
//! | `lopdf-rayon` | for tests: lopdf reads PDFs on many threads, as where another crate of a build asks for that | |
#![cfg_attr(docsrs, feature(doc_cfg))]

// The rooms, in reading order: each knows the ones above it. The engine: no file, no clock, no page.
#[macro_use]
pub mod sudoku;

pub mod human;

pub mod make;

// Words of all languages, and the steps of a solution told in them.
#[cfg(any(feature = "book", feature = "explain"))]
pub mod text;

// Files, tables, the archive.
#[cfg(feature = "files")]
pub mod store;

// What printers ask, and what they would find.
#[cfg(feature = "book")]
pub mod printers;

// Books and covers.
#[cfg(feature = "book")]
pub mod book;

// Whole runs, nights, series, sharded runs.
#[cfg(feature = "run")]
pub mod run;

// What lies there is judged.
#[cfg(feature = "book")]
pub mod check;

// What most users need.
#[cfg(feature = "book")]
pub use book::{Cover, Imprint, Language, Section, Template, Volume};
pub use human::grade::Band;
pub use human::ladder::{Ladder, Rung};
pub use make::batch::{Batch, Dedup, Plan};
pub use make::entry::Entry;
pub use make::seed::Seed;
#[cfg(feature = "book")]
pub use printers::{PrintSpec, Printer, Trim};
#[cfg(feature = "archive")]
pub use store::archive::Archive;
pub use sudoku::canon::Canonical;
pub use sudoku::grid::{Cell, Digit, Grid, Solution};
pub use sudoku::key::Key;
pub use sudoku::puzzle::Puzzle;
pub use sudoku::score::{Level, Score};
pub use sudoku::transform::Transform;
