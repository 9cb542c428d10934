//! The constraints of a plan on its puzzles: pictures, numbers of givens, minimality; ratings,
//! techniques and a course. [`SlotRules`](super::rules::SlotRules) turns them into rules.

use super::error::PlanError;
use super::quality_rules::QualityRule;
use super::symmetry_choice::SymmetryChoice;
use crate::generate::{GivensMask, Look};
use crate::range::ClosedRange;
use explainer::RatedForm;
use grid::{Grid, Level, Score};
use human::{Band, Course, Rung, StepKind, Technique, Tenths};
use words::{Clause, ValueError, clause};

/// The constraints on the givens in addition to their symmetry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivensConstraints {
    /// Pictures of givens, which take turns: turn n of a level has picture n, and the first follows
    /// the last. A slot whose picture has no puzzle takes another one. An empty list allows all
    /// givens.
    pub patterns: Vec<GivensMask>,
    /// True if no given can be left out; under a symmetry, no orbit of givens.
    pub minimal: bool,
    /// The minimum and the maximum number of givens.
    pub count: Option<ClosedRange<u8>>,
    /// The rule for how the givens are spread over the houses. Pictures ignore it.
    pub look: Look,
    /// True if two puzzles of a batch may have the same pattern of givens.
    /// [`Plan::has_distinct_patterns`] says where the rule has no effect.
    ///
    /// [`Plan::has_distinct_patterns`]: super::Plan::has_distinct_patterns
    pub repeats_patterns: bool,
}

/// The maximum number of pictures that a slot tries if its own has no puzzle.
const MAX_SUBSTITUTES: usize = 3;

/// The pictures of a slot for whose own picture no puzzle of its level was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubstitutePicture {
    /// The number of the slot's own picture, counted from 1.
    pub skipped: usize,
    /// The number of the picture that its puzzle shows.
    pub taken: usize,
}

/// The constraints on the ratings of puzzles in addition to level or band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingConstraints {
    /// The allowed ratings.
    pub er: Option<ClosedRange<Tenths>>,
    /// The allowed expected times.
    pub minutes: Option<ClosedRange<u16>>,
    /// Techniques that the puzzle needs, each by [`has_need_of`](explainer::has_need_of).
    pub needs: Vec<StepKind>,
    /// Techniques of which the puzzle needs none, by [`has_need_of`](explainer::has_need_of).
    pub without: Vec<StepKind>,
    /// The quality rules for puzzles of the human ladder.
    pub rules: Vec<QualityRule>,
    /// The techniques that the puzzles teach: each puzzle needs the technique of its chapter, and
    /// nothing harder.
    pub course: Course,
    /// The form of a puzzle that is rated, and that must meet the constraints.
    pub rated_as: RatedForm,
}

/// No filter, and the default quality rules.
impl Default for RatingConstraints {
    fn default() -> Self {
        let (needs, without) = (Vec::new(), Vec::new());
        let (rules, course) = (QualityRule::DEFAULT.to_vec(), Course::default());
        let rated_as = RatedForm::default();
        Self { er: None, minutes: None, needs, without, rules, course, rated_as }
    }
}

impl GivensConstraints {
    /// Returns the picture of a turn and its number, counted from 1. [`Plan::turn`] has the turn of
    /// a slot.
    ///
    /// [`Plan::turn`]: super::Plan::turn
    pub(super) fn pattern(&self, turn: u64) -> Option<(usize, GivensMask)> {
        let index = turn.checked_rem(self.patterns.len() as u64)? as usize;
        Some((index + 1, self.patterns[index]))
    }

    /// Returns the numbers of the pictures that a slot tries, in this order, if its own picture has
    /// no puzzle. The first is half of the list away, so that no neighbour has the same picture.
    pub(super) fn substitutes(&self, own: usize) -> impl Iterator<Item = usize> {
        let count = self.patterns.len();
        let farthest = own - 1 + count / 2;
        let others = (0..count).map(move |n| (farthest + n) % count + 1);
        others.filter(move |&number| number != own).take(MAX_SUBSTITUTES)
    }

