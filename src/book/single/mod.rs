//! A single grid as a picture of its own, in three forms: SVG, PDF and PNG. All have the same lines and
//! the digits as outlines, so that no font is needed.

mod pdf;
mod png;
mod svg;

use crate::book::page::Colour;
use crate::book::palette::Palette;
use crate::book::typesetting::{Face, Step};
use crate::grid::{Cell, Digit, Grid};
use crate::print::Inks;
use crate::puzzle::Puzzle;

/// Side length of a cell in the drawing; the whole is scaled.
const CELL: f64 = 24.0;
/// Type size of a digit.
const DIGIT: f64 = 0.62 * CELL;
const THIN: f64 = 0.75;
const BLOCK: f64 = 2.0;
/// Side length of the drawing, from outer edge to outer edge.
const SIDE: f64 = 9.0 * CELL + BLOCK;
/// The faces of givens and of other digits.
const FACES: [Face; 2] = [Face::SANS_SEMIBOLD, Face::SANS];

/// A puzzle, or its answer with the givens in bold, as it is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Single<'a> {
    /// For readers who cannot see the drawing.
    pub title: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether all digits are shown.
    pub answer: bool,
    /// Size and colours.
    pub look: SingleLook,
}

/// Size and colours of a single grid.
#[derive(Clone, Copy, Debug)]
pub struct SingleLook {
    /// Side length in points, from outer edge to outer edge.
    pub side: f64,
    /// Colours; black on nothing, which is white in a PNG, if there are none.
    pub palette: Option<&'static Palette>,
}

impl Default for SingleLook {
    /// 218 points, 76.9 mm, in black.
    fn default() -> Self {
        Self { side: SIDE, palette: None }
    }
}

/// Red, green and blue.
type Rgb = [u8; 3];

/// The colours of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Inked {
    /// What is behind the grid.
    ground: Option<Rgb>,
    /// Lines and givens.
    ink: Rgb,
    /// Other digits.
    found: Rgb,
}

impl SingleLook {
    fn colours(self) -> Inked {
        let rgb = |colour| {
            let parts = match colour {
                Colour::Grey(grey) => [grey; 3],
                Colour::Rgb(parts) => parts,
                Colour::Cmyk(_) => unreachable!("colours of a screen were asked for"),
            };
            parts.map(|part| (part * 255.0).round() as u8)
        };
        match self.palette.map(|palette| palette.colours(Inks::Rgb)) {
            None => Inked { ground: None, ink: [0; 3], found: [0; 3] },
            Some(all) => {
                Inked { ground: Some(rgb(all.paper)), ink: rgb(all.ink), found: rgb(all.figure) }
            }
        }
    }
}

impl Single<'_> {
    fn shown(&self) -> Grid {
        match self.answer {
            true => Grid::from(*self.puzzle.solution()),
            false => *self.puzzle.givens(),
        }
    }

    /// The digits, each with the index of its face and the pen position on the baseline.
    fn digits(&self) -> Vec<(Digit, usize, (f64, f64))> {
        let place = |(cell, digit): (Cell, Digit)| {
            let face = usize::from(self.puzzle.givens()[cell].is_none());
            let (left, top) = corner(cell);
            let advance = FACES[face].advance(character(digit)) * DIGIT;
            let x = left + (CELL - advance) / 2.0;
            (digit, face, (x, top + (CELL + FACES[face].cap_height() * DIGIT) / 2.0))
        };
        self.shown().filled().map(place).collect()
    }
}

fn character(digit: Digit) -> char {
    char::from(b'0' + digit.get())
}

/// The outline of a digit from the pen position.
fn outline(digit: Digit, face: usize) -> Vec<Step> {
    FACES[face].steps(character(digit), DIGIT).unwrap_or_default()
}

/// The top left corner of a cell.
fn corner(cell: Cell) -> (f64, f64) {
    let at = |i: usize| BLOCK / 2.0 + i as f64 * CELL;
    (at(cell.column()), at(cell.row()))
}

/// The lines as rectangles: left, top, width, height. The thin ones come first, and bold ones go on to the
/// outer edge, which makes the corners square.
fn lines() -> impl Iterator<Item = [f64; 4]> {
    [false, true].into_iter().flat_map(|bold| {
        let (width, end) = if bold { (BLOCK, 0.0) } else { (THIN, BLOCK / 2.0) };
        (0..=9u8).filter(move |i| (i % 3 == 0) == bold).flat_map(move |i| {
            let at = BLOCK / 2.0 + f64::from(i) * CELL - width / 2.0;
            let length = SIDE - 2.0 * end;
            [[at, end, width, length], [end, at, length, width]]
        })
    })
}
