//! The technique groups in the order of the rating. The first group that finds anything gives the
//! next step.

use super::chains::{ChainEnds, ChainMode, FullSearch, best_simple_chain, chain_removing};
use super::houses::SearchScope;
use super::position::Position;
use super::step::Step;
use super::step_kind::StepKind;
use super::technique::{Technique, TechniqueSet};
use super::tenths::Tenths;
use super::{bug, exclusion, fish, intersection, loops, sets, singles, wings};
use grid::{Cell, DigitSet};

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

impl Position {
    /// Returns the first step that an allowed technique finds, or `None` if there is none.
    pub fn next_step(&self, allowed: TechniqueSet) -> Option<Step> {
        TechniqueGroup::ALL.iter().find_map(|group| group.find(self, allowed, SearchScope::ALL))
    }
}

/// Returns all steps of a technique of bands 4 to 6 that is no chain, each with its reason.
pub(crate) fn steps_of_technique(position: &Position, technique: Technique) -> Vec<Step> {
    let within = SearchScope::ALL;
    match technique {
        Technique::Pointing | Technique::Claiming => {
            let found = intersection::plain(position, within);
            found.filter(|step| step.technique == technique).collect()
        }
        Technique::NakedPair => sets::naked(position, 2, within).collect(),
        Technique::NakedTriple => sets::naked(position, 3, within).collect(),
        Technique::NakedQuad => sets::naked(position, 4, within).collect(),
        Technique::HiddenPair => sets::hidden(position, 2, within).collect(),
        Technique::HiddenTriple => sets::hidden(position, 3, within).collect(),
        Technique::HiddenQuad => sets::hidden(position, 4, within).collect(),
        Technique::XWing => fish::fish(position, 2, within).collect(),
        Technique::Swordfish => fish::fish(position, 3, within).collect(),
        Technique::Jellyfish => fish::fish(position, 4, within).collect(),
        Technique::XyWing => wings::xy(position).collect(),
        Technique::XyzWing => wings::xyz(position).collect(),
        _ => Vec::new(),
    }
}

/// Returns a step of a kind of bands 4 to 6 that removes at least these candidates: the one that
/// removes the fewest others. A chain goes between these `ends`, if there are any. It may turn out
/// to be of a simpler kind, never of a harder one. Cycles are not searched.
pub(crate) fn step_removing(
    position: &Position,
    kind: StepKind,
    candidates: &[(Cell, DigitSet)],
    ends: Option<ChainEnds>,
) -> Option<Step> {
    if let Some(technique) = kind.technique() {
        let steps = steps_of_technique(position, technique).into_iter();
        let found = steps.filter(|step| step.removes(candidates)).min_by_key(Step::lost_count);
        if found.is_some() {
            return found;
        }
    }
    let removing = |start, ends| {
        let step = chain_removing(position, kind, start, ends)?.widened(position);
        let is_simple = StepKind::from_step(position, &step).ladder_key() <= kind.ladder_key();
        (is_simple && step.removes(candidates)).then_some(step)
    };
    let starts = || candidates.iter().flat_map(|&(cell, digits)| digits.map(move |d| (cell, d)));
    starts().find_map(|start| removing(start, ends)).or_else(|| removing(starts().next()?, None))
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
    [XyWing] |p, _, _| wings::xy(p).next();
    [XyzWing] |p, _, _| wings::xyz(p).next();
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
