//! What a file says of the codes of a font, range by range: a long range costs no more than a short one.

use std::collections::BTreeMap;

/// Values of codes. Ranges never meet: by first code, the last one and the value.
pub(crate) struct Codes<T>(BTreeMap<u16, (u16, T)>);

impl<T: Copy> Codes<T> {
    pub fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Says this of all codes from the first to the last, whatever was said before.
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

    /// Of a range that ends at `end`, what comes after `last`.
    fn insert_rest(&mut self, last: u16, end: u16, value: T) {
        if end > last {
            self.0.insert(last + 1, (end, value));
        }
    }

    pub fn get(&self, code: u16) -> Option<T> {
        let (_, &(last, value)) = self.0.range(..=code).next_back()?;
        (code <= last).then_some(value)
    }
}