    /// Returns the number of the substitute for the picture of a turn that these givens show, if
    /// they do not show the picture itself.
    pub(super) fn substitute(&self, turn: u64, givens: &Grid) -> Option<SubstitutePicture> {
        let (skipped, mask) = self.pattern(turn)?;
        let is_shown = |mask: GivensMask| mask.first_difference(givens).is_none();
        if is_shown(mask) {
            return None;
        }
        let taken =
            self.substitutes(skipped).find(|&number| is_shown(self.patterns[number - 1]))?;
        Some(SubstitutePicture { skipped, taken })
    }

    /// Rejects constraints that contradict each other, and levels that no such puzzle can have.
    pub(super) fn check(
        &self,
        symmetry: SymmetryChoice,
        levels: impl Iterator<Item = Level>,
    ) -> Result<(), PlanError> {
        if !self.patterns.is_empty() && symmetry != SymmetryChoice::default() {
            let expected = "no symmetry besides pictures of givens";
            return Err(ValueError::new(expected, symmetry.name()).into());
        }
        let levels: Vec<Level> = levels.collect();
        for (number, pattern) in (1_usize..).zip(&self.patterns) {
            let (count, min) = (pattern.count(), pattern.row_col_min());
            if let Some(range) = self.count.filter(|range| !range.contains(count)) {
                let place = format!("picture {number}");
                return Err(ValueError::new(format!("{range} givens"), count).at(place).into());
            }
            check_levels(
                &levels,
                clause!("picture {}, with {} givens,", number, count),
                &[(count, min)],
            )?;
        }
        if let Some(range @ ClosedRange { from, to }) = self.count {
            // In nine rows with n givens at least one row has n / 9 or fewer.
            let mut counts = Vec::new();
            for n in from.into()..=to.into() {
                counts.extend((0..=n / 9).map(|min| (n, min)));
            }
            check_levels(&levels, clause!("a puzzle of {} givens", range.to_string()), &counts)?;
        }
        Ok(())
    }
}

/// Rejects levels that no puzzle can have with one of these numbers of givens in the whole grid,
/// and in the emptiest row or column.
fn check_levels(
    levels: &[Level],
    what: Clause,
    counts: &[(usize, usize)],
) -> Result<(), PlanError> {
    let mut can = Level::ALL.to_vec();
    can.retain(|level| counts.iter().any(|&(n, min)| Score::levels(n, min).contains(level)));
    let Some(&found) = levels.iter().find(|level| !can.contains(level)) else {
        return Ok(());
    };
    let can = Clause::join("{} or {}", can.iter().map(|level| level.number().into()));
    Err(PlanError::OutOfReach { what, expected: can.unwrap_or_default(), found })
}

impl RatingConstraints {
    /// Checks the techniques that puzzles should need, or avoid.
    ///
    /// # Errors
    /// The first one that no puzzle can need, or that stands in both lists.
    pub fn check_kinds(&self) -> Result<(), PlanError> {
        let mut kinds = self.needs.iter().chain(&self.without);
        if let Some(kind) = kinds.find(|kind| !kind.can_be_needed()) {
            return Err(PlanError::NeverNeeded(*kind));
        }
        match self.needs.iter().find(|kind| self.without.contains(kind)) {
            Some(both) => Err(PlanError::NeededAndNot(*both)),
            None => Ok(()),
        }
    }

    /// Rejects constraints that no puzzle can meet, by the techniques and ratings of bands.
    pub(super) fn check(&self, rungs: impl Iterator<Item = Rung>) -> Result<(), PlanError> {
        self.check_kinds()?;
        for band in rungs.filter_map(Rung::band) {
            if let Some(kind) = self.needs.iter().find(|kind| kind.band() > band) {
                return Err(PlanError::BeyondBand { band, kind: *kind });
            }
            if let (Some(er), Some(most)) = (self.er, highest_rating(band))
                && er.from > most
            {
                return Err(PlanError::RatedBeyond { band, most, found: er.from });
            }
        }
        Ok(())
    }
}

/// Returns the highest rating of the puzzles that the singles of a band solve. Other bands have
/// none: their techniques do not follow ratings.
const fn highest_rating(band: Band) -> Option<Tenths> {
    match band {
        Band::Gentle => Some(Technique::HiddenSingleBlock.base()),
        Band::Easy => Some(Technique::HiddenSingleLine.base()),
        Band::Medium => Some(Technique::NakedSingle.base()),
        _ => None,
    }
}
