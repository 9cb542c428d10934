//! The shortest way through a puzzle: the fewest removals that its techniques allow.
//!
//! A removal is a step that is no single: it takes candidates away, or places a digit by a chain.
//! Singles are placed as soon as they are there, simplest first. Where they end, the next removal
//! of the way follows.

use crate::band::Band;
use crate::closure::{CandidateRows, Find, LadderClosure};
use crate::crux::Crux;
use crate::ladder_path::{LadderPath, PathStep, first_of_kind};
use crate::ladder_steps::LadderSteps;
use crate::logic::{Position, Reason, Step, StepKind, step_removing, steps_of_technique};

/// The steps of a puzzle without the removals that nobody needs.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortestWay {
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// The position after the last step. It has empty cells if no technique finds the rest.
    pub end: Position,
    /// True if no way by the same techniques is known to have fewer removals. Otherwise each
    /// removal of this one is needed, but another way may have fewer.
    pub is_fewest: bool,
}

impl ShortestWay {
    /// Finds the way from a position by the techniques of its band. In the last band, the path of
    /// the ladder loses the removals that nobody needs; if it ends before the grid is full, it
    /// keeps all of its steps.
    pub fn new(position: Position) -> Self {
        Self::up_to(position, |hardest| hardest.band().ladder_steps())
    }

    /// Finds the way from a position like [`Self::new`], by no harder technique than the hardest
    /// that it needs: a course has not taught others of the same band yet.
    pub fn of_course(position: Position) -> Self {
        Self::up_to(position, LadderSteps::up_to)
    }

    /// Finds the way by the steps that follow from the hardest technique that a position needs.
    fn up_to(position: Position, allowed: impl Fn(StepKind) -> LadderSteps) -> Self {
        let mut closure = LadderClosure::from_position(&position);
        let is_solved = closure.run(Band::Diabolical.ladder_steps());
        let allowed = is_solved.then(|| allowed(closure.hardest()));
        let found = allowed.and_then(|allowed| Self::within(&position, allowed));
        found.unwrap_or_else(|| Self::of_ladder(position))
    }

    /// Returns the next step from a position: a single if there is one, or else the first step of
    /// the way. `None` if the grid is full, or if no technique finds a step.
    pub fn next_step(position: Position) -> Option<PathStep> {
        if let Some(step) = simplest_single(&position) {
            return Some(PathStep { before: position, step });
        }
        Self::new(position).steps.into_iter().next()
    }

    /// Returns the hardest kind of step of the way, in the order of the ladder; `None` without
    /// steps.
    pub fn hardest(&self) -> Option<StepKind> {
        self.steps.iter().map(PathStep::kind).max_by_key(|kind| kind.ladder_key())
    }

    /// Finds the way from a position by these steps alone; `None` if they do not solve it.
    fn within(position: &Position, allowed: LadderSteps) -> Option<Self> {
        let crux = Crux::find(&CandidateRows::from_position(position), allowed)?;
        let mut way = Self::from_start(position);
        for find in &crux.finds {
            let step = way.step_of(find)?;
            way.take(step);
            way.fill_singles();
        }
        way.is_fewest = crux.is_fewest;
        way.end.is_full().then_some(way)
    }

    /// Returns the removals: the steps that are no singles.
    pub fn removals(&self) -> impl Iterator<Item = &PathStep> {
        self.steps.iter().filter(|told| !told.step.is_single())
    }

    fn from_start(start: &Position) -> Self {
        let mut way = Self { steps: Vec::new(), end: start.clone(), is_fewest: false };
        way.fill_singles();
        way
    }

    fn of_ladder(position: Position) -> Self {
        let mut path = LadderPath::new(position.clone());
        let steps: Vec<PathStep> = path.by_ref().collect();
        let found = Self { steps, end: path.position().clone(), is_fewest: false };
        if found.end.is_full() { found.pruned(&position) } else { found }
    }

    /// Returns the step of a find that the position has.
    fn step_of(&self, find: &Find) -> Option<Step> {
        let kind = StepKind::from_ladder_rank(find.rank);
        step_removing(&self.end, kind, &find.eliminations(), find.ends)
    }

    /// Drops each removal without which the others lead to the end, the last one first.
    fn pruned(self, start: &Position) -> Self {
        let mut way = self;
        let mut kept: Vec<PathStep> = way.removals().cloned().collect();
        for index in (0..kept.len()).rev() {
            let dropped = kept.remove(index);
            match Self::replay(start, &kept) {
                Some(shorter) => way = shorter,
                None => kept.insert(index, dropped),
            }
        }
        way
    }

    /// Takes these removals in order, each where no single is left. Returns the way if all of
    /// them hold there and the grid is full at the end.
    fn replay(start: &Position, removals: &[PathStep]) -> Option<Self> {
        let mut way = Self::from_start(start);
        for removal in removals {
            way.take(renewed(removal, &way.end)?);
            way.fill_singles();
        }
        way.end.is_full().then_some(way)
    }

    fn take(&mut self, step: Step) {
        let before = self.end.clone();
        step.apply(&mut self.end);
        self.steps.push(PathStep { before, step });
    }

    fn fill_singles(&mut self) {
        while let Some(step) = simplest_single(&self.end) {
            self.take(step);
        }
    }
}

/// Returns the simplest single that a position has.
fn simplest_single(position: &Position) -> Option<Step> {
    Band::Medium.allowed_steps().find_map(|kind| first_of_kind(position, kind))
}

/// Returns the step of a removal in a position with more candidates, where it may remove more: by
/// the same reason, or by another one that is not harder. `None` if there is no such reason.
fn renewed(removal: &PathStep, wider: &Position) -> Option<Step> {
    let PathStep { before, step } = removal;
    let kind = removal.kind();
    let holds = step.missing_premises(before, wider).is_empty();
    if holds && StepKind::from_step(wider, step).ladder_key() <= kind.ladder_key() {
        let same = kind.technique().map(|technique| steps_of_technique(wider, technique));
        let same = same.into_iter().flatten().find(|found| found.reason == step.reason);
        return Some(same.unwrap_or_else(|| step.clone()));
    }
    let ends = step.chain_ends().map(|(_, ends)| ends);
    if step.placement.is_some() {
        None
    } else {
        step_removing(wider, kind, &step.eliminations, ends)
    }
}

impl Step {
    /// Returns true if the step places a digit that has one place left in a house, or is the only
    /// candidate of its cell.
    pub fn is_single(&self) -> bool {
        matches!(self.reason, Reason::OnePlace { .. } | Reason::OneCandidate)
    }
}
