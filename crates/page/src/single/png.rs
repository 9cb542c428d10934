//! A single grid as a PNG. Lines fall on whole dots; digits are anti-aliased.

use super::{Shape, SingleGrid};
use crate::draw::canvas::Canvas;
use preflight::INCH;
use std::ops::Range;

/// An inch in metres.
const INCH_METRES: f64 = 0.0254;

impl SingleGrid<'_> {
    /// Returns the bytes of the file, which states its resolution in dots per inch.
    pub fn png(&self, resolution: f64) -> Vec<u8> {
        let dots = self.look.dots(resolution);
        let (ground, inks) = self.look.colours();
        let grid = self.look.grid();
        let scale = dots as f64 / grid.outer();
        let mut canvas = Canvas::new((dots, dots), ground.unwrap_or([255; 3]));
        for shape in self.look.shapes() {
            match shape {
                Shape::Box { area, ink } => {
                    for row in span(area.top, area.height, scale, dots) {
                        for column in span(area.left, area.width, scale, dots) {
                            canvas.blend(row, column, ink, 1.0);
                        }
                    }
                }
                Shape::Ring { outline, ink } => {
                    canvas.fill(outline.into_iter(), scale, true, ink);
                }
            }
        }
        for digit in self.digits() {
            let outline = digit.outline(grid.digit_size());
            canvas.fill(outline, scale, false, digit.colour(inks));
        }
        let metre = (dots as f64 / (self.look.side / INCH * INCH_METRES)).round() as u32;
        canvas.png(metre)
    }
}

/// Returns the dots of a length from a place, at least one.
fn span(from: f64, length: f64, scale: f64, dots: usize) -> Range<usize> {
    let start = (from * scale).round() as usize;
    let end = ((from + length) * scale).round() as usize;
    start..end.max(start + 1).min(dots)
}
