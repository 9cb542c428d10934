//! Makes the puzzle of one slot: a pure function of plan, seed, slot and reissues.
//!
//! ```text
//!   dig ──► transform ──► accept ──────────────────────────► MadePuzzle
//!    ▲                      │ not what its band wants
//!    │                      └──► change givens ──► accept ──► MadePuzzle
//!    └── rejected: counted, and tried again ─┘
//! ```
//!
//! Only the first slot of a group of variants digs; the others transform its puzzle, which
//! [`LastDug`] keeps for them.

use super::error::PlanError;
use super::givens_changer::GivensChanger;
use super::item::MadePuzzle;
use super::plan::Plan;
use super::rules::{GivensRemedy, Refusal, SlotRule, SlotRules};
use super::shortfall::{Rejection, RejectionCounts};
use crate::entry::{Entry, PuzzleOrigin};
use crate::generate::{DugPuzzles, Recipe};
use crate::ordered_map::Workers;
use crate::seed::{Seed, Slot};
use explainer::{AnyRating, RatedForm, Rater, Rating};
use grid::mini::MiniPuzzle;
use grid::{Canonical, CellSet, Puzzle, Rng, Score};
use human::{Band, MiniLevel, Rung};

/// The maximum number of consecutive searches that find no puzzle with the givens of a picture:
/// about twenty seconds.
const MAX_SEARCHES_IN_VAIN: u32 = 2_000;

/// The numbers of times that a slot was issued before.
#[derive(Clone, Copy, Default)]
pub(super) struct SlotReissues {
    /// The number of puzzles that were dug before for the group of variants.
    pub base: u32,
    /// The number of variants that were made before for the slot.
    pub variant: u32,
}

impl SlotReissues {
    /// Returns the reissues of a slot that was issued before this number of times. Variants are
    /// made of the puzzle of this base.
    pub fn after(plan: &Plan, base: u32, count: u32) -> Self {
        if plan.variants == 1 {
            Self { base: count, variant: 0 }
        } else {
            Self { base, variant: count }
        }
    }
}

/// The puzzle that was dug last: of which slot, at which reissue, and the puzzle. The next slots
/// may be variants of it.
#[derive(Default)]
pub(super) struct LastDug(Option<(Slot, u32, Puzzle)>);

impl LastDug {
    /// Returns the puzzle that was dug for a slot at this reissue, if it was the last.
    fn find(&self, slot: Slot, reissue: u32) -> Option<Puzzle> {
        let (_, _, puzzle) =
            self.0.filter(|(last, count, _)| (*last, *count) == (slot, reissue))?;
        Some(puzzle)
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
    dug: &mut LastDug,
    stop: impl Fn() -> bool,
) -> Result<MadePuzzle, RejectionCounts> {
    match slot.rung {
        Rung::Mini(level) => make_mini(plan, seed, slot, level, reissues.base, stop),
        Rung::Level(_) | Rung::Band(_) => {
            SlotMaker::new(plan, seed, slot).make(reissues, dug, stop)
        }
    }
}

/// Makes the puzzle of a slot of a small size.
fn make_mini(
    plan: &Plan,
    seed: Seed,
    slot: Slot,
    level: MiniLevel,
    reissue: u32,
    stop: impl Fn() -> bool,
) -> Result<MadePuzzle, RejectionCounts> {
    let mut rng = seed.stream(slot, reissue);
    let mut rejections = RejectionCounts::default();
    for attempt in 1..=plan.attempts {
        if stop() {
            break;
        }
        let rules = plan.mini_rules(plan.turn(slot));
        if let Some(puzzle) = rules.attempt(level, &mut rng) {
            let entry = mini_entry(plan, &puzzle, plan.origin(seed, slot, reissue));
            return Ok(MadePuzzle::new(plan, entry, attempt.into()));
        }
        rejections.add(Rejection::Broken(SlotRule::Rung));
    }
    Err(rejections)
}

/// Makes the entry of a small puzzle. Computes the canonical form once, which takes longer than
/// most attempts.
fn mini_entry(plan: &Plan, puzzle: &MiniPuzzle, origin: PuzzleOrigin) -> Entry {
    let canonical = puzzle.canonical();
    let rating = match plan.rating.rated_as {
        RatedForm::Given => AnyRating::from_mini_form(puzzle),
        RatedForm::Canonical => {
            let form = MiniPuzzle::prove(canonical).expect("it is equivalent to a puzzle");
            AnyRating::from_mini_form(&form)
        }
    };
    let puzzle = (*puzzle).into();
    Entry { puzzle, score: None, rating, canonical: canonical.into(), origin }
}

/// A maker of the puzzle of one slot.
struct SlotMaker<'a> {
    plan: &'a Plan,
    seed: Seed,
    slot: Slot,
    recipe: Recipe,
    rules: SlotRules<'a>,
}

