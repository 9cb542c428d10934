//! The splits of a data set: the part that a model learns from, and the parts that test it.
//!
//! The split of a puzzle follows from the class of its solution grid alone. So no answer stands in
//! two splits, not even turned or renumbered, and puzzles that are made later, with any seed, are
//! in the split of their solution grid again.

use grid::{AnyPuzzle, Key};
use std::fmt;
use std::str::FromStr;
use words::ValueError;

words::named! {
    /// A part of a data set.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Split {
        /// The puzzles that a model learns from
        Train = "train",
        /// The puzzles that decide between models
        Valid = "valid",
        /// The puzzles that measure a model in the end
        Test = "test",
    }
}

/// The unit of shares: a millionth of the solution grids.
const WHOLE: u32 = 1_000_000;

/// The expected form of shares.
const EXPECTED: &str = "shares of train, valid and test that add up to 1, such as \
    train=0.9,valid=0.05,test=0.05";

/// The shares of the splits of a data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitShares(Vec<(Split, u32)>);

impl SplitShares {
    /// Iterates over the splits, in order.
    pub fn splits(&self) -> impl Iterator<Item = Split> {
        self.0.iter().map(|(split, _)| *split)
    }

    /// Returns the split of a puzzle, by its solution.
    pub fn split(&self, puzzle: &AnyPuzzle) -> Split {
        self.split_of_class(puzzle.solution_key())
    }

    /// Returns the split of a class of solution grids. The first 64 bits of the key are a fraction.
    /// The test has the smallest fractions, so that it stays the same if other shares change.
    fn split_of_class(&self, class: Key) -> Split {
        let fraction = u128::from_be_bytes(class.0) >> 64;
        let millionth = (fraction * u128::from(WHOLE)) >> 64;
        let mut end = 0;
        for &(split, share) in self.0.iter().rev() {
            end += u128::from(share);
            if millionth < end {
                return split;
            }
        }
        unreachable!("shares add up to one")
    }

    /// Returns the fractions of a split, as text: from the first one, and up to the second.
    pub fn bounds(&self, split: Split) -> (String, String) {
        let before = self.0.iter().filter(|(other, _)| *other > split);
        let begin: u32 = before.map(|(_, share)| share).sum();
        let own = self.0.iter().filter(|(other, _)| *other == split);
        let end = begin + own.map(|(_, share)| share).sum::<u32>();
        (decimal(begin), decimal(end))
    }
}

/// Formats a number of millionths.
fn decimal(millionths: u32) -> String {
    let text = format!("{}.{:06}", millionths / WHOLE, millionths % WHOLE);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Parses a number with up to six decimals as millionths.
fn parse_millionths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if decimals.len() > 6 || !is_number(whole) || !is_number(decimals) || text.len() > 8 {
        return None;
    }
    format!("{whole:0>1}{decimals:0<6}").parse().ok()
}

/// Writes the shares as a setting has them.
impl fmt::Display for SplitShares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares: Vec<_> =
            self.0.iter().map(|(split, share)| format!("{split}={}", decimal(*share))).collect();
        f.write_str(&shares.join(","))
    }
}

impl FromStr for SplitShares {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let mut shares: Vec<(Split, u32)> = Vec::new();
        for part in text.split(',') {
            let Some((name, share)) = part.split_once('=') else {
                return Err(ValueError::quoted(EXPECTED, text));
            };
            let split = Split::named(name.trim());
            let share = parse_millionths(share.trim()).filter(|share| *share > 0);
            match (split, share) {
                (Some(split), Some(share)) if shares.iter().all(|(other, _)| *other != split) => {
                    shares.push((split, share));
                }
                _ => return Err(ValueError::quoted(EXPECTED, text)),
            }
        }
        let sum: u64 = shares.iter().map(|(_, share)| u64::from(*share)).sum();
        if sum != u64::from(WHOLE) || shares.len() < 2 {
            return Err(ValueError::quoted(EXPECTED, text));
        }
        shares.sort_unstable();
        Ok(Self(shares))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_they_are_written() {
        for (text, written) in [
            ("train=0.9,valid=0.05,test=0.05", "train=0.9,valid=0.05,test=0.05"),
            ("test=.1, train=0.900", "train=0.9,test=0.1"),
            ("test=0.000001,train=0.999999", "train=0.999999,test=0.000001"),
        ] {
            let shares: SplitShares = text.parse().unwrap();
            assert_eq!(shares.to_string(), written);
            assert_eq!(written.parse(), Ok(shares));
        }
        for wrong in [
            "",
            "train=1",
            "train=0.9,test=0.2",
            "train=0.5,train=0.5",
            "train=0.5,dev=0.5",
            "train=1,test=0",
            "train=0.5,test=0.5000001",
            "train=-0.5,test=1.5",
            "train,test",
        ] {
            assert!(wrong.parse::<SplitShares>().is_err(), "{wrong}");
        }
    }

    /// The exact boundary is the smallest fraction of the split above it: `numerator` /
    /// `denominator` of 2^64, rounded up.
    #[test]
    fn boundary_belongs_to_the_split_above() {
        let shares: SplitShares = "train=0.9,valid=0.06,test=0.04".parse().unwrap();
        let of = |fraction: u128| shares.split_of_class(Key((fraction << 64).to_be_bytes()));
        for (numerator, denominator, below, above) in
            [(1_u128, 25, Split::Test, Split::Valid), (1, 10, Split::Valid, Split::Train)]
        {
            let boundary = (numerator << 64).div_ceil(denominator);
            assert_eq!([boundary - 1, boundary].map(of), [below, above]);
        }
        assert_eq!([0, (1 << 64) - 1].map(of), [Split::Test, Split::Train]);
    }

    #[test]
    fn each_fraction_belongs_to_one_split() {
        let shares: SplitShares = "train=0.9,valid=0.06,test=0.04".parse().unwrap();
        let of = |fraction: f64| {
            let bits = (fraction * 2f64.powi(64)) as u128;
            shares.split_of_class(Key((bits << 64).to_be_bytes()))
        };
        assert_eq!([0.0, 0.0399, 0.0401].map(of), [Split::Test, Split::Test, Split::Valid]);
        assert_eq!([0.0999, 0.1001, 0.9999].map(of), [Split::Valid, Split::Train, Split::Train]);
        assert_eq!(shares.bounds(Split::Test), ("0".into(), "0.04".into()));
        assert_eq!(shares.bounds(Split::Valid), ("0.04".into(), "0.1".into()));
        assert_eq!(shares.bounds(Split::Train), ("0.1".into(), "1".into()));
        // Other shares of train and valid leave the test as it is.
        let two: SplitShares = "train=0.96,test=0.04".parse().unwrap();
        for number in 0..1000_u32 {
            let key = Key::of_bytes(&number.to_be_bytes());
            let is_test = [&shares, &two].map(|all| all.split_of_class(key) == Split::Test);
            assert_eq!(is_test[0], is_test[1]);
        }
    }
}
