//! Points, matrices, and the marks of a page: glyphs and straight lines. Not what they mean.

/// x to the right, y upwards, in points.
pub(super) type Point = (f64, f64);

/// As a PDF writes it: a b c d e f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Matrix(pub [f64; 6]);

impl Matrix {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// First this, then the other.
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

    pub fn apply(self, (x, y): Point) -> Point {
        let m = self.0;
        (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5])
    }

    /// By how much lengths grow.
    pub fn scale(self) -> f64 {
        let m = self.0;
        (m[0] * m[3] - m[1] * m[2]).abs().sqrt()
    }

    /// In how many quarter turns, against the clock, its x axis points: 0 is to the right.
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

/// A character on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Where the pen stood.
    pub at: Point,
    /// How far it went on.
    pub advance: f64,
    /// The size on paper.
    pub size: f64,
    /// The direction of writing, in quarter turns.
    pub quarter: u8,
    /// What it says; U+FFFD where the file does not tell.
    pub character: char,
}

/// A straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
}

/// What stands on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub glyphs: Vec<Glyph>,
    pub segments: Vec<Segment>,
}

/// A point as somebody sees it who has turned the page so that writing of this direction is
/// upright.
pub(super) fn turned((x, y): Point, quarter: u8) -> Point {
    match quarter & 3 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}
