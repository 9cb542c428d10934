//! A strip across the back with the drawing of the front: a row of its puzzle on paper, two rows as
//! tiles, or the beams of light that cross there.

use super::PART_GAP;
use super::facts::sentences_height;
use crate::front::FrontPuzzle;
use crate::{Area, Cover, CoverResult, DrawOp, NEAR_TRIM, OVERHANG, Point};
use book::CoverDesign;

/// The number of cells of a row that are seen; the row begins beyond the outer edge.
const SEEN_CELLS: f64 = 6.4;
/// The minimum side of a cell in units, and the part of a room that the strip takes at most.
const MIN_CELL: f64 = 1.6;
const MAX_HEIGHT: f64 = 0.5;
/// The size of a digit and the widths of lines, as fractions of a cell; the minimum width of a line
/// in points.
const DIGIT: f64 = 0.74;
const THIN: f64 = 0.02;
const BLOCK: f64 = 0.055;
const MIN_LINE: f64 = 0.76;
/// The padding of the paper around the row, as a fraction of a cell.
const PAPER: f64 = 0.16;
/// The number of rows of tiles.
const TILE_ROWS: usize = 2;
/// The place of the column of light, as a fraction of the live area.
const BEAM: f64 = 0.8;

/// Rows of a puzzle that end at the right of a place and begin beyond the outer edge of the back.
struct StripRows<'a> {
    puzzle: FrontPuzzle<'a>,
    /// The first row, and the number of rows.
    rows: (usize, usize),
    /// The upper right corner, and the side of a cell.
    corner: Point,
    cell: f64,
    /// The left end of whole cells.
    left: f64,
}

impl StripRows<'_> {
    /// Returns the cells that are wholly seen, and their middles.
    fn cells(&self) -> Vec<(usize, Point)> {
        let mut cells = Vec::new();
        for row in 0..self.rows.1 {
            for column in self.seen_columns() {
                let x = self.edge(column) + self.cell / 2.0;
                let y = self.corner.1 + (row as f64 + 0.5) * self.cell;
                cells.push(((self.rows.0 + row) * self.puzzle.side() + column, (x, y)));
            }
        }
        cells
    }

    /// Returns the columns that are wholly seen.
    fn seen_columns(&self) -> impl Iterator<Item = usize> {
        (0..self.puzzle.side()).filter(|column| self.edge(*column) > self.left)
    }

    /// Returns the left edge of a column.
    fn edge(&self, column: usize) -> f64 {
        self.corner.0 - (self.puzzle.side() - column) as f64 * self.cell
    }
}

impl<'a> Cover<'a> {
    /// Draws the numbers at the foot of a room, and above them the strip and the sentences that
    /// have room. `behind` is the number of marks that lie behind everything on the back.
    pub(super) fn draw_strip_and_facts(&mut self, room: Area, behind: usize) -> CoverResult<()> {
        let room = self.draw_number_row(room, 0.0)?;
        let gap = PART_GAP * self.unit;
        let widest = (room.right() - self.sheet.rules.bleed) / SEEN_CELLS;
        let is_tiled = matches!(self.design, CoverDesign::Tiles | CoverDesign::Letters);
        let rows = if is_tiled { TILE_ROWS } else { 1 };
        let high = if is_tiled { rows as f64 } else { 1.0 + 2.0 * PAPER };
        let cell = widest.min(MAX_HEIGHT * room.height / high);
        let height = high * cell;
        if cell < MIN_CELL * self.unit {
            return self.draw_sentences(room);
        }
        let facts = self.fit_sentences(room.width, room.height - height - gap)?;
        let text = sentences_height(&facts);
        let parts = if facts.is_empty() { 2.0 } else { 3.0 };
        let free = (room.height - height - text) / parts;
        self.draw_bullets(&facts, room);
        let top = room.top + text + free * (parts - 1.0);
        let place = Area { top, height, ..room };
        match self.design {
            CoverDesign::Puzzle | CoverDesign::Lesson => self.draw_back_beams(place, behind),
            _ if is_tiled => {
                let rows = self.strip_rows(place, cell, rows);
                self.draw_tiles(&rows.puzzle, rows.cells(), cell, DIGIT);
            }
            _ => self.draw_paper_row(&self.strip_rows(place, cell, rows), place),
        }
        Ok(())
    }

