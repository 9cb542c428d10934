//! Draws a step: the grid with its digits and candidates, what the step looks at, what it removes, and arrows. All
//! in black and grey; where things are is that of `explain`.

use crate::book::draw::grid::GridStyle;
use crate::book::draw::shapes::rounded;
use crate::book::draw::text::{TextStyle, centred};
use crate::book::page::{Colour, Mark, Paint, Point};
use crate::book::typesetting::FamilyFaces;
use crate::sudoku::grid::{Cell, Grid};
use crate::words::explain::Told;
use crate::words::explain::figure::{
    BLOCKER, CELL, Curve, Figure, Kind, RADIUS, SPOT, STRIKE, centre, corner, spot,
};
use crate::words::explain::picture::{Arrow, Mark as Sign};

/// Greys: houses and cells that the step looks at, and candidates that are true or stand out.
const HOUSE: Colour = Colour::Grey(0.89);
const LOOKED_AT: Colour = Colour::Grey(0.78);
const TRUE: Colour = Colour::Grey(0.62);
/// Arrows.
const CROSSING: Colour = Colour::Grey(0.42);
/// Widths of lines, in points.
const THIN: f64 = 0.75;
const ARROW: f64 = 1.1;
/// The length of a dash and of the gap after it, in points.
const DASH: f64 = 2.6;
/// Room for the number of a row or column beside the grid, in multiples of its type size.
pub(in crate::book) const LABEL: f64 = 1.45;

/// A drawn step.
pub(in crate::book) struct Diagram {
    pub grid: GridStyle,
    pub figures: FamilyFaces,
    /// Type size of candidates, and of the numbers of rows and columns.
    pub small: f64,
}

impl Diagram {
    /// Draws a step in a grid with this outer corner, with the numbers of rows and columns to the left of it and
    /// above.
    pub fn draw(&self, marks: &mut Vec<Mark>, at: Point, given: &Grid, told: &Told) {
        let figure = Figure::focused(&told.before, &told.step);
        let on_page = |(x, y): Point| {
            let (scale, edge) = (self.scale(), self.grid.block / 2.0);
            (at.0 + edge + x * scale, at.1 + edge + y * scale)
        };
        self.shades(marks, &figure, &on_page);
        for mark in self.grid.drawing().marks {
            if let Mark::Line { from, to, width } = mark {
                let moved = |(x, y): Point| (at.0 + x, at.1 + y);
                marks.push(Mark::Line { from: moved(from), to: moved(to), width });
            }
        }
        for cell in figure.picture.blockers {
            self.disc(marks, on_page(centre(cell)), BLOCKER, Colour::WHITE);
        }
        self.signs(marks, &figure, &on_page);
        for arrow in &figure.picture.arrows {
            self.arrow(marks, arrow, &on_page);
        }
        let (strong, regular) = (self.figures.strong, self.figures.regular);
        for (faces, is_given) in [(strong, true), (regular, false)] {
            let shown = told.before.grid().filled();
            let digits = shown.filter(|(cell, _)| given[*cell].is_some() == is_given);
            self.grid.digits(marks, at, faces.first(), digits);
        }
        for &(cell, digit, kind) in &figure.small {
            let is_strong = matches!(kind, Kind::Marked | Kind::Lost);
            let faces = if is_strong { strong } else { regular };
            let style = TextStyle::new(faces, self.small);
            let (x, y) = on_page(spot(cell, digit));
            centred(marks, (x, y + style.cap() / 2.0), style, digit.to_string());
        }
        self.labels(marks, at);
    }

    /// Points in a unit of the figure.
    fn scale(&self) -> f64 {
        self.grid.cell / CELL
    }

