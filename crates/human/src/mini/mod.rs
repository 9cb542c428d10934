//! Small puzzles as a person solves them: levels, ratings and paths of 4 x 4 and 6 x 6 cells.
//!
//! A level is the first set of techniques that solves a puzzle, whatever the order: a
//! [`MiniClosure`]. Ratings are those of Sudoku Explainer. A path has the steps in words of data.

mod closure;
mod level;
mod path;
mod position;
mod rating;
mod reason;

pub use closure::MiniClosure;
pub use level::MiniLevel;
pub use path::{MiniPath, MiniStep};
pub use rating::MiniRating;
pub use reason::{MiniHouse, MiniReason};
