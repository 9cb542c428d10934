//! The bands of the human ladder.

use super::time::Load;
use crate::human::logic::{Technique, TechniqueSet, Tenths};

named! {
    /// A band of the human ladder: which techniques a puzzle needs, and in the first two also how
    /// much there is to scan. A puzzle has the first band whose rule it meets.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Band {
        /// Singles of blocks, with a load of at most 500.
        Gentle = "Gentle",
        /// Hidden singles, with a load of at most 900.
        Easy = "Easy",
        /// Up to 2.5: singles, and direct finds.
        Medium = "Medium",
        /// Up to 4.4: sets, fish and wings.
        Hard = "Hard",
        /// Up to 6.2: unique rectangles, BUG and exclusions.
        Fiendish = "Fiendish",
        /// Up to 7.5: simple chains.
        Diabolical = "Diabolical",
        /// Everything above.
        Extreme = "Extreme",
    }
}

/// The limits of a band: the highest rating of a step, the last technique that a step may use, and
/// the highest load.
type BandRule = (Option<Tenths>, Option<Technique>, Option<f64>);

/// The limits of the bands, easiest first.
const BAND_RULES: [BandRule; 7] = [
    (Some(Tenths(12)), Some(Technique::HiddenSingleBlock), Some(500.0)),
    (Some(Tenths(15)), Some(Technique::HiddenSingleLine), Some(900.0)),
    (Some(Tenths(25)), Some(Technique::DirectHiddenTriplet), None),
    (Some(Tenths(44)), Some(Technique::XyzWing), None),
    (Some(Tenths(62)), Some(Technique::AlignedPairExclusion), None),
    (Some(Tenths(75)), Some(Technique::Nishio), None),
    (None, None, None),
];

impl Band {
    /// Returns the band with this number, 1 to 7.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=7 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// Returns the number of the band, 1 to 7.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    const fn row(self) -> &'static BandRule {
        &BAND_RULES[self as usize]
    }

    /// Returns the highest rating of a step in this band, or `None` for the last band.
    pub const fn ceiling(self) -> Option<Tenths> {
        self.row().0
    }

    /// Returns the techniques that a step of this band may use. No other technique is ever rated as
    /// low as the ceiling of the band.
    pub fn techniques(self) -> TechniqueSet {
        match self.row().1 {
            Some(last) => TechniqueSet::range(Technique::LastCell, last),
            None => TechniqueSet::ALL,
        }
    }

    /// Returns the first band whose puzzles may need this technique.
    pub fn for_technique(technique: Technique) -> Self {
        Self::ALL
            .into_iter()
            .find(|band| band.techniques().contains(technique))
            .unwrap_or(Self::Extreme)
    }

    /// Returns the highest load of a puzzle in this band, if the band limits it.
    pub const fn max_load(self) -> Option<f64> {
        self.row().2
    }

    /// Returns the first band whose limits a puzzle with this rating and load meets.
    pub fn of(er: Tenths, load: Load) -> Self {
        Self::ALL
            .into_iter()
            .find(|band| {
                band.ceiling().is_none_or(|ceiling| er <= ceiling)
                    && band.max_load().is_none_or(|most| load.0 <= most)
            })
            .unwrap_or(Self::Extreme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_band_ends_at_its_rating_and_its_load() {
        for (er, load, number) in [
            (12, 500.0, 1),
            (12, 500.1, 2),
            (13, 100.0, 2),
            (15, 900.0, 2),
            (15, 900.1, 3),
            (16, 100.0, 3),
            (25, 5_000.0, 3),
            (26, 100.0, 4),
            (44, 5_000.0, 4),
            (45, 100.0, 5),
            (62, 5_000.0, 5),
            (63, 100.0, 6),
            (75, 5_000.0, 6),
            (76, 100.0, 7),
        ] {
            assert_eq!(Band::of(Tenths(er), Load(load)).number(), number, "{er} {load}");
        }
    }
}
