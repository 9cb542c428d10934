//! Where randomness comes from: the only place in which a generator is created.

use crate::score::Level;
use rand::TryRng as _;
use rand::rngs::SysRng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt;
use std::str::FromStr;

/// The stream of random numbers of one slot. ChaCha is the same on every machine.
pub type Rng = ChaCha8Rng;

/// What makes a run repeatable: any number from 0 to 2^64 - 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub u64);

/// A place in a run: the `number`-th puzzle of a level, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The level.
    pub level: Level,
    /// Counted from 0 in each level, at most [`Slot::MOST`].
    pub number: u64,
}

impl Slot {
    /// The highest number that a slot can have.
    pub const MOST: u64 = (1 << 40) - 1;
}

/// How often one slot may be issued again.
pub const MOST_REISSUES: u32 = (1 << 16) - 1;

impl Seed {
    /// A seed that nobody could have foreseen, from the operating system.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn draw() -> Result<Self, std::io::Error> {
        SysRng
            .try_next_u64()
            .map(Self)
            .map_err(std::io::Error::other)
    }

    /// The random stream of a slot: keyed by the seed, told apart by level, number and reissue.
    ///
    /// # Panics
    /// When number or reissue is beyond its limit.
    pub fn stream(self, slot: Slot, reissue: u32) -> Rng {
        assert!(slot.number <= Slot::MOST && reissue <= MOST_REISSUES);
        let level = u64::from(slot.level.number());
        self.numbered(level << 56 | u64::from(reissue) << 40 | slot.number)
    }

    /// The random stream of the `n`-th of things that are no slots, counted from 0. It is no
    /// slot's, as long as `n` is at most [`Slot::MOST`].
    pub fn numbered(self, n: u64) -> Rng {
        let mut rng = Rng::seed_from_u64(self.0);
        rng.set_stream(n);
        rng
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
