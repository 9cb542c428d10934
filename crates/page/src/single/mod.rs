//! A single grid as a picture of its own: SVG, PDF, EPS or PNG. All have the same lines, and
//! digits as outlines, so that no font is needed.

mod eps;
mod pdf;
mod png;
mod svg;

use crate::draw::canvas::Rgb;
use crate::draw::grid::{GridLook, GridStyle};
use crate::page::{Area, Colour, DrawOp, Point};
use crate::palette::Palette;
use crate::symbols::SymbolSet;
use crate::typesetting::{Face, PathEl};
use grid::{AnyPuzzle, GridShape};
use preflight::{INCH, Inks};

/// Side of a cell before scaling.
const CELL: f64 = 24.0;

/// A picture of a puzzle, or of its answer with the givens in bold.
#[derive(Clone, Copy, Debug)]
pub struct SingleGrid<'a> {
    /// The title, for readers who cannot see the picture.
    pub title: &'a str,
    /// The puzzle.
    pub puzzle: &'a AnyPuzzle,
    /// The signs that stand in its cells instead of digits.
    pub symbols: Option<&'a SymbolSet>,
    /// True if all digits are shown.
    pub answer: bool,
    /// Size and colours.
    pub look: SingleGridLook,
}

/// The lines and faces of a single grid. Its lines have these widths in points if its cells have a
/// size of the design; the lines of smaller and larger cells are thinner and thicker.
#[derive(Clone, Copy, Debug)]
pub struct SingleGridStyle {
    /// The grid with the smallest cells.
    pub smallest: GridStyle,
    /// The side of the largest cells.
    pub max_cell: f64,
    /// The look of the grid.
    pub look: GridLook,
    /// The grey of every other block; 1 is white.
    pub shade: f64,
    /// The face of the givens of a puzzle.
    pub givens: Face,
    /// The faces of the givens and of the other digits of an answer.
    pub answers: [Face; 2],
}

impl Default for SingleGridStyle {
    /// Returns the style without a design.
    fn default() -> Self {
        Self {
            smallest: GridStyle {
                shape: GridShape::Nine,
                cell: CELL,
                digit: 0.62,
                thin: 0.75,
                block: 2.0,
            },
            max_cell: CELL,
            look: GridLook::Plain,
            shade: 1.0,
            givens: Face::SANS_SEMIBOLD,
            answers: [Face::SANS_SEMIBOLD, Face::SANS],
        }
    }
}

impl SingleGridStyle {
    /// Sets the digits in a face, and those that an answer adds in the second one, if any.
    ///
    /// # Errors
    /// Returns the first digit that a face lacks.
    pub fn with_faces(mut self, faces: &[Face]) -> Result<Self, char> {
        let [first, others @ ..] = faces else { return Ok(self) };
        for face in faces {
            if let Some(digit) = ('1'..='9').find(|digit| !face.has_glyph(*digit)) {
                return Err(digit);
            }
        }
        self.givens = *first;
        self.answers = [*first, *others.first().unwrap_or(first)];
        Ok(self)
    }
}

/// Size, style and colours of a single grid.
#[derive(Clone, Copy, Debug)]
pub struct SingleGridLook {
    /// Side length in points, from outer edge to outer edge.
    pub side: f64,
    /// The shape of the grid.
    pub shape: GridShape,
    /// Lines and faces.
    pub style: SingleGridStyle,
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
        let (shape, style) = (GridShape::default(), SingleGridStyle::default());
        Self { side: 218.0, shape, style, palette: None, page: None }
    }
}

impl SingleGridLook {
    /// Returns the number of dots per side at a resolution in dots per inch. A PNG takes four bytes
    /// of memory per dot while it is drawn.
    pub fn dots(self, resolution: f64) -> usize {
        (self.side / INCH * resolution).round().max(1.0) as usize
    }

    /// Returns the colour of the ground, and the colours of lines and givens and of other digits.
    fn colours(self) -> (Option<Rgb>, [Rgb; 2]) {
        match self.palette.map(|palette| palette.colours(Inks::Rgb)) {
            None => (None, [[0; 3]; 2]),
            Some(all) => {
                (Some(Colour::rgb(all.paper)), [Colour::rgb(all.ink), Colour::rgb(all.figure)])
            }
        }
    }

    /// Returns a grey, where 1 is white, between the colours of the lines and of the ground.
    fn tint(self, grey: f64) -> Rgb {
        let (ground, [ink, _]) = self.colours();
        let ground = ground.unwrap_or([255; 3]);
        std::array::from_fn(|part| {
            let (dark, light) = (f64::from(ink[part]), f64::from(ground[part]));
            (dark + (light - dark) * grey).round() as u8
        })
    }

    /// Returns the grid before scaling.
    fn grid(self) -> GridStyle {
        let GridStyle { cell: min_cell, digit, thin, block, .. } = self.style.smallest;
        let cell = ((self.side - block) / GridStyle::CELLS)
            .clamp(min_cell, self.style.max_cell.max(min_cell));
        GridStyle {
            shape: GridShape::Nine,
            cell: CELL,
            digit,
            thin: CELL * thin / cell,
            block: CELL * block / cell,
        }
        .in_shape(self.shape)
    }

