//! A single grid as a PNG. Lines fall on whole dots; digits are anti-aliased.

use super::{SIDE, SingleGrid, lines, outline};
use crate::book::draw::canvas::{Canvas, outline_edges};

impl SingleGrid<'_> {
    /// Returns the bytes of the file, which states its resolution in dots per inch.
    pub fn png(&self, resolution: f64) -> Vec<u8> {
        let dots = self.look.dots(resolution);
        let (ground, inks) = self.look.colours();
        let scale = dots as f64 / SIDE;
        let mut canvas = Canvas::new((dots, dots), ground.unwrap_or([255; 3]));
        for [x, y, width, height] in lines() {
            let span = |from: f64, length: f64| {
                let start = (from * scale).round() as usize;
                let end = ((from + length) * scale).round() as usize;
                start..end.max(start + 1).min(dots)
            };
            for row in span(y, height) {
                span(x, width).for_each(|column| canvas.blend(row, column, inks[0], 1.0));
            }
        }
        for (digit, face, pen) in self.digits() {
            let steps = outline(digit, face).into_iter().map(|step| step.translated(pen));
            canvas.fill(&outline_edges(steps, scale), false, inks[face]);
        }
        let metre = (dots as f64 / (self.look.side / 72.0 * 0.0254)).round() as u32;
        canvas.png(metre)
    }
}
