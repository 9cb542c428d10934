//! A plan: all settings that decide which puzzles are made.

use super::error::PlanError;
use super::givens_constraints::GivensConstraints;
use super::rating_constraints::RatingConstraints;
use crate::human::ladder::{Ladder, Rung};
use crate::human::logic::Technique;
use crate::make::entry::PuzzleOrigin;
use crate::make::generate::{FullGrid, Recipe, Symmetry};
use crate::make::seed::{Seed, Slot};
use crate::sudoku::canon::Canonical;
use crate::sudoku::key::Key;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::value_error::ValueError;
use std::ops::RangeInclusive;

named! {
    /// When two puzzles count as the same.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Dedup {
        /// If the symmetries of Sudoku map one to the other.
        Class = "class",
        /// If their givens are identical.
        Exact = "exact",
    }
}

/// The puzzles that a batch makes. A puzzle is a pure function of the plan, the seed, its slot and its
/// reissue number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Number of puzzles of each level or band, in this order. All are of one ladder.
    pub quotas: Vec<(Rung, u64)>,
    /// How full grids are made.
    pub grid: FullGrid,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// What else is asked of the givens.
    pub givens: GivensConstraints,
    /// When two puzzles count as the same.
    pub dedup: Dedup,
    /// Number of consecutive slots that share one dug puzzle, each with its own transform. More than 1
    /// needs [`Dedup::Exact`].
    pub variants: u64,
    /// Maximum number of attempts for a slot.
    pub attempts: u32,
    /// What is asked of the puzzles beyond their level or band.
    pub rating: RatingConstraints,
    /// Whether puzzles are rated even where nothing depends on it. A puzzle that cannot be rated is then not
    /// accepted; of random puzzles that is fewer than one in a million.
    pub rated: bool,
}

impl Plan {
    /// A plan with the paper's settings: Las Vegas grids, no symmetry, no two puzzles equivalent, at most
    /// 10,000 attempts for each, and for bands every wish.
    pub fn new(quotas: Vec<(impl Into<Rung>, u64)>) -> Self {
        let quotas = quotas.into_iter().map(|(rung, n)| (rung.into(), n));
        Self {
            quotas: quotas.collect(),
            grid: FullGrid::PAPER,
            symmetry: Symmetry::None,
            givens: GivensConstraints::default(),
            dedup: Dedup::Class,
            variants: 1,
            attempts: 10_000,
            rating: RatingConstraints::default(),
            rated: false,
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
            Err(PlanError::from(ValueError::new(expected, found).at(what)))
        };
        let ladder = self.ladder();
        for (i, &(rung, quota)) in self.quotas.iter().enumerate() {
            within("number of puzzles of a level", quota, 0..=Slot::MAX)?;
            if self.quotas[..i].iter().any(|&(other, _)| other == rung) {
                return Err(PlanError::RungTwice(rung));
            }
            if rung.ladder() != ladder {
                return Err(PlanError::TwoLadders);
            }
        }
        let levels = self.quotas.iter().filter_map(|(rung, _)| match rung {
            Rung::Level(level) => Some(*level),
            Rung::Band(_) => None,
        });
        self.givens.check(self.symmetry, levels)?;
        self.rating.check(self.quotas.iter().filter(|(_, n)| *n > 0).map(|(rung, _)| *rung))?;
        if let FullGrid::LasVegas { digits } = self.grid {
            within("number of Las Vegas digits", digits as u64, 0..=81)?;
        }
        within("number of variants", self.variants, 1..=1_000_000)?;
        within("number of attempts", self.attempts.into(), 1..=u32::MAX.into())?;
        if self.variants > 1 && self.dedup == Dedup::Class {
            return Err(PlanError::VariantsNeedExact(self.variants));
        }
        Ok(())
    }

    /// As [`Plan::check`], for puzzles that an archive is asked about where `archive` says so.
    ///
    /// # Errors
    /// As [`Plan::check`], and when the deduplication is not that of an archive.
    pub fn check_for(&self, archive: bool) -> Result<(), PlanError> {
        self.check()?;
        match archive && self.dedup == Dedup::Exact {
            true => Err(PlanError::LookupNeedsClass),
            false => Ok(()),
        }
    }

    /// The ladder of its quotas.
    pub fn ladder(&self) -> Ladder {
        let first = self.quotas.first();
        first.map_or(Ladder::Published, |(rung, _)| rung.ladder())
    }

    /// Whether its puzzles come with a rating, and its catalogue with the columns for it.
    pub fn has_ratings(&self) -> bool {
        self.rated || self.ladder() == Ladder::Human
    }

    /// Number of puzzles of a level or band; 0 if the plan does not have it.
    pub fn quota(&self, rung: Rung) -> u64 {
        let quota = self.quotas.iter().find(|(other, _)| *other == rung);
        quota.map_or(0, |&(_, n)| n)
    }

    /// The deduplication key of a puzzle.
    pub(super) fn key(&self, puzzle: &Puzzle, canonical: &Canonical) -> Key {
        match self.dedup {
            Dedup::Class => Key::of_class(canonical),
            Dedup::Exact => Key::of(puzzle.givens()),
        }
    }

    /// The recipe for a slot.
    pub(super) fn recipe(&self, slot: Slot) -> Recipe {
        let recipe = match slot.rung {
            Rung::Level(level) => Recipe::paper(level),
            Rung::Band(band) => Recipe::human(band),
        };
        let recipe = self.givens.recipe(recipe, slot.number);
        Recipe { grid: self.grid, symmetry: self.symmetry, ..recipe }
    }

    /// The technique of the chapter that a slot is in. In a course the techniques of a band share its slots,
    /// one after the other.
    pub(super) fn taught_technique(&self, slot: Slot) -> Option<Technique> {
        let techniques: Vec<_> = self.rating.course.of_band(slot.rung.band()?).collect();
        let each = self.quota(slot.rung) / (techniques.len() as u64).max(1);
        techniques.get((slot.number / each.max(1)) as usize).copied()
    }

    /// The record of how a puzzle of this plan was made.
    pub(super) fn origin(&self, seed: Seed, slot: Slot, reissue: u32) -> PuzzleOrigin {
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
