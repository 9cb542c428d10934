//! The hint of a puzzle: what to do first, where its hardest part begins, and what follows.

use explain::Hint;
use grid::{Cell, Digit, House};
use human::{PathStep, Reason, StepKind};

/// A hint that leads on. Its pattern is there once all singles are filled, and what stands first
/// is done with the singles that follow.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleHint {
    /// The removals before the hardest part, in order.
    pub first: Vec<Hint>,
    /// The step with which the hardest part begins.
    pub then: Hint,
    /// The step after it.
    pub next: Option<NextStep>,
}

/// The step that follows a hint.
#[derive(Clone, PartialEq, Debug)]
pub enum NextStep {
    /// A digit has one place in a house.
    Digit(Digit, House),
    /// A cell is filled.
    Cell(Cell),
    /// Candidates are removed.
    Removal(Hint),
}

/// The words of a hint in a table.
#[derive(Clone, Debug)]
pub struct HintTexts {
    /// The kind of step with which the hardest part begins.
    pub kind: StepKind,
    /// The removals that come first: those of one kind together, with their places.
    pub first: Vec<String>,
    /// The name of the kind of step.
    pub name: String,
    /// The place of the step.
    pub place: String,
    /// The step that follows; empty if there is none.
    pub follows: String,
}

impl PuzzleHint {
    /// Returns the hint to the step of a way with this index.
    pub fn at(way: &[PathStep], index: usize) -> Self {
        let told = &way[index];
        let before = way[..index].iter().filter(|told| !told.step.is_single());
        let next = match told.step.placement {
            Some((cell, _)) => Some(NextStep::Cell(cell)),
            None => way.get(index + 1).map(NextStep::new),
        };
        Self { first: before.map(Hint::from_step).collect(), then: Hint::from_step(told), next }
    }

    /// Returns the hint to the first step of this kind on a way.
    pub fn of_kind(way: &[PathStep], kind: StepKind) -> Option<Self> {
        let index = way.iter().position(|told| told.kind() == kind)?;
        Some(Self::at(way, index))
    }

    /// Returns the hint whose pattern is there without any other removal.
    pub fn opening(&self) -> &Hint {
        self.first.first().unwrap_or(&self.then)
    }

    /// Returns what stands first, with one entry for all removals of a kind.
    pub fn first_by_kind(&self) -> Vec<Hint> {
        let mut merged: Vec<Hint> = Vec::new();
        for hint in &self.first {
            let is_same = |other: &&mut Hint| other.kind == hint.kind && other.digit.is_none();
            match merged.iter_mut().find(is_same).filter(|_| hint.digit.is_none()) {
                Some(same) => same.houses.extend(&hint.houses),
                None => merged.push(hint.clone()),
            }
        }
        for hint in &mut merged {
            hint.houses.sort_unstable();
            hint.houses.dedup();
        }
        merged
    }
}

impl NextStep {
    fn new(told: &PathStep) -> Self {
        match (&told.step.reason, told.step.placement) {
            (Reason::OnePlace { house }, Some((_, digit))) => Self::Digit(digit, *house),
            (_, Some((cell, _))) => Self::Cell(cell),
            (_, None) => Self::Removal(Hint::from_step(told)),
        }
    }
}
