//! The rating of Sudoku Explainer: owns the walk along its path, the fast search for the steps of
//! that path, the ratings of puzzles of any size, and what a puzzle needs beyond the human ladder.
//! Knows no random plan, no file and no language. The ladder itself never enters this room.
//!
//! A [`Rater`] rates a whole puzzle as Sudoku Explainer 1.2.1 does, and adds the time that a solver
//! needs and the [`Band`](human::Band) of the human ladder. [`AnyRating`] also rates small sizes,
//! and [`has_need_of`] tells whether a puzzle needs a technique.
//!
//! ```
//! use grid::Puzzle;
//! use human::Band;
//! use sudoku_press_explainer::Rater;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let rating = Rater::new().rate(&Puzzle::prove(line.parse()?)?)?;
//! assert_eq!(rating.er.to_string(), "1.2");
//! assert_eq!(rating.band, Band::Gentle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The techniques themselves are those of `human`: `Position::next_step` finds the same steps with
//! their reasons, and judges the fast search. The folder `examples/` has a small program.

mod any_rating;
mod fast;
mod needs;
mod path_bands;
mod rater;
mod rating;

pub use any_rating::{AnyRating, AnyRatingError};
pub use needs::{can_solve, has_need_of};
pub use rater::Rater;
pub use rating::{RatedForm, Rating, RatingError};
