//! Which puzzles were there before. Sixteen bytes a puzzle, the only memory of a batch that grows.

use super::Dedup;
use crate::entry::Entry;
use sha2::{Digest as _, Sha256};
use std::collections::HashSet;

/// The puzzles so far, by a strong hash of what must not come twice.
#[derive(Debug)]
pub(super) struct Seen {
    dedup: Dedup,
    keys: HashSet<u128>,
}

impl Seen {
    pub(super) fn new(dedup: Dedup) -> Self {
        Self {
            dedup,
            keys: HashSet::new(),
        }
    }

    /// Enters a puzzle; false when it was there.
    pub(super) fn insert(&mut self, entry: &Entry) -> bool {
        let line = match self.dedup {
            Dedup::Class => entry.canonical.grid(),
            Dedup::Exact => entry.puzzle.givens(),
        }
        .line();
        let hash = Sha256::digest(line);
        let (key, _) = hash.split_first_chunk().expect("SHA-256 has 32 bytes");
        self.keys.insert(u128::from_be_bytes(*key))
    }
}
