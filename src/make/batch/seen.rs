//! The deduplication keys of a batch: 17 to 20 bytes per puzzle, the only memory of a batch that
//! grows. Puzzles of other runs are looked up through [`Lookup`].

use crate::sudoku::key::Key;
use crate::sudoku::key_map::KeyMap;
use std::error::Error;
use std::fmt;

/// Returns for each key whether an equivalent puzzle was printed before this batch.
pub type Lookup = Box<dyn FnMut(&[Key]) -> Result<Vec<bool>, LookupError> + Send>;

/// The error of a failed [`Lookup`]; the batch has ended.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct LookupError(#[from] pub Box<dyn Error + Send + Sync>);

/// The keys of all puzzles so far.
pub(super) struct Seen {
    /// `None` if duplicates are kept.
    pub keys: Option<KeyMap<()>>,
    pub lookup: Option<Lookup>,
}

impl Seen {
    pub fn new() -> Self {
        Self { keys: Some(KeyMap::default()), lookup: None }
    }

    /// Returns for each key whether an earlier run has it.
    pub fn look_up(&mut self, keys: &[Key]) -> Result<Vec<bool>, LookupError> {
        match &mut self.lookup {
            Some(lookup) => lookup(keys),
            None => Ok(vec![false; keys.len()]),
        }
    }

    /// Adds a key. Returns false if the batch already has it.
    pub fn insert(&mut self, key: Key) -> bool {
        self.keys.as_mut().is_none_or(|keys| keys.insert(key, ()).is_none())
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({} puzzles)", self.keys.as_ref().map_or(0, KeyMap::len))
    }
}
