//! The lessons in the solving path of a puzzle: its hardest step, the techniques that the puzzle
//! needs, and a good position for each. The expected times as the reader sees them: a range of
//! minutes per puzzle, because individual times vary, and the median per level.

use crate::text::explain::{ExplainedStep, Hint};
use engine::human::grade::{Rater, Rating, Tenths};
use engine::human::logic::{Position, Technique, TechniqueSet, next_step};
use engine::sudoku::grid::Grid;
use engine::sudoku::puzzle::Puzzle;

/// Lower end of the range of minutes, as a fraction of the expected time.
const MIN_FRACTION: f64 = 0.6;
/// Upper end of the range of minutes, as a fraction of the expected time.
const MAX_FRACTION: f64 = 1.6;

/// A technique that a puzzle needs, with the step that shows it best: the easiest step, then the
/// one with the fewest candidates, then the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueUse {
    /// The technique.
    pub technique: Technique,
    /// The rating of the step.
    pub rating: Tenths,
    candidates: usize,
    step: usize,
    /// The index of the first step of this technique.
    first: usize,
}

/// The hint of a puzzle and the techniques that it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// The crux: the first step with the highest rating; `None` if no technique finds that step.
    pub hint: Option<Hint>,
    /// The techniques except the last empty cell of a house, in the order of [`Technique`].
    pub uses: Vec<TechniqueUse>,
}

/// A technique that the book explains by a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lesson {
    pub technique: Technique,
    /// The givens of the example.
    pub givens: Grid,
    /// True if the example is no puzzle of the book.
    pub is_extra: bool,
    /// The step with the position before it.
    pub explained: Option<ExplainedStep>,
    /// The puzzles that need the technique.
    pub needed_by: Vec<usize>,
}

impl Insight {
    /// Walks the solving path of a puzzle. Takes little longer than its rating.
    pub fn new(rater: &mut Rater, puzzle: &Puzzle) -> Self {
        let mut crux: Option<(Position, Tenths)> = None;
        let mut uses: Vec<TechniqueUse> = Vec::new();
        let mut step = 0;
        // If a puzzle needs nested chains, its path ends there.
        let _ = rater.rate_with(puzzle, |position, technique, rating| {
            if crux.as_ref().is_none_or(|(_, most)| rating > *most) {
                crux = Some((position.clone(), rating));
            }
            let found = TechniqueUse {
                technique,
                rating,
                candidates: position.candidate_count(),
                step,
                first: step,
            };
            step += 1;
            match uses.iter_mut().find(|known| known.technique == technique) {
                None if technique == Technique::LastCell => {}
                None => uses.push(found),
                Some(known) => {
                    if (found.rating, found.candidates) < (known.rating, known.candidates) {
                        *known = TechniqueUse { first: known.first, ..found };
                    }
                }
            }
        });
        uses.sort_by_key(|found| found.technique);
        let crux = crux.and_then(|(position, _)| next_step(&position, TechniqueSet::ALL));
        Self { hint: crux.as_ref().map(Hint::from_step), uses }
    }

    /// Returns the use of a technique, if the puzzle needs it.
    pub fn technique_use(&self, technique: Technique) -> Option<TechniqueUse> {
        self.uses.iter().copied().find(|found| found.technique == technique)
    }
}

impl TechniqueUse {
    /// Ranks the step by how well it shows the technique; smaller is better.
    pub fn rank(&self) -> (Tenths, usize) {
        (self.rating, self.candidates)
    }

    /// Returns the number of the first step of this technique, from 1.
    pub fn first_step_number(&self) -> usize {
        self.first + 1
    }

    /// Returns the first use of the technique instead of the one that shows it best.
    pub(crate) fn at_first_step(self) -> Self {
        Self { step: self.first, ..self }
    }

    /// Walks the solving path again and returns the step with the position before it.
    pub fn explain(&self, rater: &mut Rater, puzzle: &Puzzle) -> Option<ExplainedStep> {
        let (mut step, mut before) = (0, None);
        let _ = rater.rate_with(puzzle, |position, _, _| {
            if step == self.step {
                before = Some(position.clone());
            }
            step += 1;
        });
        let before = before?;
        let step = next_step(&before, TechniqueSet::ALL)?;
        Some(ExplainedStep { before, step })
    }
}

/// Returns the minimum and the maximum minutes of a puzzle; `None` if the puzzle is not rated.
pub fn minutes(rating: Option<Rating>) -> Option<(usize, usize)> {
    let seconds = rating?.seconds.0;
    Some((rounded(seconds * MIN_FRACTION / 60.0), rounded(seconds * MAX_FRACTION / 60.0)))
}

/// Returns the median minutes of some puzzles; `None` without puzzles, or if one is not rated.
pub fn typical_minutes(ratings: impl Iterator<Item = Option<Rating>>) -> Option<usize> {
    let seconds = ratings.map(|rating| Some(rating?.seconds.0));
    let mut seconds: Vec<f64> = seconds.collect::<Option<_>>()?;
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.get(seconds.len() / 2)?;
    Some((middle / 60.0).round().max(1.0) as usize)
}

/// Rounds to whole minutes, and from 20 minutes on to multiples of five.
fn rounded(minutes: f64) -> usize {
    match minutes {
        ..20.0 => minutes.round().max(1.0) as usize,
        _ => (minutes / 5.0).round() as usize * 5,
    }
}
