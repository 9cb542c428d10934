//! Tables of Sudoku puzzles: the columns of a catalogue, the writer of catalogues, and the only
//! reader of puzzle files in any form. Knows the rules of Sudoku from the engine, and opens files
//! by `files`; it knows no book, no run and no archive.
//!
//! [`RowReader`] reads any puzzle file without checking its values: a structure (a header, the keys
//! of JSON, a drawn frame) decides before a position does. The header of a catalogue of ours
//! decides at once. [`PuzzleRecord`] also checks each puzzle, its solution and its level;
//! [`TableRow::prove`] returns all faults of a row. [`TableWriter`] writes the rows of any table;
//! [`CatalogWriter`] is one with [`CatalogColumns`].
//!
//! ```
//! use grid::AnyPuzzle;
//! use make::{Batch, Plan, Seed};
//! use grid::Level;
//! use sudoku_press_tables::{CatalogWriter, RowReader, TableFormat};
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
#![cfg_attr(docsrs, feature(doc_cfg))]

mod backtracks;
mod catalog_columns;
mod catalog_reader;
mod column;
pub mod compress;
mod duplicates;
mod format;
mod header;
mod list_columns;
mod package;
#[cfg(feature = "parquet")]
mod parquet;
mod puzzle_facts;
mod puzzle_files;
mod puzzle_sheets;
mod reading;
mod record;
mod row;
mod row_reader;
mod split;
mod spreadsheet;
mod title;
mod valid_rows;
mod workbook;
mod write;

pub use catalog_columns::{CatalogColumn, CatalogColumns, PuzzleIds, RatingBound};
pub use column::{Column, ColumnHead, ColumnRole, ColumnType, FieldValue};
pub use duplicates::{DuplicateSearch, FirstPlaces};
pub use format::error::ReadError;
pub use format::{GridFormat, GridWriter};
pub use header::TableHeader;
pub use list_columns::ListColumns;
pub use package::DataPackage;
pub use puzzle_facts::PuzzleFacts;
pub use puzzle_files::{FilePlace, InputError, NoteSink, PlacedGrid, PuzzleFile};
pub use puzzle_sheets::PuzzleSheets;
pub use reading::{PuzzleReading, ReadingChoices};
pub use record::{FaultKind, PuzzleRecord};
pub use row::{RunValues, TableRow};
pub use row_reader::RowReader;
pub use split::{Split, SplitShares};
pub use spreadsheet::WorkbookText;
pub use valid_rows::ValidRows;
pub use write::{CatalogWriter, TableFormat, TableWriter};
