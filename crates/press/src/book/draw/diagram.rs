//! Draws a step of a solution: the grid with its digits and candidates, the cells that the step
//! uses, its eliminations, and arrows. Everything is black and grey. The room `explain` computes
//! the positions.

use crate::book::draw::grid::GridStyle;
use crate::book::draw::shapes::circle;
use crate::book::draw::text::{TextStyle, centred};
use crate::book::model::page::{Colour, DrawOp, PathPaint, Point};
use crate::book::text::typesetting::FamilyStacks;
use crate::text::explain::PathStep;
use crate::text::explain::figure::{
    BLOCKER_RADIUS, CELL_SIDE, CandidateStyle, MAX_WIDE_RADIUS, STRIKE_HALF_SIZE, StepFigure,
    cell_centre, cell_corner,
};
use crate::text::explain::picture::CandidateMark;
use crate::text::explain::route::{Route, distance};
use engine::sudoku::grid::{Cell, Grid};

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
pub(crate) const LABEL_ROOM: f64 = 1.45;

/// A mark of a drawing that the page on how to read drawings shows.
#[derive(Clone, Copy)]
pub(crate) enum DrawingSample {
    /// A cell of the pattern.
    Pattern,
    /// A digit that the step places.
    Placed,
    /// A candidate that the step removes.
    Lost,
    /// An arrow of a chain.
    Link,
}

/// The measures and the faces of a drawn step.
pub(crate) struct Diagram {
    pub grid: GridStyle,
    pub figures: FamilyStacks,
    /// The type size of candidates, and of the numbers of rows and columns.
    pub small: f64,
}

impl Diagram {
    /// Draws a step in a grid with this outer corner. The numbers of rows are on the left, and the
    /// numbers of columns above.
    pub fn draw(&self, marks: &mut Vec<DrawOp>, at: Point, given: &Grid, told: &PathStep) {
        let radius = self.mark_radius() / self.scale();
        let figure = StepFigure::focused(&told.before, &told.step, radius);
        let mut step = StepDrawing { diagram: self, at, figure: &figure, marks };
        step.shade_cells();
        step.marks.extend(self.grid.ruling(at));
        for cell in figure.picture.blockers {
            step.draw_disc(cell_centre(cell), BLOCKER_RADIUS, Colour::WHITE);
        }
        step.draw_candidate_marks();
        for (arrow, way) in figure.picture.arrows.iter().zip(figure.routes()) {
            step.draw_arrow(&way, arrow.off);
        }
        let (strong, regular) = (self.figures.strong, self.figures.regular);
        for (faces, is_given) in [(strong, true), (regular, false)] {
            let shown = told.before.grid().filled();
            let digits = shown.filter(|(cell, _)| given[*cell].is_some() == is_given);
            let digits = digits.map(|(cell, digit)| (cell.index(), digit.get()));
            self.grid.draw_digits(step.marks, at, faces.first(), digits);
        }
        step.draw_candidates();
        step.strike_candidates();
        step.draw_labels();
    }

    /// Draws a mark in a square with this top left corner and side.
    pub fn draw_sample(
        &self,
        marks: &mut Vec<DrawOp>,
        (x, y): Point,
        side: f64,
        sample: DrawingSample,
    ) {
        let middle = (x + side / 2.0, y + side / 2.0);
        let style = TextStyle::new(self.figures.strong, self.small);
        let baseline = (middle.0, middle.1 + style.cap() / 2.0);
        let grey = |colour, marks| DrawOp::Colored { colour, marks };
        match sample {
            DrawingSample::Pattern => {
                marks.push(DrawOp::Box { corner: (x, y), size: (side, side), colour: CELL_GREY });
                let points = vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
                marks.push(DrawOp::Path { points, paint: PathPaint::Outline(THIN) });
            }
            DrawingSample::Placed => {
                let radius = self.mark_radius();
                for (radius, colour) in [(radius, Colour::BLACK), (radius - THIN, TRUE_GREY)] {
                    let steps = circle(middle, radius);
                    marks.push(grey(colour, vec![DrawOp::Shape { steps, even_odd: false }]));
                }
                centred(marks, baseline, style, "7");
            }
            DrawingSample::Lost => {
                let style = TextStyle::new(self.figures.regular, self.small);
                centred(marks, baseline, style, "4");
                let [wide, high] =
                    [STRIKE_HALF_SIZE.0, STRIKE_HALF_SIZE.1].map(|half| half * self.small);
                let from = (middle.0 - wide, middle.1 - high);
                let to = (middle.0 + wide, middle.1 + high);
                marks.push(DrawOp::Line { from, to, width: THIN });
            }
            DrawingSample::Link => {
                let (tip, head) = (x + side, side * 0.22);
                let to = (tip - head, middle.1);
                let line = DrawOp::Line { from: (x, middle.1), to, width: ARROW };
                let points = vec![
                    (tip, middle.1),
                    (to.0, middle.1 - head * 0.45),
                    (to.0, middle.1 + head * 0.45),
                ];
                let head = DrawOp::Path { points, paint: PathPaint::Fill };
                marks.push(grey(ARROW_GREY, vec![line, head]));
            }
        }
    }

    /// Returns the number of points per unit of the figure.
    fn scale(&self) -> f64 {
        self.grid.cell / CELL_SIDE
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
}

/// The drawing of one step in a grid with the outer corner `at`.
struct StepDrawing<'a> {
    diagram: &'a Diagram,
    at: Point,
    figure: &'a StepFigure,
    marks: &'a mut Vec<DrawOp>,
}

