//! The recipes of levels and bands. Those of the levels are the paper's (5.2.2), with the intervals
//! of givens of its English version.

use super::full_grid::FullGrid;
use super::givens_mask::GivensMask;
use super::hole_order::HoleOrder;
use grid::{Level, Symmetry};
use human::{Band, Rung};

/// The settings by which puzzles of a level or band are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The level of the puzzles; `None` if any dug puzzle will do.
    pub level: Option<Level>,
    /// The order in which the cells are emptied.
    pub order: HoleOrder,
    /// The bound at which digging stops is drawn for each puzzle, from this number of givens ...
    pub min_givens: u32,
    /// ... to this one.
    pub max_givens: u32,
    /// The number of bounds that are drawn for each puzzle; the least of them counts.
    pub bound_draws: u32,
    /// The minimum number of givens in every row and column.
    pub row_col_min: usize,
    /// The minimum number of givens in every block.
    pub block_min: usize,
    /// The number of disjoint sets of nine cells, one of each row, column and block, that are
    /// emptied before the others.
    pub opening_sets: usize,
    /// The symmetry of the givens: the cells of an orbit are emptied together.
    pub symmetry: Symmetry,
    /// The cells that have givens, if a picture names them. Then nothing is dug.
    pub pattern: Option<GivensMask>,
    /// True if digging continues until no given can go, whatever the bounds.
    pub minimal: bool,
    /// The method that makes full grids.
    pub grid: FullGrid,
    /// The number of puzzles that are dug from each full grid until one is accepted.
    pub digs: u32,
}

impl Recipe {
    /// Returns the paper's recipe for a level. The upper end of level 1, 60 givens, is our
    /// decision.
    pub const fn paper(level: Level) -> Self {
        let (order, min_givens, max_givens, row_col_min) = match level {
            Level::Beginner => (HoleOrder::Random, 50, 60, 5),
            Level::Easy => (HoleOrder::Random, 36, 49, 4),
            Level::Medium => (HoleOrder::Jumping, 32, 35, 3),
            Level::Hard => (HoleOrder::Snake, 28, 31, 2),
            Level::Evil => (HoleOrder::Reading, 22, 27, 0),
        };
        Self {
            level: Some(level),
            order,
            min_givens,
            max_givens,
            row_col_min,
            bound_draws: 1,
            block_min: 0,
            opening_sets: 0,
            symmetry: Symmetry::None,
            pattern: None,
            minimal: false,
            grid: FullGrid::PAPER,
            digs: 1,
        }
    }

    /// Returns the recipe for a band. It only makes the band likely: the rating decides, and a
    /// puzzle that is too hard gets further givens.
    pub const fn human(band: Band) -> Self {
        let (min_givens, max_givens, digs) = match band {
            Band::Gentle => (30, 36, 1),
            Band::Easy => (26, 32, 1),
            _ => (22, 28, 8),
        };
        let any_level = Self::paper(Level::Easy);
        Self { level: None, min_givens, max_givens, row_col_min: 0, digs, ..any_level }
    }

    /// Returns true if a puzzle may get further givens.
    pub const fn can_be_eased(&self) -> bool {
        self.level.is_none() && self.pattern.is_none() && !self.minimal
    }
}

impl From<Rung> for Recipe {
    fn from(rung: Rung) -> Self {
        match rung {
            Rung::Level(level) => Self::paper(level),
            Rung::Mini(level) => Self::human(level.band()),
            Rung::Band(band) => Self::human(band),
        }
    }
}
