//! A canvas on which shapes are filled with smooth edges, and its file, a PNG.

use crate::page::{Colour, DrawOp, Point};
use crate::typesetting::PathEl;
use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use std::borrow::Cow;

/// The number of sample lines in a row of pixels.
const SAMPLES_PER_DOT: usize = 4;
/// The minimum and the maximum number of straight pieces of a curve, and their usual length in
/// pixels.
const MIN_PIECES: f64 = 8.0;
const MAX_PIECES: f64 = 48.0;
const PIECE_LENGTH: f64 = 10.0;

/// Red, green and blue, from 0 to 255.
pub type Rgb = [u8; 3];

/// The value of a channel at full light.
const FULL_LIGHT: f64 = 255.0;

impl Colour {
    /// Returns red, green and blue as a screen shows them, from 0 to 255.
    pub fn rgb(self) -> [u8; 3] {
        self.on_screen().map(|part| (part * FULL_LIGHT).round() as u8)
    }

    /// Formats red, green and blue as files of HTML and SVG do: `#000`, or `#1d5a8c`.
    pub fn hex([red, green, blue]: [u8; 3]) -> String {
        match [red, green, blue] {
            [0, 0, 0] => "#000".to_owned(),
            _ => format!("#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

/// A raster of RGB pixels, row by row.
pub struct Canvas {
    /// Number of pixels of a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green and blue of each pixel.
    data: Vec<u8>,
}

/// A straight piece of an outline, stored from top to bottom. `down` is true if the outline runs
/// downwards.
struct OutlineEdge {
    top: Point,
    bottom: Point,
    down: bool,
}

impl OutlineEdge {
    /// Returns the piece between two points, at a scale; `None` if it is level, because no sample
    /// line crosses it.
    fn between(from: Point, to: Point, scale: f64) -> Option<Self> {
        let [from, to] = [from, to].map(|point| (point.0 * scale, point.1 * scale));
        if from.1 < to.1 {
            Some(Self { top: from, bottom: to, down: true })
        } else if to.1 < from.1 {
            Some(Self { top: to, bottom: from, down: false })
        } else {
            None
        }
    }
}

/// Splits an outline into straight pieces, at a scale.
fn outline_edges(steps: impl Iterator<Item = PathEl>, scale: f64) -> Vec<OutlineEdge> {
    let mut all = Vec::new();
    let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
    for step in steps {
        if let PathEl::Move(point) = step {
            all.extend(OutlineEdge::between(at, start, scale));
            (start, at) = (point, point);
            continue;
        }
        for next in step.flatten_curve(at, curve_pieces(step, at, scale)) {
            all.extend(OutlineEdge::between(at, next, scale));
            at = next;
        }
    }
    all.extend(OutlineEdge::between(at, start, scale));
    all
}

/// Returns the number of straight pieces of a curve, so that a large one has no corners.
fn curve_pieces(step: PathEl, from: Point, scale: f64) -> u8 {
    let (mut length, mut at) = (0.0, from);
    for &next in step.points() {
        length += (next.0 - at.0).hypot(next.1 - at.1);
        at = next;
    }
    (length * scale / PIECE_LENGTH).clamp(MIN_PIECES, MAX_PIECES).ceil() as u8
}

impl Canvas {
    /// Returns a canvas of this size in pixels, filled with one colour.
    pub fn new((width, height): (usize, usize), ground: Rgb) -> Self {
        Self { width, height, data: ground.repeat(width * height) }
    }

    /// Mixes a share of a colour, from 0 to 1, into a pixel.
    pub fn blend(&mut self, row: usize, column: usize, colour: Rgb, share: f64) {
        let at = (row * self.width + column) * 3;
        for (old, new) in self.data[at..at + 3].iter_mut().zip(colour) {
            let mixed = f64::from(*old) + (f64::from(new) - f64::from(*old)) * share;
            *old = mixed.round() as u8;
        }
    }

    /// Fills a path or a shape at a scale. Other marks fill nothing.
    pub fn fill_mark(&mut self, mark: &DrawOp, scale: f64, colour: Rgb) {
        match mark {
            DrawOp::Path { points, .. } => {
                let steps = points.iter().enumerate().map(|(place, &point)| match place {
                    0 => PathEl::Move(point),
                    _ => PathEl::Line(point),
                });
                self.fill(steps, scale, false, colour);
            }
            DrawOp::Shape { steps, even_odd } => {
                self.fill(steps.iter().copied(), scale, *even_odd, colour);
            }
            _ => {}
        }
    }

    /// Fills the outline at a scale, by the nonzero winding rule, or by the even-odd rule.
    pub fn fill(
        &mut self,
        outline: impl Iterator<Item = PathEl>,
        scale: f64,
        even_odd: bool,
        colour: Rgb,
    ) {
        let shape = &outline_edges(outline, scale);
        let top = shape.iter().map(|s| s.top.1).fold(f64::MAX, f64::min).max(0.0) as usize;
        let bottom = shape.iter().map(|s| s.bottom.1).fold(0.0, f64::max).ceil() as usize;
        for row in top..bottom.min(self.height) {
            let mut covered = vec![0.0; self.width];
            for sample in 0..SAMPLES_PER_DOT {
                let y = row as f64 + (sample as f64 + 0.5) / SAMPLES_PER_DOT as f64;
                let here = shape.iter().filter(|s| s.top.1 <= y && y < s.bottom.1);
                let mut crossings: Vec<_> = here
                    .map(|s| {
                        let part = (y - s.top.1) / (s.bottom.1 - s.top.1);
                        (s.top.0 + (s.bottom.0 - s.top.0) * part, if s.down { 1 } else { -1 })
                    })
                    .collect();
                crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
                let mut around = 0;
                for pair in crossings.windows(2) {
                    around += pair[0].1;
                    let is_inside = if even_odd { around % 2 != 0 } else { around != 0 };
                    if is_inside {
                        add_coverage(&mut covered, pair[0].0, pair[1].0);
                    }
                }
            }
            for (column, share) in covered.into_iter().enumerate().filter(|(_, share)| *share > 0.0)
            {
                self.blend(row, column, colour, f64::min(share / SAMPLES_PER_DOT as f64, 1.0));
            }
        }
    }

    /// Encodes the canvas as a PNG that states its resolution in pixels per metre. A canvas of
    /// greys becomes a PNG of greys.
    pub fn png(&self, metre: u32) -> Vec<u8> {
        let is_grey = self.data.chunks(3).all(|dot| dot[0] == dot[1] && dot[1] == dot[2]);
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_depth(BitDepth::Eight);
        let dots = PixelDimensions { xppu: metre, yppu: metre, unit: Unit::Meter };
        encoder.set_pixel_dims(Some(dots));
        let (colours, data) = if is_grey {
            (ColorType::Grayscale, self.data.iter().copied().step_by(3).collect())
        } else {
            (ColorType::Rgb, Cow::Borrowed(&self.data[..]))
        };
        encoder.set_color(colours);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&data));
        written.expect("memory takes everything, and the data has its size");
        file
    }
}

/// Adds the covered share of each pixel between two places of a line.
fn add_coverage(covered: &mut [f64], from: f64, to: f64) {
    let (from, to) = (from.max(0.0), to.min(covered.len() as f64));
    if to <= from {
        return;
    }
    let last = (to.ceil() as usize).min(covered.len());
    for (column, dot) in (from as usize..last).zip(&mut covered[from as usize..last]) {
        let column = column as f64;
        *dot += to.min(column + 1.0) - from.max(column);
    }
}
