//! Encodes paths, the widths of their lines, and colours.

use super::operators::{Operators, grains};
use crate::book::page::{Colour, Point};
use crate::book::typesetting::Step;

pub(super) fn path(ops: &mut Operators, points: impl IntoIterator<Item = (i64, i64)>) {
    for (i, point) in points.into_iter().enumerate() {
        ops.point(point);
        ops.operator(if i == 0 { "m" } else { "l" });
    }
}

pub(super) fn set_width(ops: &mut Operators, current: &mut Option<f64>, width: f64) {
    if current.replace(width) != Some(width) {
        ops.number(width);
        ops.operator("w");
    }
}

/// A rectangle with this lower left corner.
pub(super) fn rectangle(ops: &mut Operators, corner: (i64, i64), size: Point) {
    ops.point(corner);
    ops.point((grains(size.0), grains(size.1)));
    ops.operator("re");
}

/// The outline of a shape. PDF has no quadratic curves: the handles of a cubic one lie two thirds of the
/// way to theirs.
pub(super) fn shape(ops: &mut Operators, steps: &[Step], at: impl Fn(&Point) -> (i64, i64)) {
    let mut pen = (0.0, 0.0);
    for step in steps {
        let cubic = match step {
            Step::Quad([handle, end]) => {
                let near = |p: &Point| {
                    (p.0 + (handle.0 - p.0) * 2.0 / 3.0, p.1 + (handle.1 - p.1) * 2.0 / 3.0)
                };
                Step::Curve([near(&pen), near(end), *end])
            }
            step => *step,
        };
        cubic.points().iter().for_each(|point| ops.point(at(point)));
        ops.operator(match cubic {
            Step::Move(_) => "m",
            Step::Line(_) => "l",
            Step::Quad(_) | Step::Curve(_) => "c",
        });
        pen = *cubic.points().last().expect("every step has an end");
    }
}

/// Writes a colour with the operator of its space: grey, RGB or CMYK.
pub(super) fn paint(ops: &mut Operators, colour: Colour, [grey, rgb, cmyk]: [&str; 3]) {
    let (parts, operator): (&[f64], _) = match &colour {
        Colour::Grey(light) => (std::slice::from_ref(light), grey),
        Colour::Rgb(parts) => (parts, rgb),
        Colour::Cmyk(parts) => (parts, cmyk),
    };
    parts.iter().for_each(|part| ops.number(*part));
    ops.operator(operator);
}
