//! The catalogue: entries as rows, and back, and what its columns hold. The only user of csv.

mod bounded;
mod columns;
pub mod compress;
pub mod format;
mod package;
#[cfg(feature = "parquet")]
mod parquet;
mod read;
mod rows;
mod write;

pub use columns::{Column, Holds, columns};
pub use package::{PACKAGE, misdescribed, package};
pub use read::{ReadError, Reader, Record};
pub use rows::{Columns, Row, Rows};
pub use write::{Format, Writer};

/// The columns, in order. The first five are the header of a public set of three million puzzles
/// and never move; new ones are added at the end.
pub const COLUMNS: [&str; 16] = [
    "id",
    "puzzle",
    "solution",
    "clues",
    "difficulty",
    "level",
    "level_name",
    "row_col_min",
    "searches",
    "grid",
    "order",
    "symmetry",
    "canonical",
    "seed",
    "slot",
    "reissue",
];
