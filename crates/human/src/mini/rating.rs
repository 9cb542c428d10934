//! The rating of small puzzles by the first steps of Sudoku Explainer: singles, locked candidates,
//! pairs, direct hidden sets and X-wings.

use super::position::{LockedDigit, MiniPosition, MiniRemoval, RemovedPlaces};
use super::reason::MiniHouse;
use crate::logic::{Technique, Tenths};
use grid::mini::{Cells, MiniHouseKind, MiniPuzzle, MiniShape, bits};

/// The ratings of a small puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniRating {
    /// The highest rating of any step.
    pub er: Tenths,
    /// The highest rating up to and including the first step that places a digit.
    pub ep: Tenths,
    /// The rating of the first step.
    pub ed: Tenths,
    /// The technique of the first step that is rated `er`.
    pub hardest: Technique,
}

/// A step of a solution.
struct RatedStep {
    technique: Technique,
    /// The index of the digit that the step is about.
    digit: usize,
    /// The cell that takes the digit; 0 for none.
    placed: Cells,
    /// The cells that lose each candidate.
    removed: RemovedPlaces,
}

impl RatedStep {
    fn with_placement(technique: Technique, placed: Cells, digit: usize) -> Self {
        Self { technique, digit, placed, removed: [0; MiniShape::MAX_SIDE] }
    }
}

impl MiniRating {
    /// Rates a puzzle in the form in which it is given; `None` if it needs a step rated above 3.4.
    pub fn from_puzzle(puzzle: &MiniPuzzle) -> Option<Self> {
        let mut position = MiniPosition::new(puzzle.givens());
        let lowest = Tenths(0);
        let hardest = Technique::LastCell;
        let mut rating = Self { er: lowest, ep: lowest, ed: lowest, hardest };
        let mut has_placed = false;
        while !position.is_full() {
            let step = position.next_rated_step()?;
            let tenths = step.technique.base();
            if rating.ed == lowest {
                rating.ed = tenths;
            }
            if tenths > rating.er {
                (rating.er, rating.hardest) = (tenths, step.technique);
            }
            if !has_placed {
                rating.ep = rating.er;
                has_placed = step.placed != 0;
            }
            position.apply(&step);
        }
        Some(rating)
    }
}

use MiniHouseKind::{Block, Column, Row};

impl MiniPosition {
    fn apply(&mut self, step: &RatedStep) {
        self.remove(&step.removed);
        if step.placed != 0 {
            self.0.place(step.placed, step.digit);
        }
    }

    /// Returns the first step in the order of the rating.
    fn next_rated_step(&self) -> Option<RatedStep> {
        self.last_cell()
            .or_else(|| self.hidden_single())
            .or_else(|| self.direct_locked())
            .or_else(|| self.direct_hidden_set(2))
            .or_else(|| self.naked_single())
            .or_else(|| self.direct_hidden_set(3))
            .or_else(|| self.rated_removal(|it| it < Technique::HiddenPair))
            .or_else(|| self.x_wing())
            .or_else(|| self.rated_removal(|it| it == Technique::HiddenPair))
    }

    /// Finds a removal by one of these techniques.
    fn rated_removal(&self, is_rated: impl Fn(Technique) -> bool) -> Option<RatedStep> {
        let removal = self.removals().find(|removal| is_rated(removal.technique))?;
        let MiniRemoval { technique, removed, .. } = removal;
        Some(RatedStep { technique, digit: 0, placed: 0, removed })
    }

    fn last_cell(&self) -> Option<RatedStep> {
        let mut last = self.houses().filter(|it| (it.cells() & self.0.open).is_power_of_two());
        last.find_map(|house| self.placed_in(house, Technique::LastCell))
    }

    fn hidden_single(&self) -> Option<RatedStep> {
        self.houses().find_map(|house| {
            let technique = match house.kind {
                Block => Technique::HiddenSingleBlock,
                Column | Row => Technique::HiddenSingleLine,
            };
            self.placed_in(house, technique)
        })
    }

    /// Returns the step that fills the only place of a digit in a house.
    fn placed_in(&self, house: MiniHouse, technique: Technique) -> Option<RatedStep> {
        let (cell, digit) = self.one_place(house.cells())?;
        Some(RatedStep::with_placement(technique, cell, digit))
    }

