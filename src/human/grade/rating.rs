//! What a rating says.

use super::band::Band;
use super::time::{Load, Seconds};
use crate::human::logic::{Technique, Tenths};
use thiserror::Error;

/// How hard a puzzle is, and what the path to its solution was like.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The highest rating of any step.
    pub er: Tenths,
    /// The highest rating up to and including the first step that places a digit.
    pub ep: Tenths,
    /// The rating of the first step.
    pub ed: Tenths,
    /// The technique of the first step that is rated `er`.
    pub hardest: Technique,
    /// The number of steps.
    pub steps: u32,
    /// The number of cells that could be filled at the start as the last cell of a house or as a hidden single.
    pub openings: u32,
    /// How much grid there is to scan for each thing there is to find, summed over all steps.
    pub load: Load,
    /// The expected time.
    pub seconds: Seconds,
    /// The band of the human ladder.
    pub band: Band,
    /// The number of steps that a solver of the band below cannot make.
    pub steps_beyond: u32,
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// A step would be rated higher than the ceiling.
    #[error("expected a rating of at most {0}, found a higher one")]
    Above(Tenths),
    /// No technique that may be used finds a step.
    #[error("expected a next step, found none with the techniques that are allowed")]
    Stuck,
    /// All techniques are allowed, and none finds a step: the puzzle needs nested forcing chains, which are
    /// rated 9.5 or more. With that, or the highest rating of a step before them.
    #[error("the puzzle needs nested forcing chains: its rating is at least {0}")]
    Nested(Tenths),
}
