//! The fox that speaks to children, and the outline around its words. Its parts are given in a square of 100 by 100,
//! y downwards; it is symmetric but for its eyes.

use super::shapes::{disc, flat, rounded};
use crate::book::model::page::{Colour, DrawOp, FigureMood, PathPaint, Point};
use crate::book::text::typesetting::PathEl::{self, Curve, Line, Move};

/// Width of its lines, as a part of its side.
const LINE: f64 = 0.018;
/// Greys: its fur, and the inside of its ears.
const FUR: f64 = 0.84;
const EAR: f64 = 0.6;

const HEAD: &[PathEl] = &[
    Move((50.0, 22.0)),
    Curve([(68.0, 22.0), (82.0, 28.0), (87.0, 44.0)]),
    Curve([(90.0, 52.0), (94.0, 57.0), (99.0, 61.0)]),
    Curve([(88.0, 80.0), (68.0, 95.0), (50.0, 96.0)]),
    Curve([(32.0, 95.0), (12.0, 80.0), (1.0, 61.0)]),
    Curve([(6.0, 57.0), (10.0, 52.0), (13.0, 44.0)]),
    Curve([(18.0, 28.0), (32.0, 22.0), (50.0, 22.0)]),
];
/// Its parts on the left; those on the right are mirrored.
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
/// An eye that is closed in content.
const ARCH: &[PathEl] = &[
    Move((26.0, 54.0)),
    Curve([(28.0, 45.0), (38.0, 45.0), (40.0, 54.0)]),
    Line((37.6, 54.4)),
    Curve([(36.0, 48.5), (30.0, 48.5), (28.4, 54.4)]),
];

/// The fox with this top left corner and side.
pub(in crate::book) fn figure(mood: FigureMood, corner: Point, side: f64) -> Vec<DrawOp> {
    let mut fox = Fox { corner, side, marks: Vec::new() };
    for mirrored in [false, true] {
        fox.part(OUTER_EAR, mirrored, FUR, true);
        fox.part(INNER_EAR, mirrored, EAR, false);
    }
    fox.part(HEAD, false, FUR, true);
    for mirrored in [false, true] {
        fox.part(CHEEK, mirrored, 1.0, false);
    }
    // The cheeks lie on the lower edge of the head.
    fox.line(HEAD, false);
    fox.part(NOSE, false, 0.0, false);
    match mood {
        FigureMood::Looking | FigureMood::Proud => fox.part(SMILE, false, 0.0, false),
        FigureMood::Cheering => fox.part(OPEN_MOUTH, false, 0.0, false),
    }
    for mirrored in [false, true] {
        match mood {
            FigureMood::Proud => fox.part(ARCH, mirrored, 0.0, false),
            // It looks down to the puzzle on the right.
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

    /// A part in a grey, with an outline if it has one.
    fn part(&mut self, steps: &[PathEl], mirrored: bool, grey: f64, outlined: bool) {
        let points = self.scaled(flat(steps), mirrored);
        let marks = vec![DrawOp::Path { points, paint: PathPaint::Fill }];
        self.marks.push(DrawOp::Colored { colour: Colour::Grey(grey), marks });
        if outlined {
            self.line(steps, mirrored);
        }
    }

    fn line(&mut self, steps: &[PathEl], mirrored: bool) {
        let points = self.scaled(flat(steps), mirrored);
        self.marks.push(DrawOp::Path { points, paint: PathPaint::Outline(LINE * self.side) });
    }

    /// A round part; a white one has an outline if it is large.
    fn eye(&mut self, at: Point, r: f64, mirrored: bool, grey: f64) {
        self.part(&disc(at, r), mirrored, grey, grey == 1.0 && r > 4.0);
    }
}

/// The outline around words: a box with this corner and size, and a tail whose tip is to the left of it or below it.
pub(in crate::book) fn bubble((x, y): Point, (width, height): Point, tip: Point) -> DrawOp {
    const ROUND: f64 = 10.0;
    const TAIL: f64 = 8.0;
    let mut points = flat(&rounded((x, y), (width, height), ROUND.min(height / 2.0)));
    // The points go with the clock: the tail comes after the last one of the lower half of the left side, or of the
    // right half of the lower side.
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
