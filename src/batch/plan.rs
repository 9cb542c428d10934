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

/// What a batch makes. A puzzle is a pure function of this, its slot and its reissue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Keys every random stream.
    pub seed: Seed,
    /// How many puzzles of each level, in this order.
    pub quotas: Vec<(Level, u64)>,
    /// How full grids are made.
    pub grid: FullGrid,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// When two puzzles count as the same.
    pub dedup: Dedup,
    /// So many neighbouring slots share one dug puzzle, each with a transform of its own. More
    /// than 1 needs [`Dedup::Exact`].
    pub variants: u64,
    /// So many attempts are made for a slot before it counts as one that cannot be filled.
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
    /// Refuses numbers that no plan can have.
    ///
    /// # Errors
    /// With the number and what it may be.
    pub fn check(&self) -> Result<(), PlanError> {
        let within = |what, found: u64, right: RangeInclusive<u64>| {
            if right.contains(&found) {
                return Ok(());
            }
            let right = format!("{} to {}", right.start(), right.end());
            Err(PlanError::OutOfRange { what, found, right })
        };
        for (i, &(level, quota)) in self.quotas.iter().enumerate() {
            within("a level's count of puzzles", quota, 0..=Slot::MAX)?;
            if self.quotas[..i].iter().any(|&(other, _)| other == level) {
                return Err(PlanError::LevelTwice(level));
            }
        }
        if let FullGrid::LasVegas { digits } = self.grid {
            within("the number of Las Vegas digits", digits as u64, 0..=81)?;
        }
        within("the number of variants", self.variants, 1..=1_000_000)?;
        within(
            "the number of attempts",
            self.attempts.into(),
            1..=u32::MAX.into(),
        )?;
        if self.variants > 1 && self.dedup == Dedup::Class {
            return Err(PlanError::VariantsNeedExact(self.variants));
        }
        Ok(())
    }

    /// The key of what must not come twice.
    pub(super) fn key(&self, puzzle: &Puzzle, canonical: &Canonical) -> Key {
        match self.dedup {
            Dedup::Class => Key::of_class(canonical),
            Dedup::Exact => Key::of(puzzle.givens()),
        }
    }

    pub(super) fn recipe(&self, level: Level) -> Recipe {
        Recipe {
            grid: self.grid,
            symmetry: self.symmetry,
            ..Recipe::paper(level)
        }
    }

    /// The puzzle of a slot; `None` when the attempts did not suffice, or when `stop` said so
    /// between two of them.
    pub(super) fn make(&self, slot: Slot, reissue: u32, stop: impl Fn() -> bool) -> Option<Made> {
        let recipe = self.recipe(slot.level);
        let first_of_group = Slot {
            number: slot.number - slot.number % self.variants,
            ..slot
        };
        if self.variants == 1 || (slot == first_of_group && reissue == 0) {
            let (_, puzzle, score, attempts) = self.attempt(&recipe, slot, reissue, stop)?;
            return Some(self.made(&recipe, slot, reissue, puzzle, score, attempts));
        }
        let (base, ..) = self.attempt(&recipe, first_of_group, 0, &stop)?;
        let mut rng = self.seed.stream(slot, reissue);
        for attempts in 1..=self.attempts {
            if stop() {
                return None;
            }
            if let Some((puzzle, score)) = generate::disguise(&recipe, &base, &mut rng) {
                return Some(self.made(&recipe, slot, reissue, puzzle, score, attempts));
            }
        }
        None
    }

    /// Attempts from the slot's own stream until one is accepted: the dug puzzle, the puzzle as it
    /// will be printed, its score, and the number of attempts.
    fn attempt(
        &self,
        recipe: &Recipe,
        slot: Slot,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Option<(Puzzle, Puzzle, Score, u32)> {
        let mut rng = self.seed.stream(slot, reissue);
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

    fn made(
        &self,
        recipe: &Recipe,
        slot: Slot,
        reissue: u32,
        puzzle: Puzzle,
        score: Score,
        attempts: u32,
    ) -> Made {
        let canonical = Canonical::of(&puzzle);
        Made {
            key: self.key(&puzzle, &canonical),
            entry: Entry {
                puzzle,
                score,
                canonical,
                origin: Origin {
                    seed: self.seed,
                    slot,
                    reissue,
                    grid: recipe.grid,
                    order: recipe.order,
                    symmetry: recipe.symmetry,
                },
            },
            attempts,
        }
    }
}
