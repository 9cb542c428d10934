//! The front *closeup*: a puzzle of the book so near that the edges cut it, and below it title,
//! word and levels on a strong colour.

use super::hand::written_digit;
use super::{
    Area, Badge, Cell, Colour, CountStyle, Cover, CoverResult, DrawOp, FigureType, HeadingForm,
    OVERHANG, Point, TextAlign, cap_ratio,
};
use crate::book::draw::GridStyle;
use engine::sudoku::any_puzzle::GridShape;

/// The number of cells across the width, and the left edge of the grid as a fraction of the width.
const CELLS_ACROSS: f64 = 5.2;
const GRID_INSET: f64 = 0.115;
/// The place of the grid on a wide front: its top and its distance from the heading, as fractions.
const WIDE_TOP: f64 = 0.09;
const WIDE_INSET: f64 = 0.05;
/// The space between the grid and the coloured part, and the visible part of the row that an edge
/// cuts, in cells.
const GRID_GAP: f64 = 0.32;
const CUT_PART: f64 = 0.14;
/// The type size of digits, as a fraction of a cell, and the widths of lines.
const DIGIT_SIZE: f64 = 0.66;
const THIN: f64 = 0.024;
const BLOCK: f64 = 0.085;
const MIN_LINE: f64 = 0.8;
/// The sizes of the badge, as fractions of the front.
const BADGE_SIDES: [f64; 3] = [0.37, 0.34, 0.31];
/// The distance of the places that are tried for the badge, in cells, and the number of steps.
const BADGE_STEP: f64 = 0.17;
const MAX_BADGE_STEPS: usize = 6;
/// The part of the badge below the grid, and the space between the badge and the live area, in
/// pixels.
const BADGE_OVERLAP: f64 = 3.5;
const BADGE_ASIDE: f64 = 0.6;
/// The space below the heading of a wide front, as a fraction of its height, and the space beside
/// the heading, in pixels.
const WIDE_HEADING_FOOT: f64 = 0.1;
const WIDE_GAP: f64 = 3.0;
/// The minimum width and height of a tinted block, in points.
const MIN_TINT: f64 = 2.0;
/// The maximum height of the coloured part as a fraction of the front, and the maximum type size
/// of the title in pixels.
const MAX_PANEL: f64 = 0.6;
const MAX_TITLE: f64 = 26.0;
/// The space above the heading, between the heading and the levels, inside their pill, and below
/// it, in pixels, and the maximum radius of its corners.
const ABOVE_HEADING: f64 = 10.0;
const ABOVE_PILL: f64 = 6.5;
const PILL_PADDING: f64 = 4.5;
const PILL_SIDE: f64 = 7.0;
const MAX_PILL_ROUND: f64 = 9.0;
/// The wanted number of visible givens.
const SHOWN: usize = 10;
/// The distance of the white from the fold, in points. It hides a fold that is slightly off.
const FOLD_GAP: f64 = 18.0;
/// The row and the column near which a digit is filled in.
const FOUND_AT: (usize, usize) = (7, 1);

/// The grid: its corner, the side of a cell, and the area of paper in which it is visible.
#[derive(Clone, Copy)]
struct NearGrid {
    corner: Point,
    cell: f64,
    paper: Area,
}

impl NearGrid {
    /// Returns the middle of a cell.
    fn centre(self, cell: Cell) -> Point {
        let (column, row) = (cell.column() as f64 + 0.5, cell.row() as f64 + 0.5);
        (self.corner.0 + column * self.cell, self.corner.1 + row * self.cell)
    }
}

/// The merit of a place for the badge, the lowest first: the givens under it, and how far the
/// number of visible givens is from the wanted one.
type BadgeRank = (usize, usize);

