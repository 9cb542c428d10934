//! Courses: the techniques that a book teaches, in the order of its chapters.

use crate::band::Band;
use crate::logic::{StepKind, Technique, TechniqueSet};
use std::fmt;
use std::str::FromStr;
use words::{Clause, ValueError, clause};

/// Techniques of the ladder that are too rare to teach, unless their reader names them: the hardest
/// step in fewer than 1 of 250 puzzles of their band.
const RARE: [Technique; 2] = [Technique::NakedQuad, Technique::Jellyfish];

/// The techniques of band 7 that are taught. The ladder never needs uniqueness.
const TAUGHT_BEYOND: TechniqueSet =
    TechniqueSet::range(Technique::CellChains, Technique::DynamicRegionChains);

/// Returns the reason why no course can teach the technique, if it cannot.
fn obstacle(technique: Technique) -> Option<&'static str> {
    let kind = StepKind::from(technique);
    match technique {
        // Each placement takes another house of the 27, and six of them follow from the others.
        Technique::LastCell => Some("because last cells alone fill no more than 21 cells"),
        // Each house has a given, so at most four other cells of it are open.
        Technique::HiddenQuad => {
            Some("because naked sets find what a hidden quad finds: name naked-quad")
        }
        Technique::XCycle | Technique::YCycle | Technique::XyCycle => {
            Some("because chains find all that cycles find: name forcing-x-chain or forcing-chain")
        }
        _ if !kind.is_of_ladder() => {
            Some("because the human ladder never uses uniqueness or direct techniques")
        }
        _ if kind.band() == Band::Extreme && !TAUGHT_BEYOND.contains(technique) => {
            Some("because hardly a puzzle needs it")
        }
        _ => None,
    }
}

/// The techniques that a book teaches, in the order of its chapters. For each technique, the book
/// has puzzles that need it and nothing harder. A book that teaches nothing has an empty course.
///
/// The text form is a list such as `naked-pair,x-wing`. `FromStr` also reads `levels 3-4`, which
/// stands for all techniques of these human levels except the rarest, the easiest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course(Vec<Technique>);

impl Course {
    /// A course of several techniques ends with a test: of this number of puzzles of a technique,
    /// one is in the test.
    pub const TEST_SHARE: usize = 6;

    /// Returns the number of puzzles of a technique of which this number is left for its chapter.
    /// The others, a multiple of `variants`, are for the test.
    pub fn with_test(&self, chapter: u64, variants: u64) -> u64 {
        if self.0.len() < 2 {
            return chapter;
        }
        let tested = chapter / (Self::TEST_SHARE as u64 - 1);
        chapter + tested - tested % variants
    }

    /// Returns true if the course has no techniques.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the place of the chapter of a technique, counted from 0.
    pub fn place_of(&self, technique: Technique) -> Option<usize> {
        self.0.iter().position(|&other| other == technique)
    }

    /// Adds a chapter at the end, unless the technique has one.
    fn add(&mut self, technique: Technique) {
        if self.place_of(technique).is_none() {
            self.0.push(technique);
        }
    }

    /// Returns the techniques of the course that belong to a band, in the order of the chapters.
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
    type Err = Clause;

    fn from_str(text: &str) -> Result<Self, Clause> {
        let lower = text.trim().to_lowercase();
        let Some(bands) = lower.strip_prefix("levels") else {
            let mut course = Self::default();
            for id in text.split(',') {
                let technique = id.trim().parse().map_err(Clause::from)?;
                if let Some(why) = obstacle(technique) {
                    return Err(clause!("no course can teach {}, {}", technique.name(), why));
                }
                course.add(technique);
            }
            return Ok(course);
        };
        let bands = bands.trim();
        let (from, to) = bands.split_once('-').unwrap_or((bands, bands));
        let bands = match (from.trim().parse::<u8>(), to.trim().parse()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= 7 => from..=to,
            _ => {
                return Err(ValueError::quoted("levels 1 to 7, such as levels 3-4", text).into());
            }
        };
        let mut course = Self::default();
        for technique in Technique::ALL {
            let band = StepKind::from(technique).band().number();
            if bands.contains(&band) && obstacle(technique).is_none() && !RARE.contains(&technique)
            {
                course.add(technique);
            }
        }
        Ok(course)
    }
}
