//! The lines of a grid: each side of each cell is a line that is seen, and those around blocks are
//! heavier.
//!
//! A book draws the lines of a grid as a few long strokes. Their ends tell what they show at each
//! side; only where something else may lie over them does a [`Probe`] look at the page point by
//! point.
//!
//! ```text
//! marks ─► ruled: which are lines of the grid alone ─► strokes: what they draw at each CellSide
//!                                                        └─► lines: a width at each CellSide ─► weights
//! ```

use super::{GridIssues, GridRegion};
use crate::check::readback::turned;
use crate::printers::pdf::{PageObjectKind, PdfPoint};
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

/// Where along the side of a cell its line must be seen, if something may lie over it. The corners
/// of a grid may be round.
const ALONG: [f64; 3] = [0.25, 0.5, 0.75];

/// A straight piece of a line of the grid, in a plain colour.
pub(super) struct GridRule {
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

/// A stroke at a side of a cell: the first mark that draws there, its light, and the width of the
/// widest. The light is not a number if two strokes differ.
#[derive(Clone, Copy)]
struct Stroke {
    mark: usize,
    light: f64,
    width: f64,
}

/// A side of a cell: one of nine on each of the ten upright and the ten lying lines of a grid.
#[derive(Clone, Copy)]
struct CellSide {
    upright: bool,
    /// The number of the line, from the left or from below.
    line: usize,
    /// The place on the line, from below or from the left.
    at: usize,
}

impl CellSide {
    /// Returns the sides on the upright and on the lying line of this number.
    fn on(line: usize) -> impl Iterator<Item = Self> {
        (0..9).flat_map(move |at| [true, false].map(|upright| Self { upright, line, at }))
    }

    /// Returns the sides inside of the grid: those of lines around blocks, or the others.
    fn inner(around_blocks: bool) -> impl Iterator<Item = Self> {
        let lines = (1..9_usize).filter(move |line| line.is_multiple_of(3) == around_blocks);
        let lines = lines.flat_map(|line| [true, false].map(|upright| (upright, line)));
        lines.flat_map(|(upright, line)| (0..9).map(move |at| Self { upright, line, at }))
    }

    fn index(self) -> usize {
        (usize::from(self.upright) * 10 + self.line) * 9 + self.at
    }

    /// Returns the cell right of it or above it, or of the last line the cell before it.
    fn cell(self) -> Cell {
        let line = self.line.min(8);
        let (row, column) = if self.upright { (self.at, line) } else { (line, self.at) };
        Cell::ALL[(8 - row) * 9 + column]
    }

    /// Returns the cells on both hands of it, or the only one.
    fn cells(self) -> impl Iterator<Item = Cell> {
        let before = self.line.checked_sub(1);
        let after = (self.line < 9).then_some(self.line);
        before.into_iter().chain(after).map(move |line| Self { line, ..self }.cell())
    }
}

/// Something of each side of a grid, by [`CellSide::index`].
type SideMap<T> = [Option<T>; 180];

impl GridRegion<'_> {
    /// What a mark draws, if that is lines of the grid alone: thin, solid, and nowhere inside of a
    /// cell.
    pub(super) fn ruled(&self, index: usize) -> Option<Vec<GridRule>> {
        let mark = self.mark(index);
        let PageObjectKind::Stroke { subpaths, width, .. } = &mark.kind else { return None };
        let plain = mark.alpha >= 1.0 && !mark.blends && mark.clip.shapes().next().is_none();
        let light = mark.paint.light().filter(|_| plain)?;
        let narrow = |ruling: &GridRule| ruling.off + width / 2.0 < MARGIN * self.lattice.cell();
        let mut ruled = Some(Vec::new());
        for part in subpaths.iter() {
            // The box of a form is rounded, and may cut off a hair of an end.
            if mark.bounds.grown(HAIR, HAIR).intersect(part.bounds) != Some(part.bounds) {
                return None;
            }
            part.pieces(part.closed, |from, to| {
                let own = self.ruling(from, to).filter(narrow);
                match (own, &mut ruled) {
                    (Some(own), Some(all)) => {
                        all.push(GridRule { mark: index, light, width: *width, ..own });
                    }
                    _ => ruled = None,
                }
            });
        }
        ruled
    }

