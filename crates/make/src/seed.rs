//! Seeds and their random streams. Only here the engine has input from outside: [`Seed::draw`]
//! reads the randomness of the operating system.

use grid::Rng;
use human::{Ladder, Rung};
use rand::TryRng as _;
use rand::rngs::SysRng;
use std::fmt;
use std::str::FromStr;
use words::ValueError;

/// The seed of a run, 0 to 2^64 - 1. The same seed makes the same puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub u64);

/// The place of a puzzle in a run: its level or band, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The level or band.
    pub rung: Rung,
    /// The number, counted from 0 in each level or band, at most [`Slot::MAX`].
    pub number: u64,
}

impl Slot {
    /// The maximum number of a slot.
    pub const MAX: u64 = (1 << 40) - 1;
    /// The maximum number of times that a slot is issued again.
    pub const MAX_REISSUES: u32 = (1 << 16) - 1;
}

/// A bit that separates the streams of the human ladder from those of the paper's levels.
const HUMAN_LADDER: u8 = 16;
/// A bit that separates the streams of small sizes from those of 9 x 9 cells: twice for 4 x 4
/// cells, three times for 6 x 6.
const SMALL_SIZES: u8 = 32;

impl Seed {
    /// Draws a random seed from the operating system.
    ///
    /// # Errors
    /// If the system cannot provide randomness.
    pub fn draw() -> Result<Self, std::io::Error> {
        SysRng.try_next_u64().map(Self).map_err(std::io::Error::other)
    }

    /// Returns the random stream of a slot. The seed is the key of the generator; level or band,
    /// number and reissue select the stream.
    ///
    /// # Panics
    /// If the number or `reissue` exceeds its maximum.
    pub fn stream(self, slot: Slot, reissue: u32) -> Rng {
        assert!(slot.number <= Slot::MAX && reissue <= Slot::MAX_REISSUES);
        let label = match slot.rung {
            Rung::Level(level) => level.number(),
            Rung::Band(band) => HUMAN_LADDER | band.number(),
            Rung::Mini(level) => (SMALL_SIZES * (level.shape().side() as u8 / 2)) | level.number(),
        };
        self.stream_at(u64::from(label) << 56 | u64::from(reissue) << 40 | slot.number)
    }

    /// Returns random stream `n`, for purposes other than slots. If `n` is at most [`Slot::MAX`],
    /// it differs from the stream of every slot.
    pub fn stream_at(self, n: u64) -> Rng {
        Rng::new(self.0, n)
    }
}

/// The identifier of a puzzle in its run: `L5-000123` has the level and the number, counted from 1;
/// `B5-000123` on the human ladder has the band. `F2-000123` is of 4 x 4 cells, `S2-000123` of
/// 6 x 6.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rung, number } = self;
        write!(f, "{}{}-{:06}", rung.letter(), rung.number(), number + 1)
    }
}

impl FromStr for Slot {
    type Err = ValueError;

    /// Parses an identifier as it is displayed. Zeros before its number may be missing.
    fn from_str(text: &str) -> Result<Self, ValueError> {
        let wrong = || ValueError::quoted("an identifier such as B2-000010", text);
        Self::parse(text).ok_or_else(wrong)
    }
}

impl Slot {
    fn parse(text: &str) -> Option<Self> {
        let (rung, number) = text.split_once('-')?;
        let (letter, level) = rung.split_at_checked(1)?;
        let level_number: u8 = level.parse().ok()?;
        let mut rungs = Ladder::ALL.into_iter().flat_map(Ladder::all_rungs);
        let rung = rungs.find(|rung| {
            rung.number() == level_number && rung.letter().to_string().eq_ignore_ascii_case(letter)
        })?;
        let counted: u64 = number.parse().ok()?;
        let number = counted.checked_sub(1).filter(|number| *number <= Self::MAX)?;
        Some(Self { rung, number })
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}
