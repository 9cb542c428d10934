//! The smallest row found so far, and all candidates that tie for it.

use std::ops::Range;

/// The smallest row so far, and the candidates that lead to it.
pub(super) struct BestRow<T> {
    /// Nine labels of four bits, the first column highest; 0 is a blank.
    value: u64,
    /// The largest pattern of givens that a row of at most this value can have.
    largest_pattern: u16,
    /// The candidates of all rows, one row after the other. Those of this row begin at `from`.
    candidates: Vec<T>,
    from: usize,
}

impl<T: Copy> BestRow<T> {
    pub(super) const fn new() -> Self {
        Self { value: u64::MAX, largest_pattern: 0x1ff, candidates: Vec::new(), from: 0 }
    }

    /// Removes all candidates, but keeps the memory.
    pub(super) fn clear(&mut self) {
        let candidates = std::mem::take(&mut self.candidates);
        *self = Self { candidates, ..Self::new() };
        self.candidates.clear();
    }

    /// Returns the smallest row: nine labels of four bits, the first column highest.
    pub(super) const fn value(&self) -> u64 {
        self.value
    }

    /// Returns true if a row with this pattern of givens can be as small as the smallest one.
    #[inline]
    pub(super) const fn can_be_smallest(&self, pattern: u16) -> bool {
        pattern <= self.largest_pattern
    }

    /// Returns true if the smallest row is below one that has the labels `value` up to stack `s`.
    #[inline]
    pub(super) const fn is_below(&self, value: u64, s: usize) -> bool {
        value > self.value >> (12 * (2 - s))
    }

    /// Adds a candidate whose row is at most as large as the smallest one.
    #[inline]
    pub(super) fn offer(&mut self, value: u64, candidate: T) {
        if value < self.value {
            self.value = value;
            self.largest_pattern = 0x1ff >> ((value << 28).leading_zeros() / 4).min(9);
            self.candidates.truncate(self.from);
        }
        self.candidates.push(candidate);
    }

    /// Returns the candidate with this index.
    #[inline]
    pub(super) fn candidate(&self, index: usize) -> T {
        self.candidates[index]
    }

    /// Starts the next row. Returns the indices of the candidates that tie for the finished row.
    pub(super) fn next_row(&mut self) -> Range<usize> {
        let ties = self.from..self.candidates.len();
        self.value = u64::MAX;
        self.largest_pattern = 0x1ff;
        self.from = ties.end;
        ties
    }
}