    fn naked_single(&self) -> Option<RatedStep> {
        let single = self.0.cells_with_one_candidate();
        let cell = single & single.wrapping_neg();
        let digit = self.0.places.iter().position(|places| places & cell != 0)?;
        Some(RatedStep::with_placement(Technique::NakedSingle, cell, digit))
    }

    /// Finds a locked digit that has one other place in a third house.
    fn direct_locked(&self) -> Option<RatedStep> {
        self.locked_digits().find_map(|locked| {
            let cell = self.place_beside(&locked)?;
            let technique = match locked.from.kind {
                Block => Technique::DirectPointing,
                Column | Row => Technique::DirectClaiming,
            };
            Some(RatedStep::with_placement(technique, cell, locked.digit))
        })
    }

    /// Returns the only place that the digit keeps in another house of the first kind.
    fn place_beside(&self, locked: &LockedDigit) -> Option<Cells> {
        let crossing = locked.to.cells();
        for house in MiniHouse::all_of(self.0.shape(), locked.from.kind) {
            let places = self.0.places[locked.digit] & house.cells();
            let kept = places & !crossing;
            let is_crossing = house != locked.from && house.cells() & crossing != 0;
            if is_crossing && places.count_ones() >= 2 && kept.is_power_of_two() {
                return Some(kept);
            }
        }
        None
    }

    /// Finds digits of a house with as many places in all, which leave another digit one place.
    /// Unlike in the classic size, the places lose all other digits.
    fn direct_hidden_set(&self, size: u32) -> Option<RatedStep> {
        for house in self.houses() {
            if (house.cells() & self.0.open).count_ones() <= size {
                continue;
            }
            for set in 0_u64..1 << self.0.shape().side() {
                if set.count_ones() == size
                    && let Some(step) = self.direct_set_step(house.cells(), set, size)
                {
                    return Some(step);
                }
            }
        }
        None
    }

    /// Finds a digit whose places in two rows lie in two columns, or the other way round, which
    /// lose it elsewhere.
    fn x_wing(&self) -> Option<RatedStep> {
        [(Column, Row), (Row, Column)].into_iter().find_map(|(bases, covers)| {
            (0..self.0.places.len()).find_map(|digit| self.x_wing_of(digit, bases, covers))
        })
    }

    fn x_wing_of(
        &self,
        digit: usize,
        bases: MiniHouseKind,
        covers: MiniHouseKind,
    ) -> Option<RatedStep> {
        let (shape, places) = (self.0.shape(), self.0.places[digit]);
        let covered = |cells: Cells| {
            let crossing = shape.houses(covers).iter().filter(move |cover| *cover & cells != 0);
            crossing.fold(0, |all, cover| all | cover)
        };
        let lines = shape.houses(bases);
        for (at, first) in lines.iter().enumerate() {
            for second in &lines[at + 1..] {
                let [one, other] = [first, second].map(|line| places & line);
                let cover = covered(one);
                let lost = places & cover & !(one | other);
                if one.count_ones() == 2
                    && other.count_ones() == 2
                    && cover == covered(other)
                    && lost != 0
                {
                    let mut step = RatedStep::with_placement(Technique::XWing, 0, digit);
                    step.removed[digit] = lost;
                    return Some(step);
                }
            }
        }
        None
    }

    /// Returns the step of a set of digits in a house, if they are a hidden set, and a digit beside
    /// them has one other place.
    fn direct_set_step(&self, house: Cells, set: u64, size: u32) -> Option<RatedStep> {
        let mut taken = 0;
        for digit in bits(set) {
            let places = self.0.places[digit] & house;
            if places.count_ones() < 2 {
                return None;
            }
            taken |= places;
        }
        if taken.count_ones() != size {
            return None;
        }
        let is_in_set = |digit: usize| set >> digit & 1 != 0;
        let (digit, places) = self.0.places.iter().enumerate().find(|(digit, places)| {
            let in_house = *places & house;
            !is_in_set(*digit)
                && in_house.count_ones() >= 2
                && (in_house & !taken).count_ones() == 1
        })?;
        let technique = match size {
            2 => Technique::DirectHiddenPair,
            _ => Technique::DirectHiddenTriple,
        };
        let mut step = RatedStep::with_placement(technique, places & house & !taken, digit);
        for (other, removed) in step.removed.iter_mut().enumerate() {
            if !is_in_set(other) {
                *removed = taken;
            }
        }
        Some(step)
    }
}
