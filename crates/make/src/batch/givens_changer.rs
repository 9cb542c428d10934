//! Changes the givens of a dug puzzle until it keeps all rules.

use super::rules::{GivensRemedy, Refusal, SlotRule};
use super::slot_maker::{AcceptedPuzzle, SlotMaker};
use crate::generate::{FoundSets, UnavoidableSets};
use grid::{Board, Cell, CellSet, Grid, Puzzle, Rng, Solution};

/// The maximum number of givens that a puzzle may have beyond its bound.
const MAX_FURTHER_GIVENS: usize = 6;
/// The maximum number of changes of a dug puzzle.
const MAX_CHANGES: usize = 400;
/// The number of givens that are added to a puzzle that can lose none.
const GIVENS_AT_ONCE: usize = 2;

/// A puzzle whose givens change, and the rule that it breaks.
pub(super) struct GivensChanger<'m, 'p> {
    maker: &'m SlotMaker<'p>,
    solution: Solution,
    givens: Grid,
    /// The cells of the givens.
    given: CellSet,
    refusal: Refusal,
    /// The unavoidable sets of the solution that are cheap to find, once a given is removed.
    cheap_sets: Option<UnavoidableSets>,
    /// Further ones: the cells in which second solutions differ that searches found.
    found_sets: FoundSets,
    changes: usize,
}

/// The outcome for a puzzle that loses a given.
enum RemovalOutcome {
    Accepted(Box<AcceptedPuzzle>),
    /// It goes on without the given.
    Thinner,
    /// It needs the given.
    Refused,
}

impl<'m, 'p> GivensChanger<'m, 'p> {
    /// Begins with a puzzle that is refused.
    pub fn new(maker: &'m SlotMaker<'p>, puzzle: &Puzzle, refusal: Refusal) -> Self {
        let mut changer = Self {
            maker,
            solution: *puzzle.solution(),
            givens: Grid::EMPTY,
            given: CellSet::EMPTY,
            refusal,
            cheap_sets: None,
            found_sets: FoundSets::new(),
            changes: 0,
        };
        puzzle.givens().filled().for_each(|(cell, _)| changer.toggle(CellSet::singleton(cell)));
        changer
    }

    /// Adds and removes givens until the puzzle keeps all rules. Adds some until the puzzle is easy
    /// enough; then removes those that the band can do without, which makes it harder step by step;
    /// then adds some again.
    ///
    /// # Errors
    /// The last rule that it broke.
    pub fn run(mut self, rng: &mut Rng) -> Result<AcceptedPuzzle, SlotRule> {
        while self.changes < MAX_CHANGES {
            self.changes += 1;
            if let GivensRemedy::More(open) = self.refusal.remedy {
                self.add_given(open, rng)?;
                match self.accept() {
                    Ok(accepted) => return Ok(accepted),
                    Err(other) => self.refusal = other,
                }
                continue;
            }
            if let Some(accepted) = self.remove_givens(rng) {
                return Ok(accepted);
            }
            for _ in 0..GIVENS_AT_ONCE {
                self.add_given(CellSet::FULL, rng)?;
            }
            // With more givens, a puzzle that is too easy stays so. Other rules may change.
            self.refusal.follows_from_singles &= self.refusal.remedy == GivensRemedy::Fewer;
        }
        Err(self.refusal.rule)
    }

    /// Accepts the puzzle as it is.
    fn accept(&self) -> Result<AcceptedPuzzle, Refusal> {
        self.maker.rules.check_closure(&self.givens)?;
        self.accept_solvable()
    }

    fn accept_solvable(&self) -> Result<AcceptedPuzzle, Refusal> {
        let proved = Puzzle::prove(self.givens);
        self.maker.accept_solvable(proved.expect("the closure of a band proves one solution"))
    }

    /// Adds a given, with its orbit, in one of these cells.
    ///
    /// # Errors
    /// The rule that the puzzle breaks, if the rules of givens do not allow another given.
    fn add_given(&mut self, cells: CellSet, rng: &mut Rng) -> Result<(), SlotRule> {
        let most = self.maker.recipe.max_givens as usize + MAX_FURTHER_GIVENS;
        for cell in shuffled(cells.minus(self.given), rng) {
            let orbit = self.orbit(cell);
            self.toggle(orbit);
            if self.given.len() <= most && self.maker.rules.check_givens(&self.givens).is_ok() {
                return Ok(());
            }
            self.toggle(orbit);
        }
        Err(self.refusal.rule)
    }

