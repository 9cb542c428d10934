//! Checks the lines of a grid: every side of every cell is a visible line, and block borders are
//! heavier.
//!
//! A book draws the lines of a grid as a few long strokes, and their ends tell what they show at
//! each side. A [`Probe`] samples the page only where something may cover a stroke.
//!
//! ```text
//! objects ─► ruled: lines of the grid alone ─► strokes: one for each CellSide
//!                                               └─► lines: a width for each CellSide ─► weights
//! ```

use super::{CellShades, GridIssues, GridRegion, HAIR};
use crate::readback::turned;
use grid::GridShape;
use pdf_reader::{PageObjectKind, PdfPoint};

/// The maximum distance of a grid line from its place, in cells.
pub(super) const MAX_LINE_OFFSET: f64 = 0.12;
/// Grid lines stay within this distance of their place, in cells.
pub(super) const MARGIN: f64 = 0.14;
/// The minimum difference in lightness between a grid line and the cells beside it.
const MIN_LINE_CONTRAST: f64 = 0.08;

/// The minimum difference in lightness between shaded and unshaded blocks.
const MIN_SHADE_DIFFERENCE: f64 = 0.02;
/// The minimum ratio between the widths of block borders and inner lines.
const MIN_BORDER_RATIO: f64 = 1.2;
/// The maximum ratio between the width of a line and the usual width of its kind.
const MAX_WIDTH_RATIO: f64 = 1.5;
/// The maximum length that may be clipped off the end of a line, in points.
const CLIP_TOLERANCE_PTS: f64 = 0.02;
/// The precision of measured line widths, in points.
const WIDTH_PRECISION_PTS: f64 = 0.06;

/// The positions along a cell side at which its line must be visible. Corners are left out because
/// those of a grid may be round.
const SIDE_SAMPLES: [f64; 3] = [0.25, 0.5, 0.75];

/// A straight segment on a grid line, in a plain colour.
pub(super) struct GridRule {
    object: usize,
    upright: bool,
    /// The index of the grid line, from the left or from below.
    line: usize,
    /// Its two ends along the line and its distance from the line, in points.
    ends: (f64, f64),
    off: f64,
    light: f64,
    width: f64,
}

/// A stroke along a cell side: the first object that draws it, its lightness, and the largest
/// width. The lightness is NaN if two strokes differ.
#[derive(Clone, Copy)]
struct Stroke {
    object: usize,
    light: f64,
    width: f64,
}

/// A side of a cell: one of a vertical or a horizontal line.
#[derive(Clone, Copy)]
struct CellSide {
    shape: GridShape,
    upright: bool,
    /// The index of the line, from the left or from below.
    line: usize,
    /// The position on the line, from below or from the left.
    at: usize,
}

impl CellSide {
    /// Returns the sides on the vertical and the horizontal line with this index.
    fn on(shape: GridShape, line: usize) -> impl Iterator<Item = Self> {
        (0..shape.side())
            .flat_map(move |at| [true, false].map(|upright| Self { shape, upright, line, at }))
    }

    /// Returns the sides inside the grid: those on block borders, or the others.
    fn inner(shape: GridShape, around_blocks: bool) -> impl Iterator<Item = Self> {
        let lines = (1..shape.side()).flat_map(|line| [true, false].map(|upright| (upright, line)));
        let chosen = lines.filter(move |&(upright, line)| {
            // Rows are counted from below, and all bands are equally high.
            let pitch = if upright { shape.block_columns() } else { shape.block_rows() };
            line.is_multiple_of(pitch) == around_blocks
        });
        chosen.flat_map(move |(upright, line)| {
            (0..shape.side()).map(move |at| Self { shape, upright, line, at })
        })
    }

    fn index(self) -> usize {
        let lines = usize::from(self.upright) * (GridShape::MAX_SIDE + 1) + self.line;
        lines * GridShape::MAX_SIDE + self.at
    }

