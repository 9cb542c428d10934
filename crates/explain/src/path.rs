//! The steps of a puzzle in the order of the human ladder, each with the position before it.

use grid::Grid;
use human::{LadderPath, PathStep, Position};

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// Every cell is filled.
    Complete,
    /// There are further steps, but the caller did not ask for them.
    More,
    /// No technique finds a step: the puzzle needs nested chains, which are rated 9.5 or more.
    Nested,
}

impl PathEnd {
    /// Returns the problem if the path is incomplete, in words.
    pub const fn problem(self) -> Option<&'static str> {
        match self {
            Self::Complete | Self::More => None,
            Self::Nested => Some("needs nested forcing chains, which are rated 9.5 or more"),
        }
    }
}

/// The steps that follow from a grid.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvePath {
    /// The grid.
    pub grid: Grid,
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// The reason why there is no further step.
    pub end: PathEnd,
}

impl SolvePath {
    /// Finds all steps. The grid should have exactly one solution, because the steps of any other
    /// grid may be wrong. A grid that breaks a rule has no steps.
    pub fn from_grid(grid: &Grid) -> Self {
        Self::with_steps(Position::new(grid), usize::MAX)
    }

    /// Finds the next step of a position, if there is one.
    pub fn with_next_step(position: Position) -> Self {
        Self::with_steps(position, 1)
    }

    fn with_steps(position: Position, most: usize) -> Self {
        let grid = *position.grid();
        let is_legal = grid.conflicts().next().is_none();
        let mut path = LadderPath::new(position);
        let steps: Vec<PathStep> = path.by_ref().take(if is_legal { most } else { 0 }).collect();
        let end = if path.position().is_full() {
            PathEnd::Complete
        } else if steps.len() == most {
            PathEnd::More
        } else {
            PathEnd::Nested
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
    pub fn hardest(&self) -> Option<&PathStep> {
        let highest = self.steps.iter().map(|told| told.step.tenths()).max()?;
        self.steps.iter().find(|told| told.step.tenths() == highest)
    }
}
