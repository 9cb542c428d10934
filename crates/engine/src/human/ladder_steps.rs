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

/// The number of kinds that bands 1 to 6 have.
pub(crate) const STEP_COUNT: usize = 29;

/// The kinds that bands 1 to 6 have, simplest first, each with its band. The index is the rank.
const LADDER: [(StepKind, Band); STEP_COUNT] = {
    let mut ladder = [(technique(T::LastCell), Band::Gentle); STEP_COUNT];
    let mut rank = 0;
    const_for!(row in 0..ADDED_STEPS.len() => {
        let (band, added) = ADDED_STEPS[row];
        const_for!(at in 0..added.len() => {
            ladder[rank] = (added[at], band);
            rank += 1;
        });
    });
    assert!(rank == STEP_COUNT);
    ladder
};

/// The kinds that directly contain another kind: their finds include all of its finds. Cycles have
/// no closure of their own, because chains find the same.
const LARGER_FORMS: [(StepKind, StepKind); 20] = [
    (technique(T::NakedPair), technique(T::NakedTriplet)),
    (technique(T::NakedTriplet), technique(T::NakedQuad)),
    (technique(T::HiddenPair), technique(T::HiddenTriplet)),
    (technique(T::HiddenTriplet), technique(T::HiddenQuad)),
    (technique(T::XWing), technique(T::Swordfish)),
    (technique(T::Swordfish), technique(T::Jellyfish)),
    (pattern(P::Skyscraper), technique(T::ForcingXChain)),
    (pattern(P::TwoStringKite), technique(T::ForcingXChain)),
    (pattern(P::TurbotFish), technique(T::ForcingXChain)),
    (pattern(P::SimpleColouring), technique(T::ForcingXChain)),
    (technique(T::XCycle), technique(T::ForcingXChain)),
    (technique(T::ForcingXChain), technique(T::ForcingChain)),
    (technique(T::XyWing), technique(T::XyzWing)),
    (technique(T::XyWing), pattern(P::XyChain)),
    (pattern(P::RemotePair), pattern(P::XyChain)),
    (technique(T::YCycle), pattern(P::XyChain)),
    (pattern(P::XyChain), technique(T::ForcingChain)),
    (pattern(P::WWing), technique(T::ForcingChain)),
    (technique(T::XyCycle), technique(T::ForcingChain)),
    (technique(T::HiddenSingleBlock), technique(T::HiddenSingleLine)),
];

/// A set of kinds that bands 1 to 6 have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LadderSteps(u32);

impl LadderSteps {
    /// Returns the steps without this kind and all larger forms of it.
    pub fn without(self, kind: StepKind) -> Self {
        let own = kind.ladder_rank().map_or(0, |rank| 1 << rank);
        let larger = LARGER_FORMS.iter().filter(|(smaller, _)| *smaller == kind);
        larger.fold(Self(self.0 & !own), |left, &(_, form)| left.without(form))
    }

    /// Returns the set without the techniques that the rating tries before this one. Patterns of
    /// chains stay, because the rating has them in no order.
    pub(crate) fn not_tried_before(self, technique: T) -> Self {
        let tried = LADDER.iter().enumerate().filter(|(_, (kind, _))| match kind {
            StepKind::Technique(own) => *own < technique,
            StepKind::Pattern(_) => false,
        });
        Self(tried.fold(self.0, |left, (rank, _)| left & !(1 << rank)))
    }

    /// Returns the kinds of the set, simplest first.
    pub fn kinds(self) -> impl Iterator<Item = StepKind> {
        LADDER.into_iter().enumerate().filter_map(move |(rank, (kind, _))| {
            if self.has_rank(rank) { Some(kind) } else { None }
        })
    }

    /// Returns true if the kind with this rank is in the set.
    pub(crate) const fn has_rank(self, rank: usize) -> bool {
        self.0 >> rank & 1 != 0
    }
}

impl StepKind {
    /// Returns the kind with this rank.
    ///
    /// # Panics
    /// If bands 1 to 6 have fewer kinds.
    pub(crate) const fn from_ladder_rank(rank: usize) -> Self {
        LADDER[rank].0
    }

    /// Returns the first band that allows this kind of step. Kinds that no path of the ladder has
    /// belong to the last band.
    pub fn band(self) -> Band {
        let row = LADDER.iter().find(|(kind, _)| *kind == self);
        row.map_or(Band::Extreme, |(_, band)| *band)
    }

    /// Returns the place of this kind in the order of the ladder, counted from 0; `None` for kinds
    /// that bands 1 to 6 do not have.
    pub fn ladder_rank(self) -> Option<usize> {
        LADDER.iter().position(|(kind, _)| *kind == self)
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

    /// Returns the kinds of [`Self::ladder_steps`], simplest first.
    pub fn allowed_steps(self) -> impl Iterator<Item = StepKind> {
        self.ladder_steps().kinds()
    }

    /// Returns the steps of this band and of the bands below. The last band adds none: its steps
    /// are not on the list.
    pub fn ladder_steps(self) -> LadderSteps {
        let count = LADDER.iter().filter(|(_, band)| *band <= self).count();
        LadderSteps((1 << count) - 1)
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