    fn shades(&self, marks: &mut Vec<Mark>, figure: &Figure, on_page: &impl Fn(Point) -> Point) {
        let mut shade = |first: Cell, last: Cell, colour| {
            let ((x, y), (right, bottom)) = (corner(first), corner(last));
            let scale = self.scale();
            marks.push(Mark::Box {
                corner: on_page((x, y)),
                size: ((right + CELL - x) * scale, (bottom + CELL - y) * scale),
                colour,
            });
        };
        for house in &figure.picture.houses {
            shade(house.cells()[0], house.cells()[8], HOUSE);
        }
        figure.picture.cells.for_each(|cell| shade(cell, cell, LOOKED_AT));
    }

    /// The marks around candidates, and the lines that strike them.
    fn signs(&self, marks: &mut Vec<Mark>, figure: &Figure, on_page: &impl Fn(Point) -> Point) {
        for &(cell, digit, sign) in &figure.picture.marks {
            let (x, y) = spot(cell, digit);
            let (wide, high) = STRIKE;
            let (from, to) = match sign {
                Sign::Pattern | Sign::Off => {
                    self.disc(marks, on_page((x, y)), RADIUS, Colour::WHITE);
                    continue;
                }
                Sign::Other | Sign::On => {
                    self.disc(marks, on_page((x, y)), RADIUS, TRUE);
                    continue;
                }
                Sign::Lost => ((x - wide, y + high), (x + wide, y - high)),
                Sign::Gone => ((x - wide, y), (x + wide, y)),
            };
            let (from, to) = (on_page(from), on_page(to));
            marks.push(Mark::Line { from, to, width: THIN });
        }
    }

    /// A disc with a black edge.
    fn disc(&self, marks: &mut Vec<Mark>, (x, y): Point, radius: f64, colour: Colour) {
        // A digit has room in it, and its neighbours beside it.
        let least = if radius < BLOCKER { self.small * 0.6 } else { 0.0 };
        let radius = (radius * self.scale()).max(least.min(SPOT * self.scale() * 0.58));
        for (radius, colour) in [(radius, Colour::BLACK), (radius - THIN, colour)] {
            let mut steps = Vec::new();
            rounded(&mut steps, (x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius);
            marks.push(Mark::Toned { colour, marks: vec![Mark::Shape { steps }] });
        }
    }

    /// Solid arrows place a digit, dashed ones rule one out.
    fn arrow(&self, marks: &mut Vec<Mark>, arrow: &Arrow, on_page: &impl Fn(Point) -> Point) {
        let Curve { start, handle, end, head } = Curve::of(arrow);
        let [start, handle, end] = [start, handle, end].map(on_page);
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        // An odd number of pieces: a dashed line has one at each end.
        let pieces = ((dx * dx + dy * dy).sqrt() / DASH).max(1.0) as usize | 1;
        let point = |piece: usize| {
            let t = piece as f64 / pieces as f64;
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            (a * start.0 + b * handle.0 + c * end.0, a * start.1 + b * handle.1 + c * end.1)
        };
        let mut lines = Vec::new();
        for piece in (0..pieces).filter(|piece| !arrow.off || piece % 2 == 0) {
            let (from, to) = (point(piece), point(piece + 1));
            lines.push(Mark::Line { from, to, width: ARROW });
        }
        lines.push(Mark::Path { points: head.map(on_page).to_vec(), paint: Paint::Fill });
        // Digits that it crosses stay legible.
        marks.push(Mark::Toned { colour: CROSSING, marks: lines });
    }

    fn labels(&self, marks: &mut Vec<Mark>, at: Point) {
        let style = TextStyle::new(self.figures.regular, self.small);
        let middle = |n: usize| self.grid.block / 2.0 + (n as f64 + 0.5) * self.grid.cell;
        for n in 0..9 {
            let number = (n + 1).to_string();
            let above = (at.0 + middle(n), at.1 - self.small * 0.45);
            centred(marks, above, style, number.clone());
            let left = at.0 - self.small * 0.8;
            centred(marks, (left, at.1 + middle(n) + style.cap() / 2.0), style, number);
        }
    }
}
