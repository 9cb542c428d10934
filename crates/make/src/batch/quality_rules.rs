//! The quality rules of editors for puzzles of the human ladder. Users know them as wishes.

use grid::Grid;
use human::{Band, CandidateRows, ChainPattern, StepKind, Technique};

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
        /// There is no single hard step in an otherwise easy puzzle: from band 4 on, the techniques
        /// of the band below are stuck at least twice.
        NoSpike = "no-spike",
        /// In every second puzzle of bands 5 and 6, the band's own techniques are needed in the
        /// last third of the rounds, too. Locked digits and pairs hardly ever come so late.
        SecondCrux = "second-crux",
        /// The hardest technique of bands 4 to 6 varies: the puzzles take turns.
        Variety = "variety",
    }
}

impl QualityRule {
    /// All rules, in the order in which making checks them.
    pub(super) const CHEAPEST_FIRST: [Self; 7] = [
        Self::Needed,
        Self::NoSpike,
        Self::SecondCrux,
        Self::Variety,
        Self::Openings,
        Self::NoNeedle,
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

/// The number of times that the band below is stuck under [`QualityRule::NoSpike`].
pub(super) const MIN_CRUXES: u32 = 2;

/// The commonest hardest techniques of a band, and the turns of ten that allow each. All turns
/// allow the rarer ones.
type CommonTechniques = &'static [(StepKind, &'static [u64])];

/// Returns the commonest hardest techniques of a band. Chains of level 6 have two kinds alone.
const fn common_techniques(band: Band) -> CommonTechniques {
    const NAKED_PAIR: StepKind = StepKind::Technique(Technique::NakedPair);
    const CLAIMING: StepKind = StepKind::Technique(Technique::Claiming);
    const HIDDEN_PAIR: StepKind = StepKind::Technique(Technique::HiddenPair);
    const XY_WING: StepKind = StepKind::Technique(Technique::XyWing);
    const W_WING: StepKind = StepKind::Pattern(ChainPattern::WWing);
    const XY_CHAIN: StepKind = StepKind::Pattern(ChainPattern::XyChain);
    const CHAIN: StepKind = StepKind::Technique(Technique::ForcingChain);
    match band {
        Band::Hard => {
            &[(NAKED_PAIR, &[0, 4, 8]), (CLAIMING, &[1, 5, 9]), (HIDDEN_PAIR, &[2, 3, 6, 7])]
        }
        Band::Fiendish => &[(XY_WING, &[0, 4, 8]), (W_WING, &[2, 5, 7])],
        Band::Diabolical => &[(XY_CHAIN, &[0, 2, 4, 6, 8]), (CHAIN, &[1, 3, 5, 7, 9])],
        _ => &[],
    }
}

/// Returns true if a turn of a band permits this technique as the hardest one under
/// [`QualityRule::Variety`].
pub(super) fn permits_hardest(band: Band, turn: u64, hardest: StepKind) -> bool {
    let common = common_techniques(band).iter().find(|(kind, _)| *kind == hardest);
    common.is_none_or(|(_, turns)| turns.contains(&(turn % 10)))
}

/// Returns true if the band's own techniques are needed late in a turn under
/// [`QualityRule::SecondCrux`]: in two of four turns, so that each hardest technique has both kinds
/// of turns.
pub(super) fn is_late_turn(band: Band, turn: u64) -> bool {
    band > Band::Hard && turn % 4 >= 2
}

/// Returns the number of cells that hidden singles can fill at the start.
pub(super) fn count_openings(givens: &Grid) -> u32 {
    CandidateRows::new(givens).fill_hidden()
}
