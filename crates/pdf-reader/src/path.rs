//! Paths: segments, fill and stroke tests, and a builder.

use super::geometry::{Matrix, PdfPoint, Rect};
use std::rc::Rc;

/// The number of line segments that approximate a curve. The outline of a digit at 40 points is
/// then exact to 0.01 points.
const CURVE_PIECES: usize = 8;

/// A segment of a subpath. It begins where the previous one ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubpathSegment {
    /// A straight line to its end.
    Line(PdfPoint),
    /// A cubic Bézier curve: two control points, and the end.
    Curve(PdfPoint, PdfPoint, PdfPoint),
}

impl SubpathSegment {
    /// Returns its last point.
    pub fn end(self) -> PdfPoint {
        match self {
            Self::Line(end) | Self::Curve(_, _, end) => end,
        }
    }

    fn transform(self, m: Matrix) -> Self {
        match self {
            Self::Line(end) => Self::Line(m.apply(end)),
            Self::Curve(a, b, end) => Self::Curve(m.apply(a), m.apply(b), m.apply(end)),
        }
    }
}

/// A subpath: from one operator `m` to the next, or a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Subpath {
    /// Its first point.
    pub start: PdfPoint,
    /// Its segments in order.
    pub segments: Vec<SubpathSegment>,
    /// True if a straight segment leads back to the start.
    pub closed: bool,
    /// The bounding box including control points.
    pub bounds: Rect,
    /// True if the operator `re` drew it.
    pub rectangle: bool,
}

impl Subpath {
    fn at(start: PdfPoint) -> Self {
        let bounds = Rect::at(start);
        Self { start, segments: Vec::new(), closed: false, bounds, rectangle: false }
    }

    /// Returns the bounding box of its stroke. With butt caps, a horizontal or vertical line grows
    /// only sideways, and a line without length has no ink.
    pub fn stroke_bounds(&self, width: f64, butt_caps: bool) -> Rect {
        let (wide, high) = (self.bounds.width(), self.bounds.height());
        let half = width / 2.0;
        let (dx, dy) = match (self.segments.len(), butt_caps && !self.closed) {
            (1, true) if wide == 0.0 && high == 0.0 => (0.0, 0.0),
            (1, true) if high == 0.0 => (0.0, half),
            (1, true) if wide == 0.0 => (half, 0.0),
            _ => (half, half),
        };
        self.bounds.grown(dx, dy)
    }

    /// Returns true if it is an axis-aligned rectangle.
    pub fn is_upright(&self) -> bool {
        let b = self.bounds;
        self.rectangle
            && self.points().all(|point| {
                (point.0 == b.left || point.0 == b.right)
                    && (point.1 == b.bottom || point.1 == b.top)
            })
    }

    /// Returns the ends of its segments. A closed subpath ends at its start.
    pub fn points(&self) -> impl Iterator<Item = PdfPoint> + '_ {
        let back = if self.closed { Some(self.start) } else { None };
        let ends = self.segments.iter().map(|side| side.end());
        std::iter::once(self.start).chain(ends).chain(back)
    }

    /// Calls `piece` for its straight segments and for the pieces of its curves. `closed` adds the
    /// closing segment.
    pub fn pieces(&self, closed: bool, mut piece: impl FnMut(PdfPoint, PdfPoint)) {
        let mut from = self.start;
        for &side in &self.segments {
            if let SubpathSegment::Curve(a, b, to) = side {
                let start = from;
                for i in 1..CURVE_PIECES {
                    let next = on_curve([start, a, b, to], i as f64 / CURVE_PIECES as f64);
                    piece(from, next);
                    from = next;
                }
            }
            piece(from, side.end());
            from = side.end();
        }
        if closed && from != self.start {
            piece(from, self.start);
        }
    }

    /// Returns the transformed subpath.
    pub fn transform(&self, m: Matrix) -> Self {
        Self {
            start: m.apply(self.start),
            segments: self.segments.iter().map(|segment| segment.transform(m)).collect(),
            bounds: self.bounds.transform(m),
            ..*self
        }
    }
}

fn on_curve([from, a, b, to]: [PdfPoint; 4], t: f64) -> PdfPoint {
    let u = 1.0 - t;
    let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
    let mut point = (0.0, 0.0);
    for (control, weight) in [from, a, b, to].into_iter().zip(weights) {
        point.0 += control.0 * weight;
        point.1 += control.1 * weight;
    }
    point
}