/// A badge and its centre.
struct PlacedBadge {
    badge: Badge,
    centre: Point,
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_closeup(&mut self) -> CoverResult<()> {
        if self.is_wide_front() {
            return self.draw_wide_closeup();
        }
        let (front, pixel) = (self.front, self.pixel());
        let foot = self.fit_foot()?;
        let room = self.above_foot(&foot);
        let padding = 2.0 * PILL_SIDE * pixel;
        let levels = self.fit_levels(room.width - padding, f64::INFINITY)?;
        let cap = cap_ratio(levels.style.faces, &levels.lines[0]) * levels.style.size;
        let high = cap + levels.height() + 2.0 * PILL_PADDING * pixel;
        let pill = Area { top: room.bottom() - high, height: high, ..room };
        let base = self.heading_form(CountStyle::Nothing);
        let form = HeadingForm { align: TextAlign::Middle, max_title: MAX_TITLE, ..base };
        let below = front.bottom() - pill.top + (ABOVE_PILL + ABOVE_HEADING) * pixel;
        let height = MAX_PANEL * front.height - below;
        let heading = self.fit_heading(Area { height, ..room }, form)?;
        let top = pill.top - ABOVE_PILL * pixel - heading.height();
        let panel_top = top - ABOVE_HEADING * pixel;
        let left = if self.sheet.spine.is_some() { front.left + FOLD_GAP } else { -OVERHANG };
        let width = self.sheet.width() + OVERHANG - left;
        let paper = Area { left, top: -OVERHANG, width, height: panel_top + OVERHANG };
        self.marks.push(paper.filled(self.colours.paper));
        let grid = self.near_grid(paper);
        let badge = self.place_badge(grid, heading.title_size);
        self.draw_near_grid(grid, Some(&badge));
        self.draw_badge(&badge.badge, self.badge_fill(self.colours.paper, &[]), badge.centre);
        self.draw_heading(heading, Area { top, ..room });
        let round = (high / 2.0).min(MAX_PILL_ROUND * pixel);
        let accent = self.colours.accent;
        self.fill_round(accent, pill, round);
        let dark = self.colours.on(accent, &[self.colours.ink, self.colours.paper]);
        let at = (pill.middle(), pill.top + PILL_PADDING * pixel + cap);
        self.write(dark, &levels, at, TextAlign::Middle);
        self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Draws the puzzle on the right of a wide front, and the heading beside it.
    fn draw_wide_closeup(&mut self) -> CoverResult<()> {
        let (front, live) = (self.front, self.front.inside(self.margin()));
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let before = self.marks.len();
        let height = live.height - WIDE_HEADING_FOOT * front.height;
        let heading = self.draw_wide_heading(Area { height, ..live })?;
        let text = self.marks.split_off(before);
        let left = heading.left - WIDE_GAP * self.pixel();
        let width = self.sheet.width() + OVERHANG - left;
        let paper = Area { left, top: -OVERHANG, width, height: self.sheet.height() + OVERHANG };
        self.marks.push(paper.filled(self.colours.paper));
        let top = front.top + WIDE_TOP * front.height;
        let cell = fill_rows(front.height / CELLS_ACROSS, self.band_top - top, 0.0).1;
        let corner = (left + WIDE_INSET * front.width, top);
        self.draw_near_grid(NearGrid { corner, cell, paper }, None);
        self.marks.extend(text);
        self.draw_foot_band(&foot);
        Ok(())
    }

    /// Returns the grid whose last row is above the lower edge of the paper. The upper edge of the
    /// front cuts it just above a line, never in the middle of digits.
    fn near_grid(&self, paper: Area) -> NearGrid {
        let front = self.front;
        let usual = front.width.min(front.height) / CELLS_ACROSS;
        let (_, cell) = fill_rows(usual, paper.bottom() - front.top, GRID_GAP);
        let top = paper.bottom() - (GRID_GAP + 9.0) * cell;
        NearGrid { corner: (front.left + GRID_INSET * front.width, top), cell, paper }
    }

    /// Returns the badge at the lower right of the paper, or as near to it as possible. It covers
    /// no given: the front shows another puzzle of the same level if need be.
    fn place_badge(&mut self, grid: NearGrid, limit: f64) -> PlacedBadge {
        let side = self.front.width.min(self.front.height);
        let mut best: Option<(BadgeRank, usize, PlacedBadge)> = None;
        for part in BADGE_SIDES {
            for puzzle in self.level_puzzles() {
                for placed in self.badge_places(grid, part * side, limit) {
                    let rank = self.badge_rank(puzzle, grid, &placed);
                    if best.as_ref().is_none_or(|(other, ..)| rank < *other) {
                        best = Some((rank, puzzle, placed));
                    }
                }
            }
            if best.as_ref().is_some_and(|(rank, ..)| rank.0 == 0) {
                break;
            }
        }
        let (_, puzzle, placed) = best.expect("the first place is free of conditions");
        self.front_puzzle = puzzle;
        placed
    }

    /// Returns the places of a badge of this size, the best first. The first always counts; the
    /// others end below the upper margin.
    fn badge_places(&self, grid: NearGrid, side: f64, limit: f64) -> Vec<PlacedBadge> {
        let (pixel, live) = (self.pixel(), self.front.inside(self.margin()));
        let step = BADGE_STEP * grid.cell;
        let mut places = Vec::new();
        for sum in 0..=MAX_BADGE_STEPS {
            for up in 0..=sum {
                let badge = self.badge(side, limit);
                let (wide, high) = badge.size;
                let x = live.right() + BADGE_ASIDE * pixel - wide / 2.0;
                let y = grid.paper.bottom() + BADGE_OVERLAP * pixel - high / 2.0;
                let centre = (x - (sum - up) as f64 * step, y - up as f64 * step);
                if places.is_empty() || centre.1 - high / 2.0 > live.top {
                    places.push(PlacedBadge { badge, centre });
                }
            }
        }
        places
    }

    /// Returns the merit of a badge on a puzzle.
    fn badge_rank(&self, puzzle: usize, grid: NearGrid, placed: &PlacedBadge) -> BadgeRank {
        let givens = *self.volume.classic_puzzle(puzzle).givens();
        let size = DIGIT_SIZE * grid.cell;
        let (mut under, mut hidden) = (0, 0);
        for cell in Cell::ALL.into_iter().filter(|&cell| givens[cell].is_some()) {
            let at = grid.centre(cell);
            under += usize::from(placed.badge.covers(placed.centre, at, size));
            hidden += usize::from(!self.is_near(grid, at));
        }
        let shown = givens.filled().count() - hidden;
        (under, shown.abs_diff(SHOWN))
    }

    /// Returns true if the middle of a cell is on the visible part of the grid.
    fn is_near(&self, grid: NearGrid, at: Point) -> bool {
        let half = grid.cell / 2.0;
        at.0 - half < grid.paper.right()
            && at.1 - half < grid.paper.bottom()
            && at.1 - half > self.front.top - CUT_PART * grid.cell
    }

    /// Draws the puzzle, cut by the edges. Every other block is tinted, and one empty cell shows
    /// its digit in handwriting.
    fn draw_near_grid(&mut self, grid: NearGrid, badge: Option<&PlacedBadge>) {
        self.draw_block_tints(grid);
        self.draw_near_lines(grid);
        let puzzle = self.volume.classic_puzzle(self.front_puzzle);
        let face = self.volume.setup.figures().strong.first();
        let figures = FigureType { face, size: DIGIT_SIZE * grid.cell };
        let mut given = Vec::new();
        let mut empty = Vec::new();
        for cell in Cell::ALL {
            let at = grid.centre(cell);
            if !self.is_near(grid, at) {
                continue;
            }
            if let Some(digit) = puzzle.givens()[cell] {
                given.push((digit, at));
            } else if badge.is_none_or(|on| !on.badge.covers(on.centre, at, figures.size)) {
                empty.push(cell);
            }
        }
        self.draw_figures(self.colours.ink, figures, given);
        let far =
            |cell: &Cell| cell.row().abs_diff(FOUND_AT.0) * 2 + cell.column().abs_diff(FOUND_AT.1);
        if let Some(found) = empty.into_iter().min_by_key(far) {
            let digit = puzzle.solution()[found];
            let mut shape = Vec::new();
            self.add_figure(&mut shape, written_digit(digit, grid.centre(found), figures.size, 1));
            self.fill(self.colours.figure, shape);
        }
    }

    /// Tints every other block.
    fn draw_block_tints(&mut self, grid: NearGrid) {
        let (right, bottom) = (grid.paper.right(), grid.paper.bottom());
        let tint = self.block_tint();
        let side = 3.0 * grid.cell;
        for block in (0..9_u8).filter(|block| block % 2 == 1) {
            let left = grid.corner.0 + f64::from(block % 3) * side;
            let start = grid.corner.1 + f64::from(block / 3) * side;
            let (mut far, mut low) = ((left + side).min(right), (start + side).min(bottom));
            if self.ends_in_bleed((far, low)) {
                (far, low) = (right, bottom);
            }
            let top = start.max(grid.paper.top);
            let tinted = Area { left, top, width: far - left, height: low - top };
            // Leave out a sliver at the edge, which would be a line too thin to print.
            if tinted.width > MIN_TINT && tinted.height > MIN_TINT {
                self.marks.push(tinted.filled(tint));
            }
        }
    }

    /// Draws the lines of the grid as far as the paper is visible.
    fn draw_near_lines(&mut self, grid: NearGrid) {
        let NearGrid { corner, cell, paper } = grid;
        let [thin, block] = [THIN, BLOCK].map(|part| (part * cell).max(MIN_LINE));
        let style = GridStyle { shape: GridShape::Nine, cell, digit: DIGIT_SIZE, thin, block };
        let start = (corner.0 - block / 2.0, corner.1 - block / 2.0);
        let (right, bottom) = (paper.right(), paper.bottom());
        let mut lines = Vec::new();
        for (from, to, width) in style.lines() {
            let from = (start.0 + from.0, (start.1 + from.1).max(paper.top));
            let to = ((start.0 + to.0).min(right), (start.1 + to.1).min(bottom));
            let half = width / 2.0;
            let end = if from.0 == to.0 { (from.0 + half, 0.0) } else { (0.0, from.1 + half) };
            let is_above = from.1 >= to.1 && from.1 <= self.front.top + MIN_TINT;
            if from.0 < right && from.1 < bottom && !is_above && !self.ends_in_bleed(end) {
                lines.push(DrawOp::Line { from, to, width });
            }
        }
        self.paint(self.colours.ink, lines);
    }

    /// Returns the pale tint of blocks on paper.
    fn block_tint(&self) -> Colour {
        if self.colours.figure == self.colours.ink {
            return Colour::Grey(0.9);
        }
        self.colour_of([0xff, 0xf0, 0xc2])
    }
}

/// Returns the number of rows that fill a room, and the side of a cell near the usual one. A gap at
/// one end and a part of a cut row at the other belong to the room.
fn fill_rows(usual: f64, room: f64, gap: f64) -> (f64, f64) {
    let rows = (room / usual - gap - CUT_PART).round().clamp(1.0, 8.0);
    (rows, room / (gap + rows + CUT_PART))
}
