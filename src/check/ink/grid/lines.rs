//! The lines of a grid: each side of each cell is a line that is seen, and those around blocks are heavier.
//!
//! A book draws the lines of a grid as a few long strokes. What they show at each side follows from their
//! ends; only where something else may lie over them is the page asked point by point.

use super::{Findings, Place};
use crate::check::readback::turned;
use crate::printers::pdf::{Kind, Point};
use crate::sudoku::grid::Cell;

/// A line of the grid is at most so far from its place, in cells.
pub(super) const LINE_OFF: f64 = 0.12;
/// Lines of the grid leave the cells free from this distance on, in cells.
pub(super) const MARGIN: f64 = 0.14;
/// A line of the grid differs from the cells at its sides by at least this much.
const MIN_LINE: f64 = 0.08;

/// The lines around blocks are heavier than the others by at least this factor.
const HEAVIER: f64 = 1.2;
/// The lines of one kind are as wide as most of them, or wider or narrower by at most this factor.
const EVEN: f64 = 1.5;
/// What may be cut off a line at its ends, in points.
const HAIR: f64 = 0.02;
/// How finely the width of a line is measured where it is no stroke, in points.
const FINE: f64 = 0.06;

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
    width: f64,
}

/// What strokes draw at a side of a cell: the first of them, how light it is, and the width of the widest. The light is
/// not a number if two strokes differ.
#[derive(Clone, Copy)]
struct Ruled {
    mark: usize,
    light: f64,
    width: f64,
}

