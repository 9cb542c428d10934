//! The quality rules of editors for puzzles of the human ladder. Users know them as wishes.

use human::{Band, ChainPattern, StepKind, Technique};

words::named! {
    /// A quality that editors wish in puzzles of the human ladder. Band 7 has the window alone.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum QualityRule {
        /// The techniques of the band below get stuck. Above band 3 this is always so; in bands 2
        /// and 3 it excludes puzzles of simpler singles with a long expected time.
        Needed = "needed",
        /// The expected time lies in the [window](Band::window) of the band.
        Window = "window",
        /// Enough cells can be filled at the start, as the last cell of a house or as a hidden
        /// single; see [`min_openings`].
        Openings = "openings",
        /// There is no needle's eye: at every moment, singles fill at least three cells in band 1,
        /// and two in bands 2 and 3.
        NoNeedle = "no-needle",
        /// There is no single hard step in an otherwise easy puzzle: in bands 4 to 6, one removal
        /// is not enough for singles to finish the puzzle; in every second puzzle of band 3, the
        /// naked singles of one house are not enough.
        NoSpike = "no-spike",
        /// In every second puzzle of bands 4 to 6, one of the fewest removals is by the band's own
        /// techniques and comes when 55 of 100 empty cells are filled. That is so in three, twelve
        /// and three of a hundred puzzles. So it is no default: it takes ten times as long in
        /// bands 4 and 5, and two hundred times in band 6.
        SecondCrux = "second-crux",
        /// The hardest technique varies in bands 4 and 5: every fifth puzzle does not need the
        /// commonest one, so that no technique is the hardest of the fewest removals in more than
        /// a third of the puzzles.
        Variety = "variety",
    }
}

impl QualityRule {
    /// The rules that plans have unless somebody asks for others.
    pub const DEFAULT: [Self; 6] =
        [Self::Needed, Self::Window, Self::Openings, Self::NoNeedle, Self::NoSpike, Self::Variety];
    /// All rules, in the order in which making checks them.
    pub(super) const CHEAPEST_FIRST: [Self; 7] = [
        Self::Needed,
        Self::NoSpike,
        Self::Openings,
        Self::NoNeedle,
        Self::Variety,
        Self::SecondCrux,
        Self::Window,
    ];

    /// Returns true if puzzles of a band are judged by the rule.
    pub(super) fn is_of_band(self, band: Band) -> bool {
        band < Band::Extreme || self == Self::Window
    }
}

/// Returns the minimum number of cells that can be filled at the start under
/// [`QualityRule::Openings`].
pub(super) const fn min_openings(band: Band) -> u32 {
    match band {
        Band::Gentle => 6,
        Band::Easy => 4,
        Band::Medium => 3,
        _ => 2,
    }
}

/// Returns the minimum number of cells that singles fill at every moment under
/// [`QualityRule::NoNeedle`].
pub(super) const fn min_width(band: Band) -> u32 {
    match band {
        Band::Gentle => 3,
        Band::Easy | Band::Medium => 2,
        _ => 0,
    }
}

/// Returns the technique that would be the hardest one of more than a third of a band's puzzles.
/// The others have no more than three of ten. In band 6, forcing chains are the shortest way
/// through nine of ten puzzles, whatever these need.
const fn commonest_technique(band: Band) -> Option<StepKind> {
    match band {
        Band::Hard => Some(StepKind::Technique(Technique::NakedPair)),
        Band::Fiendish => Some(StepKind::Pattern(ChainPattern::WWing)),
        _ => None,
    }
}

/// Returns the technique that may not be the hardest one in a turn of a band under
/// [`QualityRule::Variety`]: the commonest one in every fifth turn.
pub(super) fn excluded_technique(band: Band, turn: u64) -> Option<StepKind> {
    if turn % 5 == 4 { commonest_technique(band) } else { None }
}

/// Returns true if the naked singles of one house are not enough in a turn of band 3 under
/// [`QualityRule::NoSpike`]: in every second one, because seven of eight puzzles need one alone.
pub(super) const fn is_of_several_singles(turn: u64) -> bool {
    turn % 2 == 1
}

/// Returns true if the band's own techniques are needed late in a turn under
/// [`QualityRule::SecondCrux`].
pub(super) fn is_late_turn(band: Band, turn: u64) -> bool {
    (Band::Hard..=Band::Diabolical).contains(&band) && turn % 2 == 1
}

/// The share of the empty cells that are filled before a late use, in per cent.
pub(super) const LATE_USE: u32 = 55;
