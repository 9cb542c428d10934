//! The result of rating a puzzle, and the form in which a puzzle is rated.

use grid::{Canonical, Puzzle};
use human::{Band, Load, Seconds, Technique, Tenths};
use thiserror::Error;

/// The difficulty of a puzzle, with statistics of its solving path.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// The number of cells that a solver could fill at the start, as the last cell of a house or as
    /// a hidden single.
    pub openings: u32,
    /// The scanning effort, summed over all steps: the area to scan divided by the number of finds
    /// that are open.
    pub load: Load,
    /// The expected time.
    pub seconds: Seconds,
    /// The band of the human ladder.
    pub band: Band,
}

impl Rating {
    /// Returns the expected time in minutes.
    pub fn minutes(&self) -> f64 {
        self.seconds.0 / 60.0
    }
}

/// The reason why a puzzle has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    /// A step would be rated higher than the ceiling.
    #[error("expected a rating of at most {0}, found a higher one")]
    Above(Tenths),
    /// No technique finds a step: the puzzle needs nested forcing chains, which are rated 9.5 or
    /// more. The value is 9.5, or the highest rating of an earlier step if that is higher.
    #[error("the puzzle needs nested forcing chains: its rating is at least {0}")]
    Nested(Tenths),
}

words::named! {
    /// The form in which a puzzle is rated. A transformed puzzle takes its steps in another order.
    /// So its rating may differ from that of the given form, and its load nearly always does.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum RatedForm {
        /// In its canonical form: turned and relabelled puzzles have one rating
        [default]
        Canonical = "canonical",
        /// As it is written: what Sudoku Explainer does, and published lists have
        Given = "given",
    }
}

impl RatedForm {
    /// Returns the form of a puzzle that is rated.
    pub fn form(self, puzzle: &Puzzle) -> Puzzle {
        match self {
            Self::Given => *puzzle,
            Self::Canonical => self.form_of(puzzle, &Canonical::of(puzzle)),
        }
    }

    /// Returns the form of a puzzle that is rated. The caller knows the canonical form.
    pub fn form_of(self, puzzle: &Puzzle, canonical: &Canonical) -> Puzzle {
        match self {
            Self::Given => *puzzle,
            Self::Canonical => Puzzle::prove(*canonical.grid())
                .expect("an equivalent puzzle has one solution, too"),
        }
    }
}
