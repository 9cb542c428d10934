//! Glyph outlines, for files that must not depend on a font.

use crate::typesetting::font::Face;
use skrifa::outline::pen::PathElement;
use std::fmt::Write as _;

/// An element of a path: x to the right, y downwards. Each move starts a new subpath, which is
/// closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathEl {
    /// A move to the start of a subpath.
    Move((f64, f64)),
    /// A straight line to its end.
    Line((f64, f64)),
    /// A quadratic curve: control point, end.
    Quad([(f64, f64); 2]),
    /// A cubic curve: two control points, end.
    Curve([(f64, f64); 3]),
}

impl PathEl {
    /// Returns the points of the element, which ends at the last one.
    pub fn points(&self) -> &[(f64, f64)] {
        match self {
            Self::Move(point) | Self::Line(point) => std::slice::from_ref(point),
            Self::Quad(points) => points,
            Self::Curve(points) => points,
        }
    }

    /// Returns the end of the element.
    pub(crate) fn end_point(self) -> (f64, f64) {
        let (Self::Move(end) | Self::Line(end) | Self::Quad([_, end]) | Self::Curve([_, _, end])) =
            self;
        end
    }

    /// Converts a quadratic curve that starts at the pen to a cubic one, for files without
    /// quadratic curves. Its control points lie two thirds of the way to the quadratic one.
    pub(crate) fn to_cubic(self, pen: (f64, f64)) -> Self {
        let Self::Quad([handle, end]) = self else { return self };
        let [first, second] = [pen, end].map(|point| {
            let (x, y) = (handle.0 - point.0, handle.1 - point.1);
            (point.0 + (x + x) / 3.0, point.1 + (y + y) / 3.0)
        });
        Self::Curve([first, second, end])
    }

    /// Returns points from the pen to the end: at the ends of equal parts of a curve, or only the
    /// end of another element.
    pub(crate) fn flatten_curve(self, pen: (f64, f64), parts: u8) -> Vec<(f64, f64)> {
        let Self::Curve([a, b, end]) = self.to_cubic(pen) else { return vec![self.end_point()] };
        let shares = (1..=parts).map(|part| f64::from(part) / f64::from(parts));
        let points = shares.map(|share| {
            let x = bezier([pen.0, a.0, b.0, end.0], share);
            (x, bezier([pen.1, a.1, b.1, end.1], share))
        });
        points.collect()
    }

    /// Returns the PDF operator of the element.
    pub(crate) fn pdf_operator(self) -> &'static str {
        match self {
            Self::Move(_) => "m",
            Self::Line(_) => "l",
            Self::Quad(_) | Self::Curve(_) => "c",
        }
    }

    /// Translates the element.
    pub fn translated(self, by: (f64, f64)) -> Self {
        self.map_points(|point| (point.0 + by.0, point.1 + by.1))
    }

    /// Applies a map to all points.
    pub fn map_points(mut self, to: impl Fn((f64, f64)) -> (f64, f64)) -> Self {
        let points = match &mut self {
            Self::Move(point) | Self::Line(point) => std::slice::from_mut(point),
            Self::Quad(points) => points.as_mut_slice(),
            Self::Curve(points) => points,
        };
        points.iter_mut().for_each(|point| *point = to(*point));
        self
    }
}

/// The weight of each control point of a cubic curve.
const HANDLE: f64 = 3.0;

/// Returns a coordinate of the point at a share of a cubic curve: start, two control points, end.
fn bezier(points: [f64; 4], share: f64) -> f64 {
    let [start, a, b, end] = points;
    let (t, s) = (share, 1.0 - share);
    s * s * s * start + HANDLE * s * s * t * a + HANDLE * s * t * t * b + t * t * t * end
}

impl Face {
    /// Returns the outline of a character at a size as the data of an SVG path; `None` if the face
    /// lacks it. The origin is the pen position on the baseline, and y grows downwards.
    pub fn svg_path(self, character: char, size: f64) -> Option<String> {
        let mut path = String::new();
        for (i, step) in self.steps(character, size)?.iter().enumerate() {
            let command = match step {
                PathEl::Move(_) if i > 0 => "ZM",
                PathEl::Move(_) => "M",
                PathEl::Line(_) => "L",
                PathEl::Quad(_) => "Q",
                PathEl::Curve(_) => "C",
            };
            path += command;
            for (i, point) in step.points().iter().enumerate() {
                let between = if i > 0 { " " } else { "" };
                let (x, y) = (hundredths(point.0), hundredths(point.1));
                // Writing to a string never fails.
                let _ = write!(path, "{between}{x} {y}");
            }
        }
        if !path.is_empty() {
            path.push('Z');
        }
        Some(path)
    }

    /// Returns the outline of a character at a size, from the pen position on the baseline; `None`
    /// if the face lacks it.
    pub fn steps(self, character: char, size: f64) -> Option<Vec<PathEl>> {
        let scale = size / f64::from(self.metrics().units_per_em);
        let mut elements = Vec::new();
        self.draw(character, &mut elements)?;
        let steps = elements.into_iter().filter_map(path_element);
        let scaled = steps.map(|step| step.map_points(|(x, y)| (x * scale, y * scale)));
        Some(scaled.collect())
    }
}

/// Converts an element of a glyph, whose y grows upwards; `None` for the end of a subpath.
fn path_element(element: PathElement) -> Option<PathEl> {
    Some(match element {
        PathElement::MoveTo { x, y } => PathEl::Move(flipped(x, y)),
        PathElement::LineTo { x, y } => PathEl::Line(flipped(x, y)),
        PathElement::QuadTo { cx0, cy0, x, y } => PathEl::Quad([flipped(cx0, cy0), flipped(x, y)]),
        PathElement::CurveTo { cx0, cy0, cx1, cy1, x, y } => {
            PathEl::Curve([flipped(cx0, cy0), flipped(cx1, cy1), flipped(x, y)])
        }
        PathElement::Close => return None,
    })
}

fn flipped(x: f32, y: f32) -> (f64, f64) {
    (f64::from(x), f64::from(-y))
}

/// Rounds to hundredths, and avoids `-0`.
fn hundredths(value: f64) -> f64 {
    const HUNDRED: f64 = 100.0;
    (value * HUNDRED).round() / HUNDRED + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In large print, "10" with a slashed zero looks like a mistake.
    #[test]
    fn zeros_have_no_slash() {
        for face in Face::BUILTIN.iter().filter(|face| face.has_glyph('0')) {
            let steps = face.steps('0', 100.0).unwrap_or_default();
            let contours = steps.iter().filter(|step| matches!(step, PathEl::Move(_))).count();
            assert_eq!(contours, 2, "{}", face.name());
        }
    }
}
