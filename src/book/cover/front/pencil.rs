//! The front *pencil*: a puzzle of the book on a sheet of paper that lies askew, begun, with the pencil on it.

use super::heading::HEADING;
use super::{
    Area, Cell, Colour, Count, Cover, CoverResult, Digit, DrawOp, Face, Heading, PathEl, Point,
};
use crate::book::draw::GridStyle;

/// Cosine and sine of the angle of the sheet: 9 degrees. Numbers, because results differ between platforms.
const TURN: (f64, f64) = (0.987_688, 0.156_434);
/// Cosine and sine of the angle of the pencil below the horizontal: 49 degrees, and others where givens would lie below
/// it. Each is also taken the other way round.
const FALLS: [Point; 4] = [
    (0.656_059, 0.754_710),
    (0.544_639, 0.838_671),
    (0.422_618, 0.906_308),
    (0.292_372, 0.956_305),
];
/// How much of the pencil is seen, in cells: where there is a choice, and at least.
const SEEN: f64 = 2.2;
const LEAST_SEEN: f64 = 0.6;
/// How far a digit reaches from the middle of its cell, in cells.
const REACH: f64 = 0.28;
/// The side of a cell, as a fraction of the width; the margin of the sheet in cells.
const CELL: f64 = 0.136;
const MARGIN: f64 = 0.34;
/// How far the shadow of the sheet is moved, in cells.
const SHADOW: f64 = 0.11;
/// Digits that are found, and the type size of digits as a fraction of the cell.
const FOUND: usize = 6;
const DIGIT: f64 = 0.66;

/// A third of half the width of the pencil, the width of a stripe.
const THIRD: f64 = 1.0 / 3.0;
/// The corners of the sharpened wood and of the lead, in lengths of the wood and halves of the pencil's width.
#[rustfmt::skip]
const WOOD: [Point; 8] = [
    (0.0, 0.0), (1.0, -1.0), (1.12, -2.0 * THIRD), (1.0, -THIRD),
    (1.12, 0.0), (1.0, THIRD), (1.12, 2.0 * THIRD), (1.0, 1.0),
];
const LEAD: [Point; 3] = [(0.0, 0.0), (0.3, -0.3), (0.3, 0.3)];

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
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        corners.map(|point| self.at(point)).to_vec()
    }
}

/// The pencil: its point, the direction in which it goes on, half of its width, and where its body begins and ends.
struct Pencil {
    tip: Point,
    fall: Point,
    half: f64,
    cone: f64,
    long: f64,
}

impl Pencil {
    /// A point along the pencil, and across it.
    fn at(&self, along: f64, across: f64) -> Point {
        let (tip, fall) = (self.tip, self.fall);
        (tip.0 + along * fall.0 - across * fall.1, tip.1 + along * fall.1 + across * fall.0)
    }

    /// A part with these corners: along the pencil in units of this length, and across it in halves of its width.
    fn part(&self, unit: f64, corners: &[Point]) -> Vec<Point> {
        corners.iter().map(|(along, across)| self.at(along * unit, across * self.half)).collect()
    }

    /// A stripe of its body, between parts of half its width.
    fn stripe(&self, from: f64, end: f64) -> Vec<Point> {
        let (cone, long) = (self.cone, self.long);
        self.part(1.0, &[(cone, from), (long, from), (long, end), (cone, end)])
    }

    /// The sharpened wood.
    fn wood(&self) -> Vec<Point> {
        self.part(self.cone, &WOOD)
    }

    /// The lead, which is the point of the wood.
    fn lead(&self) -> Vec<Point> {
        self.part(self.cone, &LEAD)
    }

    /// Whether it lies on a digit of this cell.
    fn covers(&self, sheet: Sheet, cell: Cell) -> bool {
        let (x, y) = sheet.at((cell.column() as f64 + 0.5, cell.row() as f64 + 0.5));
        let (x, y) = (x - self.tip.0, y - self.tip.1);
        let along = x * self.fall.0 + y * self.fall.1;
        let across = (y * self.fall.0 - x * self.fall.1).abs();
        let reach = REACH * sheet.cell;
        let half = self.half * (along / self.cone).clamp(0.0, 1.0);
        along > -reach && across < half + reach
    }
}

