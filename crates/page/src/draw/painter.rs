//! A part of a page as a raster image.

use crate::draw::canvas::Canvas;
use crate::draw::flat::FlatMark;
use crate::draw::picture::{ColourSpace, RasterImage};
use crate::page::{Area, Colour, DrawOp, Page, Point};
use preflight::INCH;
use std::ops::Range;

const METRES_PER_INCH: f64 = 0.0254;

impl Page {
    /// Returns an area of the page as a PNG of this height in pixels, and the size of the PNG.
    /// JPEGs are not decoded.
    pub fn png(&self, area: Area, height: usize) -> (Vec<u8>, (usize, usize)) {
        let scale = height as f64 / area.height;
        let width = (area.width * scale).round() as usize;
        let mut painter = Painter { canvas: Canvas::new((width, height), [255; 3]), scale };
        for mark in FlatMark::all(&self.marks) {
            painter.draw(&mark, area);
        }
        let metre = (scale * INCH / METRES_PER_INCH).round() as u32;
        (painter.canvas.png(metre), (width, height))
    }
}

/// A painter that draws marks on a canvas.
struct Painter {
    canvas: Canvas,
    /// The number of pixels per point.
    scale: f64,
}

impl Painter {
    /// Draws a mark of the page in the picture of this area.
    fn draw(&mut self, mark: &FlatMark, area: Area) {
        let to = |(x, y): Point| (x - area.left, y - area.top);
        if let DrawOp::Picture { corner, size, picture } = mark.op {
            self.draw_picture(to(mark.at(*corner)), *size, picture);
        }
        for fill in mark.fills(|width| width, to) {
            self.canvas.fill_mark(&fill, self.scale, mark.colour.rgb());
        }
    }

    /// Returns the pixels of the canvas that a length covers.
    fn dots(&self, from: f64, length: f64, most: usize) -> Range<usize> {
        let [start, end] = [from, from + length]
            .map(|at| (at * self.scale).round().clamp(0.0, most as f64) as usize);
        start..end
    }

    /// Draws a picture that fills a rectangle, as the PDF shows it. A pixel of the canvas is the
    /// mean of the pixels of the picture below it.
    fn draw_picture(&mut self, corner: Point, size: Point, picture: &RasterImage) {
        let (width, height) = picture.dots();
        let parts = picture.data.len() / (width * height);
        let filling = picture.filling(size);
        // `ratio` is the number of picture pixels per canvas pixel. The picture begins at `left`
        // and `top`.
        let ratio = width as f64 / (filling.0 * self.scale);
        let left = (corner.0 + (size.0 - filling.0) / 2.0) * self.scale;
        let top = (corner.1 + (size.1 - filling.1) / 2.0) * self.scale;
        let across = PixelSpan { start: left, ratio, most: width };
        let down = PixelSpan { start: top, ratio, most: height };
        let (wide, high) = (self.canvas.width, self.canvas.height);
        for row in self.dots(corner.1, size.1, high) {
            let rows = down.of_dot(row);
            for column in self.dots(corner.0, size.0, wide) {
                let columns = across.of_dot(column);
                let mut sums = [0_u32; 4];
                for row in rows.clone() {
                    let line = (row * width + columns.start) * parts;
                    let line = &picture.data[line..line + columns.len() * parts];
                    for (place, part) in line.iter().enumerate() {
                        sums[place % parts] += u32::from(*part);
                    }
                }
                let count = f64::from(u8::MAX) * (rows.len() * columns.len()) as f64;
                let [a, b, c, d] = sums.map(|sum| f64::from(sum) / count);
                let colour = match picture.colour_space() {
                    ColourSpace::Grey => Colour::Grey(a),
                    ColourSpace::Rgb => Colour::Rgb([a, b, c]),
                    ColourSpace::Cmyk => Colour::Cmyk([a, b, c, d]),
                };
                self.canvas.blend(row, column, colour.rgb(), 1.0);
            }
        }
    }
}

/// The pixels of a picture along one of its sides, and the place of its first pixel on the canvas.
/// `ratio` is the number of picture pixels per canvas pixel.
#[derive(Clone, Copy)]
struct PixelSpan {
    start: f64,
    ratio: f64,
    most: usize,
}

impl PixelSpan {
    /// Returns the pixels of the picture below a pixel of the canvas.
    fn of_dot(self, dot: usize) -> Range<usize> {
        let place = dot as f64 - self.start;
        let from = (place * self.ratio).clamp(0.0, self.most as f64 - 1.0) as usize;
        let end = ((place + 1.0) * self.ratio).ceil() as usize;
        from..end.clamp(from + 1, self.most)
    }
}
