//! Ratings, as they are shown.

use std::fmt;
use std::str::FromStr;
use words::ValueError;

/// A rating on the scale of Sudoku Explainer, in tenths: 72 is shown as `7.2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tenths(pub u16);

impl Tenths {
    /// Rounds a rating to the decimal that is shown.
    #[inline]
    pub(crate) fn rounded(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0).floor() as u16)
    }
}

/// Writes the rating with one decimal: `7.2`.
impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Reads a number with at most one decimal: `7`, `7.2`.
impl FromStr for Tenths {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        match (parse_digits(whole, 2), parse_digits(tenth, 1)) {
            (Some(whole), Some(tenth)) => Ok(Self(whole * 10 + tenth)),
            _ => Err(ValueError::quoted("a rating such as 4.4", text)),
        }
    }
}

/// Reads a number of at most `longest` digits.
fn parse_digits(text: &str, longest: usize) -> Option<u16> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit()) && text.len() <= longest;
    if is_number { text.parse().ok() } else { None }
}
