//! Tables of puzzles: the columns of a catalogue, the writer of catalogues, and the only reader of
//! puzzle files in any format.
//!
//! [`RowReader`] reads any puzzle file without checking its values. [`PuzzleRecords`] also checks
//! each puzzle, its solution and its level. [`CatalogWriter`] writes a catalogue with the given
//! [`CatalogColumns`], [`RecordWriter`] writes answers about puzzles.

mod columns;
pub mod compress;
mod duplicates;
mod files;
mod first_few;
pub mod format;
mod header;
mod number;
mod package;
#[cfg(feature = "parquet")]
mod parquet;
pub mod rate_columns;
mod record;
mod record_writer;
mod row;
mod row_reader;
mod spreadsheet;
mod valid_records;
mod workbook;
mod write;

pub use columns::{
    CatalogColumn, CatalogColumns, ColumnSource, ColumnType, ComputedFacts, ER, FieldValue, LINK,
    MINIMAL, NumberedLink, PATTERN, RATED_AS, csv_row,
};
pub use duplicates::{DuplicateKey, DuplicateSearch, EarlierPuzzle, FirstPlaces};
pub use files::{
    FilePlace, GridBlocks, InputError, NoteSink, PlacedGrid, PuzzleFile, PuzzleRecords,
    StatedAnswer,
};
pub use first_few::{FirstFew, WrongRows};
pub use format::SkippedLines;
#[doc(hidden)]
pub use format::error::excerpt;
pub use format::error::{ReadError, RowError, RowPosition};
#[doc(hidden)]
pub use header::quoted;
pub use header::{TableHeader, UnreadColumns};
pub use number::parse_whole;
pub use package::{PACKAGE, descriptor_mismatch, package};
pub use record::PuzzleRecord;
pub use record_writer::{AnswerFormat, RecordWriter};
pub use row::{RunValues, TableRow};
#[doc(hidden)]
pub use row_reader::csv_rows;
pub use row_reader::{Input, RowReader};
pub use valid_records::ValidRecords;
pub use workbook::MAX_WORKBOOK_PUZZLES;
#[doc(hidden)]
pub use workbook::{SheetCell, SheetColumn, WorkbookWriter};
pub use write::{CatalogWriter, TableFormat};
