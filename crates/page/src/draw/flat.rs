//! Marks without groups: each mark of a page with the place and the colour that its groups give it.

use crate::page::{Colour, DrawOp, PathPaint, Point, Rotation};
use crate::typesetting::PathEl;

/// Minimum length of a line, so that it has a direction.
const MIN_LINE: f64 = 1e-9;

/// A mark that is no group.
#[derive(Clone, Copy, Debug)]
pub struct FlatMark<'a> {
    /// The operation, in the coordinates of its group.
    pub op: &'a DrawOp,
    /// The colour of its ink.
    pub colour: Colour,
    frame: Frame,
}

/// The coordinates of a group: its origin and its axes on the page.
#[derive(Clone, Copy, Debug)]
struct Frame {
    origin: Point,
    right: Point,
    down: Point,
}

impl Frame {
    const PAGE: Self = Self { origin: (0.0, 0.0), right: (1.0, 0.0), down: (0.0, 1.0) };

    fn at(self, (x, y): Point) -> Point {
        let Self { origin, right, down } = self;
        (origin.0 + x * right.0 + y * down.0, origin.1 + x * right.1 + y * down.1)
    }

    /// Returns the coordinates of a group at a point of this one.
    fn moved(self, corner: Point) -> Self {
        Self { origin: self.at(corner), ..self }
    }

    /// Returns the coordinates of a rotated group that fills this area after its rotation. The size
    /// is the one before.
    fn rotated(self, turn: Rotation, corner: Point, size: Point) -> Self {
        let Self { right: (a, b), down, .. } = self;
        match turn {
            Rotation::Quarter => {
                let origin = self.at((corner.0 + size.1, corner.1));
                Self { origin, right: down, down: (-a, -b) }
            }
            Rotation::Half => {
                let origin = self.at((corner.0 + size.0, corner.1 + size.1));
                Self { origin, right: (-a, -b), down: (-down.0, -down.1) }
            }
        }
    }
}

fn push_flat<'a>(flat: &mut Vec<FlatMark<'a>>, marks: &'a [DrawOp], colour: Colour, frame: Frame) {
    for op in marks {
        match op {
            DrawOp::Rotated { turn, corner, size, marks } => {
                push_flat(flat, marks, colour, frame.rotated(*turn, *corner, *size));
            }
            DrawOp::Colored { colour, marks } => push_flat(flat, marks, *colour, frame),
            DrawOp::Dotted { marks, .. } => push_flat(flat, marks, colour, frame),
            DrawOp::Form { form, corner } => {
                push_flat(flat, &form.marks, colour, frame.moved(*corner));
            }
            DrawOp::Box { colour, .. } => flat.push(FlatMark { op, colour: *colour, frame }),
            _ => flat.push(FlatMark { op, colour, frame }),
        }
    }
}

impl<'a> FlatMark<'a> {
    /// Returns all marks in and outside groups and forms, in their order.
    pub fn all(marks: &'a [DrawOp]) -> Vec<Self> {
        let mut flat = Vec::with_capacity(marks.len());
        push_flat(&mut flat, marks, Colour::BLACK, Frame::PAGE);
        flat
    }

    /// Returns the characters of a line of text.
    pub fn text(self) -> Option<&'a str> {
        if let DrawOp::Text { text, .. } = self.op { Some(text) } else { None }
    }

    /// Returns the place on the page of a point of the mark.
    pub fn at(&self, point: Point) -> Point {
        self.frame.at(point)
    }

    /// Returns what the mark fills, as paths and shapes whose points `to` maps from the page.
    /// `line` returns the width of a line. Pictures and links fill nothing.
    pub fn fills(&self, line: impl Fn(f64) -> f64, to: impl Fn(Point) -> Point) -> Vec<DrawOp> {
        let map = |point| to(self.at(point));
        let path = |points: &[Point]| DrawOp::Path {
            points: points.iter().copied().map(map).collect(),
            paint: PathPaint::Fill,
        };
        match self.op {
            DrawOp::Line { from, to, width } => {
                vec![path(&stroke_corners(*from, *to, line(*width)))]
            }
            DrawOp::Box { corner, size, .. } => {
                let ((left, top), (right, bottom)) =
                    (*corner, (corner.0 + size.0, corner.1 + size.1));
                vec![path(&[(left, top), (right, top), (right, bottom), (left, bottom)])]
            }
            DrawOp::Path { points, paint: PathPaint::Fill } => vec![path(points)],
            DrawOp::Path { points, paint: PathPaint::Outline(width) } => {
                let ends = points.iter().cycle().skip(1);
                let strokes = points.iter().zip(ends);
                strokes.map(|(from, to)| path(&stroke_corners(*from, *to, line(*width)))).collect()
            }
            DrawOp::Shape { steps, even_odd } => {
                let steps = steps.iter().map(|step| step.map_points(map)).collect();
                vec![DrawOp::Shape { steps, even_odd: *even_odd }]
            }
            DrawOp::Text { at, face, size, text } => {
                let (mut pen, mut letters) = (*at, Vec::new());
                for letter in text.chars() {
                    let outline = face.steps(letter, *size).unwrap_or_default();
                    let steps: Vec<PathEl> = outline
                        .into_iter()
                        .map(|step| step.translated(pen).map_points(map))
                        .collect();
                    if !steps.is_empty() {
                        letters.push(DrawOp::Shape { steps, even_odd: false });
                    }
                    pen.0 += face.advance(letter) * size;
                }
                letters
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the corners of a line with butt caps.
fn stroke_corners(from: Point, to: Point, width: f64) -> [Point; 4] {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let long = (x * x + y * y).sqrt().max(MIN_LINE);
    let (x, y) = (-y / long * width / 2.0, x / long * width / 2.0);
    [(from.0 + x, from.1 + y), (to.0 + x, to.1 + y), (to.0 - x, to.1 - y), (from.0 - x, from.1 - y)]
}