/// A puzzle that keeps all rules, as it will be printed, and what was computed to judge it.
struct AcceptedPuzzle {
    puzzle: Puzzle,
    canonical: Canonical,
    rating: Option<Rating>,
    /// The score, if it was computed to find the level.
    score: Option<Score>,
    /// The puzzle of which variants are made.
    base: Puzzle,
}

impl<'a> SlotMaker<'a> {
    fn new(plan: &'a Plan, seed: Seed, slot: Slot) -> Self {
        let rules = SlotRules::new(plan, slot.rung, Some(slot.number));
        Self { plan, seed, slot, recipe: plan.recipe(slot), rules }
    }

    /// Makes the puzzle of the slot at these reissues.
    ///
    /// # Errors
    /// The rejections of all attempts, or of those before `stop` returned true.
    fn make(
        mut self,
        reissues: SlotReissues,
        dug: &mut LastDug,
        stop: impl Fn() -> bool,
    ) -> Result<MadePuzzle, RejectionCounts> {
        let Self { plan, seed, slot, .. } = self;
        let SlotReissues { base, variant } = reissues;
        let first = plan.first_variant(slot);
        let is_dug = slot == first && variant == 0;
        let (accepted, attempts) = if is_dug {
            self.dig_until_accepted(base, stop)?
        } else {
            let of_group = match dug.find(first, base) {
                Some(puzzle) => puzzle,
                None => Self::new(plan, seed, first).dig_until_accepted(base, &stop)?.0.base,
            };
            self.vary_until_accepted(of_group, variant, stop)?
        };
        *dug = LastDug(Some((first, base, accepted.base)));
        let AcceptedPuzzle { puzzle, canonical, rating, score, .. } = accepted;
        let entry = Entry {
            puzzle: puzzle.into(),
            score: Some(score.unwrap_or_else(|| Score::of(&puzzle))),
            rating: rating.map(AnyRating::from),
            canonical: (*canonical.grid()).into(),
            origin: plan.origin(seed, slot, if is_dug { base } else { variant }),
        };
        Ok(MadePuzzle::new(plan, entry, attempts.into()))
    }

