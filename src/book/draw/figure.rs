//! The fox that speaks to children, and its speech bubble. The parts of the fox are given in a
//! square of 100 by 100 with y downwards. Everything except the eyes is symmetric.

use super::shapes::{circle, flatten, rounded};
use crate::book::model::page::{Colour, DrawOp, FigureMood, PathPaint, Point};
use crate::book::text::typesetting::PathEl::{self, Curve, Line, Move};

/// The width of lines, as a fraction of the side of the fox.
const LINE_WIDTH: f64 = 0.018;
/// The greys of the fur and of the inside of the ears.
const FUR_GREY: f64 = 0.84;
const EAR_GREY: f64 = 0.6;

const HEAD: &[PathEl] = &[
    Move((50.0, 22.0)),
    Curve([(68.0, 22.0), (82.0, 28.0), (87.0, 44.0)]),
    Curve([(90.0, 52.0), (94.0, 57.0), (99.0, 61.0)]),
    Curve([(88.0, 80.0), (68.0, 95.0), (50.0, 96.0)]),
    Curve([(32.0, 95.0), (12.0, 80.0), (1.0, 61.0)]),
    Curve([(6.0, 57.0), (10.0, 52.0), (13.0, 44.0)]),
    Curve([(18.0, 28.0), (32.0, 22.0), (50.0, 22.0)]),
];
/// The parts on the left. Those on the right are their mirror images.
const OUTER_EAR: &[PathEl] = &[
    Move((12.0, 46.0)),
    Curve([(8.0, 30.0), (7.0, 14.0), (11.0, 3.0)]),
    Curve([(22.0, 8.0), (33.0, 15.0), (42.0, 24.0)]),
];
const INNER_EAR: &[PathEl] = &[
    Move((17.0, 34.0)),
    Curve([(14.5, 26.0), (14.0, 18.0), (15.0, 12.0)]),
    Curve([(21.0, 15.0), (27.0, 19.0), (32.0, 24.0)]),
    Curve([(26.0, 26.0), (20.0, 29.0), (17.0, 34.0)]),
];
const CHEEK: &[PathEl] = &[
    Move((1.0, 61.0)),
    Curve([(18.0, 55.0), (38.0, 57.0), (50.0, 72.0)]),
    Line((50.0, 96.0)),
    Curve([(32.0, 95.0), (12.0, 80.0), (1.0, 61.0)]),
];
const NOSE: &[PathEl] = &[
    Move((43.0, 70.0)),
    Curve([(46.0, 68.0), (54.0, 68.0), (57.0, 70.0)]),
    Curve([(58.0, 75.0), (53.0, 79.0), (50.0, 79.0)]),
    Curve([(47.0, 79.0), (42.0, 75.0), (43.0, 70.0)]),
];
const OPEN_MOUTH: &[PathEl] = &[
    Move((40.0, 82.0)),
    Curve([(46.0, 84.0), (54.0, 84.0), (60.0, 82.0)]),
    Curve([(59.0, 93.0), (41.0, 93.0), (40.0, 82.0)]),
];
const SMILE: &[PathEl] = &[
    Move((39.0, 82.0)),
    Curve([(44.0, 88.0), (56.0, 88.0), (61.0, 82.0)]),
    Line((61.5, 83.5)),
    Curve([(56.0, 90.5), (44.0, 90.5), (38.5, 83.5)]),
];
/// A closed, contented eye.
const ARCH: &[PathEl] = &[
    Move((26.0, 54.0)),
    Curve([(28.0, 45.0), (38.0, 45.0), (40.0, 54.0)]),
    Line((37.6, 54.4)),
    Curve([(36.0, 48.5), (30.0, 48.5), (28.4, 54.4)]),
];

