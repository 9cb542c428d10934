//! Stars that show the difficulty of a puzzle. They are paths, so that they need no font.

use page::{DrawOp, FormContent, PathPaint, Point};

/// The numbers of the stars that stand for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarCounts {
    /// The stars up to the level.
    pub filled: u8,
    /// All stars.
    pub count: u8,
}

/// The tips of a star of radius 1 around the origin, clockwise from the top, with y downwards. They
/// are constants because the results of sine functions differ between platforms.
const TIPS: [Point; 5] = [
    (0.0, -1.0),
    (0.951_056_516, -0.309_016_994),
    (0.587_785_252, 0.809_016_994),
    (-0.587_785_252, 0.809_016_994),
    (-0.951_056_516, -0.309_016_994),
];
/// The distance of the notches from the centre.
const NOTCH: f64 = 0.40;
/// The distance of the sides of this star from its centre.
const STAR_SIDE: f64 = 0.328_27;
/// The height of this star, from its top tip to its lower tips.
const STAR_HEIGHT: f64 = 1.809_016_994;
/// Half the width of this star, and its width.
const STAR_HALF: f64 = 0.951_056_516;
const STAR_WIDTH: f64 = STAR_HALF + STAR_HALF;
/// The distance from one star to the next, in widths of a star.
const STAR_PITCH: f64 = 1.2;
/// The line width of an outlined star, in points.
const STAR_LINE: f64 = 0.75;

/// The number of stars to colour below a puzzle, and their line width in points.
const STARS_TO_COLOUR: u8 = 3;
const TO_COLOUR_LINE: f64 = 1.25;

/// Returns a corner of the star: tips and notches in turn, from the top tip.
fn star_corner(i: usize) -> Point {
    // Each notch is opposite the tip three places further on.
    let (x, y) = TIPS[(i / 2 + i % 2 * 3) % 5];
    if i.is_multiple_of(2) { (x, y) } else { (-x * NOTCH, -y * NOTCH) }
}

/// Returns a star around a point.
fn star(middle: Point, radius: f64, paint: PathPaint) -> DrawOp {
    let corners = (0..10).map(star_corner);
    let points = corners.map(|(x, y)| (middle.0 + x * radius, middle.1 + y * radius));
    DrawOp::Path { points: points.collect(), paint }
}

/// Draws stars of this height for a child to colour. The last star ends at a point. Returns their
/// width.
pub fn stars_to_colour(marks: &mut Vec<DrawOp>, end: Point, height: f64) -> f64 {
    let radius = height / STAR_HEIGHT;
    let pitch = STAR_WIDTH * radius * STAR_PITCH;
    marks.extend((0..STARS_TO_COLOUR).map(|i| {
        let x = end.0 - STAR_HALF * radius - f64::from(i) * pitch;
        star((x, end.1 + radius), radius, PathPaint::Outline(TO_COLOUR_LINE))
    }));
    f64::from(STARS_TO_COLOUR) * pitch
}

/// Returns `count` stars of this height. The first ones are filled, and the others are outlined.
pub fn stars(StarCounts { filled, count }: StarCounts, height: f64) -> FormContent {
    let radius = height / STAR_HEIGHT;
    let pitch = STAR_WIDTH * radius * STAR_PITCH;
    // The outline is moved inwards by half its width, so that both kinds look equally large.
    let inner = radius - STAR_LINE / 2.0 / STAR_SIDE;
    let marks = (0..count).map(|i| {
        let middle = (STAR_HALF * radius + f64::from(i) * pitch, radius);
        if i < filled {
            star(middle, radius, PathPaint::Fill)
        } else {
            star(middle, inner, PathPaint::Outline(STAR_LINE))
        }
    });
    let (width, height) = stars_size(count, height);
    FormContent { width, height, marks: marks.collect() }
}

/// Returns the width and the height of `count` stars of this height.
pub fn stars_size(count: u8, height: f64) -> (f64, f64) {
    let width = STAR_WIDTH * height / STAR_HEIGHT;
    let gaps = f64::from(count.saturating_sub(1));
    (gaps * width * STAR_PITCH + width, height)
}
