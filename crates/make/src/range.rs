//! Ranges of the numbers that a plan allows.

use std::fmt;

/// A range that includes both ends, written `2.0..4.4`. A range of one value is written as the
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedRange<T> {
    /// The lower end.
    pub from: T,
    /// The upper end.
    pub to: T,
}

impl<T> ClosedRange<T> {
    /// Returns true if a number is in the range.
    pub fn contains<N: PartialOrd + From<T>>(self, number: N) -> bool {
        (N::from(self.from)..=N::from(self.to)).contains(&number)
    }
}

impl<T: fmt::Display + PartialEq> fmt::Display for ClosedRange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to {
            return self.from.fmt(f);
        }
        write!(f, "{}..{}", self.from, self.to)
    }
}
