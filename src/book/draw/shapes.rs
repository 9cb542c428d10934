//! Rules, boxes to tick, dots.

use crate::book::model::page::{Colour, Drawing, Mark, Paint, Point};
use crate::book::text::typesetting::Step;

/// Draws a horizontal line.
pub(in crate::book) fn rule(marks: &mut Vec<Mark>, from: Point, width: f64) {
    marks.push(Mark::Line { from, to: (from.0 + width, from.1), width: 0.75 });
}

/// Draws an empty square with this top left corner.
pub(in crate::book) fn tick_box(marks: &mut Vec<Mark>, (x, y): Point, side: f64) {
    marks.push(Mark::Path {
        points: vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)],
        paint: Paint::Outline(0.75),
    });
}

/// The dots in an empty cell: one at the place of each pencil mark.
pub(in crate::book) fn dots(cell: f64) -> Drawing {
    /// The side of a dot, in points.
    const DOT: f64 = 1.1;
    let at = |n: usize| cell * (0.22 + 0.28 * n as f64) - DOT / 2.0;
    let marks = (0..9).map(|n| Mark::Box {
        corner: (at(n % 3), at(n / 3)),
        size: (DOT, DOT),
        colour: Colour::BLACK,
    });
    Drawing { width: cell, height: cell, marks: marks.collect() }
}

/// The corners of the closed part of a shape, with points on its curves.
pub(in crate::book) fn flat(steps: &[Step]) -> Vec<Point> {
    const PIECES: u8 = 10;
    let mut points: Vec<Point> = Vec::new();
    for step in steps {
        let pen = points.last().copied().unwrap_or_default();
        points.extend(step.way(pen, PIECES));
    }
    points
}

/// How far the handles of a curve lie from its ends in a quarter of a circle, in radii.
const ROUND: f64 = 0.552_285;

/// Adds a rectangle with round corners of this radius to a shape.
pub(in crate::book) fn rounded((x, y): Point, (width, height): Point, r: f64) -> Vec<Step> {
    let (right, bottom, near) = (x + width, y + height, r * (1.0 - ROUND));
    vec![
        Step::Move((x + r, y)),
        Step::Line((right - r, y)),
        Step::Curve([(right - near, y), (right, y + near), (right, y + r)]),
        Step::Line((right, bottom - r)),
        Step::Curve([(right, bottom - near), (right - near, bottom), (right - r, bottom)]),
        Step::Line((x + r, bottom)),
        Step::Curve([(x + near, bottom), (x, bottom - near), (x, bottom - r)]),
        Step::Line((x, y + r)),
        Step::Curve([(x, y + near), (x + near, y), (x + r, y)]),
    ]
}

/// A circle around a point.
pub(in crate::book) fn disc((x, y): Point, radius: f64) -> Vec<Step> {
    rounded((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
}