    /// Returns the cell to the right of the side or above it. On the last line, returns the cell
    /// before it.
    fn cell(self) -> usize {
        let side = self.shape.side();
        let line = self.line.min(side - 1);
        let (row, column) = if self.upright { (self.at, line) } else { (line, self.at) };
        (side - 1 - row) * side + column
    }

    /// Returns the one or two cells that share this side.
    fn cells(self) -> impl Iterator<Item = usize> {
        let last = self.shape.side() - 1;
        let lines = self.line.saturating_sub(1)..=self.line.min(last);
        lines.map(move |line| Self { line, ..self }.cell())
    }
}

/// The number of sides of the largest grid.
const MAX_SIDES: usize = 2 * (GridShape::MAX_SIDE + 1) * GridShape::MAX_SIDE;

/// A value for each side of a grid, indexed by [`CellSide::index`].
type SideMap<T> = [Option<T>; MAX_SIDES];

impl GridRegion<'_> {
    /// Returns the lines that an object draws, if it draws nothing but solid lines of the grid.
    pub(super) fn grid_rules(&self, index: usize) -> Option<Vec<GridRule>> {
        let object = self.object(index);
        let PageObjectKind::Stroke { subpaths, width, .. } = &object.kind else { return None };
        let plain = object.alpha >= 1.0 && !object.blends && object.clip.shapes().next().is_none();
        if !plain {
            return None;
        }
        let light = object.paint.lightness()?;
        let farthest = MARGIN * self.lattice.cell() - width / 2.0;
        let mut grid_rules = Some(Vec::new());
        for part in subpaths.iter() {
            // The bounding box of a form is rounded and may clip a hair off a line.
            if object.bounds.grown(CLIP_TOLERANCE_PTS, CLIP_TOLERANCE_PTS).intersect(part.bounds)
                != Some(part.bounds)
            {
                return None;
            }
            part.pieces(part.closed, |from, to| {
                match (self.rule_under(from, to), &mut grid_rules) {
                    (Some(own), Some(all)) if own.off < farthest => {
                        all.push(GridRule { object: index, light, width: *width, ..own });
                    }
                    _ => grid_rules = None,
                }
            });
        }
        grid_rules
    }

    /// Returns the grid line that a straight segment lies on.
    pub(super) fn rule_under(&self, from: PdfPoint, to: PdfPoint) -> Option<GridRule> {
        let (from, to) = (turned(from, self.quarter), turned(to, self.quarter));
        let far = HAIR * self.lattice.cell();
        if (from.0 - to.0).abs() <= far
            && let Some(rule) = self.rule_at(true, from.0, (from.1, to.1))
        {
            return Some(rule);
        }
        if (from.1 - to.1).abs() > far {
            return None;
        }
        self.rule_at(false, from.1, (from.0, to.0))
    }

    /// Returns the grid line at this coordinate, with a segment between these ends.
    fn rule_at(&self, upright: bool, at: f64, ends: (f64, f64)) -> Option<GridRule> {
        let lines = if upright { self.lattice.xs() } else { self.lattice.ys() };
        let near = MAX_LINE_OFFSET * self.lattice.cell();
        let line = lines.iter().position(|line| (line - at).abs() <= near)?;
        Some(GridRule {
            object: 0,
            upright,
            line,
            ends: (ends.0.min(ends.1), ends.0.max(ends.1)),
            off: (lines[line] - at).abs(),
            light: 0.0,
            width: 0.0,
        })
    }

    /// Checks that every side of every cell has a line that differs from the cells beside it.
    pub(super) fn check_lines(&self, shades: &CellShades, wrong: &mut GridIssues) {
        let strokes = self.strokes();
        let mut widths: SideMap<f64> = [None; MAX_SIDES];
        let shape = self.lattice.shape;
        for line in 0..=shape.side() {
            if self.drawing.is_exhausted() {
                return;
            }
            for side in CellSide::on(shape, line) {
                let beside = side.cells().filter_map(|cell| shades[cell]).collect();
                let width = Probe { place: self, side, beside }.width(strokes[side.index()]);
                widths[side.index()] = width;
                if width.is_none() {
                    wrong.add(whole_lines(shape), || {
                        format!("found no line that is seen at {}", self.cell_name(side.cell()))
                    });
                }
            }
        }
        let is_shaded = match (shades[0], shades[shape.block_columns()]) {
            (Some(a), Some(b)) => (a - b).abs() > MIN_SHADE_DIFFERENCE,
            _ => false,
        };
        check_weights(shape, &widths, is_shaded, wrong);
    }

    /// Returns the strokes that cover whole sides.
    fn strokes(&self) -> SideMap<Stroke> {
        let mut sides: SideMap<Stroke> = [None; MAX_SIDES];
        let shape = self.lattice.shape;
        for &GridRule { object, upright, line, ends, light, width, .. } in &self.rules {
            for at in 0..shape.side() {
                let side = CellSide { shape, upright, line, at };
                if ends.0 <= self.along(side, SIDE_SAMPLES[0])
                    && ends.1 >= self.along(side, SIDE_SAMPLES[2])
                {
                    let stroke = sides[side.index()].get_or_insert(Stroke { object, light, width });
                    stroke.width = stroke.width.max(width);
                    if stroke.light != light {
                        stroke.light = f64::NAN;
                    }
                }
            }
        }
        sides
    }

    /// Returns the coordinate at this fraction of a side.
    fn along(&self, side: CellSide, part: f64) -> f64 {
        let all = if side.upright { self.lattice.ys() } else { self.lattice.xs() };
        all[side.at] + (all[side.at + 1] - all[side.at]) * part
    }
}

