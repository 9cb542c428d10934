//! The deduplication keys of a batch: 17 to 20 bytes per puzzle, the only memory of a batch that
//! grows. Puzzles of other runs are looked up through [`Known`].

use crate::sudoku::key::Key;
use std::error::Error;
use std::fmt;

/// Returns for each key whether an equivalent puzzle was printed before this batch.
pub type Known = Box<dyn FnMut(&[Key]) -> Result<Vec<bool>, KnownError> + Send>;

/// The error of a failed lookup.
pub type KnownError = Box<dyn Error + Send + Sync>;

/// A set of keys in ascending order, with gaps. A key is a hash: as a number it says how far from the
/// begin its home is. It is there, or behind smaller keys in the slots that follow. Four fifths to nine tenths of the
/// slots are taken, where a table that doubles is half empty after it did.
#[derive(Default)]
struct Keys {
    /// 0 is a gap.
    slots: Vec<u128>,
    /// The number of slots that are the home of keys. Those of the last ones may be in slots after them.
    homes: usize,
    len: usize,
}

impl Keys {
    fn home(&self, number: u128) -> usize {
        (((number >> 64) * self.homes as u128) >> 64) as usize
    }

    /// Adds a key. Returns whether it is new.
    fn insert(&mut self, key: Key) -> bool {
        if self.len * 10 >= self.homes * 9 || self.slots.last() != Some(&0) {
            self.grow();
        }
        // Two of 2^128 keys are taken for one.
        let number = u128::from_be_bytes(key.0).max(1);
        let mut at = self.home(number);
        while self.slots[at] != 0 && self.slots[at] < number {
            at += 1;
        }
        if self.slots[at] == number {
            return false;
        }
        let gap = self.slots[at..].iter().position(|&slot| slot == 0);
        self.slots.copy_within(at..at + gap.expect("the last slot was one"), at + 1);
        self.slots[at] = number;
        self.len += 1;
        true
    }

    /// Adds an eighth of slots, in place: keys go to the end, and from there to their new homes.
    fn grow(&mut self) {
        self.homes += self.homes / 8 + 64;
        let numbers = self.slots.iter().filter(|&&number| number != 0);
        let end = numbers.fold(0, |end, &number| self.home(number).max(end) + 1);
        let slots = (self.homes + self.homes / 256 + 64).max(end + 1);
        self.slots.reserve_exact(slots - self.slots.len());
        self.slots.resize(slots, 0);
        let mut begin = slots;
        for from in (0..slots).rev() {
            let number = std::mem::take(&mut self.slots[from]);
            if number != 0 {
                begin -= 1;
                self.slots[begin] = number;
            }
        }
        let mut end = 0;
        for from in begin..slots {
            let number = std::mem::take(&mut self.slots[from]);
            let at = self.home(number).max(end);
            self.slots[at] = number;
            end = at + 1;
        }
    }
}

/// The keys of all puzzles so far.
pub(super) struct Seen {
    /// `None` if duplicates are kept.
    keys: Option<Keys>,
    pub(super) known: Option<Known>,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { keys: Some(Keys::default()), known: None }
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
        self.keys.as_mut().is_none_or(|keys| keys.insert(key))
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({} puzzles)", self.keys.as_ref().map_or(0, |keys| keys.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// As a hash table says, with keys that come again soon and late; spread over all homes, or all at
    /// the first ones, at the last ones or in one.
    #[test]
    fn every_key_is_new_once() {
        for (and, or) in
            [(u128::MAX, 0), (u128::MAX >> 6, 0), (u128::MAX, 0x3ff << 118), (0xffff, 1)]
        {
            let (mut keys, mut expected) = (Keys::default(), HashSet::new());
            for i in 0..6_000_u128 {
                let number = if i % 3 == 2 { i / 2 } else { i };
                let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
                let key = Key((hash & and | or).to_be_bytes());
                assert_eq!(keys.insert(key), expected.insert(key), "{i} {key}");
            }
            assert_eq!(keys.len, expected.len());
            assert!(keys.slots.iter().filter(|&&slot| slot != 0).is_sorted());
        }
    }

    #[test]
    fn few_slots_are_gaps() {
        let mut keys = Keys::default();
        for i in 0..100_000_u128 {
            keys.insert(Key::of(&{
                let mut grid = crate::sudoku::grid::Grid::EMPTY;
                for (place, cell) in (0..17).zip(crate::sudoku::grid::Cell::ALL) {
                    grid[cell] = crate::sudoku::grid::Digit::new((i >> place & 1) as u8 + 1);
                }
                grid
            }));
            let bytes = keys.slots.capacity() * 16;
            assert!(i < 5_000 || bytes < (i as usize) * 21, "{bytes} bytes for {i} keys");
        }
    }
}