    /// Returns the line of the grid on which a straight piece lies.
    pub(super) fn ruling(&self, from: PdfPoint, to: PdfPoint) -> Option<GridRule> {
        let (from, to) = (turned(from, self.quarter), turned(to, self.quarter));
        let side = self.lattice.cell();
        let on = |upright: bool, lines: &[f64; 10], (from, to): (PdfPoint, PdfPoint)| {
            if (from.0 - to.0).abs() > 0.01 * side {
                return None;
            }
            let far = |line: &f64| (line - from.0).abs();
            let line = lines.iter().position(|line| far(line) <= LINE_OFF * side)?;
            let (ends, off) = ((from.1.min(to.1), from.1.max(to.1)), far(&lines[line]));
            Some(GridRule { mark: 0, upright, line, ends, off, light: 0.0, width: 0.0 })
        };
        let lying = ((from.1, from.0), (to.1, to.0));
        on(true, &self.lattice.xs, (from, to)).or_else(|| on(false, &self.lattice.ys, lying))
    }

    /// Proves that there is a line at each side of each cell, which differs from the cells beside
    /// it.
    pub(super) fn lines(&self, shades: &[Option<f64>; 81], wrong: &mut GridIssues) {
        let strokes = self.strokes();
        let mut widths: SideMap<f64> = [None; 180];
        for line in 0..10 {
            if self.drawing.is_exhausted() {
                return;
            }
            for side in CellSide::on(line) {
                let beside = side.cells().filter_map(|cell| shades[cell.index()]).collect();
                let width = Probe { place: self, side, beside }.width(strokes[side.index()]);
                widths[side.index()] = width;
                if width.is_none() {
                    wrong.add("ten whole lines in each direction", || {
                        format!("found no line that is seen at {}", side.cell())
                    });
                }
            }
        }
        let is_shaded = shades[0].zip(shades[3]).is_some_and(|(a, b)| (a - b).abs() > 0.02);
        weights(&widths, is_shaded, wrong);
    }

    /// Returns the strokes that draw whole sides.
    fn strokes(&self) -> SideMap<Stroke> {
        let mut sides: SideMap<Stroke> = [None; 180];
        for &GridRule { mark, upright, line, ends, light, width, .. } in &self.rulings {
            for at in 0..9 {
                let side = CellSide { upright, line, at };
                if ends.0 <= self.along(side, ALONG[0]) && ends.1 >= self.along(side, ALONG[2]) {
                    let stroke = sides[side.index()].get_or_insert(Stroke { mark, light, width });
                    stroke.width = stroke.width.max(width);
                    if stroke.light != light {
                        stroke.light = f64::NAN;
                    }
                }
            }
        }
        sides
    }

    /// Returns the place on a line at this part of a side, where 0 and 1 are its ends.
    fn along(&self, side: CellSide, part: f64) -> f64 {
        let all = if side.upright { &self.lattice.ys } else { &self.lattice.xs };
        all[side.at] + (all[side.at + 1] - all[side.at]) * part
    }
}

/// A look at one side of a cell, point by point where strokes alone do not tell what is seen.
struct Probe<'a> {
    place: &'a GridRegion<'a>,
    side: CellSide,
    /// The light of the cells beside it.
    beside: Vec<f64>,
}

