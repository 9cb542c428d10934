//! The two ladders of difficulty and their rungs: the five levels of the published ladder, and the
//! seven bands of the human ladder.

use crate::human::grade::Band;
use crate::sudoku::score::Level;
use std::fmt;

named! {
    /// A scale of difficulty by which puzzles are made and sorted into sections.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum Ladder {
        /// Five levels, by the published score.
        [default]
        Published = "published",
        /// Seven bands, by the techniques that a person needs.
        Human = "human",
    }
}

impl Ladder {
    /// Returns the rungs of the ladder, easiest first.
    pub fn rungs(self) -> impl Iterator<Item = Rung> {
        (1..=Rung::MAX_COUNT as u8).filter_map(move |number| self.rung(number))
    }

    /// Returns the rung with this number, counted from 1, or `None` if the ladder has fewer rungs.
    pub fn rung(self, number: u8) -> Option<Rung> {
        match self {
            Self::Published => Level::try_from(number).ok().map(Rung::Level),
            Self::Human => Band::new(number).map(Rung::Band),
        }
    }
}

/// A level of the published ladder or a band of the human ladder. A section of a book is one rung.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rung {
    /// A level.
    Level(Level),
    /// A band.
    Band(Band),
}

impl Rung {
    /// The largest number of rungs that a ladder has.
    pub const MAX_COUNT: usize = 7;

    /// Returns the ladder that the rung belongs to.
    pub const fn ladder(self) -> Ladder {
        match self {
            Self::Level(_) => Ladder::Published,
            Self::Band(_) => Ladder::Human,
        }
    }

    /// Returns the band of a rung of the human ladder, and `None` for a level.
    pub const fn band(self) -> Option<Band> {
        match self {
            Self::Level(_) => None,
            Self::Band(band) => Some(band),
        }
    }

    /// Returns the number of the rung on its ladder, counted from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Level(level) => level.number(),
            Self::Band(band) => band.number(),
        }
    }

    /// Returns the index of the rung, counted from 0, for tables of [`Rung::MAX_COUNT`] entries.
    pub const fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// Returns the common noun for the rungs of this ladder: `level` or `band`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Level(_) => "level",
            Self::Band(_) => "band",
        }
    }

    /// Returns the first letter of the identifiers of puzzles on this ladder: `L` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Level(_) => 'L',
            Self::Band(_) => 'B',
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::Band(band) => band.name(),
        }
    }
}

impl From<Level> for Rung {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl From<Band> for Rung {
    fn from(band: Band) -> Self {
        Self::Band(band)
    }
}

/// Writes the English name.
impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
