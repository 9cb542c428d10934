//! Constraints on the ratings of puzzles in addition to level or band: filters, quality rules and a
//! course.
//!
//! [`RatingConstraints::rows`] is the one list of filters: a batch judges its candidates by the
//! rows, `verify` the puzzles of a file, and a shortfall is explained by them. A new filter is a
//! new row.

use super::error::PlanError;
use super::givens_constraints::Violation;
use super::quality_rules::{QualityRule, SlotRules};
use super::range::{ErRange, MinutesRange};
use explainer::{RatedForm, Rater, Rating, can_solve, has_need_of};
use grid::{Grid, Puzzle};
use human::{Band, Course, LadderClosure, LadderSteps, Rung, StepKind, Technique, Tenths};

/// The constraints on the ratings of puzzles in addition to level or band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingConstraints {
    /// The allowed ratings.
    pub er: Option<ErRange>,
    /// The allowed expected times.
    pub minutes: Option<MinutesRange>,
    /// Techniques that the puzzle needs, each by [`has_need_of`].
    pub needs: Vec<StepKind>,
    /// Techniques of which the puzzle needs none, by [`has_need_of`].
    pub without: Vec<StepKind>,
    /// The quality rules for puzzles of bands 1 to 6.
    pub rules: Vec<QualityRule>,
    /// The techniques that the puzzles teach: each puzzle needs the technique of its chapter, and
    /// nothing harder.
    pub course: Course,
    /// The form of a puzzle that is rated, and that must meet the constraints.
    pub rated_as: RatedForm,
}

/// No filter, and every quality rule.
impl Default for RatingConstraints {
    fn default() -> Self {
        let (needs, without) = (Vec::new(), Vec::new());
        let (rules, course) = (QualityRule::ALL.to_vec(), Course::default());
        let rated_as = RatedForm::default();
        Self { er: None, minutes: None, needs, without, rules, course, rated_as }
    }
}

/// The row of the technique that a slot teaches, if it teaches one. It is judged before the others.
pub(super) const TAUGHT_ROW: usize = 0;

/// A row of the list of constraints.
pub(super) struct ConstraintRow<'a> {
    /// The catalogue column of the value that the row demands.
    column: &'static str,
    /// The demand, as `verify` writes it.
    expected: String,
    /// The predicate of the sentence in which a shortfall tells of the puzzles that fail the row.
    pub shortfall: String,
    /// Returns true if a puzzle meets the row.
    pub is_met: PuzzleTest<'a>,
    /// Describes what a puzzle has instead.
    found: Box<dyn Fn(&Rating) -> String + 'a>,
}

type PuzzleTest<'a> = Box<dyn Fn(&RatedPuzzle<'_>) -> bool + 'a>;

/// A rated puzzle that is judged by the rows.
pub(super) struct RatedPuzzle<'a> {
    pub printed: &'a Puzzle,
    pub rating: &'a Rating,
    /// The closure by which the band solves the puzzle.
    pub closure: &'a LadderClosure,
}

impl RatedPuzzle<'_> {
    /// Returns true if the puzzle needs any of these kinds.
    fn needs(&self, kinds: &[StepKind]) -> bool {
        has_need_of(self.rating.band.all_steps(), kinds, self.printed)
    }

    /// Returns true if the technique is the hardest that the puzzle needs, both by the ladder and
    /// by the rating. The closure knows it for bands 1 to 6.
    fn teaches(&self, technique: Technique) -> bool {
        let kind = StepKind::from(technique);
        if self.rating.hardest != technique || self.rating.band < Band::Extreme {
            return self.rating.hardest == technique && self.closure.hardest() == kind;
        }
        let steps = LadderSteps::up_to(kind);
        has_need_of(steps, &[kind], self.printed) && can_solve(steps, self.printed)
    }
}

/// The place of a puzzle in a run, on which quality rules depend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RungTurn {
    /// The level or band.
    pub rung: Rung,
    /// The turn of [`Plan::turn`](super::Plan::turn).
    pub turn: u64,
}

impl RatingConstraints {
    /// Returns true if a filter or the course depends on ratings. Quality rules do not count.
    pub fn is_of_ratings(&self) -> bool {
        !self.rows(None).is_empty()
    }

