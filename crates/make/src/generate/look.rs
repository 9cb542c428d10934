//! The spread of the givens of a puzzle over its houses.

use crate::range::ClosedRange;
use grid::{Grid, House, Level};
use human::{Band, LadderClosure, Rung};

words::named! {
    /// The rule for the numbers of givens in rows, columns and blocks.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Look {
        /// Each row, column and block has 2 to 6 givens on levels 1 and 2, and 1 to 6 from level 3
        /// on; 2 to 7 on level 1 of the published ladder, which has up to 60 givens. A person finds
        /// the puzzle as hard as its level says: on the published ladder, Hard needs human level 3
        /// or 4, and Evil 5 or 6, or 4 in 3 of 20 puzzles. This is our addition to the paper.
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
    pub(crate) fn givens_per_house(self, rung: Rung, max_givens: u32) -> ClosedRange<u8> {
        let is_sparse = rung.number() >= Self::FIRST_SPARSE;
        let from = match self {
            Self::Composed if is_sparse => 1,
            Self::Composed => 2,
            Self::Children => 3,
            Self::Published => return ClosedRange { from: 0, to: 9 },
        };
        ClosedRange { from, to: Self::MAX_GIVENS.max(max_givens.div_ceil(9)) as u8 }
    }

    /// The share of the turns of level 5 that may take a puzzle of band 4: this many of
    /// [`Self::CYCLE`]. The other turns take bands 5 and 6 alone.
    const LENIENT_TURNS: u64 = 3;

    /// The number of turns over which the lenient ones are spread evenly.
    const CYCLE: u64 = 20;

    /// Returns the bands of the human ladder whose puzzles a person finds as hard as the level
    /// says, in a turn of [`Plan::turn`](crate::Plan::turn); those of all turns without a turn.
    pub(crate) fn consenting_bands(level: Level, turn: Option<u64>) -> ClosedRange<Band> {
        let (from, to) = match level {
            Level::Beginner | Level::Easy => (Band::Gentle, Band::Gentle),
            Level::Medium => (Band::Gentle, Band::Easy),
            Level::Hard => (Band::Medium, Band::Hard),
            Level::Evil if turn.is_none_or(Self::is_lenient) => (Band::Hard, Band::Diabolical),
            Level::Evil => (Band::Fiendish, Band::Diabolical),
        };
        ClosedRange { from, to }
    }

    /// Returns true in the lenient turns. Of the first turns, however many, they are never more
    /// than their share.
    const fn is_lenient(turn: u64) -> bool {
        let count_before = turn * Self::LENIENT_TURNS / Self::CYCLE;
        (turn + 1) * Self::LENIENT_TURNS / Self::CYCLE > count_before
    }

    /// Returns true if one of these bands is the first one whose techniques solve the puzzle.
    pub(crate) fn has_consent(givens: &Grid, bands: ClosedRange<Band>) -> bool {
        let mut closure = LadderClosure::new(givens);
        closure.run(bands.to.ladder_steps()) && closure.hardest().band() >= bands.from
    }

    /// Returns the first house, of rows, columns and blocks in this order, that has too few or too
    /// many givens.
    pub(crate) fn uneven_house(givens: &Grid, allowed: ClosedRange<u8>) -> Option<House> {
        let counts = givens.filled_by_house();
        let at = counts.iter().position(|&count| !allowed.contains(count))?;
        Some(House::ALL[at])
    }

    /// Returns the number of bounds on givens that are drawn for a puzzle; the least of them
    /// counts. Evenly spread givens make a puzzle easier, and fewer givens make it harder again, so
    /// levels have four from level 3 on.
    pub(crate) const fn bound_draws(self, rung: Rung) -> u32 {
        match (self, rung) {
            (
                Self::Composed | Self::Children,
                Rung::Level(Level::Medium | Level::Hard | Level::Evil),
            ) => 4,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lenient_turns_keep_share_in_every_book() {
        let lenient: Vec<u64> = (0..60).filter(|&turn| Look::is_lenient(turn)).collect();
        assert_eq!(lenient, [6, 13, 19, 26, 33, 39, 46, 53, 59]);
        for count in 1..=500 {
            let among = (0..count).filter(|&turn| Look::is_lenient(turn)).count() as u64;
            assert!(100 * among <= 15 * count, "{among} of {count}");
        }
    }
}
