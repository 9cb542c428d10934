//! Courses: the techniques that a book teaches, easiest first.

use crate::human::grade::Band;
use crate::human::logic::{StepKind, Technique, TechniqueSet};
use crate::sudoku::value_error::ValueError;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Techniques of the ladder that are too rare to teach: the hardest step in fewer than 1 of 250
/// puzzles of their band. The closure of chains has all cycles.
const RARE: [Technique; 6] = [
    Technique::NakedQuad,
    Technique::Jellyfish,
    Technique::HiddenQuad,
    Technique::XCycle,
    Technique::YCycle,
    Technique::XyCycle,
];

/// The techniques of band 7 that are taught. The ladder never needs uniqueness.
const TAUGHT_BEYOND: TechniqueSet =
    TechniqueSet::range(Technique::CellChains, Technique::DynamicRegionChains);

/// Returns true if a puzzle of the ladder can need the technique.
fn is_taught(technique: Technique) -> bool {
    StepKind::from(technique).band() < Band::Extreme || TAUGHT_BEYOND.contains(technique)
}

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

    /// Returns the techniques of the course that belong to a band.
    pub fn in_band(&self, band: Band) -> impl Iterator<Item = Technique> {
        self.0.iter().copied().filter(move |&technique| StepKind::from(technique).band() == band)
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
            let mut course = Self::default();
            for id in text.split(',') {
                let technique = id.trim().parse().map_err(|e: ValueError| e.to_string())?;
                if !is_taught(technique) {
                    return Err(format!(
                        "expected techniques of the human ladder, which never needs uniqueness and \
                         direct techniques, found {technique}"
                    ));
                }
                course.0.insert(technique);
            }
            return Ok(course);
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
            let band = StepKind::from(technique).band().number();
            if bands.contains(&band) && is_taught(technique) && !RARE.contains(&technique) {
                course.0.insert(technique);
            }
        }
        Ok(course)
    }
}
