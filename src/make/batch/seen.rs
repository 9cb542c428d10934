//! The deduplication keys of a batch: 17 to 20 bytes per puzzle, the only memory of a batch that
//! grows. Puzzles of other runs are looked up through [`Known`].

use crate::sudoku::key::Key;
use crate::sudoku::key_map::KeyMap;
use std::error::Error;
use std::fmt;

/// Returns for each key whether an equivalent puzzle was printed before this batch.
pub type Known = Box<dyn FnMut(&[Key]) -> Result<Vec<bool>, KnownError> + Send>;

/// The error of a failed lookup.
pub type KnownError = Box<dyn Error + Send + Sync>;

/// The keys of all puzzles so far.
pub(super) struct Seen {
    /// `None` if duplicates are kept.
    keys: Option<KeyMap<()>>,
    pub(super) known: Option<Known>,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { keys: Some(KeyMap::default()), known: None }
    }

    /// Takes every key for a new one.
    pub(super) fn none() -> Self {
        Self { keys: None, known: None }
    }

    /// For each key whether `known` reports it.
    pub(super) fn known(&mut self, keys: &[Key]) -> Result<Vec<bool>, KnownError> {
        match &mut self.known {
            Some(known) => known(keys),
            None => Ok(vec![false; keys.len()]),
        }
    }

    /// Adds a key. Returns false if the batch already has it.
    pub(super) fn insert(&mut self, key: Key) -> bool {
        self.keys.as_mut().is_none_or(|keys| keys.insert(key, ()).is_none())
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({} puzzles)", self.keys.as_ref().map_or(0, KeyMap::len))
    }
}