impl StepDrawing<'_> {
    /// Maps a point of the figure to the page.
    fn on_page(&self, (x, y): Point) -> Point {
        let (scale, edge) = (self.diagram.scale(), self.diagram.grid.block / 2.0);
        (self.at.0 + edge + x * scale, self.at.1 + edge + y * scale)
    }

    /// Shades the houses and the cells of the step.
    fn shade_cells(&mut self) {
        for house in &self.figure.picture.houses {
            self.shade(house.cells()[0], house.cells()[8], HOUSE_GREY);
        }
        self.figure.picture.cells.for_each(|cell| self.shade(cell, cell, CELL_GREY));
    }

    /// Shades the rectangle from one cell to another.
    fn shade(&mut self, first: Cell, last: Cell, colour: Colour) {
        let ((x, y), (right, bottom)) = (cell_corner(first), cell_corner(last));
        let scale = self.diagram.scale();
        let size = ((right + CELL_SIDE - x) * scale, (bottom + CELL_SIDE - y) * scale);
        self.marks.push(DrawOp::Box { corner: self.on_page((x, y)), size, colour });
    }

    /// Draws the marks around candidates.
    fn draw_candidate_marks(&mut self) {
        for &(cell, digit, sign) in &self.figure.picture.marks {
            let colour = match sign {
                CandidateMark::Pattern | CandidateMark::Off => Colour::WHITE,
                CandidateMark::Other | CandidateMark::On => TRUE_GREY,
                CandidateMark::Lost | CandidateMark::Gone => continue,
            };
            if let Some(radius) = self.figure.radius(cell) {
                self.draw_disc(self.figure.candidate_centre(cell, digit), radius, colour);
            }
        }
    }

    /// Draws the candidates. Those that the step removes come last, because lines strike them.
    fn draw_candidates(&mut self) {
        let mut struck = Vec::new();
        for &(cell, digit, kind) in &self.figure.small {
            let is_strong = kind == CandidateStyle::Marked;
            let figures = self.diagram.figures;
            let faces = if is_strong { figures.strong } else { figures.regular };
            let style = TextStyle::new(faces, self.diagram.small);
            let (x, y) = self.on_page(self.figure.candidate_centre(cell, digit));
            let is_struck = kind == CandidateStyle::Lost;
            let to = if is_struck { &mut struck } else { &mut *self.marks };
            centred(to, (x, y + style.cap() / 2.0), style, &digit.to_string());
        }
        self.marks.push(DrawOp::Colored { colour: Colour::BLACK, marks: struck });
    }

    /// Draws the lines that strike candidates out. They are thin and have a white edge, so that the
    /// digits stay legible.
    fn strike_candidates(&mut self) {
        let small = self.diagram.small;
        for &(cell, digit, sign) in &self.figure.picture.marks {
            let high = match sign {
                CandidateMark::Lost => STRIKE_HALF_SIZE.1 * small,
                CandidateMark::Gone => 0.0,
                _ => continue,
            };
            let (x, y) = self.on_page(self.figure.candidate_centre(cell, digit));
            let wide = STRIKE_HALF_SIZE.0 * small;
            let (from, to) = ((x - wide, y - high), (x + wide, y + high));
            for (colour, width) in [(Colour::WHITE, THIN + 2.0 * EDGE), (Colour::BLACK, THIN)] {
                let line = vec![DrawOp::Line { from, to, width }];
                self.marks.push(DrawOp::Colored { colour, marks: line });
            }
        }
    }

    /// Draws a disc with a black edge around a point of the figure.
    fn draw_disc(&mut self, centre: Point, radius: f64, colour: Colour) {
        let (at, radius) = (self.on_page(centre), radius * self.diagram.scale());
        for (radius, colour) in [(radius, Colour::BLACK), (radius - THIN, colour)] {
            let disc = vec![DrawOp::Shape { steps: circle(at, radius), even_odd: false }];
            self.marks.push(DrawOp::Colored { colour, marks: disc });
        }
    }

    /// Draws the numbers of rows and columns.
    fn draw_labels(&mut self) {
        let (grid, small, at) = (self.diagram.grid, self.diagram.small, self.at);
        let style = TextStyle::new(self.diagram.figures.regular, small);
        let middle = |n: usize| grid.block / 2.0 + (n as f64 + 0.5) * grid.cell;
        for n in 0..9 {
            let number = (n + 1).to_string();
            centred(self.marks, (at.0 + middle(n), at.1 - small * 0.45), style, &number);
            let left = (at.0 - small * 0.8, at.1 + middle(n) + style.cap() / 2.0);
            centred(self.marks, left, style, &number);
        }
    }

    /// Draws an arrow. Solid arrows place a digit; dashed arrows rule one out.
    fn draw_arrow(&mut self, way: &Route, off: bool) {
        let mut marks = Vec::new();
        let (mut piece, mut from) = (0, self.on_page(way.start));
        for to in way.points(0.5).into_iter().map(|point| self.on_page(point)) {
            if distance(from, to) >= DASH {
                if !off || piece % 2 == 0 {
                    marks.push(DrawOp::Line { from, to, width: ARROW });
                }
                (piece, from) = (piece + 1, to);
            }
        }
        if !off || piece % 2 == 0 {
            let tip = self.on_page(way.curves[way.curves.len() - 1][1]);
            marks.push(DrawOp::Line { from, to: tip, width: ARROW });
        }
        let points = way.head.map(|point| self.on_page(point)).to_vec();
        marks.push(DrawOp::Path { points, paint: PathPaint::Fill });
        self.marks.push(DrawOp::Colored { colour: ARROW_GREY, marks });
    }
}
