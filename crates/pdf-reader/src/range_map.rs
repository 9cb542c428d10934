//! A map from font codes to values, stored as ranges: a long range costs no more than a short one.

use std::collections::BTreeMap;

/// A map from codes to values, keyed by the first code of a range with its last code and value.
/// Ranges do not overlap.
pub struct RangeMap<T>(BTreeMap<u16, (u16, T)>);

impl<T: Copy> RangeMap<T> {
    pub fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Maps `first..=last` to a value, overriding earlier ranges.
    pub fn insert(&mut self, first: u16, last: u16, value: T) {
        if first > last {
            return;
        }
        if let Some((&before, &(end, old))) = self.0.range(..first).next_back()
            && end >= first
        {
            self.0.insert(before, (first - 1, old));
            self.insert_rest(last, end, old);
        }
        while let Some((&inside, &(end, old))) = self.0.range(first..=last).next() {
            self.0.remove(&inside);
            self.insert_rest(last, end, old);
        }
        self.0.insert(first, (last, value));
    }

    /// Keeps the codes after `last` of a range that ends at `end`.
    fn insert_rest(&mut self, last: u16, end: u16, value: T) {
        if end > last {
            self.0.insert(last + 1, (end, value));
        }
    }

    pub fn get(&self, code: u16) -> Option<T> {
        let (_, &(last, value)) = self.0.range(..=code).next_back()?;
        if code <= last { Some(value) } else { None }
    }
}
