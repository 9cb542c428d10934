//! Which puzzles were there before. Sixteen bytes a puzzle, the only memory of a batch that grows.
//! Not what other runs have printed: that is for whoever is asked through [`Known`].

use crate::key::Key;
use std::collections::HashSet;
use std::fmt;

/// Says whether a puzzle was printed before this batch, in whatever disguise.
pub type Known = Box<dyn FnMut(&Key) -> bool + Send>;

/// The puzzles so far, by a strong hash of what must not come twice.
pub(super) struct Seen {
    keys: HashSet<Key>,
    pub(super) known: Option<Known>,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self {
            keys: HashSet::new(),
            known: None,
        }
    }

    /// Enters a puzzle; false when it was there, or is known from before.
    pub(super) fn insert(&mut self, key: Key) -> bool {
        if !self.keys.insert(key) {
            return false;
        }
        self.known.as_mut().is_none_or(|known| !known(&key))
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({} puzzles)", self.keys.len())
    }
}
