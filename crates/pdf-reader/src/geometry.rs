//! Points, rectangles and matrices of a PDF.

/// A point in PDF units, y upwards.
pub type PdfPoint = (f64, f64);

/// A transformation matrix in PDF order: a b c d e f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [f64; 6]);

impl Matrix {
    /// The matrix that changes nothing.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// The matrix from thousandths of an em to ems.
    pub const THOUSANDTH: Self = Self([0.001, 0.0, 0.0, 0.001, 0.0, 0.0]);

    /// Returns the matrix that moves by x and y.
    pub fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Returns the concatenation of this matrix, applied first, and `next`.
    pub fn then(self, next: Self) -> Self {
        let (a, b) = (self.0, next.0);
        Self([
            a[0] * b[0] + a[1] * b[2],
            a[0] * b[1] + a[1] * b[3],
            a[2] * b[0] + a[3] * b[2],
            a[2] * b[1] + a[3] * b[3],
            a[4] * b[0] + a[5] * b[2] + b[4],
            a[4] * b[1] + a[5] * b[3] + b[5],
        ])
    }

    /// Returns the image of a point.
    pub fn apply(self, (x, y): PdfPoint) -> PdfPoint {
        let m = self.0;
        (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
    }

    /// Returns the scale of lengths: the square root of the scale of areas.
    pub fn scale(self) -> f64 {
        let m = self.0;
        (m[0] * m[3] - m[1] * m[2]).abs().sqrt()
    }

    /// Returns the inverse matrix; `None` if the matrix is singular.
    pub fn inverse(self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0;
        let area = a * d - b * c;
        let inverse = [d, -b, -c, a, c * f - d * e, b * e - a * f].map(|n| n / area);
        if inverse.iter().all(|n| n.is_finite()) { Some(Self(inverse)) } else { None }
    }

    /// Returns the direction of the x axis in counterclockwise quarter turns; 0 points right.
    pub fn quarter(self) -> u8 {
        let (x, y) = (self.0[0], self.0[1]);
        match (x.abs() >= y.abs(), x >= 0.0, y >= 0.0) {
            (true, true, _) => 0,
            (false, _, true) => 1,
            (true, false, _) => 2,
            (false, _, false) => 3,
        }
    }
}

/// A rectangle in points, y upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The smallest x.
    pub left: f64,
    /// The smallest y.
    pub bottom: f64,
    /// The largest x.
    pub right: f64,
    /// The largest y.
    pub top: f64,
}

impl Rect {
    /// The whole plane.
    pub const ALL: Self = Self { left: f64::MIN, bottom: f64::MIN, right: f64::MAX, top: f64::MAX };

    /// A rectangle outside every page: a clip in which nothing is visible.
    pub const NOWHERE: Self = Self::at((f64::MAX, f64::MAX));

    /// The unit square, on which images are drawn.
    pub const UNIT: Self = Self { left: 0.0, bottom: 0.0, right: 1.0, top: 1.0 };

    /// Returns left, bottom, right, top.
    pub const fn edges(self) -> [f64; 4] {
        [self.left, self.bottom, self.right, self.top]
    }

    /// Returns the empty rectangle at a point.
    pub const fn at(point: PdfPoint) -> Self {
        Self { left: point.0, bottom: point.1, right: point.0, top: point.1 }
    }

    /// Returns the bounding box of the rectangle and a point.
    pub fn union_pt(self, point: PdfPoint) -> Self {
        Self {
            left: self.left.min(point.0),
            bottom: self.bottom.min(point.1),
            right: self.right.max(point.0),
            top: self.top.max(point.1),
        }
    }

    /// Returns the area.
    pub fn area(self) -> f64 {
        self.width() * self.height()
    }

    /// Returns the bounding box of two rectangles.
    pub fn union(self, other: Self) -> Self {
        self.union_pt((other.left, other.bottom)).union_pt((other.right, other.top))
    }

    /// Returns the bounding box of the transformed rectangle.
    pub fn transform(self, m: Matrix) -> Self {
        Self::at(m.apply((self.left, self.bottom)))
            .union_pt(m.apply((self.right, self.bottom)))
            .union_pt(m.apply((self.left, self.top)))
            .union_pt(m.apply((self.right, self.top)))
    }

    /// Returns the intersection; `None` if there is none.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let both = Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        };
        if both.left <= both.right && both.bottom <= both.top { Some(both) } else { None }
    }

    /// Returns the part of a straight line inside the rectangle; `None` if there is none.
    pub fn clip_line(self, from: PdfPoint, to: PdfPoint) -> Option<(PdfPoint, PdfPoint)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in
            [(from.0, dx, self.left, self.right), (from.1, dy, self.bottom, self.top)]
        {
            if step == 0.0 {
                if start < low || start > high {
                    return None;
                }
                continue;
            }
            let (first, last) = ((low - start) / step, (high - start) / step);
            enter = enter.max(first.min(last));
            leave = leave.min(first.max(last));
        }
        if enter > leave {
            return None;
        }
        let [first, last] = [enter, leave].map(|part| (from.0 + part * dx, from.1 + part * dy));
        Some((first, last))
    }

    /// Returns the point of the rectangle that is nearest to a point.
    pub fn nearest(self, point: PdfPoint) -> PdfPoint {
        (point.0.clamp(self.left, self.right), point.1.clamp(self.bottom, self.top))
    }

    /// Returns true if the point is inside or on an edge.
    pub fn contains(self, point: PdfPoint) -> bool {
        (self.left..=self.right).contains(&point.0) && (self.bottom..=self.top).contains(&point.1)
    }

    /// Returns the point in the middle.
    pub fn middle(self) -> PdfPoint {
        ((self.left + self.right) / 2.0, (self.bottom + self.top) / 2.0)
    }

    /// Returns the rectangle with its edges moved outwards.
    pub fn grown(self, dx: f64, dy: f64) -> Self {
        Self {
            left: self.left - dx,
            bottom: self.bottom - dy,
            right: self.right + dx,
            top: self.top + dy,
        }
    }

    /// Returns the width in points.
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// Returns the height in points.
    pub fn height(self) -> f64 {
        self.top - self.bottom
    }
}