/// For lying and upright lines, of each line and each of its nine sides.
type Sides<T> = [[[Option<T>; 9]; 10]; 2];

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
            // The box of a form is rounded, and may cut off a hair of an end.
            if mark.bounds.grown(HAIR, HAIR).and(part.bounds) != Some(part.bounds) {
                return None;
            }
            part.pieces(part.closed, |from, to| {
                let own = self.ruling(from, to).filter(narrow);
                match (own, &mut ruled) {
                    (Some(own), Some(all)) => {
                        all.push(Ruling { mark: index, light, width: *width, ..own });
                    }
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
            Some(Ruling { mark: 0, upright, line, ends, off, light: 0.0, width: 0.0 })
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
        let mut widths: Sides<f64> = [[[None; 9]; 10]; 2];
        for line in 0..10_usize {
            if self.drawing.is_exhausted() {
                return;
            }
            for at in 0..9 {
                for upright in [true, false] {
                    let part = |all: &[f64; 10], t: f64| all[at] + (all[at + 1] - all[at]) * t;
                    // The cells beside it, by row and column of the lattice from below.
                    let beside = [line.checked_sub(1), (line < 9).then_some(line)];
                    let cells = beside.iter().flatten();
                    let cells = cells.map(|&side| shades[beside_line(upright, side, at)]);
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
                    let middle = ALONG.map(|t| point(t, 0.0));
                    let plain =
                        ruled.filter(|own| differs(own.light) && !self.inked(own.mark + 1, middle));
                    let stands_out = plain.is_some() || ALONG.into_iter().all(seen);
                    let dark = |step: f64| self.light(point(0.5, step)).is_some_and(differs);
                    // An area may lie under a line, and be wider.
                    let wider = |own: &Ruled| {
                        let beside = own.width / 2.0 + FINE;
                        self.inked(0, middle) && (dark(beside) || dark(-beside))
                    };
                    let alone = plain.filter(|own| !wider(own));
                    let width = alone.map_or_else(|| width(dark, &steps), |own| own.width);
                    widths[usize::from(upright)][line][at] = Some(width).filter(|_| stands_out);
                    if !stands_out {
                        let cell = Cell::ALL[beside_line(upright, line.min(8), at)];
                        wrong.add("ten whole lines in each direction", || {
                            format!("found no line that is seen at {cell}")
                        });
                    }
                }
            }
        }
        self.weights(&widths, shades, wrong);
    }

    /// The lines around blocks are heavier than those inside of them, and all of a kind are of one width. Where the
    /// shades of blocks tell them apart, the lines need not.
    fn weights(&self, widths: &Sides<f64>, shades: &[Option<f64>; 81], wrong: &mut Findings) {
        let sides = |at_blocks: bool| {
            let inner = (1..9_usize).filter(move |line| line.is_multiple_of(3) == at_blocks);
            let all = inner.flat_map(|line| [true, false].map(|upright| (upright, line)));
            all.flat_map(|(upright, line)| (0..9).map(move |at| (upright, line, at)))
        };
        let width =
            |&(upright, line, at): &(bool, usize, usize)| widths[usize::from(upright)][line][at];
        let usual = |at_blocks: bool| {
            let mut all: Vec<f64> = sides(at_blocks).filter_map(|side| width(&side)).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied()
        };
        let (Some(thin), Some(heavy)) = (usual(false), usual(true)) else { return };
        let shaded = shades[0].zip(shades[3]).is_some_and(|(a, b)| (a - b).abs() > 0.02);
        if heavy < HEAVIER * thin {
            if !shaded {
                wrong.add("lines around blocks that are heavier than the others", || {
                    format!(
                        "found lines of {heavy:.2} pt around blocks, and of {thin:.2} pt inside"
                    )
                });
            }
            return;
        }
        let uneven = |at_blocks: bool, usual: f64| {
            let is = move |width: f64| {
                (usual / EVEN - FINE..=usual * EVEN + FINE).contains(&width)
                    && (width >= HEAVIER * thin) == at_blocks
            };
            sides(at_blocks)
                .find_map(|side| Some((side, width(&side).filter(|width| !is(*width))?)))
        };
        if let Some(((upright, line, at), width)) =
            uneven(false, thin).or_else(|| uneven(true, heavy))
        {
            let cell = Cell::ALL[beside_line(upright, line, at)];
            wrong.add("lines of one width around blocks, and of one inside", || {
                format!("found a line of {width:.2} pt at {cell}, of {thin:.2} pt and {heavy:.2} pt elsewhere")
            });
        }
    }

    fn ruled_sides(&self) -> Sides<Ruled> {
        let mut sides: Sides<Ruled> = [[[None; 9]; 10]; 2];
        for ruling in &self.rulings {
            let along = if ruling.upright { &self.lattice.ys } else { &self.lattice.xs };
            for (at, side) in sides[usize::from(ruling.upright)][ruling.line].iter_mut().enumerate()
            {
                let part = |t: f64| along[at] + (along[at + 1] - along[at]) * t;
                if ruling.ends.0 <= part(ALONG[0]) && ruling.ends.1 >= part(ALONG[2]) {
                    let Ruling { mark, light, width, .. } = *ruling;
                    let side = side.get_or_insert(Ruled { mark, light, width });
                    side.width = side.width.max(width);
                    if side.light != light {
                        side.light = f64::NAN;
                    }
                }
            }
        }
        sides
    }

    /// Whether a mark from this one on that is no line of the grid has ink at one of these points.
    fn inked(&self, from: usize, points: [Point; 3]) -> bool {
        self.drawing.spend(self.inner.len());
        let has_ink =
            |index: &usize| points.iter().any(|&point| self.drawing.covers(*index, point));
        self.inner.iter().filter(|&&index| index >= from).any(has_ink)
    }
}

/// The index of the cell right of an upright line or above a lying one, at this place along it from below or from the
/// left.
fn beside_line(upright: bool, line: usize, at: usize) -> usize {
    let (row, column) = if upright { (at, line) } else { (line, at) };
    (8 - row) * 9 + column
}

/// The width of what is dark across a line: from the first of these steps that is dark to both sides.
fn width(dark: impl Fn(f64) -> bool, steps: &[f64]) -> f64 {
    let Some(&start) = steps.iter().find(|step| dark(**step)) else { return 0.0 };
    let far = steps.iter().fold(0.0, |far: f64, step| far.max(2.0 * step.abs()));
    let edge = |to: f64| {
        let (mut inside, mut outside) = (start, start + to);
        while (outside - inside).abs() > FINE {
            let middle = (inside + outside) / 2.0;
            *(if dark(middle) { &mut inside } else { &mut outside }) = middle;
        }
        (inside + outside) / 2.0
    };
    edge(far) - edge(-far)
}
