//! The shortest way through a puzzle: no removal that the reader can do without.
//!
//! A removal is a step that is no single: it takes candidates away, or places a digit by a chain.
//! Singles are placed as soon as they are there, simplest first. Where they end, the next removal
//! of the way follows.

use crate::band::Band;
use crate::ladder_path::{LadderPath, PathStep, first_of_kind};
use crate::logic::{Position, Reason, Step, StepKind, step_removing, steps_of_technique};
use crate::premises::missing_premises;

/// The steps of a puzzle without the removals that nobody needs.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortestWay {
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// The position after the last step. It has empty cells if no technique finds the rest.
    pub end: Position,
}

impl ShortestWay {
    /// Finds the way from a position. A path of the ladder that ends before the grid is full
    /// keeps all of its steps.
    pub fn new(position: Position) -> Self {
        let mut path = LadderPath::new(position.clone());
        let steps: Vec<PathStep> = path.by_ref().collect();
        let found = Self { steps, end: path.position().clone() };
        if found.end.is_full() { found.pruned(&position) } else { found }
    }

    /// Returns the removals: the steps that are no singles.
    pub fn removals(&self) -> impl Iterator<Item = &PathStep> {
        self.steps.iter().filter(|told| !told.step.is_single())
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
        let mut way = Self { steps: Vec::new(), end: start.clone() };
        way.fill_singles();
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
        let next = |position: &Position| {
            Band::Medium.allowed_steps().find_map(|kind| first_of_kind(position, kind))
        };
        while let Some(step) = next(&self.end) {
            self.take(step);
        }
    }
}

/// Returns the step of a removal in a position with more candidates, where it may remove more: by
/// the same reason, or by another one that is not harder. `None` if there is no such reason.
fn renewed(removal: &PathStep, wider: &Position) -> Option<Step> {
    let PathStep { before, step } = removal;
    let kind = removal.kind();
    let holds = missing_premises(before, step, wider).is_empty();
    if holds && StepKind::from_step(wider, step).ladder_key() <= kind.ladder_key() {
        let same = kind.technique().map(|technique| steps_of_technique(wider, technique));
        let same = same.into_iter().flatten().find(|found| found.reason == step.reason);
        return Some(same.unwrap_or_else(|| step.clone()));
    }
    if step.placement.is_some() { None } else { step_removing(wider, kind, &step.eliminations) }
}

impl Step {
    /// Returns true if the step places a digit that has one place left in a house, or is the only
    /// candidate of its cell.
    pub fn is_single(&self) -> bool {
        matches!(self.reason, Reason::OnePlace { .. } | Reason::OneCandidate)
    }
}
