//! Glyph outlines, for files that must not depend on a font.

use crate::book::text::typesetting::font::Face;
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
    pub(crate) fn points(&self) -> &[(f64, f64)] {
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
        let near = |p: (f64, f64)| {
            (p.0 + (handle.0 - p.0) * 2.0 / 3.0, p.1 + (handle.1 - p.1) * 2.0 / 3.0)
        };
        Self::Curve([near(pen), near(end), end])
    }

    /// Returns points from the pen to the end: at the ends of equal parts of a curve, or only the
    /// end of another element.
    pub(crate) fn flatten_curve(self, pen: (f64, f64), parts: u8) -> Vec<(f64, f64)> {
        let Self::Curve([a, b, end]) = self.to_cubic(pen) else { return vec![self.end_point()] };
        let point = |part: u8| {
            let t = f64::from(part) / f64::from(parts);
            let s = 1.0 - t;
            let along = |pen: f64, a: f64, b: f64, end: f64| {
                s * s * s * pen + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * end
            };
            (along(pen.0, a.0, b.0, end.0), along(pen.1, a.1, b.1, end.1))
        };
        (1..=parts).map(point).collect()
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
    pub(crate) fn translated(self, (x, y): (f64, f64)) -> Self {
        self.map_points(|point| (point.0 + x, point.1 + y))
    }

    /// Applies a map to all points.
    pub(crate) fn map_points(mut self, to: impl Fn((f64, f64)) -> (f64, f64)) -> Self {
        let points = match &mut self {
            Self::Move(point) | Self::Line(point) => std::slice::from_mut(point),
            Self::Quad(points) => points.as_mut_slice(),
            Self::Curve(points) => points,
        };
        points.iter_mut().for_each(|point| *point = to(*point));
        self
    }
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
    pub(crate) fn steps(self, character: char, size: f64) -> Option<Vec<PathEl>> {
        let scale = size / f64::from(self.metrics().units_per_em);
        let at = |x: f32, y: f32| (f64::from(x) * scale, f64::from(-y) * scale);
        let mut elements = Vec::new();
        self.draw(character, &mut elements)?;
        let step = |element| match element {
            PathElement::MoveTo { x, y } => Some(PathEl::Move(at(x, y))),
            PathElement::LineTo { x, y } => Some(PathEl::Line(at(x, y))),
            PathElement::QuadTo { cx0, cy0, x, y } => Some(PathEl::Quad([at(cx0, cy0), at(x, y)])),
            PathElement::CurveTo { cx0, cy0, cx1, cy1, x, y } => {
                Some(PathEl::Curve([at(cx0, cy0), at(cx1, cy1), at(x, y)]))
            }
            PathElement::Close => None,
        };
        Some(elements.into_iter().filter_map(step).collect())
    }
}

/// Rounds to hundredths, and avoids `-0`.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In large print, "10" with a slashed zero looks like a mistake.
    #[test]
    fn zeros_have_no_slash() {
        for face in Face::BUILTIN {
            let steps = face.steps('0', 100.0).unwrap_or_default();
            let contours = steps.iter().filter(|step| matches!(step, PathEl::Move(_))).count();
            assert_eq!(contours, 2, "{}", face.name());
        }
    }
}
