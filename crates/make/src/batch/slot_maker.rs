//! Makes the puzzle of one slot: a pure function of plan, seed, slot and reissues.
//!
//! ```text
//!   dig ──► transform ──► accept ──────────────────────────► MadePuzzle
//!    ▲                      │ not what its band wants
//!    │                      └──► change givens ──► accept ──► MadePuzzle
//!    └── rejected: counted, and tried again ─┘
//! ```
//!
//! Only the first slot of a group of variants digs; the others transform its puzzle.

use super::error::PlanError;
use super::item::MadePuzzle;
use super::judge::{Refusal, SlotJudge};
use super::mini_slot::MiniSlot;
use super::plan::Plan;
use super::quality_rules::GivensRemedy;
use super::shortfall::{Rejection, RejectionCounts};
use crate::entry::Entry;
use crate::generate::{self, DugPuzzles, Recipe};
use crate::ordered_map::Workers;
use crate::seed::{Rng, Seed, Slot};
use explainer::{AnyRating, Rating};
use grid::{Cell, CellSet, Puzzle, Score};
use human::{Band, Rung};

/// The maximum number of consecutive searches that find no puzzle with the givens of a picture:
/// about twenty seconds.
const MAX_SEARCHES_IN_VAIN: u32 = 2_000;
/// The maximum number of givens that a puzzle may have beyond its bound.
const MAX_FURTHER_GIVENS: usize = 6;
/// The maximum number of changes of a dug puzzle.
const MAX_CHANGES: usize = 400;
/// The number of givens that are added to a puzzle that can lose none.
const GIVENS_AT_ONCE: usize = 2;

/// The numbers of times that a slot was issued before.
#[derive(Clone, Copy, Default)]
pub(super) struct SlotReissues {
    /// The number of puzzles that were dug before for the group of variants.
    pub base: u32,
    /// The number of variants that were made before for the slot.
    pub variant: u32,
}

impl SlotReissues {
    /// Returns the reissues of a slot in a batch without a lookup, which never digs again for
    /// variants.
    fn without_lookup(plan: &Plan, count: u32) -> Self {
        if plan.variants == 1 {
            Self { base: count, variant: 0 }
        } else {
            Self { base: 0, variant: count }
        }
    }
}

/// Makes the puzzle of a slot of any size at these reissues.
///
/// # Errors
/// The rejections of all attempts, or of those before `stop` returned true.
pub(super) fn make(
    plan: &Plan,
    seed: Seed,
    slot: Slot,
    reissues: SlotReissues,
    stop: impl Fn() -> bool,
) -> Result<MadePuzzle, RejectionCounts> {
    match slot.rung {
        Rung::Mini(level) => MiniSlot { plan, seed, slot, level }.make(reissues.base, stop),
        Rung::Level(_) | Rung::Band(_) => SlotMaker::new(plan, seed, slot).make(reissues, stop),
    }
}

/// A maker of the puzzle of one slot.
pub(super) struct SlotMaker<'a> {
    plan: &'a Plan,
    seed: Seed,
    slot: Slot,
    recipe: Recipe,
    judge: SlotJudge<'a>,
}

/// An accepted puzzle, as it will be printed.
struct AcceptedPuzzle {
    puzzle: Puzzle,
    /// The score, if it was computed to find the level.
    score: Option<Score>,
    rating: Option<Rating>,
    /// The puzzle of which variants are made.
    base: Puzzle,
}

impl<'a> SlotMaker<'a> {
    pub fn new(plan: &'a Plan, seed: Seed, slot: Slot) -> Self {
        Self { plan, seed, slot, recipe: plan.recipe(slot), judge: SlotJudge::new(plan, slot) }
    }

    /// Makes the puzzle of the slot at these reissues.
    ///
    /// # Errors
    /// The rejections of all attempts, or of those before `stop` returned true.
    pub fn make(
        mut self,
        reissues: SlotReissues,
        stop: impl Fn() -> bool,
    ) -> Result<MadePuzzle, RejectionCounts> {
        let Self { plan, seed, slot, .. } = self;
        let SlotReissues { base, variant } = reissues;
        let first = plan.first_variant(slot);
        let is_dug = slot == first && variant == 0;
        let (accepted, attempts) = if is_dug {
            self.dig_until_accepted(base, stop)?
        } else {
            let (first, _) = Self::new(plan, seed, first).dig_until_accepted(base, &stop)?;
            self.vary_until_accepted(first.base, variant, stop)?
        };
        let AcceptedPuzzle { puzzle, score, rating, .. } = accepted;
        let score = score.unwrap_or_else(|| Score::of(&puzzle));
        let origin = plan.origin(seed, slot, if is_dug { base } else { variant });
        let entry = Entry::new(puzzle.into(), Some(score), rating.map(AnyRating::from), origin);
        Ok(MadePuzzle::new(plan, entry, attempts.into()))
    }

