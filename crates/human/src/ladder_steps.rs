//! The steps of the human ladder, simplest first, each with the band that first allows it.
//!
//! A path of the ladder takes the first step of this order that a position has. It never uses
//! uniqueness or a direct technique. Bands are cumulative: each allows the steps of those below.

use crate::band::Band;
use crate::logic::{ChainPattern as P, StepKind, Technique as T, TechniqueSet};

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
            technique(T::NakedTriple),
            technique(T::HiddenTriple),
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
    grid::const_for!(row in 0..ADDED_STEPS.len() => {
        let (band, added) = ADDED_STEPS[row];
        grid::const_for!(at in 0..added.len() => {
            ladder[rank] = (added[at], band);
            rank += 1;
        });
    });
    assert!(rank == STEP_COUNT);
    ladder
};

/// The techniques by which the last band goes on where the others are stuck, in the order in which
/// they are tried.
pub(crate) const BEYOND: TechniqueSet = {
    let mut beyond = TechniqueSet::range(T::AlignedTripletExclusion, T::DynamicPlusDouble);
    beyond.insert(T::AlignedPairExclusion);
    beyond
};

/// The kinds that directly contain another kind: their finds include all of its finds. Cycles have
/// no closure of their own, because chains find the same.
const LARGER_FORMS: [(StepKind, StepKind); 20] = [
    (technique(T::NakedPair), technique(T::NakedTriple)),
    (technique(T::NakedTriple), technique(T::NakedQuad)),
    (technique(T::HiddenPair), technique(T::HiddenTriple)),
    (technique(T::HiddenTriple), technique(T::HiddenQuad)),
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

/// Returns the larger forms of a technique beyond bands 1 to 6. Chains of cases begin with the
/// first link of a plain chain and go its two ways. Dynamic chains join links that other chains
/// keep apart, and the last group adds intersections, pairs and X-wings to them.
const fn larger_beyond(technique: T) -> TechniqueSet {
    let first = match technique {
        T::ForcingXChain | T::ForcingChain => T::Nishio,
        T::AlignedPairExclusion => T::CellChains,
        T::Nishio | T::CellChains | T::RegionChains => T::DynamicCellChains,
        T::DynamicCellChains
        | T::DynamicRegionChains
        | T::DynamicContradiction
        | T::DynamicDouble => T::DynamicPlusCellChains,
        _ => return TechniqueSet::NONE,
    };
    TechniqueSet::range(first, T::DynamicPlusDouble)
}

/// A set of kinds: some that bands 1 to 6 have, and techniques beyond them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LadderSteps {
    /// A bit for each rank.
    ranks: u32,
    beyond: TechniqueSet,
}

impl LadderSteps {
    /// The steps of bands 1 to 6 with this rank or a lower one.
    const fn of_first_ranks(count: usize) -> Self {
        Self { ranks: (1 << count) - 1, beyond: TechniqueSet::NONE }
    }

    /// Returns the steps without this kind and all larger forms of it.
    pub fn without(self, kind: StepKind) -> Self {
        let mut left = self;
        if let Some(rank) = kind.ladder_rank() {
            left.ranks &= !(1 << rank);
        }
        if let Some(technique) = kind.technique() {
            left.beyond.remove(technique);
            left.beyond = left.beyond.minus(larger_beyond(technique));
        }
        let larger = LARGER_FORMS.iter().filter(|(smaller, _)| *smaller == kind);
        larger.fold(left, |left, &(_, form)| left.without(form))
    }

    /// Returns the steps that are tried up to this kind, in the order of the last band.
    pub fn up_to(kind: StepKind) -> Self {
        if let Some(rank) = kind.ladder_rank() {
            return Self::of_first_ranks(rank + 1);
        }
        let mut steps = Band::Extreme.all_steps();
        let harder = T::ALL.into_iter().filter(|&technique| StepKind::from(technique) > kind);
        harder.for_each(|technique| steps.beyond.remove(technique));
        steps
    }

    /// Returns the techniques that are not on the ladder of bands 1 to 6.
    pub const fn beyond(self) -> TechniqueSet {
        self.beyond
    }

    /// Returns the set without the techniques that the rating tries before this one. Patterns of
    /// chains stay, because the rating has them in no order.
    pub(crate) fn not_tried_before(self, technique: T) -> Self {
        let tried = LADDER.iter().enumerate().filter(|(_, (kind, _))| match kind {
            StepKind::Technique(own) => *own < technique,
            StepKind::Pattern(_) => false,
        });
        let ranks = tried.fold(self.ranks, |left, (rank, _)| left & !(1 << rank));
        Self { ranks, ..self }
    }

    /// Returns the kinds of the set that bands 1 to 6 have, simplest first.
    pub fn kinds(self) -> impl Iterator<Item = StepKind> {
        LADDER.into_iter().enumerate().filter_map(move |(rank, (kind, _))| {
            if self.has_rank(rank) { Some(kind) } else { None }
        })
    }

    /// Returns true if the kind with this rank is in the set.
    pub(crate) const fn has_rank(self, rank: usize) -> bool {
        self.ranks >> rank & 1 != 0
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

    /// Returns true if a path of the ladder can have this kind: neither uniqueness nor a direct
    /// technique.
    pub fn is_of_ladder(self) -> bool {
        let is_beyond = self.technique().is_some_and(|technique| BEYOND.contains(technique));
        self.ladder_rank().is_some() || is_beyond
    }

    /// Returns true if a puzzle can need this kind. Of what the last band has beyond the ladder,
    /// most can be replaced: each dynamic chain by the others.
    pub fn can_be_needed(self) -> bool {
        let beyond = [T::AlignedPairExclusion, T::Nishio, T::CellChains, T::RegionChains];
        let is_beyond = self.technique().is_some_and(|technique| beyond.contains(&technique));
        self.ladder_rank().is_some() || is_beyond
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
        LadderSteps::of_first_ranks(count)
    }

    /// Returns all steps that solve the puzzles of this band: [`Self::ladder_steps`], and for the
    /// last band the techniques beyond them. Uniqueness and direct techniques are never among them.
    pub fn all_steps(self) -> LadderSteps {
        let steps = self.ladder_steps();
        if self == Self::Extreme { LadderSteps { beyond: BEYOND, ..steps } } else { steps }
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
