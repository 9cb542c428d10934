//! Draws Sudoku grids and the digits in their cells. An empty grid may have shaded blocks, round
//! corners or dotted lines.

use crate::page::{Area, Colour, DrawOp, FormContent, PathPaint, Point};
use crate::symbols::SymbolSet;
use crate::typesetting::{Face, PathEl};
use grid::GridShape;
use serde::Deserialize;
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

/// The look of the grid of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GridLook {
    /// Lines alone.
    #[default]
    Plain,
    /// Round corners of the frame.
    Rounded,
    /// Every other block in light grey.
    Shaded,
    /// Dotted lines inside blocks.
    Dotted,
}

/// The measures of a grid in points. The side of a cell is measured between the centres of lines,
/// so half of the frame line lies outside the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridStyle {
    /// The shape of the grid.
    pub shape: GridShape,
    /// The side of a cell.
    pub cell: f64,
    /// The type size of a digit, as a fraction of the cell.
    pub digit: f64,
    /// The width of lines between cells.
    pub thin: f64,
    /// The width of lines between blocks and of the frame.
    pub block: f64,
}

impl GridStyle {
    /// The number of cells along the side of a grid of the usual shape.
    pub const CELLS: f64 = 9.0;

    /// Returns a grid whose frame has this side, measured at its outer edges.
    pub fn with_side(self, side: f64) -> Self {
        let cell = side / 9.1;
        Self { cell, thin: (cell * 0.028).max(0.75), block: (cell * 0.1).max(1.5), ..self }
    }

    /// Returns the distance from the frame of a grid to the edge of its card.
    pub fn pad(self) -> f64 {
        0.35 * self.cell
    }

    /// Returns the area of a cell in a grid with this outer corner.
    pub fn cell_area(self, corner: Point, cell: usize) -> Area {
        Area::square(self.middle(corner, cell), self.cell)
    }

    /// Returns the side between the outer edges of the frame.
    pub fn outer(self) -> f64 {
        self.side() * self.cell + self.block
    }

    /// Returns the number of cells along the side.
    fn side(self) -> f64 {
        self.shape.side() as f64
    }

    /// Returns the grid of another shape in the same frame.
    pub fn in_shape(self, shape: GridShape) -> Self {
        if shape == self.shape {
            return self;
        }
        Self { shape, cell: self.cell * self.side() / shape.side() as f64, ..self }
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
        let (columns, rows) = (self.shape.block_columns(), self.shape.block_rows());
        let of_weight = move |is_bold: bool| {
            (0..=self.shape.side()).flat_map(move |i| {
                let at = edge + i as f64 * self.cell;
                // Bold lines extend to the outer edge, which makes the corners square.
                let (width, start) = if is_bold { (self.block, 0.0) } else { (self.thin, edge) };
                let end = outer - start;
                let upright = (((at, start), (at, end), width), i % columns == 0);
                let level = (((start, at), (end, at), width), i % rows == 0);
                let lines = [upright, level].into_iter();
                lines.filter(move |(_, is_block)| *is_block == is_bold).map(|(line, _)| line)
            })
        };
        // Thin lines come first, so that bold lines cover them where they cross.
        of_weight(false).chain(of_weight(true))
    }

    /// Returns the top left corner of a cell in a grid with this outer corner.
    pub fn cell_corner(self, corner: Point, cell: usize) -> Point {
        let edge = self.block / 2.0;
        let along = |n: usize| edge + n as f64 * self.cell;
        let side = self.shape.side();
        (corner.0 + along(cell % side), corner.1 + along(cell / side))
    }

    /// Returns the middle of a cell in a grid with this outer corner.
    pub fn middle(self, corner: Point, cell: usize) -> Point {
        let at = self.cell_corner(corner, cell);
        (at.0 + self.cell / 2.0, at.1 + self.cell / 2.0)
    }

    /// Draws signs instead of digits, if there are any, as [`GridStyle::draw_digits`] does.
    pub fn draw_signs(
        self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        face: Face,
        set: Option<&SymbolSet>,
        digits: impl Iterator<Item = (usize, u8)>,
    ) {
        let Some(set) = set else { return self.draw_digits(marks, corner, face, digits) };
        let (face, size) = (set.face(face), self.digit_size());
        for (cell, digit) in digits {
            let sign = set.sign(digit);
            let (x, y) = self.middle(corner, cell);
            let at = (x - face.advance(sign) * size / 2.0, y + face.cap_height() * size / 2.0);
            marks.push(DrawOp::Text { at, face, size, text: Cow::Owned(sign.to_string()) });
        }
    }

    /// Draws digits in a grid with this outer corner. Their advance and the height of capitals
    /// centre them in their cells.
    pub fn draw_digits(
        self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        face: Face,
        digits: impl Iterator<Item = (usize, u8)>,
    ) {
        const FIGURES: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let size = self.digit_size();
        let edge = self.block / 2.0;
        let baseline = (self.cell + face.cap_height() * size) / 2.0;
        let advances =
            FIGURES.map(|figure| figure.chars().map(|c| face.advance(c)).sum::<f64>() * size);
        marks.extend(digits.map(|(cell, digit)| {
            let (row, column) = (cell / self.shape.side(), cell % self.shape.side());
            let figure = usize::from(digit) - 1;
            let middle = (column as f64 + 0.5) * self.cell;
            let x = corner.0 + edge + middle - advances[figure] / 2.0;
            let y = corner.1 + edge + row as f64 * self.cell + baseline;
            DrawOp::Text { at: (x, y), face, size, text: Cow::Borrowed(FIGURES[figure]) }
        }));
    }

    /// Returns dots in the raster of a block, one for each candidate of an empty cell.
    fn dots(self) -> FormContent {
        let along = |n: usize| self.cell * (FIRST_DOT + DOT_PITCH * n as f64) - DOT / 2.0;
        let columns = self.shape.block_columns();
        let marks = (0..self.shape.side()).map(|n| DrawOp::Box {
            corner: (along(n % columns), along(n / columns)),
            size: (DOT, DOT),
            colour: Colour::BLACK,
        });
        FormContent { width: self.cell, height: self.cell, marks: marks.collect() }
    }

    /// Draws dots for candidates into cells of a grid with this outer corner.
    pub fn draw_dots(
        self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        cells: impl Iterator<Item = usize>,
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
            // A grey block in a corner would stick out of a round frame.
            GridLook::Rounded if grey < 1.0 && self.shape != GridShape::Nine => {}
            GridLook::Rounded => self.round_frame(&mut lines),
            GridLook::Dotted => self.dot_thin_lines(&mut lines),
        }
        FormContent { width, height, marks: self.block_shades(grey).chain(lines).collect() }
    }

    /// Returns the grey boxes of every other block, or nothing if they are white.
    fn block_shades(self, grey: f64) -> impl Iterator<Item = DrawOp> {
        let edge = self.block / 2.0;
        let width = self.shape.block_columns() as f64 * self.cell;
        let height = self.shape.block_rows() as f64 * self.cell;
        // A band has as many blocks as a block has rows.
        let across = self.shape.block_rows();
        let places = (0..self.shape.side()).map(move |block| (block % across, block / across));
        let shaded = places.filter(move |(column, row)| (column + row) % 2 == 1 && grey < 1.0);
        shaded.map(move |(column, row)| DrawOp::Box {
            corner: (edge + column as f64 * width, edge + row as f64 * height),
            size: (width, height),
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
        let points = PathEl::flatten(&frame.rounded(radius));
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
