//! The levels of small puzzles: each is the first set of techniques that solves a puzzle.

use crate::band::Band;
use grid::mini::MiniShape;

/// A level of small puzzles. Its techniques solve a puzzle of 6 x 6 cells that the level below does
/// not solve.
///
/// | level | techniques of 6 x 6 |
/// |---|---|
/// | 1 | last cell of a house, hidden single in a block |
/// | 2 | and hidden single in a row or column |
/// | 3 | and naked single |
/// | 4 | and locked digits, naked pairs, hidden pairs |
///
/// The first of them solve each of the 4,710 classes of 4 x 4 puzzles. Those have the second level
/// if at most [`MiniLevel::MAX_FEW_GIVENS`] digits are given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MiniLevel {
    shape: MiniShape,
    number: u8,
}

impl MiniLevel {
    /// The number of levels of all shapes.
    pub const COUNT: usize = (Self::count(MiniShape::Four) + Self::count(MiniShape::Six)) as usize;

    /// The most givens of a 4 x 4 puzzle of the second level.
    pub const MAX_FEW_GIVENS: usize = 6;

    /// Returns the level with this number: 1 or 2 of 4 x 4, 1 to 4 of 6 x 6.
    pub fn new(shape: MiniShape, number: u8) -> Option<Self> {
        (1..=Self::count(shape)).contains(&number).then_some(Self { shape, number })
    }

    /// Returns the number of levels of a shape.
    pub const fn count(shape: MiniShape) -> u8 {
        match shape {
            MiniShape::Four => 2,
            MiniShape::Six => 4,
        }
    }

    /// Returns the shape.
    pub const fn shape(self) -> MiniShape {
        self.shape
    }

    /// Returns the number of the level, from 1.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Returns the band of 9 x 9 cells whose name the level has.
    pub const fn band(self) -> Band {
        Band::new(self.number).expect("there are more bands than levels")
    }

    /// Returns the number of levels of all smaller shapes.
    pub(crate) const fn rungs_below(self) -> usize {
        match self.shape {
            MiniShape::Four => 0,
            MiniShape::Six => Self::count(MiniShape::Four) as usize,
        }
    }

    /// Returns the first letter of the identifiers of puzzles.
    pub(crate) const fn letter(self) -> char {
        match self.shape {
            MiniShape::Four => 'F',
            MiniShape::Six => 'S',
        }
    }

    /// Returns the level below whose techniques do not solve a puzzle of this one, if there is one.
    pub fn insufficient(self) -> Option<Self> {
        match self.shape {
            MiniShape::Four => None,
            MiniShape::Six => Self::new(self.shape, self.number - 1),
        }
    }

    /// Returns the levels of a shape, easiest first.
    pub fn all_of(shape: MiniShape) -> impl Iterator<Item = Self> {
        (1..=Self::count(shape)).map(move |number| Self { shape, number })
    }
}
