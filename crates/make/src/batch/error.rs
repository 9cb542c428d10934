//! The error of a plan that is not valid.

use crate::ordered_map::StartError;
use grid::Level;
use human::{Band, Rung, StepKind, Tenths};
use std::fmt;
use thiserror::Error;
use words::{Clause, ValueError, clause};

/// The reason why a plan is not valid.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A value is outside the range of every plan.
    Value(#[from] ValueError),
    /// A level or band has two quotas.
    RungTwice(Rung),
    /// No puzzle with these givens can have the level.
    OutOfReach {
        /// The puzzles that have these givens.
        what: Clause,
        /// The numbers of the levels that they can have.
        expected: Clause,
        /// The level in the plan.
        found: Level,
    },
    /// Puzzles should need or avoid a technique that no puzzle can need.
    NeverNeeded(StepKind),
    /// Puzzles should need a technique or a pattern, and also avoid it.
    NeededAndNot(StepKind),
    /// Puzzles of a band should need a technique or a pattern of a higher band.
    BeyondBand {
        /// The band.
        band: Band,
        /// The technique or pattern.
        kind: StepKind,
    },
    /// Puzzles of a band should have ratings that singles never have.
    RatedBeyond {
        /// The band.
        band: Band,
        /// The highest rating of its puzzles.
        most: Tenths,
        /// The lowest rating that the plan allows.
        found: Tenths,
    },
    /// The quotas name levels and bands.
    TwoLadders,
    /// A setting has a meaning for 9 x 9 cells alone.
    OfClassicSize(&'static str),
    /// A range of slots exceeds the quota of the plan.
    NoSuchSlot {
        /// The level or band.
        rung: Rung,
        /// The quota of the level or band.
        quota: u64,
        /// The end of the requested range.
        found: u64,
    },
    /// The system did not start the threads.
    Threads(#[from] StartError),
}

impl From<&PlanError> for Clause {
    fn from(error: &PlanError) -> Self {
        match error {
            PlanError::Value(error) => error.clone().into(),
            PlanError::RungTwice(rung) => {
                clause!("expected one quota for each level, found two for {}", rung.to_string())
            }
            PlanError::OutOfReach { what, expected, found } => clause!(
                "{} can have level {}, found level {} ({})",
                what.clone(),
                expected.clone(),
                found.number(),
                found.name(),
            ),
            PlanError::NeverNeeded(kind) => clause!(
                "needs and without: no puzzle needs {}, because {}; leave it out",
                kind.name(),
                never_needed_reason(*kind),
            ),
            PlanError::NeededAndNot(kind) => clause!(
                "needs and without: expected different techniques, found {} in both",
                kind.name(),
            ),
            PlanError::BeyondBand { band, kind } => clause!(
                "level {} ({}): expected techniques up to this level, found {}, which puzzles of \
                 level {} need",
                band.number(),
                band.name(),
                kind.name(),
                kind.band().number(),
            ),
            PlanError::RatedBeyond { band, most, found } => clause!(
                "level {} ({}): expected ratings from {} down, because singles solve its puzzles, \
                 found at least {}",
                band.number(),
                band.name(),
                most.to_string(),
                found.to_string(),
            ),
            PlanError::TwoLadders => {
                "expected quotas for levels of one ladder, found both ladders".into()
            }
            PlanError::OfClassicSize(setting) => clause!(
                "`{}` is for 9x9 alone: expected none with puzzles of 4x4 or 6x6, found one; leave \
                 it out, or make the sizes in two runs",
                *setting,
            ),
            PlanError::NoSuchSlot { rung, quota, found } => {
                clause!("expected slots below {} of {}, found {}", *quota, rung.to_string(), *found,)
            }
            PlanError::Threads(error) => error.to_string().into(),
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Clause::from(self).fmt(f)
    }
}

/// Returns the reason why no puzzle needs a kind.
fn never_needed_reason(kind: StepKind) -> &'static str {
    if kind.is_of_ladder() {
        "other techniques of level 7 replace it"
    } else {
        "the human ladder never uses uniqueness or direct techniques"
    }
}
