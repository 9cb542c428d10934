//! Changes the givens of a dug puzzle until it keeps all rules.

use super::rules::{GivensRemedy, Refusal, SlotRule, SlotRules};
use crate::generate::{FoundSets, Recipe, UnavoidableSets};
use grid::{Board, Cell, CellSet, Grid, Puzzle, Rng, Solution};

/// The maximum number of givens that a puzzle may have beyond its bound.
pub(super) const MAX_FURTHER_GIVENS: usize = 6;
/// The maximum number of changes of a dug puzzle.
pub(super) const MAX_CHANGES: usize = 400;
/// The number of givens that are added to a puzzle that can lose none.
pub(super) const GIVENS_AT_ONCE: usize = 2;

/// A puzzle whose givens change, and the rule that it breaks.
pub(super) struct GivensChanger<'m, 'p, F> {
    recipe: &'m Recipe,
    rules: &'m SlotRules<'p>,
    /// Accepts a puzzle that keeps all rules of closures.
    accept: F,
    solution: Solution,
    givens: Grid,
    /// The cells of the givens.
    given: CellSet,
    refusal: Refusal,
    /// The unavoidable sets of the solution that are cheap to find, once a given is removed.
    cheap_sets: Option<UnavoidableSets>,
    /// Other unavoidable sets: the cells in which a second solution that was found differs.
    found_sets: FoundSets,
    changes: usize,
}

/// The outcome for a puzzle that loses a given.
enum RemovalOutcome<A> {
    /// It keeps all rules.
    Accepted(Box<A>),
    /// It breaks a rule that the loss of more givens may help.
    Thinner,
    /// It cannot lose the given.
    Refused,
}

impl<'m, 'p, A, F: Fn(Puzzle) -> Result<A, Refusal>> GivensChanger<'m, 'p, F> {
    /// Begins with a puzzle that is refused.
    pub fn new(
        recipe: &'m Recipe,
        rules: &'m SlotRules<'p>,
        accept: F,
        puzzle: &Puzzle,
        refusal: Refusal,
    ) -> Self {
        let mut changer = Self {
            recipe,
            rules,
            accept,
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
    pub fn run(mut self, rng: &mut Rng) -> Result<A, SlotRule> {
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
    fn accept(&self) -> Result<A, Refusal> {
        self.rules.check_closure(&self.givens)?;
        self.accept_solvable()
    }

    fn accept_solvable(&self) -> Result<A, Refusal> {
        let proved = Puzzle::prove(self.givens);
        (self.accept)(proved.expect("the closure of a band proves one solution"))
    }

    /// Adds a given, with its orbit, in one of these cells.
    ///
    /// # Errors
    /// The rule that the puzzle breaks, if the rules of givens do not allow another given.
    fn add_given(&mut self, cells: CellSet, rng: &mut Rng) -> Result<(), SlotRule> {
        let most = self.recipe.max_givens as usize + MAX_FURTHER_GIVENS;
        for cell in shuffled(cells.minus(self.given), rng) {
            let orbit = self.orbit(cell);
            self.toggle(orbit);
            if self.given.len() <= most && self.rules.check_givens(&self.givens).is_ok() {
                return Ok(());
            }
            self.toggle(orbit);
        }
        Err(self.refusal.rule)
    }

    /// Removes the givens, in random order, without which the band solves the puzzle. Returns the
    /// first puzzle that keeps all rules.
    fn remove_givens(&mut self, rng: &mut Rng) -> Option<A> {
        for cell in shuffled(self.given, rng) {
            if self.given.len() <= self.recipe.min_givens as usize {
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
    fn check_without(&mut self, lost: CellSet) -> RemovalOutcome<A> {
        let (recipe, rules) = (self.recipe, self.rules);
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
        self.recipe.symmetry.orbit(cell).iter().copied().collect()
    }
}

/// Returns the cells in random order.
pub(super) fn shuffled(cells: CellSet, rng: &mut Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    rng.shuffle(&mut cells);
    cells
}
