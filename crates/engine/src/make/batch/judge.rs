//! Rates the candidates of a slot, and rejects those that violate the constraints of the plan.

use super::path::{DeadEnd, PathSummary, PathWalker, StuckPosition, ceiling_below};
use super::plan::Plan;
use super::quality_rules::{QualityRule, SlotRules, band_norms};
use super::rating_constraints::{
    ConstraintRow, RatedPuzzle, RatingConstraints, TAUGHT_ROW, is_unsolvable_without,
};
use super::shortfall::Rejection;
use crate::human::grade::{
    Band, HiddenSingles, Load, RatedForm, Rating, Tenths, load_of_singles, openings,
};
use crate::human::logic::{Position, Technique, TechniqueSet};
use crate::make::seed::Slot;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::solver;
use std::cell::OnceCell;

/// The reason why a candidate is refused.
pub(super) enum Refusal {
    /// The rating is above all that the slot accepts; further givens may help.
    Stuck(Box<StuckPosition>),
    Rejected(Rejection),
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<QualityRule> for Refusal {
    fn from(missed: QualityRule) -> Self {
        Self::Rejected(Rejection::QualityRule(missed))
    }
}

impl From<Refusal> for Rejection {
    fn from(refused: Refusal) -> Self {
        match refused {
            Refusal::Stuck(_) => Self::TooHard,
            Refusal::Rejected(rejection) => rejection,
        }
    }
}

/// Refuses a puzzle that hidden singles do not solve. `left` is the position that they leave.
fn check_solved(left: HiddenSingles) -> Result<(), Refusal> {
    if left.is_full() {
        return Ok(());
    }
    let open = left.empty();
    Err(Refusal::Stuck(Box::new(StuckPosition { from: left, load: Load::default(), open })))
}

/// A judge of the candidates of a slot, one after the other.
pub(super) struct SlotJudge<'a> {
    constraints: &'a RatingConstraints,
    band: Option<Band>,
    rules: SlotRules<'a>,
    /// The walker; `None` if the slot has no constraint on ratings.
    walker: Option<PathWalker>,
    /// The technique of the slot's chapter in a course.
    taught: Option<Technique>,
    rows: Vec<ConstraintRow<'a>>,
}

impl<'a> SlotJudge<'a> {
    /// Makes the judge of a slot.
    pub fn new(plan: &'a Plan, slot: Slot) -> Self {
        let (constraints, band) = (&plan.rating, slot.rung.band());
        let rules = SlotRules::new(&constraints.rules, slot);
        let taught = plan.taught_technique(slot);
        let rows = constraints.rows(taught);
        // Made only if needed, because a rater allocates memory.
        let mut walker = None;
        if plan.has_ratings() || !rows.is_empty() {
            walker = Some(PathWalker::new(band, constraints.ceiling(slot.rung)));
        }
        Self { constraints, band, rules, walker, taught, rows }
    }

