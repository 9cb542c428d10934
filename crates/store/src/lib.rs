//! Storage of Sudoku puzzles: files that appear whole or not at all, tables of puzzles, and the
//! archive of everything ever printed.
//!
//! A [`CatalogWriter`](table::CatalogWriter) writes puzzles as a table. A
//! [`RowReader`](table::RowReader) reads all common formats of puzzles, told apart by their
//! content.
//!
//! ```
//! use sudoku_press_store::engine::sudoku::any_puzzle::AnyPuzzle;
//! use sudoku_press_store::engine::{Batch, Level, Plan, Seed};
//! use sudoku_press_store::table::{CatalogWriter, RowReader, TableFormat};
//!
//! let mut catalog = CatalogWriter::new(Vec::new(), TableFormat::Csv)?;
//! for item in Batch::new(Plan::new(vec![(Level::Easy, 3)]), Seed(1), 0)? {
//!     catalog.write(&item?.puzzle()?.entry)?;
//! }
//! let bytes = catalog.finish()?;
//! for row in RowReader::new(&bytes[..]) {
//!     AnyPuzzle::prove(row?.grid()?)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | feature | adds |
//! |---|---|
//! | `parquet` | catalogues as Parquet |
//! | `postgres` | archives in PostgreSQL |
//!
//! These pages leave out what only the other crates of the workspace use: it may change with any
//! version.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The types of puzzles, which the functions here take.
pub use engine;

pub mod archive;
pub mod files;
pub mod table;
