//! Deduplication keys: 16 bytes that identify a grid. `batch` keeps them in memory, `archive` on
//! disk. The caller decides whether to hash a puzzle or its canonical form.

use crate::canon::Canonical;
use crate::grid::{Grid, Solution};
use sha2::{Digest as _, Sha256};
use std::cmp::Ordering;
use std::fmt;

/// A deduplication key: the first 16 bytes of the SHA-256 of the 81 characters of a grid, with `.`
/// for a blank.
///
/// The probability that any two of 10^10 grids share a key is 1 in 10^19. Then one puzzle would be
/// rejected without need.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub [u8; 16]);

/// The order of the bytes, compared as one number, which is faster.
impl Ord for Key {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        u128::from_be_bytes(self.0).cmp(&u128::from_be_bytes(other.0))
    }
}

impl PartialOrd for Key {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Key {
    /// The name of the hash in files that contain keys. A different hash needs a different name.
    pub const HASH: &'static str =
        "first 16 bytes of the SHA-256 of the canonical form, 81 characters, . for a blank";

    /// Hashes a grid.
    #[inline]
    pub fn of(grid: &Grid) -> Self {
        Self::of_bytes(&grid.line())
    }

    /// Hashes any bytes, such as the id of a puzzle.
    #[inline]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let hash = Sha256::digest(bytes);
        let (key, _) = hash.split_first_chunk().expect("SHA-256 has 32 bytes");
        Self(*key)
    }

    /// Hashes a canonical form, so that all equivalent puzzles have the same key.
    #[inline]
    pub fn of_class(canonical: &Canonical) -> Self {
        Self::of(canonical.grid())
    }

    /// Hashes the canonical form of a full grid. Equivalent puzzles have equivalent solutions, and
    /// many puzzles that are not equivalent share one.
    #[inline]
    pub fn of_solution(solution: &Solution) -> Self {
        let class = Canonical::of_givens(&Grid::from(*solution));
        Self::of_class(&class.expect("a full grid has 81 givens and no conflict"))
    }

    /// Hashes the canonical form of givens that nobody solved. Returns `None` if they cannot be a
    /// puzzle.
    #[inline]
    pub fn of_givens(givens: &Grid) -> Option<Self> {
        Canonical::of_givens(givens).map(|class| Self::of_class(&class))
    }

    /// Parses 32 hexadecimal digits. Returns `None` for any other text.
    #[inline]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| digits)?;
        Some(Self(number.to_be_bytes()))
    }
}

/// Lower-case hexadecimal.
impl fmt::Display for Key {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

debug_as_display!(Key);
