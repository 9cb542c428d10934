//! Signs instead of digits in the puzzles of a book, or of one of its levels.

use grid::{AnyPuzzle, GridShape};
use human::{Ladder, Rung};
use page::SymbolSet;
use std::fmt;
use std::str::FromStr;
use words::ValueError;

/// Signs instead of digits for all grids that they fit, or for those of one level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSymbols {
    level: Option<Rung>,
    set: SymbolSet,
}

impl PuzzleSymbols {
    /// The key of the catalogue of a PDF that names the signs of its puzzles. Not every printer
    /// accepts an Info dictionary.
    pub const PDF_KEY: &'static str = "SudokuPressSymbols";

    /// Returns the signs of a puzzle of a level; `None` for digits.
    pub fn find(all: &[Self], level: Rung) -> Option<&SymbolSet> {
        let found = all.iter().find(|one| one.is_for(level))?;
        Some(&found.set)
    }

    /// Returns a puzzle of a level as pages print it: with the word of its letters in a row of the
    /// answer.
    #[must_use]
    pub fn printed(all: &[Self], level: Rung, puzzle: AnyPuzzle) -> AnyPuzzle {
        match Self::find(all, level) {
            Some(set) => set.spell(puzzle),
            None => puzzle,
        }
    }

    /// Returns true if the signs are for all grids that they fit.
    pub(crate) fn has_no_level(&self) -> bool {
        self.level.is_none()
    }

    /// Returns true if puzzles of a level are printed with the signs. A number means the level of
    /// the book's own ladder.
    pub(crate) fn is_for(&self, level: Rung) -> bool {
        match self.level {
            Some(own) => own.shape() == level.shape() && own.number() == level.number(),
            None => self.set.fits(level.shape()),
        }
    }

    /// Returns true if a sign stands for one digit here and for another one there, in grids of one
    /// size. A reader of the pages cannot tell which.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        GridShape::ALL.into_iter().any(|shape| {
            let digit = |set: &SymbolSet, sign| set.digit(sign, shape);
            self.set.signs().iter().any(|&sign| {
                match (digit(&self.set, sign), digit(&other.set, sign)) {
                    (Some(here), Some(there)) => here != there,
                    _ => false,
                }
            })
        })
    }

    /// Returns the letters that the rules of a book name; `None` for shapes and digits.
    pub(crate) fn letters(all: &[Self]) -> Option<&SymbolSet> {
        let mut sets = all.iter().map(|one| &one.set);
        sets.find(|set| set.is_of_letters())
    }

    /// Returns the digit that a sign stands for in grids of this shape.
    pub fn digit(all: &[Self], sign: char, shape: GridShape) -> Option<u8> {
        all.iter().find_map(|one| one.set.digit(sign, shape))
    }
}

impl PuzzleSymbols {
    /// Reads the signs that the catalogue of a PDF names. Skips names that are no signs, and ends
    /// after as many names as there are levels: each letter of a page is compared with all signs.
    pub fn from_pdf(text: &str) -> Vec<Self> {
        let names = text.split(',').take(Rung::COUNT);
        names.filter_map(|one| one.parse().ok()).collect()
    }
}

/// Reads `shapes`, or `4x4:1=shapes` for one level.
impl FromStr for PuzzleSymbols {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let Some((level, set)) = text.split_once('=') else {
            return Ok(Self { level: None, set: text.parse()? });
        };
        let Some(level) = Ladder::Human.rung_with_key(level) else {
            return Err(ValueError::quoted("a level such as 4x4:1 before =", level));
        };
        let set: SymbolSet = set.parse()?;
        if !set.fits(level.shape()) {
            let size = level.shape().label();
            let expected = format!("signs for {size} in {text:?}");
            return Err(ValueError::new(expected, set.to_string()));
        }
        Ok(Self { level: Some(level), set })
    }
}

impl fmt::Display for PuzzleSymbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{}={}", level.key(), self.set),
            None => self.set.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_fit_no_size_are_refused() {
        for wrong in ["ABC", "AABC", "abcd", "ABCDEFGHIJ", "1234", "", "9x9:1=shapes", "5x5:1=ABCD"]
        {
            assert!(wrong.parse::<PuzzleSymbols>().is_err(), "{wrong}");
        }
        for right in ["ABCD", "PLANET", "DUTCHOVEN", "shapes", "4x4:1=shapes", "6x6:2=PLANET"] {
            assert_eq!(right.parse::<PuzzleSymbols>().unwrap().to_string(), right);
        }
    }

    #[test]
    fn signs_of_one_level_leave_digits_to_others() {
        let all = ["4x4:1=shapes".parse().unwrap(), "DUTCHOVEN".parse().unwrap()];
        let level = |key: &str| Ladder::Human.rung_with_key(key).unwrap();
        let sign = |key: &str| PuzzleSymbols::find(&all, level(key)).map(|set| set.sign(2));
        assert_eq!(["4x4:1", "4x4:2", "6x6:1", "3"].map(sign), [Some('□'), None, None, Some('U')]);
        assert_eq!(PuzzleSymbols::digit(&all, 'N', GridShape::Nine), Some(9));
        assert_eq!(PuzzleSymbols::digit(&all, 'N', GridShape::Four), None);
        assert_eq!(PuzzleSymbols::digit(&all, '♡', GridShape::Four), None);
    }

    #[test]
    fn number_of_a_level_is_on_either_ladder() {
        let third: PuzzleSymbols = "3=DUTCHOVEN".parse().unwrap();
        for (ladder, number, expected) in
            [(Ladder::Human, 3, true), (Ladder::Published, 3, true), (Ladder::Published, 4, false)]
        {
            assert_eq!(third.is_for(ladder.rung(number).unwrap()), expected);
        }
    }

    #[test]
    fn long_list_in_a_pdf_is_cut() {
        assert_eq!(PuzzleSymbols::from_pdf("nothing,shapes,ABC").len(), 1);
        let long = ["ABCD"; 100_000].join(",");
        assert_eq!(PuzzleSymbols::from_pdf(&long).len(), Rung::COUNT);
    }

    #[test]
    fn signs_of_one_size_that_disagree_are_found() {
        let read = |text: &str| text.parse::<PuzzleSymbols>().unwrap();
        assert!(read("4x4:1=ABCD").contradicts(&read("4x4:2=DABC")));
        assert!(!read("4x4:1=ABCD").contradicts(&read("4x4:2=EFGH")));
        assert!(!read("ABCD").contradicts(&read("ABCDEFGHI")));
    }
}