/// Returns true if a point lies inside filled subpaths, by the even-odd or the nonzero rule.
pub fn fill_contains(subpaths: &[Subpath], even_odd: bool, point: PdfPoint) -> bool {
    let (x, y) = point;
    let mut winding = 0_i32;
    for part in subpaths.iter().filter(|part| part.bounds.contains(point)) {
        part.pieces(true, |from, to| {
            if (from.1 <= y) != (to.1 <= y) {
                let across = from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0);
                if across > x {
                    winding += if to.1 > from.1 { 1 } else { -1 };
                }
            }
        });
    }
    if even_odd { winding % 2 != 0 } else { winding != 0 }
}

/// Returns true if a point lies within `distance` of a segment.
pub fn stroke_contains(subpaths: &[Subpath], distance: f64, point: PdfPoint) -> bool {
    let (x, y) = point;
    let mut near = false;
    for part in subpaths {
        if !part.bounds.grown(distance, distance).contains(point) {
            continue;
        }
        part.pieces(part.closed, |from, to| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx * dx + dy * dy;
            let along = (x - from.0) * dx + (y - from.1) * dy;
            let t = if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
            let (ox, oy) = (x - from.0 - t * dx, y - from.1 - t * dy);
            near |= ox * ox + oy * oy <= distance * distance;
        });
    }
    near
}

/// A path under construction, in page coordinates.
#[derive(Default)]
pub(super) struct PathBuilder {
    pub subpaths: Vec<Subpath>,
    /// The rule of a clipping path: true for even-odd. `None` if it is no clipping path.
    pub clips: Option<bool>,
}

impl PathBuilder {
    pub fn begin(&mut self, point: PdfPoint) {
        self.subpaths.push(Subpath::at(point));
    }

    /// Adds a segment with its control points. After a closed subpath, it begins a new one at the
    /// same start.
    fn side(&mut self, side: SubpathSegment, controls: &[PdfPoint]) {
        match self.subpaths.last() {
            Some(part) if part.closed => self.begin(part.start),
            Some(_) => {}
            None => return self.begin(side.end()),
        }
        if let Some(part) = self.subpaths.last_mut() {
            part.segments.push(side);
            part.bounds =
                controls.iter().fold(part.bounds.union_pt(side.end()), |b, &p| b.union_pt(p));
        }
    }

    pub fn line(&mut self, end: PdfPoint) {
        self.side(SubpathSegment::Line(end), &[]);
    }

    pub fn curve(&mut self, a: PdfPoint, b: PdfPoint, end: PdfPoint) {
        self.side(SubpathSegment::Curve(a, b, end), &[a, b]);
    }

    /// Adds a curve whose first control point is the current point.
    pub fn curve_from_here(&mut self, b: PdfPoint, end: PdfPoint) {
        let here = match self.subpaths.last() {
            None => end,
            Some(Subpath { closed: true, start, .. }) => *start,
            Some(part) => part.segments.last().map(|side| side.end()).unwrap_or(part.start),
        };
        self.curve(here, b, end);
    }

    pub fn rectangle(&mut self, [x, y, w, h]: [f64; 4], ctm: Matrix) {
        let [a, b, c, d] = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|p| ctm.apply(p));
        self.subpaths.push(Subpath {
            start: a,
            segments: vec![
                SubpathSegment::Line(b),
                SubpathSegment::Line(c),
                SubpathSegment::Line(d),
            ],
            closed: true,
            bounds: Rect::at(a).union_pt(b).union_pt(c).union_pt(d),
            rectangle: true,
        });
    }

    /// Returns the subpaths and the rule if they become a clipping path, and begins a new path.
    pub fn take(&mut self) -> (Rc<Vec<Subpath>>, Option<bool>) {
        let Self { subpaths, clips } = std::mem::take(self);
        (Rc::new(subpaths), clips)
    }

    /// Closes the current subpath.
    pub fn close(&mut self) {
        if let Some(part) = self.subpaths.last_mut() {
            part.closed = true;
        }
    }
}

/// Returns the bounding box of subpaths; `None` without subpaths.
pub fn bounds(subpaths: &[Subpath]) -> Option<Rect> {
    subpaths.iter().map(|part| part.bounds).reduce(Rect::union)
}
