//! Grids among the lines of a page: ten lines each way, evenly apart. Not what stands in them.

use super::marks::{Segment, turned};
use crate::print::pdf::Point;

/// With more lines than these a page is no page of a book, and is not searched.
const LINES_MOST: usize = 20_000;
/// Grids on a page.
const GRIDS_MOST: usize = 400;
/// The smallest cell: nobody could read smaller digits.
const CELL_LEAST: f64 = 2.0;
/// How far a line may lie from where it belongs, as a part of a cell: half a bold line.
const SLACK: f64 = 0.25;
/// Pieces of a line that are no further apart are one line.
const JOINED: f64 = 0.75;

/// The lines of a grid: ten each way, ascending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    pub xs: [f64; 10],
    pub ys: [f64; 10],
}

impl Lattice {
    /// The side of a cell.
    pub fn cell(&self) -> f64 {
        (self.xs[9] - self.xs[0]) / 9.0
    }

    /// The cell around a point, counted in reading order.
    pub fn cell_at(&self, (x, y): Point) -> Option<usize> {
        let between = |lines: &[f64; 10], at| lines.windows(2).position(|w| w[0] < at && at < w[1]);
        let column = between(&self.xs, x)?;
        let row = between(&self.ys, y)?;
        Some((8 - row) * 9 + column)
    }

    /// As seen by somebody to whom writing of this direction is upright.
    pub fn turned(&self, quarter: u8) -> Self {
        let mut seen = *self;
        for i in 0..10 {
            (seen.xs[i], seen.ys[i]) = turned((self.xs[i], self.ys[i]), quarter);
        }
        seen.xs.sort_by(f64::total_cmp);
        seen.ys.sort_by(f64::total_cmp);
        seen
    }
}

/// A level or upright line: where it lies, and from where to where it runs.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: f64,
    from: f64,
    to: f64,
}

/// The grids of a page, in reading order.
pub(super) fn lattices(segments: &[Segment]) -> Vec<Lattice> {
    let (mut level, mut upright) = (Vec::new(), Vec::new());
    for segment in segments {
        let ((x0, y0), (x1, y1)) = (segment.from, segment.to);
        let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
        if height <= 0.01 * width {
            level.push(Line {
                at: (y0 + y1) / 2.0,
                from: x0.min(x1),
                to: x0.max(x1),
            });
        } else if width <= 0.01 * height {
            upright.push(Line {
                at: (x0 + x1) / 2.0,
                from: y0.min(y1),
                to: y0.max(y1),
            });
        }
    }
    let (level, upright) = (joined(level), joined(upright));
    if level.len() > LINES_MOST || upright.len() > LINES_MOST {
        return Vec::new();
    }
    let mut found: Vec<Lattice> = Vec::new();
    // From the top down: each line may be the upper edge of a grid.
    for top in level.iter().rev() {
        let Some(lattice) = below(top, &level, &upright) else {
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
        if found.len() == GRIDS_MOST {
            break;
        }
    }
    found
}

/// Lines that lie on each other and touch are one. Sorted by where they lie.
fn joined(mut lines: Vec<Line>) -> Vec<Line> {
    let finite = |l: &Line| l.at.is_finite() && l.from.is_finite() && l.to.is_finite();
    lines.retain(finite);
    let place = |l: &Line| (l.at * 20.0).round();
    lines.sort_by(|a, b| {
        place(a)
            .total_cmp(&place(b))
            .then(a.from.total_cmp(&b.from))
    });
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
fn below(top: &Line, level: &[Line], upright: &[Line]) -> Option<Lattice> {
    let cell = (top.to - top.from) / 9.0;
    if cell < CELL_LEAST {
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
    let hanging: Vec<&Line> = upright.iter().filter(hanging).collect();
    let bottom = hanging.first()?.from;
    let like = |line: &&&Line| near(line.from, bottom);
    let xs = ten(hanging.iter().filter(like).map(|line| line.at), slack)?;
    let across = |line: &&Line| {
        near(line.from, top.from)
            && near(line.to, top.to)
            && line.at <= top.at + slack
            && line.at >= bottom - slack
    };
    let ys = ten(level.iter().filter(across).map(|line| line.at), slack)?;
    (near(ys[0], bottom) && near(xs[0], top.from) && near(xs[9], top.to))
        .then_some(Lattice { xs, ys })
}

/// Ten places, evenly apart; several lines at one place count once.
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
