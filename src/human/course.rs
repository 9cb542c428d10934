//! A course: the techniques that a book teaches, the easiest first.

use crate::human::grade::Band;
use crate::human::logic::Technique;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The techniques that are the hardest of fewer than one in 250 puzzles of their band; in band 7, of which one attempt in
/// a hundred makes a puzzle, of fewer than one in 50.
const RARE: [Technique; 14] = [
    Technique::DirectClaiming,
    Technique::UniqueLoop3,
    Technique::UniqueLoop4,
    Technique::NakedQuad,
    Technique::Jellyfish,
    Technique::HiddenQuad,
    Technique::Bug3,
    // Puzzles that need it are in band 7, by their load.
    Technique::Nishio,
    Technique::DynamicContradiction,
    Technique::DynamicDouble,
    Technique::DynamicPlusCellChains,
    Technique::DynamicPlusRegionChains,
    Technique::DynamicPlusContradiction,
    Technique::DynamicPlusDouble,
];

/// Techniques that a book teaches, the easiest first, each with puzzles that need it and nothing harder. Empty for a
/// book that teaches none. As text `naked-pair,x-wing`; `bands 3-4`, all techniques of the bands but the rarest, is read,
/// too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course(BTreeSet<Technique>);

impl Course {
    /// Whether there are no techniques.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a technique is taught.
    pub fn has_technique(&self, technique: Technique) -> bool {
        self.0.contains(&technique)
    }

    /// The techniques of a band.
    pub fn in_band(&self, band: Band) -> impl Iterator<Item = Technique> {
        self.0.iter().copied().filter(move |&technique| Band::for_technique(technique) == band)
    }

    /// The bands of its techniques, each with the number of these.
    pub fn bands(&self) -> impl Iterator<Item = (Band, u64)> {
        let count = |band| (band, self.in_band(band).count() as u64);
        Band::ALL.into_iter().map(count).filter(|(_, count)| *count > 0)
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
        let Some(bands) = lower.strip_prefix("bands") else {
            let named = text.split(',').map(|id| id.trim().parse::<Technique>());
            return named.collect::<Result<_, _>>().map(Self).map_err(|e| e.to_string());
        };
        let bands = bands.trim();
        let (from, to) = bands.split_once('-').unwrap_or((bands, bands));
        let number = |text: &str| text.trim().parse().ok().filter(|n| (1..=7).contains(n));
        match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to => {
                let is_of = |technique: &Technique| {
                    let band = Band::for_technique(*technique).number();
                    (from..=to).contains(&band) && !RARE.contains(technique)
                };
                Ok(Self(Technique::ALL.iter().copied().filter(is_of).collect()))
            }
            _ => Err(format!("expected bands 1 to 7, such as bands 3-4, found {text:?}")),
        }
    }
}
