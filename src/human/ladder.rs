//! The two ladders of difficulty, and their rungs: the five levels of the published ladder, and the
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
    /// Its rungs, the easiest first.
    pub fn rungs(self) -> impl Iterator<Item = Rung> {
        (1..=Rung::MAX_COUNT as u8).filter_map(move |number| self.rung(number))
    }

    /// Its rung with this number, from 1.
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
    /// The greatest number of rungs of a ladder.
    pub const MAX_COUNT: usize = 7;

    /// The ladder that it belongs to.
    pub const fn ladder(self) -> Ladder {
        match self {
            Self::Level(_) => Ladder::Published,
            Self::Band(_) => Ladder::Human,
        }
    }

    /// The band, of a rung of the human ladder.
    pub const fn band(self) -> Option<Band> {
        match self {
            Self::Level(_) => None,
            Self::Band(band) => Some(band),
        }
    }

    /// Its number on the ladder, from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Level(level) => level.number(),
            Self::Band(band) => band.number(),
        }
    }

    /// From 0, to index a table of [`Rung::MAX_COUNT`].
    pub const fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// What a rung of its ladder is called: `level` or `band`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Level(_) => "level",
            Self::Band(_) => "band",
        }
    }

    /// The letter with which the identifiers of its puzzles begin.
    pub const fn letter(self) -> char {
        match self {
            Self::Level(_) => 'L',
            Self::Band(_) => 'B',
        }
    }

    /// The English name.
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

/// The name.
impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
