//! The techniques, with the names that commands, catalogues and documents use.

use super::tenths::Tenths;

words::named! {
    /// A solving technique: a reason why a digit can be placed or a candidate removed.
    ///
    /// The values are in the order in which the rating tries them; see [`super::TECHNIQUE_GROUPS`].
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Technique {
        /// The last empty cell of a house.
        LastCell = "last-cell",
        /// A digit with one place in a block.
        HiddenSingleBlock = "hidden-single-block",
        /// A digit with one place in a row or column.
        HiddenSingleLine = "hidden-single-line",
        /// Pointing that leaves a digit only one place.
        DirectPointing = "direct-pointing",
        /// Claiming that leaves a digit only one place.
        DirectClaiming = "direct-claiming",
        /// A hidden pair that leaves another digit only one place.
        DirectHiddenPair = "direct-hidden-pair",
        /// A cell with one candidate.
        NakedSingle = "naked-single",
        /// A hidden triple that leaves another digit only one place.
        DirectHiddenTriple = "direct-hidden-triple",
        /// A digit whose places in a block all lie in one line.
        Pointing = "pointing",
        /// A digit whose places in a line all lie in one block.
        Claiming = "claiming",
        /// Two cells of a house with two candidates in all.
        NakedPair = "naked-pair",
        /// Two lines whose places of a digit lie in two crossing lines.
        XWing = "x-wing",
        /// Two digits of a house with two places in all.
        HiddenPair = "hidden-pair",
        /// Three cells of a house with three candidates in all.
        NakedTriple = "naked-triple",
        /// Three lines whose places of a digit lie in three crossing lines.
        Swordfish = "swordfish",
        /// Three digits of a house with three places in all.
        HiddenTriple = "hidden-triple",
        /// A pivot with two candidates and two pincers.
        XyWing = "xy-wing",
        /// A pivot with three candidates and two pincers.
        XyzWing = "xyz-wing",
        /// A rectangle that has two solutions unless one cell takes a further candidate.
        UniqueRectangle1 = "unique-rectangle-1",
        /// A rectangle that has two solutions unless some cell takes one particular further digit.
        UniqueRectangle2 = "unique-rectangle-2",
        /// A rectangle whose further digits make a set with other cells.
        UniqueRectangle3 = "unique-rectangle-3",
        /// A rectangle with a digit that must be in two of its cells.
        UniqueRectangle4 = "unique-rectangle-4",
        /// A loop of six cells or more that has two solutions unless one cell takes a further
        /// candidate.
        UniqueLoop1 = "unique-loop-1",
        /// A loop of six cells or more that has two solutions unless some cell takes one particular
        /// digit.
        UniqueLoop2 = "unique-loop-2",
        /// A loop of six cells or more whose further digits make a set with other cells.
        UniqueLoop3 = "unique-loop-3",
        /// A loop of six cells or more with a digit that must be in two of its cells.
        UniqueLoop4 = "unique-loop-4",
        /// Four cells of a house with four candidates in all.
        NakedQuad = "naked-quad",
        /// Four lines whose places of a digit lie in four crossing lines.
        Jellyfish = "jellyfish",
        /// Four digits of a house with four places in all.
        HiddenQuad = "hidden-quad",
        /// Two candidates in every cell, except in one cell.
        Bug1 = "bug-1",
        /// Two candidates in every cell, except for one surplus digit.
        Bug2 = "bug-2",
        /// Two candidates in every cell, except for surplus digits that make a set.
        Bug3 = "bug-3",
        /// Two candidates in every cell, except in two cells that share a digit.
        Bug4 = "bug-4",
        /// Two cells whose pairs of digits would leave a third cell empty.
        AlignedPairExclusion = "aligned-pair-exclusion",
        /// A cycle of one digit.
        XCycle = "x-cycle",
        /// A cycle through cells with two candidates.
        YCycle = "y-cycle",
        /// A cycle of any links.
        XyCycle = "xy-cycle",
        /// A forcing chain of one digit; with six nodes a turbot fish.
        ForcingXChain = "forcing-x-chain",
        /// A forcing chain of any links.
        ForcingChain = "forcing-chain",
        /// Three cells whose triples of digits would leave a fourth cell empty.
        AlignedTripletExclusion = "aligned-triple-exclusion",
        /// An assumption that leaves a digit without a place.
        Nishio = "nishio",
        /// Chains from every candidate of a cell.
        CellChains = "cell-chains",
        /// Chains from every place of a digit in a house.
        RegionChains = "region-chains",
        /// Dynamic chains from every candidate of a cell.
        DynamicCellChains = "dynamic-cell-chains",
        /// Dynamic chains from every place of a digit in a house.
        DynamicRegionChains = "dynamic-region-chains",
        /// An assumption that contradicts itself by dynamic chains.
        DynamicContradiction = "dynamic-contradiction",
        /// Dynamic chains from a candidate and from its opposite.
        DynamicDouble = "dynamic-double",
        /// Dynamic chains with intersections, pairs and X-wings, from every candidate of a cell.
        DynamicPlusCellChains = "dynamic-plus-cell-chains",
        /// Dynamic chains with intersections, pairs and X-wings, from every place of a digit in a
        /// house.
        DynamicPlusRegionChains = "dynamic-plus-region-chains",
        /// An assumption that contradicts itself by dynamic chains with intersections, pairs and
        /// X-wings.
        DynamicPlusContradiction = "dynamic-plus-contradiction",
        /// Dynamic chains with intersections, pairs and X-wings, from a candidate and from its
        /// opposite.
        DynamicPlusDouble = "dynamic-plus-double",
    }
}

/// The base ratings on the scale of Sudoku Explainer, in tenths, in the order of the techniques.
const BASES: [u8; Technique::ALL.len()] = [
    10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, // up to XYZ-wings
    45, 45, 45, 45, 46, 46, 46, 46, // unique rectangles and loops
    50, 52, 54, // quads and jellyfish
    56, 57, 57, 57, 62, // BUG and aligned pairs
    65, 65, 70, 66, 70, // cycles and simple chains
    75, 75, 80, 80, 85, 85, 85, 85, 90, 90, 90, 90, // aligned triplets and multiple chains
];

impl Technique {
    /// Returns the rating of a step of the smallest kind. Longer loops and chains, and larger sets
    /// beside a BUG or a loop, are rated higher.
    pub const fn base(self) -> Tenths {
        Tenths(BASES[self as usize] as u16)
    }

    /// Returns [`Self::base`] as a number.
    #[inline]
    pub const fn base_rating(self) -> f64 {
        BASES[self as usize] as f64 / 10.0
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// No technique.
    pub const NONE: Self = Self(0);
    /// Every technique.
    pub const ALL: Self = Self(u64::MAX >> (64 - Technique::ALL.len()));

    /// Returns the techniques from `first` to `last`, both included, in the order of the rating.
    #[inline]
    pub const fn range(first: Technique, last: Technique) -> Self {
        let (from_first, up_to_last) = (u64::MAX << first as u8, u64::MAX >> (63 - last as u8));
        Self(from_first & up_to_last)
    }

    /// Returns true if the set has no technique.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the technique is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 != 0
    }

    /// Returns the set without the techniques of another.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a technique.
    pub const fn insert(&mut self, technique: Technique) {
        self.0 |= 1 << technique as u8;
    }

    /// Removes a technique.
    pub const fn remove(&mut self, technique: Technique) {
        self.0 &= !(1 << technique as u8);
    }
}
