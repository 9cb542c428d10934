//! Rectangles and the matrices of a PDF. Nothing about what is drawn in them.

/// A matrix as a PDF writes it.
pub(super) type Matrix = [f64; 6];

pub(super) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// First `a`, then `b`.
pub(super) fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

pub(super) fn apply(m: Matrix, (x, y): (f64, f64)) -> (f64, f64) {
    (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
}

/// By how much a matrix enlarges lengths: the root of what it does to areas.
pub(super) fn scale(m: Matrix) -> f64 {
    (m[0] * m[3] - m[1] * m[2]).abs().sqrt()
}

/// A rectangle, y upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub left: f64,
    pub bottom: f64,
    pub right: f64,
    pub top: f64,
}

impl Rect {
    pub const ALL: Self = Self {
        left: f64::MIN,
        bottom: f64::MIN,
        right: f64::MAX,
        top: f64::MAX,
    };

    /// Around points; none around none.
    pub fn around(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        points.into_iter().fold(None, |rect: Option<Self>, (x, y)| {
            let rect = rect.unwrap_or(Self {
                left: x,
                bottom: y,
                right: x,
                top: y,
            });
            Some(Self {
                left: rect.left.min(x),
                bottom: rect.bottom.min(y),
                right: rect.right.max(x),
                top: rect.top.max(y),
            })
        })
    }

    /// Around this rectangle when a matrix has moved it.
    pub fn through(self, m: Matrix) -> Self {
        let corners = [
            (self.left, self.bottom),
            (self.right, self.bottom),
            (self.left, self.top),
            (self.right, self.top),
        ];
        Self::around(corners.map(|corner| apply(m, corner))).unwrap_or(self)
    }

    /// What both cover, if they meet.
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        };
        (both.left <= both.right && both.bottom <= both.top).then_some(both)
    }

    pub fn grown(self, dx: f64, dy: f64) -> Self {
        Self {
            left: self.left - dx,
            bottom: self.bottom - dy,
            right: self.right + dx,
            top: self.top + dy,
        }
    }

    pub fn width(self) -> f64 {
        self.right - self.left
    }

    pub fn height(self) -> f64 {
        self.top - self.bottom
    }
}
