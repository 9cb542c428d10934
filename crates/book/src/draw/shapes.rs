//! Rules, boxes to tick, dots.

use crate::model::page::{Area, DrawOp, LinkTarget, PathPaint, Point};
use crate::text::typesetting::PathEl;

/// The width of rules and of boxes to tick, in points.
const RULE_WIDTH: f64 = 0.75;
/// The enlargement of the area of a link on each side, in points.
const LINK_PADDING: f64 = 3.0;

/// Draws a horizontal line.
pub fn rule(marks: &mut Vec<DrawOp>, from: Point, width: f64) {
    marks.push(DrawOp::Line { from, to: (from.0 + width, from.1), width: RULE_WIDTH });
}

/// Adds a link from an area that is slightly larger than this one, so that it is easy to tap.
pub fn link(marks: &mut Vec<DrawOp>, area: Area, target: LinkTarget) {
    let padded = area.inside(-LINK_PADDING);
    marks.push(DrawOp::Link { corner: padded.corner(), size: padded.size(), target });
}

/// Draws an empty square with this top left corner.
pub fn tick_box(marks: &mut Vec<DrawOp>, corner: Point, side: f64) {
    let area = Area { left: corner.0, top: corner.1, width: side, height: side };
    let paint = PathPaint::Outline(RULE_WIDTH);
    marks.push(DrawOp::Path { points: area.corners().to_vec(), paint });
}

/// The number of straight pieces of a curve of a flattened shape.
const PIECES: u8 = 10;

/// Returns the corners of a closed shape, with intermediate points on its curves.
pub fn flatten(steps: &[PathEl]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for step in steps {
        let pen = points.last().copied().unwrap_or_default();
        points.extend(step.flatten_curve(pen, PIECES));
    }
    points
}

/// The length of the handles of a curve that draws a quarter of a circle, in radii.
const HANDLE: f64 = 0.552_285;

/// Returns a rectangle with round corners of this radius.
pub fn rounded(area: Area, r: f64) -> Vec<PathEl> {
    let Area { left: x, top: y, .. } = area;
    let (right, bottom, near) = (area.right(), area.bottom(), r * (1.0 - HANDLE));
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
pub fn circle(middle: Point, radius: f64) -> Vec<PathEl> {
    rounded(Area::square(middle, 2.0 * radius), radius)
}
