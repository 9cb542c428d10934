//! A plan: all settings that decide which puzzles are made. Makes the puzzle of one slot at a time,
//! sequentially and as a pure function.

use super::PlanError;
use crate::canon::Canonical;
use crate::entry::{Entry, Origin};
use crate::generate::{self, FullGrid, Recipe, Symmetry};
use crate::key::Key;
use crate::puzzle::Puzzle;
use crate::score::{Level, Score};
use crate::seed::{Seed, Slot};
use std::ops::RangeInclusive;

/// When two puzzles count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dedup {
    /// If the symmetries of Sudoku map one to the other.
    Class,
    /// If their givens are identical.
    Exact,
}

impl Dedup {
    /// The name in flags and manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Exact => "exact",
        }
    }
}

/// The puzzles that a batch makes. A puzzle is a pure function of the plan, the seed, its slot and its
/// reissue number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Number of puzzles of each level, in this order.
    pub quotas: Vec<(Level, u64)>,
    /// How full grids are made.
    pub grid: FullGrid,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// When two puzzles count as the same.
    pub dedup: Dedup,
    /// Number of consecutive slots that share one dug puzzle, each with its own transform. More than 1
    /// needs [`Dedup::Exact`].
    pub variants: u64,
    /// Maximum number of attempts for a slot.
    pub attempts: u32,
}

/// The puzzle of a slot, and the number of attempts it took.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) entry: Entry,
    pub(super) key: Key,
    pub(super) attempts: u32,
}

impl Plan {
    /// The paper's way to make puzzles: Las Vegas grids, no symmetry, no two puzzles equivalent, at most
    /// 10,000 attempts for each.
    pub const fn paper(quotas: Vec<(Level, u64)>) -> Self {
        Self {
            quotas,
            grid: FullGrid::PAPER,
            symmetry: Symmetry::None,
            dedup: Dedup::Class,
            variants: 1,
            attempts: 10_000,
        }
    }

    /// Checks that all numbers are within their ranges and that the settings fit together.
    ///
    /// # Errors
    /// The first setting that is not valid, with the expected range.
    pub fn check(&self) -> Result<(), PlanError> {
        let within = |what, found: u64, bounds: RangeInclusive<u64>| {
            if bounds.contains(&found) {
                return Ok(());
            }
            let expected = format!("{} to {}", bounds.start(), bounds.end());
            Err(PlanError::OutOfRange {
                what,
                found,
                expected,
            })
        };
        for (i, &(level, quota)) in self.quotas.iter().enumerate() {
            within("number of puzzles of a level", quota, 0..=Slot::MAX)?;
            if self.quotas[..i].iter().any(|&(other, _)| other == level) {
                return Err(PlanError::LevelTwice(level));
            }
        }
        if let FullGrid::LasVegas { digits } = self.grid {
            within("number of Las Vegas digits", digits as u64, 0..=81)?;
        }
        within("number of variants", self.variants, 1..=1_000_000)?;
        within(
            "number of attempts",
            self.attempts.into(),
            1..=u32::MAX.into(),
        )?;
        if self.variants > 1 && self.dedup == Dedup::Class {
            return Err(PlanError::VariantsNeedExact(self.variants));
        }
        Ok(())
    }

    /// Number of puzzles of a level; 0 if the plan does not have the level.
    pub fn quota(&self, level: Level) -> u64 {
        let quota = self.quotas.iter().find(|(other, _)| *other == level);
        quota.map_or(0, |&(_, n)| n)
    }

    /// The deduplication key of a puzzle.
    pub(super) fn key(&self, puzzle: &Puzzle, canonical: &Canonical) -> Key {
        match self.dedup {
            Dedup::Class => Key::of_class(canonical),
            Dedup::Exact => Key::of(puzzle.givens()),
        }
    }

    fn recipe(&self, level: Level) -> Recipe {
        Recipe {
            grid: self.grid,
            symmetry: self.symmetry,
            ..Recipe::paper(level)
        }
    }

    /// Makes the puzzle of a slot; `None` if all attempts failed or `stop` returned true before one of
    /// them.
    pub(super) fn make(
        &self,
        seed: Seed,
        slot: Slot,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Option<Made> {
        let recipe = self.recipe(slot.level);
        let origin = self.origin(seed, slot, reissue);
        let first_of_group = Slot {
            number: slot.number - slot.number % self.variants,
            ..slot
        };
        if self.variants == 1 || (slot == first_of_group && reissue == 0) {
            let (_, puzzle, score, attempts) = self.attempt(&recipe, seed, slot, reissue, stop)?;
            return Some(self.made(origin, puzzle, score, attempts));
        }
        let (base, ..) = self.attempt(&recipe, seed, first_of_group, 0, &stop)?;
        let mut rng = seed.stream(slot, reissue);
        for attempts in 1..=self.attempts {
            if stop() {
                return None;
            }
            if let Some((puzzle, score)) = generate::disguise(&recipe, &base, &mut rng) {
                return Some(self.made(origin, puzzle, score, attempts));
            }
        }
        None
    }

    /// Repeats attempts with the slot's own random stream until one is accepted. Returns the dug
    /// puzzle, the transformed puzzle, its score, and the number of attempts.
    fn attempt(
        &self,
        recipe: &Recipe,
        seed: Seed,
        slot: Slot,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Option<(Puzzle, Puzzle, Score, u32)> {
        let mut rng = seed.stream(slot, reissue);
        for attempts in 1..=self.attempts {
            if stop() {
                return None;
            }
            let Some(base) = generate::base(recipe, &mut rng) else {
                continue;
            };
            if let Some((puzzle, score)) = generate::disguise(recipe, &base, &mut rng) {
                return Some((base, puzzle, score, attempts));
            }
        }
        None
    }

    fn made(&self, origin: Origin, puzzle: Puzzle, score: Score, attempts: u32) -> Made {
        let canonical = Canonical::of(&puzzle);
        Made {
            key: self.key(&puzzle, &canonical),
            entry: Entry {
                puzzle,
                score,
                canonical,
                origin,
            },
            attempts,
        }
    }

    /// The record of how a puzzle of this plan was made.
    pub(super) fn origin(&self, seed: Seed, slot: Slot, reissue: u32) -> Origin {
        let recipe = self.recipe(slot.level);
        Origin {
            seed,
            slot,
            reissue,
            grid: recipe.grid,
            order: recipe.order,
            symmetry: recipe.symmetry,
        }
    }
}
