//! Draws Sudoku grids and the digits in their cells. An empty grid may have shaded blocks, round
//! corners or dotted lines.

use crate::book::draw::shapes::{flatten, rounded};
use crate::book::model::design::GridLook;
use crate::book::model::page::{Area, Colour, DrawOp, FormContent, PathPaint, Point};
use crate::book::text::typesetting::Face;
use engine::sudoku::grid::{Cell, Digit};
use std::borrow::Cow;
use std::sync::Arc;

/// The radius of round corners, in cells. The page reader finds a grid by its edges and tolerates
/// gaps of this size.
const CORNER_RADIUS: f64 = 0.22;
/// The maximum lightness of shaded blocks, where 1 is white.
const BLOCK_TINT: f64 = 0.92;
/// The number of dots per point of the side of a cell, and the length of a dot as a fraction of the
/// pitch.
const DOTS_PER_POINT: f64 = 0.42;
const DOT_SHARE: f64 = 0.4;
/// The side of a dot for a candidate in points, its distance from the edge of a cell, and from the
/// next dot, as fractions of the cell.
const DOT: f64 = 1.1;
/// The difference between equal lengths after rounding, in points.
const EQUAL: f64 = 1e-6;
const FIRST_DOT: f64 = 0.22;
const DOT_PITCH: f64 = 0.28;

/// The number of cells along the side of a grid, and of a block.
pub(crate) const CELLS: f64 = 9.0;
const BLOCK_CELLS: f64 = 3.0;

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
        CELLS * self.cell + self.block
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
    pub fn ruling(self, corner: Point) -> impl Iterator<Item = DrawOp> {
        self.lines().map(move |(from, to, width)| DrawOp::Line {
            from: (corner.0 + from.0, corner.1 + from.1),
            to: (corner.0 + to.0, corner.1 + to.1),
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
        let (column, row) = (cell.column() as f64, cell.row() as f64);
        (corner.0 + (edge + column * self.cell), corner.1 + (edge + row * self.cell))
    }

    /// Returns the middle of a cell in a grid with this outer corner.
    pub fn middle(self, corner: Point, cell: Cell) -> Point {
        let at = self.cell_corner(corner, cell);
        (at.0 + self.cell / 2.0, at.1 + self.cell / 2.0)
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

    /// Returns nine dots, one for each candidate of an empty cell.
    fn dots(self) -> FormContent {
        let places = [0.0, 1.0, 2.0].map(|n| self.cell * (FIRST_DOT + DOT_PITCH * n) - DOT / 2.0);
        let corners = places.into_iter().flat_map(|y| places.map(|x| (x, y)));
        let marks =
            corners.map(|corner| DrawOp::Box { corner, size: (DOT, DOT), colour: Colour::BLACK });
        FormContent { width: self.cell, height: self.cell, marks: marks.collect() }
    }

    /// Draws dots for candidates into cells of a grid with this outer corner.
    pub fn draw_dots(
        self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        cells: impl Iterator<Item = Cell>,
    ) {
        let form = Arc::new(self.dots());
        for cell in cells {
            marks.push(DrawOp::Form { form: form.clone(), corner: self.cell_corner(corner, cell) });
        }
    }
}

impl GridStyle {
    /// Draws the empty grid in a look. Every other block has this grey, where 1 is white.
    pub fn in_look(self, look: GridLook, grey: f64) -> FormContent {
        let grey = if look == GridLook::Shaded { grey.min(BLOCK_TINT) } else { grey };
        let FormContent { width, height, marks: mut lines } = self.drawing();
        match look {
            GridLook::Plain | GridLook::Shaded => {}
            GridLook::Rounded => self.round_frame(&mut lines),
            GridLook::Dotted => self.dot_thin_lines(&mut lines),
        }
        FormContent { width, height, marks: self.block_shades(grey).chain(lines).collect() }
    }

    /// Returns the grey boxes of every other block, or nothing if they are white.
    fn block_shades(self, grey: f64) -> impl Iterator<Item = DrawOp> {
        let (edge, side) = (self.block / 2.0, BLOCK_CELLS * self.cell);
        let blocks = (0..9_u8).filter(move |block| block % 2 == 1 && grey < 1.0);
        blocks.map(move |block| DrawOp::Box {
            corner: (edge + f64::from(block % 3) * side, edge + f64::from(block / 3) * side),
            size: (side, side),
            colour: Colour::Grey(grey),
        })
    }

    /// Replaces the frame by one with round corners.
    fn round_frame(self, marks: &mut Vec<DrawOp>) {
        let (near, far) = (self.block / 2.0, self.outer() - self.block / 2.0);
        marks.retain_mut(|mark| {
            let DrawOp::Line { from, to, .. } = mark else { return true };
            let at = if from.0 == to.0 { from.0 } else { from.1 };
            for point in [from, to] {
                *point = (point.0.clamp(near, far), point.1.clamp(near, far));
            }
            at != near && (at - far).abs() >= EQUAL
        });
        let (frame, radius, width) = self.rounded_frame();
        let points = flatten(&rounded(frame, radius));
        marks.push(DrawOp::Path { points, paint: PathPaint::Outline(width) });
    }

    /// Returns the middle of a frame with round corners, its radius and its width.
    pub fn rounded_frame(self) -> (Area, f64, f64) {
        let (near, far) = (self.block / 2.0, self.outer() - self.block / 2.0);
        let frame = Area { left: near, top: near, width: far - near, height: far - near };
        (frame, CORNER_RADIUS * self.cell, self.block)
    }

    /// Dots the lines inside blocks. Each cell has the same number of dots.
    fn dot_thin_lines(self, marks: &mut Vec<DrawOp>) {
        let pitch = self.cell / (self.cell * DOTS_PER_POINT).round();
        let dot = (DOT_SHARE * pitch, pitch - DOT_SHARE * pitch);
        let thin = marks.extract_if(
            ..,
            |mark| matches!(mark, DrawOp::Line { width, .. } if *width == self.thin),
        );
        let thin_lines = thin.collect();
        marks.insert(0, DrawOp::Dotted { dot, marks: thin_lines });
    }
}
