//! The error of a plan that is not valid.

use crate::ordered_map::StartError;
use grid::Level;
use human::{Band, Rung, StepKind, Tenths};
use thiserror::Error;
use words::ValueError;

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
    /// Puzzles should need or avoid a technique that no puzzle can need.
    #[error(
        "needs and without: no puzzle needs {0}, because {reason}; leave it out",
        reason = never_needed_reason(*.0)
    )]
    NeverNeeded(StepKind),
    /// Puzzles should need a technique or a pattern, and also avoid it.
    #[error("needs and without: expected different techniques, found {0} in both")]
    NeededAndNot(StepKind),
    /// Puzzles of a band should need a technique or a pattern of a higher band.
    #[error(
        "level {} ({band}): expected techniques up to this level, found {kind}, which puzzles of \
         level {} need",
        band.number(), kind.band().number()
    )]
    BeyondBand {
        /// The band.
        band: Band,
        /// The technique or pattern.
        kind: StepKind,
    },
    /// Puzzles of a band should have ratings that singles never have.
    #[error(
        "level {} ({band}): expected ratings from {most} down, because singles solve its puzzles, \
         found at least {found}", band.number()
    )]
    RatedBeyond {
        /// The band.
        band: Band,
        /// The highest rating of its puzzles.
        most: Tenths,
        /// The lowest rating that the plan allows.
        found: Tenths,
    },
    /// The quotas name levels and bands.
    #[error("expected quotas for levels of one ladder, found both ladders")]
    TwoLadders,
    /// A setting has a meaning for 9 x 9 cells alone.
    #[error(
        "`{0}` is for 9x9 alone: expected none with puzzles of 4x4 or 6x6, found one; leave it out, \
         or make the sizes in two runs"
    )]
    OfClassicSize(&'static str),
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

/// Returns the reason why no puzzle needs a kind.
fn never_needed_reason(kind: StepKind) -> &'static str {
    if kind.is_of_ladder() {
        "other techniques of level 7 replace it"
    } else {
        "the human ladder never uses uniqueness or direct techniques"
    }
}
