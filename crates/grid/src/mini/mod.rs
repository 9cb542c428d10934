//! Small Sudoku: 4 x 4 cells with blocks of 2 x 2, and 6 x 6 cells with blocks of 2 rows and 3
//! columns.
//!
//! The types have the promises of the classic ones: a [`MiniGrid`] may break every rule, and a
//! [`MiniPuzzle`] is the proof that there is one solution. Cells are numbered from 0, row by row; a
//! set of cells is a word with a bit for each. The small sizes need no fast search: a plain one
//! takes microseconds.

mod canon;
mod grid;
mod puzzle;
mod search;
mod shape;

pub(crate) use canon::MiniTransform;
pub use grid::MiniGrid;
pub use puzzle::MiniPuzzle;
pub use search::MiniBoard;
pub use shape::{Cells, MiniHouseKind, MiniShape, bits};