    /// Returns the list of constraints, the cheapest first. `taught` is the technique that a slot
    /// teaches; `None` stands for any slot.
    pub(super) fn rows(&self, taught: Option<Technique>) -> Vec<ConstraintRow<'_>> {
        let mut rows = Vec::new();
        if let Some(taught) = taught {
            rows.push(needs_row(taught.into(), Box::new(move |it| it.teaches(taught))));
        } else if !self.course.is_empty() {
            rows.push(ConstraintRow {
                column: "puzzle",
                expected: format!("one of {} as the hardest technique", self.course),
                shortfall: String::new(),
                is_met: Box::new(|it| {
                    let mut techniques = self.course.in_band(it.rating.band);
                    techniques.any(|technique| it.teaches(technique))
                }),
                found: Box::new(|rating| format!("{} as the hardest technique", rating.hardest)),
            });
        }
        if let Some(range) = self.er {
            rows.push(ConstraintRow {
                column: "er",
                expected: format!("one in {range}"),
                shortfall: format!("were rated outside {range}"),
                is_met: Box::new(move |it| range.contains(it.rating.er)),
                found: Box::new(|rating| format!("a rating of {}", rating.er)),
            });
        }
        if let Some(range) = self.minutes {
            rows.push(ConstraintRow {
                column: "seconds",
                expected: format!("{range} minutes"),
                shortfall: format!("had other expected times than {range} minutes"),
                is_met: Box::new(move |it| range.contains(it.rating.minutes())),
                found: Box::new(|rating| format!("{:.1} expected minutes", rating.minutes())),
            });
        }
        for &kind in &self.needs {
            rows.push(needs_row(kind, Box::new(move |it| it.needs(&[kind]))));
        }
        if !self.without.is_empty() {
            let names: Vec<_> = self.without.iter().map(|kind| kind.name()).collect();
            let avoided = names.join(" or ");
            rows.push(ConstraintRow {
                column: "puzzle",
                expected: format!("a puzzle without {avoided}"),
                shortfall: format!("needed {avoided}"),
                is_met: Box::new(|it| !it.needs(&self.without)),
                found: Box::new(move |_| format!("{avoided} is needed")),
            });
        }
        rows
    }

    /// Returns the quality rules that hold for a puzzle with this turn in a band. A wish for
    /// techniques or ratings replaces their variety, and a wish for times replaces the window.
    pub(super) fn slot_rules(&self, band: Band, turn: u64) -> SlotRules {
        let is_of_techniques =
            !(self.needs.is_empty() && self.without.is_empty() && self.er.is_none());
        let mut rules = self.rules.clone();
        rules.retain(|rule| match rule {
            QualityRule::Window => self.minutes.is_none(),
            QualityRule::Variety => !is_of_techniques,
            _ => true,
        });
        SlotRules::new(rules, band, turn)
    }

    /// Returns the first constraint that a puzzle violates, and the first quality rule if `place`
    /// is that of a band. Rates the puzzle if the caller has no rating. Does not check level and
    /// band.
    pub fn violation(
        &self,
        printed: &Puzzle,
        rating: Option<&Rating>,
        place: Option<RungTurn>,
    ) -> Option<Violation> {
        let rows = self.rows(None);
        let band = place.and_then(|place| Some((place.rung.band()?, place.turn)));
        if rows.is_empty() && band.is_none() {
            return None;
        }
        let form = &self.rated_as.form(printed);
        let rating = match rating {
            Some(rating) => *rating,
            None => match Rater::new().rate(form) {
                Ok(rating) => rating,
                Err(why) => return Some(Violation::new("puzzle", why.to_string(), "a rating")),
            },
        };
        let mut closure = closure_for(rating.band, printed.givens());
        closure.run(rating.band.ladder_steps());
        if let Some((band, turn)) = band.filter(|(band, _)| *band == rating.band) {
            let missed = self.slot_rules(band, turn).first_missed(printed, &closure, &rating);
            if let Some(rule) = missed {
                let found = format!("the wish {} is missed", rule.name());
                return Some(Violation::new("puzzle", found, "a puzzle that meets all wishes"));
            }
        }
        let puzzle = RatedPuzzle { printed, rating: &rating, closure: &closure };
        let row = rows.into_iter().find(|row| !(row.is_met)(&puzzle))?;
        Some(Violation::new(row.column, (row.found)(&rating), row.expected))
    }

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
        Band::Gentle => Some(Tenths(12)),
        Band::Easy => Some(Tenths(15)),
        Band::Medium => Some(Tenths(23)),
        _ => None,
    }
}

/// Returns the closure to which the techniques of a band are to be applied.
pub(super) fn closure_for(band: Band, givens: &Grid) -> LadderClosure {
    if band < Band::Hard {
        LadderClosure::new(givens)
    } else {
        LadderClosure::beyond_singles(givens)
    }
}

/// Returns the row of a technique or a pattern that a puzzle needs.
fn needs_row(kind: StepKind, is_met: PuzzleTest<'_>) -> ConstraintRow<'_> {
    ConstraintRow {
        column: "puzzle",
        expected: format!("a puzzle that needs {kind}"),
        shortfall: format!("did not need {kind}"),
        is_met,
        found: Box::new(move |_| format!("{kind} is not needed")),
    }
}
