//! The order in which the levels of a book take turns, and which puzzle each turn has.

use crate::text::language::weekday;
use explainer::Rating;
use grid::{AnyGrid, AnyPuzzle};
use human::Rung;
use jiff::civil::Date;

/// The turns of the levels of a book, round by round. A round of a daily book is a week.
#[derive(Clone, Debug, Default)]
pub struct TurnOrder {
    /// The levels of a round; empty if the book goes level by level.
    pub(crate) turns: Vec<Rung>,
    /// The day of the first puzzle. The first of seven turns belongs to Monday.
    pub(crate) first_day: Option<Date>,
    /// True if all rounds are alike: each turn keeps its expected time through the book, and within
    /// a round the times rise. Otherwise the puzzles of a level keep their order, so that each
    /// round is harder than the one before.
    pub(crate) is_even: bool,
}

/// A puzzle by its level and its rank there, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtPuzzle {
    /// The level or band.
    pub rung: Rung,
    /// The rank by [`TurnOrder::time_key`] in a book whose rounds are alike; otherwise the rank in
    /// the order of the section.
    pub rank: usize,
}

impl TurnOrder {
    /// Returns true if the book goes level by level.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Returns true if all rounds are alike, so that the puzzles of a level must be sorted by
    /// expected time before they are dealt.
    pub fn is_even(&self) -> bool {
        self.is_even
    }

    /// Returns the number of turns that the first round lacks.
    fn skipped(&self) -> usize {
        match self.first_day {
            Some(day) if self.turns.len() == 7 => weekday(day),
            _ => 0,
        }
    }

    /// Returns the level of each turn, without end. Empty if the book goes level by level.
    pub fn rungs(&self) -> impl Iterator<Item = Rung> {
        self.turns.iter().copied().cycle().skip(self.skipped())
    }

    /// Returns the key by which the puzzles of a level are sorted before they are dealt. It does
    /// not depend on the order in which the puzzles come.
    pub fn time_key(rating: Option<&Rating>, puzzle: &AnyPuzzle) -> (u64, AnyGrid) {
        let seconds = match rating {
            Some(rating) => rating.seconds.whole(),
            None => 0,
        };
        (seconds, puzzle.givens())
    }

    /// Deals these numbers of puzzles until the level whose turn it is has none left.
    pub fn deal(&self, counts: [usize; Rung::COUNT]) -> Vec<DealtPuzzle> {
        let mut left = counts;
        let mut dealt = Vec::new();
        for rung in self.rungs() {
            let left = &mut left[rung.index()];
            if *left == 0 {
                break;
            }
            *left -= 1;
            dealt.push(DealtPuzzle { rung, rank: 0 });
        }
        let mut order: Vec<usize> = (0..dealt.len()).collect();
        if self.is_even {
            order.sort_by_key(|&place| self.ease(place));
        }
        let mut next = [0; Rung::COUNT];
        for place in order {
            let DealtPuzzle { rung, rank } = &mut dealt[place];
            *rank = next[rung.index()];
            next[rung.index()] += 1;
        }
        dealt
    }

    /// Returns the key that orders the places of a level by the time of their puzzles. The first
    /// turn of a level has its quickest puzzles. Within a turn, steps of the golden ratio spread
    /// quick and slow puzzles over the rounds; all turns of a round have the same share, so that
    /// times rise within it.
    fn ease(&self, place: usize) -> (usize, u64) {
        const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
        let at = place + self.skipped();
        let (round, turn) = (at / self.turns.len(), at % self.turns.len());
        (turn, (round as u64).wrapping_mul(GOLDEN_RATIO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use human::Band;

    /// A year from a Friday on: each weekday has its own share of its level's times, the same in
    /// each quarter, and within a week the ranks of a level rise.
    #[test]
    fn weekdays_keep_their_times_through_the_year() {
        let turns = [1, 1, 2, 3, 3, 4, 5].map(|number| Band::new(number).unwrap().into());
        let first_day = Some(Date::constant(2027, 1, 1));
        let order = TurnOrder { turns: turns.to_vec(), first_day, is_even: true };
        let mut counts = [0; Rung::COUNT];
        order.rungs().take(365).for_each(|rung| counts[rung.index()] += 1);
        let dealt = order.deal(counts);
        assert_eq!(dealt.len(), 365);
        for weekday in 0..7 {
            let days = dealt.iter().enumerate().filter(|(day, _)| (day + 4) % 7 == weekday);
            let ranks: Vec<usize> = days.map(|(_, puzzle)| puzzle.rank).collect();
            let median = |ranks: &[usize]| {
                let mut sorted = ranks.to_vec();
                sorted.sort_unstable();
                sorted[sorted.len() / 2] as f64
            };
            let (first, last) = (median(&ranks[..13]), median(&ranks[ranks.len() - 13..]));
            assert!((first - last).abs() <= 4.0, "{weekday}: {first}, {last}");
        }
        for week in dealt[3..].chunks(7) {
            for pair in week.windows(2).filter(|pair| pair[0].rung == pair[1].rung) {
                assert!(pair[0].rank < pair[1].rank, "{week:?}");
            }
        }
    }

    #[test]
    fn uneven_rounds_keep_the_order_of_each_level() {
        let turns = [1, 2].map(|number| Band::new(number).unwrap().into());
        let order = TurnOrder { turns: turns.to_vec(), ..TurnOrder::default() };
        let mut counts = [0; Rung::COUNT];
        for (rung, count) in order.turns.iter().zip([3, 2]) {
            counts[rung.index()] = count;
        }
        let ranks: Vec<_> = order.deal(counts).iter().map(|at| at.rank).collect();
        assert_eq!(ranks, [0, 0, 1, 1, 2]);
    }
}
