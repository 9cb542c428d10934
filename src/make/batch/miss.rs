//! Why attempts at a puzzle fail, and how often.

use super::asked::Wish;
use crate::human::logic::Technique;
use std::collections::BTreeMap;

/// Why an attempt at a puzzle failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Miss {
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
    Wish(Wish),
    /// An equivalent puzzle was there before.
    Known,
}

/// How often attempts failed, by reason; empty where that is not known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Misses(pub(super) BTreeMap<Miss, u32>);

impl Misses {
    pub(super) fn add(&mut self, miss: Miss, times: u32) {
        *self.0.entry(miss).or_default() += times;
    }
}
