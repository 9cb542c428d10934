//! The parts of a transform as users write them: `--transpose --row-order 312645978`.

use super::{IN_ORDER, Transform, is_band_permutation};
use crate::sudoku::grid::Digit;
use std::fmt;
use thiserror::Error;

/// The error for a text that is not a part of a transform: the expected form, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {0}")]
pub struct PartError(String);

/// Parses the order of the rows, top to bottom: `312645978` puts row 3 first. Returns rows counted
/// from 0, as [`Transform::new`] takes them.
///
/// # Errors
/// If the text is not each of 1 to 9 once, or separates the rows of a band.
pub fn parse_rows(text: &str) -> Result<[u8; 9], PartError> {
    parse_lines(text, "rows of a band")
}

/// Parses the order of the columns, left to right, like [`parse_rows`].
///
/// # Errors
/// If the text is not each of 1 to 9 once, or separates the columns of a stack.
pub fn parse_columns(text: &str) -> Result<[u8; 9], PartError> {
    parse_lines(text, "columns of a stack")
}

fn parse_lines(text: &str, what: &str) -> Result<[u8; 9], PartError> {
    let lines = parse_permutation(text)?;
    if is_band_permutation(&lines) {
        return Ok(lines);
    }
    Err(PartError(format!("the three {what} together: 123, 456 and 789, each in any order")))
}

/// Parses the new labels of the digits 1 to 9: `912345678` turns 1 into 9, 2 into 1, and so on.
///
/// # Errors
/// If the text is not each of 1 to 9 once.
pub fn parse_labels(text: &str) -> Result<[Digit; 9], PartError> {
    Ok(parse_permutation(text)?.map(|index| Digit::ALL[usize::from(index)]))
}

/// Parses two numbers from 1 to `MAX`, such as `1,3`. Returns them counted from 0.
///
/// # Errors
/// If the text is anything else.
pub fn parse_pair<const MAX: usize>(text: &str) -> Result<[usize; 2], PartError> {
    if let Some((a, b)) = text.split_once(',')
        && let (Ok(a @ 1..), Ok(b @ 1..)) = (a.trim().parse::<usize>(), b.trim().parse::<usize>())
        && a.max(b) <= MAX
    {
        return Ok([a - 1, b - 1]);
    }
    Err(PartError(format!("two numbers from 1 to {MAX}, as in 1,3")))
}

/// Parses each of 1 to 9 once. Returns numbers counted from 0.
fn parse_permutation(text: &str) -> Result<[u8; 9], PartError> {
    let mut sorted: Vec<u8> = text.bytes().collect();
    sorted.sort_unstable();
    match (text.as_bytes().try_into(), sorted == b"123456789") {
        (Ok(nine), true) => Ok(<[u8; 9]>::map(nine, |b| b - b'1')),
        _ => Err(PartError(format!("each of 1 to 9 once, as in 312645978, found {text}"))),
    }
}

impl Transform {
    /// Exchanges two bands, counted from 0.
    #[must_use]
    pub fn swap_bands(mut self, [a, b]: [usize; 2]) -> Self {
        swap_threes(&mut self.rows, a, b);
        self
    }

    /// Exchanges two stacks, counted from 0.
    #[must_use]
    pub fn swap_stacks(mut self, [a, b]: [usize; 2]) -> Self {
        swap_threes(&mut self.columns, a, b);
        self
    }

    /// Exchanges two digits everywhere; 0 stands for the digit 1.
    #[must_use]
    pub fn swap_digits(mut self, [a, b]: [usize; 2]) -> Self {
        let mut swapped = Digit::ALL;
        swapped.swap(a, b);
        self.digits = self.digits.map(|digit| swapped[digit.index()]);
        self
    }
}

fn swap_threes(lines: &mut [u8; 9], a: usize, b: usize) {
    for i in 0..3 {
        lines.swap(a * 3 + i, b * 3 + i);
    }
}

/// The parts as flags of the command `transform`.
impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut flags = Vec::new();
        if self.transpose {
            flags.push("--transpose".to_owned());
        }
        for (flag, lines) in [("--row-order", self.rows), ("--column-order", self.columns)] {
            if lines != IN_ORDER {
                flags.push(format!("{flag} {}", joined(lines.map(|line| line + 1))));
            }
        }
        if self.digits != Digit::ALL || flags.is_empty() {
            flags.push(format!("--relabel {}", joined(self.digits.map(Digit::get))));
        }
        f.write_str(&flags.join(" "))
    }
}

fn joined(nine: [u8; 9]) -> String {
    nine.iter().map(u8::to_string).collect()
}
