//! Finds grids among the lines of a page: ten, seven or five equidistant lines in each direction.
//! The content of the cells is read in `page`.

use super::marks::{LineSegment, turned};
use grid::GridShape;
use pdf_reader::{PdfPoint, Rect};

/// The maximum number of lines in one direction. A page with more has no grids.
const MAX_LINES: usize = 20_000;
/// The maximum number of grids on a page.
const MAX_GRIDS: usize = 400;
/// The minimum side of a cell, in points. Smaller digits cannot be read.
const MIN_CELL: f64 = 2.0;
/// The maximum distance of a line from its place, in cells: half a bold line.
const LINE_TOLERANCE_CELLS: f64 = 0.25;
/// The maximum gap between pieces of one line, in points.
const MAX_LINE_GAP_PTS: f64 = 0.75;
/// The maximum lean of a line, relative to its length.
const MAX_LEAN: f64 = 0.01;
/// The number of places in a point at which lines are told apart.
const PLACES_PER_POINT: f64 = 20.0;
/// The minimum length of a vertical line, relative to all cells of a column but one.
const MIN_LINE_SHARE: f64 = 0.8;
/// The maximum number of lines of a grid in one direction.
const MAX_GRID_LINES: usize = GridShape::MAX_SIDE + 1;

/// The lines of a grid in each direction, ascending, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The shape of the grid.
    pub shape: GridShape,
    xs: [f64; MAX_GRID_LINES],
    ys: [f64; MAX_GRID_LINES],
}

impl Lattice {
    /// Makes the lattice of as many lines as the shape has.
    fn new(shape: GridShape, xs: &[f64], ys: &[f64]) -> Self {
        let mut lattice = Self { shape, xs: [0.0; MAX_GRID_LINES], ys: [0.0; MAX_GRID_LINES] };
        lattice.xs[..xs.len()].copy_from_slice(xs);
        lattice.ys[..ys.len()].copy_from_slice(ys);
        lattice
    }

    /// Returns the vertical lines.
    pub fn xs(&self) -> &[f64] {
        &self.xs[..=self.shape.side()]
    }

    /// Returns the horizontal lines, y upwards.
    pub fn ys(&self) -> &[f64] {
        &self.ys[..=self.shape.side()]
    }

    /// Returns the left edge.
    pub fn left(&self) -> f64 {
        self.xs[0]
    }

    /// Returns the right edge.
    pub fn right(&self) -> f64 {
        self.xs[self.shape.side()]
    }

    /// Returns the lower edge.
    pub fn bottom(&self) -> f64 {
        self.ys[0]
    }

    /// Returns the upper edge.
    pub fn top(&self) -> f64 {
        self.ys[self.shape.side()]
    }

    /// Returns the side of a cell.
    pub fn cell(&self) -> f64 {
        (self.right() - self.left()) / self.shape.side() as f64
    }

    /// Returns the bounding box of the grid.
    pub fn bounds(&self) -> Rect {
        Rect::at((self.left(), self.bottom())).union_pt((self.right(), self.top()))
    }

    /// Returns the index of the cell around a point, in reading order.
    pub fn cell_at(&self, point: PdfPoint) -> Option<usize> {
        let side = self.shape.side();
        let column = gap_at(self.xs(), point.0)?;
        let row = gap_at(self.ys(), point.1)?;
        Some((side - 1 - row) * side + column)
    }

    /// Returns the bounding box of a cell.
    pub fn cell_bounds(&self, cell: usize) -> Rect {
        let side = self.shape.side();
        let (row, column) = (side - 1 - cell / side, cell % side);
        let corner = Rect::at((self.xs[column], self.ys[row]));
        corner.union_pt((self.xs[column + 1], self.ys[row + 1]))
    }

    /// Returns true if the upper left corners of two grids are at the same place.
    fn is_near(&self, other: &Self) -> bool {
        let slack = LINE_TOLERANCE_CELLS * self.cell();
        (other.left() - self.left()).abs() < slack && (other.top() - self.top()).abs() < slack
    }

    /// Returns the lattice rotated so that text of this direction becomes upright.
    pub(super) fn turned(&self, quarter: u8) -> Self {
        let mut seen = *self;
        let side = self.shape.side();
        for i in 0..=side {
            (seen.xs[i], seen.ys[i]) = turned((self.xs[i], self.ys[i]), quarter);
        }
        seen.xs[..=side].sort_by(f64::total_cmp);
        seen.ys[..=side].sort_by(f64::total_cmp);
        seen
    }
}