    /// Returns the shades and lines of the empty grid before scaling, in drawing order.
    fn marks(self) -> Vec<DrawOp> {
        self.grid().in_look(self.style.look, self.style.shade).marks
    }

    /// Returns the same as filled shapes.
    fn shapes(self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for mark in self.marks() {
            self.push_shapes(&mut shapes, mark);
        }
        shapes
    }

    fn push_shapes(self, shapes: &mut Vec<Shape>, mark: DrawOp) {
        let ink = self.colours().1[0];
        match mark {
            DrawOp::Line { from, to, width } => {
                shapes.push(Shape::Box { area: line_area(from, to, width), ink });
            }
            DrawOp::Box { corner: (left, top), size: (width, height), colour } => {
                let Colour::Grey(grey) = colour else { return };
                let area = Area { left, top, width, height };
                shapes.push(Shape::Box { area, ink: self.tint(grey) });
            }
            DrawOp::Dotted { dot: (length, gap), marks } => {
                for line in marks {
                    let DrawOp::Line { from, to, width } = line else { continue };
                    let whole = line_area(from, to, width);
                    let end = (to.0 - from.0) + (to.1 - from.1);
                    let count = (end / (length + gap)).round() as usize;
                    let starts = (0..count).map(|dot| dot as f64 * (length + gap));
                    shapes.extend(starts.map(|start| {
                        let area = if from.0 == to.0 {
                            Area { top: whole.top + start, height: length, ..whole }
                        } else {
                            Area { left: whole.left + start, width: length, ..whole }
                        };
                        Shape::Box { area, ink }
                    }));
                }
            }
            DrawOp::Path { .. } => {
                let (frame, radius, width) = self.grid().rounded_frame();
                let mut outline = frame.inside(-width / 2.0).rounded(radius + width / 2.0);
                outline.extend(frame.inside(width / 2.0).rounded(radius - width / 2.0));
                shapes.push(Shape::Ring { outline, ink });
            }
            _ => {}
        }
    }
}

/// A filled shape of the empty grid.
enum Shape {
    /// A rectangle.
    Box { area: Area, ink: Rgb },
    /// The area between two outlines, by the even-odd rule.
    Ring { outline: Vec<PathEl>, ink: Rgb },
}

/// A digit of a picture.
struct PlacedDigit {
    digit: u8,
    /// The figure or the sign that is drawn.
    sign: char,
    /// False for a digit that only the answer has.
    is_given: bool,
    face: Face,
    /// The pen position on the baseline.
    pen: Point,
}

impl SingleGrid<'_> {
    /// Returns the digits, row by row.
    fn digits(&self) -> Vec<PlacedDigit> {
        let grid = if self.answer { self.puzzle.solution() } else { self.puzzle.givens() };
        grid.filled().map(|(cell, digit)| self.place(cell, digit)).collect()
    }

    /// Centres a digit in its cell.
    fn place(&self, cell: usize, digit: u8) -> PlacedDigit {
        let (grid, style) = (self.look.grid(), self.look.style);
        let is_given = self.puzzle.givens().digit(cell).is_some();
        let face = match (self.answer, is_given) {
            (false, _) => style.givens,
            (true, true) => style.answers[0],
            (true, false) => style.answers[1],
        };
        let (sign, face) = self.sign(digit, face);
        let (left, top) = grid.cell_corner((0.0, 0.0), cell);
        let size = grid.digit_size();
        let x = left + (grid.cell - face.advance(sign) * size) / 2.0;
        let pen = (x, top + (grid.cell + face.cap_height() * size) / 2.0);
        PlacedDigit { digit, sign, is_given, face, pen }
    }

    /// Returns the figure of a digit, or its sign, with its face. A font of the user for digits may
    /// lack letters.
    fn sign(&self, digit: u8, face: Face) -> (char, Face) {
        let Some(set) = self.symbols else { return (char::from(b'0' + digit), face) };
        let (sign, face) = (set.sign(digit), set.face(face));
        (sign, if face.has_glyph(sign) { face } else { SingleGridStyle::default().givens })
    }
}

impl PlacedDigit {
    /// Returns the outline at this type size, from its pen position.
    fn outline(&self, size: f64) -> impl Iterator<Item = PathEl> {
        let steps = self.face.steps(self.sign, size).unwrap_or_default();
        let pen = self.pen;
        steps.into_iter().map(move |step| step.translated(pen))
    }

    /// Returns its colour, of those of givens and of other digits.
    fn colour(&self, [given, other]: [Rgb; 2]) -> Rgb {
        if self.is_given { given } else { other }
    }
}

/// Rounds a measure, so that a file has no more decimals than anyone can see.
fn thousandths(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}

/// Returns the area of a horizontal or vertical line.
fn line_area(from: Point, to: Point, width: f64) -> Area {
    if from.0 == to.0 {
        Area { left: from.0 - width / 2.0, top: from.1, width, height: to.1 - from.1 }
    } else {
        Area { left: from.0, top: from.1 - width / 2.0, width: to.0 - from.0, height: width }
    }
}
