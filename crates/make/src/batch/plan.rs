//! A plan: all settings that determine the puzzles of a batch.

use super::constraints::{GivensConstraints, RatingConstraints};
use super::error::PlanError;
use super::quality_rules::QualityRule;
use super::symmetry_choice::SymmetryChoice;
use crate::entry::PuzzleOrigin;
use crate::generate::{FullGrid, HoleOrder, Recipe};
use crate::mini::MiniRules;
use crate::range::ClosedRange;
use crate::seed::{Seed, Slot};
use grid::{AnyPuzzle, Key};
use human::{Ladder, Rung, Technique};
use std::ops::RangeInclusive;
use words::ValueError;

words::named! {
    /// The rule by which two puzzles count as the same.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Dedup {
        /// If the symmetries of Sudoku map one to the other.
        Class = "class",
        /// If their givens are identical.
        Exact = "exact",
    }
}

/// The settings of a batch. A puzzle is a pure function of the plan, the seed, its slot and its
/// reissue number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of puzzles of each level or band, in this order. All belong to one ladder.
    pub quotas: Vec<(Rung, u64)>,
    /// The method that makes full grids.
    pub grid: FullGrid,
    /// The symmetries of the givens.
    pub symmetry: SymmetryChoice,
    /// Further constraints on the givens.
    pub givens: GivensConstraints,
    /// The number of slots that share one dug puzzle, each with its own transform. They follow each
    /// other, unless `by_sheet` is set.
    pub variants: u64,
    /// True if each level has one variant of every puzzle, then the next of every puzzle: the
    /// sheets of a class. A further sheet then leaves the others as they are.
    pub by_sheet: bool,
    /// The maximum number of attempts for a slot.
    pub attempts: u32,
    /// Constraints on the ratings, in addition to level or band.
    pub rating: RatingConstraints,
    /// True if only identical givens count as the same puzzle.
    pub exact: bool,
    /// True if puzzles are rated even where nothing depends on the rating. Then a puzzle that
    /// cannot be rated is rejected: of random puzzles fewer than 1 in a million.
    pub rated: bool,
    /// The slots whose puzzles are replaced, one after the other, when all puzzles are made. A slot
    /// that comes twice takes the next puzzle.
    pub another: Vec<Slot>,
}

impl Plan {
    /// Makes a plan with the usual settings of a batch: the paper's full grids, givens spread
    /// evenly, no symmetry, no two puzzles equivalent, at most 10,000 attempts for each slot. Bands
    /// get every quality rule.
    pub fn new(quotas: Vec<(impl Into<Rung>, u64)>) -> Self {
        Self {
            quotas: quotas.into_iter().map(|(rung, n)| (rung.into(), n)).collect(),
            grid: FullGrid::PAPER,
            symmetry: SymmetryChoice::default(),
            givens: GivensConstraints::default(),
            variants: 1,
            by_sheet: false,
            attempts: 10_000,
            rating: RatingConstraints::default(),
            exact: false,
            rated: false,
            another: Vec::new(),
        }
    }

    /// Checks that all numbers are in range and that the settings fit together.
    ///
    /// # Errors
    /// The first setting that is not valid, with the expected range.
    pub fn check(&self) -> Result<(), PlanError> {
        let ladder = self.ladder();
        for (i, &(rung, quota)) in self.quotas.iter().enumerate() {
            check_range("number of puzzles of a level", quota, 0..=Slot::MAX)?;
            if self.quotas[..i].iter().any(|&(other, _)| other == rung) {
                return Err(PlanError::RungTwice(rung));
            }
            if rung.ladder() != ladder {
                return Err(PlanError::TwoLadders);
            }
        }
        let levels = self.quotas.iter().filter_map(|(rung, _)| match rung {
            Rung::Level(level) => Some(*level),
            Rung::Mini(_) | Rung::Band(_) => None,
        });
        if self.has_small_sizes() {
            self.check_small_sizes()?;
        }
        self.givens.check(self.symmetry, levels)?;
        self.rating.check(self.quotas.iter().filter(|(_, n)| *n > 0).map(|(rung, _)| *rung))?;
        if let FullGrid::LasVegas { digits } = self.grid {
            check_range("number of Las Vegas digits", digits as u64, 0..=81)?;
        }
        check_range("number of variants", self.variants, 1..=1_000_000)?;
        check_range("number of attempts", self.attempts.into(), 1..=u32::MAX.into())?;
        match self.another.iter().find(|slot| slot.number >= self.quota(slot.rung)) {
            Some(&Slot { rung, number }) => {
                Err(PlanError::NoSuchSlot { rung, quota: self.quota(rung), found: number })
            }
            None => Ok(()),
        }
    }

    /// Returns true if a quota is of a size other than 9 x 9.
    pub fn has_small_sizes(&self) -> bool {
        self.quotas.iter().any(|(rung, _)| rung.mini().is_some())
    }

    /// Returns true if a quota is of 9 x 9 cells.
    fn has_classic_size(&self) -> bool {
        self.quotas.iter().any(|(rung, _)| rung.mini().is_none())
    }

    /// Rejects settings that have a meaning for 9 x 9 cells alone. A number of givens is for those
    /// of several sizes.
    fn check_small_sizes(&self) -> Result<(), PlanError> {
        let (givens, rating) = (&self.givens, &self.rating);
        let wrong = [
            ("pattern", !givens.patterns.is_empty()),
            ("givens", givens.count.is_some() && !self.has_classic_size()),
            ("minimal", givens.minimal),
            ("variants", self.variants > 1),
            ("er", rating.er.is_some()),
            ("minutes", rating.minutes.is_some()),
            ("needs", !rating.needs.is_empty()),
            ("without", !rating.without.is_empty()),
            ("course", !rating.course.is_empty()),
        ];
        match wrong.into_iter().find(|(_, is_set)| *is_set) {
            Some((name, _)) => Err(PlanError::OfClassicSize(name)),
            None => Ok(()),
        }
    }

