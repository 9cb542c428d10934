//! Graded Sudoku puzzles, and printable books of them: the engine and the press of `sudoku-press`.
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
//! use sudoku_press::{Grid, Puzzle, Score};
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
//! A [`Transform`] is one of 1.2 x 10^12 changes that keep a puzzle equivalent: it relabels digits,
//! exchanges rows of a band, transposes the grid. The [`Canonical`] form of a puzzle is the same
//! under all of them.
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
//! With the feature `book`, a `Template` is a design, and a `PrintSpec` has the requirements of a
//! printer for a trim size on a paper. `printers::preflight` then checks the finished file as the
//! printer would.
//!
//! ```
//! # #[cfg(feature = "book")] {
//! use sudoku_press::book::{self, LayoutSpec, Section, Template};
//! use sudoku_press::printers::{Printer, preflight};
//! use sudoku_press::{Level, Puzzle};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles = vec![Puzzle::prove(line.parse()?)?; 40];
//! let sections = [Section::new(Level::Easy, puzzles)];
//! let template = Template::builtin("classic").expect("it is built in");
//! let printer = Printer::builtin("kdp").expect("it is built in");
//! let terms = printer.terms("6x9".parse()?, None)?;
//! let book = LayoutSpec::new(&template, &sections).printer(&terms).lay_out()?;
//! for volume in &book.volumes {
//!     let mut pdf = Vec::new();
//!     book::write(volume, &mut pdf)?;
//!     assert!(preflight::inspect(&pdf, &terms)?.findings.is_empty());
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has small programs that do this.
//!
//! # Features
//!
//! The default is the program, which needs every feature except `parquet` and `postgres`. A library
//! user sets `default-features = false` and adds the features that the project needs. Without any
//! feature, the crate has the engine: grids, solvers, puzzles, scores, transforms, canonical forms,
//! generator, batches.
//!
//! | feature | adds | compiles |
//! |---|---|---|
//! | none | the engine | rand, rayon, sha2, thiserror |
//! | `files` | files that appear whole or not at all; locks | serde |
//! | `table` | puzzles as text, catalogues as CSV and JSON lines | csv, flate2, zstd |
//! | `parquet` | catalogues as Parquet | parquet |
//! | `explain` | solutions step by step: words, records, pages with drawings | serde, toml |
//! | `archive` | the archive of printed puzzles | SQLite |
//! | `postgres` | archives in PostgreSQL | a client for it, TLS |
//! | `book` | books, covers, preflight, reading grids back from a PDF | printpdf, lopdf |
//! | `run` | all except `parquet` and `postgres`; whole runs, their proof, job files | |
//! | `studio` | the window: a local page on which a book is set up, seen and made | httparse |
//! | `program` | the binary | clap |
//! | `lopdf-rayon` | for tests: lopdf reads PDFs on many threads | |
//!
//! The feature `table` reads and writes all common forms of text, compressed too. `lopdf-rayon` is
//! the case that another crate of the build enables the threads of lopdf.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The rooms in reading order. Each room knows only the rooms above it. The engine has no files, no
// clock and no pages.
#[macro_use]
pub mod sudoku;

pub mod human;

pub mod make;

// Texts in all languages, and explanations of steps.
#[cfg(any(feature = "book", feature = "explain"))]
pub mod text;

// Files, tables, the archive.
#[cfg(feature = "files")]
pub mod store;

// The requirements of printers, and preflight.
#[cfg(feature = "book")]
pub mod printers;

// Books and covers.
#[cfg(feature = "book")]
pub mod book;

// Whole runs, nights, series, sharded runs.
#[cfg(feature = "run")]
pub mod run;

// Checks of files that exist.
#[cfg(feature = "book")]
pub mod check;

// The window: a local page.
#[cfg(feature = "studio")]
pub mod studio;

// The types that most users need.
#[cfg(feature = "book")]
pub use book::{BookOptions, Cover, Language, Section, Template, Volume};
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
