//! Whole runs of Sudoku books: the library of the program `sudoku-press`.
//!
//! | crate | what it has |
//! |---|---|
//! | [`engine`] | grids, solvers, puzzles, scores, canonical forms, generator, batches |
//! | [`files`] | files that appear whole or not at all, locks |
//! | [`archive`] | what was ever printed |
//! | [`tables`] | the catalogue, and puzzles in any form |
//! | [`press`] | texts, printers, preflight, books and covers |
//! | this one | runs in their folder, their proof, the studio |
//!
//! A finished run is verified from nothing: each puzzle is proved, each page is read, and the book
//! is made again. The folder `examples/` has this program.
//!
//! ```no_run
//! use sudoku_press::check::verify::Proof;
//!
//! let threads = 0; // one for each core
//! let mut proof = Proof::new(threads, None, None);
//! proof.makes_again = true;
//! proof.prove(&["out".into()])?;
//! match proof.verdict() {
//!     None => println!("OK: {}", proof.summary()),
//!     Some(problems) => println!("{problems}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | adds | compiles |
//! |---|---|---|
//! | `parquet` | catalogues as Parquet | parquet |
//! | `postgres` | archives in PostgreSQL | a client for it, TLS |
//! | `lopdf-rayon` | for tests: lopdf reads PDFs on many threads | |
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use {archive, engine, files, press, tables};

// The rooms in reading order. Each room knows only the rooms above it.

// Whole runs, nights, series, sharded runs.
pub mod run;

// Checks of files that exist.
pub mod check;

// The window: a local page.
pub mod studio;
