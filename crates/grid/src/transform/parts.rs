//! The parts of a transform: exchanges of bands, stacks and digits, and the text of all parts.

use super::{IN_ORDER, Transform};
use crate::grid::Digit;
use std::fmt;

impl Transform {
    /// Exchanges two bands, counted from 0.
    #[must_use]
    #[inline]
    pub fn swap_bands(mut self, [a, b]: [usize; 2]) -> Self {
        swap_threes(&mut self.rows, a, b);
        self
    }

    /// Exchanges two stacks, counted from 0.
    #[must_use]
    #[inline]
    pub fn swap_stacks(mut self, [a, b]: [usize; 2]) -> Self {
        swap_threes(&mut self.columns, a, b);
        self
    }

    /// Exchanges two digits everywhere; 0 stands for the digit 1.
    #[must_use]
    #[inline]
    pub fn swap_digits(mut self, [a, b]: [usize; 2]) -> Self {
        let mut swapped = Digit::ALL;
        swapped.swap(a, b);
        self.digits = self.digits.map(|digit| swapped[digit.index()]);
        self
    }
}

#[inline]
fn swap_threes(lines: &mut [u8; 9], a: usize, b: usize) {
    for i in 0..3 {
        lines.swap(a * 3 + i, b * 3 + i);
    }
}

/// The parts as flags of the command `transform`.
impl fmt::Display for Transform {
    #[inline]
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

#[inline]
fn joined(nine: [u8; 9]) -> String {
    nine.iter().map(u8::to_string).collect()
}
