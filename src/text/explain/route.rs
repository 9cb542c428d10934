//! The ways of arrows: from mark to mark, round the digits of the grid, and past other candidates where that goes.
//!
//! A way is made of quadratic curves. Many are tried, from the plain bow to a way along the lines of the grid, where
//! there is never a digit; the one that meets least is taken.

use super::figure::{CELL_SIDE, CandidateStyle, FigurePoint, MARK_RADIUS, StepFigure};
use crate::sudoku::grid::{Cell, CellSet, Digit};
use std::collections::BTreeSet;

/// The length of the head of an arrow, and half its width.
const HEAD: (f64, f64) = (8.0, 3.6);
/// Half the width and half the height of a digit of the grid, with some air.
const DIGIT: (f64, f64) = (14.0, 16.5);
/// The radius of a candidate that has no mark.
const BARE: f64 = 6.0;
/// The distance of a way beside a line of the grid from it.
const BESIDE: f64 = 5.0;
/// A way that is nearer to a line than this can hardly be seen beside it.
const ON_LINE: f64 = 2.6;
/// How far a way may leave the grid.
const OUTSIDE: f64 = 5.0;
/// The distance between points at which a way is looked at.
const STRIDE: f64 = 3.0;
/// What it costs to meet something at such a point: a digit, a candidate, the numbers beside the grid, its edge, a
/// line of it, another arrow; and, once, a way that is too short to be seen.
const AT_DIGIT: f64 = 1000.0;
const AT_CANDIDATE: f64 = 30.0;
const AT_NUMBERS: f64 = 60.0;
const AT_EDGE: f64 = 0.4;
const AT_LINE: f64 = 1.5;
const AT_ARROW: f64 = 3.0;
const SHORT: f64 = 40.0;
/// What a unit of its length costs, and a way that meets so little is as good as any.
const FAR: f64 = 0.06;
const CLEAR: f64 = 5.0;

/// The way of an arrow, which ends before it reaches the marks of its candidates.
pub(crate) struct Route {
    pub start: FigurePoint,
    /// Quadratic curves, each with its handle and its end.
    pub curves: Vec<[FigurePoint; 2]>,
    /// The corners of the head; the first is its tip.
    pub head: [FigurePoint; 3],
}

/// A candidate, the centre of its place, and the radius of its mark.
type Mark = ((Cell, Digit), FigurePoint, f64);

impl Route {
    /// The way from mark to mark by these handles.
    fn by(from: &Mark, to: &Mark, handles: &[FigurePoint]) -> Option<Self> {
        let ((_, a, near_a), (_, b, near_b)) = (from, to);
        // A handle too near to a mark would turn the arrow around.
        let clear = |p: &&FigurePoint| {
            distance(**p, *a) > near_a + 2.0 && distance(**p, *b) > near_b + HEAD.0 * 0.75
        };
        let handles: Vec<FigurePoint> = handles.iter().filter(clear).copied().collect();
        let (first, last) = (handles.first()?, handles.last()?);
        let start = toward(*a, *first, near_a + 0.5);
        let tip = toward(*b, *last, near_b + 0.5);
        let end = toward(tip, *last, HEAD.0);
        let mut curves: Vec<[FigurePoint; 2]> =
            handles.windows(2).map(|pair| [pair[0], between(pair[0], pair[1], 0.5)]).collect();
        curves.push([*last, end]);
        let (nx, ny) = ((tip.1 - end.1) / HEAD.0 * HEAD.1, (end.0 - tip.0) / HEAD.0 * HEAD.1);
        let head = [tip, (end.0 + nx, end.1 + ny), (end.0 - nx, end.1 - ny)];
        Some(Self { start, curves, head })
    }

