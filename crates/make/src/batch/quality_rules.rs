//! The quality rules of editors for puzzles of the human ladder. Users know them as wishes.

use explainer::Rating;
use grid::{Grid, Puzzle};
use human::{
    Band, CandidateRows, ChainPattern, LadderClosure, Seconds, StepKind, Technique, narrowest_round,
};
use std::str::FromStr;
use words::{ValueError, is_same_name};

words::named! {
    /// A quality that editors wish in puzzles of bands 1 to 6.
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

/// Returns the minimum number of cells that can be filled at the start under
/// [`QualityRule::Openings`].
pub const fn min_openings(band: Band) -> u32 {
    match band {
        Band::Gentle => 6,
        Band::Easy => 4,
        Band::Medium => 3,
        _ => 2,
    }
}

/// Returns the minimum number of cells that singles fill at every moment under
/// [`QualityRule::NoNeedle`].
const fn min_width(band: Band) -> u32 {
    match band {
        Band::Gentle => 3,
        Band::Easy | Band::Medium => 2,
        _ => 0,
    }
}

/// The number of times that the band below is stuck under [`QualityRule::NoSpike`].
const MIN_CRUXES: u32 = 2;

/// A list of quality rules as users write it: `needed,openings`, or `none`.
#[derive(Clone, Debug)]
pub struct QualityRules(pub Vec<QualityRule>);

impl FromStr for QualityRules {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if is_same_name(text, "none") {
            return Ok(Self(Vec::new()));
        }
        let named: Vec<QualityRule> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        // In the order of the enum, so that the same rules give the same run.
        let rules = QualityRule::ALL.into_iter().filter(|rule| named.contains(rule));
        Ok(Self(rules.collect()))
    }
}

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

/// The quality rules for one puzzle of a band.
#[derive(Clone)]
pub(super) struct SlotRules {
    rules: Vec<QualityRule>,
    pub band: Band,
    turn: u64,
}

/// The reason why a puzzle violates a rule, and the remedy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MissedRule {
    pub rule: QualityRule,
    pub remedy: GivensRemedy,
}

/// The change of the givens that may help a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivensRemedy {
    More,
    Fewer,
    Other,
}

impl SlotRules {
    /// Returns the rules for the puzzle that has this turn in a band.
    pub const fn new(rules: Vec<QualityRule>, band: Band, turn: u64) -> Self {
        Self { rules, band, turn }
    }

    fn has(&self, rule: QualityRule) -> bool {
        self.band < Band::Extreme && self.rules.contains(&rule)
    }

    /// Returns the first rule that a rated puzzle misses.
    pub fn first_missed(
        &self,
        puzzle: &Puzzle,
        closure: &LadderClosure,
        rating: &Rating,
    ) -> Option<QualityRule> {
        let checked = self
            .check_closure(closure)
            .and_then(|()| self.check_singles(puzzle.givens()))
            .and_then(|()| self.check_rating(rating));
        checked.err().map(|missed| missed.rule)
    }

    /// Checks the singles of a puzzle.
    pub fn check_singles(&self, givens: &Grid) -> Result<(), MissedRule> {
        let remedy = GivensRemedy::More;
        if self.has(QualityRule::Openings) {
            let openings = count_openings(givens);
            if openings < min_openings(self.band) {
                return Err(MissedRule { rule: QualityRule::Openings, remedy });
            }
        }
        let width = min_width(self.band);
        if width > 0
            && self.has(QualityRule::NoNeedle)
            && narrowest_round(givens, self.band, width) < width
        {
            return Err(MissedRule { rule: QualityRule::NoNeedle, remedy });
        }
        Ok(())
    }

    /// Checks the closure by which the band solves a puzzle.
    pub fn check_closure(&self, closure: &LadderClosure) -> Result<(), MissedRule> {
        if closure.hardest().band() < self.band && self.has(QualityRule::Needed) {
            let (rule, remedy) = (QualityRule::Needed, GivensRemedy::Fewer);
            return Err(MissedRule { rule, remedy });
        }
        if self.band < Band::Hard {
            return Ok(());
        }
        let remedy = GivensRemedy::Other;
        if self.has(QualityRule::NoSpike) && closure.times_stuck_below(self.band) < MIN_CRUXES {
            return Err(MissedRule { rule: QualityRule::NoSpike, remedy });
        }
        // Two of four turns, so that each technique has both kinds of turns.
        let is_late = self.band > Band::Hard && self.turn % 4 >= 2;
        if is_late && self.has(QualityRule::SecondCrux) && !closure.has_late_use(self.band) {
            return Err(MissedRule { rule: QualityRule::SecondCrux, remedy });
        }
        if self.has(QualityRule::Variety) && !self.allows(closure.hardest()) {
            return Err(MissedRule { rule: QualityRule::Variety, remedy });
        }
        Ok(())
    }

    /// Returns true if the turn allows this technique as the hardest one.
    fn allows(&self, hardest: StepKind) -> bool {
        let common = common_techniques(self.band).iter().find(|(kind, _)| *kind == hardest);
        common.is_none_or(|(_, turns)| turns.contains(&(self.turn % 10)))
    }

    /// Checks the expected time of a puzzle that hidden singles solve, before it is rated.
    pub fn check_time_of_singles(&self, givens: &Grid) -> Result<(), MissedRule> {
        if self.has(QualityRule::Window) {
            return self.check_seconds(Seconds::from_singles(givens));
        }
        Ok(())
    }

    /// Checks the expected time of a puzzle.
    pub fn check_rating(&self, rating: &Rating) -> Result<(), MissedRule> {
        if self.has(QualityRule::Window) {
            return self.check_seconds(rating.seconds);
        }
        Ok(())
    }

    fn check_seconds(&self, seconds: Seconds) -> Result<(), MissedRule> {
        let Some(window) = self.band.window() else {
            return Ok(());
        };
        let rule = QualityRule::Window;
        if seconds.0 < f64::from(*window.start()) {
            return Err(MissedRule { rule, remedy: GivensRemedy::Fewer });
        }
        if seconds.0 > f64::from(*window.end()) {
            return Err(MissedRule { rule, remedy: GivensRemedy::More });
        }
        Ok(())
    }
}

/// Returns the number of cells that hidden singles can fill at the start.
fn count_openings(givens: &Grid) -> u32 {
    CandidateRows::new(givens).fill_hidden()
}
