//! The spread of the givens of a puzzle over its houses.

use super::recipe::Recipe;
use crate::human::ladder::Rung;
use crate::sudoku::grid::{Grid, House};
use std::fmt;
use std::ops::RangeInclusive;

named! {
    /// The rule for the numbers of givens in rows, columns and blocks.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Look {
        /// No house is complete; from level 3 on, each row, column and block has 1 to 6 givens.
        /// This is our addition to the paper.
        [default]
        Composed = "composed",
        /// As the paper's method leaves them: rows and blocks may be complete or empty.
        Published = "published",
    }
}

impl Look {
    /// The first level or band in which no house may be empty or nearly full.
    const FIRST_EVEN: u8 = 3;

    /// Returns the numbers of givens that a row, column or block may have at a level or band.
    pub fn givens_per_house(self, rung: Rung) -> RangeInclusive<u8> {
        match self {
            Self::Composed if rung.number() >= Self::FIRST_EVEN => 1..=6,
            Self::Composed => 0..=8,
            Self::Published => 0..=9,
        }
    }

    /// Returns the first house, of rows, columns and blocks in this order, that has too few or too
    /// many givens for a level or band.
    pub fn violation(self, givens: &Grid, rung: Rung) -> Option<UnevenHouse> {
        let allowed = self.givens_per_house(rung);
        let counts = givens.filled_by_house();
        let house = counts.iter().position(|count| !allowed.contains(count))?;
        Some(UnevenHouse { house: House::ALL[house], givens: counts[house] })
    }

    /// Adapts the recipe of a level or band, so that nearly all puzzles have this look. Three holes
    /// in each house keep it from having more than six givens, and the bounds keep one in it.
    /// Evenly spread givens make a puzzle easier, and fewer givens make it harder again, so the
    /// bound on givens is the least of four.
    pub(crate) fn recipe(self, recipe: Recipe, rung: Rung) -> Recipe {
        match self {
            Self::Composed if rung.number() >= Self::FIRST_EVEN => Recipe {
                opening_sets: 3,
                row_col_min: recipe.row_col_min.max(1),
                block_min: 1,
                bound_draws: if recipe.level.is_some() { 4 } else { 1 },
                ..recipe
            },
            Self::Composed => Recipe { opening_sets: 1, ..recipe },
            Self::Published => recipe,
        }
    }
}

/// A house whose number of givens violates a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnevenHouse {
    /// The house.
    pub house: House,
    /// Its number of givens.
    pub givens: u8,
}

impl fmt::Display for UnevenHouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.givens {
            9 => write!(f, "{} is complete", self.house),
            0 => write!(f, "{} is empty", self.house),
            n => write!(f, "{} has {n} givens", self.house),
        }
    }
}
