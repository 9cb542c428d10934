//! The path of the human ladder: at each position the simplest step, in the order of the ladder.

use crate::band::Band;
use crate::ladder_steps::BEYOND;
use crate::logic::chains::first_chain;
use crate::logic::{Position, SearchScope, Step, StepKind, TechniqueGroup, TechniqueSet};

/// Returns the next step of a position in the order of the ladder, or `None` if there is none. The
/// step never relies on the puzzle having only one solution.
fn next_ladder_step(position: &Position) -> Option<Step> {
    let mut kinds = Band::Diabolical.allowed_steps();
    kinds.find_map(|kind| first_of_kind(position, kind)).or_else(|| position.next_step(BEYOND))
}

/// Returns the first step of a kind of bands 1 to 6. The position has no step of a kind before it.
pub(crate) fn first_of_kind(position: &Position, kind: StepKind) -> Option<Step> {
    let technique = match kind {
        StepKind::Technique(technique) => technique,
        StepKind::Pattern(pattern) => return first_chain(position, pattern),
    };
    let group = TechniqueGroup::ALL.iter().find(|group| group.techniques.contains(&technique))?;
    group.find(position, TechniqueSet::range(technique, technique), SearchScope::ALL)
}

/// A step of a path, and the position before it.
#[derive(Clone, PartialEq, Debug)]
pub struct PathStep {
    /// The position.
    pub before: Position,
    /// The step.
    pub step: Step,
}

impl PathStep {
    /// Returns the kind of the step.
    pub fn kind(&self) -> StepKind {
        StepKind::from_step(&self.before, &self.step)
    }
}

/// The steps from a position on, in the order of the ladder. The path ends early if no step is
/// found.
pub struct LadderPath {
    position: Position,
}

impl LadderPath {
    /// Creates the path from a position.
    pub const fn new(position: Position) -> Self {
        Self { position }
    }

    /// Returns the position that the path has reached.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl Iterator for LadderPath {
    type Item = PathStep;

    fn next(&mut self) -> Option<PathStep> {
        if self.position.is_full() {
            return None;
        }
        let step = next_ladder_step(&self.position)?.widened(&self.position);
        let before = self.position.clone();
        step.apply(&mut self.position);
        Some(PathStep { before, step })
    }
}
