//! Rules, boxes to tick, dots.

use crate::book::page::{Drawing, Mark, Paint, Point};
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
    let marks =
        (0..9).map(|n| Mark::Box { corner: (at(n % 3), at(n / 3)), size: (DOT, DOT), grey: 0.0 });
    Drawing { width: cell, height: cell, marks: marks.collect() }
}