impl Probe<'_> {
    /// Returns the width of the line that is seen here; `None` if there is none.
    fn width(&self, stroke: Option<Stroke>) -> Option<f64> {
        let plain = stroke.filter(|own| self.differs(own.light) && !self.is_inked(own.mark + 1));
        if plain.is_none() && !self.is_line_seen() {
            return None;
        }
        // An area may lie under a stroke, and be wider.
        let is_wider = |own: &Stroke| {
            let beyond = own.width / 2.0 + FINE;
            self.is_inked(0) && (self.is_line(0.5, beyond) || self.is_line(0.5, -beyond))
        };
        let alone = plain.filter(|own| !is_wider(own));
        Some(alone.map_or_else(|| self.measured_width(), |own| own.width))
    }

    /// Returns true if this light differs from that of the cells.
    fn differs(&self, light: f64) -> bool {
        self.beside.iter().all(|own| (own - light).abs() >= MIN_LINE)
    }

    /// Returns the point on the page at this part of the side, so many points beside its line.
    fn point(&self, part: f64, off: f64) -> PdfPoint {
        let (along, lattice) = (self.place.along(self.side, part), &self.place.lattice);
        self.place.on_page(match self.side.upright {
            true => (lattice.xs[self.side.line] + off, along),
            false => (along, lattice.ys[self.side.line] + off),
        })
    }

    /// Returns true if the page at this point differs from the cells.
    fn is_line(&self, part: f64, off: f64) -> bool {
        let light = self.place.light(self.point(part, off));
        light.is_some_and(|light| self.differs(light))
    }

    /// Returns true if a mark from this one on that is no line of the grid has ink on the line.
    fn is_inked(&self, from: usize) -> bool {
        let GridRegion { drawing, inner, .. } = self.place;
        drawing.charge(inner.len());
        let points = ALONG.map(|part| self.point(part, 0.0));
        let has_ink = |index: &usize| points.iter().any(|&point| drawing.covers(*index, point));
        inner.iter().filter(|&&index| index >= from).any(has_ink)
    }

    /// Returns the distances from the line at which a line is looked for. Lines that stand for one
    /// may lie beside each other.
    fn steps(&self) -> [f64; 9] {
        let near = LINE_OFF * self.place.lattice.cell();
        [0.0, 0.12, -0.12, 0.3, -0.3, 0.6, -0.6, 1.0, -1.0].map(|step: f64| step * near)
    }

    /// Returns true if a line is seen all along the side.
    fn is_line_seen(&self) -> bool {
        let steps = self.steps();
        ALONG.into_iter().all(|part| steps.iter().any(|&step| self.is_line(part, step)))
    }

    /// Returns the width of the line in the middle of the side: from the first point where it is
    /// found to its edge on both hands.
    fn measured_width(&self) -> f64 {
        let steps = self.steps();
        let Some(start) = steps.into_iter().find(|&step| self.is_line(0.5, step)) else {
            return 0.0;
        };
        let far = 2.0 * LINE_OFF * self.place.lattice.cell();
        let edge = |to: f64| {
            let (mut inside, mut outside) = (start, start + to);
            while (outside - inside).abs() > FINE {
                let middle = (inside + outside) / 2.0;
                *(if self.is_line(0.5, middle) { &mut inside } else { &mut outside }) = middle;
            }
            (inside + outside) / 2.0
        };
        edge(far) - edge(-far)
    }
}

/// Proves that the lines around blocks are heavier than those inside of them, and all of a kind are
/// of one width. Where the shades of blocks tell them apart, the lines need not.
fn weights(widths: &SideMap<f64>, is_shaded: bool, wrong: &mut GridIssues) {
    let usual = |around_blocks: bool| {
        let mut all: Vec<f64> =
            CellSide::inner(around_blocks).filter_map(|side| widths[side.index()]).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied()
    };
    let (Some(thin), Some(heavy)) = (usual(false), usual(true)) else { return };
    let is_heavy = |width: f64| width >= HEAVIER * thin;
    if !is_heavy(heavy) {
        if !is_shaded {
            wrong.add("lines around blocks that are heavier than the others", || {
                format!("found lines of {heavy:.2} pt around blocks, and of {thin:.2} pt inside")
            });
        }
        return;
    }
    let uneven = |around_blocks: bool, usual: f64| {
        let even = usual / EVEN - FINE..=usual * EVEN + FINE;
        let is_even = |width: f64| even.contains(&width) && is_heavy(width) == around_blocks;
        let mut sides = CellSide::inner(around_blocks);
        sides.find_map(|side| Some((side, widths[side.index()].filter(|width| !is_even(*width))?)))
    };
    if let Some((side, width)) = uneven(false, thin).or_else(|| uneven(true, heavy)) {
        wrong.add("lines of one width around blocks, and of one inside", || {
            format!(
                "found a line of {width:.2} pt at {}, of {thin:.2} pt and {heavy:.2} pt elsewhere",
                side.cell()
            )
        });
    }
}
