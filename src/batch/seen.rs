//! The deduplication keys of a batch: sixteen bytes a puzzle, the only memory of a batch that grows. Not
//! what other runs have printed: that is asked through [`Known`].

use crate::key::Key;
use std::collections::HashSet;
use std::error::Error;
use std::fmt;

/// Whether a puzzle was printed before this batch, in any disguise; or why that cannot be known.
pub type Known = Box<dyn FnMut(&Key) -> Result<bool, KnownError> + Send>;

/// Why nobody can say whether a puzzle is known.
pub type KnownError = Box<dyn Error + Send + Sync>;

/// The keys so far.
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

    /// Adds a key; false when it was there, or is known from before this batch.
    pub(super) fn insert(&mut self, key: Key) -> Result<bool, KnownError> {
        if !self.keys.insert(key) {
            return Ok(false);
        }
        match &mut self.known {
            Some(known) => Ok(!known(&key)?),
            None => Ok(true),
        }
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({} puzzles)", self.keys.len())
    }
}
