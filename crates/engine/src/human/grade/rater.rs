//! The rater, which walks the path to a solution and measures it.

use super::band::Band;
use super::fast::{Effect, StepFinder};
use super::rating::{Rating, RatingError};
use super::time::{Load, Seconds};
use crate::human::logic::singles::{hidden, last_cell};
use crate::human::logic::{
    ChainPattern, Position, Step, StepKind, Technique, TechniqueSet, Tenths, next_step,
};
use crate::sudoku::grid::Grid;
use crate::sudoku::puzzle::Puzzle;
use std::collections::BTreeSet;

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
    /// see [`RatedForm`](super::RatedForm). Rating takes about a fifth of a millisecond on average.
    /// Most of this time is spent on the few puzzles that need chains.
    ///
    /// # Errors
    /// Fails if the puzzle needs more than the rater allows: see [`RatingError`].
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Rating, RatingError> {
        self.rate_with(puzzle, |_, _, _| {})
    }

    /// Rates a puzzle like [`Self::rate`], and calls `see` before each step with the position, the
    /// technique and its rating.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::rate`].
    pub fn rate_with(
        &mut self,
        puzzle: &Puzzle,
        mut see: impl FnMut(&Position, Technique, Tenths),
    ) -> Result<Rating, RatingError> {
        self.rate_steps(puzzle, |position, effect, tenths| see(position, effect.technique, tenths))
    }

    /// Rates a puzzle like [`Self::rate`], and also returns the kind of the first step with the
    /// highest rating: its pattern, if it is a chain that has one, otherwise its technique.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::rate`].
    pub fn rate_with_hardest(
        &mut self,
        puzzle: &Puzzle,
    ) -> Result<(Rating, StepKind), RatingError> {
        let (mut er, mut hardest) = (Tenths(0), StepKind::Technique(Technique::LastCell));
        let rating = self.rate_steps(puzzle, |position, effect, tenths| {
            if tenths > er {
                (er, hardest) = (tenths, effect.kind(position));
            }
        })?;
        Ok((rating, hardest))
    }

    /// Returns the patterns of the chains on the path of a puzzle, up to the step where the rater
    /// gives up.
    pub fn patterns(&mut self, puzzle: &Puzzle) -> BTreeSet<ChainPattern> {
        let mut patterns = BTreeSet::new();
        // A path that does not reach the solution has patterns, too.
        let _ = self.rate_steps(puzzle, |position, effect, _| {
            patterns.extend(effect.kind(position).pattern());
        });
        patterns
    }

    /// Rates a puzzle like [`Self::rate`], and calls `see` before each step with the position, the
    /// effect and its rating.
    fn rate_steps(
        &mut self,
        puzzle: &Puzzle,
        mut see: impl FnMut(&Position, &Effect, Tenths),
    ) -> Result<Rating, RatingError> {
        let position = Position::new(puzzle.givens());
        let openings = openings(&position);
        let mut er = Tenths(0);
        let walk = self.walk(position, |position: &Position, effect: &Effect, tenths, _| {
            er = er.max(tenths);
            see(position, effect, tenths);
            true
        });
        match walk {
            Ok(walk) => Ok(walk.rating(puzzle.givens(), openings)),
            Err(_) => Err(self.unrated(er)),
        }
    }

    /// Walks from a position to its solution. On failure, returns the position that has no allowed
    /// step, and the load up to there. A step is allowed if `see` accepts it; `see` also gets the
    /// load before the step.
    pub(crate) fn walk(
        &mut self,
        mut position: Position,
        mut see: impl FnMut(&Position, &Effect, Tenths, Load) -> bool,
    ) -> Result<PathStats, Box<(Position, Load)>> {
        let mut walk = PathStats::default();
        let ceiling = self.ceiling.unwrap_or(Tenths(u16::MAX));
        while !position.is_full() {
            let before = walk.load;
            walk.load.add(&position);
            if let Some(effect) = self.finder.next(&position, self.allowed, ceiling) {
                let tenths = effect.tenths();
                if tenths <= ceiling && see(&position, &effect, tenths, before) {
                    effect.apply(&mut position);
                    walk.add(effect);
                    continue;
                }
            }
            return Err(Box::new((position, before)));
        }
        Ok(walk)
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
pub(crate) fn openings(position: &Position) -> u32 {
    let (block, line) = position.open_placements();
    block.union(line).len() as u32
}

/// Returns the load of the hidden singles of a grid that come before the first other step. Stops
/// once the load is at least `enough`.
pub(crate) fn load_of_singles(givens: &Grid, enough: Load) -> Load {
    let (mut position, mut load) = (Position::new(givens), Load::default());
    while load < enough
        && let Some(step) = last_cell(&position).or_else(|| hidden(&position).next())
    {
        load.add(&position);
        step.apply(&mut position);
    }
    load
}

/// The statistics of a path, up to its current step.
#[derive(Default)]
pub(crate) struct PathStats {
    pub er: Tenths,
    ep: Option<Tenths>,
    ed: Option<Tenths>,
    pub hardest: Option<Technique>,
    pub load: Load,
    /// The steps other than hidden singles.
    others: Vec<Effect>,
    /// By band: the number of steps whose rating fits this band, and no easier one.
    counts: [u32; Band::ALL.len()],
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
        let band = Band::ALL
            .iter()
            .position(|band| band.ceiling().is_none_or(|ceiling| tenths <= ceiling));
        self.counts[band.expect("the last band has no ceiling")] += 1;
        if effect.technique > Technique::HiddenSingleLine {
            self.others.push(effect);
        }
    }

    /// Returns the number of steps that are too hard for a solver of the band below.
    pub fn steps_beyond(&self, band: Band) -> u32 {
        self.counts[usize::from(band.number()) - 1..].iter().sum()
    }

    /// Returns the rating of the puzzle with these givens and openings. The statistics must be
    /// those of its complete path.
    pub fn rating(self, givens: &Grid, openings: u32) -> Rating {
        let band = Band::of(self.er, self.load);
        Rating {
            er: self.er,
            ep: self.ep.unwrap_or(self.er),
            ed: self.ed.unwrap_or(self.er),
            hardest: self.hardest.unwrap_or(Technique::LastCell),
            steps: self.counts.iter().sum(),
            openings,
            load: self.load,
            seconds: Seconds::from_path(givens, &self.others),
            band,
            steps_beyond: self.steps_beyond(band),
        }
    }
}
