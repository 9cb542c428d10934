//! Paths: straight and curved sides, what they surround, and how far a point is from them.

use super::geometry::{Matrix, Point, Rect};
use std::rc::Rc;

/// The number of straight pieces that stand for a curve. The outline of a digit at 40 points is then
/// right to a hundredth of a point.
const PIECES: usize = 8;

/// A side of a subpath. It begins where the side before it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Line(Point),
    /// A cubic Bézier curve: two control points, and the end.
    Curve(Point, Point, Point),
}

impl Side {
    pub fn end(self) -> Point {
        match self {
            Self::Line(end) | Self::Curve(_, _, end) => end,
        }
    }
}

/// A subpath: from one operator `m` to the next, or a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub start: Point,
    pub sides: Vec<Side>,
    /// Whether a last straight side leads back to the start.
    pub closed: bool,
    /// The bounding box, control points of curves included.
    pub bounds: Rect,
    /// Whether it was drawn by the operator `re`.
    pub rectangle: bool,
}

impl Part {
    fn at(start: Point) -> Self {
        let bounds = Rect::at(start);
        Self { start, sides: Vec::new(), closed: false, bounds, rectangle: false }
    }

    /// The box of its ink when it is drawn as lines of this width. With flat ends, a horizontal or
    /// vertical line grows only sideways, and one without length has no ink.
    pub fn reach(&self, width: f64, flat: bool) -> Rect {
        let (wide, high) = (self.bounds.width(), self.bounds.height());
        let half = width / 2.0;
        let (dx, dy) = match (self.sides.len(), flat && !self.closed) {
            (1, true) if wide == 0.0 && high == 0.0 => (0.0, 0.0),
            (1, true) if high == 0.0 => (0.0, half),
            (1, true) if wide == 0.0 => (half, 0.0),
            _ => (half, half),
        };
        self.bounds.grown(dx, dy)
    }

    /// Whether it is a rectangle whose sides are horizontal and vertical.
    pub fn is_upright(&self) -> bool {
        let b = self.bounds;
        let corner = |(x, y): Point| (x == b.left || x == b.right) && (y == b.bottom || y == b.top);
        self.rectangle && self.points().all(corner)
    }

    /// The ends of its sides. A closed part ends at its start.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let back = self.closed.then_some(self.start);
        let ends = self.sides.iter().map(|side| side.end());
        std::iter::once(self.start).chain(ends).chain(back)
    }

    /// Its straight sides, and straight pieces of its curves. `closed` adds the side back to the start.
    pub fn pieces(&self, closed: bool, mut piece: impl FnMut(Point, Point)) {
        let mut from = self.start;
        for &side in &self.sides {
            if let Side::Curve(a, b, to) = side {
                let start = from;
                for i in 1..PIECES {
                    let next = on_curve([start, a, b, to], i as f64 / PIECES as f64);
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

    /// The part after a matrix is applied.
    #[cfg(feature = "run")]
    pub fn through(&self, m: Matrix) -> Self {
        let side = |side: &Side| match *side {
            Side::Line(end) => Side::Line(m.apply(end)),
            Side::Curve(a, b, end) => Side::Curve(m.apply(a), m.apply(b), m.apply(end)),
        };
        Self {
            start: m.apply(self.start),
            sides: self.sides.iter().map(side).collect(),
            bounds: self.bounds.through(m),
            ..*self
        }
    }
}

fn on_curve([from, a, b, to]: [Point; 4], t: f64) -> Point {
    let u = 1.0 - t;
    let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
    let sum = |pick: fn(Point) -> f64| {
        let places = [from, a, b, to].into_iter().map(pick);
        places.zip(weights).map(|(place, weight)| place * weight).sum()
    };
    (sum(|p| p.0), sum(|p| p.1))
}

/// Whether a point lies inside of parts that are filled by the even-odd rule, or else by the
/// nonzero rule.
pub(crate) fn surround(parts: &[Part], even_odd: bool, (x, y): Point) -> bool {
    let mut winding = 0_i32;
    for part in parts.iter().filter(|part| part.bounds.contains((x, y))) {
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

/// Whether a point lies within `far` of the sides of parts.
pub(crate) fn touches(parts: &[Part], far: f64, (x, y): Point) -> bool {
    let mut near = false;
    for part in parts.iter().filter(|part| part.bounds.grown(far, far).contains((x, y))) {
        part.pieces(part.closed, |from, to| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx * dx + dy * dy;
            let along = (x - from.0) * dx + (y - from.1) * dy;
            let t = if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
            let (ox, oy) = (x - from.0 - t * dx, y - from.1 - t * dy);
            near |= ox * ox + oy * oy <= far * far;
        });
    }
    near
}

/// A path under construction, in page coordinates.
#[derive(Default)]
pub(super) struct Path {
    pub parts: Vec<Part>,
    /// Whether it becomes a clipping path, and then whether by the even-odd rule.
    pub clips: Option<bool>,
}

impl Path {
    pub fn begin(&mut self, point: Point) {
        self.parts.push(Part::at(point));
    }

    /// Adds a side with the control points that it has. A side after a closed part begins a new part at its
    /// start.
    fn side(&mut self, side: Side, controls: &[Point]) {
        match self.parts.last() {
            Some(part) if part.closed => self.begin(part.start),
            Some(_) => {}
            None => return self.begin(side.end()),
        }
        if let Some(part) = self.parts.last_mut() {
            part.sides.push(side);
            part.bounds = controls.iter().fold(part.bounds.with(side.end()), |b, &p| b.with(p));
        }
    }

    pub fn line(&mut self, end: Point) {
        self.side(Side::Line(end), &[]);
    }

    pub fn curve(&mut self, a: Point, b: Point, end: Point) {
        self.side(Side::Curve(a, b, end), &[a, b]);
    }

    /// A curve whose first control point is where it begins.
    pub fn curve_from_here(&mut self, b: Point, end: Point) {
        let here = self.parts.last().map_or(end, |part| {
            let last = part.sides.last().filter(|_| !part.closed);
            last.map_or(part.start, |side| side.end())
        });
        self.curve(here, b, end);
    }

    pub fn rectangle(&mut self, [x, y, w, h]: [f64; 4], ctm: Matrix) {
        let [a, b, c, d] = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|p| ctm.apply(p));
        self.parts.push(Part {
            start: a,
            sides: vec![Side::Line(b), Side::Line(c), Side::Line(d)],
            closed: true,
            bounds: Rect::at(a).with(b).with(c).with(d),
            rectangle: true,
        });
    }

    /// The parts, and whether they become a clipping path, by the even-odd rule. Begins a new path.
    pub fn take(&mut self) -> (Rc<Vec<Part>>, Option<bool>) {
        let Self { parts, clips } = std::mem::take(self);
        (Rc::new(parts), clips)
    }

    /// Closes the part.
    pub fn close(&mut self) {
        if let Some(part) = self.parts.last_mut() {
            part.closed = true;
        }
    }
}

/// The bounding box of parts; `None` without parts.
pub(crate) fn bounds(parts: &[Part]) -> Option<Rect> {
    parts.iter().map(|part| part.bounds).reduce(Rect::or)
}
