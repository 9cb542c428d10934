//! Letters as outlines, for files that must not depend on a font.

use crate::book::typesetting::font::Face;
use skrifa::outline::OutlinePen;
use std::fmt::Write as _;

/// A letter as the data of an SVG path. Its origin is the pen position on the baseline; y grows
/// downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct GlyphOutline {
    /// The path data.
    pub path: String,
    /// The advance of the letter.
    pub advance: f64,
}

impl Face {
    /// The outline of a character at a size; `None` if the face lacks it.
    pub fn outline(self, character: char, size: f64) -> Option<GlyphOutline> {
        let mut pen =
            Pen { path: String::new(), scale: size / f64::from(self.metrics().units_per_em) };
        self.draw(character, &mut pen)?;
        Some(GlyphOutline { path: pen.path, advance: self.advance(character) * size })
    }
}

struct Pen {
    path: String,
    scale: f64,
}

impl Pen {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (i, &(x, y)) in points.iter().enumerate() {
            let between = if i > 0 { " " } else { "" };
            let [x, y] = [x, -y].map(|v| hundredths(f64::from(v) * self.scale));
            // Writing to a string cannot fail.
            let _ = write!(self.path, "{between}{x} {y}");
        }
    }
}

/// Rounds to hundredths, and avoids `-0`.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.path.push('Z');
    }
}
