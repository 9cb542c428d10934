//! The front *closeup*: a puzzle of the book so near that the edges cut it, and below it title,
//! word and levels on a strong colour.

use super::{
    Area, Badge, Colour, CountStyle, Cover, CoverResult, DrawOp, GridShape, Heading, HeadingForm,
    OVERHANG, Point, TextAlign, TextLines, cap_ratio,
};
use page::GridStyle;

/// The number of cells across the width: this one, and this part of the cells of a row. On a wide
/// front it is multiplied and counts across the height. The left edge of the grid as a fraction of
/// the width.
const CELLS_ACROSS: (f64, f64) = (2.68, 0.28);
const WIDE_CELLS: f64 = 1.27;
const GRID_INSET: f64 = 0.115;
/// The width of the paper of a wide front, as a fraction of it.
const WIDE_PAPER: f64 = 0.47;
/// The space between the grid and the coloured part, and the visible part of the row that an edge
/// cuts, in cells.
const GRID_GAP: f64 = 0.32;
const CUT_PART: f64 = 0.14;
/// The type size of digits, as a fraction of a cell, and the widths of lines.
const DIGIT_SIZE: f64 = 0.66;
/// The distance from the middle of a digit to its edge with some space, in type sizes.
const DIGIT_REACH: f64 = 0.45;
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
/// The space beside the words of a wide front, in pixels.
const WIDE_GAP: f64 = 7.0;
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
/// The maximum type size of the levels, in sizes of the title.
const MAX_LEVELS: f64 = 0.8;
const PILL_SIDE: f64 = 7.0;
/// The space between the pill and the tile with the number of the volume, in pixels.
const BESIDE_PILL: f64 = 5.0;
const MAX_PILL_ROUND: f64 = 9.0;
/// The wanted number of visible givens.
const SHOWN: usize = 10;
/// The distance of the white from the fold, in points. It hides a fold that is slightly off.
const FOLD_GAP: f64 = 18.0;
/// The row, counted from the foot, and the column near which a digit is filled in.
const FOUND_AT: (usize, usize) = (2, 1);

/// The grid: its corner, the side of a cell, and the area of paper in which it is visible.
#[derive(Clone, Copy)]
struct NearGrid {
    shape: GridShape,
    corner: Point,
    cell: f64,
    paper: Area,
}

impl NearGrid {
    /// Returns the middle of a cell.
    fn centre(self, cell: usize) -> Point {
        let (row, column) = (cell / self.shape.side(), cell % self.shape.side());
        let [x, y] = [column, row].map(|place| (place as f64 + 0.5) * self.cell);
        (self.corner.0 + x, self.corner.1 + y)
    }
}

/// The words beside the paper: the heading, the levels, the height of their pill, the side of the
/// tile at its right, which may be 0, and the top of the heading.
struct CloseupWords {
    heading: Heading,
    levels: TextLines,
    pill: f64,
    tile: f64,
    top: f64,
}

