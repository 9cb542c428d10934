//! The quality rules of editors for puzzles of bands 3 to 6. Users know them as wishes.

use super::path::{PathSummary, ceiling_below};
use crate::human::grade::Band;
use crate::human::logic::Technique;
use crate::make::seed::Slot;
use crate::sudoku::named::is_same_name;
use crate::sudoku::value_error::ValueError;
use std::str::FromStr;

named! {
    /// A quality that editors wish in puzzles of bands 3 to 6.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum QualityRule {
        /// The techniques of the band below get stuck. Above band 3 this is always so; in band 3 it
        /// excludes puzzles of hidden singles with a high load.
        Needed = "needed",
        /// There is no single hard step in an otherwise trivial puzzle: at least two steps are
        /// beyond the band below, or the load is in the upper half of the band.
        NoSpike = "no-spike",
        /// At least [`MIN_OPENINGS`] cells can be filled at the start.
        Openings = "openings",
        /// The hardest technique varies: every third slot passes over up to three puzzles whose
        /// hardest technique is the commonest of the band.
        Variety = "variety",
    }
}

/// The minimum number of cells that can be filled at the start under [`QualityRule::Openings`], as
/// the last cell of a house or as a hidden single.
pub const MIN_OPENINGS: u32 = 3;

/// The maximum number of puzzles that a slot passes over for [`QualityRule::Variety`].
const MAX_PASSED_OVER: u32 = 3;

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

/// Returns the median load of a band's random puzzles, and their commonest hardest technique;
/// `None` for the bands without quality rules.
pub(super) const fn band_norms(band: Band) -> Option<(f64, Technique)> {
    match band {
        Band::Medium => Some((1_086.0, Technique::DirectHiddenPair)),
        Band::Hard => Some((1_753.0, Technique::XyWing)),
        Band::Fiendish => Some((1_744.0, Technique::UniqueRectangle1)),
        Band::Diabolical => Some((2_911.0, Technique::ForcingChain)),
        Band::Gentle | Band::Easy | Band::Extreme => None,
    }
}

/// The quality rules for one slot. They ask nothing of a level, or of a band without rules.
pub(super) struct SlotRules<'a> {
    rules: &'a [QualityRule],
    band: Option<Band>,
    /// True if this slot passes over the commonest technique, as every third slot does.
    is_varied: bool,
    passed_over: u32,
}

impl<'a> SlotRules<'a> {
    pub fn new(rules: &'a [QualityRule], slot: Slot) -> Self {
        let band = slot.rung.band().filter(|band| band_norms(*band).is_some());
        Self { rules, band, is_varied: slot.number % 3 == 2, passed_over: 0 }
    }

    /// Checks the number of cells that can be filled at the start.
    pub fn check_openings(&self, openings: u32) -> Result<(), QualityRule> {
        let is_asked = self.band.is_some() && self.rules.contains(&QualityRule::Openings);
        if is_asked && openings < MIN_OPENINGS { Err(QualityRule::Openings) } else { Ok(()) }
    }

    /// Checks the path of a puzzle whose openings were checked before.
    ///
    /// # Errors
    /// The first rule that the path violates.
    pub fn check(&mut self, path: &PathSummary) -> Result<(), QualityRule> {
        let Some((band, (median_load, _))) =
            self.band.and_then(|band| Some((band, band_norms(band)?)))
        else {
            return Ok(());
        };
        let passed = self.passed_technique();
        for &rule in self.rules {
            let is_met = match rule {
                // The path of the band below is the same until its techniques find nothing.
                QualityRule::Needed => Some(path.er) > ceiling_below(band),
                QualityRule::NoSpike => path.beyond >= 2 || path.load.0 >= median_load,
                QualityRule::Openings => true,
                QualityRule::Variety => passed.is_none() || path.hardest != passed,
            };
            if !is_met {
                let is_variety = rule == QualityRule::Variety;
                return Err(if is_variety { self.pass_over() } else { rule });
            }
        }
        Ok(())
    }

    /// Returns the technique for which the slot still passes over a puzzle if it is the hardest.
    fn passed_technique(&self) -> Option<Technique> {
        let passes = self.is_varied && self.passed_over < MAX_PASSED_OVER;
        self.band.filter(|_| passes).and_then(band_norms).map(|(_, commonest)| commonest)
    }

    /// Returns `passed_technique` for band 6 only. There the slot gives up as soon as the technique
    /// is the hardest so far: the rest of the path is slow, and only 1 path in 30 meets anything
    /// harder.
    pub fn passed_at_sight(&self) -> Option<Technique> {
        let is_asked = self.rules.contains(&QualityRule::Variety);
        self.passed_technique().filter(|_| is_asked && self.band == Some(Band::Diabolical))
    }

    /// Counts a puzzle that the slot passes over.
    pub fn pass_over(&mut self) -> QualityRule {
        self.passed_over += 1;
        QualityRule::Variety
    }
}
