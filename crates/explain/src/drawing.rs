//! Grids as SVG: digits, candidates, marks, arrows. The style sheet of the page has colours and
//! type sizes.
//!
//! One element per digit would make thousands of elements. A text element takes a list of
//! positions, one for each character. So a row of digits is one element, and so is a row of small
//! candidates.

use super::figure::{
    self, BLOCKER_RADIUS, CELL_SIDE, CandidateStyle, FigurePoint, MARK_RADIUS, STRIKE_HALF_SIZE,
    StepFigure,
};
use super::picture::{Arrow, CandidateMark, StepPicture};
use super::route::Route;
use grid::{Cell, Digit, Grid, GridShape, House};
use human::{Position, Step};
use std::fmt::Write as _;
use words::escape_markup;

/// Room for the numbers of rows and columns, and on the other sides for arrows that bend outwards.
const EDGE: f64 = 22.0;
const OUTSIDE: f64 = 15.0;
/// The type size of a candidate that is removed.
pub(super) const LOST: f64 = 14.0;

/// Draws a grid as SVG, with the numbers of its rows and columns. Givens have the class `given`,
/// other digits `found`, and lines `thin` and `thick`. The title is for readers who cannot see the
/// drawing.
pub fn grid(title: &str, given: &Grid, shown: &Grid) -> String {
    let mut out = begin(title, GridShape::Nine);
    lines(&mut out, GridShape::Nine);
    digits(&mut out, given, shown);
    out + "</svg>\n"
}

/// Draws a position with its candidates and shades these houses.
pub(super) fn houses(title: &str, position: &Position, houses: &[House]) -> String {
    let figure = StepFigure::from_houses(position, houses);
    draw(title, position.grid(), position, &figure, None)
}

/// Draws a step: the position before it, what the step looks at, and what it does.
pub(super) fn step(title: &str, given: &Grid, before: &Position, step: &Step) -> String {
    draw(title, given, before, &StepFigure::from_step(before, step), step.placement)
}

fn draw(
    title: &str,
    given: &Grid,
    before: &Position,
    figure: &StepFigure,
    placement: Option<(Cell, Digit)>,
) -> String {
    let picture = &figure.picture;
    let mut out = begin(title, GridShape::Nine);
    shades(&mut out, picture, placement.map(|(cell, _)| cell));
    marks(&mut out, figure);
    lines(&mut out, GridShape::Nine);
    digits(&mut out, given, before.grid());
    candidates(&mut out, figure);
    for cell in picture.blockers {
        circle(&mut out, "blocker", cell_centre(cell), BLOCKER_RADIUS);
    }
    let routes = figure.routes();
    picture.arrows.iter().zip(&routes).for_each(|(arrow, way)| draw_arrow(&mut out, arrow, way));
    if let Some((cell, digit)) = placement {
        new_digit(&mut out, cell, digit);
    }
    out + "</svg>\n"
}

/// Begins the drawing of a grid of a shape.
pub(super) fn begin(title: &str, shape: GridShape) -> String {
    let (title, side) = (escape_markup(title), EDGE + shape.side() as f64 * CELL_SIDE + OUTSIDE);
    format!("<svg viewBox=\"0 0 {side} {side}\" role=\"img\">\n<title>{title}</title>\n")
}

/// Draws the digit that a step writes into a cell.
pub(super) fn new_digit(out: &mut String, cell: Cell, digit: Digit) {
    let (x, y) = cell_centre(cell);
    text_row(out, "new", [(x, number(digit.index()))], y + 12.0);
}

/// Converts a point of the grid to a point of the drawing.
fn at(point: FigurePoint) -> FigurePoint {
    (EDGE + point.0, EDGE + point.1)
}

pub(super) fn cell_corner(cell: Cell) -> (f64, f64) {
    at(figure::cell_corner(cell))
}

pub(super) fn cell_centre(cell: Cell) -> (f64, f64) {
    at(figure::cell_centre(cell))
}

fn spot(figure: &StepFigure, cell: Cell, digit: Digit) -> (f64, f64) {
    let (x, y) = at(figure.candidate_centre(cell, digit));
    ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0)
}

/// Shades the houses and cells that the step looks at, and the cell that it fills.
fn shades(out: &mut String, picture: &StepPicture, placed: Option<Cell>) {
    for house in &picture.houses {
        shade(out, "house", house.cells()[0], house.cells()[8]);
    }
    for cell in picture.cells.filter(|cell| Some(*cell) != placed) {
        shade(out, "cell", cell, cell);
    }
    placed.into_iter().for_each(|cell| shade(out, "placed", cell, cell));
}

/// Shades a rectangle of cells, from the first to the last.
pub(super) fn shade(out: &mut String, class: &str, first: Cell, last: Cell) {
    let ((x, y), (right, bottom)) = (cell_corner(first), cell_corner(last));
    let (width, height) = (right + CELL_SIDE - x, bottom + CELL_SIDE - y);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
    );
}

fn marks(out: &mut String, figure: &StepFigure) {
    for &(cell, digit, mark) in &figure.picture.marks {
        let class = match mark {
            CandidateMark::Pattern => "pattern",
            CandidateMark::Other => "other",
            CandidateMark::On => "on",
            CandidateMark::Off => "off",
            CandidateMark::Lost | CandidateMark::Gone => continue,
        };
        circle(out, class, spot(figure, cell, digit), MARK_RADIUS);
    }
}