    /// Accepts a puzzle, and returns its rating if the slot has any constraint on ratings. Cheap
    /// checks come first.
    pub fn accept(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, Refusal> {
        if self.walker.is_none() {
            return Ok(None);
        }
        if self.is_far_below(puzzle) {
            return Err(Rejection::Rung.into());
        }
        if self.band == Some(Band::Easy) {
            check_solved(HiddenSingles::place_all(puzzle.givens()).0)?;
        }
        // Books explain the path of the puzzle as it is printed. So this path must keep the quality
        // rules and be of the same band, whatever form is rated. The first bands have only hidden
        // singles, which are the same in every form.
        let is_turned = self.constraints.rated_as != RatedForm::Given;
        let is_walked = Some(Band::Medium) <= self.band && self.band < Some(Band::Extreme);
        let is_told = is_turned && (is_walked || self.taught.is_some());
        if is_told {
            self.check(puzzle)?;
        }
        let form = &self.constraints.rated_as.form(puzzle);
        let (rating, used) = match self.rate(form, !is_told) {
            // Givens are added where the printed form is stuck.
            Err(Refusal::Stuck(_)) if is_turned => {
                self.rate(puzzle, true)?;
                return Err(Rejection::TooHard.into());
            }
            rated => rated?,
        };
        // This is a cheaper way to find out whether the printed form needs the last band.
        if is_turned
            && self.band == Some(Band::Extreme)
            && !is_unsolvable_without(puzzle, Band::Diabolical, &[])
        {
            return Err(Rejection::Rung.into());
        }
        let patterns = OnceCell::new();
        let rated = RatedPuzzle { printed: puzzle, form, rating: &rating, used, patterns };
        match self.rows.iter().position(|row| !(row.is_met)(&rated)) {
            Some(row) => Err(Rejection::Constraint(row).into()),
            None => Ok(Some(rating)),
        }
    }

    /// Rates a puzzle in this form, and returns the rating and the techniques of its path. Checks
    /// the band and the taught technique; with `is_wished` also the quality rules.
    fn rate(&mut self, form: &Puzzle, is_wished: bool) -> Result<(Rating, TechniqueSet), Refusal> {
        let position = Position::new(form.givens());
        let openings = openings(&position);
        if is_wished {
            self.rules.check_openings(openings)?;
        }
        let passed = self.rules.passed_at_sight().filter(|_| is_wished);
        let walked = self.walker().walk(position, passed);
        let (walk, used) = walked.map_err(|end| self.refusal(end))?;
        if let Some(band) = self.band {
            if Band::of(walk.er, walk.load) != band {
                return Err(Rejection::Rung.into());
            }
            if is_wished {
                self.rules.check(&PathSummary::new(&walk, band))?;
            }
        }
        let rating = walk.rating(form.givens(), openings);
        // The techniques before the hardest one got stuck, because otherwise the rater had not used
        // it.
        self.check_taught(Some(rating.hardest))?;
        Ok((rating, used))
    }

    /// Checks a puzzle like [`Self::rate`] with quality rules, but does not rate it. Places hidden
    /// singles at once where neither their order nor their number matters.
    fn check(&mut self, puzzle: &Puzzle) -> Result<(), Refusal> {
        let Some(band) = self.band.filter(|band| self.has_steps_beyond(*band)) else {
            return self.rate(puzzle, true).map(drop);
        };
        let (position, openings) = HiddenSingles::place_all(puzzle.givens());
        self.rules.check_openings(openings)?;
        let path = self.walk_on(band, puzzle, &position, Load::default())?;
        Ok(self.check_taught(path.hardest)?)
    }

    /// Cheap pre-check before [`Self::accept`]: could a puzzle whose path passes through `position`
    /// be accepted? Assumes that all earlier steps belong to the band below, and have cost `load`
    /// since the hidden singles at the start.
    pub fn check_from(
        &mut self,
        puzzle: &Puzzle,
        mut position: HiddenSingles,
        load: Load,
    ) -> Result<(), Refusal> {
        match self.band {
            Some(band) if self.has_steps_beyond(band) => {
                position.solve();
                if position.is_full() || self.is_far_below(puzzle) {
                    return Err(Rejection::Rung.into());
                }
                self.walk_on(band, puzzle, &position, load).map(drop)
            }
            Some(Band::Easy) => {
                position.solve();
                check_solved(position)
            }
            _ => {
                let passed = self.rules.passed_at_sight();
                let walked = self.walker().walk(position.position(), passed);
                walked.map(drop).map_err(|end| self.refusal(end))
            }
        }
    }

    /// Walks the rest of a path. All earlier steps belong to the band below, and have cost `load`
    /// since the hidden singles at the start. The rest must have steps beyond the band below, and
    /// keep the quality rules.
    fn walk_on(
        &mut self,
        band: Band,
        puzzle: &Puzzle,
        position: &HiddenSingles,
        load: Load,
    ) -> Result<PathSummary, Refusal> {
        if position.is_full() {
            return Err(Rejection::Rung.into());
        }
        let passed = self.rules.passed_at_sight();
        let walked = self.walker().walk(position.position(), passed);
        let (walk, _) = walked.map_err(|end| self.refusal(end))?;
        let mut path = PathSummary::new(&walk, band);
        if Some(path.er) <= ceiling_below(band) {
            return Err(Rejection::Rung.into());
        }
        path.load.0 += load.0;
        let mut checked = self.rules.check(&path);
        if checked == Err(QualityRule::NoSpike)
            && let Some((median_load, _)) = band_norms(band)
        {
            // One more than is missing, because sums are rounded.
            let enough = Load(median_load - path.load.0 + 1.0);
            path.load.0 += load_of_singles(puzzle.givens(), enough).0;
            checked = self.rules.check(&path);
        }
        checked?;
        Ok(path)
    }

    fn walker(&mut self) -> &mut PathWalker {
        self.walker.as_mut().expect("what is rated has a walker")
    }

    fn refusal(&mut self, end: DeadEnd) -> Refusal {
        match end {
            DeadEnd::Passed => self.rules.pass_over().into(),
            DeadEnd::Stuck(stuck) => Refusal::Stuck(stuck),
        }
    }

    /// Refuses a puzzle whose hardest technique is not the one that its chapter teaches.
    fn check_taught(&self, hardest: Option<Technique>) -> Result<(), Rejection> {
        if self.taught.is_some() && hardest != self.taught {
            return Err(Rejection::Constraint(TAUGHT_ROW));
        }
        Ok(())
    }

    /// Returns true if a puzzle is of a band far below. What the solver solves without a guess
    /// needs only placements, pointing and claiming, which are rated 2.8 at most.
    fn is_far_below(&self, puzzle: &Puzzle) -> bool {
        let floor = self.band.and_then(ceiling_below);
        floor >= Some(Tenths(28)) && solver::first_solution(puzzle.givens(), 1).is_some()
    }

    /// Returns true if every puzzle of the band has steps beyond the band below. A puzzle may be of
    /// band 3 by its load alone.
    fn has_steps_beyond(&self, band: Band) -> bool {
        let is_needed = self.constraints.rules.contains(&QualityRule::Needed);
        band > Band::Medium || band == Band::Medium && is_needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::generate::{self, Recipe};
    use crate::make::seed::Seed;

    #[test]
    fn a_puzzle_is_refused_from_its_hidden_singles_on_as_it_is_from_the_start() {
        for band in [Band::Medium, Band::Hard, Band::Fiendish, Band::Diabolical] {
            let plan = Plan::new(vec![(band, 3)]);
            // Every third slot passes over common techniques.
            let slot = Slot { rung: band.into(), number: 2 };
            let mut rng = Seed(7).stream_at(u64::from(band.number()));
            let mut found = std::collections::BTreeSet::new();
            for _ in 0..400 {
                let Some(puzzle) = generate::dig_puzzle(&Recipe::human(band), &mut rng) else {
                    continue;
                };
                let told = |refused: &Refusal| match refused {
                    Refusal::Stuck(stuck) => format!("open: {:?}", stuck.open),
                    // A puzzle of singles may be of band 3 by its load.
                    Refusal::Rejected(Rejection::QualityRule(QualityRule::Needed)) => {
                        format!("{:?}", Rejection::Rung)
                    }
                    Refusal::Rejected(rejection) => format!("{rejection:?}"),
                };
                let judge = || SlotJudge::new(&plan, slot);
                let fast = judge().check(&puzzle).map_err(|refused| told(&refused));
                let slow = judge().rate(&puzzle, true).map_err(|refused| told(&refused));
                assert_eq!(fast.as_ref().err(), slow.err().as_ref(), "{}", puzzle.givens());
                found.insert(fast.map_err(|why| why.split(' ').next().map(str::to_owned)));
            }
            // At least: accepted, stuck, another band, and two of three quality rules.
            assert!(found.len() >= 5, "{band}: {found:?}");
        }
    }
}