/// Returns the index of the line before a coordinate; `None` on a line and outside.
fn gap_at(lines: &[f64], at: f64) -> Option<usize> {
    // Most letters are outside every grid.
    let is_inside = lines[0] < at && at < lines[lines.len() - 1];
    if !is_inside {
        return None;
    }
    let line = lines.partition_point(|line| *line < at);
    if lines[line] == at { None } else { Some(line - 1) }
}

/// A horizontal or vertical line: its coordinate and its two ends.
#[derive(Clone, Copy, Debug)]
struct AxisLine {
    at: f64,
    from: f64,
    to: f64,
}

impl AxisLine {
    fn is_finite(&self) -> bool {
        self.at.is_finite() && self.from.is_finite() && self.to.is_finite()
    }

    /// Returns the coordinate, rounded so that collinear lines have the same.
    fn place(&self) -> f64 {
        (self.at * PLACES_PER_POINT).round()
    }

    /// Returns true if another line continues this one.
    fn is_continued_by(&self, next: &Self) -> bool {
        self.place() == next.place() && next.from <= self.to + MAX_LINE_GAP_PTS
    }
}

/// The lines of the last page and the grids among them. The same lines have the same grids.
#[derive(Default)]
pub(super) struct LastLattices {
    segments: Vec<LineSegment>,
    lattices: Vec<Lattice>,
}

impl LastLattices {
    /// Returns the grids of a page with these lines, in reading order.
    pub fn find(&mut self, segments: Vec<LineSegment>) -> Vec<Lattice> {
        if self.segments != segments {
            self.lattices = lattices(&segments);
            self.segments = segments;
        }
        self.lattices.clone()
    }
}

/// Returns the grids of a page, in reading order.
pub(super) fn lattices(segments: &[LineSegment]) -> Vec<Lattice> {
    let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
    for segment in segments {
        let ((x0, y0), (x1, y1)) = (segment.from, segment.to);
        let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
        if height <= MAX_LEAN * width {
            horizontal.push(AxisLine { at: (y0 + y1) / 2.0, from: x0.min(x1), to: x0.max(x1) });
        } else if width <= MAX_LEAN * height {
            vertical.push(AxisLine { at: (x0 + x1) / 2.0, from: y0.min(y1), to: y0.max(y1) });
        }
    }
    let (horizontal, vertical) = (merge_collinear(horizontal), merge_collinear(vertical));
    if horizontal.len() > MAX_LINES || vertical.len() > MAX_LINES {
        return Vec::new();
    }
    let mut found: Vec<Lattice> = Vec::new();
    // From the top down, because each horizontal line may be the top edge of a grid.
    for top in horizontal.iter().rev() {
        let shapes = GridShape::ALL.into_iter().rev();
        let edges = shapes.filter_map(|shape| TopEdge::new(shape, top));
        let Some(lattice) = { edges }.find_map(|edge| edge.grid(&horizontal, &vertical)) else {
            continue;
        };
        if !found.iter().any(|other| lattice.is_near(other)) {
            found.push(lattice);
        }
        if found.len() == MAX_GRIDS {
            break;
        }
    }
    found
}

/// Merges collinear lines that touch. Returns them sorted by coordinate.
fn merge_collinear(mut lines: Vec<AxisLine>) -> Vec<AxisLine> {
    lines.retain(AxisLine::is_finite);
    lines.sort_by(|a, b| a.place().total_cmp(&b.place()).then_with(|| a.from.total_cmp(&b.from)));
    let mut out: Vec<AxisLine> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some(last) if last.is_continued_by(&line) => last.to = last.to.max(line.to),
            _ => out.push(line),
        }
    }
    out
}

/// A line that may be the top edge of a grid of a shape.
struct TopEdge<'a> {
    shape: GridShape,
    line: &'a AxisLine,
    /// The side of a cell.
    cell: f64,
    /// The maximum distance of a line from its place.
    slack: f64,
}

impl<'a> TopEdge<'a> {
    fn new(shape: GridShape, line: &'a AxisLine) -> Option<Self> {
        let cell = (line.to - line.from) / shape.side() as f64;
        if cell < MIN_CELL {
            return None;
        }
        Some(Self { shape, line, cell, slack: LINE_TOLERANCE_CELLS * cell })
    }

