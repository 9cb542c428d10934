//! Human solving: owns techniques with their reasons, ratings, the two ladders and the time
//! that a solver needs. Knows no random plan, no file and no language.
//!
//! A [`Position`] is a grid with its candidates, and [`next_step`] finds the easiest [`Step`]. A
//! [`Rater`] rates a whole puzzle as Sudoku Explainer does, and [`LadderSteps`] place it on the
//! human ladder.
//!
//! ```
//! use grid::Puzzle;
//! use sudoku_press_human::Rater;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::prove(line.parse()?)?;
//! let rating = Rater::new().rate(&puzzle)?;
//! assert_eq!((rating.band.number(), rating.er.to_string().as_str()), (1, "1.2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has small programs.

mod any_rating;
mod closure;
mod course;
mod grade;
mod ladder;
mod ladder_path;
mod ladder_steps;
mod logic;
mod mini;

pub use any_rating::{AnyRating, AnyRatingError};
pub use closure::{CandidateRows, LadderClosure, narrowest_round, solving_band};
pub use course::Course;
pub use grade::{Band, Load, RatedForm, Rater, Rating, RatingError, Seconds};
pub use ladder::{Ladder, Rung};
pub use ladder_path::{LadderPath, PathStep, next_ladder_step};
pub use ladder_steps::LadderSteps;
pub use logic::{
    Chain, ChainPattern, Eliminations, Link, Node, Position, Reason, Step, StepKind,
    TECHNIQUE_GROUPS, Technique, TechniqueGroup, TechniqueSet, Tenths, UniquenessType, next_step,
};
pub use mini::{MiniLevel, MiniRating};
