//! Two puzzles of a book that change their places.

use std::fmt;
use std::str::FromStr;
use words::{Clause, ValueError};

/// Two puzzles that change their places, by their printed numbers.
///
/// ```
/// use sudoku_press_book::PuzzleSwap;
/// let swap: PuzzleSwap = " 37 = 40 ".parse().unwrap();
/// assert_eq!((swap.numbers(), swap.to_string()), ([37, 40], "37=40".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSwap([u32; 2]);

impl PuzzleSwap {
    /// Returns the numbers.
    pub fn numbers(self) -> [u32; 2] {
        self.0
    }
}

impl FromStr for PuzzleSwap {
    type Err = Clause;

    fn from_str(text: &str) -> Result<Self, Clause> {
        let numbers =
            text.split_once('=').map(|(one, other)| [one, other].map(|n| n.trim().parse()));
        match numbers {
            Some([Ok(one), Ok(other)]) if one != other => Ok(Self([one, other])),
            _ => Err(ValueError::quoted("two numbers of puzzles such as 37=40", text).into()),
        }
    }
}

impl fmt::Display for PuzzleSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([one, other]) = self;
        write!(f, "{one}={other}")
    }
}
