//! The front *pencil*: a puzzle of the book on a sheet of paper that lies askew, begun, with the pencil on it.

use super::heading::{Count, HEADING, Heading};
use super::{Area, Cover};
use crate::book::error::CoverError;
use crate::book::page::{Colour, Mark, Point};
use crate::book::typesetting::{Face, Step};
use crate::sudoku::grid::{Cell, Digit};

/// Cosine and sine of the angle of the sheet: 9 degrees. Numbers, because results differ between platforms.
const TURN: (f64, f64) = (0.987_688, 0.156_434);
/// Cosine and sine of the angle of the pencil below the horizontal: 49 degrees.
const FALL: (f64, f64) = (0.656_059, 0.754_710);
/// The side of a cell, as a fraction of the width; the margin of the sheet in cells.
const CELL: f64 = 0.136;
const MARGIN: f64 = 0.34;
/// How far the shadow of the sheet is moved, in cells.
const SHADOW: f64 = 0.11;
/// Digits that are found, and the type size of digits as a fraction of the cell.
const FOUND: usize = 6;
const DIGIT: f64 = 0.66;

/// The sheet of paper: where its grid begins, and the side of a cell.
#[derive(Clone, Copy)]
struct Sheet {
    corner: Point,
    cell: f64,
}

impl Sheet {
    /// A point of the sheet, in cells from the corner of the grid.
    fn at(self, (x, y): Point) -> Point {
        let (x, y) = (x * self.cell, y * self.cell);
        (self.corner.0 + x * TURN.0 + y * TURN.1, self.corner.1 - x * TURN.1 + y * TURN.0)
    }

