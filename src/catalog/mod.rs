//! The catalogue: entries as rows of text, and back. The only user of csv.

mod read;
mod rows;
mod write;

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