    fn dig_until_accepted(
        &mut self,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<(AcceptedPuzzle, u32), RejectionCounts> {
        let mut rng = self.seed.stream(self.slot, reissue);
        if self.recipe.level.is_none() {
            // A slot of a band keeps its bound for all attempts. Otherwise easy bounds would
            // succeed more often, and the numbers of givens would be skewed.
            let givens = rng.within(self.recipe.min_givens..=self.recipe.max_givens);
            (self.recipe.min_givens, self.recipe.max_givens) = (givens, givens);
        }
        let mut dug_puzzles = DugPuzzles::default();
        self.repeat(stop, |maker| {
            let base = dug_puzzles.next(&maker.recipe, &mut rng).ok_or(Rejection::Base)?;
            let (puzzle, score) = maker.transform(&base, &mut rng)?;
            match maker.judge.accept(&puzzle) {
                Ok(rating) => Ok(AcceptedPuzzle { puzzle, score, rating, base }),
                Err(refusal) if maker.can_change() => {
                    let (puzzle, rating) = maker.change_givens(puzzle, refusal, &mut rng)?;
                    // The dug puzzle is of another class and another band.
                    Ok(AcceptedPuzzle { puzzle, score: None, rating, base: puzzle })
                }
                Err(refusal) => Err(refusal.rejection),
            }
        })
    }

    fn vary_until_accepted(
        &mut self,
        base: Puzzle,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<(AcceptedPuzzle, u32), RejectionCounts> {
        let mut rng = self.seed.stream(self.slot, reissue);
        self.repeat(stop, |maker| {
            let (puzzle, score) = maker.transform(&base, &mut rng)?;
            let rating = maker.judge.accept(&puzzle).map_err(|refusal| refusal.rejection)?;
            Ok(AcceptedPuzzle { puzzle, score, rating, base })
        })
    }

    /// Repeats an attempt until it succeeds. Returns its result and the number of attempts.
    fn repeat(
        &mut self,
        stop: impl Fn() -> bool,
        mut attempt: impl FnMut(&mut Self) -> Result<AcceptedPuzzle, Rejection>,
    ) -> Result<(AcceptedPuzzle, u32), RejectionCounts> {
        let (mut rejections, mut in_vain) = (RejectionCounts::default(), 0);
        for attempts in 1..=self.plan.attempts {
            let has_picture = self.recipe.pattern.is_some();
            if stop() || has_picture && in_vain >= MAX_SEARCHES_IN_VAIN {
                break;
            }
            match attempt(self) {
                Ok(accepted) => return Ok((accepted, attempts)),
                Err(rejection) => {
                    in_vain = if rejection == Rejection::Base { in_vain + 1 } else { 0 };
                    rejections.add(rejection, 1);
                }
            }
        }
        Err(rejections)
    }

    /// Transforms a dug puzzle that meets the constraints on givens until it has its level. Returns
    /// a score only for a recipe with a level; otherwise the score of the accepted puzzle is
    /// computed later.
    fn transform(
        &self,
        base: &Puzzle,
        rng: &mut Rng,
    ) -> Result<(Puzzle, Option<Score>), Rejection> {
        self.check_shape(base)?;
        if !self.plan.givens.has_consent(base.givens(), self.slot.rung) {
            return Err(Rejection::Consent);
        }
        if self.recipe.level.is_none() {
            return Ok((generate::transform_randomly(&self.recipe, base, rng), None));
        }
        let found = generate::transform_to_level(&self.recipe, base, rng).ok_or(Rejection::Rung)?;
        Ok((found.0, Some(found.1)))
    }

    /// Checks the constraints on givens. Dug puzzles have their symmetry, and are minimal if the
    /// plan wants it.
    fn check_shape(&self, base: &Puzzle) -> Result<(), Rejection> {
        let Plan { givens, .. } = self.plan;
        let turn = self.plan.turn(self.slot);
        let is_in_shape = match self.recipe.pattern {
            Some(_) => {
                let symmetry = self.recipe.symmetry;
                givens.violation(base, symmetry, self.slot.rung, turn).is_none()
            }
            None => match givens.count {
                Some(range) => range.contains(base.givens_count()),
                None => true,
            },
        };
        if !is_in_shape {
            return Err(Rejection::Givens);
        }
        match givens.uneven_house(base.givens(), self.slot.rung) {
            Some(_) => Err(Rejection::Look),
            None => Ok(()),
        }
    }

    /// Returns true if the givens of a dug puzzle may be changed. The closure of a band below the
    /// last one proves that the changed puzzle has one solution.
    fn can_change(&self) -> bool {
        self.recipe.can_be_eased() && self.slot.rung != Rung::Band(Band::Extreme)
    }

    /// Adds and removes givens of a puzzle until the judge accepts it. Adds some until the puzzle
    /// is easy enough; then removes those that the band can do without, which makes it harder step
    /// by step; then adds some again.
    fn change_givens(
        &mut self,
        mut puzzle: Puzzle,
        mut refusal: Refusal,
        rng: &mut Rng,
    ) -> Result<(Puzzle, Option<Rating>), Rejection> {
        let mut changes = 0..MAX_CHANGES;
        while changes.next().is_some() {
            if refusal.remedy == GivensRemedy::More {
                puzzle = self.with_given(&puzzle, refusal.open, rng).ok_or(refusal.rejection)?;
                match self.judge.accept(&puzzle) {
                    Ok(rating) => return Ok((puzzle, rating)),
                    Err(other) => refusal = other,
                }
                continue;
            }
            let mut cells: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
            rng.shuffle(&mut cells);
            for cell in cells {
                let Some(thinner) = self.without_given(&puzzle, cell) else { continue };
                changes.next();
                match self.judge.accept(&thinner) {
                    Ok(rating) => return Ok((thinner, rating)),
                    Err(other) if other.remedy == GivensRemedy::More => {}
                    Err(other) => (puzzle, refusal) = (thinner, other),
                }
            }
            for _ in 0..GIVENS_AT_ONCE {
                puzzle = self.with_given(&puzzle, CellSet::FULL, rng).ok_or(refusal.rejection)?;
            }
        }
        Err(refusal.rejection)
    }

    /// Adds a given, with its orbit, in one of these cells. Returns `None` if the constraints on
    /// givens do not allow it.
    fn with_given(&self, puzzle: &Puzzle, cells: CellSet, rng: &mut Rng) -> Option<Puzzle> {
        let empty: CellSet = puzzle.givens().empty().collect();
        let mut cells: Vec<Cell> = cells.intersection(empty).collect();
        rng.shuffle(&mut cells);
        let most = self.recipe.max_givens as usize + MAX_FURTHER_GIVENS;
        cells.into_iter().find_map(|cell| {
            let orbit = self.recipe.symmetry.orbit(cell);
            let changed = puzzle.with_givens(orbit.iter().copied().collect());
            let is_allowed = changed.givens_count() <= most && self.check_shape(&changed).is_ok();
            is_allowed.then_some(changed)
        })
    }

    /// Removes a given with its orbit. Returns `None` if the cell is empty, if the constraints on
    /// givens do not allow it, or if the puzzle has several solutions then.
    fn without_given(&self, puzzle: &Puzzle, cell: Cell) -> Option<Puzzle> {
        puzzle.givens()[cell]?;
        let orbit: CellSet = self.recipe.symmetry.orbit(cell).iter().copied().collect();
        let mut givens = *puzzle.givens();
        orbit.for_each(|cell| givens[cell] = None);
        // The proof costs more than a look at the givens, which refuses most cells.
        if givens.filled_count() < self.recipe.min_givens as usize
            || self.plan.givens.uneven_house(&givens, self.slot.rung).is_some()
        {
            return None;
        }
        let changed = puzzle.without_givens(orbit)?;
        self.check_shape(&changed).is_ok().then_some(changed)
    }
}

/// A maker of single slots of a plan on many threads, each at a reissue that the caller names. The
/// caller finds out which puzzles are duplicates.
#[derive(Debug)]
pub struct SlotReissuer {
    plan: Plan,
    seed: Seed,
    workers: Workers,
}

impl SlotReissuer {
    /// Prepares a number of threads; 0 means one for each core.
    ///
    /// # Errors
    /// If the plan is not valid, or the threads cannot be started.
    pub fn new(plan: Plan, seed: Seed, threads: usize) -> Result<Self, PlanError> {
        plan.check()?;
        Ok(Self { plan, seed, workers: Workers::start(threads)? })
    }

    /// Makes these slots at these reissues, and returns the puzzles in the same order. `None`
    /// stands for a puzzle that could not be made within the plan's attempts, or before `stop`
    /// returned true.
    pub fn make<T: Send>(
        &self,
        slots: &[(Slot, u32)],
        stop: impl Fn() -> bool + Sync,
        take: impl Fn(MadePuzzle) -> T + Sync,
    ) -> Vec<Option<T>> {
        self.workers.map_list(slots, |&(slot, reissue)| {
            let reissues = SlotReissues::without_lookup(&self.plan, reissue);
            make(&self.plan, self.seed, slot, reissues, &stop).ok().map(&take)
        })
    }
}
