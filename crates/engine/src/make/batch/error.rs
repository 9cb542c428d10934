//! The error of a plan that is not valid.

use crate::human::grade::Tenths;
use crate::human::ladder::Rung;
use crate::human::logic::StepKind;
use crate::make::ordered_map::StartError;
use crate::sudoku::score::Level;
use crate::sudoku::value_error::ValueError;
use thiserror::Error;

/// The reason why a plan is not valid.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A value is outside the range of every plan.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A level or band has two quotas.
    #[error("expected one quota for each level, found two for {0}")]
    RungTwice(Rung),
    /// No puzzle with these givens can have the level.
    #[error("{what} can have level {expected}, found level {} ({found})", found.number())]
    OutOfReach {
        /// The puzzles that have these givens.
        what: String,
        /// The numbers of the levels that they can have.
        expected: String,
        /// The level in the plan.
        found: Level,
    },
    /// Puzzles should need a technique or a pattern, and also avoid it.
    #[error("needs and without: expected different techniques, found {0} in both")]
    NeededAndNot(StepKind),
    /// The constraints on the ratings of a level or band contradict each other.
    #[error(
        "level {} ({rung}): expected a rating of at most {} ({}), found at least {} ({}): no puzzle has both",
        rung.number(), most.0, most.1, least.0, least.1
    )]
    NoRating {
        /// The level or band.
        rung: Rung,
        /// The lowest rating that the plan allows, and its reason.
        least: (Tenths, String),
        /// The highest rating that the plan allows, and its reason.
        most: (Tenths, String),
    },
    /// The quotas name levels and bands.
    #[error("expected quotas for levels of one ladder, found both ladders")]
    TwoLadders,
    /// A range of slots exceeds the quota of the plan.
    #[error("expected slots below {quota} of {rung}, found {found}")]
    NoSuchSlot {
        /// The level or band.
        rung: Rung,
        /// The quota of the level or band.
        quota: u64,
        /// The end of the requested range.
        found: u64,
    },
    /// The system did not start the threads.
    #[error(transparent)]
    Threads(#[from] StartError),
}
