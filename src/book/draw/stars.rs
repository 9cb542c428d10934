//! Stars that show the difficulty of a puzzle, as paths, so that they need no font.

use crate::book::model::page::{DrawOp, FormContent, PathPaint, Point};
use crate::human::ladder::Rung;

/// The tips of a star of radius 1 around the origin, y downwards, from the top clockwise. A table, because the
/// results of sine functions differ between platforms.
const TIPS: [Point; 5] = [
    (0.0, -1.0),
    (0.951_056_516, -0.309_016_994),
    (0.587_785_252, 0.809_016_994),
    (-0.587_785_252, 0.809_016_994),
    (-0.951_056_516, -0.309_016_994),
];
/// How far its notches are from the centre.
const NOTCH: f64 = 0.40;
/// Distance of the sides of that star from its centre.
const STAR_SIDE: f64 = 0.328_27;
/// Height of that star, from its top tip to its lower tips.
const STAR_HEIGHT: f64 = 1.809_016_994;
/// Half the width of that star.
const STAR_HALF: f64 = 0.951_056_516;
/// Distance from one star to the next, in star widths.
const STAR_PITCH: f64 = 1.2;
/// Line width of an outlined star, in points.
const STAR_LINE: f64 = 0.75;

/// The number of stars to colour below a puzzle, and their line width in points.
const TO_COLOUR: u8 = 3;
const TO_COLOUR_LINE: f64 = 1.25;

/// A tip of the star or the notch after it, from the top tip.
fn corner(i: usize) -> Point {
    // Each notch lies opposite the tip three places further on.
    let (x, y) = TIPS[(i / 2 + i % 2 * 3) % 5];
    if i.is_multiple_of(2) { (x, y) } else { (-x * NOTCH, -y * NOTCH) }
}

/// A star around a point.
fn star(middle: Point, radius: f64, paint: PathPaint) -> DrawOp {
    let corners = (0..10).map(corner);
    let points = corners.map(|(x, y)| (middle.0 + x * radius, middle.1 + y * radius));
    DrawOp::Path { points: points.collect(), paint }
}

/// Draws stars to colour, of this height, which end at a point. Returns their width.
pub(in crate::book) fn stars_to_colour(marks: &mut Vec<DrawOp>, end: Point, height: f64) -> f64 {
    let radius = height / STAR_HEIGHT;
    let pitch = 2.0 * STAR_HALF * radius * STAR_PITCH;
    marks.extend((0..TO_COLOUR).map(|i| {
        let x = end.0 - STAR_HALF * radius - f64::from(i) * pitch;
        star((x, end.1 + radius), radius, PathPaint::Outline(TO_COLOUR_LINE))
    }));
    f64::from(TO_COLOUR) * pitch
}

/// The number of stars beside a puzzle: one for each rung of the ladder.
fn count(level: Rung) -> u8 {
    level.ladder().rungs().count() as u8
}

/// Stars of this height, one for each level or band of the ladder: those up to `level` are filled, the
/// others are outlined.
pub(in crate::book) fn stars(level: Rung, height: f64) -> FormContent {
    let filled = level.number();
    let radius = height / STAR_HEIGHT;
    let pitch = 2.0 * STAR_HALF * radius * STAR_PITCH;
    // The outline is moved inwards by half its width, so that both kinds look equally large.
    let inner = radius - STAR_LINE / 2.0 / STAR_SIDE;
    let marks = (0..count(level)).map(|i| {
        let middle = (STAR_HALF * radius + f64::from(i) * pitch, radius);
        match i < filled {
            true => star(middle, radius, PathPaint::Fill),
            false => star(middle, inner, PathPaint::Outline(STAR_LINE)),
        }
    });
    let (width, height) = stars_size(level, height);
    FormContent { width, height, marks: marks.collect() }
}

/// Width and height of the stars of this height on the ladder of a level or band.
pub(in crate::book) fn stars_size(level: Rung, height: f64) -> (f64, f64) {
    let width = 2.0 * STAR_HALF * height / STAR_HEIGHT;
    let gaps = f64::from(count(level) - 1);
    (gaps * width * STAR_PITCH + width, height)
}
