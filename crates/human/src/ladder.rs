//! The two ladders of difficulty and their rungs: the five levels of the published ladder, and the
//! seven bands of the human ladder, which also has levels for small sizes.

use crate::band::Band;
use crate::mini::MiniLevel;
use grid::{GridShape, Level};
use std::fmt;

words::named! {
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
    /// Returns the rungs of the ladder for 9 x 9 cells, easiest first.
    pub fn rungs(self) -> impl Iterator<Item = Rung> {
        self.rungs_of_shape(GridShape::Nine)
    }

    /// Returns the rungs of the ladder for a shape, easiest first.
    pub fn rungs_of_shape(self, shape: GridShape) -> impl Iterator<Item = Rung> {
        (1..=Band::ALL.len() as u8).filter_map(move |number| self.rung_of_shape(shape, number))
    }

    /// Returns the rungs of the ladder for all shapes, the smallest first.
    pub fn all_rungs(self) -> impl Iterator<Item = Rung> {
        GridShape::ALL.into_iter().flat_map(move |shape| self.rungs_of_shape(shape))
    }

    /// Returns the rung with this number, counted from 1, or `None` if the ladder has fewer rungs.
    pub fn rung(self, number: u8) -> Option<Rung> {
        self.rung_of_shape(GridShape::Nine, number)
    }

    /// Returns the rung of a shape with this number. Small shapes are on the human ladder alone.
    pub fn rung_of_shape(self, shape: GridShape, number: u8) -> Option<Rung> {
        match (self, shape.mini()) {
            (Self::Published, None) => Level::try_from(number).ok().map(Rung::Level),
            (Self::Published, Some(_)) => None,
            (Self::Human, None) => Band::new(number).map(Rung::Band),
            (Self::Human, Some(mini)) => MiniLevel::new(mini, number).map(Rung::Mini),
        }
    }

    /// Returns the rung with this key, which [`Rung::key`] writes.
    pub fn rung_with_key(self, key: &str) -> Option<Rung> {
        let (shape, number) = match key.split_once(':') {
            Some((label, number)) => (GridShape::from_label(label).ok()?, number),
            None => (GridShape::Nine, key),
        };
        self.rung_of_shape(shape, number.parse().ok()?)
    }
}

/// The index of the first band: the levels come before.
const FIRST_BAND: usize = Level::ALL.len();
/// The index of the first level of a small size.
const FIRST_MINI: usize = FIRST_BAND + Band::ALL.len();

/// A level of the published ladder or a band of the human ladder. A section of a book is one rung.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rung {
    /// A level.
    Level(Level),
    /// A level of a small size, on the human ladder.
    Mini(MiniLevel),
    /// A band.
    Band(Band),
}

impl Rung {
    /// The number of rungs of both ladders, for all shapes.
    pub const COUNT: usize = FIRST_MINI + MiniLevel::COUNT;

    /// Returns the ladder that the rung belongs to.
    pub const fn ladder(self) -> Ladder {
        match self {
            Self::Level(_) => Ladder::Published,
            Self::Mini(_) | Self::Band(_) => Ladder::Human,
        }
    }

    /// Returns the band of a rung of the human ladder for 9 x 9 cells, and `None` for a level.
    pub const fn band(self) -> Option<Band> {
        match self {
            Self::Level(_) | Self::Mini(_) => None,
            Self::Band(band) => Some(band),
        }
    }

    /// Returns the level of a small size.
    pub const fn mini(self) -> Option<MiniLevel> {
        match self {
            Self::Mini(level) => Some(level),
            Self::Level(_) | Self::Band(_) => None,
        }
    }

    /// Returns the shape of the puzzles.
    pub fn shape(self) -> GridShape {
        match self {
            Self::Mini(level) => level.shape().into(),
            Self::Level(_) | Self::Band(_) => GridShape::Nine,
        }
    }

    /// Returns the number, with the size before it unless that is 9 x 9: `5`, `6x6:2`.
    pub fn key(self) -> String {
        match self {
            Self::Mini(_) => format!("{}:{}", self.shape().label(), self.number()),
            Self::Level(_) | Self::Band(_) => self.number().to_string(),
        }
    }

    /// Returns number and name for people, with the size before them unless that is 9 x 9.
    pub fn full_name(self) -> String {
        match self {
            Self::Mini(_) => format!("{} {} {self}", self.shape().label(), self.number()),
            Self::Level(_) | Self::Band(_) => format!("{} {self}", self.number()),
        }
    }

    /// Returns the number of the rung on its ladder, counted from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Level(level) => level.number(),
            Self::Mini(level) => level.number(),
            Self::Band(band) => band.number(),
        }
    }

    /// Returns the index of the rung, counted from 0, for tables of [`Rung::COUNT`] entries: no
    /// other rung has it. The bands follow the levels, and the small sizes follow the bands.
    pub const fn index(self) -> usize {
        let first = match self {
            Self::Level(_) => 0,
            Self::Band(_) => FIRST_BAND,
            Self::Mini(level) => FIRST_MINI + level.rungs_below(),
        };
        first + self.number() as usize - 1
    }

    /// Returns the common noun for the rungs of this ladder: `level` or `band`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Level(_) => "level",
            Self::Mini(_) | Self::Band(_) => "band",
        }
    }

    /// Returns the first letter of the identifiers of puzzles: `L` or `B`, `F` for 4 x 4 cells, `S`
    /// for 6 x 6.
    pub const fn letter(self) -> char {
        match self {
            Self::Level(_) => 'L',
            Self::Mini(level) => level.letter(),
            Self::Band(_) => 'B',
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::Mini(level) => level.band().name(),
            Self::Band(band) => band.name(),
        }
    }
}

impl From<Level> for Rung {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl From<MiniLevel> for Rung {
    fn from(level: MiniLevel) -> Self {
        Self::Mini(level)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rung_has_an_index_of_its_own() {
        let rungs = Ladder::Published.all_rungs().chain(Ladder::Human.all_rungs());
        let mut indexes: Vec<usize> = rungs.map(Rung::index).collect();
        indexes.sort_unstable();
        assert_eq!(indexes, (0..Rung::COUNT).collect::<Vec<_>>());
    }
}