    /// Points on the way to the head, at most this far from each other.
    pub fn points(&self, stride: f64) -> Vec<FigurePoint> {
        let mut points = vec![self.start];
        for &[handle, end] in &self.curves {
            let start = points[points.len() - 1];
            let long = distance(start, handle) + distance(handle, end);
            let pieces = (long / stride).ceil().max(1.0) as usize;
            points.extend((1..=pieces).map(|piece| {
                let t = piece as f64 / pieces as f64;
                between(between(start, handle, t), between(handle, end, t), t)
            }));
        }
        points
    }
}

/// What is in the way.
struct RouteMap {
    /// The candidates of each cell.
    of_cell: [Vec<Mark>; 81],
    filled: CellSet,
    /// Where arrows are already, as squares.
    taken: BTreeSet<(i32, i32)>,
}

impl StepFigure {
    /// The way of each arrow, in their order.
    pub fn routes(&self) -> Vec<Route> {
        let figure = self;
        let mut map = RouteMap {
            of_cell: std::array::from_fn(|_| Vec::new()),
            filled: figure.filled,
            taken: BTreeSet::new(),
        };
        for &(cell, digit, kind) in &figure.small {
            let radius = figure.radius(cell).filter(|_| kind == CandidateStyle::Marked);
            let mark =
                ((cell, digit), figure.candidate_centre(cell, digit), radius.unwrap_or(BARE));
            map.of_cell[cell.index()].push(mark);
        }
        let mark = |(cell, digit): (Cell, Digit)| {
            (
                (cell, digit),
                figure.candidate_centre(cell, digit),
                figure.radius(cell).unwrap_or(MARK_RADIUS),
            )
        };
        let ways = figure.picture.arrows.iter().map(|arrow| {
            let (from, to) = (mark(arrow.from), mark(arrow.to));
            let ways = ways(from.1, to.1).into_iter();
            let ways = ways.filter_map(|handles| Route::by(&from, &to, &handles));
            let mut best: Option<(f64, Route)> = None;
            for way in ways {
                let (meets, cost) = map.cost(&way, [from.0, to.0]);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, way));
                }
                // The first ways are the plainest.
                if meets < CLEAR {
                    break;
                }
            }
            let way = best.map(|(_, way)| way).unwrap_or_else(|| straight(&from, &to));
            map.taken.extend(way.points(STRIDE).into_iter().map(square));
            way
        });
        ways.collect()
    }
}

impl RouteMap {
    /// What a way meets, between these candidates, and what it costs altogether.
    fn cost(&self, way: &Route, ends: [(Cell, Digit); 2]) -> (f64, f64) {
        let points = way.points(STRIDE);
        let long = points.windows(2).map(|pair| distance(pair[0], pair[1])).sum::<f64>();
        let steps = points.iter().chain(&way.head[..1]);
        let meets: f64 = steps.map(|point| self.at(*point, &ends)).sum();
        let meets = meets + if long < HEAD.1 { SHORT } else { 0.0 };
        (meets, meets + long * FAR)
    }

    fn at(&self, (x, y): FigurePoint, ends: &[(Cell, Digit)]) -> f64 {
        let side = 9.0 * CELL_SIDE;
        let out = (-x).max(x - side).max(-y).max(y - side);
        let off = |at: f64| (at - (at / CELL_SIDE).round() * CELL_SIDE).abs();
        let on_line = f64::from(u8::from(off(x).min(off(y)) < ON_LINE)) * AT_LINE;
        if out > 0.0 {
            return on_line + if out > OUTSIDE { AT_NUMBERS } else { AT_EDGE };
        }
        let along = |at: f64| ((at / CELL_SIDE) as usize).min(8);
        let cell = Cell::new(along(y), along(x));
        let middle = ((along(x) as f64 + 0.5) * CELL_SIDE, (along(y) as f64 + 0.5) * CELL_SIDE);
        let on_digit = (x - middle.0).abs() < DIGIT.0 && (y - middle.1).abs() < DIGIT.1;
        let meets = self.of_cell[cell.index()].iter().any(|(candidate, place, radius)| {
            let air = if ends.contains(candidate) { -0.5 } else { 1.5 };
            distance((x, y), *place) < radius + air
        });
        let taken = self.taken.contains(&square((x, y)));
        on_line
            + f64::from(u8::from(self.filled.contains(cell) && on_digit)) * AT_DIGIT
            + f64::from(u8::from(meets)) * AT_CANDIDATE
            + f64::from(u8::from(taken)) * AT_ARROW
    }
}

