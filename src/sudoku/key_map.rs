//! A value for each of many keys, in little memory: `batch` keeps the keys of all its puzzles, and the search
//! for duplicates the place of each puzzle. Not for keys that others choose: keys that are close to each other make
//! it slow.

use crate::sudoku::key::Key;

/// Values by key, in ascending order of the keys, with gaps. A key is a hash: as a number it says how far from the
/// begin its home is. It is there, or behind smaller keys in the slots that follow. Four fifths to nine tenths of the
/// slots are taken, where a table that doubles is half empty after it did.
#[derive(Debug, Default)]
pub(crate) struct KeyMap<V> {
    /// 0 is a gap.
    slots: Vec<u128>,
    /// The value of each slot; of a gap any.
    values: Vec<V>,
    /// The number of slots that are the home of keys. Those of the last ones may be in slots after them.
    homes: usize,
    len: usize,
}

impl<V: Copy + Default> KeyMap<V> {
    fn home(&self, number: u128) -> usize {
        (((number >> 64) * self.homes as u128) >> 64) as usize
    }

    /// Adds a key with its value. Returns the value that the key has already, which stays.
    pub fn insert(&mut self, key: Key, value: V) -> Option<V> {
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
            return Some(self.values[at]);
        }
        let gap = self.slots[at..].iter().position(|&slot| slot == 0);
        let gap = at + gap.expect("the last slot was one");
        self.slots.copy_within(at..gap, at + 1);
        self.values.copy_within(at..gap, at + 1);
        (self.slots[at], self.values[at]) = (number, value);
        self.len += 1;
        None
    }

    /// Adds an eighth of slots, in place: keys go to the end, and from there to their new homes.
    fn grow(&mut self) {
        self.homes += self.homes / 8 + 64;
        let numbers = self.slots.iter().filter(|&&number| number != 0);
        let end = numbers.fold(0, |end, &number| self.home(number).max(end) + 1);
        let slots = (self.homes + self.homes / 256 + 64).max(end + 1);
        self.slots.reserve_exact(slots - self.slots.len());
        self.slots.resize(slots, 0);
        self.values.reserve_exact(slots - self.values.len());
        self.values.resize(slots, V::default());
        let mut begin = slots;
        for from in (0..slots).rev() {
            let number = std::mem::take(&mut self.slots[from]);
            if number != 0 {
                begin -= 1;
                self.slots[begin] = number;
                self.values[begin] = self.values[from];
            }
        }
        let mut end = 0;
        for from in begin..slots {
            let number = std::mem::take(&mut self.slots[from]);
            let at = self.home(number).max(end);
            self.slots[at] = number;
            self.values[at] = self.values[from];
            end = at + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::grid::{Cell, Digit, Grid};
    use std::collections::HashMap;

    /// As a hash table says, with keys that come again soon and late; spread over all homes, or all at
    /// the first ones, at the last ones or in one.
    #[test]
    fn every_key_keeps_its_first_value() {
        for (and, or) in
            [(u128::MAX, 0), (u128::MAX >> 6, 0), (u128::MAX, 0x3ff << 118), (0xffff, 1)]
        {
            let (mut map, mut expected) = (KeyMap::default(), HashMap::new());
            for i in 0..6_000_u128 {
                let number = if i % 3 == 2 { i / 2 } else { i };
                let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
                let key = Key((hash & and | or).to_be_bytes());
                let first = expected.get(&key).copied();
                assert_eq!(map.insert(key, i as u64), first, "{i} {key}");
                expected.entry(key).or_insert(i as u64);
            }
            assert_eq!(map.len, expected.len());
            assert!(map.slots.iter().filter(|&&slot| slot != 0).is_sorted());
        }
    }

    #[test]
    fn few_slots_are_gaps() {
        let mut keys = KeyMap::<()>::default();
        for i in 0..100_000_u128 {
            let mut grid = Grid::EMPTY;
            for (place, cell) in (0..17).zip(Cell::ALL) {
                grid[cell] = Digit::new((i >> place & 1) as u8 + 1);
            }
            keys.insert(Key::of(&grid), ());
            let bytes = keys.slots.capacity() * 16;
            assert!(i < 5_000 || bytes < (i as usize) * 21, "{bytes} bytes for {i} keys");
        }
    }
}
