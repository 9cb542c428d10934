//! The rating of a puzzle of any size.

use crate::rater::Rater;
use crate::rating::{RatedForm, Rating, RatingError};
use grid::AnyPuzzle;
use grid::mini::MiniPuzzle;
use human::{Load, MiniLevel, MiniRating, Rung, Seconds, Technique, Tenths};

/// The rating of a puzzle of any size. Nobody has measured times for small sizes, so these have
/// none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyRating {
    /// A rating of 9 x 9 cells.
    Classic(Rating),
    /// A rating and the level of a small size.
    Mini(MiniRating, MiniLevel),
}

/// The reason why a puzzle of any size has no rating, or no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyRatingError {
    /// The reason for 9 x 9 cells.
    #[error(transparent)]
    Classic(#[from] RatingError),
    /// A small puzzle needs more than the techniques of its levels.
    #[error("beyond the levels of its size: it needs more than locked digits and pairs")]
    Beyond,
}

impl AnyRating {
    /// Rates a puzzle in a form.
    ///
    /// # Errors
    /// [`AnyRatingError`] if the puzzle cannot be rated, or is beyond the levels of a small size.
    pub fn from_puzzle(puzzle: &AnyPuzzle, form: RatedForm) -> Result<Self, AnyRatingError> {
        match puzzle {
            AnyPuzzle::Classic(puzzle) => Ok(Self::Classic(Rater::new().rate(&form.form(puzzle))?)),
            AnyPuzzle::Mini(puzzle) => Self::from_mini(puzzle, form).ok_or(AnyRatingError::Beyond),
        }
    }

    /// Rates a small puzzle in a form; `None` if it is beyond all levels.
    pub fn from_mini(puzzle: &MiniPuzzle, form: RatedForm) -> Option<Self> {
        match form {
            RatedForm::Given => Self::from_mini_form(puzzle),
            RatedForm::Canonical => Self::from_mini_form(
                &MiniPuzzle::prove(puzzle.canonical())
                    .expect("an equivalent puzzle has one solution, too"),
            ),
        }
    }

    /// Rates a small puzzle as it is; `None` if it is beyond all levels.
    pub fn from_mini_form(form: &MiniPuzzle) -> Option<Self> {
        Some(Self::Mini(MiniRating::from_puzzle(form)?, MiniLevel::from_puzzle(form)?))
    }

    /// Returns the rating of a classic puzzle.
    pub const fn classic(&self) -> Option<&Rating> {
        match self {
            Self::Classic(rating) => Some(rating),
            Self::Mini(..) => None,
        }
    }

    /// Returns the highest rating of any step.
    pub const fn er(&self) -> Tenths {
        match self {
            Self::Classic(rating) => rating.er,
            Self::Mini(rating, _) => rating.er,
        }
    }

    /// Returns the highest rating up to the first step that places a digit.
    pub const fn ep(&self) -> Tenths {
        match self {
            Self::Classic(rating) => rating.ep,
            Self::Mini(rating, _) => rating.ep,
        }
    }

    /// Returns the rating of the first step.
    pub const fn ed(&self) -> Tenths {
        match self {
            Self::Classic(rating) => rating.ed,
            Self::Mini(rating, _) => rating.ed,
        }
    }

    /// Returns the technique of the first step that is rated [`Self::er`].
    pub const fn hardest(&self) -> Technique {
        match self {
            Self::Classic(rating) => rating.hardest,
            Self::Mini(rating, _) => rating.hardest,
        }
    }

    /// Returns the scanning load.
    pub fn load(&self) -> Option<Load> {
        Some(self.classic()?.load)
    }

    /// Returns the expected time.
    pub fn seconds(&self) -> Option<Seconds> {
        Some(self.classic()?.seconds)
    }

    /// Returns the band, or the level of a small size.
    pub fn rung(&self) -> Rung {
        match self {
            Self::Classic(rating) => rating.band.into(),
            Self::Mini(_, level) => (*level).into(),
        }
    }
}

impl From<Rating> for AnyRating {
    fn from(rating: Rating) -> Self {
        Self::Classic(rating)
    }
}
