//! The bands of the human ladder.

use crate::time::Seconds;
use std::ops::RangeInclusive;

words::named! {
    /// A band of the human ladder: the techniques that solve a puzzle, and in the first two also
    /// how much there is to scan. A puzzle has the first band whose techniques solve it, within
    /// the maximum of its expected time.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Band {
        /// Last cells of houses, and hidden singles of blocks.
        Gentle = "Gentle",
        /// Hidden singles of rows and columns, too.
        Easy = "Easy",
        /// Naked singles, too.
        Medium = "Medium",
        /// Locked digits, pairs and triples, and X-wings, too.
        Hard = "Hard",
        /// Wings, short chains, larger fish and quads, too.
        Fiendish = "Fiendish",
        /// Chains, too.
        Diabolical = "Diabolical",
        /// Everything above.
        Extreme = "Extreme",
    }
}

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

    /// Returns the maximum of the expected time of a puzzle in this band, in seconds, if the band
    /// has one. The maxima give the best rank correlation with people's times.
    pub const fn max_seconds(self) -> Option<f64> {
        match self {
            Self::Gentle => Some(340.0),
            Self::Easy => Some(400.0),
            _ => None,
        }
    }

    /// Returns the band of a puzzle that the techniques of this band solve, and that takes this
    /// time.
    pub fn within_time(self, seconds: Seconds) -> Self {
        let has_room = |band: &Self| band.max_seconds().is_none_or(|most| seconds.0 <= most);
        Self::ALL.into_iter().filter(|band| *band >= self).find(has_room).unwrap_or(Self::Extreme)
    }

    /// Returns the expected times of the puzzles that are made for this band, in seconds. Puzzles
    /// outside belong to the band, but are too near to a neighbour.
    pub const fn window(self) -> RangeInclusive<u32> {
        match self {
            Self::Gentle => 0..=340,
            Self::Easy => 300..=400,
            Self::Medium => 400..=620,
            Self::Hard => 540..=840,
            Self::Fiendish => 740..=1_250,
            Self::Diabolical => 1_050..=u32::MAX,
            Self::Extreme => 1_250..=u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bands_end_at_their_times() {
        for (band, seconds, number) in [
            (Band::Gentle, 340.0, 1),
            (Band::Gentle, 340.1, 2),
            (Band::Gentle, 400.1, 3),
            (Band::Easy, 100.0, 2),
            (Band::Easy, 400.1, 3),
            (Band::Medium, 100.0, 3),
            (Band::Hard, 5_000.0, 4),
            (Band::Extreme, 100.0, 7),
        ] {
            assert_eq!(band.within_time(Seconds(seconds)).number(), number, "{band} {seconds}");
        }
    }
}
