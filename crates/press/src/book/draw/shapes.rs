//! Rules, boxes to tick, dots.

use crate::book::model::page::{Colour, DrawOp, FormContent, PathPaint, Point};
use crate::book::text::typesetting::PathEl;

/// Draws a horizontal line.
pub(crate) fn rule(marks: &mut Vec<DrawOp>, from: Point, width: f64) {
    marks.push(DrawOp::Line { from, to: (from.0 + width, from.1), width: 0.75 });
}

/// Draws an empty square with this top left corner.
pub(crate) fn tick_box(marks: &mut Vec<DrawOp>, (x, y): Point, side: f64) {
    marks.push(DrawOp::Path {
        points: vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)],
        paint: PathPaint::Outline(0.75),
    });
}

/// The dots in an empty cell: one at the place of each pencil mark.
pub(crate) fn dots_in_cell(cell: f64) -> FormContent {
    /// The side of a dot, in points.
    const DOT: f64 = 1.1;
    let at = |n: usize| cell * (0.22 + 0.28 * n as f64) - DOT / 2.0;
    let marks = (0..9).map(|n| DrawOp::Box {
        corner: (at(n % 3), at(n / 3)),
        size: (DOT, DOT),
        colour: Colour::BLACK,
    });
    FormContent { width: cell, height: cell, marks: marks.collect() }
}

/// Returns the corners of a closed shape, with intermediate points on its curves.
pub(crate) fn flatten(steps: &[PathEl]) -> Vec<Point> {
    flatten_in(steps, 10)
}

/// Returns the corners of a closed shape, with each curve in this number of pieces.
pub(crate) fn flatten_in(steps: &[PathEl], pieces: u8) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for step in steps {
        let pen = points.last().copied().unwrap_or_default();
        points.extend(step.flatten_curve(pen, pieces));
    }
    points
}

/// The length of the handles of a curve that draws a quarter of a circle, in radii.
const HANDLE: f64 = 0.552_285;

/// Returns a rectangle with round corners of this radius.
pub(crate) fn rounded((x, y): Point, (width, height): Point, r: f64) -> Vec<PathEl> {
    let (right, bottom, near) = (x + width, y + height, r * (1.0 - HANDLE));
    vec![
        PathEl::Move((x + r, y)),
        PathEl::Line((right - r, y)),
        PathEl::Curve([(right - near, y), (right, y + near), (right, y + r)]),
        PathEl::Line((right, bottom - r)),
        PathEl::Curve([(right, bottom - near), (right - near, bottom), (right - r, bottom)]),
        PathEl::Line((x + r, bottom)),
        PathEl::Curve([(x + near, bottom), (x, bottom - near), (x, bottom - r)]),
        PathEl::Line((x, y + r)),
        PathEl::Curve([(x, y + near), (x + near, y), (x + r, y)]),
    ]
}

/// Returns a circle around a point.
pub(crate) fn circle((x, y): Point, radius: f64) -> Vec<PathEl> {
    rounded((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
}

/// Returns an ellipse around a point, with these half axes.
pub(crate) fn ellipse((x, y): Point, (a, b): Point) -> Vec<PathEl> {
    let (da, db) = (a * HANDLE, b * HANDLE);
    vec![
        PathEl::Move((x + a, y)),
        PathEl::Curve([(x + a, y + db), (x + da, y + b), (x, y + b)]),
        PathEl::Curve([(x - da, y + b), (x - a, y + db), (x - a, y)]),
        PathEl::Curve([(x - a, y - db), (x - da, y - b), (x, y - b)]),
        PathEl::Curve([(x + da, y - b), (x + a, y - db), (x + a, y)]),
    ]
}
