//! The lines of a grid: each side of each cell is a line that is seen.
//!
//! A book draws the lines of a grid as a few long strokes. What they show at each side follows from their
//! ends; only where something else may lie over them is the page asked point by point.

use super::{Findings, Place};
use crate::grid::Cell;
use crate::print::pdf::{Kind, Point, Rect};
use crate::proof::readback::turned;

/// A line of the grid is at most so far from its place, in cells.
pub(super) const LINE_OFF: f64 = 0.12;
/// Lines of the grid leave the cells free from this distance on, in cells.
pub(super) const MARGIN: f64 = 0.14;
/// A line of the grid differs from the cells at its sides by at least this much.
const MIN_LINE: f64 = 0.08;

/// Where along the side of a cell its line must be seen, if something may lie over it. The corners of a grid may be
/// round.
const ALONG: [f64; 3] = [0.25, 0.5, 0.75];

/// A straight piece of a line of the grid, in a plain colour.
pub(super) struct Ruling {
    mark: usize,
    upright: bool,
    /// Which line of the grid it is, from the left or from below.
    line: usize,
    /// Its ends along the line, and its distance from it, in points.
    ends: (f64, f64),
    off: f64,
    light: f64,
}

/// For lying and upright lines, of each line and each of its nine sides: the first mark that draws all of it, and how
/// light it is. `None` without a mark; not a number if two marks differ.
type Sides = [[[Option<(usize, f64)>; 9]; 10]; 2];

impl Place<'_> {
    /// What a mark draws, if that is lines of the grid alone: thin, solid, and nowhere inside of a cell.
    pub(super) fn ruled(&self, index: usize) -> Option<Vec<Ruling>> {
        let mark = self.mark(index);
        let Kind::Lines { parts, width, .. } = &mark.kind else { return None };
        let plain = mark.alpha >= 1.0 && !mark.blends && mark.clip.shapes().next().is_none();
        let light = mark.paint.light().filter(|_| plain)?;
        let narrow = |ruling: &Ruling| ruling.off + width / 2.0 < MARGIN * self.lattice.cell();
        let mut ruled = Some(Vec::new());
        for part in parts.iter() {
            if mark.bounds.and(part.bounds) != Some(part.bounds) {
                return None;
            }
            part.pieces(part.closed, |from, to| {
                let own = self.ruling(from, to).filter(narrow);
                match (own, &mut ruled) {
                    (Some(own), Some(all)) => all.push(Ruling { mark: index, light, ..own }),
                    _ => ruled = None,
                }
            });
        }
        ruled
    }

    /// The line of the grid on which a straight piece lies.
    pub(super) fn ruling(&self, from: Point, to: Point) -> Option<Ruling> {
        let (from, to) = (turned(from, self.quarter), turned(to, self.quarter));
        let side = self.lattice.cell();
        let on = |upright: bool, lines: &[f64; 10], (from, to): (Point, Point)| {
            if (from.0 - to.0).abs() > 0.01 * side {
                return None;
            }
            let far = |line: &f64| (line - from.0).abs();
            let line = lines.iter().position(|line| far(line) <= LINE_OFF * side)?;
            let (ends, off) = ((from.1.min(to.1), from.1.max(to.1)), far(&lines[line]));
            Some(Ruling { mark: 0, upright, line, ends, off, light: 0.0 })
        };
        let lying = ((from.1, from.0), (to.1, to.0));
        on(true, &self.lattice.xs, (from, to)).or_else(|| on(false, &self.lattice.ys, lying))
    }

    /// Judges each side of each cell: it is a line that differs from the cells beside it.
    pub(super) fn lines(&self, shades: &[Option<f64>; 81], wrong: &mut Findings) {
        let (xs, ys) = (self.lattice.xs, self.lattice.ys);
        // Lines that stand for one may lie beside each other: the pieces of one are looked for here.
        let near = LINE_OFF * self.lattice.cell();
        let steps = [0.0, 0.12, -0.12, 0.3, -0.3, 0.6, -0.6, 1.0, -1.0].map(|s: f64| s * near);
        let ruled = self.ruled_sides();
        for line in 0..10_usize {
            for at in 0..9 {
                for upright in [true, false] {
                    let part = |all: &[f64; 10], t: f64| all[at] + (all[at + 1] - all[at]) * t;
                    // The cells beside it, by row and column of the lattice from below.
                    let beside = [line.checked_sub(1), (line < 9).then_some(line)];
                    let cells = beside.iter().flatten().map(|&side| {
                        let (row, column) = if upright { (at, side) } else { (side, at) };
                        shades[(8 - row) * 9 + column]
                    });
                    let backgrounds: Vec<f64> = cells.flatten().collect();
                    let differs =
                        |light: f64| backgrounds.iter().all(|own| (own - light).abs() >= MIN_LINE);
                    let point = |t: f64, step: f64| {
                        self.on_page(match upright {
                            true => (xs[line] + step, part(&ys, t)),
                            false => (part(&xs, t), ys[line] + step),
                        })
                    };
                    let ruled = ruled[usize::from(upright)][line][at];
                    let seen = |t: f64| {
                        let mut lights = steps.iter().map(|&step| self.light(point(t, step)));
                        lights.any(|light| light.is_some_and(differs))
                    };
                    let side = Rect::at(point(ALONG[0], near)).with(point(ALONG[2], -near));
                    let stands_out = ruled
                        .is_some_and(|(mark, light)| differs(light) && !self.covered(mark, side))
                        || ALONG.into_iter().all(seen);
                    if !stands_out {
                        let (row, column) =
                            if upright { (at, line.min(8)) } else { (line.min(8), at) };
                        let cell = Cell::ALL[(8 - row) * 9 + column];
                        wrong.add("ten whole lines in each direction", || {
                            format!("found no line that is seen at {cell}")
                        });
                    }
                }
            }
        }
    }

    fn ruled_sides(&self) -> Sides {
        let mut sides: Sides = [[[None; 9]; 10]; 2];
        for ruling in &self.rulings {
            let along = if ruling.upright { &self.lattice.ys } else { &self.lattice.xs };
            for (at, side) in sides[usize::from(ruling.upright)][ruling.line].iter_mut().enumerate()
            {
                let part = |t: f64| along[at] + (along[at + 1] - along[at]) * t;
                if ruling.ends.0 <= part(ALONG[0]) && ruling.ends.1 >= part(ALONG[2]) {
                    let (_, light) = side.get_or_insert((ruling.mark, ruling.light));
                    if *light != ruling.light {
                        *light = f64::NAN;
                    }
                }
            }
        }
        sides
    }

    /// Whether something that is no line of the grid may lie over a mark at a place.
    fn covered(&self, mark: usize, place: Rect) -> bool {
        let over = |&index: &usize| index > mark && self.mark(index).bounds.and(place).is_some();
        self.inner.iter().any(over)
    }
}
