//! The steps of a puzzle, each with the position before it.

use engine::human::logic::{Position, Step, TechniqueSet, next_step};
use engine::sudoku::grid::Grid;

/// A step and the position before it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedStep {
    /// The position.
    pub before: Position,
    /// The step.
    pub step: Step,
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// Every cell is filled.
    Complete,
    /// There are further steps, but the caller did not ask for them.
    More,
    /// No technique finds a step: the puzzle needs nested chains, which are rated 9.5 or more.
    Nested,
    /// No allowed technique finds a step.
    Stuck,
}

impl PathEnd {
    /// Returns the problem if the path is incomplete, in words.
    pub const fn problem(self) -> Option<&'static str> {
        match self {
            Self::Complete | Self::More => None,
            Self::Nested => Some("needs nested forcing chains, which are rated 9.5 or more"),
            Self::Stuck => Some("no technique that may be used finds a further step"),
        }
    }
}

/// The steps that follow from a grid.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvePath {
    /// The grid.
    pub grid: Grid,
    /// The steps, in order.
    pub steps: Vec<ExplainedStep>,
    /// The reason why there is no further step.
    pub end: PathEnd,
}

impl SolvePath {
    /// Finds all steps of these techniques. The grid should have exactly one solution, because the
    /// steps of any other grid may be wrong. A grid that breaks a rule has no steps.
    pub fn from_grid(grid: &Grid, allowed: TechniqueSet) -> Self {
        Self::with_steps(Position::new(grid), allowed, usize::MAX)
    }

    /// Finds the next step of a position, if there is one.
    pub fn with_next_step(position: Position, allowed: TechniqueSet) -> Self {
        Self::with_steps(position, allowed, 1)
    }

    fn with_steps(mut position: Position, allowed: TechniqueSet, most: usize) -> Self {
        let grid = *position.grid();
        let mut steps = Vec::new();
        let legal = grid.conflicts().next().is_none();
        let end = loop {
            if position.is_full() {
                break PathEnd::Complete;
            }
            if steps.len() == most {
                break PathEnd::More;
            }
            let step = legal.then(|| next_step(&position, allowed)).flatten();
            let Some(step) = step else {
                let needs_nested = legal && allowed == TechniqueSet::ALL;
                break if needs_nested { PathEnd::Nested } else { PathEnd::Stuck };
            };
            let before = position.clone();
            step.apply(&mut position);
            steps.push(ExplainedStep { before, step });
        };
        Self { grid, steps, end }
    }

    /// Returns the grid after the last step.
    pub fn reached(&self) -> Grid {
        let placed = self.steps.iter().filter_map(|told| told.step.placement);
        let mut grid = self.grid;
        placed.for_each(|(cell, digit)| grid[cell] = Some(digit));
        grid
    }

    /// Returns the first of the steps with the highest rating, as ratings are shown.
    pub fn hardest(&self) -> Option<&Step> {
        let steps = self.steps.iter().map(|told| &told.step);
        steps.reduce(|best, step| if step.tenths() > best.tenths() { step } else { best })
    }
}
