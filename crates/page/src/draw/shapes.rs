//! Rules, boxes to tick, dots.

use crate::page::{Area, DrawOp, LinkTarget, PathPaint, Point};
use crate::typesetting::PathEl;

/// The width of rules and of boxes to tick, in points.
const RULE_WIDTH: f64 = 0.75;
/// The enlargement of the area of a link on each side, in points.
const LINK_PADDING: f64 = 3.0;

impl DrawOp {
    /// Returns a horizontal line.
    pub fn rule(from: Point, width: f64) -> Self {
        Self::Line { from, to: (from.0 + width, from.1), width: RULE_WIDTH }
    }

    /// Returns a link from an area that is slightly larger than this one, so that it is easy to
    /// tap.
    pub fn link(area: Area, target: LinkTarget) -> Self {
        let padded = area.inside(-LINK_PADDING);
        Self::Link { corner: padded.corner(), size: padded.size(), target }
    }

    /// Returns an empty square with this top left corner.
    pub fn tick_box(corner: Point, side: f64) -> Self {
        let area = Area { left: corner.0, top: corner.1, width: side, height: side };
        let paint = PathPaint::Outline(RULE_WIDTH);
        Self::Path { points: area.corners().to_vec(), paint }
    }
}

/// The number of straight pieces of a curve of a flattened shape.
const PIECES: u8 = 10;

impl PathEl {
    /// Returns the corners of a closed shape, with intermediate points on its curves.
    pub fn flatten(steps: &[Self]) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for step in steps {
            let pen = points.last().copied().unwrap_or_default();
            points.extend(step.flatten_curve(pen, PIECES));
        }
        points
    }

    /// Returns a circle around a point.
    pub fn circle(middle: Point, radius: f64) -> Vec<Self> {
        Area::square(middle, 2.0 * radius).rounded(radius)
    }
}

/// The length of the handles of a curve that draws a quarter of a circle, in radii.
const HANDLE: f64 = 0.552_285;

impl Area {
    /// Returns a rectangle with round corners of this radius.
    pub fn rounded(self, r: f64) -> Vec<PathEl> {
        let Self { left: x, top: y, .. } = self;
        let (right, bottom, near) = (self.right(), self.bottom(), r * (1.0 - HANDLE));
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
}
