//! The routes of arrows: from mark to mark, around the digits of the grid, and past other
//! candidates if possible.
//!
//! A route consists of quadratic curves. Many are tried, from the plain bow to a route along the
//! lines of the grid, where there is never a digit. The route with the lowest cost is taken.

use super::figure::{
    CELL_SIDE, CandidateStyle, FigurePoint, GRID_SIDE, MARK_RADIUS, StepFigure, cell_centre,
};
use grid::{Cell, CellSet, Digit};
use std::collections::BTreeSet;

/// The length of an arrow head, and half its width.
const HEAD: (f64, f64) = (8.0, 3.6);
/// The smallest distance of a handle from the marks at the start and at the end.
const CLEAR_OF_START: f64 = 2.0;
const CLEAR_OF_END: f64 = 6.0;
/// Half the width and half the height of a digit of the grid, with some air.
const DIGIT: (f64, f64) = (14.0, 16.5);
/// The radius of a candidate without a mark.
const BARE: f64 = 6.0;
/// The distance between a line of the grid and a route beside it, and between a line around blocks,
/// which is thick, and a route beside it that has room.
const BESIDE: f64 = 5.0;
const BESIDE_BLOCK: f64 = 8.0;
/// The smallest distance at which a route can be told from a line of the grid, and at which one
/// that runs along a line around blocks can be told from it.
const ON_LINE: f64 = 2.6;
const ON_BLOCK_LINE: f64 = 7.0;
/// The side of a block.
const BLOCK_SIDE: f64 = 3.0 * CELL_SIDE;
/// The largest distance by which a route may leave the grid.
const OUTSIDE: f64 = 5.0;
/// The distance between the sample points of a route.
const STRIDE: f64 = 3.0;
/// The cost of what a sample point meets: a digit, a candidate, the numbers beside the grid, the
/// edge of the grid, a line, another arrow. `SHORT` is the cost of a route that is too short to be
/// seen.
const AT_DIGIT: f64 = 1000.0;
const AT_CANDIDATE: f64 = 30.0;
const AT_NUMBERS: f64 = 60.0;
const AT_EDGE: f64 = 0.4;
const AT_LINE: f64 = 1.5;
const AT_ARROW: f64 = 3.0;
const SHORT: f64 = 40.0;
/// The cost of a unit of length, and the cost below which a route is good enough.
const FAR: f64 = 0.06;
const CLEAR: f64 = 5.0;
/// The height of the plainest bow, and the distance of its first handle from the start, as parts of
/// the length of an arrow.
const USUAL_BOW: f64 = 0.16;
const BOW_START: f64 = 0.12;

/// The route of an arrow. It ends before it reaches the marks of its candidates.
pub struct Route {
    /// The point at which the arrow begins.
    pub start: FigurePoint,
    /// The quadratic curves, each with its handle and its end.
    pub curves: Vec<[FigurePoint; 2]>,
    /// The corners of the head. The first corner is the tip.
    pub head: [FigurePoint; 3],
}

/// A candidate, the centre of its place, and the radius of its mark.
#[derive(Clone, Copy)]
struct CandidateDisc {
    candidate: (Cell, Digit),
    centre: FigurePoint,
    radius: f64,
}

impl Route {
    /// Creates the route from mark to mark with these handles.
    fn with_handles(
        from: &CandidateDisc,
        to: &CandidateDisc,
        handles: &[FigurePoint],
    ) -> Option<Self> {
        // A handle too near to a mark would turn the arrow around.
        let mut clear = handles.to_vec();
        clear.retain(|handle| {
            distance(*handle, from.centre) > from.radius + CLEAR_OF_START
                && distance(*handle, to.centre) > to.radius + CLEAR_OF_END
        });
        let (first, last) = (clear.first()?, clear.last()?);
        let start = toward(from.centre, *first, from.radius + 0.5);
        let tip = toward(to.centre, *last, to.radius + 0.5);
        let end = toward(tip, *last, HEAD.0);
        let mut curves: Vec<[FigurePoint; 2]> =
            clear.windows(2).map(|pair| [pair[0], between(pair[0], pair[1], 0.5)]).collect();
        curves.push([*last, end]);
        let (nx, ny) = ((tip.1 - end.1) / HEAD.0 * HEAD.1, (end.0 - tip.0) / HEAD.0 * HEAD.1);
        let head = [tip, (end.0 + nx, end.1 + ny), (end.0 - nx, end.1 - ny)];
        Some(Self { start, curves, head })
    }