/// A probe of one cell side. It samples the page where the strokes alone do not tell what is
/// visible.
struct Probe<'a> {
    place: &'a GridRegion<'a>,
    side: CellSide,
    /// The lightness of the cells beside the side.
    beside: Vec<f64>,
}

impl Probe<'_> {
    /// Returns the width of the visible line, or `None` if there is none.
    fn width(&self, stroke: Option<Stroke>) -> Option<f64> {
        match stroke {
            Some(own) if self.differs(own.light) && !self.is_inked(own.object + 1) => {
                Some(if self.is_wider(own) { self.measured_width() } else { own.width })
            }
            _ if self.is_line_seen() => Some(self.measured_width()),
            _ => None,
        }
    }

    /// Returns true if the line is wider than its stroke: an area may lie under it.
    fn is_wider(&self, stroke: Stroke) -> bool {
        let beyond = stroke.width / 2.0 + WIDTH_PRECISION_PTS;
        self.is_inked(0) && (self.is_line(0.5, beyond) || self.is_line(0.5, -beyond))
    }

    /// Returns true if this lightness differs from that of the cells.
    fn differs(&self, light: f64) -> bool {
        self.beside.iter().all(|own| (own - light).abs() >= MIN_LINE_CONTRAST)
    }

    /// Returns the page point at this fraction of the side, `off` points beside the line.
    fn point(&self, part: f64, off: f64) -> PdfPoint {
        let (along, lattice) = (self.place.along(self.side, part), &self.place.lattice);
        self.place.on_page(if self.side.upright {
            (lattice.xs()[self.side.line] + off, along)
        } else {
            (along, lattice.ys()[self.side.line] + off)
        })
    }

    /// Returns true if the page at this point differs from the cells.
    fn is_line(&self, part: f64, off: f64) -> bool {
        match self.place.light(self.point(part, off)) {
            Some(light) => self.differs(light),
            None => false,
        }
    }

    /// Returns true if an object from index `from` on, other than a grid line, has ink on the line.
    fn is_inked(&self, from: usize) -> bool {
        let GridRegion { drawing, inner, .. } = self.place;
        drawing.charge(inner.len());
        let points = SIDE_SAMPLES.map(|part| self.point(part, 0.0));
        inner
            .iter()
            .any(|&index| index >= from && points.iter().any(|&point| drawing.covers(index, point)))
    }

    /// Returns the offsets at which a line is searched for. A line may consist of parallel strokes.
    fn steps(&self) -> [f64; 9] {
        let near = MAX_LINE_OFFSET * self.place.lattice.cell();
        [0.0, 0.12, -0.12, 0.3, -0.3, 0.6, -0.6, 1.0, -1.0].map(|step: f64| step * near)
    }

    /// Returns true if a line is visible along the whole side.
    fn is_line_seen(&self) -> bool {
        let steps = self.steps();
        SIDE_SAMPLES.into_iter().all(|part| steps.iter().any(|&step| self.is_line(part, step)))
    }

    /// Returns the width of the line in the middle of the side, measured outwards from the first
    /// offset that shows it.
    fn measured_width(&self) -> f64 {
        let steps = self.steps();
        let Some(start) = steps.into_iter().find(|&step| self.is_line(0.5, step)) else {
            return 0.0;
        };
        let far = 2.0 * MAX_LINE_OFFSET * self.place.lattice.cell();
        self.edge_between(start, start + far) - self.edge_between(start, start - far)
    }

    /// Returns the offset at which the line ends, between one on the line and one beside it.
    fn edge_between(&self, mut inside: f64, mut outside: f64) -> f64 {
        while (outside - inside).abs() > WIDTH_PRECISION_PTS {
            let middle = (inside + outside) / 2.0;
            if self.is_line(0.5, middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        (inside + outside) / 2.0
    }
}

/// Returns what a grid of a shape must have.
const fn whole_lines(shape: GridShape) -> &'static str {
    match shape {
        GridShape::Four => "five whole lines in each direction",
        GridShape::Six => "seven whole lines in each direction",
        GridShape::Nine => "ten whole lines in each direction",
    }
}

