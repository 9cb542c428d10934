//! The reasons why attempts at a puzzle fail, and their counts.

use super::quality_rules::QualityRule;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The reason why an attempt at a puzzle failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rejection {
    /// There was no full grid, no puzzle with the picture's givens, or no transform that can have
    /// the level.
    Base,
    /// The puzzle has too few or too many givens, or some that can be left out.
    Givens,
    /// A row, column or block of the puzzle has too few or too many givens.
    Look,
    /// The rating is above all that the slot accepts.
    TooHard,
    /// The puzzle is of another level or band.
    Rung,
    /// The puzzle fails this row of the constraints on ratings.
    Constraint(usize),
    /// The puzzle violates a quality rule.
    QualityRule(QualityRule),
    /// An earlier puzzle is equivalent.
    Known,
}

/// The numbers of failed attempts by reason; empty if the reasons are unknown. Counting up to three
/// different reasons allocates no memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RejectionCounts {
    first: [Option<(Rejection, u32)>; 3],
    others: BTreeMap<Rejection, u32>,
}

impl RejectionCounts {
    pub(super) fn add(&mut self, rejection: Rejection, times: u32) {
        match self.first.iter_mut().find(|place| place.is_none_or(|(other, _)| other == rejection))
        {
            Some(place) => place.get_or_insert((rejection, 0)).1 += times,
            None => *self.others.entry(rejection).or_default() += times,
        }
    }

    /// Returns the reasons, the most frequent first.
    pub(super) fn by_count(self) -> Vec<(Rejection, u32)> {
        let mut all: Vec<_> = self.first.into_iter().flatten().chain(self.others).collect();
        all.sort_by_key(|&(rejection, count)| (Reverse(count), rejection));
        all
    }
}
