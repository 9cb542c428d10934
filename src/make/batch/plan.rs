//! A plan: all settings that decide which puzzles are made. Makes the puzzle of one slot at a time,
//! sequentially and as a pure function.

use super::asked::Asked;
use super::error::PlanError;
use super::judge::{Judge, Refused};
use super::miss::{Miss, Misses};
use super::shape::Shape;
use crate::human::grade::{Band, Rating};
use crate::human::ladder::{Ladder, Rung};
use crate::make::entry::{Entry, Origin};
use crate::make::generate::{self, Bases, FullGrid, Recipe, Symmetry};
use crate::make::seed::{Seed, Slot};
use crate::sudoku::canon::Canonical;
use crate::sudoku::expected::Expected;
use crate::sudoku::key::Key;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::{Level, Score};
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
    pub shape: Shape,
    /// When two puzzles count as the same.
    pub dedup: Dedup,
    /// Number of consecutive slots that share one dug puzzle, each with its own transform. More than 1
    /// needs [`Dedup::Exact`].
    pub variants: u64,
    /// Maximum number of attempts for a slot.
    pub attempts: u32,
    /// What is asked of the puzzles beyond their level or band.
    pub asked: Asked,
    /// Whether puzzles are rated even where nothing depends on it. A puzzle that cannot be rated is then not
    /// accepted; of random puzzles that is fewer than one in a million.
    pub rated: bool,
}

/// An accepted entry and what it cost to make.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The entry.
    pub entry: Entry,
    /// Number of attempts that this slot took, including all its reissues.
    pub attempts: u64,
    /// Deduplication key: of the class for [`Dedup::Class`], of the givens for [`Dedup::Exact`].
    pub key: Key,
}

impl Plan {
    /// The paper's way to make puzzles: Las Vegas grids, no symmetry, no two puzzles equivalent, at most
    /// 10,000 attempts for each.
    pub fn paper(quotas: Vec<(Level, u64)>) -> Self {
        Self::of(quotas)
    }

    /// The human ladder, with the paper's full grids and bounds, and with every wish.
    pub fn human(quotas: Vec<(Band, u64)>) -> Self {
        Self::of(quotas)
    }