    /// Returns points on the route up to the head, at most `stride` apart.
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

/// The obstacles of routes.
struct RouteMap {
    /// By cell: its candidates.
    by_cell: [Vec<CandidateDisc>; 81],
    filled: CellSet,
    /// The squares that arrows already occupy.
    taken: BTreeSet<(i32, i32)>,
}

impl StepFigure {
    /// Returns the route of each arrow, in the order of the arrows.
    pub fn routes(&self) -> Vec<Route> {
        let figure = self;
        let mut map = RouteMap {
            by_cell: std::array::from_fn(|_| Vec::new()),
            filled: figure.filled,
            taken: BTreeSet::new(),
        };
        for &(cell, digit, kind) in &figure.small {
            let radius = figure.radius(cell).filter(|_| kind == CandidateStyle::Marked);
            let disc = figure.disc((cell, digit), radius.unwrap_or(BARE));
            map.by_cell[cell.index()].push(disc);
        }
        let mut routes = Vec::with_capacity(figure.picture.arrows.len());
        for arrow in &figure.picture.arrows {
            let [from, to] = [arrow.from, arrow.to].map(|candidate| {
                figure.disc(candidate, figure.radius(candidate.0).unwrap_or(MARK_RADIUS))
            });
            let route = map.best_route(&from, &to);
            map.taken.extend(route.points(STRIDE).into_iter().map(square));
            routes.push(route);
        }
        routes
    }

    fn disc(&self, candidate: (Cell, Digit), radius: f64) -> CandidateDisc {
        let centre = self.candidate_centre(candidate.0, candidate.1);
        CandidateDisc { candidate, centre, radius }
    }
}

impl RouteMap {
    /// Returns the route with the lowest cost, or the first one that is good enough.
    fn best_route(&self, from: &CandidateDisc, to: &CandidateDisc) -> Route {
        let mut best = straight(from, to);
        let mut least = f64::INFINITY;
        for handles in ways(from.centre, to.centre) {
            let Some(way) = Route::with_handles(from, to, &handles) else {
                continue;
            };
            let (meets, cost) = self.cost(&way, [from.candidate, to.candidate]);
            if cost < least {
                (best, least) = (way, cost);
            }
            // The first routes are the plainest.
            if meets < CLEAR {
                break;
            }
        }
        best
    }

    /// Returns the cost of what a route between these candidates meets, and its total cost.
    fn cost(&self, way: &Route, ends: [(Cell, Digit); 2]) -> (f64, f64) {
        let points = way.points(STRIDE);
        let long = points.windows(2).map(|pair| distance(pair[0], pair[1])).sum::<f64>();
        let steps = points.iter().chain(&way.head[..1]);
        let short = if long < HEAD.1 { SHORT } else { 0.0 };
        let beside = points.windows(2).filter(|pair| is_beside_block(pair[0], pair[1])).count();
        let meets = steps.map(|point| self.at(*point, &ends)).sum::<f64>()
            + short
            + beside as f64 * AT_LINE;
        (meets, meets + long * FAR)
    }

