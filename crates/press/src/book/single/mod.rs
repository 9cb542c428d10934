//! A single grid as a picture of its own: SVG, PDF, EPS or PNG. All have the same lines, and
//! digits as outlines, so that no font is needed.

mod eps;
mod pdf;
mod png;
mod svg;

use crate::book::cover::palette::Palette;
use crate::book::draw::GridStyle;
use crate::book::draw::canvas::{Rgb, rgb};
use crate::book::model::Point;
use crate::book::text::typesetting::{Face, PathEl};
use crate::printers::Inks;
use engine::sudoku::grid::{Cell, Digit, Grid};
use engine::sudoku::puzzle::Puzzle;

/// The grid before scaling.
const GRID: GridStyle = GridStyle { cell: 24.0, digit: 0.62, thin: 0.75, block: 2.0 };
/// Type size of a digit before scaling.
const DIGIT: f64 = GRID.digit * GRID.cell;
/// Side length before scaling, from outer edge to outer edge.
const SIDE: f64 = 9.0 * GRID.cell + GRID.block;
/// The faces of givens and of other digits.
const FACES: [Face; 2] = [Face::SANS_SEMIBOLD, Face::SANS];

/// A picture of a puzzle, or of its answer with the givens in bold.
#[derive(Clone, Copy, Debug)]
pub struct SingleGrid<'a> {
    /// The title, for readers who cannot see the picture.
    pub title: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// True if all digits are shown.
    pub answer: bool,
    /// Size and colours.
    pub look: SingleGridLook,
}

/// Size and colours of a single grid.
#[derive(Clone, Copy, Debug)]
pub struct SingleGridLook {
    /// Side length in points, from outer edge to outer edge.
    pub side: f64,
    /// The colours. Without a palette the picture is black on transparent ground, which is white in
    /// a PNG.
    pub palette: Option<&'static Palette>,
    /// Width and height of the page of a PDF in points, with the grid in its middle. Without them
    /// the page is as large as the grid.
    pub page: Option<Point>,
}

impl Default for SingleGridLook {
    /// Returns 218 points (76.9 mm) in black.
    fn default() -> Self {
        Self { side: SIDE, palette: None, page: None }
    }
}

impl SingleGridLook {
    /// Returns the number of dots per side at a resolution in dots per inch. A PNG takes four bytes
    /// of memory per dot while it is drawn.
    pub fn dots(self, resolution: f64) -> usize {
        (self.side / 72.0 * resolution).round().max(1.0) as usize
    }

    /// Returns the colour of the ground, and the colours of lines and givens and of other digits.
    fn colours(self) -> (Option<Rgb>, [Rgb; 2]) {
        match self.palette.map(|palette| palette.colours(Inks::Rgb)) {
            None => (None, [[0; 3]; 2]),
            Some(all) => (Some(rgb(all.paper)), [rgb(all.ink), rgb(all.figure)]),
        }
    }
}

impl SingleGrid<'_> {
    /// Returns the digits, each with the index of its face and the pen position on the baseline.
    fn digits(&self) -> Vec<(Digit, usize, Point)> {
        let place = |(cell, digit): (Cell, Digit)| {
            let face = usize::from(self.puzzle.givens()[cell].is_none());
            let (left, top) = GRID.cell_corner((0.0, 0.0), cell);
            let advance = FACES[face].advance(character(digit)) * DIGIT;
            let x = left + (GRID.cell - advance) / 2.0;
            (digit, face, (x, top + (GRID.cell + FACES[face].cap_height() * DIGIT) / 2.0))
        };
        let shown =
            if self.answer { Grid::from(*self.puzzle.solution()) } else { *self.puzzle.givens() };
        shown.filled().map(place).collect()
    }
}

fn character(digit: Digit) -> char {
    char::from(b'0' + digit.get())
}

/// Returns the outline of a digit from the pen position.
fn outline(digit: Digit, face: usize) -> Vec<PathEl> {
    FACES[face].steps(character(digit), DIGIT).unwrap_or_default()
}

/// Returns the lines as rectangles: left, top, width, height. Thin lines come first. Bold lines
/// extend to the outer edge, so that the corners are square.
fn lines() -> impl Iterator<Item = [f64; 4]> {
    GRID.lines().map(|(from, to, width)| {
        if from.0 == to.0 {
            [from.0 - width / 2.0, from.1, width, to.1 - from.1]
        } else {
            [from.0, from.1 - width / 2.0, to.0 - from.0, width]
        }
    })
}
