//! The rater, which walks the path to a solution and measures it.

use crate::fast::StepFinder;
use crate::path_bands::PathBands;
use crate::rating::{Rating, RatingError};
use grid::{Grid, Puzzle};
use human::{
    Band, Effect, Load, Position, Seconds, Step, Technique, TechniqueSet, Tenths, next_step,
    solving_band,
};

/// The lowest rating of a nested chain.
const NESTED: Tenths = Tenths(95);

/// A rater of puzzles. It keeps caches between puzzles, so each thread should reuse its own rater.
pub struct Rater {
    allowed: TechniqueSet,
    ceiling: Option<Tenths>,
    finder: StepFinder,
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies the settings. The copy starts with empty caches.
impl Clone for Rater {
    fn clone(&self) -> Self {
        Self { finder: StepFinder::default(), ..*self }
    }
}

impl Rater {
    /// Creates a rater with all techniques and no ceiling. It gives the ratings of Sudoku Explainer
    /// 1.2.1.
    pub fn new() -> Self {
        Self { allowed: TechniqueSet::ALL, ceiling: None, finder: StepFinder::default() }
    }

    /// Restricts the rater to these techniques.
    pub fn with_techniques(mut self, allowed: TechniqueSet) -> Self {
        self.allowed = allowed;
        self
    }

    /// Makes the rater give up as soon as the rating must exceed `ceiling`.
    pub fn with_ceiling(mut self, ceiling: Tenths) -> Self {
        self.ceiling = Some(ceiling);
        self
    }

    /// Rates a puzzle in the form in which it is given. The canonical form may have another rating;
    /// see [`RatedForm`](crate::RatedForm). Rating takes about a fifth of a millisecond on average.
    /// Most of this time is spent on the few puzzles that need chains.
    ///
    /// # Errors
    /// Fails if the puzzle needs more than the rater allows: see [`RatingError`].
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Rating, RatingError> {
        self.rate_with(puzzle, None, |_, _, _| {})
    }

    /// Rates a puzzle like [`Self::rate`], and calls `see` before each step with the position, the
    /// effect and its rating. The caller may know the first band whose techniques solve the puzzle.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::rate`].
    pub fn rate_with(
        &mut self,
        puzzle: &Puzzle,
        band: Option<Band>,
        mut see: impl FnMut(&Position, &Effect, Tenths),
    ) -> Result<Rating, RatingError> {
        let position = Position::new(puzzle.givens());
        let openings = openings(&position);
        let (mut er, mut bands) = (Tenths(0), PathBands::default());
        let walk = self.walk(position, |position: &Position, effect: &Effect, tenths| {
            er = er.max(tenths);
            if band.is_none() {
                bands.add(position, effect.technique);
            }
            see(position, effect, tenths);
        });
        let walk = walk.ok_or_else(|| self.unrated(er))?;
        let band = match band {
            Some(band) => band,
            None if self.allowed == TechniqueSet::ALL => bands.solving_band(),
            None => solving_band(puzzle.givens()),
        };
        Ok(walk.rating(puzzle.givens(), openings, band))
    }

    /// Walks from a position to its solution. Returns `None` if a position has no allowed step.
    fn walk(
        &mut self,
        mut position: Position,
        mut see: impl FnMut(&Position, &Effect, Tenths),
    ) -> Option<PathStats> {
        let mut walk = PathStats::default();
        let ceiling = self.ceiling.unwrap_or(Tenths(u16::MAX));
        while !position.is_full() {
            walk.load.add(&position);
            let effect = self.finder.next(&position, self.allowed, ceiling)?;
            let tenths = effect.tenths();
            if tenths > ceiling {
                return None;
            }
            see(&position, &effect, tenths);
            effect.apply(&mut position);
            walk.add(effect);
        }
        Some(walk)
    }

    /// Returns the steps of the path with their reasons. The path is that of [`Self::rate`], which
    /// is faster.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::rate`].
    pub fn path(&self, puzzle: &Puzzle) -> Result<Vec<Step>, RatingError> {
        let mut position = Position::new(puzzle.givens());
        let mut steps = Vec::new();
        let mut highest = Tenths(0);
        while !position.is_full() {
            let step = match next_step(&position, self.allowed) {
                Some(step) if self.ceiling.is_none_or(|most| step.tenths() <= most) => step,
                _ => return Err(self.unrated(highest)),
            };
            highest = highest.max(step.tenths());
            step.apply(&mut position);
            steps.push(step);
        }
        Ok(steps)
    }

    /// Returns the error for a position without a next step, if no earlier step was rated above
    /// `highest`.
    fn unrated(&self, highest: Tenths) -> RatingError {
        match self.ceiling {
            Some(ceiling) => RatingError::Above(ceiling),
            None if self.allowed == TechniqueSet::ALL => RatingError::Nested(highest.max(NESTED)),
            None => RatingError::Stuck,
        }
    }
}

/// Returns the number of cells that can be filled as the last cell of a house or as a hidden
/// single.
fn openings(position: &Position) -> u32 {
    let (block, line) = position.open_placements();
    block.union(line).len() as u32
}

/// The statistics of a path, up to its current step.
#[derive(Default)]
struct PathStats {
    er: Tenths,
    ep: Option<Tenths>,
    ed: Option<Tenths>,
    hardest: Option<Technique>,
    load: Load,
    steps: u32,
    /// The steps other than hidden singles.
    others: Vec<Effect>,
}

impl PathStats {
    fn add(&mut self, effect: Effect) {
        let tenths = effect.tenths();
        self.ed.get_or_insert(tenths);
        if tenths > self.er {
            (self.er, self.hardest) = (tenths, Some(effect.technique));
        }
        if effect.placement.is_some() {
            self.ep.get_or_insert(self.er);
        }
        self.steps += 1;
        if effect.technique > Technique::HiddenSingleLine {
            self.others.push(effect);
        }
    }

    /// Returns the rating of the puzzle with these givens and openings, which the techniques of a
    /// band solve first. The statistics must be those of its complete path.
    fn rating(self, givens: &Grid, openings: u32, band: Band) -> Rating {
        let seconds = Seconds::from_path(givens, &self.others);
        Rating {
            er: self.er,
            ep: self.ep.unwrap_or(self.er),
            ed: self.ed.unwrap_or(self.er),
            hardest: self.hardest.unwrap_or(Technique::LastCell),
            steps: self.steps,
            openings,
            load: self.load,
            seconds,
            band: band.within_time(seconds),
        }
    }
}
