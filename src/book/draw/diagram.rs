//! Draws a step of a solution: the grid with its digits and candidates, the cells that the step
//! uses, its eliminations, and arrows. Everything is black and grey. The room `explain` computes
//! the positions.

use crate::book::draw::grid::GridStyle;
use crate::book::draw::shapes::circle;
use crate::book::draw::text::{TextStyle, centred};
use crate::book::model::page::{Colour, DrawOp, PathPaint, Point};
use crate::book::text::typesetting::FamilyStacks;
use crate::sudoku::grid::{Cell, Grid};
use crate::text::explain::ExplainedStep;
use crate::text::explain::figure::{
    BLOCKER_RADIUS, CELL_SIDE, CandidateStyle, MAX_WIDE_RADIUS, STRIKE_HALF_SIZE, StepFigure,
    cell_centre, cell_corner,
};
use crate::text::explain::picture::CandidateMark;
use crate::text::explain::route::{Route, distance};

/// The greys of houses, of other cells of the step, and of candidates that are true or stand out.
const HOUSE_GREY: Colour = Colour::Grey(0.89);
const CELL_GREY: Colour = Colour::Grey(0.78);
const TRUE_GREY: Colour = Colour::Grey(0.62);
/// The grey of arrows.
const ARROW_GREY: Colour = Colour::Grey(0.42);
/// The widths of lines, in points.
const THIN: f64 = 0.75;
const ARROW: f64 = 1.1;
/// The width of the white edge around a line that strikes a digit out, in points.
const EDGE: f64 = 0.25;
/// The length of a dash and of the gap after it, in points.
const DASH: f64 = 2.6;
/// The room for the number of a row or column beside the grid, in multiples of its type size.
pub(in crate::book) const LABEL_ROOM: f64 = 1.45;

/// The measures and the faces of a drawn step.
pub(in crate::book) struct Diagram {
    pub grid: GridStyle,
    pub figures: FamilyStacks,
    /// The type size of candidates, and of the numbers of rows and columns.
    pub small: f64,
}

