//! Why a plan is not valid.

use crate::human::grade::Tenths;
use crate::human::ladder::Rung;
use crate::human::logic::Technique;
use crate::sudoku::score::Level;
use crate::sudoku::value_error::ValueError;
use thiserror::Error;

/// Why a plan is not valid.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Several variants of one puzzle are always equivalent.
    #[error(
        "expected exact deduplication for {0} variants of a puzzle, which are equivalent, found class"
    )]
    VariantsNeedExact(u64),
    /// A value is not as every plan needs it, such as a number outside its range.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A level or band has two quotas.
    #[error("expected one quota for each level, found two for {0}")]
    RungTwice(Rung),
    /// A level that no puzzle with these givens can have.
    #[error("{what} can have level {expected}, found level {} ({found})", found.number())]
    OutOfReach {
        /// Which puzzles.
        what: String,
        /// The numbers of their levels.
        expected: String,
        /// The level that was asked for.
        found: Level,
    },
    /// A technique that puzzles should both need and do without.
    #[error("needs and without: expected different techniques, found {0} in both")]
    NeededAndNot(Technique),
    /// What is asked of a level or band contradicts its ratings, or itself.
    #[error(
        "{} {} ({rung}): expected a rating of at most {} ({}), found at least {} ({}): no puzzle has both",
        rung.word(), rung.number(), most.0, most.1, least.0, least.1
    )]
    NoRating {
        /// The level or band.
        rung: Rung,
        /// The lowest rating that is asked for, and by what.
        least: (Tenths, String),
        /// The highest.
        most: (Tenths, String),
    },
    /// The quotas name levels and bands.
    #[error("expected quotas for levels or for bands, found both")]
    TwoLadders,
    /// An archive stores classes, so it needs [`Dedup::Class`](super::Dedup::Class).
    #[error("expected class deduplication, which an archive needs, found exact")]
    LookupNeedsClass,
    /// A range of slots that the plan does not have.
    #[error("expected slots below {quota} of {rung}, found {found}")]
    NoSuchSlot {
        /// The level or band.
        rung: Rung,
        /// Its quota.
        quota: u64,
        /// The end of the requested range.
        found: u64,
    },
    /// The system did not start the threads.
    #[error("cannot start {}: {why}", match .threads { 0 => "a thread for each core".to_owned(), n => format!("{n} threads") })]
    Threads {
        /// Number of threads.
        threads: usize,
        /// The system's error.
        why: rayon::ThreadPoolBuildError,
    },
}
