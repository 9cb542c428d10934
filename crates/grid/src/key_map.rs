//! A hash table in little memory. `batch` keeps the keys of its puzzles in it; the search for
//! duplicates also keeps where each puzzle is. Clustered keys make it large, so do not use it for
//! keys that somebody else chooses.

use crate::key::Key;

/// Values by key, with linear probing in key order: the value of a key gives its home slot, and
/// smaller keys may push it further. The table grows by an eighth and stays 80 to 90 % full; one
/// that doubles is half empty after growing.
#[derive(Debug, Default)]
pub struct KeyMap<V> {
    /// The keys in ascending order, with 0 for gaps.
    slots: Vec<u128>,
    /// The value of each slot; undefined for gaps.
    values: Vec<V>,
    /// The number of home slots. The slots after them take the keys that the last homes push on.
    homes: usize,
    len: usize,
}

impl<V: Copy + Default> KeyMap<V> {
    fn home(&self, number: u128) -> usize {
        (((number >> 64) * self.homes as u128) >> 64) as usize
    }

    /// Returns the number that stands for a key. This equates two of 2^128 keys, because 0 marks a
    /// gap.
    fn number(key: Key) -> u128 {
        u128::from_be_bytes(key.0).max(1)
    }

    /// Returns the slot of a number, or the slot where it would be inserted. This is the end of the
    /// table if the last slot has a smaller number.
    fn find(&self, number: u128) -> usize {
        let mut at = self.home(number);
        while self.slots.get(at).is_some_and(|&slot| slot != 0 && slot < number) {
            at += 1;
        }
        at
    }

    /// Returns true if the table has a key.
    pub fn contains(&self, key: Key) -> bool {
        let number = Self::number(key);
        self.slots.get(self.find(number)) == Some(&number)
    }

    /// Adds a key with its value. If the key exists, returns its value and leaves it as it is.
    pub fn insert(&mut self, key: Key, value: V) -> Option<V> {
        if self.len * 10 >= self.homes * 9 || self.slots.last() != Some(&0) {
            self.grow();
        }
        let number = Self::number(key);
        let at = self.find(number);
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

    /// Adds an eighth of the slots in place: moves all keys to the end, and from there to their new
    /// homes.
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
    use crate::grid::{Cell, Digit, Grid};
    use std::collections::HashMap;

    /// Compares with a hash table. Keys repeat soon and late; they are spread over all homes, or
    /// clustered at the first ones, at the last ones or in a single one.
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
                assert_eq!(map.contains(key), first.is_some(), "{i} {key}");
                assert_eq!(map.insert(key, i as u64), first, "{i} {key}");
                expected.entry(key).or_insert(i as u64);
            }
            assert_eq!(map.len, expected.len());
            assert!(map.slots.iter().filter(|&&slot| slot != 0).is_sorted());
        }
    }

    /// A table of 65 keys has 136 homes and 64 slots after them, so keys of the last home fill it.
    #[test]
    fn keys_of_the_last_home_fill_the_last_slot() {
        let key = |number: u128| Key((u128::MAX << 100 | number).to_be_bytes());
        let mut map = KeyMap::default();
        assert!(!map.contains(key(1)));
        for number in 1..=65 {
            assert_eq!(map.insert(key(number), number as u64), None);
        }
        assert_ne!(map.slots.last(), Some(&0));
        assert!((1..=65).all(|number| map.contains(key(number))));
        assert!(!map.contains(key(66)) && !map.contains(key(0)));
        assert_eq!(map.insert(key(66), 66), None);
        assert_eq!(map.insert(key(65), 0), Some(65));
        assert!(map.contains(key(66)));
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
