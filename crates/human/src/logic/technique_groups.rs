//! The technique groups in the order of the rating. The first group that finds anything gives the
//! next step.

use super::chains::{ChainMode, FullSearch, best_simple_chain};
use super::houses::SearchScope;
use super::position::Position;
use super::step::{Step, Tenths};
use super::technique::{Technique, TechniqueSet};
use super::{bug, exclusion, fish, intersection, loops, sets, singles, wings};

/// A group of techniques whose finds compete with each other, and the function that returns the
/// best find.
pub struct TechniqueGroup {
    /// The techniques.
    pub techniques: &'static [Technique],
    /// The lowest rating of a find. It rises from group to group.
    pub lowest: Tenths,
    find: fn(&Position, TechniqueSet, SearchScope) -> Option<Step>,
}

impl TechniqueGroup {
    /// Returns the best find of the group, by its own order, among the allowed techniques. The
    /// caller knows that there is no find outside `within`.
    #[inline]
    pub fn find(
        &self,
        position: &Position,
        allowed: TechniqueSet,
        within: SearchScope,
    ) -> Option<Step> {
        if !self.techniques.iter().any(|&technique| allowed.contains(technique)) {
            return None;
        }
        (self.find)(position, allowed, within)
    }
}

/// Returns the first step that an allowed technique finds, or `None` if there is none.
pub fn next_step(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    TechniqueGroup::ALL.iter().find_map(|group| group.find(position, allowed, SearchScope::ALL))
}

fn first(mut steps: impl Iterator<Item = Step>, allowed: TechniqueSet) -> Option<Step> {
    steps.find(|step| allowed.contains(step.technique))
}

macro_rules! technique_groups {
    ($($lowest:literal [$($technique:ident),*] $find:expr;)*) => {
        impl TechniqueGroup {
            /// The technique groups, in the order of the rating.
            pub const ALL: &[Self] =
                &[$(Self { techniques: &[$(Technique::$technique),*], lowest: Tenths($lowest), find: $find }),*];
        }
    };
}

technique_groups! {
    10 [LastCell] |p, _, _| singles::last_cell(p);
    12 [HiddenSingleBlock, HiddenSingleLine] |p, a, _| first(singles::hidden(p), a);
    17 [DirectPointing, DirectClaiming] |p, a, w| first(intersection::direct(p, w), a);
    20 [DirectHiddenPair] |p, a, w| first(sets::direct_hidden(p, 2, w), a);
    23 [NakedSingle] |p, _, _| singles::naked(p);
    25 [DirectHiddenTriple] |p, a, w| first(sets::direct_hidden(p, 3, w), a);
    26 [Pointing, Claiming] |p, a, w| first(intersection::plain(p, w), a);
    30 [NakedPair] |p, a, w| first(sets::naked(p, 2, w), a);
    32 [XWing] |p, a, w| first(fish::fish(p, 2, w), a);
    34 [HiddenPair] |p, a, w| first(sets::hidden(p, 2, w), a);
    36 [NakedTriple] |p, a, w| first(sets::naked(p, 3, w), a);
    38 [Swordfish] |p, a, w| first(fish::fish(p, 3, w), a);
    40 [HiddenTriple] |p, a, w| first(sets::hidden(p, 3, w), a);
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
    75 [Nishio] |p, a, _| ChainMode::NISHIO.find(p, a, FullSearch);
    80 [CellChains, RegionChains] |p, a, _| ChainMode::STATIC.find(p, a, FullSearch);
    85 [DynamicCellChains, DynamicRegionChains, DynamicContradiction, DynamicDouble]
        |p, a, _| ChainMode::DYNAMIC.find(p, a, FullSearch);
    90 [DynamicPlusCellChains, DynamicPlusRegionChains, DynamicPlusContradiction, DynamicPlusDouble]
        |p, a, _| ChainMode::PLUS.find(p, a, FullSearch);
}