/// Returns the fox with this top left corner and side.
pub(in crate::book) fn fox(mood: FigureMood, corner: Point, side: f64) -> Vec<DrawOp> {
    let mut fox = Fox { corner, side, marks: Vec::new() };
    for mirrored in [false, true] {
        fox.part(OUTER_EAR, mirrored, FUR_GREY, true);
        fox.part(INNER_EAR, mirrored, EAR_GREY, false);
    }
    fox.part(HEAD, false, FUR_GREY, true);
    for mirrored in [false, true] {
        fox.part(CHEEK, mirrored, 1.0, false);
    }
    // The cheeks cover the lower edge of the head.
    fox.line(HEAD, false);
    fox.part(NOSE, false, 0.0, false);
    match mood {
        FigureMood::Looking | FigureMood::Proud => fox.part(SMILE, false, 0.0, false),
        FigureMood::Cheering => fox.part(OPEN_MOUTH, false, 0.0, false),
    }
    for mirrored in [false, true] {
        match mood {
            FigureMood::Proud => fox.part(ARCH, mirrored, 0.0, false),
            // The fox looks down at the puzzle on the right.
            FigureMood::Looking => {
                fox.eye((33.0, 50.0), 7.5, mirrored, 1.0);
                let shift = if mirrored { -2.6 } else { 2.6 };
                fox.eye((33.0 + shift, 52.4), 4.2, mirrored, 0.0);
            }
            FigureMood::Cheering => {
                fox.eye((33.0, 50.0), 6.2, mirrored, 0.0);
                let shift = if mirrored { 1.8 } else { -1.8 };
                fox.eye((33.0 + shift, 47.8), 1.9, mirrored, 1.0);
            }
        }
    }
    fox.marks
}

struct Fox {
    corner: Point,
    side: f64,
    marks: Vec<DrawOp>,
}

impl Fox {
    fn scaled(&self, points: Vec<Point>, mirrored: bool) -> Vec<Point> {
        let (scale, (left, top)) = (self.side / 100.0, self.corner);
        let x = |x: f64| if mirrored { 100.0 - x } else { x };
        points.into_iter().map(|p| (left + x(p.0) * scale, top + p.1 * scale)).collect()
    }

    /// Adds a part filled with a grey, with an outline if `outlined` is true.
    fn part(&mut self, steps: &[PathEl], mirrored: bool, grey: f64, outlined: bool) {
        let points = self.scaled(flatten(steps), mirrored);
        let marks = vec![DrawOp::Path { points, paint: PathPaint::Fill }];
        self.marks.push(DrawOp::Colored { colour: Colour::Grey(grey), marks });
        if outlined {
            self.line(steps, mirrored);
        }
    }

    fn line(&mut self, steps: &[PathEl], mirrored: bool) {
        let points = self.scaled(flatten(steps), mirrored);
        self.marks.push(DrawOp::Path { points, paint: PathPaint::Outline(LINE_WIDTH * self.side) });
    }

    /// Adds a round part. A large white one has an outline.
    fn eye(&mut self, at: Point, r: f64, mirrored: bool, grey: f64) {
        self.part(&circle(at, r), mirrored, grey, grey == 1.0 && r > 4.0);
    }
}

/// Returns the outline of a speech bubble: a box with this corner and size, and a tail whose tip is
/// to the left of the box or below it.
pub(in crate::book) fn speech_bubble((x, y): Point, (width, height): Point, tip: Point) -> DrawOp {
    const ROUND: f64 = 10.0;
    const TAIL: f64 = 8.0;
    let mut points = flatten(&rounded((x, y), (width, height), ROUND.min(height / 2.0)));
    // The points go clockwise. Insert the tail after the last point of the lower half of the left
    // side, or of the right part of the lower side.
    let (at, tail) = if tip.0 < x {
        let middle = y + height * 0.55;
        let is_before = |p: &Point| p.0 < x + 0.01 && p.1 > middle;
        (points.iter().rposition(is_before), [(x, middle + TAIL), tip, (x, middle - TAIL)])
    } else {
        let bottom = y + height;
        let is_before = |p: &Point| p.1 > bottom - 0.01 && p.0 > tip.0;
        let tail = [(tip.0 + TAIL, bottom), tip, (tip.0 - TAIL, bottom)];
        (points.iter().rposition(is_before), tail)
    };
    let at = at.map_or(0, |at| at + 1);
    points.splice(at..at, tail);
    DrawOp::Path { points, paint: PathPaint::Outline(1.5) }
}
