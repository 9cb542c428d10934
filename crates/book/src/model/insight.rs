//! The lessons on the shortest way of a puzzle: the first step that needs its level's own
//! techniques, the techniques that it needs, and a good position for each. The expected times as
//! the reader sees them: a range of minutes per puzzle and per level, because individual times
//! vary.

use crate::model::PuzzleHint;
use crate::model::walkthrough::FrameCounts;
use grid::{AnyPuzzle, Grid, Puzzle};
use human::{Band, PathStep, Position, Seconds, ShortestWay, StepKind, Technique, Tenths};

/// Lower end of the range of minutes, as a fraction of the expected time.
const MIN_FRACTION: f64 = 0.6;
/// Upper end of the range of minutes, as a fraction of the expected time.
const MAX_FRACTION: f64 = 1.6;

/// A kind of step on the way of a puzzle, with the step that shows it best: the easiest step, then
/// the one with the fewest candidates, then the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueUse {
    /// The kind of step.
    pub kind: StepKind,
    /// The rating of the step.
    pub rating: Tenths,
    candidates: usize,
}

/// The hint of a puzzle and the techniques that it needs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insight {
    /// The hint to the first step that needs the techniques of the puzzle's level. `None` on levels
    /// 1 and 2, where all steps are alike.
    pub hint: Option<PuzzleHint>,
    /// The kinds of steps except the last empty cell of a house, in the order of the ladder.
    pub uses: Vec<TechniqueUse>,
    /// The numbers of drawings of a whole solution.
    pub(crate) frames: FrameCounts,
}

/// A technique that the book explains by a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    pub kind: StepKind,
    /// The givens of the example.
    pub givens: Grid,
    /// True if the example is no puzzle of the book.
    pub is_extra: bool,
    /// The step with the position before it.
    pub explained: Option<PathStep>,
    /// The puzzles that need the technique.
    pub needed_by: Vec<usize>,
    /// The puzzle to try first.
    pub try_first: Option<usize>,
}

impl Insight {
    /// Returns the insight of a puzzle; nothing for a small one, whose steps are singles.
    pub fn from_any(puzzle: &AnyPuzzle, in_course: bool) -> Self {
        puzzle.classic().map(|puzzle| Self::along(puzzle, in_course)).unwrap_or_default()
    }

    /// Walks the shortest way of a puzzle. If the puzzle needs nested chains, the way ends there.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self::along(puzzle, false)
    }

    /// Walks the shortest way of a puzzle; in a course, that by the techniques taught so far.
    fn along(puzzle: &Puzzle, in_course: bool) -> Self {
        let mut insight = Self::default();
        let mut highest = (Band::Easy, None);
        let way = steps(puzzle, in_course);
        for (number, told) in way.iter().enumerate() {
            let kind = told.kind();
            if kind.band() > highest.0 {
                highest = (kind.band(), Some(number));
            }
            insight.add_use(TechniqueUse {
                kind,
                rating: told.step.tenths(),
                candidates: told.before.candidate_count(),
            });
        }
        insight.hint = highest.1.map(|number| PuzzleHint::at(&way, number));
        insight.frames = FrameCounts::of_steps(&way);
        insight.uses.sort_by_key(|found| found.kind.ladder_key());
        insight
    }

    fn add_use(&mut self, found: TechniqueUse) {
        if found.kind == StepKind::Technique(Technique::LastCell) {
            return;
        }
        let Some(known) = self.uses.iter_mut().find(|known| known.kind == found.kind) else {
            self.uses.push(found);
            return;
        };
        if found.rank() < known.rank() {
            *known = found;
        }
    }

    /// Returns the use of a kind of step, if the path has it.
    pub fn technique_use(&self, kind: StepKind) -> Option<TechniqueUse> {
        self.uses.iter().copied().find(|found| found.kind == kind)
    }

    /// Returns the hardest kind of step on the path, if it is harder than the last empty cell of a
    /// house.
    pub fn hardest(&self) -> Option<StepKind> {
        self.uses.last().map(|found| found.kind)
    }
}

/// Returns the steps of the shortest way of a puzzle; in a course, by the techniques taught so far.
pub(crate) fn steps(puzzle: &Puzzle, in_course: bool) -> Vec<PathStep> {
    let start = Position::new(puzzle.givens());
    if in_course { ShortestWay::of_course(start).steps } else { ShortestWay::new(start).steps }
}

impl TechniqueUse {
    /// Ranks the step by how well it shows the technique; smaller is better.
    pub fn rank(&self) -> (Tenths, usize) {
        (self.rating, self.candidates)
    }
}

/// The range of minutes in which most people solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinuteRange {
    /// The fewest minutes.
    pub fewest: usize,
    /// The most minutes.
    pub most: usize,
}

impl MinuteRange {
    /// Returns the range around an expected time.
    pub fn around(Seconds(seconds): Seconds) -> Self {
        let [fewest, most] =
            [MIN_FRACTION, MAX_FRACTION].map(|part| rounded(seconds * part / 60.0));
        Self { fewest, most }
    }

    /// Returns the range of the median of some puzzles with these expected times; `None` without
    /// puzzles, or if one is not rated.
    pub fn typical(times: impl Iterator<Item = Option<Seconds>>) -> Option<Self> {
        let mut times: Vec<Seconds> = times.collect::<Option<_>>()?;
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        times.get(times.len() / 2).copied().map(Self::around)
    }
}

/// Rounds to whole minutes, and from 20 minutes on to multiples of five.
fn rounded(minutes: f64) -> usize {
    match minutes {
        ..20.0 => minutes.round().max(1.0) as usize,
        _ => (minutes / 5.0).round() as usize * 5,
    }
}
