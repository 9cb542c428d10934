//! The bands of the human ladder.

use super::tenths::Tenths;
use super::time::Load;
use crate::human::logic::{Technique, TechniqueSet};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A band of the human ladder: which techniques a puzzle needs, and in the first two also how much there is
/// to scan. A puzzle has the first band whose rule it meets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Band {
    /// Singles of blocks, with a load of at most 500.
    Gentle = 1,
    /// Hidden singles, with a load of at most 900.
    Easy,
    /// Up to 2.5: singles, and direct finds.
    Medium,
    /// Up to 4.4: sets, fish and wings.
    Hard,
    /// Up to 6.2: unique rectangles, BUG and exclusions.
    Fiendish,
    /// Up to 7.5: simple chains.
    Diabolical,
    /// Everything above.
    Extreme,
}

/// A text that is no band.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a band, 1 to 7, found {0:?}")]
pub struct UnknownBand(String);

/// Of a band: its name, the highest rating of a step, the last technique that a step may have, the highest load.
type Row = (&'static str, Option<Tenths>, Option<Technique>, Option<f64>);

/// The bands, the easiest first.
const ROWS: [Row; 7] = [
    ("Gentle", Some(Tenths(12)), Some(Technique::HiddenSingleBlock), Some(500.0)),
    ("Easy", Some(Tenths(15)), Some(Technique::HiddenSingleLine), Some(900.0)),
    ("Medium", Some(Tenths(25)), Some(Technique::DirectHiddenTriplet), None),
    ("Hard", Some(Tenths(44)), Some(Technique::XyzWing), None),
    ("Fiendish", Some(Tenths(62)), Some(Technique::AlignedPairExclusion), None),
    ("Diabolical", Some(Tenths(75)), Some(Technique::Nishio), None),
    ("Extreme", None, None, None),
];

impl Band {
    /// The seven bands, the easiest first.
    pub const ALL: [Self; 7] = [
        Self::Gentle,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Fiendish,
        Self::Diabolical,
        Self::Extreme,
    ];

    /// The band of this number, 1 to 7.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=7 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// 1 to 7.
    pub const fn number(self) -> u8 {
        self as u8
    }

    const fn row(self) -> &'static Row {
        &ROWS[self as usize - 1]
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The highest rating of a step in this band; `None` for the last band.
    pub const fn ceiling(self) -> Option<Tenths> {
        self.row().1
    }

    /// The techniques that a step of this band may have. None of the others is ever rated as low as the
    /// band's ceiling.
    pub fn techniques(self) -> TechniqueSet {
        let Some(last) = self.row().2 else {
            return TechniqueSet::ALL;
        };
        let mut set = TechniqueSet::NONE;
        Technique::ALL.iter().filter(|&&own| own <= last).for_each(|&own| set.insert(own));
        set
    }

    /// The first band whose puzzles may need this technique.
    pub fn of_technique(technique: Technique) -> Self {
        let has = |band: &Self| band.techniques().contains(technique);
        Self::ALL.into_iter().find(has).unwrap_or(Self::Extreme)
    }

    /// The highest load of a puzzle in this band, if it has a limit.
    pub const fn max_load(self) -> Option<f64> {
        self.row().3
    }

    /// The first band whose rule a puzzle with this rating and load meets.
    pub fn of(er: Tenths, load: Load) -> Self {
        let meets = |band: &Self| {
            band.ceiling().is_none_or(|ceiling| er <= ceiling)
                && band.max_load().is_none_or(|most| load.0 <= most)
        };
        Self::ALL.into_iter().find(meets).unwrap_or(Self::Extreme)
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Band {
    type Err = UnknownBand;

    fn from_str(text: &str) -> Result<Self, UnknownBand> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or_else(|| UnknownBand(text.to_owned()))
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
