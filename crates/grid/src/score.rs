//! The paper's score (section 4). A table scores each of three items from 1 to 5; the weighted
//! total, rounded up, is the level.

use crate::puzzle::Puzzle;
use crate::solver;
use std::fmt;
use std::ops::RangeInclusive;
use words::ValueError;

/// The weights of the three items, in tenths.
const WEIGHTS: [u8; 3] = [4, 3, 3];

/// Returns the score of the first item, 1 to 5, for a number of givens.
#[inline]
const fn givens_item(givens: usize) -> u8 {
    match givens {
        50.. => 1,
        36..=49 => 2,
        32..=35 => 3,
        28..=31 => 4,
        ..=27 => 5,
    }
}

/// Returns the score of the second item, 1 to 5, for the minimum number of givens in a row or
/// column.
#[inline]
const fn row_col_item(row_col_min: usize) -> u8 {
    match row_col_min {
        5.. => 1,
        4 => 2,
        3 => 3,
        2 => 4,
        ..=1 => 5,
    }
}

/// Returns the score of the third item, 1 to 5, for a number of searches.
#[inline]
const fn searches_item(searches: u64) -> u8 {
    match searches {
        ..1_000 => 1,
        1_000..10_000 => 2,
        10_000..100_000 => 3,
        100_000..Score::SEARCHES_CAP => 4,
        Score::SEARCHES_CAP.. => 5,
    }
}

words::named! {
    /// A level of difficulty, 1 (Beginner) to 5 (Evil).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Level {
        /// A total up to 1.0.
        Beginner = "Beginner",
        /// A total above 1.0, up to 2.0.
        Easy = "Easy",
        /// A total above 2.0, up to 3.0.
        Medium = "Medium",
        /// A total above 3.0, up to 4.0.
        Hard = "Hard",
        /// A total above 4.0, up to 5.0.
        Evil = "Evil",
    }
}

impl Level {
    /// Returns the level of a puzzle, the same as [`Score::level`]. Counts searches only as far as
    /// the level depends on them: not at all if the other two items decide it, and at level 5 up to
    /// 1,000 or 10,000 for most puzzles.
    #[inline]
    pub fn of(puzzle: &Puzzle) -> Self {
        let score = Score::with_searches(puzzle, 0);
        let cap = Score::decisive_searches(score.givens, score.row_col_min);
        let searches = if cap == 0 { 0 } else { solver::searches_of_legal(puzzle.givens(), cap) };
        Score { searches, ..score }.level()
    }

    /// Returns the number of the level, 1 to 5.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the index into a table of five, 0 to 4.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl TryFrom<u8> for Level {
    type Error = ValueError;

    #[inline]
    fn try_from(number: u8) -> Result<Self, ValueError> {
        let level = Self::ALL.into_iter().find(|level| level.number() == number);
        level.ok_or_else(|| ValueError::new("a level from 1 (Beginner) to 5 (Evil)", number))
    }
}

/// The three items of a puzzle, from which total and level follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The number of givens.
    pub givens: usize,
    /// The minimum number of givens in a row or column.
    pub row_col_min: usize,
    /// The number of digits that the paper's solver tries until its search is complete, at most
    /// [`Score::SEARCHES_CAP`]. It changes if rows or columns are permuted.
    pub searches: u64,
}

impl Score {
    /// The number of searches at which counting stops, because the item scores 5 from here on.
    ///
    /// The ranges for the searches are inferred, because the paper's own table is lost. The ranges
    /// of its English version (100, 1,000, 10,000, 100,000) contradict the worked example. Ten
    /// times these ranges, with searches counted as by [`Grid::searches`](crate::Grid::searches),
    /// agree with the example, and with the typical puzzle of each level.
    pub const SEARCHES_CAP: u64 = 1_000_000;

    /// Scores a puzzle. An equivalent puzzle may have another number of searches. Takes up to a
    /// millisecond.
    #[inline]
    pub fn of(puzzle: &Puzzle) -> Self {
        Self::with_searches(puzzle, solver::searches_of_legal(puzzle.givens(), Score::SEARCHES_CAP))
    }

    /// Scores a puzzle whose number of searches the caller knows.
    #[inline]
    pub fn with_searches(puzzle: &Puzzle, searches: u64) -> Self {
        Self { givens: puzzle.givens_count(), row_col_min: puzzle.row_col_min(), searches }
    }

    /// Returns the scores of the three items, 1 to 5: givens, row or column, searches.
    #[inline]
    pub const fn items(&self) -> [u8; 3] {
        [givens_item(self.givens), row_col_item(self.row_col_min), searches_item(self.searches)]
    }

    /// Returns the weighted total in tenths, 10 to 50.
    #[inline]
    pub fn total_tenths(&self) -> u8 {
        self.items().iter().zip(WEIGHTS).map(|(i, w)| i * w).sum()
    }

    /// Returns the total with one decimal: `4.7`.
    #[inline]
    pub fn total(&self) -> String {
        let tenths = self.total_tenths();
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    /// Returns the level: k for totals above k - 1, up to k.
    #[inline]
    pub fn level(&self) -> Level {
        Level::ALL[usize::from(self.total_tenths().div_ceil(10)) - 1]
    }

    /// Returns the possible levels of a puzzle with these two items, from the fewest to the most
    /// searches.
    #[inline]
    pub fn levels(givens: usize, row_col_min: usize) -> RangeInclusive<Level> {
        let easiest = Self { givens, row_col_min, searches: 0 };
        easiest.level()..=Self { searches: Score::SEARCHES_CAP, ..easiest }.level()
    }

    /// Returns the number of searches from which on the level of a puzzle with these two items is
    /// fixed.
    #[inline]
    fn decisive_searches(givens: usize, row_col_min: usize) -> u64 {
        let last = *Self::levels(givens, row_col_min).end();
        for searches in [0, 1_000, 10_000, 100_000] {
            if (Self { givens, row_col_min, searches }).level() == last {
                return searches;
            }
        }
        Score::SEARCHES_CAP
    }
}

/// `30 givens, level 4 (Hard), total 3.7, 74205 searches`.
impl fmt::Display for Score {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (givens, level, total) = (self.givens, self.level(), self.total());
        let number = level.number();
        let searches = match self.searches {
            Self::SEARCHES_CAP => format!("{} or more", Self::SEARCHES_CAP),
            searches => searches.to_string(),
        };
        write!(f, "{givens} givens, level {number} ({level}), total {total}, {searches} searches")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_settled_by_the_searches_that_are_counted_for_it() {
        let edges = [1_000, 10_000, 100_000, Score::SEARCHES_CAP].into_iter();
        let counts: Vec<u64> =
            edges.flat_map(|edge| [edge - 1, edge, edge + 1]).chain([0, 1]).collect();
        let mut saved = 0;
        for givens in 17..=81 {
            for row_col_min in 0..=9 {
                let cap = Score::decisive_searches(givens, row_col_min);
                saved += u32::from(cap < Score::SEARCHES_CAP);
                for &all in &counts {
                    let level = |searches| Score { givens, row_col_min, searches }.level();
                    let all = all.min(Score::SEARCHES_CAP);
                    assert_eq!(level(all.min(cap)), level(all), "{givens} {row_col_min} {all}");
                }
            }
        }
        assert!(saved > 300, "{saved} of 650");
    }
}
