//! What a level requires of its puzzles: the table of paper section 5.2.2.

use super::full::FullGrid;
use super::order::{Order, Symmetry};
use crate::score::Level;

/// How the puzzles of a level are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The level of the puzzles.
    pub level: Level,
    /// In which order the cells are emptied.
    pub order: Order,
    /// The bound at which digging stops is drawn for each puzzle, from this number of givens ...
    pub min_givens: u32,
    /// ... to this one.
    pub max_givens: u32,
    /// The minimum number of givens in every row and column.
    pub row_col_min: usize,
    /// Which cells are emptied together.
    pub symmetry: Symmetry,
    /// How the full grid is made.
    pub grid: FullGrid,
}

impl Recipe {
    /// The paper's recipe for a level. The 60 givens of level 1 are our decision: the paper says only
    /// "more than 50 of at most 80".
    pub const fn paper(level: Level) -> Self {
        let (order, min_givens, max_givens, row_col_min) = match level {
            Level::Beginner => (Order::Random, 50, 60, 5),
            Level::Easy => (Order::Random, 36, 49, 4),
            Level::Medium => (Order::Jumping, 32, 35, 3),
            Level::Hard => (Order::Snake, 28, 31, 2),
            Level::Evil => (Order::Reading, 22, 27, 0),
        };
        Self {
            level,
            order,
            min_givens,
            max_givens,
            row_col_min,
            symmetry: Symmetry::None,
            grid: FullGrid::PAPER,
        }
    }
}