    fn at(&self, point: FigurePoint, ends: &[(Cell, Digit)]) -> f64 {
        let (x, y) = point;
        let out = (-x).max(x - GRID_SIDE).max(-y).max(y - GRID_SIDE);
        let [off_x, off_y] = [x, y].map(|at| (at - (at / CELL_SIDE).round() * CELL_SIDE).abs());
        let on_line = if off_x.min(off_y) < ON_LINE { AT_LINE } else { 0.0 };
        if out > 0.0 {
            return on_line + if out > OUTSIDE { AT_NUMBERS } else { AT_EDGE };
        }
        let [column, row] = [x, y].map(|at| ((at / CELL_SIDE) as usize).min(8));
        let cell = Cell::new(row, column);
        let middle = cell_centre(cell);
        let on_digit = (x - middle.0).abs() < DIGIT.0 && (y - middle.1).abs() < DIGIT.1;
        let meets = self.by_cell[cell.index()].iter().any(|disc| {
            let air = if ends.contains(&disc.candidate) { -0.5 } else { 1.5 };
            distance(point, disc.centre) < disc.radius + air
        });
        let taken = self.taken.contains(&square(point));
        on_line
            + f64::from(u8::from(self.filled.contains(cell) && on_digit)) * AT_DIGIT
            + f64::from(u8::from(meets)) * AT_CANDIDATE
            + f64::from(u8::from(taken)) * AT_ARROW
    }
}

/// Returns the handles of all routes that are tried.
fn ways(a: FigurePoint, b: FigurePoint) -> Vec<Vec<FigurePoint>> {
    let length = distance(a, b).max(0.1);
    let along = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    let left = ((b.1 - a.1) / length, (a.0 - b.0) / length);
    let mut ways = Vec::new();
    // The bow to the left of the route comes first, so that the arrows there and back differ.
    let usual = (USUAL_BOW * length).clamp(4.0, 26.0);
    for far in [usual, usual / 2.0, 8.0, 14.0, 20.0, 28.0, 38.0] {
        for side in [far, -far] {
            ways.push(vec![shifted(between(a, b, 0.5), left, side)]);
        }
    }
    let near = (BOW_START * length).min(10.0);
    let (first, last) = (shifted(a, along, near), shifted(b, along, -near));
    for far in [10.0, 16.0, 22.0, 30.0, 38.0] {
        for side in [far, -far] {
            ways.push(vec![shifted(first, left, side), shifted(last, left, side)]);
        }
    }
    for (x, y) in pairs(&lines(b.0), &lines(a.1)) {
        ways.push(tight(&[a, (a.0, y), (x, y), (x, b.1), b]));
        ways.push(tight(&[a, (a.0, y), (b.0, y), b]));
    }
    for (x, y) in pairs(&lines(a.0), &lines(b.1)) {
        ways.push(tight(&[a, (x, a.1), (x, y), (b.0, y), b]));
        ways.push(tight(&[a, (x, a.1), (x, b.1), b]));
    }
    ways
}

/// Returns all points with one of these places across and one of these places down.
fn pairs(across: &[f64], down: &[f64]) -> Vec<FigurePoint> {
    across.iter().flat_map(|x| down.iter().map(|y| (*x, *y))).collect()
}

/// Returns the point at this distance from another one, in a direction of length 1.
fn shifted(point: FigurePoint, direction: FigurePoint, far: f64) -> FigurePoint {
    (point.0 + direction.0 * far, point.1 + direction.1 * far)
}

/// Returns the places beside the lines around the cell at this coordinate, inside the cell and then
/// outside.
fn lines(at: f64) -> Vec<f64> {
    let first = (at / CELL_SIDE).floor() * CELL_SIDE;
    let mut places = Vec::new();
    for side in [1.0, -1.0] {
        for (line, inward) in [(first, side), (first + CELL_SIDE, -side)] {
            if line % BLOCK_SIDE == 0.0 {
                places.push(line + inward * BESIDE_BLOCK);
            }
            places.push(line + inward * BESIDE);
        }
    }
    places
}

/// Returns true if a piece of a route runs along a line around blocks and near it.
fn is_beside_block(start: FigurePoint, end: FigurePoint) -> bool {
    let is_level = (end.0 - start.0).abs() > (end.1 - start.1).abs();
    let at = if is_level { end.1 } else { end.0 };
    (at - (at / BLOCK_SIDE).round() * BLOCK_SIDE).abs() < ON_BLOCK_LINE
}

/// Returns the handles of a route that stays near these corners.
fn tight(corners: &[FigurePoint]) -> Vec<FigurePoint> {
    const NEAR: f64 = 8.0;
    // Two handles beside a corner must not pass each other.
    const MIN_SIDE: f64 = 2.0 * NEAR;
    let mut handles = Vec::new();
    for three in corners.windows(3) {
        let [before, corner, after] = [three[0], three[1], three[2]];
        if distance(corner, before) > MIN_SIDE {
            handles.push(toward(corner, before, NEAR));
        }
        handles.push(corner);
        if distance(corner, after) > MIN_SIDE {
            handles.push(toward(corner, after, NEAR));
        }
    }
    handles
}

fn straight(from: &CandidateDisc, to: &CandidateDisc) -> Route {
    let (start, tip) = (from.centre, to.centre);
    Route { start, curves: vec![[between(start, tip, 0.5), tip]], head: [tip; 3] }
}

fn square(point: FigurePoint) -> (i32, i32) {
    ((point.0 / 4.0).round() as i32, (point.1 / 4.0).round() as i32)
}

/// Returns the distance between two points.
pub fn distance(a: FigurePoint, b: FigurePoint) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// Returns the point that is this part of the way from `a` to `b`.
fn between(a: FigurePoint, b: FigurePoint, part: f64) -> FigurePoint {
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
}

/// Returns the point at this distance from `a`, in the direction of `b`.
fn toward(a: FigurePoint, b: FigurePoint, far: f64) -> FigurePoint {
    between(a, b, far / distance(a, b).max(0.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(row: usize, column: usize) -> CandidateDisc {
        let cell = Cell::new(row, column);
        let candidate = (cell, Digit::ALL[0]);
        CandidateDisc { candidate, centre: cell_centre(cell), radius: MARK_RADIUS }
    }

    /// A dashed line at half a millimetre from a thick one looked like its shadow.
    #[test]
    fn routes_keep_clear_of_block_lines() {
        // Digits leave only corridors along the lines.
        let is_between =
            |cell: &Cell| (1..5).contains(&cell.row()) && (1..8).contains(&cell.column());
        let filled = Cell::ALL.into_iter().filter(is_between).collect();
        let by_cell = std::array::from_fn(|_| Vec::new());
        let map = RouteMap { by_cell, filled, taken: BTreeSet::new() };
        let route = map.best_route(&disc(2, 0), &disc(3, 8));
        let along = 2.0 * CELL_SIDE..7.0 * CELL_SIDE;
        let inside: Vec<_> =
            route.points(STRIDE).into_iter().filter(|(x, _)| along.contains(x)).collect();
        assert!(inside.len() > 50, "{inside:?}");
        for (_, y) in inside {
            assert!((y - BLOCK_SIDE).abs() > ON_BLOCK_LINE, "{y} beside the line at {BLOCK_SIDE}");
        }
    }
}
