//! Signs that stand in cells instead of digits: letters, or shapes for children. Catalogues keep
//! the digits.

use crate::typesetting::Face;
use grid::GridShape;
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

    /// Returns the signs in the order of their digits.
    pub fn signs(&self) -> &[char] {
        &self.0
    }

    /// Returns the signs with spaces between them.
    pub fn spaced(&self) -> String {
        self.0.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
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