    /// The corners of a rectangle on the sheet.
    fn area(self, (left, top): Point, (right, bottom): Point) -> Vec<Point> {
        [(left, top), (right, top), (right, bottom), (left, bottom)]
            .map(|point| self.at(point))
            .to_vec()
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn pencil_front(&mut self) -> Result<(), CoverError> {
        let (face, margin, pixel) = (self.face, self.margin(), self.pixel());
        let is_wide = self.is_wide_front();
        let live = face.inside(margin);
        // Below what is drawn here, in the order of the marks, comes the heading: its height is not known before.
        let before = self.marks.len();
        let (cell, left, blocks) = match is_wide {
            true => {
                let height = live.height - 0.1 * face.height;
                let room = self.wide_heading(Area { height, ..live })?;
                (0.155 * face.height, room.left + 2.0 * pixel, Vec::new())
            }
            false => {
                let height = (0.52 * face.height - margin).max(HEADING * pixel);
                let blocks =
                    self.heading(Area { height, ..live }, Heading::with(Count::Stacked))?;
                (CELL * face.width, face.left + 0.055 * face.width, blocks)
            }
        };
        let text = self.marks.split_off(before);
        let top = match is_wide {
            true => face.top + 0.16 * face.height,
            false => {
                // The upper edge of the sheet rises to the right, and keeps clear of each line.
                let below = blocks
                    .iter()
                    .map(|(right, bottom)| bottom + 6.5 * pixel + (right - left) * TURN.1 / TURN.0);
                below.fold(face.top + 0.3 * face.height, f64::max)
            }
        };
        let pad = MARGIN * cell;
        let corner = (left + pad * (TURN.0 + TURN.1), top + pad * (TURN.0 - TURN.1));
        let sheet = Sheet { corner, cell };
        self.paper(sheet);
        // The point rests in the middle of what is seen of the sheet.
        let column = if is_wide { 2 } else { 4 };
        let seen = 0.88 * face.height + face.top - sheet.at((f64::from(column) + 0.5, 0.0)).1;
        let row = (0.5 * seen / cell).clamp(0.0, 3.0) as i64;
        let tip = self.pencil_cell((row, i64::from(column)));
        self.digits(sheet, tip);
        self.pencil(sheet.at((tip.column() as f64 + 0.42, tip.row() as f64 + 0.6)));
        self.marks.extend(text);
        self.foot_band()
    }

    /// The sheet of paper with its shadow and its lines.
    fn paper(&mut self, sheet: Sheet) {
        let (far, low) = (9.0 + MARGIN, 12.0 + MARGIN);
        let shadow = sheet.area((-MARGIN - SHADOW, SHADOW - MARGIN), (far, low));
        self.polygon(self.shadow(), shadow);
        self.polygon(self.colours.paper, sheet.area((-MARGIN, -MARGIN), (far, low)));
        let mut lines = Vec::new();
        for bold in [false, true] {
            let width = sheet.cell * if bold { 0.075 } else { 0.026 };
            let width = width.max(0.8);
            let over = if bold { width / sheet.cell / 2.0 } else { 0.0 };
            for i in (0..=9).filter(|i| (i % 3 == 0) == bold) {
                let n = f64::from(i);
                for (from, to) in [((n, -over), (n, 9.0 + over)), ((-over, n), (9.0 + over, n))] {
                    let (from, mut to) = (sheet.at(from), sheet.at(to));
                    let is_across = from.1 > to.1;
                    if is_across && self.ends_in_bleed((0.0, from.1)) {
                        continue;
                    }
                    // A line that would end in the bleed goes on.
                    let along = ((to.0 - from.0) / 9.0, (to.1 - from.1) / 9.0);
                    while self.ends_in_bleed((to.0, if is_across { 0.0 } else { to.1 })) {
                        to = (to.0 + along.0, to.1 + along.1);
                    }
                    lines.push(Mark::Line { from, to, width });
                }
            }
        }
        self.tone(self.colours.ink, lines);
    }

    /// The colour of shadows on the ground.
    pub(super) fn shadow(&self) -> Colour {
        let dark = |part: f64| part * 0.72;
        match self.colours.ground {
            Colour::Grey(light) if light < 0.3 => Colour::Grey(0.32),
            Colour::Grey(light) => Colour::Grey(dark(light)),
            Colour::Rgb(parts) => Colour::Rgb(parts.map(dark)),
            Colour::Cmyk([c, m, y, k]) => Colour::Cmyk([c, m, y, (k + 0.28 * (1.0 - k)).min(1.0)]),
        }
    }

    /// The empty cell on which the pencil rests: the nearest to a row and a column.
    fn pencil_cell(&self, wanted: (i64, i64)) -> Cell {
        let givens = self.volume.puzzles[self.shown[0]].givens();
        let far = |cell: &Cell| {
            let (row, column) = (cell.row() as i64 - wanted.0, cell.column() as i64 - wanted.1);
            (2 * row * row + column * column, cell.index())
        };
        let empty = Cell::ALL.into_iter().filter(|&cell| givens[cell].is_none());
        empty.min_by_key(far).unwrap_or(Cell::at(3, 4))
    }

    /// The givens, and some digits that are found, by pencil.
    fn digits(&mut self, sheet: Sheet, tip: Cell) {
        let puzzle = &self.volume.puzzles[self.shown[0]];
        let face = self.volume.figures().strong.first();
        let mut given = Vec::new();
        for (cell, digit) in puzzle.givens().filled() {
            self.askew(&mut given, face, (cell, digit), sheet);
        }
        let empty = Cell::ALL.into_iter().filter(|&cell| {
            let is_before = cell.row() < 3 && cell.column() < 6;
            is_before && puzzle.givens()[cell].is_none() && cell != tip
        });
        let mut found = Vec::new();
        // Not all of a row: a solver jumps about.
        let jumping = empty.enumerate().filter(|(n, _)| n % 4 != 3).map(|(_, cell)| cell);
        for cell in jumping.take(FOUND) {
            self.askew(&mut found, face, (cell, puzzle.solution()[cell]), sheet);
        }
        self.shape(self.colours.ink, given);
        self.shape(self.colours.figure, found);
    }

    /// Adds the outline of a digit, turned with the sheet.
    fn askew(&self, shape: &mut Vec<Step>, face: Face, (cell, digit): (Cell, Digit), sheet: Sheet) {
        let middle = (cell.column() as f64 + 0.5, cell.row() as f64 + 0.5);
        self.figure_on(shape, (face, digit), (middle, DIGIT), |point| sheet.at(point));
    }

    /// The pencil, from its point down to the right, past the edge.
    fn pencil(&mut self, mut tip: Point) {
        let face = self.face;
        let half = 0.042 * face.width.min(0.8 * face.height);
        let cone = 2.7 * half;
        // The wood does not end in the bleed.
        let wood = |tip: Point| {
            let far = (1.12 * cone * FALL.0 + half * FALL.1, 1.12 * cone * FALL.1 + half * FALL.0);
            (tip.0 + far.0, tip.1 + far.1)
        };
        while self.ends_in_bleed(wood(tip)) {
            tip = (tip.0 - 3.0, tip.1 - 2.0);
        }
        let long = 1.6 * face.width.max(face.height);
        // Along the pencil, and across it.
        let at = |along: f64, across: f64| {
            (tip.0 + along * FALL.0 - across * FALL.1, tip.1 + along * FALL.1 + across * FALL.0)
        };
        let paint = |rgb| self.drawn(rgb);
        let [light, amber, dark] =
            [[0xff, 0xc0, 0x4a], [0xf5, 0x9a, 0x1c], [0xd9, 0x7c, 0x0e]].map(paint);
        let [wood, lead] = [[0xf6, 0xd9, 0xaa], [0x2b, 0x2b, 0x2e]].map(paint);
        let grey = paint([0xcb, 0xc6, 0xbb]);
        let stripe =
            |from: f64, to: f64| vec![at(cone, from), at(long, from), at(long, to), at(cone, to)];
        let shade = 0.9 * half;
        let low = |(x, y): Point| (x - 0.35 * shade, y + shade);
        let body =
            vec![at(0.0, 0.0), at(cone, -half), at(long, -half), at(long, half), at(cone, half)];
        let third = half / 3.0;
        for (colour, points) in [
            (grey, body.into_iter().map(low).collect()),
            (dark, stripe(third, half)),
            (amber, stripe(-third, third)),
            (light, stripe(-half, -third)),
            (
                wood,
                vec![
                    at(0.0, 0.0),
                    at(cone, -half),
                    at(1.12 * cone, -third * 2.0),
                    at(cone, -third),
                    at(1.12 * cone, 0.0),
                    at(cone, third),
                    at(1.12 * cone, third * 2.0),
                    at(cone, half),
                ],
            ),
            (lead, vec![at(0.0, 0.0), at(0.3 * cone, -0.3 * half), at(0.3 * cone, 0.3 * half)]),
        ] {
            self.polygon(colour, points);
        }
    }
}