/// The handles of all ways that are tried.
fn ways(a: FigurePoint, b: FigurePoint) -> Vec<Vec<FigurePoint>> {
    let length = distance(a, b).max(0.1);
    let (along, left) = (((b.0 - a.0) / length, (b.1 - a.1) / length), ((b.1 - a.1), (a.0 - b.0)));
    let beside =
        |p: FigurePoint, far: f64| (p.0 + left.0 / length * far, p.1 + left.1 / length * far);
    let mut ways = Vec::new();
    // A bow to the left of the way first, so that there and back are two.
    let usual = (0.16 * length).clamp(4.0, 26.0);
    let both = |far: f64| [far, -far];
    for far in [usual, usual * 0.5, 8.0, 14.0, 20.0, 28.0, 38.0].into_iter().flat_map(both) {
        ways.push(vec![beside(between(a, b, 0.5), far)]);
    }
    let near = (0.12 * length).min(10.0);
    for far in [10.0, 16.0, 22.0, 30.0, 38.0].into_iter().flat_map(both) {
        let first = (a.0 + along.0 * near, a.1 + along.1 * near);
        let last = (b.0 - along.0 * near, b.1 - along.1 * near);
        ways.push(vec![beside(first, far), beside(last, far)]);
    }
    // Along the lines around the cells of both ends.
    let lines = |at: f64| {
        let edge = (at / CELL_SIDE).floor() * CELL_SIDE;
        [edge + BESIDE, edge + CELL_SIDE - BESIDE, edge - BESIDE, edge + CELL_SIDE + BESIDE]
    };
    for (x, y) in lines(b.0).into_iter().flat_map(|x| lines(a.1).map(|y| (x, y))) {
        ways.push(tight(&[a, (a.0, y), (x, y), (x, b.1), b]));
        ways.push(tight(&[a, (a.0, y), (b.0, y), b]));
    }
    for (x, y) in lines(a.0).into_iter().flat_map(|x| lines(b.1).map(|y| (x, y))) {
        ways.push(tight(&[a, (x, a.1), (x, y), (b.0, y), b]));
        ways.push(tight(&[a, (x, a.1), (x, b.1), b]));
    }
    ways
}

/// The handles of a way with these corners, which stays near to them.
fn tight(corners: &[FigurePoint]) -> Vec<FigurePoint> {
    const NEAR: f64 = 8.0;
    let mut handles = Vec::new();
    for three in corners.windows(3) {
        let [before, corner, after] = [three[0], three[1], three[2]];
        let towards = |end: FigurePoint| {
            (distance(corner, end) > 2.0 * NEAR).then(|| toward(corner, end, NEAR))
        };
        handles.extend(towards(before).into_iter().chain([corner]).chain(towards(after)));
    }
    handles
}

fn straight(from: &Mark, to: &Mark) -> Route {
    let (start, tip) = (from.1, to.1);
    Route { start, curves: vec![[between(start, tip, 0.5), tip]], head: [tip; 3] }
}

fn square((x, y): FigurePoint) -> (i32, i32) {
    ((x / 4.0).round() as i32, (y / 4.0).round() as i32)
}

/// How far two points are from each other.
pub(crate) fn distance(a: FigurePoint, b: FigurePoint) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// A part of the way from one point to another.
fn between(a: FigurePoint, b: FigurePoint, part: f64) -> FigurePoint {
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
}

/// A point at this distance from another, in the direction of a third.
fn toward(a: FigurePoint, b: FigurePoint, far: f64) -> FigurePoint {
    between(a, b, far / distance(a, b).max(0.1))
}
