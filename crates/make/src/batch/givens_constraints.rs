//! Constraints on the givens in addition to their symmetry: pictures, numbers of givens,
//! minimality.

use super::error::PlanError;
use super::range::GivensRange;
use super::symmetry_choice::SymmetryChoice;
use crate::generate::{GivensMask, Look, Recipe, Symmetry, UnevenHouse};
use grid::{Grid, Level, Puzzle, Score};
use human::Rung;
use std::ops::RangeInclusive;
use words::ValueError;

/// The constraints on the givens in addition to their symmetry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivensConstraints {
    /// Pictures of givens, which take turns: turn n of a level has picture n, and the first follows
    /// the last. An empty list allows all givens.
    pub patterns: Vec<GivensMask>,
    /// True if no given can be left out; under a symmetry, no orbit of givens.
    pub minimal: bool,
    /// The minimum and the maximum number of givens.
    pub count: Option<GivensRange>,
    /// The rule for how the givens are spread over the houses. Pictures ignore it.
    pub look: Look,
    /// True if two puzzles of a batch may have the same pattern of givens.
    /// [`Plan::has_distinct_patterns`] says where the rule has no effect.
    ///
    /// [`Plan::has_distinct_patterns`]: super::Plan::has_distinct_patterns
    pub repeats_patterns: bool,
}

/// A value of a catalogue row that contradicts the plan of its run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The column of the value.
    pub column: &'static str,
    /// The value that the row has, in words.
    pub found: String,
    /// The value that the plan asks for, in words.
    pub expected: String,
}

impl Violation {
    /// Describes a value of a column.
    pub fn new(
        column: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { column, found: found.into(), expected: expected.into() }
    }
}

impl GivensConstraints {
    /// Returns the picture of a turn and its number, counted from 1. [`Plan::turn`] has the turn of
    /// a slot.
    ///
    /// [`Plan::turn`]: super::Plan::turn
    pub fn pattern(&self, turn: u64) -> Option<(usize, GivensMask)> {
        let index = turn.checked_rem(self.patterns.len() as u64)? as usize;
        Some((index + 1, self.patterns[index]))
    }

    /// Returns the recipe of a level or band for a turn of its pictures.
    pub(super) fn recipe(&self, rung: Rung, turn: u64) -> Recipe {
        let recipe = Recipe::from(rung);
        let (min_givens, max_givens) = match self.count {
            Some(GivensRange { from, to }) => (from.into(), to.into()),
            None => (recipe.min_givens, recipe.max_givens),
        };
        let pattern = self.pattern(turn).map(|(_, pattern)| pattern);
        let recipe = Recipe { min_givens, max_givens, pattern, minimal: self.minimal, ..recipe };
        self.look.recipe(recipe, rung)
    }

    /// Returns the numbers of givens that a row, column or block may have at a level or band.
    pub(super) fn givens_per_house(&self, rung: Rung) -> RangeInclusive<u8> {
        let max_givens = match self.count {
            Some(range) => range.to.into(),
            None => Recipe::from(rung).max_givens,
        };
        self.look.givens_per_house(rung, max_givens)
    }

    /// Returns the first house of a puzzle of a level or band that violates the look.
    pub(super) fn uneven_house(&self, givens: &Grid, rung: Rung) -> Option<UnevenHouse> {
        if !self.patterns.is_empty() {
            return None;
        }
        Look::violation(givens, &self.givens_per_house(rung))
    }

    /// Returns true if a person finds the puzzle as hard as its level says. Pictures ignore it.
    pub(super) fn has_consent(&self, givens: &Grid, rung: Rung) -> bool {
        !self.patterns.is_empty() || self.look.has_consent(givens, rung)
    }

    /// Returns the first constraint that a puzzle of a level or band violates at a turn of the
    /// pictures.
    pub fn violation(
        &self,
        puzzle: &Puzzle,
        symmetry: Symmetry,
        rung: Rung,
        turn: u64,
    ) -> Option<Violation> {
        let count = puzzle.givens_count();
        if let Some(range) = self.count.filter(|range| !range.contains(count)) {
            let found = format!("{count} givens");
            return Some(Violation::new("clues", found, format!("{range} givens")));
        }
        if let Some((number, pattern)) = self.pattern(turn)
            && let Some(cell) = pattern.first_difference(puzzle.givens())
        {
            let expected = if pattern.contains(cell) { "a given" } else { "no given" };
            let expected = format!("the picture {number} of the run, with {expected} there");
            let found = format!("{cell} is not as in the picture");
            return Some(Violation::new("puzzle", found, expected));
        }
        if let Some(house) = self.uneven_house(puzzle.givens(), rung) {
            let (least, most) = self.givens_per_house(rung).into_inner();
            let expected = format!("{least} to {most} givens in each row, column and block");
            return Some(Violation::new("puzzle", house.to_string(), expected));
        }
        if !self.has_consent(puzzle.givens(), rung) {
            let found = "other techniques of the human ladder are needed";
            let expected = format!("a puzzle that people find {rung}");
            return Some(Violation::new("puzzle", found, expected));
        }
        if self.minimal && !symmetry.is_minimal(puzzle) {
            return Some(Violation::new("minimal", "givens can be left out", "a minimal puzzle"));
        }
        None
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
        for (number, pattern) in (1..).zip(&self.patterns) {
            let (count, min) = (pattern.count(), pattern.row_col_min());
            if let Some(range) = self.count.filter(|range| !range.contains(count)) {
                let place = format!("picture {number}");
                return Err(ValueError::new(format!("{range} givens"), count).at(place).into());
            }
            check_levels(
                &levels,
                &format!("picture {number}, with {count} givens,"),
                &[(count, min)],
            )?;
        }
        if let Some(range @ GivensRange { from, to }) = self.count {
            // In nine rows with n givens at least one row has n / 9 or fewer.
            let mut counts = Vec::new();
            for n in from.into()..=to.into() {
                counts.extend((0..=n / 9).map(|min| (n, min)));
            }
            check_levels(&levels, &format!("a puzzle of {range} givens"), &counts)?;
        }
        Ok(())
    }
}

/// Rejects levels that no puzzle can have with one of these numbers of givens in the whole grid,
/// and in the emptiest row or column.
fn check_levels(levels: &[Level], what: &str, counts: &[(usize, usize)]) -> Result<(), PlanError> {
    let mut can = Level::ALL.to_vec();
    can.retain(|level| counts.iter().any(|&(n, min)| Score::levels(n, min).contains(level)));
    let Some(&found) = levels.iter().find(|level| !can.contains(level)) else {
        return Ok(());
    };
    let can: Vec<_> = can.iter().map(|level| level.number().to_string()).collect();
    Err(PlanError::OutOfReach { what: what.to_owned(), expected: can.join(" or "), found })
}