    /// Returns the grid under the edge, if there is one.
    fn grid(&self, horizontal: &[AxisLine], vertical: &[AxisLine]) -> Option<Lattice> {
        let side = self.shape.side();
        let hanging: Vec<&AxisLine> = vertical.iter().filter(|line| self.holds(line)).collect();
        let bottom = hanging.first()?.from;
        let long = hanging.iter().filter(|line| self.are_near(line.from, bottom));
        let xs = equidistant(side, long.map(|line| line.at), self.slack)?;
        let below = horizontal.iter().filter(|line| self.is_like(line, bottom));
        let ys = equidistant(side, below.map(|line| line.at), self.slack)?;
        let is_whole = self.are_near(ys[0], bottom)
            && self.are_near(xs[0], self.line.from)
            && self.are_near(xs[side], self.line.to);
        if is_whole { Some(Lattice::new(self.shape, &xs, &ys)) } else { None }
    }

    fn are_near(&self, a: f64, b: f64) -> bool {
        (a - b).abs() <= self.slack
    }

    /// Returns true if a vertical line hangs on the edge and is long enough.
    fn holds(&self, line: &AxisLine) -> bool {
        let min_length = MIN_LINE_SHARE * (self.shape.side() - 1) as f64 * self.cell;
        self.are_near(line.to, self.line.at)
            && line.at >= self.line.from - self.slack
            && line.at <= self.line.to + self.slack
            && line.to - line.from > min_length
    }

    /// Returns true if a horizontal line is as long as the edge, and between it and the bottom.
    fn is_like(&self, line: &AxisLine, bottom: f64) -> bool {
        self.are_near(line.from, self.line.from)
            && self.are_near(line.to, self.line.to)
            && line.at <= self.line.at + self.slack
            && line.at >= bottom - self.slack
    }
}

