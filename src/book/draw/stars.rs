//! Stars that say how hard a puzzle is, as paths, so that they need no font.

use crate::book::page::{Drawing, Mark, Paint, Point};
/// The tips and notches of a star of radius 1 around the origin, y downwards, from the top tip.
/// A table, because sines differ between platforms.
const STAR: [Point; 10] = {
    const NOTCH: f64 = 0.40;
    const TIPS: [Point; 5] = [
        (0.0, -1.0),
        (0.951_056_516, -0.309_016_994),
        (0.587_785_252, 0.809_016_994),
        (-0.587_785_252, 0.809_016_994),
        (-0.951_056_516, -0.309_016_994),
    ];
    let mut star = [(0.0, 0.0); 10];
    let mut i = 0;
    while i < 5 {
        star[2 * i] = TIPS[i];
        // The notch after a tip lies opposite to the tip three further on.
        let (x, y) = TIPS[(i + 3) % 5];
        star[2 * i + 1] = (-x * NOTCH, -y * NOTCH);
        i += 1;
    }
    star
};
/// How far the sides of that star lie from its middle.
const STAR_SIDE: f64 = 0.328_27;
/// From its top tip to its lower tips.
const STAR_HEIGHT: f64 = 1.809_016_994;
/// Half its width.
const STAR_HALF: f64 = 0.951_056_516;
/// From a star to the next, in widths.
const STAR_PITCH: f64 = 1.2;
/// The line of an outlined star.
const STAR_LINE: f64 = 0.75;

/// Five stars of a height, so many of them filled and the rest outlined.
pub(in crate::book) fn stars(filled: u8, height: f64) -> Drawing {
    let radius = height / STAR_HEIGHT;
    let pitch = 2.0 * STAR_HALF * radius * STAR_PITCH;
    // The outline lies half a line inside, so that both kinds look equally large.
    let inner = radius - STAR_LINE / 2.0 / STAR_SIDE;
    let marks = (0..5u8)
        .map(|i| {
            let (radius_drawn, paint) = if i < filled {
                (radius, Paint::Fill)
            } else {
                (inner, Paint::Outline(STAR_LINE))
            };
            let middle = (STAR_HALF * radius + f64::from(i) * pitch, radius);
            let points = STAR
                .iter()
                .map(|(x, y)| (middle.0 + x * radius_drawn, middle.1 + y * radius_drawn))
                .collect();
            Mark::Path { points, paint }
        })
        .collect();
    let (width, height) = stars_size(height);
    Drawing {
        width,
        height,
        marks,
    }
}

/// The width and height of five stars of a height.
pub(in crate::book) fn stars_size(height: f64) -> (f64, f64) {
    let width = 2.0 * STAR_HALF * height / STAR_HEIGHT;
    (4.0 * width * STAR_PITCH + width, height)
}
