//! Tables of puzzles: the columns of a catalogue, the writer of catalogues, and the one reader of
//! puzzle files, whatever their form.
//!
//! [`Rows`] reads any file of puzzles as it stands; [`Records`] proves each puzzle, and what its row
//! states of solution and level; [`Writer`] writes a catalogue, whose [`Columns`] are one list.

mod columns;
pub mod compress;
mod files;
pub mod format;
mod package;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod row;
mod rows;
mod write;

pub use columns::{Column, Columns, Facts, Holds, Source, Value};
pub use files::{Blocks, FilePlace, InputError, PlacedGrid, PlacedRecords, PuzzleFile};
pub use format::error::{At, Fault, ReadError, Why};
pub use package::{PACKAGE, misdescribed, package};
pub use record::{Record, Records};
pub use row::{Header, Row};
pub use rows::{Input, Rows};
pub use write::{Format, Writer};
