//! Plan: everything that decides which puzzles a run makes, and nothing else. One slot of it at a
//! time, sequential and pure.

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
    /// When a transform makes one of the other.
    Class,
    /// When their givens are the same, cell for cell.
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

/// What a batch makes. A puzzle is a pure function of this, the seed, its slot and its reissue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many puzzles of each level, in this order.
    pub quotas: Vec<(Level, u64)>,
    /// How full grids are made.
    pub grid: FullGrid,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// When two puzzles count as the same.
    pub dedup: Dedup,
    /// Number of neighbouring slots that share one dug puzzle, each with a transform of its own.
    /// More than 1 needs [`Dedup::Exact`].
    pub variants: u64,
    /// Number of attempts for a slot before it counts as one that cannot be filled.
    pub attempts: u32,
}

/// A slot's puzzle, and how many attempts it took.
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

    /// Refuses numbers that no plan can have.
    ///
    /// # Errors
    /// With the number and what it may be.
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

    /// The number of puzzles of a level.
    pub fn quota(&self, level: Level) -> u64 {
        let quota = self.quotas.iter().find(|(other, _)| *other == level);
        quota.map_or(0, |&(_, n)| n)
    }

    /// The deduplication key.
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

    /// The puzzle of a slot; `None` when the attempts did not suffice, or when `stop` said so
    /// between two of them.
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

    /// Attempts from the slot's own stream until one is accepted: the dug puzzle, the puzzle as it
    /// will be printed, its score, and the number of attempts.
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

    /// Where a puzzle of this plan comes from.
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
