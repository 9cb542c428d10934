//! The path of a puzzle: the steps by which the techniques of its band solve it, as far as they do.

use crate::human::grade::{Band, HiddenSingles, Load, PathStats, Rater, Tenths};
use crate::human::logic::{Position, Technique, TechniqueSet};
use crate::sudoku::grid::CellSet;

/// Returns the highest rating in the band below, if there is one.
pub(super) fn ceiling_below(band: Band) -> Option<Tenths> {
    Band::new(band.number() - 1).and_then(Band::ceiling)
}

/// The facts about a path to the solution that the quality rules need.
#[derive(Clone, Copy)]
pub(super) struct PathSummary {
    pub er: Tenths,
    pub hardest: Option<Technique>,
    /// The number of steps beyond the band below.
    pub beyond: u32,
    pub load: Load,
}

impl PathSummary {
    pub fn new(walk: &PathStats, band: Band) -> Self {
        let beyond = walk.steps_beyond(band);
        Self { er: walk.er, hardest: walk.hardest, beyond, load: walk.load }
    }
}

/// A position in which the techniques get stuck, on the path of a puzzle that is too hard.
pub(super) struct StuckPosition {
    /// The position before the first step beyond the band below.
    pub from: HiddenSingles,
    /// The load of the steps before it, after the hidden singles at the start.
    pub load: Load,
    /// The open cells where no acceptable step is left.
    pub open: CellSet,
}

/// The reason why a path does not reach the solution.
pub(super) enum DeadEnd {
    /// The hardest technique so far is the one for which the slot passes over the puzzle.
    Passed,
    Stuck(Box<StuckPosition>),
}

/// A walker for the paths of a slot's puzzles, one after the other.
pub(super) struct PathWalker {
    /// The rater, limited to the techniques of the band and the highest acceptable rating.
    rater: Box<Rater>,
    /// The highest rating in the band below.
    floor: Option<Tenths>,
}

impl PathWalker {
    /// Makes a walker with the techniques of a band, or with all, up to the highest acceptable
    /// rating.
    pub fn new(band: Option<Band>, ceiling: Option<Tenths>) -> Self {
        let mut rater = Rater::new();
        if let Some(band) = band {
            rater = rater.with_techniques(band.techniques());
        }
        if let Some(ceiling) = ceiling {
            rater = rater.with_ceiling(ceiling);
        }
        Self { rater: Box::new(rater), floor: band.and_then(ceiling_below) }
    }

    /// Walks from a position, and returns the statistics and the techniques of the path. Stops once
    /// `passed` is the hardest technique so far.
    pub fn walk(
        &mut self,
        position: Position,
        passed: Option<Technique>,
    ) -> Result<(PathStats, TechniqueSet), DeadEnd> {
        let mut recorder = PathRecorder { floor: self.floor, passed, ..PathRecorder::default() };
        let walk = self.rater.walk(position, |position, effect, er, load| {
            recorder.note(position, effect.technique, er, load)
        });
        match walk {
            Ok(walk) => Ok((walk, recorder.used)),
            Err(end) => Err(recorder.dead_end(&end.0, end.1)),
        }
    }
}

/// A recorder of the steps of a path.
#[derive(Default)]
struct PathRecorder {
    floor: Option<Tenths>,
    used: TechniqueSet,
    /// The load up to the first step that is not a hidden single.
    after_singles: Option<Load>,
    /// The position before the first step beyond the band below, and the load up to it.
    from: Option<(HiddenSingles, Load)>,
    passed: Option<Technique>,
    /// The highest rating so far.
    highest: Option<Tenths>,
    is_passed: bool,
}

impl PathRecorder {
    /// Records a step. Returns true if the walk is worth continuing.
    fn note(&mut self, position: &Position, technique: Technique, er: Tenths, load: Load) -> bool {
        self.used.insert(technique);
        if technique > Technique::HiddenSingleLine {
            self.after_singles.get_or_insert(load);
        }
        if self.from.is_none() && Some(er) > self.floor {
            self.from = Some((HiddenSingles::from_position(position), load));
        }
        self.is_passed = self.passed == Some(technique) && Some(er) > self.highest;
        self.highest = self.highest.max(Some(er));
        !self.is_passed
    }

    /// Returns the reason why the walk ended in this position, with this load so far.
    fn dead_end(self, end: &Position, load: Load) -> DeadEnd {
        if self.is_passed {
            return DeadEnd::Passed;
        }
        let (from, load) = self.from.unwrap_or_else(|| (HiddenSingles::from_position(end), load));
        let load = Load(load.0 - self.after_singles.unwrap_or(load).0);
        DeadEnd::Stuck(Box::new(StuckPosition { from, load, open: end.open_cells() }))
    }
}
