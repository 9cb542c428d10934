//! Sixteen bytes that stand for a puzzle: what `batch` keeps in memory and `archive` on the disk.
//! Not the place that decides whether a puzzle or its class is meant: that is the caller's grid.

use crate::canon::Canonical;
use crate::grid::Grid;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The first half of the SHA-256 of a grid's 81 characters, `.` for a blank.
///
/// Two grids with the same key are not to be expected in the life of the universe: among 10^10
/// puzzles the odds are 1 in 10^19. And one would only cost a puzzle, which is refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// What the hash is called in files that hold keys. Another hash gets another name.
    pub const HASH: &'static str =
        "first 16 bytes of the SHA-256 of the canonical form, 81 characters, . for a blank";

    /// The key of a grid as it stands.
    pub fn of(grid: &Grid) -> Self {
        let hash = Sha256::digest(grid.line());
        let (key, _) = hash.split_first_chunk().expect("SHA-256 has 32 bytes");
        Self(*key)
    }

    /// The key of a puzzle and all its disguises.
    pub fn of_class(canonical: &Canonical) -> Self {
        Self::of(canonical.grid())
    }

    /// A key from its 32 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| digits)?;
        Some(Self(number.to_be_bytes()))
    }
}

/// Lower-case hexadecimal.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