    /// Returns the rule by which two puzzles count as the same: variants of one are equivalent.
    pub fn dedup(&self) -> Dedup {
        if self.exact || self.variants > 1 { Dedup::Exact } else { Dedup::Class }
    }

    /// Returns true if no two puzzles may have the same pattern of givens, also not turned or
    /// mirrored. Variants of a puzzle and puzzles with pictures may.
    pub fn has_distinct_patterns(&self) -> bool {
        !self.givens.repeats_patterns && self.variants == 1 && self.givens.patterns.is_empty()
    }

    /// Returns the ladder of the quotas.
    pub fn ladder(&self) -> Ladder {
        match self.quotas[..] {
            [(rung, _), ..] => rung.ladder(),
            [] => Ladder::Published,
        }
    }

    /// Returns true if the puzzles come with a rating, and the catalogue with its columns.
    pub fn has_ratings(&self) -> bool {
        self.rated || self.ladder() == Ladder::Human
    }

    /// Returns the number of puzzles of a level or band; 0 if the plan does not have it.
    pub fn quota(&self, rung: Rung) -> u64 {
        match self.quotas.iter().find(|(other, _)| *other == rung) {
            Some((_, quota)) => *quota,
            None => 0,
        }
    }

    /// Returns the deduplication key of a puzzle of this class.
    pub(super) fn key(&self, puzzle: &AnyPuzzle, class: Key) -> Key {
        match self.dedup() {
            Dedup::Class => class,
            Dedup::Exact => puzzle.givens().key(),
        }
    }

    /// Returns the first slot of the group of variants to which a slot belongs.
    pub(super) fn first_variant(&self, slot: Slot) -> Slot {
        let number =
            if self.by_sheet { self.turn(slot) } else { slot.number - slot.number % self.variants };
        Slot { number, ..slot }
    }

    /// Returns the turn of the pictures and of mixed symmetries for a slot. All variants of a
    /// puzzle have its turn.
    pub fn turn(&self, slot: Slot) -> u64 {
        if self.by_sheet {
            slot.number % (self.quota(slot.rung) / self.variants).max(1)
        } else {
            slot.number / self.variants
        }
    }

    /// Returns the maximum number of givens that digging leaves at a level or band.
    pub(super) fn max_givens(&self, rung: Rung) -> u32 {
        match self.givens.count {
            Some(range) => range.to.into(),
            None => Recipe::from(rung).max_givens,
        }
    }

    /// Returns the recipe for a slot. Holes in each house keep it from having too many givens for
    /// the look, and the bounds keep enough in it, so that nearly all puzzles have the look.
    pub(super) fn recipe(&self, slot: Slot) -> Recipe {
        let Self { givens, grid, symmetry, .. } = self;
        let (rung, turn) = (slot.rung, self.turn(slot));
        let (usual, max_givens) = (Recipe::from(rung), self.max_givens(rung));
        let ClosedRange { from: least, to: most } = givens.look.givens_per_house(rung, max_givens);
        Recipe {
            min_givens: givens.count.map_or(usual.min_givens, |range| range.from.into()),
            max_givens,
            bound_draws: givens.look.bound_draws(rung),
            row_col_min: usual.row_col_min.max(least.into()),
            block_min: least.into(),
            opening_sets: usize::from(9 - most),
            symmetry: symmetry.at_turn(turn),
            pattern: givens.pattern(turn).map(|(_, pattern)| pattern),
            minimal: givens.minimal,
            grid: *grid,
            ..usual
        }
    }

    /// Returns the rules for the givens of small puzzles in a turn.
    pub fn mini_rules(&self, turn: u64) -> MiniRules {
        MiniRules {
            symmetry: self.symmetry.at_turn(turn),
            look: self.givens.look,
            has_openings: self.rating.rules.contains(&QualityRule::Openings),
        }
    }

    /// Returns the technique that a slot teaches. In a course the techniques of a band share its
    /// slots, one after the other.
    pub(super) fn taught_technique(&self, slot: Slot) -> Option<Technique> {
        let techniques: Vec<_> = self.rating.course.in_band(slot.rung.band()?).collect();
        let each = self.quota(slot.rung) / (techniques.len() as u64).max(1);
        techniques.get((slot.number / each.max(1)) as usize).copied()
    }

    /// Returns the record of how a puzzle of this plan is made.
    pub(super) fn origin(&self, seed: Seed, slot: Slot, reissue: u32) -> PuzzleOrigin {
        if slot.rung.mini().is_some() {
            let order = Some(HoleOrder::Random);
            let symmetry = self.symmetry.at_turn(self.turn(slot));
            return PuzzleOrigin { seed, slot, reissue, grid: self.grid, order, symmetry };
        }
        let recipe = self.recipe(slot);
        PuzzleOrigin {
            seed,
            slot,
            reissue,
            grid: recipe.grid,
            order: recipe.pattern.is_none().then_some(recipe.order),
            symmetry: recipe.symmetry,
        }
    }
}

/// Rejects a number that is out of bounds.
fn check_range(what: &str, found: u64, bounds: RangeInclusive<u64>) -> Result<(), PlanError> {
    if bounds.contains(&found) {
        return Ok(());
    }
    let expected = format!("{} to {}", bounds.start(), bounds.end());
    Err(ValueError::new(expected, found).at(what).into())
}
