//! Judges the candidates of a slot by their closures, and rates those that pass.

use super::plan::Plan;
use super::quality_rules::{GivensRemedy, MissedRule, SlotRules};
use super::rating_constraints::{ConstraintRow, RatedPuzzle, TAUGHT_ROW, closure_for};
use super::shortfall::Rejection;
use crate::seed::Slot;
use explainer::{RatedForm, Rater, Rating};
use grid::{CellSet, Grid, Puzzle};
use human::{Band, LadderClosure, LadderPath, Position, StepKind, Technique, solving_band};

/// The reason why a candidate is refused, and the change of its givens that may help.
#[derive(Debug)]
pub(super) struct Refusal {
    pub rejection: Rejection,
    pub remedy: GivensRemedy,
    /// The cells where further givens may help.
    pub open: CellSet,
}

impl Refusal {
    fn new(rejection: Rejection, remedy: GivensRemedy) -> Self {
        Self { rejection, remedy, open: CellSet::FULL }
    }
}

impl From<MissedRule> for Refusal {
    fn from(missed: MissedRule) -> Self {
        Self::new(Rejection::QualityRule(missed.rule), missed.remedy)
    }
}

/// Returns the hardest kind of step on the path that the book explains. Chains of one band can
/// replace each other, so the closure may need another kind.
fn hardest_on_path(givens: &Grid) -> Option<StepKind> {
    let path = LadderPath::new(Position::new(givens));
    path.map(|told| told.kind()).max_by_key(|kind| kind.ladder_key())
}

/// A judge of the candidates of a slot, one after the other.
pub(super) struct SlotJudge<'a> {
    /// The rules of the slot's band; `None` for a level.
    rules: Option<SlotRules>,
    rated_as: RatedForm,
    /// The rater; `None` if the slot has no constraint on ratings.
    rater: Option<Rater>,
    /// The technique of the slot's chapter in a course.
    taught: Option<Technique>,
    rows: Vec<ConstraintRow<'a>>,
}

impl<'a> SlotJudge<'a> {
    /// Makes the judge of a slot.
    pub fn new(plan: &'a Plan, slot: Slot) -> Self {
        let constraints = &plan.rating;
        let taught = plan.taught_technique(slot);
        let rows = constraints.rows(taught);
        let rater = (plan.has_ratings() || !rows.is_empty()).then(Rater::new);
        let turn = plan.turn(slot);
        let rules = slot.rung.band().map(|band| constraints.slot_rules(band, turn));
        Self { rules, rated_as: constraints.rated_as, rater, taught, rows }
    }

    /// Accepts a puzzle, and returns its rating if the slot has any constraint on ratings. Cheap
    /// checks come first. If a band below the last one accepts the puzzle, its closure proves that
    /// the puzzle has one solution.
    pub fn accept(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, Refusal> {
        let closure = self.check_closure(puzzle.givens())?;
        let Some(rater) = self.rater else {
            return Ok(None);
        };
        let form = &self.rated_as.form(puzzle);
        // The closure has proved the bands above singles.
        let proved =
            self.rules.as_ref().map(|rules| rules.band).filter(|&band| band > Band::Medium);
        let Ok(rating) = rater.rate_solved_by(form, proved) else {
            return Err(Refusal::new(Rejection::TooHard, GivensRemedy::More));
        };
        if let Some(rules) = &self.rules {
            rules.check_rating(&rating)?;
            if rating.band != rules.band {
                let remedy =
                    if rating.band < rules.band { GivensRemedy::Fewer } else { GivensRemedy::More };
                return Err(Refusal::new(Rejection::Rung, remedy));
            }
        }
        let rated = RatedPuzzle { printed: puzzle, rating: &rating, closure: &closure };
        match self.rows.iter().position(|row| !(row.is_met)(&rated)) {
            Some(row) => Err(Refusal::new(Rejection::Constraint(row), GivensRemedy::Other)),
            None if !self.explains_as_taught(puzzle.givens()) => {
                let rejection = Rejection::Constraint(TAUGHT_ROW);
                Err(Refusal::new(rejection, GivensRemedy::Other))
            }
            None => Ok(Some(rating)),
        }
    }

    /// Returns false if the slot teaches a technique, and the path that the book explains has
    /// another hardest kind.
    fn explains_as_taught(&self, givens: &Grid) -> bool {
        self.taught.is_none_or(|taught| hardest_on_path(givens) == Some(taught.into()))
    }

    /// Checks all that follows from the closure of a puzzle.
    fn check_closure(&self, givens: &Grid) -> Result<LadderClosure, Refusal> {
        let Some(rules) = &self.rules else {
            return Ok(LadderClosure::new(givens));
        };
        let band = rules.band;
        if band == Band::Extreme {
            if solving_band(givens) < Band::Extreme {
                return Err(Refusal::new(Rejection::Rung, GivensRemedy::Fewer));
            }
            return Ok(LadderClosure::new(givens));
        }
        let mut closure = closure_for(band, givens);
        if !closure.run(band.ladder_steps()) {
            let (rejection, remedy) = (Rejection::TooHard, GivensRemedy::More);
            return Err(Refusal { rejection, remedy, open: closure.open_cells() });
        }
        if band > Band::Medium && closure.hardest().band() < band {
            return Err(Refusal::new(Rejection::Rung, GivensRemedy::Fewer));
        }
        rules.check_closure(&closure)?;
        rules.check_singles(givens)?;
        if band < Band::Medium {
            rules.check_time_of_singles(givens)?;
        }
        if let Some(taught) = self.taught
            && closure.hardest() != StepKind::from(taught)
        {
            let rejection = Rejection::Constraint(TAUGHT_ROW);
            return Err(Refusal::new(rejection, GivensRemedy::Other));
        }
        Ok(closure)
    }
}