/// Checks that block borders are heavier than inner lines and that each kind has one width. Borders
/// need not be heavier if blocks differ in shade.
fn check_weights(shape: GridShape, widths: &SideMap<f64>, is_shaded: bool, wrong: &mut GridIssues) {
    let (thin, heavy) = (usual_width(shape, widths, false), usual_width(shape, widths, true));
    let (Some(thin), Some(heavy)) = (thin, heavy) else { return };
    let least_heavy = MIN_BORDER_RATIO * thin;
    if heavy < least_heavy {
        if !is_shaded {
            wrong.add("lines around blocks that are heavier than the others", || {
                format!("found lines of {heavy:.2} pt around blocks, and of {thin:.2} pt inside")
            });
        }
        return;
    }
    for (around_blocks, usual) in [(false, thin), (true, heavy)] {
        let least = usual / MAX_WIDTH_RATIO - WIDTH_PRECISION_PTS;
        let most = usual * MAX_WIDTH_RATIO + WIDTH_PRECISION_PTS;
        for side in CellSide::inner(shape, around_blocks) {
            let Some(width) = widths[side.index()] else { continue };
            let is_usual = (least..=most).contains(&width);
            if !is_usual || (width >= least_heavy) != around_blocks {
                wrong.add("lines of one width around blocks, and of one inside", || {
                    format!(
                        "found a line of {width:.2} pt at {}, of {thin:.2} pt and {heavy:.2} pt \
                         elsewhere",
                        shape.cell_name(side.cell())
                    )
                });
                return;
            }
        }
    }
}

/// Returns the median width of the lines inside a grid: those on block borders, or the others.
fn usual_width(shape: GridShape, widths: &SideMap<f64>, around_blocks: bool) -> Option<f64> {
    let sides = CellSide::inner(shape, around_blocks);
    let mut known: Vec<f64> = sides.filter_map(|side| widths[side.index()]).collect();
    known.sort_by(f64::total_cmp);
    known.get(known.len() / 2).copied()
}