/// Returns the equidistant coordinates of the lines of a grid with `side` cells, or `None`. Several
/// lines at one place count once.
fn equidistant(side: usize, places: impl Iterator<Item = f64>, slack: f64) -> Option<Vec<f64>> {
    let mut distinct: Vec<f64> = Vec::new();
    for place in places {
        match distinct.last() {
            Some(last) if place - last <= slack => {}
            _ => distinct.push(place),
        }
        if distinct.len() > side + 1 {
            return None;
        }
    }
    if distinct.len() != side + 1 {
        return None;
    }
    let step = (distinct[side] - distinct[0]) / side as f64;
    for (i, at) in distinct.iter().enumerate() {
        let is_even = (at - distinct[0] - i as f64 * step).abs() <= slack;
        if !is_even {
            return None;
        }
    }
    Some(distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: PdfPoint, to: PdfPoint) -> LineSegment {
        LineSegment { from, to }
    }

    /// Builds a grid of twenty lines with this lower left corner.
    fn grid((x, y): PdfPoint, cell: f64) -> Vec<LineSegment> {
        let side = 9.0 * cell;
        let lines = (0..10).flat_map(|i| {
            let at = f64::from(i) * cell;
            [line((x, y + at), (x + side, y + at)), line((x + at, y), (x + at, y + side))]
        });
        lines.collect()
    }

    fn corners(segments: &[LineSegment]) -> Vec<PdfPoint> {
        lattices(segments).iter().map(|lattice| (lattice.left(), lattice.bottom())).collect()
    }

    #[test]
    fn an_edge_of_several_strokes_is_one_grid_and_grids_beside_each_other_are_two() {
        let mut twice = grid((100.0, 50.0), 20.0);
        twice.push(line((100.0, 231.0), (280.0, 231.0)));
        twice.push(line((100.5, 229.2), (280.0, 229.2)));
        assert_eq!(corners(&twice).len(), 1);
        for beside in [(300.0, 50.0), (104.0, 300.0), (300.0, 56.0)] {
            let both = [grid((100.0, 50.0), 20.0), grid(beside, 20.0)].concat();
            let mut found = corners(&both);
            found.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let mut expected = vec![(100.0, 50.0), beside];
            expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn ticks_at_the_upper_edge_are_no_lines_of_the_grid() {
        let mut ticks = grid((100.0, 50.0), 20.0);
        for i in 0..9 {
            let at = 110.0 + 20.0 * f64::from(i);
            // Up to 125 of the 180 points of a line; the minimum is 128.
            ticks.push(line((at, 230.0), (at, 105.0)));
        }
        assert_eq!(corners(&ticks), [(100.0, 50.0)]);
    }

    #[test]
    fn a_bold_line_inside_may_be_two_strokes() {
        let mut bold = grid((100.0, 50.0), 20.0);
        bold.push(line((161.0, 50.0), (161.0, 230.0)));
        bold.push(line((100.0, 111.0), (280.0, 111.0)));
        assert_eq!(corners(&bold), [(100.0, 50.0)]);
    }

    /// Ten equidistant lines that begin beside the edge that they should meet.
    #[test]
    fn lines_that_miss_their_edge_are_no_grid() {
        for upright in [true, false] {
            let mut short = grid((100.0, 50.0), 20.0);
            for one in &mut short {
                let (at, low, high) =
                    if upright { (one.from.0, 100.0, 280.0) } else { (one.from.1, 50.0, 230.0) };
                if (one.from.0 == one.to.0) == upright {
                    let moved = at + (high - at) / (high - low) * 8.0;
                    if upright {
                        (one.from.0, one.to.0) = (moved, moved);
                    } else {
                        (one.from.1, one.to.1) = (moved, moved);
                    }
                }
            }
            assert!(corners(&short).is_empty(), "{upright}");
        }
    }

    #[test]
    fn a_line_in_pieces_is_one_and_a_gap_makes_two() {
        for (gap, grids) in [(0.5, 1), (1.0, 0)] {
            let mut pieces = grid((10.0, 10.0), 20.0);
            let edge = pieces.iter().position(|one| one.from == (10.0, 190.0)).unwrap();
            pieces.remove(edge);
            pieces.push(line((10.0, 190.0), (100.0, 190.0)));
            pieces.push(line((100.0 + gap, 190.0), (190.0, 190.0)));
            assert_eq!(corners(&pieces).len(), grids, "{gap}");
        }
    }

    #[test]
    fn lines_without_a_place_and_pages_of_too_many_lines_have_no_grids() {
        for wrong in [f64::NAN, f64::INFINITY] {
            let mut lines = grid((10.0, 10.0), 20.0);
            lines.push(line((wrong, 100.0), (50.0, 100.0)));
            lines.push(line((100.0, 10.0), (100.0, wrong)));
            assert_eq!(corners(&lines), [(10.0, 10.0)]);
        }
        for upright in [false, true] {
            let mut lines = grid((10.0, 10.0), 20.0);
            for i in 0..MAX_LINES {
                let at = 500.0 + i as f64;
                lines.push(if upright {
                    line((at, 0.0), (at, 5.0))
                } else {
                    line((500.0, at), (505.0, at))
                });
            }
            assert!(corners(&lines).is_empty());
        }
    }

    /// Lines that lean by less than 1 in 100 are straight; other lines are ignored.
    #[test]
    fn lines_may_lean_a_little() {
        for (lean, grids) in [(1.0, 1), (3.0, 0)] {
            let mut lines = grid((10.0, 10.0), 20.0);
            lines.iter_mut().for_each(|one| {
                if one.from.0 == one.to.0 { one.to.0 += lean } else { one.to.1 += lean }
            });
            assert_eq!(corners(&lines).len(), grids, "{lean}");
        }
    }

    #[test]
    fn a_point_on_a_line_is_in_no_cell() {
        let lattice = lattices(&grid((10.0, 10.0), 20.0))[0];
        assert_eq!(lattice.cell_at((20.0, 180.0)), Some(0));
        assert_eq!(lattice.cell_at((180.0, 20.0)), Some(80));
        assert_eq!(lattice.cell_at((45.0, 180.0)), Some(1));
        for on_a_line in [(10.0, 20.0), (190.0, 20.0), (30.0, 20.0), (20.0, 10.0), (20.0, 190.0)] {
            assert_eq!(lattice.cell_at(on_a_line), None, "{on_a_line:?}");
        }
    }

    /// Infinite lines do not hide an edge, and a stroke above the left edge is not the left edge.
    #[test]
    fn lines_without_an_end_and_short_strokes_at_the_corner_change_nothing() {
        for (from, to) in [
            ((f64::NEG_INFINITY, 50.0), (100.0, 50.0)),
            ((280.0, 50.0), (f64::INFINITY, 50.0)),
            ((97.0, 230.0), (97.0, 200.0)),
        ] {
            let mut more = grid((100.0, 50.0), 20.0);
            more.push(line(from, to));
            assert_eq!(corners(&more), [(100.0, 50.0)]);
        }
    }

    /// The top edge is two strokes, and the outer stroke of the left edge reaches only the lower
    /// one.
    #[test]
    fn strokes_of_one_edge_that_end_in_two_places_are_one_grid() {
        let mut frame = grid((100.0, 50.0), 20.0);
        frame.retain(|line| line.from != (100.0, 50.0) || line.to.1 == 50.0);
        frame.push(line((100.0, 231.0), (280.0, 231.0)));
        frame.push(line((100.0, 50.0), (100.0, 225.2)));
        frame.push(line((101.0, 50.0), (101.0, 231.0)));
        assert_eq!(corners(&frame).len(), 1);
    }
}
