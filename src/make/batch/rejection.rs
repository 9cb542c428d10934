//! Why attempts at a puzzle fail, and how often.

use super::quality_rules::QualityRule;
use crate::human::logic::Technique;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Why an attempt at a puzzle failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rejection {
    /// There was no full grid, no puzzle with the picture's givens, or nothing that can have the level.
    Base,
    /// It has too few or too many givens, or some that can go.
    Givens,
    /// A row, a column or a block of it is complete.
    Finished,
    /// Its rating is above all that may be accepted.
    TooHard,
    /// It is of another level or band.
    Rung,
    /// Its rating is not in the range.
    Er,
    /// Its expected time is not in the range.
    Minutes,
    /// It does not need a technique.
    Needs(Technique),
    /// It needs a technique that it should not.
    Without,
    /// It is not as an editor wishes.
    QualityRule(QualityRule),
    /// An equivalent puzzle was there before.
    Known,
}

/// Numbers of failed attempts by reason; empty if the reasons are unknown. The first three reasons
/// allocate no memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RejectionCounts {
    first: [Option<(Rejection, u32)>; 3],
    others: BTreeMap<Rejection, u32>,
}

impl RejectionCounts {
    pub(super) fn add(&mut self, rejection: Rejection, times: u32) {
        let is_its = |place: &&mut Option<(Rejection, u32)>| {
            place.is_none_or(|(other, _)| other == rejection)
        };
        match self.first.iter_mut().find(is_its) {
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
