//! Tables of puzzles: the columns of a catalogue, the writer of catalogues, and the only reader of
//! puzzle files in any format.
//!
//! [`Rows`] reads any puzzle file without checking its values. [`Records`] also checks each puzzle, its
//! solution and its level. [`Writer`] writes a catalogue with the given [`Columns`], [`Answers`] writes
//! answers about puzzles.

mod answers;
mod columns;
pub mod compress;
mod duplicates;
mod files;
mod first_few;
pub mod format;
mod gzip;
mod header;
pub mod judged;
mod package;
#[cfg(feature = "parquet")]
mod parquet;
pub mod rated;
mod record;
mod row;
mod rows;
mod sound;
mod write;

pub use answers::{AnswerFormat, Answers};
pub use columns::{
    Column, Columns, ER, Facts, Holds, MINIMAL, PATTERN, RATED_AS, Source, Value, csv_row,
};
pub use duplicates::{
    DuplicateKey, DuplicateSearch, EarlierPuzzle, FirstPlaces, refuse_duplicates,
};
pub use files::{
    Blocks, FilePlace, InputError, Notes, PlacedGrid, PuzzleFile, Records, StatedAnswer,
};
pub use first_few::{FirstFew, WrongRows};
pub use format::SkippedLines;
#[cfg(feature = "run")]
pub(crate) use format::error::excerpt;
pub use format::error::{At, Fault, ReadError};
#[cfg(feature = "run")]
pub(crate) use header::quoted;
pub use header::{Header, SetAside};
pub use package::{PACKAGE, misdescribed, package};
pub use record::Record;
pub use row::{Row, RunValues};
#[cfg(feature = "run")]
pub(crate) use rows::csv_rows;
pub use rows::{Input, Rows};
pub use sound::SoundRecords;
pub use write::{Format, Writer};
