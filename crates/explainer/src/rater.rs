//! The rater, which walks the path to a solution and measures it.

use crate::fast::with_finder;
use crate::path_bands::PathBands;
use crate::rating::{Rating, RatingError};
use grid::{Grid, Puzzle};
use human::{Band, Effect, Load, Position, Seconds, Technique, TechniqueSet, Tenths};

/// The lowest rating of a nested chain.
const NESTED: Tenths = Tenths(95);

/// A rater of puzzles, with all techniques. It gives the ratings of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rater {
    ceiling: Option<Tenths>,
}

impl Rater {
    /// Creates a rater without a ceiling.
    pub const fn new() -> Self {
        Self { ceiling: None }
    }

    /// Makes the rater give up as soon as the rating must exceed `ceiling`.
    #[must_use]
    pub const fn with_ceiling(self, ceiling: Tenths) -> Self {
        Self { ceiling: Some(ceiling) }
    }

    /// Rates a puzzle in the form in which it is given. The canonical form may have another rating;
    /// see [`RatedForm`](crate::RatedForm). Rating takes about a fifth of a millisecond on average.
    /// Most of this time is spent on the few puzzles that need chains.
    ///
    /// # Errors
    /// Fails if the puzzle needs more than the rater allows: see [`RatingError`].
    pub fn rate(self, puzzle: &Puzzle) -> Result<Rating, RatingError> {
        self.rate_with(puzzle, None, |_, _, _| {})
    }

    /// Rates a puzzle like [`Self::rate`], and calls `see` before each step with the position, the
    /// effect and its rating. The caller may know the first band whose techniques solve the puzzle.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::rate`].
    ///
    /// # Panics
    /// Panics if `see` rates a puzzle.
    pub fn rate_with(
        self,
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
        let band = band.unwrap_or_else(|| bands.solving_band());
        Ok(walk.rating(puzzle.givens(), openings, band))
    }

    /// Walks from a position to its solution. Returns `None` if a position has no allowed step.
    fn walk(
        self,
        mut position: Position,
        mut see: impl FnMut(&Position, &Effect, Tenths),
    ) -> Option<PathStats> {
        let mut walk = PathStats::default();
        let ceiling = self.ceiling.unwrap_or(Tenths(u16::MAX));
        while !position.is_full() {
            walk.load.add(&position);
            let effect = with_finder(|finder| finder.next(&position, TechniqueSet::ALL, ceiling))?;
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

    /// Returns the error for a position without a next step, if no earlier step was rated above
    /// `highest`.
    fn unrated(&self, highest: Tenths) -> RatingError {
        match self.ceiling {
            Some(ceiling) => RatingError::Above(ceiling),
            None => RatingError::Nested(highest.max(NESTED)),
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