/// The right end and the lower end of an area.
fn end(points: &[Point]) -> Point {
    let far = |end: Point, at: &Point| (end.0.max(at.0), end.1.max(at.1));
    points.iter().fold((f64::MIN, f64::MIN), far)
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn pencil_front(&mut self) -> CoverResult<()> {
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
        let pencil = self.pencil_at(sheet, (row, i64::from(column)));
        let grey = self.drawn([0xcb, 0xc6, 0xbb]);
        let shade = 0.9 * pencil.half;
        let low = |(x, y): Point| (x - 0.35 * shade, y + shade);
        let shadow = [vec![pencil.tip], pencil.stripe(-1.0, 1.0)].concat();
        self.polygon(grey, shadow.into_iter().map(low).collect());
        self.digits(sheet, &pencil);
        self.pencil(&pencil);
        self.marks.extend(text);
        self.foot_band()
    }

    /// The sheet of paper with its shadow and its lines.
    fn paper(&mut self, sheet: Sheet) {
        let (far, low) = (9.0 + MARGIN, 12.0 + MARGIN);
        let shadow = sheet.area((-MARGIN - SHADOW, SHADOW - MARGIN), (far, low));
        self.polygon(self.shadow(), shadow);
        self.polygon(self.colours.paper, sheet.area((-MARGIN, -MARGIN), (far, low)));
        // In cells.
        let [thin, block] = [0.026, 0.075].map(|part: f64| part.max(0.8 / sheet.cell));
        let grid = GridStyle { cell: 1.0, digit: DIGIT, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in grid.lines() {
            let at = |(x, y): Point| sheet.at((x - block / 2.0, y - block / 2.0));
            let (from, mut to) = (at(from), at(to));
            let is_across = from.1 > to.1;
            if is_across && self.ends_in_bleed((0.0, from.1)) {
                continue;
            }
            // A line that would end in the bleed goes on.
            let along = ((to.0 - from.0) / 9.0, (to.1 - from.1) / 9.0);
            while self.ends_in_bleed((to.0, if is_across { 0.0 } else { to.1 })) {
                to = (to.0 + along.0, to.1 + along.1);
            }
            lines.push(DrawOp::Line { from, to, width: width * sheet.cell });
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

    /// The pencil with its point in an empty cell, as near to a row and a column as it can be without lying on a given.
    /// Of a grid without empty cells any cell will do.
    fn pencil_at(&self, sheet: Sheet, wanted: (i64, i64)) -> Pencil {
        let face = self.face;
        let givens = *self.volume.puzzle(self.shown[0]).givens();
        let half = 0.042 * face.width.min(0.8 * face.height);
        let (right, bottom) = (face.right(), face.top + 0.9 * face.height);
        let mut best: Option<((usize, bool, i64, usize), Pencil)> = None;
        let is_full = givens.filled().count() == Cell::ALL.len();
        for cell in Cell::ALL.into_iter().filter(|&cell| is_full || givens[cell].is_none()) {
            let (row, column) = (cell.row() as i64 - wanted.0, cell.column() as i64 - wanted.1);
            let far = 2 * row * row + column * column;
            let mut tip = sheet.at((cell.column() as f64 + 0.42, cell.row() as f64 + 0.6));
            let falls = FALLS.into_iter().flat_map(|(x, y)| [(x, y), (y, x)]);
            for (way, fall) in falls.enumerate() {
                let long = 1.6 * face.width.max(face.height);
                let cone = 2.7 * half;
                let room =
                    (1.12 * cone * fall.0 + half * fall.1, 1.12 * cone * fall.1 + half * fall.0);
                let mut pencil = Pencil { tip, fall, half, cone, long };
                // Neither the wood nor the lead ends in the bleed, nor where the wood has room.
                let ends = |pencil: &Pencil| {
                    let room = (pencil.tip.0 + room.0, pencil.tip.1 + room.1);
                    [room, end(&pencil.wood()), end(&pencil.lead())]
                };
                while ends(&pencil).into_iter().any(|end| self.ends_in_bleed(end)) {
                    pencil.tip = (pencil.tip.0 - 3.0, pencil.tip.1 - 2.0);
                }
                tip = pencil.tip;
                let seen = ((right - tip.0) / fall.0).min((bottom - tip.1) / fall.1);
                let is_under = |&(cell, _): &(Cell, Digit)| {
                    let (x, y) = sheet.at((cell.column() as f64 + 0.5, cell.row() as f64 + 0.5));
                    let reach = REACH * sheet.cell;
                    x - reach < right && y - reach < bottom && pencil.covers(sheet, cell)
                };
                let under = givens.filled().filter(is_under).count();
                let hidden = if seen < LEAST_SEEN * sheet.cell { 9 } else { 0 };
                let rank = (under + hidden, seen < SEEN * sheet.cell, far, way);
                if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                    best = Some((rank, pencil));
                }
            }
        }
        best.expect("a grid has cells").1
    }

    /// The givens, and some digits that are found, by pencil.
    fn digits(&mut self, sheet: Sheet, pencil: &Pencil) {
        let puzzle = self.volume.puzzle(self.shown[0]);
        let face = self.volume.setup.figures().strong.first();
        let mut given = Vec::new();
        for (cell, digit) in puzzle.givens().filled() {
            self.askew(&mut given, face, (cell, digit), sheet);
        }
        let empty = Cell::ALL.into_iter().filter(|&cell| {
            let is_before = cell.row() < 3 && cell.column() < 6;
            is_before && puzzle.givens()[cell].is_none() && !pencil.covers(sheet, cell)
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
    fn askew(
        &self,
        shape: &mut Vec<PathEl>,
        face: Face,
        (cell, digit): (Cell, Digit),
        sheet: Sheet,
    ) {
        let middle = (cell.column() as f64 + 0.5, cell.row() as f64 + 0.5);
        self.figure_on(shape, (face, digit), (middle, DIGIT), |point| sheet.at(point));
    }

    /// The pencil, from its point down to the right, past the edge.
    fn pencil(&mut self, pencil: &Pencil) {
        let paint = |rgb| self.drawn(rgb);
        let [light, amber, dark] =
            [[0xff, 0xc0, 0x4a], [0xf5, 0x9a, 0x1c], [0xd9, 0x7c, 0x0e]].map(paint);
        let [wood, lead] = [[0xf6, 0xd9, 0xaa], [0x2b, 0x2b, 0x2e]].map(paint);
        // Each lies on the one before, so that no seam can be seen.
        for (colour, points) in [
            (dark, pencil.stripe(-1.0, 1.0)),
            (amber, pencil.stripe(-1.0, THIRD)),
            (light, pencil.stripe(-1.0, -THIRD)),
            (wood, pencil.wood()),
            (lead, pencil.lead()),
        ] {
            self.polygon(colour, points);
        }
    }
}
