//! Grids among the lines of a page: ten lines in each direction at equal distances. Not what the
//! cells contain.

use super::marks::{Segment, turned};
use crate::print::pdf::Point;

/// The maximum number of lines in one direction. A page with more has no grids.
const MAX_LINES: usize = 20_000;
/// The maximum number of grids on a page.
const MAX_GRIDS: usize = 400;
/// The minimum side of a cell, in points. Smaller digits cannot be read.
const MIN_CELL: f64 = 2.0;
/// The maximum distance of a line from its place, as a part of a cell: half a bold line.
const SLACK: f64 = 0.25;
/// The maximum gap, in points, between pieces of one line.
const JOINED: f64 = 0.75;

/// The lines of a grid: ten in each direction, ascending, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The vertical lines.
    pub xs: [f64; 10],
    /// The horizontal lines, y upwards.
    pub ys: [f64; 10],
}

impl Lattice {
    /// The side of a cell.
    pub fn cell(&self) -> f64 {
        (self.xs[9] - self.xs[0]) / 9.0
    }

    /// The index of the cell around a point, 0 to 80 in reading order.
    pub(in crate::proof) fn cell_at(&self, (x, y): Point) -> Option<usize> {
        let between = |lines: &[f64; 10], at| {
            // Most letters are in no grid.
            let inside = lines[0] < at && at < lines[9];
            let line = if inside { lines.partition_point(|line| *line < at) } else { 0 };
            (inside && lines[line] != at).then(|| line - 1)
        };
        let column = between(&self.xs, x)?;
        let row = between(&self.ys, y)?;
        Some((8 - row) * 9 + column)
    }

    /// The lattice after the page is turned so that text of this direction is upright.
    pub(super) fn turned(&self, quarter: u8) -> Self {
        let mut seen = *self;
        for i in 0..10 {
            (seen.xs[i], seen.ys[i]) = turned((self.xs[i], self.ys[i]), quarter);
        }
        seen.xs.sort_by(f64::total_cmp);
        seen.ys.sort_by(f64::total_cmp);
        seen
    }
}

/// A horizontal or vertical line: its place, and its two ends.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: f64,
    from: f64,
    to: f64,
}

/// The grids of a page, in reading order.
pub(super) fn lattices(segments: &[Segment]) -> Vec<Lattice> {
    let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
    for segment in segments {
        let ((x0, y0), (x1, y1)) = (segment.from, segment.to);
        let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
        if height <= 0.01 * width {
            horizontal.push(Line { at: (y0 + y1) / 2.0, from: x0.min(x1), to: x0.max(x1) });
        } else if width <= 0.01 * height {
            vertical.push(Line { at: (x0 + x1) / 2.0, from: y0.min(y1), to: y0.max(y1) });
        }
    }
    let (horizontal, vertical) = (joined(horizontal), joined(vertical));
    if horizontal.len() > MAX_LINES || vertical.len() > MAX_LINES {
        return Vec::new();
    }
    let mut found: Vec<Lattice> = Vec::new();
    // From the top down: each horizontal line may be the upper edge of a grid.
    for top in horizontal.iter().rev() {
        let Some(lattice) = below(top, &horizontal, &vertical) else {
            continue;
        };
        let slack = SLACK * lattice.cell();
        let near = |other: &Lattice| {
            (other.xs[0] - lattice.xs[0]).abs() < slack
                && (other.ys[9] - lattice.ys[9]).abs() < slack
        };
        if !found.iter().any(near) {
            found.push(lattice);
        }
        if found.len() == MAX_GRIDS {
            break;
        }
    }
    found
}

/// Joins lines that lie on each other and touch. Sorted by place.
fn joined(mut lines: Vec<Line>) -> Vec<Line> {
    let finite = |l: &Line| l.at.is_finite() && l.from.is_finite() && l.to.is_finite();
    lines.retain(finite);
    let place = |l: &Line| (l.at * 20.0).round();
    lines.sort_by(|a, b| place(a).total_cmp(&place(b)).then(a.from.total_cmp(&b.from)));
    let mut out: Vec<Line> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some(last) if place(last) == place(&line) && line.from <= last.to + JOINED => {
                last.to = last.to.max(line.to);
            }
            _ => out.push(line),
        }
    }
    out
}

/// The grid whose upper edge is this line.
fn below(top: &Line, horizontal: &[Line], vertical: &[Line]) -> Option<Lattice> {
    let cell = (top.to - top.from) / 9.0;
    if cell < MIN_CELL {
        return None;
    }
    let slack = SLACK * cell;
    let near = |a: f64, b: f64| (a - b).abs() <= slack;
    let hanging = |line: &&Line| {
        near(line.to, top.at)
            && line.at >= top.from - slack
            && line.at <= top.to + slack
            && line.to - line.from > 8.0 * 0.8 * cell
    };
    let hanging: Vec<&Line> = vertical.iter().filter(hanging).collect();
    let bottom = hanging.first()?.from;
    let like = |line: &&&Line| near(line.from, bottom);
    let xs = ten(hanging.iter().filter(like).map(|line| line.at), slack)?;
    let across = |line: &&Line| {
        near(line.from, top.from)
            && near(line.to, top.to)
            && line.at <= top.at + slack
            && line.at >= bottom - slack
    };
    let ys = ten(horizontal.iter().filter(across).map(|line| line.at), slack)?;
    (near(ys[0], bottom) && near(xs[0], top.from) && near(xs[9], top.to))
        .then_some(Lattice { xs, ys })
}

/// Ten places at equal distances; several lines at one place count once.
fn ten(places: impl Iterator<Item = f64>, slack: f64) -> Option<[f64; 10]> {
    let mut distinct: Vec<f64> = Vec::new();
    for place in places {
        match distinct.last() {
            Some(last) if place - last <= slack => {}
            _ => distinct.push(place),
        }
        if distinct.len() > 10 {
            return None;
        }
    }
    let ten: [f64; 10] = distinct.try_into().ok()?;
    let step = (ten[9] - ten[0]) / 9.0;
    let even = |(i, &at): (usize, &f64)| (at - ten[0] - i as f64 * step).abs() <= slack;
    ten.iter().enumerate().all(even).then_some(ten)
}
