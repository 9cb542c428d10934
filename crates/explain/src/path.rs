//! The steps of a puzzle, each with the position before it. A path follows the shortest way, the
//! order of the human ladder, or the rating.

use grid::Grid;
use human::{LadderPath, PathStep, Position, ShortestWay, TechniqueSet};

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
    /// Returns the end of a path that leads to this position.
    fn of(position: &Position) -> Self {
        if position.is_full() { Self::Complete } else { Self::Nested }
    }

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
    /// Finds the shortest way. The grid should have exactly one solution, because the steps of any
    /// other grid may be wrong. A grid that breaks a rule has no steps.
    pub fn from_grid(grid: &Grid) -> Self {
        Self::from_position(Position::new(grid))
    }

    /// Finds all steps in the order of the ladder, also those that nobody needs.
    pub fn with_all_steps(grid: &Grid) -> Self {
        let position = Position::new(grid);
        if !is_legal(grid) {
            return Self::without_steps(&position);
        }
        let mut path = LadderPath::new(position);
        let steps = path.by_ref().collect();
        Self { grid: *grid, steps, end: PathEnd::of(path.position()) }
    }

    /// Finds the steps from which the rating follows, in the order of Sudoku Explainer. They use
    /// uniqueness and direct techniques.
    pub fn with_rated_steps(grid: &Grid) -> Self {
        let mut position = Position::new(grid);
        if !is_legal(grid) {
            return Self::without_steps(&position);
        }
        let mut steps = Vec::new();
        while let Some(step) = position.next_step(TechniqueSet::ALL) {
            let before = position.clone();
            step.apply(&mut position);
            steps.push(PathStep { before, step });
        }
        Self { grid: *grid, steps, end: PathEnd::of(&position) }
    }

    /// Finds the next step of a position: a single, or else the first removal of the shortest way.
    pub fn with_next_step(position: Position) -> Self {
        if !is_legal(position.grid()) {
            return Self::without_steps(&position);
        }
        let (grid, here) = (*position.grid(), PathEnd::of(&position));
        let steps: Vec<PathStep> = ShortestWay::next_step(position).into_iter().collect();
        Self { grid, end: if steps.is_empty() { here } else { PathEnd::More }, steps }
    }

    fn from_position(position: Position) -> Self {
        let grid = *position.grid();
        if !is_legal(&grid) {
            return Self::without_steps(&position);
        }
        let way = ShortestWay::new(position);
        Self { grid, end: PathEnd::of(&way.end), steps: way.steps }
    }

    fn without_steps(position: &Position) -> Self {
        Self { grid: *position.grid(), steps: Vec::new(), end: PathEnd::of(position) }
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

/// Returns true if no digit is twice in a house.
fn is_legal(grid: &Grid) -> bool {
    grid.conflicts().next().is_none()
}