fn circle(out: &mut String, class: &str, centre: FigurePoint, radius: f64) {
    let (x, y) = centre;
    let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
}

/// Draws the lines of a grid of a shape, and the numbers of its rows and columns.
pub(super) fn lines(out: &mut String, shape: GridShape) {
    let side = shape.side();
    let end = EDGE + side as f64 * CELL_SIDE;
    let (mut thin, mut thick) = (String::new(), String::new());
    for i in 0..=side {
        let at = EDGE + i as f64 * CELL_SIDE;
        let column = if i % shape.block_columns() == 0 { &mut thick } else { &mut thin };
        let _ = write!(column, "M{at} {EDGE}V{end}");
        let row = if i % shape.block_rows() == 0 { &mut thick } else { &mut thin };
        let _ = write!(row, "M{EDGE} {at}H{end}");
    }
    let _ =
        writeln!(out, "<path class=\"thin\" d=\"{thin}\"/><path class=\"thick\" d=\"{thick}\"/>");
    let middle = |i: usize| EDGE + (i as f64 + 0.5) * CELL_SIDE;
    text_row(out, "edge", (0..side).map(|i| (middle(i), number(i))), EDGE - 7.0);
    for i in 0..side {
        text_row(out, "edge", [(EDGE - 11.0, number(i))], middle(i) + 4.0);
    }
}

pub(super) fn number(index: usize) -> char {
    char::from(b'1' + index as u8)
}

/// Draws characters at the same height, each with its position from the left.
pub(super) fn text_row(
    out: &mut String,
    class: &str,
    row: impl IntoIterator<Item = (f64, char)>,
    y: f64,
) {
    let (mut places, mut text) = (Vec::new(), String::new());
    for (x, character) in row {
        places.push(x.to_string());
        text.push(character);
    }
    if !text.is_empty() {
        let x = places.join(" ");
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }
}

/// Draws the digits of the grid, givens and found digits in classes of their own.
fn digits(out: &mut String, given: &Grid, shown: &Grid) {
    for row in 0..9 {
        for (class, is_given) in [("given", true), ("found", false)] {
            let cells = House::row(row).cells().iter().copied();
            let here = cells.filter(|&cell| given[cell].is_some() == is_given);
            let digits =
                here.filter_map(|cell| Some((cell_centre(cell).0, number(shown[cell]?.index()))));
            text_row(out, class, digits, EDGE + (row as f64 + 0.5) * CELL_SIDE + 11.0);
        }
    }
}

/// Draws the candidates, one row of small digits at a time, and strikes those that are gone.
fn candidates(out: &mut String, figure: &StepFigure) {
    const CLASSES: [(&str, CandidateStyle); 4] = [
        ("small", CandidateStyle::Plain),
        ("bold", CandidateStyle::Marked),
        ("red", CandidateStyle::Lost),
        ("gone", CandidateStyle::Gone),
    ];
    for row in 0..27 {
        for (class, kind) in CLASSES {
            let (mut digits, mut height) = (Vec::new(), 0.0);
            for &(cell, digit, style) in &figure.small {
                if style == kind && cell.row() * 3 + digit.index() / 3 == row {
                    let (x, y) = spot(figure, cell, digit);
                    if digits.is_empty() {
                        height = y + 4.5;
                    }
                    digits.push((x, number(digit.index())));
                }
            }
            text_row(out, class, digits, height);
        }
    }
    for &(cell, digit, mark) in &figure.picture.marks {
        let at = spot(figure, cell, digit);
        match mark {
            CandidateMark::Gone => strike(out, "gone-line", at, 0.0),
            CandidateMark::Lost => strike(out, "lost", at, STRIKE_HALF_SIZE.1 * LOST),
            _ => {}
        }
    }
}

/// Draws a line across a candidate. A white edge keeps the line apart from the digit.
pub(super) fn strike(out: &mut String, class: &str, centre: FigurePoint, high: f64) {
    let (x, y) = centre;
    let wide = STRIKE_HALF_SIZE.0 * LOST;
    let (left, right, top, bottom) = (x - wide, x + wide, y - high, y + high);
    let _ = writeln!(
        out,
        "<path class=\"apart\" d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}\"/>\
         <path class=\"{class}\" d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}\"/>"
    );
}

/// Draws an arrow. Solid lines place a digit, and dashed lines rule one out.
fn draw_arrow(out: &mut String, arrow: &Arrow, way: &Route) {
    let ((sx, sy), [(ex, ey), (lx, ly), (rx, ry)]) = (at(way.start), way.head.map(at));
    let mut d = format!("M{sx:.1} {sy:.1}");
    for &[handle, end] in &way.curves {
        let ((hx, hy), (x, y)) = (at(handle), at(end));
        let _ = write!(d, "Q{hx:.1} {hy:.1} {x:.1} {y:.1}");
    }
    let kind = if arrow.off { " dash" } else { "" };
    let chain = arrow.chain % 6;
    let _ = writeln!(
        out,
        "<path class=\"arrow k{chain}{kind}\" d=\"{d}\"/>\
         <path class=\"head k{chain}\" d=\"M{ex:.1} {ey:.1}L{lx:.1} {ly:.1} {rx:.1} {ry:.1}Z\"/>",
    );
}
