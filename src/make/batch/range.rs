//! Ranges that users write, such as `24..28`.

use crate::human::grade::{Seconds, Tenths};
use std::fmt;
use std::str::FromStr;

/// A range, both ends included. As text `2.0..4.4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range<T> {
    /// The lowest.
    pub from: T,
    /// The highest.
    pub to: T,
}

/// A range of ratings.
pub type ErRange = Range<Tenths>;

/// A range of numbers of givens, 17 to 80.
pub type GivensRange = Range<u8>;

/// A range of expected times in whole minutes.
pub type MinutesRange = Range<u16>;

impl MinutesRange {
    /// Whether an expected time is in the range.
    pub fn has(self, time: Seconds) -> bool {
        (f64::from(self.from)..=f64::from(self.to)).contains(&(time.0 / 60.0))
    }
}

impl ErRange {
    /// Whether a rating is in the range.
    pub fn has(self, er: Tenths) -> bool {
        (self.from..=self.to).contains(&er)
    }
}

impl GivensRange {
    /// Whether a number of givens is in the range.
    pub fn has(self, givens: usize) -> bool {
        (usize::from(self.from)..=usize::from(self.to)).contains(&givens)
    }
}

impl<T: fmt::Display> fmt::Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

/// Reads both ends, of which the first must not be above the last.
fn ends<T: FromStr + PartialOrd>(text: &str, allows: impl Fn(&T) -> bool) -> Option<Range<T>> {
    let (from, to) = text.split_once("..")?;
    let range = Range { from: from.parse().ok()?, to: to.parse().ok()? };
    (range.from <= range.to && allows(&range.from) && allows(&range.to)).then_some(range)
}

impl FromStr for ErRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = "expected two ratings, the lower first, such as 2.0..4.4";
        ends(text, |_| true).ok_or_else(|| format!("{wrong}, found {text:?}"))
    }
}

impl FromStr for GivensRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = "expected two numbers from 17 to 80, the smaller first, such as 24..28";
        ends(text, |n| (17..=80).contains(n)).ok_or_else(|| format!("{wrong}, found {text:?}"))
    }
}

impl FromStr for MinutesRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = "expected two numbers of minutes, the smaller first, such as 10..20";
        ends(text, |_| true).ok_or_else(|| format!("{wrong}, found {text:?}"))
    }
}