/// Returns the height of the capitals of the first line of the levels.
fn levels_cap(levels: &TextLines) -> f64 {
    cap_ratio(levels.style.faces, &levels.lines[0]) * levels.style.size
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
    /// Draws the front: the paper above the words, or on their left if the front is wide.
    pub(super) fn draw_closeup(&mut self) -> CoverResult<()> {
        let (front, foot) = (self.front, self.fit_foot()?);
        let is_wide = self.is_wide_front();
        if is_wide {
            self.set_band(&foot);
        }
        let live = self.above_foot(&foot);
        let left = if self.sheet.spine.is_some() { front.left + FOLD_GAP } else { -OVERHANG };
        let mut room = live;
        if is_wide {
            room.left = front.left + WIDE_PAPER * front.width + WIDE_GAP * self.pixel();
            room.width = live.right() - room.left;
        }
        let words = self.fit_closeup_words(room)?;
        let mut paper = Area { left, top: -OVERHANG, width: 0.0, height: 0.0 };
        if is_wide {
            paper.width = front.left + WIDE_PAPER * front.width - left;
            // Without a band the paper reaches the edge of the sheet.
            let has_band = self.band_top < front.bottom();
            let end = if has_band { self.band_top } else { self.sheet.height() + OVERHANG };
            paper.height = end - paper.top;
        } else {
            paper.width = self.sheet.width() + OVERHANG - left;
            paper.height = words.top - ABOVE_HEADING * self.pixel() - paper.top;
        }
        self.marks.push(paper.filled(self.colours.paper));
        let grid = self.near_grid(paper);
        let badge = self.place_badge(grid, words.heading.title_size);
        self.draw_near_grid(grid, &badge);
        self.draw_badge(&badge.badge, self.badge_fill(self.colours.paper, &[]), badge.centre);
        self.draw_closeup_words(words, room);
        if is_wide {
            self.draw_foot_band(&foot);
        } else {
            self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        }
        Ok(())
    }

    /// Fits the heading and the levels on a pill into a room: at its foot, or in the middle of a
    /// wide front.
    fn fit_closeup_words(&self, room: Area) -> CoverResult<CloseupWords> {
        let (front, pixel) = (self.front, self.pixel());
        // A wide front has the tile at its foot.
        let tile = self.volume_tile_side().filter(|_| !self.is_wide_front()).unwrap_or(0.0);
        let beside = if tile > 0.0 { tile + BESIDE_PILL * pixel } else { 0.0 };
        let width = room.width - beside - 2.0 * PILL_SIDE * pixel;
        let mut levels = self.fit_levels(width, f64::INFINITY)?;
        let mut below = ABOVE_PILL * pixel + self.pill_height(&levels).max(tile);
        let base = self.heading_form(CountStyle::Nothing);
        let form = HeadingForm { align: TextAlign::Middle, max_title: MAX_TITLE, ..base };
        let mut height = room.height - below;
        if !self.is_wide_front() {
            let foot = front.bottom() - room.bottom();
            height = MAX_PANEL * front.height - foot - below - ABOVE_HEADING * pixel;
        }
        let heading = self.fit_heading(Area { height, ..room }, form)?;
        let limit = MAX_LEVELS * heading.title_size;
        if levels.style.size > limit {
            levels = self.fit_levels(width, limit)?;
            below = ABOVE_PILL * pixel + self.pill_height(&levels).max(tile);
        }
        let pill = self.pill_height(&levels).max(tile);
        let free = room.height - heading.height() - below;
        let top = room.top + if self.is_wide_front() { free / 2.0 } else { free };
        Ok(CloseupWords { heading, levels, pill, tile, top })
    }

    /// Returns the height of the pill around the levels.
    fn pill_height(&self, levels: &TextLines) -> f64 {
        levels_cap(levels) + levels.height() + 2.0 * PILL_PADDING * self.pixel()
    }

    /// Draws the words in a room.
    fn draw_closeup_words(&mut self, words: CloseupWords, room: Area) {
        let CloseupWords { heading, levels, pill, tile, top } = words;
        let pixel = self.pixel();
        let below = top + heading.height() + ABOVE_PILL * pixel;
        self.draw_heading(heading, room.with_top(top));
        let beside = if tile > 0.0 { tile + BESIDE_PILL * pixel } else { 0.0 };
        let pill = Area { top: below, height: pill, width: room.width - beside, ..room };
        let round = (pill.height / 2.0).min(MAX_PILL_ROUND * pixel);
        let accent = self.colours.accent;
        self.fill_round(accent, pill, round);
        let dark = self.colours.on(accent, &[self.colours.ink, self.colours.paper]);
        let free = pill.height - self.pill_height(&levels);
        let above = free / 2.0 + PILL_PADDING * pixel + levels_cap(&levels);
        self.write(dark, &levels, (pill.middle(), pill.top + above), TextAlign::Middle);
        if tile > 0.0 {
            let tile = Area { left: room.right() - tile, width: tile, ..pill };
            self.draw_number_tile(tile, accent, round);
        }
    }

    /// Returns the grid whose last row is above the lower edge of the paper, and on a wide front
    /// its last column beside the right edge. The upper edge of the front, or the left edge of the
    /// paper, cuts it just before a line, never in the middle of digits.
    fn near_grid(&self, paper: Area) -> NearGrid {
        let (front, shape) = (self.front, self.volume.shape(self.front_puzzle));
        let side = shape.side() as f64;
        let across = CELLS_ACROSS.0 + CELLS_ACROSS.1 * side;
        let (usual, room) = if self.is_wide_front() {
            let left = paper.left.max(front.left);
            (front.height / (WIDE_CELLS * across), paper.right() - left)
        } else {
            (front.width.min(front.height) / across, paper.bottom() - front.top)
        };
        let rows = (room / usual - GRID_GAP - CUT_PART).round().clamp(1.0, side - 1.0);
        let cell = room / (GRID_GAP + rows + CUT_PART);
        let whole = (GRID_GAP + side) * cell;
        let bottom = paper.bottom().min(front.bottom());
        let left = if self.is_wide_front() {
            paper.right() - whole
        } else {
            front.left + GRID_INSET * front.width
        };
        NearGrid { shape, corner: (left, bottom - whole), cell, paper }
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
                let right = grid.paper.right().min(live.right() + BADGE_ASIDE * pixel);
                let x = right - wide / 2.0;
                let mut low = grid.paper.bottom().min(live.bottom());
                if let Some(tile) = self.foot_tile {
                    low = low.min(tile.top - 2.0 * BADGE_OVERLAP * pixel);
                }
                let y = low + BADGE_OVERLAP * pixel - high / 2.0;
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
        let givens = self.volume.puzzle(puzzle).givens();
        let size = DIGIT_SIZE * grid.cell;
        let (mut under, mut hidden) = (0, 0);
        for (cell, _) in givens.filled() {
            let at = grid.centre(cell);
            let is_under_tile = self.foot_tile.is_some_and(|tile| {
                let around = tile.inside(-DIGIT_REACH * size);
                (around.left..around.right()).contains(&at.0)
                    && (around.top..around.bottom()).contains(&at.1)
            });
            let is_covered = is_under_tile || placed.badge.covers(placed.centre, at, size);
            under += usize::from(is_covered);
            hidden += usize::from(!self.is_near(grid, at));
        }
        let shown = givens.filled_count() - hidden;
        (under, shown.abs_diff(SHOWN))
    }

    /// Returns true if the middle of a cell is on the visible part of the grid.
    fn is_near(&self, grid: NearGrid, at: Point) -> bool {
        let half = grid.cell / 2.0;
        at.0 - half < grid.paper.right()
            && at.0 - half > grid.paper.left - CUT_PART * grid.cell
            && at.1 - half < grid.paper.bottom()
            && at.1 - half > self.front.top - CUT_PART * grid.cell
    }

    /// Draws the puzzle, cut by the edges. Every other block is tinted, and one empty cell shows
    /// its digit in handwriting.
    fn draw_near_grid(&mut self, grid: NearGrid, badge: &PlacedBadge) {
        self.draw_block_tints(grid);
        self.draw_near_lines(grid);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let face = self.volume.setup.figures().strong.first();
        let figures = puzzle.figures(face, DIGIT_SIZE * grid.cell);
        let mut given = Vec::new();
        let mut empty = Vec::new();
        for cell in 0..grid.shape.cell_count() {
            let at = grid.centre(cell);
            if !self.is_near(grid, at) {
                continue;
            }
            if let Some(sign) = puzzle.given(cell) {
                given.push((sign, at));
            } else if !badge.badge.covers(badge.centre, at, figures.size) {
                empty.push(cell);
            }
        }
        self.draw_figures(self.colours.ink, figures, given);
        let side = grid.shape.side();
        let found = empty.into_iter().min_by_key(|cell| {
            let (row, column) = (cell / side, cell % side);
            row.abs_diff(side - FOUND_AT.0) * 2 + column.abs_diff(FOUND_AT.1)
        });
        if let Some(found) = found {
            let mut shape = Vec::new();
            self.add_figure(
                &mut shape,
                figures.written(puzzle.found(found), grid.centre(found), 1),
            );
            self.fill(self.colours.figure, shape);
        }
    }

    /// Tints every other block.
    fn draw_block_tints(&mut self, grid: NearGrid) {
        let (right, bottom) = (grid.paper.right(), grid.paper.bottom());
        let tint = self.block_tint();
        let (columns, rows) = (grid.shape.block_columns(), grid.shape.block_rows());
        let (width, height) = (columns as f64 * grid.cell, rows as f64 * grid.cell);
        // There are as many blocks in a row as rows in a block.
        for block in (0..rows * columns).filter(|block| (block / rows + block % rows) % 2 == 1) {
            let from = grid.corner.0 + (block % rows) as f64 * width;
            let start = grid.corner.1 + (block / rows) as f64 * height;
            let (mut far, mut low) = ((from + width).min(right), (start + height).min(bottom));
            if self.ends_in_bleed((far, low)) {
                (far, low) = (right, bottom);
            }
            let (left, top) = (from.max(grid.paper.left), start.max(grid.paper.top));
            let tinted = Area { left, top, width: far - left, height: low - top };
            // Leave out a sliver at the edge, which would be a line too thin to print.
            if tinted.width > MIN_TINT && tinted.height > MIN_TINT {
                self.marks.push(tinted.filled(tint));
            }
        }
    }

    /// Draws the lines of the grid as far as the paper is visible.
    fn draw_near_lines(&mut self, grid: NearGrid) {
        let NearGrid { shape, corner, cell, paper } = grid;
        let [thin, block] = [THIN, BLOCK].map(|part| (part * cell).max(MIN_LINE));
        let style = GridStyle { shape, cell, digit: DIGIT_SIZE, thin, block };
        let start = (corner.0 - block / 2.0, corner.1 - block / 2.0);
        let (right, bottom) = (paper.right(), paper.bottom());
        let mut lines = Vec::new();
        for (from, to, width) in style.lines() {
            let from = ((start.0 + from.0).max(paper.left), (start.1 + from.1).max(paper.top));
            let to = ((start.0 + to.0).min(right), (start.1 + to.1).min(bottom));
            let half = width / 2.0;
            let end = if from.0 == to.0 { (from.0 + half, 0.0) } else { (0.0, from.1 + half) };
            let is_above = from.1 >= to.1 && from.1 <= self.front.top + MIN_TINT;
            let is_before = from.0 >= to.0 && from.0 <= paper.left.max(self.front.left) + MIN_TINT;
            let is_outside = is_above || is_before || from.0 >= right || from.1 >= bottom;
            if !is_outside && !self.ends_in_bleed(end) {
                lines.push(DrawOp::Line { from, to, width });
            }
        }
        self.paint(self.colours.ink, lines);
    }

    /// Returns the pale tint of blocks on paper.
    pub(super) fn block_tint(&self) -> Colour {
        if self.colours.figure == self.colours.ink {
            return Colour::Grey(0.9);
        }
        self.colour_of([0xff, 0xf0, 0xc2])
    }
}