    /// Digs until a puzzle is accepted. If the slot's own picture has none, others take its turn.
    ///
    /// # Errors
    /// The rejections of all attempts at the slot's own picture.
    fn dig_until_accepted(
        &mut self,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<(AcceptedPuzzle, u32), RejectionCounts> {
        let mut rng = self.seed.stream(self.slot, reissue);
        let made = self.dig(&mut rng, &stop);
        let Some((own, _)) = self.plan.givens.pattern(self.plan.turn(self.slot)) else {
            return made;
        };
        let Err(rejections) = made else { return made };
        for number in self.plan.givens.substitutes(own) {
            self.rules.take_picture(number);
            self.recipe.pattern = Some(self.rules.picture(number));
            let made = self.dig(&mut rng, &stop);
            if made.is_ok() {
                return made;
            }
        }
        Err(rejections)
    }

    fn dig(
        &mut self,
        rng: &mut Rng,
        stop: impl Fn() -> bool,
    ) -> Result<(AcceptedPuzzle, u32), RejectionCounts> {
        if self.recipe.level.is_none() {
            // A slot of a band keeps its bound for all attempts. Otherwise easy bounds would
            // succeed more often, and the numbers of givens would be skewed.
            let givens = rng.within(self.recipe.min_givens..=self.recipe.max_givens);
            (self.recipe.min_givens, self.recipe.max_givens) = (givens, givens);
        }
        let mut dug_puzzles = DugPuzzles::default();
        self.repeat(stop, |maker| {
            let base = dug_puzzles.next(&maker.recipe, rng).ok_or(Rejection::NoBase)?;
            let (puzzle, score) = maker.transform(&base, rng)?;
            match maker.accept(puzzle) {
                Ok(accepted) => Ok(AcceptedPuzzle { score, base, ..accepted }),
                // The dug puzzle is of another class and another band.
                Err(refusal) if maker.can_change() => {
                    let changer = maker.changer(&puzzle, refusal);
                    changer.run(rng).map_err(Rejection::Broken)
                }
                Err(refusal) => Err(Rejection::Broken(refusal.rule)),
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
        self.rules.take_picture_of(base.givens());
        self.repeat(stop, |maker| {
            let (puzzle, score) = maker.transform(&base, &mut rng)?;
            match maker.accept(puzzle) {
                Ok(accepted) => Ok(AcceptedPuzzle { score, base, ..accepted }),
                Err(refusal) => Err(Rejection::Broken(refusal.rule)),
            }
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
                    in_vain = if rejection == Rejection::NoBase { in_vain + 1 } else { 0 };
                    rejections.add(rejection);
                }
            }
        }
        Err(rejections)
    }

    /// Transforms a dug puzzle that keeps the rules of givens until it has its level. Returns a
    /// score only for a recipe with a level; otherwise the score of the accepted puzzle is computed
    /// later.
    fn transform(
        &self,
        base: &Puzzle,
        rng: &mut Rng,
    ) -> Result<(Puzzle, Option<Score>), Rejection> {
        let checked = if self.recipe.pattern.is_some() {
            self.rules.check_puzzle(base, self.recipe.symmetry)
        } else {
            // Digging ends where no given can go, if the plan wants it.
            self.rules.check_givens(base.givens())
        };
        checked.map_err(Rejection::Broken)?;
        if self.recipe.level.is_none() {
            return Ok((self.recipe.transform_randomly(base, rng), None));
        }
        let found = self.recipe.transform_to_level(base, rng);
        let (puzzle, score) = found.ok_or(Rejection::Broken(SlotRule::Rung))?;
        Ok((puzzle, Some(score)))
    }

    /// Accepts a puzzle that keeps all rules. Cheap checks come first.
    fn accept(&self, puzzle: Puzzle) -> Result<AcceptedPuzzle, Refusal> {
        self.rules.check_closure(puzzle.givens())?;
        self.accept_solvable(puzzle)
    }

    /// Accepts a puzzle that keeps all rules of closures.
    fn accept_solvable(&self, puzzle: Puzzle) -> Result<AcceptedPuzzle, Refusal> {
        let canonical = Canonical::of(&puzzle);
        let mut rating = None;
        if self.rules.should_rate() {
            let form = self.plan.rating.rated_as.form_of(&puzzle, &canonical);
            // The closure has proved the bands above singles.
            let proved = self.slot.rung.band().filter(|&band| band > Band::Medium);
            let Ok(rated) = Rater::new().rate_with(&form, proved, |_, _, _| {}) else {
                let remedy = GivensRemedy::More(CellSet::FULL);
                return Err(Refusal::new(SlotRule::Solvable, remedy));
            };
            self.rules.check_rating(&puzzle, &rated)?;
            rating = Some(rated);
        }
        Ok(AcceptedPuzzle { puzzle, canonical, rating, score: None, base: puzzle })
    }

    fn changer<'m>(
        &'m self,
        puzzle: &Puzzle,
        refusal: Refusal,
    ) -> GivensChanger<'m, 'a, impl Fn(Puzzle) -> Result<AcceptedPuzzle, Refusal>> {
        let accept = |puzzle| self.accept_solvable(puzzle);
        GivensChanger::new(&self.recipe, &self.rules, accept, puzzle, refusal)
    }

    /// Returns true if the givens of a dug puzzle may be changed. The closure of a band below the
    /// last one proves that the changed puzzle has one solution.
    fn can_change(&self) -> bool {
        self.recipe.can_be_eased() && self.slot.rung != Rung::Band(Band::Extreme)
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
            // Without a lookup, no group of variants is dug again.
            let reissues = SlotReissues::after(&self.plan, 0, reissue);
            let dug = &mut LastDug::default();
            make(&self.plan, self.seed, slot, reissues, dug, &stop).ok().map(&take)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::givens_changer::{GIVENS_AT_ONCE, MAX_CHANGES, MAX_FURTHER_GIVENS, shuffled};
    use grid::{Cell, Symmetry};

    /// Changes givens like [`GivensChanger`]: proves each puzzle first, then asks for all rules.
    struct SlowChanger<'m, 'p> {
        maker: &'m SlotMaker<'p>,
        puzzle: Puzzle,
        refusal: Refusal,
        changes: usize,
    }

    impl SlowChanger<'_, '_> {
        fn run(mut self, rng: &mut Rng) -> Result<Puzzle, SlotRule> {
            while self.changes < MAX_CHANGES {
                self.changes += 1;
                if let GivensRemedy::More(open) = self.refusal.remedy {
                    self.add(open, rng)?;
                    match self.maker.accept(self.puzzle) {
                        Ok(accepted) => return Ok(accepted.puzzle),
                        Err(refusal) => self.refusal = refusal,
                    }
                    continue;
                }
                let given = self.puzzle.givens().filled().map(|(cell, _)| cell).collect();
                for cell in shuffled(given, rng) {
                    if let Some(accepted) = self.remove(cell) {
                        return Ok(accepted);
                    }
                }
                for _ in 0..GIVENS_AT_ONCE {
                    self.add(CellSet::FULL, rng)?;
                }
            }
            Err(self.refusal.rule)
        }

        fn add(&mut self, cells: CellSet, rng: &mut Rng) -> Result<(), SlotRule> {
            let empty = self.puzzle.givens().empty().collect();
            for cell in shuffled(cells.intersection(empty), rng) {
                let orbit = self.maker.recipe.symmetry.orbit(cell).iter().copied().collect();
                let more = self.puzzle.with_givens(orbit);
                let most = self.maker.recipe.max_givens as usize + MAX_FURTHER_GIVENS;
                let is_allowed = self.maker.rules.check_givens(more.givens()).is_ok();
                if more.givens_count() <= most && is_allowed {
                    self.puzzle = more;
                    return Ok(());
                }
            }
            Err(self.refusal.rule)
        }

        fn remove(&mut self, cell: Cell) -> Option<Puzzle> {
            let mut givens = *self.puzzle.givens();
            givens[cell]?;
            for image in self.maker.recipe.symmetry.orbit(cell).iter() {
                givens[*image] = None;
            }
            if givens.filled_count() < self.maker.recipe.min_givens as usize
                || self.maker.rules.check_givens(&givens).is_err()
            {
                return None;
            }
            let thinner = Puzzle::prove(givens).ok()?;
            self.changes += 1;
            match self.maker.accept(thinner) {
                Ok(accepted) => return Some(accepted.puzzle),
                Err(Refusal { remedy: GivensRemedy::More(_), .. }) => {}
                Err(refusal) => (self.puzzle, self.refusal) = (thinner, refusal),
            }
            None
        }
    }

    /// Changes a dug puzzle in both ways. Returns true if it is accepted at the end, and `None` if
    /// it was accepted at once.
    fn compare(plan: &Plan, slot: Slot) -> Option<bool> {
        let mut maker = SlotMaker::new(plan, Seed(5), slot);
        let mut rng = Seed(5).stream(slot, 0);
        let givens = rng.within(maker.recipe.min_givens..=maker.recipe.max_givens);
        (maker.recipe.min_givens, maker.recipe.max_givens) = (givens, givens);
        let puzzle = std::iter::repeat_with(|| DugPuzzles::default().next(&maker.recipe, &mut rng))
            .flatten()
            .find(|puzzle| maker.rules.check_givens(puzzle.givens()).is_ok())?;
        let refused = || maker.accept(puzzle).err();
        let slow = SlowChanger { maker: &maker, puzzle, refusal: refused()?, changes: 0 };
        let (mut slow_rng, mut fast_rng) = (Rng::new(1, slot.number), Rng::new(1, slot.number));
        let slow = slow.run(&mut slow_rng);
        let fast = maker.changer(&puzzle, refused()?).run(&mut fast_rng);
        assert_eq!(fast.map(|accepted| accepted.puzzle), slow, "{slot:?}: {}", puzzle.givens());
        assert_eq!(fast_rng.below(u32::MAX), slow_rng.below(u32::MAX), "{slot:?}");
        Some(slow.is_ok())
    }

    #[test]
    fn changed_givens_are_those_of_proofs() {
        let mut ends = [0; 2];
        for symmetry in [Symmetry::None, Symmetry::HalfTurn, Symmetry::BothMirrors] {
            for band in &Band::ALL[..6] {
                let rung = Rung::Band(*band);
                let mut plan = Plan::new(vec![(rung, 100)]);
                plan.symmetry = symmetry.into();
                let slots = (0..20).map(|number| Slot { rung, number });
                for is_accepted in slots.filter_map(|slot| compare(&plan, slot)) {
                    ends[usize::from(is_accepted)] += 1;
                }
            }
        }
        assert!(ends.iter().all(|count| *count > 50), "{ends:?}");
    }
}