    fn of(quotas: Vec<(impl Into<Rung>, u64)>) -> Self {
        let quotas = quotas.into_iter().map(|(rung, n)| (rung.into(), n));
        Self {
            quotas: quotas.collect(),
            grid: FullGrid::PAPER,
            symmetry: Symmetry::None,
            shape: Shape::default(),
            dedup: Dedup::Class,
            variants: 1,
            attempts: 10_000,
            asked: Asked::default(),
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
            Err(PlanError::from(Expected::new(expected, found).at(what)))
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
        self.shape.check(self.symmetry, levels)?;
        self.asked.check(self.quotas.iter().filter(|(_, n)| *n > 0).map(|(rung, _)| *rung))?;
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
            true => Err(PlanError::KnownNeedsClass),
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

    fn recipe(&self, slot: Slot) -> Recipe {
        let recipe = match slot.rung {
            Rung::Level(level) => Recipe::paper(level),
            Rung::Band(band) => Recipe::human(band),
        };
        let recipe = self.shape.recipe(recipe, slot.number);
        Recipe { grid: self.grid, symmetry: self.symmetry, ..recipe }
    }

    /// The judge of a slot. In a course the techniques of a band share its slots, one after the other.
    fn judge(&self, slot: Slot) -> Judge<'_> {
        let of_band = |band| self.asked.course.of_band(band).collect::<Vec<_>>();
        let techniques = match slot.rung {
            Rung::Band(band) => of_band(band),
            Rung::Level(_) => Vec::new(),
        };
        let each = self.quota(slot.rung) / (techniques.len() as u64).max(1);
        let taught = techniques.get((slot.number / each.max(1)) as usize).copied();
        Judge::new(&self.asked, slot, self.has_ratings()).teaching(taught)
    }

    /// Makes the puzzle of a slot, or says why all attempts failed, or those before `stop` returned true.
    pub(super) fn make(
        &self,
        seed: Seed,
        slot: Slot,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<Issued, Misses> {
        let origin = self.origin(seed, slot, reissue);
        let mut judge = self.judge(slot);
        let first_of_group = Slot { number: slot.number - slot.number % self.variants, ..slot };
        if self.variants == 1 || (slot == first_of_group && reissue == 0) {
            let (_, printed, attempts) = self.attempt(&mut judge, seed, slot, reissue, stop)?;
            return Ok(self.made(origin, printed, attempts));
        }
        let mut judge_of_first = self.judge(first_of_group);
        let (base, ..) = self.attempt(&mut judge_of_first, seed, first_of_group, 0, &stop)?;
        let recipe = self.recipe(slot);
        let mut rng = seed.stream(slot, reissue);
        let mut misses = Misses::default();
        for attempts in 1..=self.attempts {
            if stop() {
                break;
            }
            match self.print(&recipe, &base, &mut judge, &mut rng) {
                Ok(printed) => return Ok(self.made(origin, printed, attempts)),
                Err(miss) => misses.add(miss, 1),
            }
        }
        Err(misses)
    }

    /// Repeats attempts with the slot's own random stream until one is accepted. Returns the puzzle of which variants
    /// are made, the puzzle as it will be printed, and the number of attempts; or why none was.
    fn attempt(
        &self,
        judge: &mut Judge<'_>,
        seed: Seed,
        slot: Slot,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<(Puzzle, Printed, u32), Misses> {
        let mut recipe = self.recipe(slot);
        let mut rng = seed.stream(slot, reissue);
        if recipe.level.is_none() {
            recipe = recipe.with_bound_drawn(&mut rng);
        }
        let mut bases = Bases::default();
        let (mut misses, mut in_a_row) = (Misses::default(), 0);
        for attempts in 1..=self.attempts {
            if stop() || recipe.pattern.is_some() && in_a_row >= MISSES {
                break;
            }
            let Some(base) = bases.next(&recipe, &mut rng) else {
                misses.add(Miss::Base, 1);
                in_a_row += 1;
                continue;
            };
            in_a_row = 0;
            match self.settle(&recipe, &base, judge, &mut rng) {
                Ok((printed, eased)) => return Ok((eased.unwrap_or(base), printed, attempts)),
                Err(miss) => misses.add(miss, 1),
            }
        }
        Err(misses)
    }

    fn made(&self, origin: Origin, printed: Printed, attempts: u32) -> Issued {
        let Printed { puzzle, score, rating } = printed;
        let canonical = Canonical::of(&puzzle);
        Issued {
            key: self.key(&puzzle, &canonical),
            entry: Entry { puzzle, score, rating, canonical, origin },
            attempts: attempts.into(),
        }
    }

    /// The record of how a puzzle of this plan was made.
    pub(super) fn origin(&self, seed: Seed, slot: Slot, reissue: u32) -> Origin {
        let recipe = self.recipe(slot);
        Origin {
            seed,
            slot,
            reissue,
            grid: recipe.grid,
            order: recipe.pattern.is_none().then_some(recipe.order),
            symmetry: recipe.symmetry,
        }
    }

    /// Transforms a dug puzzle. One that is too hard for its band gets further givens, and is dug no more: it is then
    /// returned, too, because the dug puzzle is of another class and another band.
    fn settle(
        &self,
        recipe: &Recipe,
        base: &Puzzle,
        judge: &mut Judge<'_>,
        rng: &mut impl rand::Rng,
    ) -> Result<(Printed, Option<Puzzle>), Miss> {
        let (puzzle, score) = self.disguised(recipe, base, judge, rng)?;
        match judge.accept(&puzzle) {
            Ok(rating) => Ok((Printed::of(puzzle, score, rating), None)),
            Err(Refused::Stuck(stuck)) if recipe.may_be_eased() => {
                let (puzzle, rating) = self.ease(recipe, puzzle, stuck, judge, rng)?;
                Ok((Printed::of(puzzle, score, rating), Some(puzzle)))
            }
            Err(refused) => Err(refused.into()),
        }
    }

    /// Transforms a dug puzzle, and says whether the result is what was asked for.
    fn print(
        &self,
        recipe: &Recipe,
        base: &Puzzle,
        judge: &mut Judge<'_>,
        rng: &mut impl rand::Rng,
    ) -> Result<Printed, Miss> {
        let (puzzle, score) = self.disguised(recipe, base, judge, rng)?;
        let rating = judge.accept(&puzzle)?;
        Ok(Printed::of(puzzle, score, rating))
    }

    /// Transforms a dug puzzle of the right shape, until it has its level. The score is looked for where it decides,
    /// and else only computed for what is accepted.
    fn disguised(
        &self,
        recipe: &Recipe,
        base: &Puzzle,
        judge: &Judge<'_>,
        rng: &mut impl rand::Rng,
    ) -> Result<(Puzzle, Option<Score>), Miss> {
        self.check_shape(recipe, base, judge.slot)?;
        match recipe.level {
            Some(_) => {
                let made = generate::disguise(recipe, base, rng).ok_or(Miss::Rung)?;
                Ok((made.0, Some(made.1)))
            }
            None => Ok((generate::transformed(recipe, base, rng), None)),
        }
    }

    /// What was dug has its symmetry, and is minimal where that was asked for.
    pub(super) fn check_shape(
        &self,
        recipe: &Recipe,
        base: &Puzzle,
        slot: Slot,
    ) -> Result<(), Miss> {
        let is_in_shape = match recipe.pattern {
            Some(_) => self.shape.wrong(base, self.symmetry, slot.number).is_none(),
            None => self.shape.givens.is_none_or(|range| range.has(base.givens_count())),
        };
        match is_in_shape {
            false => Err(Miss::Givens),
            true if self.shape.finished_house(base.givens()).is_some() => Err(Miss::Finished),
            true => Ok(()),
        }
    }
}

/// A puzzle that was accepted, as it will be printed.
struct Printed {
    puzzle: Puzzle,
    score: Score,
    rating: Option<Rating>,
}

impl Printed {
    fn of(puzzle: Puzzle, score: Option<Score>, rating: Option<Rating>) -> Self {
        Self { score: score.unwrap_or_else(|| Score::of(&puzzle)), puzzle, rating }
    }
}

/// The number of searches in a row that find no puzzle with the givens of a picture before it is given up: about
/// twenty seconds.
const MISSES: u32 = 2_000;
