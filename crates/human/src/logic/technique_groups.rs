//! The technique groups in the order of the rating. The first group that finds anything gives the
//! next step.

use super::chains::{ChainMode, FullSearch, best_simple_chain};
use super::houses::SearchScope;
use super::position::Position;
use super::step::Step;
use super::technique::{Technique, TechniqueSet};
use super::tenths::Tenths;
use super::{bug, exclusion, fish, intersection, loops, sets, singles, wings};

/// A group of techniques whose finds compete with each other, and the function that returns the
/// best find.
pub struct TechniqueGroup {
    /// The techniques.
    pub techniques: &'static [Technique],
    find: fn(&Position, TechniqueSet, SearchScope) -> Option<Step>,
}

impl TechniqueGroup {
    /// Returns the lowest rating of a find. It rises from group to group.
    #[inline]
    pub const fn lowest(&self) -> Tenths {
        self.techniques[0].base()
    }

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
    ($([$($technique:ident),*] $find:expr;)*) => {
        impl TechniqueGroup {
            /// The technique groups, in the order of the rating.
            pub const ALL: &[Self] =
                &[$(Self { techniques: &[$(Technique::$technique),*], find: $find }),*];
        }
    };
}

technique_groups! {
    [LastCell] |p, _, _| singles::last_cell(p);
    [HiddenSingleBlock, HiddenSingleLine] |p, a, _| first(singles::hidden(p), a);
    [DirectPointing, DirectClaiming] |p, a, w| first(intersection::direct(p, w), a);
    [DirectHiddenPair] |p, a, w| first(sets::direct_hidden(p, 2, w), a);
    [NakedSingle] |p, _, _| singles::naked(p);
    [DirectHiddenTriple] |p, a, w| first(sets::direct_hidden(p, 3, w), a);
    [Pointing, Claiming] |p, a, w| first(intersection::plain(p, w), a);
    [NakedPair] |p, a, w| first(sets::naked(p, 2, w), a);
    [XWing] |p, a, w| first(fish::fish(p, 2, w), a);
    [HiddenPair] |p, a, w| first(sets::hidden(p, 2, w), a);
    [NakedTriple] |p, a, w| first(sets::naked(p, 3, w), a);
    [Swordfish] |p, a, w| first(fish::fish(p, 3, w), a);
    [HiddenTriple] |p, a, w| first(sets::hidden(p, 3, w), a);
    [XyWing] |p, _, _| wings::xy(p);
    [XyzWing] |p, _, _| wings::xyz(p);
    [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4, UniqueLoop1, UniqueLoop2,
        UniqueLoop3, UniqueLoop4] |p, a, _| loops::find(p, a);
    [NakedQuad] |p, a, w| first(sets::naked(p, 4, w), a);
    [Jellyfish] |p, a, w| first(fish::fish(p, 4, w), a);
    [HiddenQuad] |p, a, w| first(sets::hidden(p, 4, w), a);
    [Bug1, Bug2, Bug4, Bug3] |p, a, _| bug::find(p, a);
    [AlignedPairExclusion] |p, _, _| exclusion::pair(p);
    [XCycle, YCycle, XyCycle, ForcingXChain, ForcingChain] |p, a, _| best_simple_chain(p, a);
    [AlignedTripletExclusion] |p, _, _| exclusion::triplet(p);
    [Nishio] |p, a, _| ChainMode::NISHIO.find(p, a, FullSearch);
    [CellChains, RegionChains] |p, a, _| ChainMode::STATIC.find(p, a, FullSearch);
    [DynamicCellChains, DynamicRegionChains, DynamicContradiction, DynamicDouble]
        |p, a, _| ChainMode::DYNAMIC.find(p, a, FullSearch);
    [DynamicPlusCellChains, DynamicPlusRegionChains, DynamicPlusContradiction, DynamicPlusDouble]
        |p, a, _| ChainMode::PLUS.find(p, a, FullSearch);
}