impl Diagram {
    /// Draws a step in a grid with this outer corner. The numbers of rows are on the left, and the
    /// numbers of columns above.
    pub fn draw(&self, marks: &mut Vec<DrawOp>, at: Point, given: &Grid, told: &ExplainedStep) {
        let radius = self.mark_radius() / self.scale();
        let figure = StepFigure::focused(&told.before, &told.step, radius);
        let on_page = |(x, y): Point| {
            let (scale, edge) = (self.scale(), self.grid.block / 2.0);
            (at.0 + edge + x * scale, at.1 + edge + y * scale)
        };
        self.shades(marks, &figure, &on_page);
        marks.extend(self.grid.ruling(at));
        for cell in figure.picture.blockers {
            self.disc(marks, on_page(cell_centre(cell)), BLOCKER_RADIUS, Colour::WHITE);
        }
        self.discs(marks, &figure, &on_page);
        for (arrow, way) in figure.picture.arrows.iter().zip(figure.routes()) {
            marks.push(arrow_shape(&way, arrow.off, &on_page));
        }
        let (strong, regular) = (self.figures.strong, self.figures.regular);
        for (faces, is_given) in [(strong, true), (regular, false)] {
            let shown = told.before.grid().filled();
            let digits = shown.filter(|(cell, _)| given[*cell].is_some() == is_given);
            self.grid.draw_digits(marks, at, faces.first(), digits);
        }
        let mut struck = Vec::new();
        for &(cell, digit, kind) in &figure.small {
            let faces = if kind == CandidateStyle::Marked { strong } else { regular };
            let style = TextStyle::new(faces, self.small);
            let (x, y) = on_page(figure.candidate_centre(cell, digit));
            let to = if kind == CandidateStyle::Lost { &mut struck } else { &mut *marks };
            centred(to, (x, y + style.cap() / 2.0), style, &digit.to_string());
        }
        // The lines that strike these digits are drawn over them.
        marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: struck });
        self.strikes(marks, &figure, &on_page);
        self.labels(marks, at);
    }

    /// Returns the number of points per unit of the figure.
    fn scale(&self) -> f64 {
        self.grid.cell / CELL_SIDE
    }

    fn shades(
        &self,
        marks: &mut Vec<DrawOp>,
        figure: &StepFigure,
        on_page: &impl Fn(Point) -> Point,
    ) {
        let mut shade = |first: Cell, last: Cell, colour| {
            let ((x, y), (right, bottom)) = (cell_corner(first), cell_corner(last));
            let scale = self.scale();
            marks.push(DrawOp::Box {
                corner: on_page((x, y)),
                size: ((right + CELL_SIDE - x) * scale, (bottom + CELL_SIDE - y) * scale),
                colour,
            });
        };
        for house in &figure.picture.houses {
            shade(house.cells()[0], house.cells()[8], HOUSE_GREY);
        }
        figure.picture.cells.for_each(|cell| shade(cell, cell, CELL_GREY));
    }

    /// Returns the radius of the mark around a small digit.
    pub fn mark_radius(&self) -> f64 {
        let style = TextStyle::new(self.figures.strong, self.small);
        let (wide, high) = (style.width("8"), style.cap());
        0.48 * (wide * wide + high * high).sqrt() + THIN
    }

    /// Returns the side of the smallest cell that has room for four marks of this radius.
    pub fn min_cell(ring: f64) -> f64 {
        ring * CELL_SIDE / MAX_WIDE_RADIUS
    }

    /// Draws the marks around candidates.
    fn discs(
        &self,
        marks: &mut Vec<DrawOp>,
        figure: &StepFigure,
        on_page: &impl Fn(Point) -> Point,
    ) {
        for &(cell, digit, sign) in &figure.picture.marks {
            let colour = match sign {
                CandidateMark::Pattern | CandidateMark::Off => Colour::WHITE,
                CandidateMark::Other | CandidateMark::On => TRUE_GREY,
                CandidateMark::Lost | CandidateMark::Gone => continue,
            };
            if let Some(radius) = figure.radius(cell) {
                self.disc(marks, on_page(figure.candidate_centre(cell, digit)), radius, colour);
            }
        }
    }

    /// Draws the lines that strike candidates out. They are thin and have a white edge, so that the
    /// digits stay legible.
    fn strikes(
        &self,
        marks: &mut Vec<DrawOp>,
        figure: &StepFigure,
        on_page: &impl Fn(Point) -> Point,
    ) {
        for &(cell, digit, sign) in &figure.picture.marks {
            let high = match sign {
                CandidateMark::Lost => STRIKE_HALF_SIZE.1 * self.small,
                CandidateMark::Gone => 0.0,
                _ => continue,
            };
            let ((x, y), wide) =
                (on_page(figure.candidate_centre(cell, digit)), STRIKE_HALF_SIZE.0 * self.small);
            let (from, to) = ((x - wide, y - high), (x + wide, y + high));
            for (colour, width) in [(Colour::WHITE, THIN + 2.0 * EDGE), (Colour::BLACK, THIN)] {
                marks.push(DrawOp::Colored {
                    colour,
                    marks: vec![DrawOp::Line { from, to, width }],
                });
            }
        }
    }

    /// Draws a disc with a black edge.
    fn disc(&self, marks: &mut Vec<DrawOp>, at: Point, radius: f64, colour: Colour) {
        let radius = radius * self.scale();
        for (radius, colour) in [(radius, Colour::BLACK), (radius - THIN, colour)] {
            let steps = circle(at, radius);
            marks.push(DrawOp::Colored {
                colour,
                marks: vec![DrawOp::Shape { steps, even_odd: false }],
            });
        }
    }

    fn labels(&self, marks: &mut Vec<DrawOp>, at: Point) {
        let style = TextStyle::new(self.figures.regular, self.small);
        let middle = |n: usize| self.grid.block / 2.0 + (n as f64 + 0.5) * self.grid.cell;
        for n in 0..9 {
            let number = (n + 1).to_string();
            let above = (at.0 + middle(n), at.1 - self.small * 0.45);
            centred(marks, above, style, &number);
            let left = at.0 - self.small * 0.8;
            centred(marks, (left, at.1 + middle(n) + style.cap() / 2.0), style, &number);
        }
    }
}

/// Returns an arrow. Solid arrows place a digit; dashed arrows rule one out.
fn arrow_shape(way: &Route, off: bool, on_page: &impl Fn(Point) -> Point) -> DrawOp {
    let mut marks = Vec::new();
    let (mut piece, mut from) = (0, on_page(way.start));
    for to in way.points(0.5).into_iter().map(on_page) {
        if distance(from, to) >= DASH {
            if !off || piece % 2 == 0 {
                marks.push(DrawOp::Line { from, to, width: ARROW });
            }
            (piece, from) = (piece + 1, to);
        }
    }
    if !off || piece % 2 == 0 {
        let tip = on_page(way.curves[way.curves.len() - 1][1]);
        marks.push(DrawOp::Line { from, to: tip, width: ARROW });
    }
    marks.push(DrawOp::Path { points: way.head.map(on_page).to_vec(), paint: PathPaint::Fill });
    DrawOp::Colored { colour: ARROW_GREY, marks }
}
