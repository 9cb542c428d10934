//! The front as a raster image for shops. It shows the same marks as the page of the cover.

use super::{Colour, Cover, CoverResult, DrawOp, PathEl, PathPaint, Point, RasterImage, Rotation};
use page::{Canvas, ColourSpace};
use preflight::INCH;
use std::ops::Range;
use words::Problem;

const METRES_PER_INCH: f64 = 0.0254;

impl Cover<'_> {
    /// Returns the trimmed front as a PNG of this height in pixels, and the size of the PNG.
    ///
    /// # Errors
    /// [`Problem`] if the front has a JPEG, whose pixels are not decoded here.
    pub fn front_png(&self, height: usize) -> CoverResult<(Vec<u8>, (usize, usize))> {
        if self.picture.as_ref().is_some_and(|picture| picture.is_jpeg) {
            let found = "a JPEG, which goes into the PDF as it is; save it as a PNG";
            return Err(Problem::expected("a picture that is a PNG", found).at("png"));
        }
        let face = self.front;
        let scale = height as f64 / face.height;
        let width = (face.width * scale).round() as usize;
        let mut painter = Painter { canvas: Canvas::new((width, height), [255; 3]), scale };
        painter.draw(&self.marks, Colour::BLACK, &|at| (at.0 - face.left, at.1 - face.top));
        let metre = (scale * INCH / METRES_PER_INCH).round() as u32;
        Ok((painter.canvas.png(metre), (width, height)))
    }
}

/// A map from the points of a mark to points of the cover.
pub(super) type PointMap<'a> = &'a dyn Fn(Point) -> Point;

/// A painter that draws marks on a canvas.
struct Painter {
    canvas: Canvas,
    /// The number of pixels per point.
    scale: f64,
}

impl Painter {
    /// Draws marks in a colour. Texts come last, as in a PDF.
    fn draw(&mut self, marks: &[DrawOp], ink: Colour, to: PointMap) {
        for has_text in [false, true] {
            for mark in marks {
                if matches!(mark, DrawOp::Text { .. }) == has_text {
                    self.draw_one(mark, ink, to);
                }
            }
        }
    }

    fn draw_one(&mut self, mark: &DrawOp, ink: Colour, to: PointMap) {
        match mark {
            DrawOp::Line { from, to: end, width } => {
                let corners = stroke_corners(*from, *end, *width);
                self.fill_path(&corners, ink.rgb(), to);
            }
            DrawOp::Box { corner: (x, y), size: (width, height), colour } => {
                let (right, bottom) = (x + width, y + height);
                let corners = [(*x, *y), (right, *y), (right, bottom), (*x, bottom)];
                self.fill_path(&corners, colour.rgb(), to);
            }
            DrawOp::Path { points, paint: PathPaint::Fill } => {
                self.fill_path(points, ink.rgb(), to)
            }
            DrawOp::Path { points, paint: PathPaint::Outline(width) } => {
                for (place, &from) in points.iter().enumerate() {
                    let end = points[(place + 1) % points.len()];
                    self.fill_path(&stroke_corners(from, end, *width), ink.rgb(), to);
                }
            }
            DrawOp::Shape { steps, even_odd } => {
                self.fill(steps.iter().copied(), *even_odd, ink.rgb(), to);
            }
            DrawOp::Picture { corner, size, picture } => {
                self.draw_picture(to(*corner), *size, picture)
            }
            DrawOp::Text { at, face, size, text } => {
                let mut pen = *at;
                for letter in text.chars() {
                    let steps = face.steps(letter, *size).unwrap_or_default();
                    self.fill(
                        steps.into_iter().map(|step| step.translated(pen)),
                        false,
                        ink.rgb(),
                        to,
                    );
                    pen.0 += face.advance(letter) * size;
                }
            }
            DrawOp::Rotated { turn, corner, size: (width, height), marks } => {
                let size = (*width, *height);
                self.draw(marks, ink, &|at| to(rotated(at, *turn, *corner, size)));
            }
            DrawOp::Colored { colour, marks } => self.draw(marks, *colour, to),
            DrawOp::Link { .. } | DrawOp::Anchor { .. } => {}
            // The grids of covers have no dotted lines.
            DrawOp::Dotted { marks, .. } => self.draw(marks, ink, to),
            DrawOp::Form { form, corner } => {
                self.draw(&form.marks, ink, &|(x, y)| to((corner.0 + x, corner.1 + y)));
            }
        }
    }

    fn fill_path(&mut self, corners: &[Point], colour: [u8; 3], to: PointMap) {
        let steps = corners.iter().enumerate().map(|(place, &corner)| match place {
            0 => PathEl::Move(corner),
            _ => PathEl::Line(corner),
        });
        self.fill(steps, false, colour, to);
    }

    fn fill(
        &mut self,
        path: impl Iterator<Item = PathEl>,
        even_odd: bool,
        ink: [u8; 3],
        to: PointMap,
    ) {
        self.canvas.fill(path.map(|step| step.map_points(to)), self.scale, even_odd, ink);
    }

    /// Draws a picture that fills a rectangle, as the PDF shows it. A pixel of the canvas is the
    /// mean of the pixels of the picture below it.
    /// Returns the pixels of the canvas that a length covers.
    fn dots(&self, from: f64, length: f64, most: usize) -> Range<usize> {
        let [start, end] = [from, from + length]
            .map(|at| (at * self.scale).round().clamp(0.0, most as f64) as usize);
        start..end
    }

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

/// Returns the place of a point of a group that is rotated, and that fills this area after its
/// rotation. The size is the one before.
pub(super) fn rotated(point: Point, turn: Rotation, corner: Point, size: Point) -> Point {
    match turn {
        Rotation::Quarter => (corner.0 + size.1 - point.1, corner.1 + point.0),
        Rotation::Half => (corner.0 + size.0 - point.0, corner.1 + size.1 - point.1),
    }
}

/// Returns the corners of a line with butt caps.
pub(super) fn stroke_corners(from: Point, to: Point, width: f64) -> [Point; 4] {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let long = (x * x + y * y).sqrt().max(1e-9);
    let (x, y) = (-y / long * width / 2.0, x / long * width / 2.0);
    [(from.0 + x, from.1 + y), (to.0 + x, to.1 + y), (to.0 - x, to.1 - y), (from.0 - x, from.1 - y)]
}
