//! Ranges that users write, such as `24..28`, or `26` for one number.

use human::Tenths;
use std::fmt;
use std::str::FromStr;
use words::ValueError;

/// A range that includes both ends, written `2.0..4.4`. A range of one value is written as the
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedRange<T> {
    /// The lower end.
    pub from: T,
    /// The upper end.
    pub to: T,
}

/// A range of ratings.
pub type ErRange = ClosedRange<Tenths>;

/// A range of numbers of givens, 17 to 80.
pub type GivensRange = ClosedRange<u8>;

/// A range of expected times in whole minutes.
pub type MinutesRange = ClosedRange<u16>;

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

/// A type of range ends that users can write.
pub trait RangeEnd: FromStr + PartialOrd {
    /// The expected form of a range, with an example.
    const EXPECTED: &'static str;
    /// The minimum and the maximum of an end, if there are any.
    const BOUNDS: Option<(Self, Self)> = None;
}

impl RangeEnd for Tenths {
    const EXPECTED: &'static str = "a rating, or two, the lower first, such as 2.0..4.4";
}

impl RangeEnd for u8 {
    const EXPECTED: &'static str =
        "a number from 17 to 80, or two, the smaller first, such as 24..28";
    const BOUNDS: Option<(Self, Self)> = Some((17, 80));
}

impl RangeEnd for u16 {
    const EXPECTED: &'static str = "a number of minutes, or two, the smaller first, such as 10..20";
}

impl<T: RangeEnd> FromStr for ClosedRange<T> {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        if let (Ok(from), Ok(to)) = (from.parse::<T>(), to.parse())
            && from <= to
            && T::BOUNDS.is_none_or(|(low, high)| low <= from && to <= high)
        {
            return Ok(Self { from, to });
        }
        Err(ValueError::quoted(T::EXPECTED, text))
    }
}