    /// Returns the fullest rows of the puzzle on the front, in the middle of a place.
    fn strip_rows(&self, place: Area, cell: f64, count: usize) -> StripRows<'a> {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let side = puzzle.side();
        let cells = |row: usize| row * side..(row + count) * side;
        let givens = |row| cells(row).filter(|&cell| puzzle.given(cell).is_some()).count();
        let first = (0..=side - count).rev().max_by_key(|&row| givens(row)).unwrap_or(0);
        let top = place.top + (place.height - count as f64 * cell) / 2.0;
        let left = self.sheet.rules.bleed + NEAR_TRIM;
        StripRows { puzzle, rows: (first, count), corner: (place.right(), top), cell, left }
    }

    /// Draws beams of light across the whole back, which cross at a digit that is found.
    fn draw_back_beams(&mut self, place: Area, behind: usize) {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let middle = place.at((BEAM, 0.5));
        let cell = Area::square(middle, place.height / (1.0 + 2.0 * PAPER));
        let fold = self.sheet.rules.bleed + self.front.width;
        let back = Area { left: 0.0, top: 0.0, width: fold, height: self.sheet.height() };
        let before = self.marks.split_off(behind);
        self.draw_beams(back.inside(-OVERHANG), cell, self.colours.shade);
        self.marks.extend(before);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.marks.push(cell.filled(fill));
        let empty = (0..puzzle.shape().cell_count()).find(|cell| puzzle.given(*cell).is_none());
        let figures = puzzle.figures(self.small_type().first(), DIGIT * cell.height);
        let steps = figures.written(puzzle.found(empty.unwrap_or(0)), middle, 1);
        self.fill(self.number_on(fill), steps);
    }

    /// Draws a row of a puzzle on paper that bleeds off the outer edge. What is not given is filled
    /// in by hand.
    fn draw_paper_row(&mut self, row: &StripRows, place: Area) {
        let width = place.right() + PAPER * row.cell + OVERHANG;
        let paper = Area { left: -OVERHANG, width, ..place };
        self.marks.push(paper.filled(self.colours.paper));
        self.draw_row_lines(row);
        let figures = row.puzzle.figures(self.small_type().first(), DIGIT * row.cell);
        let (mut given, mut found) = (Vec::new(), Vec::new());
        for (turn, (cell, middle)) in row.cells().into_iter().enumerate() {
            match row.puzzle.given(cell) {
                Some(sign) => given.push((sign, middle)),
                None => found.extend(figures.written(row.puzzle.found(cell), middle, turn)),
            }
        }
        self.draw_figures(self.colours.ink, figures, given);
        self.fill(self.colours.figure, found);
    }

    /// Draws the lines around the cells of a row, stronger between blocks.
    fn draw_row_lines(&mut self, row: &StripRows) {
        let block = row.puzzle.shape().block_columns();
        let [thin, thick] = [THIN, BLOCK].map(|part| (part * row.cell).max(MIN_LINE));
        let (right, top) = row.corner;
        let bottom = top + row.cell;
        let mut lines = Vec::new();
        for y in [top, bottom] {
            let (from, to) = ((-OVERHANG, y), (right + thick / 2.0, y));
            lines.push(DrawOp::Line { from, to, width: thick });
        }
        for column in row.seen_columns().chain([row.puzzle.side()]) {
            let x = row.edge(column);
            let width = if column % block == 0 { thick } else { thin };
            lines.push(DrawOp::Line { from: (x, top), to: (x, bottom), width });
        }
        self.paint(self.colours.ink, lines);
    }
}