    /// Removes the givens, in random order, without which the band solves the puzzle. Returns the
    /// first puzzle that keeps all rules.
    fn remove_givens(&mut self, rng: &mut Rng) -> Option<AcceptedPuzzle> {
        for cell in shuffled(self.given, rng) {
            if self.given.len() <= self.maker.recipe.min_givens as usize {
                return None;
            }
            if !self.given.contains(cell) {
                continue;
            }
            let orbit = self.orbit(cell);
            self.toggle(orbit);
            match self.check_without(orbit) {
                RemovalOutcome::Accepted(accepted) => return Some(*accepted),
                RemovalOutcome::Thinner => {}
                RemovalOutcome::Refused => self.toggle(orbit),
            }
        }
        None
    }

    /// Checks the puzzle after it lost these givens. The cheapest questions come first.
    fn check_without(&mut self, lost: CellSet) -> RemovalOutcome {
        let SlotMaker { recipe, rules, .. } = self.maker;
        if self.given.len() < recipe.min_givens as usize
            || self.is_known_as_ambiguous(lost)
            || rules.check_givens(&self.givens).is_err()
        {
            return RemovalOutcome::Refused;
        }
        let mut singles = rules.lower_singles(&self.givens).expect("the slot is of a band");
        let digits = lost.map(|cell| (cell, self.solution[cell]));
        if self.refusal.follows_from_singles && singles.fill_until(digits) {
            // Singles end where they did before, so the same rule refuses the puzzle.
            self.changes += 1;
            return RemovalOutcome::Thinner;
        }
        if self.is_ambiguous_without(lost) {
            return RemovalOutcome::Refused;
        }
        self.changes += 1;
        let checked = rules.check_closure_from(singles, &self.givens);
        match checked.and_then(|()| self.accept_solvable()) {
            Ok(accepted) => RemovalOutcome::Accepted(Box::new(accepted)),
            Err(Refusal { remedy: GivensRemedy::More(_), .. }) => RemovalOutcome::Refused,
            Err(other) => {
                self.refusal = other;
                RemovalOutcome::Thinner
            }
        }
    }

    /// Returns true if an unavoidable set has no given since the puzzle lost these.
    fn is_known_as_ambiguous(&mut self, lost: CellSet) -> bool {
        let cheap_sets = self.cheap_sets.get_or_insert_with(|| {
            let mut sets = UnavoidableSets::find(&self.solution);
            self.givens.filled().for_each(|(cell, digit)| sets.flip(cell, digit));
            sets
        });
        let mut lost = lost;
        lost.any(|cell| {
            self.found_sets.has_unhit(cell, self.given)
                || cheap_sets.is_unhit(cell, self.solution[cell])
        })
    }

    /// Returns true if the puzzle has a second solution since it lost these givens. Keeps the
    /// cells in which it differs.
    fn is_ambiguous_without(&mut self, lost: CellSet) -> bool {
        let mut board = Board::from_grid(&self.givens);
        for cell in lost {
            let digit = self.solution[cell];
            if let Some(other) = board.alternative(cell, digit) {
                let differs = |cell: &Cell| self.solution[*cell] != other[*cell];
                self.found_sets.insert(Cell::ALL.into_iter().filter(differs).collect());
                return true;
            }
            // The next cell differs in a solution with this digit.
            board.add_given(cell, digit);
        }
        false
    }

    /// Gives the digits of these cells, or takes them away.
    fn toggle(&mut self, cells: CellSet) {
        for cell in cells {
            let digit = self.solution[cell];
            if let Some(sets) = &mut self.cheap_sets {
                sets.flip(cell, digit);
            }
            if self.given.insert(cell) {
                self.givens[cell] = Some(digit);
            } else {
                self.given.remove(cell);
                self.givens[cell] = None;
            }
        }
    }

    /// Returns the cells that are given or empty together with this one.
    fn orbit(&self, cell: Cell) -> CellSet {
        self.maker.recipe.symmetry.orbit(cell).iter().copied().collect()
    }
}

/// Returns the cells in random order.
fn shuffled(cells: CellSet, rng: &mut Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    rng.shuffle(&mut cells);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::plan::Plan;
    use crate::generate::DugPuzzles;
    use crate::seed::{Seed, Slot};
    use grid::Symmetry;
    use human::{Band, Rung};

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
        let fast = GivensChanger::new(&maker, &puzzle, refused()?).run(&mut fast_rng);
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
