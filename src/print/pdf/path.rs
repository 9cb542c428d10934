//! A path under construction, in page coordinates.

use super::geometry::{Matrix, Point, Rect};

/// A subpath: from one operator `m` to the next, or a rectangle.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The points on it; of a curve, its ends. A closed part ends at its first point.
    pub points: Vec<Point>,
    /// The bounding box, control points of curves included.
    pub bounds: Rect,
    /// Whether it was drawn by the operator `re`.
    pub rectangle: bool,
}

#[derive(Default)]
pub(super) struct Path {
    pub parts: Vec<Part>,
    pub clips: bool,
}

impl Path {
    pub fn begin(&mut self, point: Point) {
        self.parts.push(Part { points: vec![point], bounds: Rect::at(point), rectangle: false });
    }

    /// Adds a straight side.
    pub fn line(&mut self, point: Point) {
        match self.parts.last_mut() {
            Some(part) => {
                part.points.push(point);
                part.bounds = part.bounds.with(point);
            }
            None => self.begin(point),
        }
    }

    /// Adds a curve, which lies within the bounding box of its control points.
    pub fn curve(&mut self, controls: &[Point], end: Point) {
        self.line(end);
        if let Some(part) = self.parts.last_mut() {
            part.bounds = controls.iter().fold(part.bounds, |b, &p| b.with(p));
        }
    }

    pub fn rectangle(&mut self, [x, y, w, h]: [f64; 4], ctm: Matrix) {
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
        let points = corners.map(|corner| ctm.apply(corner));
        self.parts.push(Part {
            points: points.to_vec(),
            bounds: points.iter().fold(Rect::at(points[0]), |b, &p| b.with(p)),
            rectangle: true,
        });
    }

    /// Closes the part.
    pub fn close(&mut self) {
        if let Some(part) = self.parts.last_mut()
            && let Some(&first) = part.points.first()
        {
            part.points.push(first);
        }
    }

    /// The bounding box of all parts; `None` without parts.
    pub fn bounds(&self) -> Option<Rect> {
        self.parts.iter().map(|part| part.bounds).reduce(Rect::or)
    }
}
