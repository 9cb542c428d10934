//! The producers in the order of the rating: the first that finds anything gives the next step.

use super::chains::{Anything, Mode, multiple, simple};
use super::position::Position;
use super::step::Step;
use super::technique::{Technique, TechniqueSet};
use super::{bug, exclusion, fish, intersection, loops, sets, singles, wings};

/// A group of techniques whose finds are compared with each other, with the routine that gives the best.
pub struct Producer {
    /// The techniques.
    pub techniques: &'static [Technique],
    find: fn(&Position, TechniqueSet) -> Option<Step>,
}

impl Producer {
    /// The producer's first find, by its own order, among these techniques.
    pub fn find(&self, position: &Position, allowed: TechniqueSet) -> Option<Step> {
        let any = self
            .techniques
            .iter()
            .any(|&technique| allowed.contains(technique));
        any.then(|| (self.find)(position, allowed)).flatten()
    }
}

/// The first step among these techniques; `None` when none of them finds anything.
pub fn next_step(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    PRODUCERS
        .iter()
        .find_map(|producer| producer.find(position, allowed))
}

fn first(mut steps: impl Iterator<Item = Step>, allowed: TechniqueSet) -> Option<Step> {
    steps.find(|step| allowed.contains(step.technique))
}

macro_rules! producers {
    ($([$($technique:ident),*] $find:expr;)*) => {
        /// The producers, in order.
        pub const PRODUCERS: &[Producer] =
            &[$(Producer { techniques: &[$(Technique::$technique),*], find: $find }),*];
    };
}

producers! {
    [LastCell] |p, _| singles::last_cell(p);
    [HiddenSingleBlock, HiddenSingleLine] |p, a| first(singles::hidden(p), a);
    [DirectPointing, DirectClaiming] |p, a| first(intersection::direct(p), a);
    [DirectHiddenPair] |p, a| first(sets::direct_hidden(p, 2), a);
    [NakedSingle] |p, _| singles::naked(p);
    [DirectHiddenTriplet] |p, a| first(sets::direct_hidden(p, 3), a);
    [Pointing, Claiming] |p, a| first(intersection::plain(p), a);
    [NakedPair] |p, a| first(sets::naked(p, 2), a);
    [XWing] |p, a| first(fish::fish(p, 2), a);
    [HiddenPair] |p, a| first(sets::hidden(p, 2), a);
    [NakedTriplet] |p, a| first(sets::naked(p, 3), a);
    [Swordfish] |p, a| first(fish::fish(p, 3), a);
    [HiddenTriplet] |p, a| first(sets::hidden(p, 3), a);
    [XyWing] |p, _| wings::xy(p);
    [XyzWing] |p, _| wings::xyz(p);
    [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4, UniqueLoop1, UniqueLoop2,
        UniqueLoop3, UniqueLoop4] loops::find;
    [NakedQuad] |p, a| first(sets::naked(p, 4), a);
    [Jellyfish] |p, a| first(fish::fish(p, 4), a);
    [HiddenQuad] |p, a| first(sets::hidden(p, 4), a);
    [Bug1, Bug2, Bug4, Bug3] bug::find;
    [AlignedPairExclusion] |p, _| exclusion::pair(p);
    [XCycle, YCycle, XyCycle, ForcingXChain, ForcingChain] simple;
    [AlignedTripletExclusion] |p, _| exclusion::triplet(p);
    [Nishio] |p, a| multiple(p, &Mode::NISHIO, a, Anything);
    [CellChains, RegionChains] |p, a| multiple(p, &Mode::STATIC, a, Anything);
    [DynamicCellChains, DynamicRegionChains, DynamicContradiction, DynamicDouble]
        |p, a| multiple(p, &Mode::DYNAMIC, a, Anything);
    [DynamicPlusCellChains, DynamicPlusRegionChains, DynamicPlusContradiction, DynamicPlusDouble]
        |p, a| multiple(p, &Mode::PLUS, a, Anything);
}
