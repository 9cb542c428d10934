//! The spread of the givens of a puzzle over its houses.

use super::recipe::Recipe;
use grid::{Grid, House, Level};
use human::{Band, LadderClosure, Rung};
use std::fmt;
use std::ops::RangeInclusive;

words::named! {
    /// The rule for the numbers of givens in rows, columns and blocks.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Look {
        /// Each row, column and block has 2 to 6 givens on levels 1 and 2, and 1 to 6 from level 3
        /// on; 2 to 7 on level 1 of the published ladder, which has up to 60 givens. A person finds
        /// the puzzle as hard as its level says. This is our addition to the paper.
        [default]
        Composed = "composed",
        /// Each row, column and block has 3 to 6 givens; 3 to 7 on level 1 of the published ladder.
        Children = "children",
        /// As the paper's method leaves them: rows and blocks may be complete or empty.
        Published = "published",
    }
}

impl Look {
    /// The first level or band of puzzles with few givens.
    const FIRST_SPARSE: u8 = 3;

    /// The most givens of a row, column or block, unless the puzzle has more than nine times as
    /// many.
    const MAX_GIVENS: u32 = 6;

    /// Returns the numbers of givens that a row, column or block may have at a level or band, in a
    /// puzzle with at most `max_givens`. Where a puzzle may have more than 54 givens, the bound is
    /// the least that leaves room for them: 7 for the 60 of level 1 of the published ladder.
    pub fn givens_per_house(self, rung: Rung, max_givens: u32) -> RangeInclusive<u8> {
        let is_sparse = rung.number() >= Self::FIRST_SPARSE;
        let least = match self {
            Self::Composed if is_sparse => 1,
            Self::Composed => 2,
            Self::Children => 3,
            Self::Published => return 0..=9,
        };
        least..=Self::MAX_GIVENS.max(max_givens.div_ceil(9)) as u8
    }

    /// Returns true if a person finds the puzzle as hard as its level or band says: if one of the
    /// bands that the look allows is the first one whose techniques solve it.
    pub(crate) fn has_consent(self, givens: &Grid, rung: Rung) -> bool {
        let Rung::Level(level) = rung else { return true };
        if self == Self::Published {
            return true;
        }
        let (first, last) = match level {
            Level::Beginner | Level::Easy => (Band::Gentle, Band::Gentle),
            Level::Medium => (Band::Gentle, Band::Easy),
            Level::Hard => (Band::Easy, Band::Medium),
            Level::Evil => (Band::Hard, Band::Diabolical),
        };
        let mut closure = LadderClosure::new(givens);
        closure.run(last.ladder_steps()) && closure.hardest().band() >= first
    }

    /// Returns the first house, of rows, columns and blocks in this order, that has too few or too
    /// many givens.
    pub fn violation(givens: &Grid, allowed: &RangeInclusive<u8>) -> Option<UnevenHouse> {
        let counts = givens.filled_by_house();
        let house = counts.iter().position(|count| !allowed.contains(count))?;
        Some(UnevenHouse { house: House::ALL[house], givens: counts[house] })
    }

    /// Adapts the recipe of a level or band, so that nearly all puzzles have this look. Holes in
    /// each house keep it from having too many givens, and the bounds keep enough in it. Evenly
    /// spread givens make a puzzle easier, and fewer givens make it harder again, so from level 3
    /// on the bound on givens is the least of four.
    pub(crate) fn recipe(self, recipe: Recipe, rung: Rung) -> Recipe {
        if self == Self::Published {
            return recipe;
        }
        let (least, most) = self.givens_per_house(rung, recipe.max_givens).into_inner();
        let is_sparse_level = recipe.level.is_some() && rung.number() >= Self::FIRST_SPARSE;
        Recipe {
            opening_sets: usize::from(9 - most),
            row_col_min: recipe.row_col_min.max(least.into()),
            block_min: least.into(),
            bound_draws: if is_sparse_level { 4 } else { 1 },
            ..recipe
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
