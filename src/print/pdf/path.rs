//! A path that is being built, in the page's own measure. Not how it is painted.

use super::geometry::{Matrix, Point, Rect};

/// A part of a path: from one `m` to the next, or a rectangle.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The points on it; of curves, their ends. A closed part ends where it began.
    pub points: Vec<Point>,
    /// Around all that it is made of, the handles of curves included.
    pub bounds: Rect,
    /// A rectangle by the operator for rectangles.
    pub rectangle: bool,
}

#[derive(Default)]
pub(super) struct Path {
    pub parts: Vec<Part>,
    pub clips: bool,
}

impl Path {
    pub fn begin(&mut self, point: Point) {
        self.parts.push(Part {
            points: vec![point],
            bounds: Rect::at(point),
            rectangle: false,
        });
    }

    /// A straight side.
    pub fn line(&mut self, point: Point) {
        match self.parts.last_mut() {
            Some(part) => {
                part.points.push(point);
                part.bounds = part.bounds.with(point);
            }
            None => self.begin(point),
        }
    }

    /// A curved side: it stays among its handles.
    pub fn curve(&mut self, handles: &[Point], end: Point) {
        self.line(end);
        if let Some(part) = self.parts.last_mut() {
            part.bounds = handles.iter().fold(part.bounds, |b, &p| b.with(p));
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

    /// Back to where the part began.
    pub fn close(&mut self) {
        if let Some(part) = self.parts.last_mut()
            && let Some(&first) = part.points.first()
        {
            part.points.push(first);
        }
    }

    /// Around all parts; none around none.
    pub fn bounds(&self) -> Option<Rect> {
        self.parts.iter().map(|part| part.bounds).reduce(Rect::or)
    }
}
