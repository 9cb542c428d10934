//! The shortest way through a small puzzle, step by step: no removal that the reader can do
//! without.

use super::position::{MiniPosition, MiniRemoval};
use super::reason::{MiniHouse, MiniReason};
use crate::logic::Technique;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniHouseKind, MiniShape};

/// A step of a small puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiniStep {
    /// The technique.
    pub technique: Technique,
    /// The reason.
    pub reason: MiniReason,
    /// The cell that takes a digit, counted from 0, and the digit, from 0; `None` if the step
    /// removes candidates.
    pub placement: Option<(usize, usize)>,
    /// The cells that lose each digit.
    pub removed: [Cells; MiniShape::MAX_SIDE],
}

/// The steps of the shortest way through a small puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiniPath {
    /// The steps, in order.
    pub steps: Vec<MiniStep>,
    /// True if the last step fills the grid. Otherwise the rest needs more than locked digits and
    /// pairs.
    pub is_complete: bool,
}

impl MiniPath {
    /// Finds the shortest way from the givens of a puzzle: each removal is needed.
    ///
    /// # Panics
    /// If a digit occurs twice in a house.
    pub fn shortest(givens: &MiniGrid) -> Self {
        let mut way = Self::with_all_steps(givens);
        if !way.is_complete {
            return way;
        }
        let mut kept: Vec<MiniReason> = way.removals().collect();
        for at in (0..kept.len()).rev() {
            let dropped = kept.remove(at);
            match Self::replay(givens, &kept) {
                Some(shorter) => way = shorter,
                None => kept.insert(at, dropped),
            }
        }
        way
    }

    /// Finds all steps, at each position the simplest one, needed or not.
    ///
    /// # Panics
    /// If a digit occurs twice in a house.
    pub fn with_all_steps(givens: &MiniGrid) -> Self {
        let mut position = MiniPosition::new(givens);
        let mut steps = Vec::new();
        while let Some(step) = position.next_step() {
            position.take(&step);
            steps.push(step);
        }
        Self { steps, is_complete: position.is_full() }
    }

    /// Returns the reasons of the steps that remove candidates.
    fn removals(&self) -> impl Iterator<Item = MiniReason> {
        let removals = self.steps.iter().filter(|step| step.placement.is_none());
        removals.map(|step| step.reason)
    }

    /// Takes the removals with these reasons in order, each where no single is left. Returns the
    /// way if all of them are there and the grid is full at the end.
    fn replay(givens: &MiniGrid, removals: &[MiniReason]) -> Option<Self> {
        let mut position = MiniPosition::new(givens);
        let mut steps = position.fill_singles();
        for reason in removals {
            let removal = position.removals().find(|found| found.reason == *reason)?;
            let step = MiniStep::from(removal);
            position.take(&step);
            steps.push(step);
            steps.extend(position.fill_singles());
        }
        position.is_full().then_some(Self { steps, is_complete: true })
    }
}

impl From<MiniRemoval> for MiniStep {
    fn from(MiniRemoval { technique, reason, removed }: MiniRemoval) -> Self {
        Self { technique, reason, placement: None, removed }
    }
}

impl MiniPosition {
    /// Returns the simplest step, in the order of the levels.
    fn next_step(&self) -> Option<MiniStep> {
        self.next_single().or_else(|| self.removals().next().map(MiniStep::from))
    }

    fn next_single(&self) -> Option<MiniStep> {
        let last = self.houses().filter(|house| (house.cells() & self.0.open).is_power_of_two());
        let placed = last.chain(self.houses()).find_map(|house| self.step_in(house));
        placed.or_else(|| self.one_candidate())
    }

    /// Returns the step that fills the only place of a digit in a house.
    fn step_in(&self, house: MiniHouse) -> Option<MiniStep> {
        let (cell, digit) = self.one_place(house.cells())?;
        let technique = match house.kind {
            _ if house.cells() & self.0.open == cell => Technique::LastCell,
            MiniHouseKind::Block => Technique::HiddenSingleBlock,
            MiniHouseKind::Column | MiniHouseKind::Row => Technique::HiddenSingleLine,
        };
        let reason = MiniReason::OnePlace { house };
        Some(MiniStep::with_placement(technique, reason, cell, digit))
    }

    fn one_candidate(&self) -> Option<MiniStep> {
        let single = self.0.cells_with_one_candidate();
        let cell = single & single.wrapping_neg();
        let digit = self.0.places.iter().position(|places| places & cell != 0)?;
        let (technique, reason) = (Technique::NakedSingle, MiniReason::OneCandidate);
        Some(MiniStep::with_placement(technique, reason, cell, digit))
    }

    fn fill_singles(&mut self) -> Vec<MiniStep> {
        let mut steps = Vec::new();
        while let Some(step) = self.next_single() {
            self.take(&step);
            steps.push(step);
        }
        steps
    }

    fn take(&mut self, step: &MiniStep) {
        step.apply(&mut self.0);
    }
}

impl MiniStep {
    /// Takes the step on a board.
    pub fn apply(&self, board: &mut MiniBoard) {
        if let Some((cell, digit)) = self.placement {
            board.place(1 << cell, digit);
        }
        for (places, removed) in board.places.iter_mut().zip(self.removed) {
            *places &= !removed;
        }
    }

    fn with_placement(technique: Technique, reason: MiniReason, cell: Cells, digit: usize) -> Self {
        let placement = Some((cell.trailing_zeros() as usize, digit));
        Self { technique, reason, placement, removed: [0; MiniShape::MAX_SIDE] }
    }
}
