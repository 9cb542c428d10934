//! Signs as outlines: as they are printed, and as somebody wrote them. A digit in handwriting has
//! the path of a pen, and the outline of its stroke.

use crate::page::Point;
use crate::typesetting::{Face, PathEl};
use PathEl::{Curve, Line, Move};
use grid::Digit;
use std::f64::consts::FRAC_1_SQRT_2;

/// The width of the pen, as a fraction of the height of a digit.
const PEN: f64 = 0.14;
/// The minimum width of the pen, in points: printers ask for lines of 0.75.
const MIN_PEN: f64 = 0.8;
/// The height of a digit, as a fraction of the type size of the givens beside it.
const HEIGHT: f64 = 0.74;
/// The cosine and the sine of the slight turns of digits, in degrees: -5, 3, 7, -2, 5. They are
/// constants because the results of trigonometric functions differ between platforms.
const TURNS: [Point; 5] = [
    (0.996_195, -0.087_156),
    (0.998_630, 0.052_336),
    (0.992_546, 0.121_869),
    (0.999_391, -0.034_899),
    (0.996_195, 0.087_156),
];
/// Directions on the half circle at the end of a stroke.
const CAP: [Point; 5] = [
    (0.382_683, 0.923_880),
    (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    (1.0, 0.0),
    (FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
    (0.382_683, -0.923_880),
];

/// The paths of the digits from 1 to 9. The height is 1, the middle of the width is at 0.
#[rustfmt::skip]
const PATHS: [&[PathEl]; 9] = [
    &[Move((-0.17, 0.26)), Curve([(-0.07, 0.2), (0.03, 0.1), (0.08, 0.0)]),
      Curve([(0.08, 0.3), (0.04, 0.7), (0.03, 1.0)])],
    &[Move((-0.26, 0.24)), Curve([(-0.22, -0.06), (0.27, -0.1), (0.25, 0.24)]),
      Curve([(0.23, 0.5), (-0.1, 0.72), (-0.3, 0.98)]), Curve([(-0.1, 0.9), (0.1, 1.02), (0.32, 0.93)])],
    &[Move((-0.24, 0.12)), Curve([(-0.1, -0.06), (0.25, -0.04), (0.22, 0.22)]),
      Curve([(0.2, 0.4), (0.02, 0.45), (-0.08, 0.46)]), Curve([(0.12, 0.44), (0.3, 0.56), (0.27, 0.75)]),
      Curve([(0.23, 1.06), (-0.2, 1.04), (-0.28, 0.86)])],
    &[Move((-0.04, 0.0)), Curve([(-0.1, 0.22), (-0.2, 0.45), (-0.31, 0.64)]),
      Curve([(-0.1, 0.6), (0.14, 0.6), (0.33, 0.62)]),
      Move((0.17, 0.3)), Curve([(0.16, 0.55), (0.12, 0.8), (0.11, 1.0)])],
    &[Move((0.25, 0.02)), Line((-0.17, 0.04)), Curve([(-0.18, 0.16), (-0.21, 0.3), (-0.22, 0.43)]),
      Curve([(0.02, 0.32), (0.3, 0.42), (0.28, 0.69)]), Curve([(0.26, 1.02), (-0.16, 1.08), (-0.29, 0.88)])],
    &[Move((0.17, 0.0)), Curve([(-0.1, 0.16), (-0.29, 0.46), (-0.26, 0.74)]),
      Curve([(-0.22, 1.06), (0.26, 1.08), (0.27, 0.74)]), Curve([(0.27, 0.46), (-0.12, 0.44), (-0.25, 0.7)])],
    &[Move((-0.27, 0.06)), Curve([(-0.1, 0.02), (0.12, 0.03), (0.28, 0.02)]),
      Curve([(0.14, 0.3), (-0.02, 0.66), (-0.09, 1.0)])],
    &[Move((0.24, 0.14)), Curve([(0.1, -0.06), (-0.28, -0.04), (-0.24, 0.22)]),
      Curve([(-0.2, 0.44), (0.28, 0.5), (0.27, 0.76)]), Curve([(0.26, 1.08), (-0.28, 1.06), (-0.27, 0.76)]),
      Curve([(-0.26, 0.52), (0.22, 0.42), (0.24, 0.14)])],
    &[Move((0.24, 0.2)), Curve([(0.12, -0.06), (-0.27, -0.06), (-0.26, 0.26)]),
      Curve([(-0.25, 0.56), (0.16, 0.56), (0.24, 0.2)]), Curve([(0.24, 0.45), (0.18, 0.75), (0.1, 1.0)])],
];

/// The face and the type size of signs that are drawn as outlines.
#[derive(Clone, Copy)]
pub struct FigureType {
    /// The face whose digits it resembles.
    pub face: Face,
    /// The type size.
    pub size: f64,
}

impl FigureType {
    /// Returns the outline of a sign that is centred at a point.
    pub fn outline(self, sign: char, centre: Point) -> Vec<PathEl> {
        let Self { face, size } = self;
        let left = centre.0 - face.advance(sign) * size / 2.0;
        let origin = (left, centre.1 + face.cap_height() * size / 2.0);
        let steps = face.steps(sign, size).unwrap_or_default();
        steps.into_iter().map(|step| step.translated(origin)).collect()
    }

    /// Returns the outline of a sign as somebody wrote it: a digit by hand, another sign slightly
    /// turned. `turn` selects the turn.
    pub fn written(self, sign: char, centre: Point, turn: usize) -> Vec<PathEl> {
        let digit = sign.to_digit(10).and_then(|digit| Digit::new(digit as u8));
        match digit {
            Some(digit) => written_digit(digit, centre, self.size, turn),
            None => turned(self.outline(sign, centre), centre, turn),
        }
    }
}

/// Returns the outline of a digit in handwriting, centred at a point, beside givens of this type
/// size. `turn` selects the slight turn.
fn written_digit(digit: Digit, centre: Point, size: f64, turn: usize) -> Vec<PathEl> {
    let height = HEIGHT * size;
    let mut outline = Vec::new();
    for stroke in PATHS[digit.index()].chunk_by(|_, next| !matches!(next, Move(_))) {
        outline.extend(stroke_outline(&PathEl::flatten(stroke), PEN.max(MIN_PEN / height)));
    }
    let to_page = |(x, y): Point| (centre.0 + x * height, centre.1 + (y - 0.5) * height);
    turned(outline.into_iter().map(|step| step.map_points(to_page)).collect(), centre, turn)
}

/// Returns an outline that is slightly turned around its centre. `turn` selects the turn.
fn turned(outline: Vec<PathEl>, centre: Point, turn: usize) -> Vec<PathEl> {
    let (cosine, sine) = TURNS[turn % TURNS.len()];
    let to_page = |at: Point| {
        let (x, y) = (at.0 - centre.0, at.1 - centre.1);
        (centre.0 + x * cosine - y * sine, centre.1 + x * sine + y * cosine)
    };
    outline.into_iter().map(|step| step.map_points(to_page)).collect()
}

/// Returns the outline of a stroke with round ends along some points.
fn stroke_outline(points: &[Point], width: f64) -> Vec<PathEl> {
    let back: Vec<Point> = points.iter().rev().copied().collect();
    let mut corners = side_with_cap(points, width / 2.0);
    corners.extend(side_with_cap(&back, width / 2.0));
    corners.iter().enumerate().map(|(n, &at)| if n == 0 { Move(at) } else { Line(at) }).collect()
}

/// Returns the left side of a stroke along some points, and the round end behind the last one.
fn side_with_cap(points: &[Point], half: f64) -> Vec<Point> {
    let last = points.len() - 1;
    let mut side = Vec::new();
    let mut along = (1.0, 0.0);
    for (n, at) in points.iter().enumerate() {
        along = direction(points[n.saturating_sub(1)], points[(n + 1).min(last)]);
        side.push((at.0 - along.1 * half, at.1 + along.0 * half));
    }
    let end = points[last];
    let cap = CAP.map(|(ahead, aside)| {
        let (x, y) = (along.0 * ahead - along.1 * aside, along.1 * ahead + along.0 * aside);
        (end.0 + half * x, end.1 + half * y)
    });
    side.extend(cap);
    side
}

/// Returns the direction from one point to another, of length 1.
fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = (x * x + y * y).sqrt().max(f64::MIN_POSITIVE);
    (x / length, y / length)
}
