//! Difficulty for a human solver: the rating of Sudoku Explainer, the scanning load, the expected
//! time, and the band of the human ladder.
//!
//! ```
//! use grid::Puzzle;
//! use sudoku_press_human::{Band, Rater};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let rating = Rater::new().rate(&Puzzle::prove(line.parse()?)?)?;
//! assert_eq!(rating.er.to_string(), "1.2");
//! assert_eq!(rating.band, Band::Gentle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod band;
pub(crate) mod fast;
mod path_bands;
mod rater;
mod rating;
mod time;

pub use crate::logic::Tenths;
pub use band::Band;
pub use rater::Rater;
pub use rating::{RatedForm, Rating, RatingError};
pub use time::{Load, Seconds};
