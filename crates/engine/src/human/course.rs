//! Courses: the techniques that a book teaches, easiest first.

use crate::human::grade::Band;
use crate::human::logic::Technique;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Techniques too rare to teach: the hardest step in fewer than 1 of 250 puzzles of their band (1
/// of 50 in band 7, where only 1 attempt in 100 succeeds).
const RARE: [Technique; 14] = [
    Technique::DirectClaiming,
    Technique::UniqueLoop3,
    Technique::UniqueLoop4,
    Technique::NakedQuad,
    Technique::Jellyfish,
    Technique::HiddenQuad,
    Technique::Bug3,
    // Puzzles that need Nishio fall into band 7 because of their load.
    Technique::Nishio,
    Technique::DynamicContradiction,
    Technique::DynamicDouble,
    Technique::DynamicPlusCellChains,
    Technique::DynamicPlusRegionChains,
    Technique::DynamicPlusContradiction,
    Technique::DynamicPlusDouble,
];

/// The techniques that a book teaches, easiest first. For each technique, the book has puzzles that
/// need it and nothing harder. A book that teaches nothing has an empty course.
///
/// The text form is a list such as `naked-pair,x-wing`. `FromStr` also reads `levels 3-4`, which
/// stands for all techniques of these human levels except the rarest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course(BTreeSet<Technique>);

impl Course {
    /// Returns true if the course has no techniques.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if the course teaches the technique.
    pub fn has_technique(&self, technique: Technique) -> bool {
        self.0.contains(&technique)
    }

    /// Returns the techniques of the course that belong to a band.
    pub fn in_band(&self, band: Band) -> impl Iterator<Item = Technique> {
        self.0.iter().copied().filter(move |&technique| Band::for_technique(technique) == band)
    }

    /// Returns each band that the course has techniques of, with their number.
    pub fn bands(&self) -> impl Iterator<Item = (Band, u64)> {
        let bands = Band::ALL.into_iter();
        bands.map(|band| (band, self.in_band(band).count() as u64)).filter(|(_, count)| *count > 0)
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<_> = self.0.iter().map(|technique| technique.name()).collect();
        f.write_str(&ids.join(","))
    }
}

impl FromStr for Course {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_lowercase();
        let Some(bands) = lower.strip_prefix("levels") else {
            let named = text.split(',').map(|id| id.trim().parse::<Technique>());
            return named.collect::<Result<_, _>>().map(Self).map_err(|e| e.to_string());
        };
        let bands = bands.trim();
        let (from, to) = bands.split_once('-').unwrap_or((bands, bands));
        let bands = match (from.trim().parse::<u8>(), to.trim().parse()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= 7 => from..=to,
            _ => {
                return Err(format!("expected levels 1 to 7, such as levels 3-4, found {text:?}"));
            }
        };
        let mut course = Self::default();
        for technique in Technique::ALL {
            let band = Band::for_technique(technique).number();
            if bands.contains(&band) && !RARE.contains(&technique) {
                course.0.insert(technique);
            }
        }
        Ok(course)
    }
}
