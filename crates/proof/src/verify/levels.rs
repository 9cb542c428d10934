//! The figures of each level: how many puzzles, and how their givens, ratings and times spread.

use super::catalog::row::CatalogRow;
use human::{Rung, Tenths};
use std::collections::BTreeMap;

/// The figures of the puzzles of each level or band. The memory does not depend on their number.
#[derive(Clone, Debug, Default)]
pub struct LevelFigures(pub BTreeMap<Rung, LevelRow>);

/// The figures of a level or band.
#[derive(Clone, Debug, Default)]
pub struct LevelRow {
    /// The number of puzzles.
    pub puzzles: u64,
    /// The numbers of givens.
    pub givens: Spread,
    /// The totals of the published score, in tenths.
    pub totals: Spread,
    /// The ratings of Sudoku Explainer, in tenths.
    pub ratings: Spread,
    /// The expected minutes.
    pub minutes: Spread,
}

/// Numbers of puzzles by value.
#[derive(Clone, Debug, Default)]
pub struct Spread(BTreeMap<u32, u64>);

impl LevelFigures {
    /// Counts the puzzle of a row whose level is known.
    pub(super) fn count(&mut self, row: &CatalogRow) {
        let Some(proved) = &row.proved else { return };
        let Some(rung) = proved.rung else { return };
        let level = self.0.entry(rung).or_default();
        level.puzzles += 1;
        level.givens.add(proved.puzzle.givens_count() as u32);
        if let Some(score) = proved.score {
            level.totals.add(u32::from(score.total_tenths()));
        }
        if let Some(rating) = &proved.rating {
            level.ratings.add(u32::from(rating.er().0));
            if let Some(seconds) = rating.seconds() {
                level.minutes.add((seconds.0 / 60.0).round() as u32);
            }
        }
    }
}

impl Spread {
    /// Counts a puzzle with this value.
    pub fn add(&mut self, value: u32) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Returns a text such as `24 to 31, middle 27`; empty without values.
    pub fn in_words(&self, write: impl Fn(u32) -> String) -> String {
        match self.ends().zip(self.middle()) {
            None => String::new(),
            Some(((first, last), _)) if first == last => write(first),
            Some(((first, last), middle)) => {
                format!("{} to {}, middle {}", write(first), write(last), write(middle))
            }
        }
    }

    /// Returns the smallest and the largest value, if there is one.
    pub fn ends(&self) -> Option<(u32, u32)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }

    /// Returns the median, if there is a value; of two middle values the smaller one.
    pub fn middle(&self) -> Option<u32> {
        let half = self.0.values().sum::<u64>().div_ceil(2);
        let mut count = 0;
        let middle = self.0.iter().find(|(_, puzzles)| {
            count += **puzzles;
            count >= half
        });
        middle.map(|(value, _)| *value)
    }
}

/// Writes tenths as a decimal number.
pub fn tenths(value: u32) -> String {
    Tenths(u16::try_from(value).unwrap_or(u16::MAX)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_has_ends_and_middle() {
        let mut spread = Spread::default();
        assert_eq!(spread.in_words(|n| n.to_string()), "");
        spread.add(25);
        assert_eq!(spread.in_words(|n| n.to_string()), "25");
        [31, 24, 27, 26, 27].into_iter().for_each(|value| spread.add(value));
        assert_eq!(spread.in_words(|n| n.to_string()), "24 to 31, middle 26");
        assert_eq!(spread.in_words(tenths), "2.4 to 3.1, middle 2.6");
    }
}
