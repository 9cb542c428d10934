//! Signs that stand in cells instead of digits: letters, or shapes for children. Catalogues keep
//! the digits.

use crate::typesetting::Face;
use grid::{AnyGrid, AnyPuzzle, GridShape};
use std::fmt;
use std::str::FromStr;
use words::ValueError;

/// The shapes of the built-in face, in the order of the digits that they stand for.
const SHAPES: &str = "○□△☆♡☾";
/// The name of the shapes in the setting.
const SHAPES_NAME: &str = "shapes";

/// The signs that stand for the digits of a grid, from 1 up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolSet(Vec<char>);

impl SymbolSet {
    /// Returns true if a grid of this shape can be printed with the signs: shapes for sizes 4 and
    /// 6, letters for the size that has as many digits.
    pub fn fits(&self, shape: GridShape) -> bool {
        let is_of_shapes = self.0[0] == SHAPES.chars().next().unwrap_or_default();
        self.0.len() == shape.side() || is_of_shapes && shape.mini().is_some()
    }

    /// Returns true if the signs are letters.
    pub fn is_of_letters(&self) -> bool {
        self.0[0].is_ascii_uppercase()
    }

    /// Returns true if the signs are letters that make a word: they are not in alphabetical order.
    pub fn has_word(&self) -> bool {
        self.is_of_letters() && !self.0.is_sorted()
    }

    /// Returns the signs in the order of their digits.
    pub fn signs(&self) -> &[char] {
        &self.0
    }

    /// Returns the signs of grids of this shape as a list for readers. Letters are in the order of
    /// the alphabet, which hides the word that they make.
    pub fn listed(&self, shape: GridShape) -> Vec<char> {
        let mut signs: Vec<char> = self.0.iter().take(shape.side()).copied().collect();
        if self.is_of_letters() {
            signs.sort_unstable();
        }
        signs
    }

    /// Returns this list with spaces between the signs.
    pub fn spaced(&self, shape: GridShape) -> String {
        self.listed(shape).iter().map(char::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Returns the puzzle as pages print it. Letters make their word in a row of the answer.
    #[must_use]
    pub fn spell(&self, puzzle: AnyPuzzle) -> AnyPuzzle {
        if self.is_of_letters() {
            puzzle.counted_along(Self::word_row(&puzzle.givens()))
        } else {
            puzzle
        }
    }

    /// Returns the sign of a digit in a set, or the digit itself without one.
    pub fn sign_in(set: Option<&Self>, digit: u8) -> char {
        set.map_or(char::from(b'0' + digit), |set| set.sign(digit))
    }

    /// Returns the sign of a digit from 1 up.
    pub fn sign(&self, digit: u8) -> char {
        self.0[usize::from(digit) - 1]
    }

    /// Returns the digit of a sign in grids of this shape.
    pub fn digit(&self, sign: char, shape: GridShape) -> Option<u8> {
        if !self.fits(shape) {
            return None;
        }
        let place = self.0.iter().take(shape.side()).position(|own| *own == sign)?;
        Some(place as u8 + 1)
    }

    /// Returns the row of an answer in which letters make their word: of the rows with the fewest
    /// givens, one that the places of all givens choose.
    pub fn word_row(givens: &AnyGrid) -> usize {
        let side = givens.shape().side();
        let mut counts = vec![0; side];
        let mut places = 0;
        for (cell, _) in givens.filled() {
            counts[cell / side] += 1;
            places += cell;
        }
        let fewest = counts.iter().min().copied().unwrap_or_default();
        let rows: Vec<usize> = (0..side).filter(|row| counts[*row] == fewest).collect();
        rows[places % rows.len()]
    }

    /// Returns the face of the signs, or `face` for letters.
    pub fn face(&self, face: Face) -> Face {
        if self.is_of_letters() { face } else { Face::SHAPES }
    }
}

impl FromStr for SymbolSet {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if text == SHAPES_NAME {
            return Ok(Self(SHAPES.chars().collect()));
        }
        let signs: Vec<char> = text.chars().collect();
        let is_letters = signs.iter().all(char::is_ascii_uppercase);
        let are_distinct = (1..signs.len()).all(|i| !signs[..i].contains(&signs[i]));
        if is_letters && are_distinct && GridShape::ALL.iter().any(|s| s.side() == signs.len()) {
            return Ok(Self(signs));
        }
        Err(ValueError::quoted("shapes, or 4, 6 or 9 different capital letters", text))
    }
}

impl fmt::Display for SymbolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs: String = self.0.iter().collect();
        f.write_str(if signs == SHAPES { SHAPES_NAME } else { &signs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_spell_their_word_in_a_row() {
        for (word, givens) in [
            (
                "DUTCHOVEN",
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ),
            ("PLANET", "1.3...45.......5...61..4......6...45"),
            ("LOVE", "..3..4..23......"),
        ] {
            let set: SymbolSet = word.parse().unwrap();
            let Ok(puzzle) = AnyPuzzle::prove(givens.parse().unwrap()) else { panic!("{word}") };
            let printed = set.spell(puzzle);
            let side = set.signs().len();
            let first = SymbolSet::word_row(&puzzle.givens()) * side;
            let digits = (first..first + side).filter_map(|cell| printed.solution().digit(cell));
            assert_eq!(digits.map(|digit| set.sign(digit)).collect::<String>(), word);
            assert!(
                puzzle.givens().filled().all(|(cell, _)| printed.givens().digit(cell).is_some())
            );
            assert_eq!(printed.class_key(), puzzle.class_key());
            assert_eq!(set.spell(printed), printed);
            assert!((first..first + side).any(|cell| puzzle.givens().digit(cell).is_none()));
        }
        let shapes: SymbolSet = SHAPES_NAME.parse().unwrap();
        let puzzle = AnyPuzzle::prove("..3..4..23......".parse().unwrap()).unwrap();
        assert_eq!(shapes.spell(puzzle), puzzle);
    }
}
