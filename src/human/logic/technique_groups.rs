//! The producers in the order of the rating: the first that finds anything gives the next step.

use super::chains::{MultipleChainMode, NoPruning, best_multiple_chain, best_simple_chain};
use super::position::Position;
use super::scope::SearchScope;
use super::step::Step;
use super::technique::{Technique, TechniqueSet};
use super::tenths::Tenths;
use super::{bug, exclusion, fish, intersection, loops, sets, singles, wings};

/// A group of techniques whose finds are compared with each other, with the routine that gives the best.
pub struct TechniqueGroup {
    /// The techniques.
    pub techniques: &'static [Technique],
    /// The lowest rating of its finds. It rises from producer to producer.
    pub lowest: Tenths,
    find: fn(&Position, TechniqueSet, SearchScope) -> Option<Step>,
}

impl TechniqueGroup {
    /// The producer's first find, by its own order, among these techniques, where it is known that nothing is found
    /// elsewhere.
    pub(crate) fn find(
        &self,
        position: &Position,
        allowed: TechniqueSet,
        within: SearchScope,
    ) -> Option<Step> {
        let any = self.techniques.iter().any(|&technique| allowed.contains(technique));
        any.then(|| (self.find)(position, allowed, within)).flatten()
    }
}

/// The first step among these techniques; `None` when none of them finds anything.
pub fn next_step(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    TECHNIQUE_GROUPS.iter().find_map(|producer| producer.find(position, allowed, SearchScope::ALL))
}

fn first(mut steps: impl Iterator<Item = Step>, allowed: TechniqueSet) -> Option<Step> {
    steps.find(|step| allowed.contains(step.technique))
}

macro_rules! producers {
    ($($lowest:literal [$($technique:ident),*] $find:expr;)*) => {
        /// The producers, in order.
        pub const TECHNIQUE_GROUPS: &[TechniqueGroup] =
            &[$(TechniqueGroup { techniques: &[$(Technique::$technique),*], lowest: Tenths($lowest), find: $find }),*];
    };
}

producers! {
    10 [LastCell] |p, _, _| singles::last_cell(p);
    12 [HiddenSingleBlock, HiddenSingleLine] |p, a, _| first(singles::hidden(p), a);
    17 [DirectPointing, DirectClaiming] |p, a, w| first(intersection::direct(p, w), a);
    20 [DirectHiddenPair] |p, a, w| first(sets::direct_hidden(p, 2, w), a);
    23 [NakedSingle] |p, _, _| singles::naked(p);
    25 [DirectHiddenTriplet] |p, a, w| first(sets::direct_hidden(p, 3, w), a);
    26 [Pointing, Claiming] |p, a, w| first(intersection::plain(p, w), a);
    30 [NakedPair] |p, a, w| first(sets::naked(p, 2, w), a);
    32 [XWing] |p, a, w| first(fish::fish(p, 2, w), a);
    34 [HiddenPair] |p, a, w| first(sets::hidden(p, 2, w), a);
    36 [NakedTriplet] |p, a, w| first(sets::naked(p, 3, w), a);
    38 [Swordfish] |p, a, w| first(fish::fish(p, 3, w), a);
    40 [HiddenTriplet] |p, a, w| first(sets::hidden(p, 3, w), a);
    42 [XyWing] |p, _, _| wings::xy(p);
    44 [XyzWing] |p, _, _| wings::xyz(p);
    45 [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4, UniqueLoop1, UniqueLoop2,
        UniqueLoop3, UniqueLoop4] |p, a, _| loops::find(p, a);
    50 [NakedQuad] |p, a, w| first(sets::naked(p, 4, w), a);
    52 [Jellyfish] |p, a, w| first(fish::fish(p, 4, w), a);
    54 [HiddenQuad] |p, a, w| first(sets::hidden(p, 4, w), a);
    56 [Bug1, Bug2, Bug4, Bug3] |p, a, _| bug::find(p, a);
    62 [AlignedPairExclusion] |p, _, _| exclusion::pair(p);
    65 [XCycle, YCycle, XyCycle, ForcingXChain, ForcingChain] |p, a, _| best_simple_chain(p, a);
    75 [AlignedTripletExclusion] |p, _, _| exclusion::triplet(p);
    75 [Nishio] |p, a, _| best_multiple_chain(p, &MultipleChainMode::NISHIO, a, NoPruning);
    80 [CellChains, RegionChains] |p, a, _| best_multiple_chain(p, &MultipleChainMode::STATIC, a, NoPruning);
    85 [DynamicCellChains, DynamicRegionChains, DynamicContradiction, DynamicDouble]
        |p, a, _| best_multiple_chain(p, &MultipleChainMode::DYNAMIC, a, NoPruning);
    90 [DynamicPlusCellChains, DynamicPlusRegionChains, DynamicPlusContradiction, DynamicPlusDouble]
        |p, a, _| best_multiple_chain(p, &MultipleChainMode::PLUS, a, NoPruning);
}
