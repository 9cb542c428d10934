//! A page of the book on the back of its cover: small and tilted, drawn as outlines.

use super::shop::{PointMap, rotated, stroke_corners};
use super::{Area, Colour, Cover, DrawOp, PathEl, PathPaint, Point};
use book::Volume;

/// The cosine and the sine of the angle of the page, 4 degrees. They are constants because the
/// results of trigonometric functions differ between platforms.
const TURN: Point = (0.997_564, 0.069_756);
/// The minimum width of a line in the printers' guidelines, in points.
const MIN_LINE: f64 = 0.76;
/// The offset of the shadow, as a fraction of the width of the page.
const SHADOW: f64 = 0.02;

/// A page of the book, and its place on the back.
pub(super) struct SamplePage {
    marks: Vec<DrawOp>,
    size: Point,
    /// The place of the upper left corner.
    corner: Point,
    scale: f64,
}

impl SamplePage {
    /// Lays out the page of a puzzle, as large as a place permits. `None` if no page of puzzles has
    /// it.
    pub fn new(volume: &Volume, puzzle: usize, place: Area) -> Option<Self> {
        let page = volume.puzzle_page(puzzle)?;
        let size = (page.width, page.height);
        let turned = (size.0 * TURN.0 + size.1 * TURN.1, size.0 * TURN.1 + size.1 * TURN.0);
        let scale = (place.width / turned.0).min(place.height / turned.1);
        let spare = place.height - turned.1 * scale;
        let corner = (place.left, place.top + spare / 2.0 + size.0 * TURN.1 * scale);
        Some(Self { marks: page.marks, size, corner, scale })
    }

    /// Returns the width of the tilted page.
    pub fn width(&self) -> f64 {
        (self.size.0 * TURN.0 + self.size.1 * TURN.1) * self.scale
    }

    /// Maps a point of the page to the cover. A mark ends at the edge of the page.
    fn at(&self, point: Point) -> Point {
        let x = point.0.clamp(0.0, self.size.0) * self.scale;
        let y = point.1.clamp(0.0, self.size.1) * self.scale;
        (self.corner.0 + x * TURN.0 + y * TURN.1, self.corner.1 - x * TURN.1 + y * TURN.0)
    }

    /// Returns the width of a line on the page, before it is scaled. Lines shrink less than the
    /// page, or thin and thick lines would be alike.
    fn visible_width(&self, width: f64) -> f64 {
        (width * (1.0 + self.scale) / 2.0).max(MIN_LINE) / self.scale
    }

    /// Returns the corners of the page.
    fn outline(&self) -> Vec<Point> {
        let (width, height) = self.size;
        [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|at| self.at(at)).to_vec()
    }

    /// Converts marks to outlines on the cover.
    fn outlines(&self, marks: &[DrawOp], ink: Colour, to: PointMap, out: &mut Vec<DrawOp>) {
        for mark in marks {
            match mark {
                DrawOp::Line { from, to: end, width } => {
                    let width = self.visible_width(*width);
                    let corners = stroke_corners(*from, *end, width);
                    self.add_path(&corners, ink, to, out);
                }
                DrawOp::Box { corner: (left, top), size: (width, height), colour } => {
                    let area = Area { left: *left, top: *top, width: *width, height: *height };
                    self.add_path(&area.corners(), *colour, to, out);
                }
                DrawOp::Path { points, paint: PathPaint::Fill } => {
                    self.add_path(points, ink, to, out);
                }
                DrawOp::Path { points, paint: PathPaint::Outline(width) } => {
                    let width = self.visible_width(*width);
                    for (place, &from) in points.iter().enumerate() {
                        let end = points[(place + 1) % points.len()];
                        self.add_path(&stroke_corners(from, end, width), ink, to, out);
                    }
                }
                DrawOp::Shape { steps, even_odd } => {
                    self.add_shape(steps.iter().copied(), *even_odd, ink, to, out);
                }
                DrawOp::Text { at, face, size, text } => {
                    let mut pen = *at;
                    for letter in text.chars() {
                        let steps = face.steps(letter, *size).unwrap_or_default();
                        let steps = steps.into_iter().map(|step| step.translated(pen));
                        self.add_shape(steps, false, ink, to, out);
                        pen.0 += face.advance(letter) * size;
                    }
                }
                DrawOp::Rotated { turn, corner, size: (width, height), marks } => {
                    let size = (*width, *height);
                    self.outlines(marks, ink, &|at| to(rotated(at, *turn, *corner, size)), out);
                }
                DrawOp::Colored { colour, marks } => self.outlines(marks, *colour, to, out),
                DrawOp::Dotted { marks, .. } => self.outlines(marks, ink, to, out),
                DrawOp::Form { form, corner } => {
                    let (left, top) = *corner;
                    self.outlines(&form.marks, ink, &|at| to((left + at.0, top + at.1)), out);
                }
                DrawOp::Picture { .. } | DrawOp::Link { .. } | DrawOp::Anchor { .. } => {}
            }
        }
    }

    fn add_path(&self, points: &[Point], colour: Colour, to: PointMap, out: &mut Vec<DrawOp>) {
        let points = points.iter().map(|&point| self.at(to(point))).collect();
        let marks = vec![DrawOp::Path { points, paint: PathPaint::Fill }];
        out.push(DrawOp::Colored { colour, marks });
    }

    fn add_shape(
        &self,
        steps: impl Iterator<Item = PathEl>,
        even_odd: bool,
        colour: Colour,
        to: PointMap,
        out: &mut Vec<DrawOp>,
    ) {
        let steps: Vec<_> = steps.map(|step| step.map_points(|point| self.at(to(point)))).collect();
        if steps.is_empty() {
            return;
        }
        out.push(DrawOp::Colored { colour, marks: vec![DrawOp::Shape { steps, even_odd }] });
    }
}

impl Cover<'_> {
    /// Draws a page of the book with its shadow.
    pub(super) fn draw_sample(&mut self, page: &SamplePage) {
        let far = SHADOW * page.size.0 * page.scale;
        let outline = page.outline();
        let shadow = outline.iter().map(|&(x, y)| (x - far / 2.0, y + far)).collect();
        let shadow_colour = self.shadow_colour();
        self.paint(shadow_colour, vec![DrawOp::Path { points: shadow, paint: PathPaint::Fill }]);
        let paper = DrawOp::Path { points: outline, paint: PathPaint::Fill };
        self.paint(Colour::WHITE, vec![paper]);
        let mut marks = Vec::new();
        page.outlines(&page.marks, Colour::BLACK, &|point| point, &mut marks);
        self.marks.extend(merged(marks));
    }
}

/// Joins neighbouring marks of one colour into one group.
fn merged(marks: Vec<DrawOp>) -> Vec<DrawOp> {
    let mut groups: Vec<DrawOp> = Vec::new();
    for mark in marks {
        let DrawOp::Colored { colour, marks: own } = mark else { continue };
        if let Some(DrawOp::Colored { colour: last, marks }) = groups.last_mut()
            && *last == colour
        {
            marks.extend(own);
        } else {
            groups.push(DrawOp::Colored { colour, marks: own });
        }
    }
    groups
}
