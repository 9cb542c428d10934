//! What a level asks of its puzzles: the table of paper section 5.2.2, in one place.

use super::full::FullGrid;
use super::order::{Order, Symmetry};
use crate::score::Level;

/// How the puzzles of a level are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The level that comes out.
    pub level: Level,
    /// In which order the cells are emptied.
    pub order: Order,
    /// The lower bound for the givens is drawn for each puzzle between this and `most_givens`.
    pub fewest_givens: u32,
    /// See `fewest_givens`.
    pub most_givens: u32,
    /// At least so many givens in every row and column.
    pub row_col_min: usize,
    /// Which cells are emptied together.
    pub symmetry: Symmetry,
    /// How the full grid is made.
    pub grid: FullGrid,
}

impl Recipe {
    /// The paper's recipe for a level. Level 1 ends at 60 givens by decision: the paper says only
    /// "more than 50 of at most 80".
    pub const fn paper(level: Level) -> Self {
        let (order, fewest_givens, most_givens, row_col_min) = match level {
            Level::Beginner => (Order::Random, 50, 60, 5),
            Level::Easy => (Order::Random, 36, 49, 4),
            Level::Medium => (Order::Jumping, 32, 35, 3),
            Level::Hard => (Order::Snake, 28, 31, 2),
            Level::Evil => (Order::Reading, 22, 27, 0),
        };
        Self {
            level,
            order,
            fewest_givens,
            most_givens,
            row_col_min,
            symmetry: Symmetry::None,
            grid: FullGrid::PAPER,
        }
    }
}
