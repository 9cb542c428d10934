//! The steps of the human ladder, simplest first, each with the band that first allows it.
//!
//! A path of the ladder takes the first step of this order that a position has. It never uses
//! uniqueness or a direct technique. Bands are cumulative: each allows the steps of those below.

use crate::human::grade::Band;
use crate::human::logic::{ChainPattern as P, StepKind, Technique as T};

/// The steps that each band adds to the band below. Band 7 allows everything else.
const ADDED_STEPS: [(Band, &[StepKind]); 6] = [
    (Band::Gentle, &[technique(T::LastCell), technique(T::HiddenSingleBlock)]),
    (Band::Easy, &[technique(T::HiddenSingleLine)]),
    (Band::Medium, &[technique(T::NakedSingle)]),
    (
        Band::Hard,
        &[
            technique(T::Pointing),
            technique(T::Claiming),
            technique(T::NakedPair),
            technique(T::HiddenPair),
            technique(T::NakedTriplet),
            technique(T::HiddenTriplet),
            technique(T::XWing),
        ],
    ),
    (
        Band::Fiendish,
        &[
            pattern(P::Skyscraper),
            pattern(P::TwoStringKite),
            pattern(P::TurbotFish),
            technique(T::XyWing),
            pattern(P::WWing),
            technique(T::XyzWing),
            pattern(P::SimpleColouring),
            technique(T::Swordfish),
            technique(T::NakedQuad),
            technique(T::Jellyfish),
            technique(T::HiddenQuad),
        ],
    ),
    (
        Band::Diabolical,
        &[
            pattern(P::RemotePair),
            pattern(P::XyChain),
            technique(T::XCycle),
            technique(T::ForcingXChain),
            technique(T::YCycle),
            technique(T::XyCycle),
            technique(T::ForcingChain),
        ],
    ),
];

const fn technique(technique: T) -> StepKind {
    StepKind::Technique(technique)
}

const fn pattern(pattern: P) -> StepKind {
    StepKind::Pattern(pattern)
}

impl StepKind {
    /// Returns the first band that allows this kind of step. Kinds that no path of the ladder has
    /// belong to the last band.
    pub fn band(self) -> Band {
        let row = ADDED_STEPS.iter().find(|(_, added)| added.contains(&self));
        row.map_or(Band::Extreme, |(band, _)| *band)
    }

    /// Returns the place of this kind in the order of the ladder, counted from 0; `None` for kinds
    /// that bands 1 to 6 do not have.
    pub fn ladder_rank(self) -> Option<usize> {
        Band::Diabolical.allowed_steps().position(|kind| kind == self)
    }

    /// Returns a key that sorts kinds in the order of the ladder. Kinds that bands 1 to 6 do not
    /// have come last.
    pub fn ladder_key(self) -> (usize, Self) {
        (self.ladder_rank().unwrap_or(usize::MAX), self)
    }
}

impl Band {
    /// Returns the steps that this band adds to the band below, simplest first; none for the last
    /// band, which allows everything.
    pub fn added_steps(self) -> &'static [StepKind] {
        ADDED_STEPS.get(usize::from(self.number()) - 1).map_or(&[], |(_, added)| added)
    }

    /// Returns the steps that this band allows, simplest first, without those of the last band.
    pub fn allowed_steps(self) -> impl Iterator<Item = StepKind> {
        let rows = ADDED_STEPS.into_iter().take_while(move |(band, _)| *band <= self);
        rows.flat_map(|(_, added)| added.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_one_place_on_the_ladder() {
        let all: Vec<StepKind> = Band::Extreme.allowed_steps().collect();
        for (rank, &kind) in all.iter().enumerate() {
            assert_eq!(kind.ladder_rank(), Some(rank), "{kind}");
            assert!(kind.band().added_steps().contains(&kind), "{kind}");
        }
        let missing: Vec<_> = StepKind::all().filter(|kind| kind.ladder_rank().is_none()).collect();
        assert!(missing.iter().all(|kind| kind.band() == Band::Extreme));
        assert_eq!(all.len() + missing.len(), StepKind::all().count());
    }
}
