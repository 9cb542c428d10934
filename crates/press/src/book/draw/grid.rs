//! Draws Sudoku grids and the digits in their cells.

use crate::book::model::page::{DrawOp, FormContent, Point};
use crate::book::text::typesetting::Face;
use engine::sudoku::grid::{Cell, Digit};
use std::borrow::Cow;

/// The measures of a grid in points. The side of a cell is measured between the centres of lines,
/// so half of the frame line lies outside the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GridStyle {
    pub cell: f64,
    /// The type size of a digit, as a fraction of the cell.
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
}

impl GridStyle {
    /// Returns the side between the outer edges of the frame.
    pub fn outer(self) -> f64 {
        9.0 * self.cell + self.block
    }

    /// Returns the type size of the digits.
    pub fn digit_size(self) -> f64 {
        self.cell * self.digit
    }

    /// Draws the empty grid. The corner of the drawing is the outer corner of the frame.
    pub fn drawing(self) -> FormContent {
        let outer = self.outer();
        FormContent { width: outer, height: outer, marks: self.ruling((0.0, 0.0)).collect() }
    }

    /// Returns the lines of the empty grid with this outer corner as marks.
    pub fn ruling(self, (x, y): Point) -> impl Iterator<Item = DrawOp> {
        let at = move |point: Point| (x + point.0, y + point.1);
        self.lines().map(move |(from, to, width)| DrawOp::Line {
            from: at(from),
            to: at(to),
            width,
        })
    }

    /// Returns the ends of the lines of the empty grid, measured from its outer corner, and their
    /// widths.
    pub fn lines(self) -> impl Iterator<Item = (Point, Point, f64)> {
        let (outer, edge) = (self.outer(), self.block / 2.0);
        // Thin lines come first, so that bold lines cover them where they cross.
        [1, 2, 4, 5, 7, 8, 0, 3, 6, 9].into_iter().flat_map(move |i| {
            let at = edge + f64::from(i) * self.cell;
            // Bold lines extend to the outer edge, which makes the corners square.
            let (width, start) = if i % 3 == 0 { (self.block, 0.0) } else { (self.thin, edge) };
            let end = outer - start;
            [((at, start), (at, end), width), ((start, at), (end, at), width)]
        })
    }

    /// Returns the top left corner of a cell in a grid with this outer corner.
    pub fn cell_corner(self, corner: Point, cell: Cell) -> Point {
        let edge = self.block / 2.0;
        let along = |n: usize| edge + n as f64 * self.cell;
        (corner.0 + along(cell.column()), corner.1 + along(cell.row()))
    }

    /// Draws digits in a grid with this outer corner. Their advance and the height of capitals
    /// centre them in their cells.
    pub fn draw_digits(
        self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        face: Face,
        digits: impl Iterator<Item = (Cell, Digit)>,
    ) {
        const FIGURES: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let size = self.digit_size();
        let edge = self.block / 2.0;
        let baseline = (self.cell + face.cap_height() * size) / 2.0;
        let advances =
            FIGURES.map(|figure| figure.chars().map(|c| face.advance(c)).sum::<f64>() * size);
        marks.extend(digits.map(|(cell, digit)| {
            let figure = FIGURES[digit.index()];
            let middle = (cell.column() as f64 + 0.5) * self.cell;
            let x = corner.0 + edge + middle - advances[digit.index()] / 2.0;
            let y = corner.1 + edge + cell.row() as f64 * self.cell + baseline;
            DrawOp::Text { at: (x, y), face, size, text: Cow::Borrowed(figure) }
        }));
    }
}
