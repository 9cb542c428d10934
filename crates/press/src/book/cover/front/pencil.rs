//! The front *pencil*: a puzzle of the book on a tilted sheet of paper, partly solved, with the
//! pencil on it.

use super::heading::HEADING;
use super::{
    Area, Cell, Colour, CountStyle, Cover, CoverResult, Digit, DrawOp, FrontHeading, Point,
};
use crate::book::draw::GridStyle;
use engine::sudoku::any_puzzle::GridShape;

/// The cosine and the sine of the angle of the sheet, 9 degrees. They are constants because the
/// results of trigonometric functions differ between platforms.
const TURN: (f64, f64) = (0.987_688, 0.156_434);
/// The cosine and the sine of the angle of the pencil below the horizontal. The first is 49
/// degrees; the others serve if the pencil would cover givens. Each pair is also used in reverse
/// order.
const PENCIL_FALLS: [Point; 4] = [
    (0.656_059, 0.754_710),
    (0.544_639, 0.838_671),
    (0.422_618, 0.906_308),
    (0.292_372, 0.956_305),
];
/// The visible length of the pencil in cells: the preferred one, and the minimum.
const SEEN_LENGTH: f64 = 2.2;
const MIN_SEEN_LENGTH: f64 = 0.6;
/// The distance from the centre of a cell to the edge of its digit, in cells.
const DIGIT_REACH: f64 = 0.28;
/// The side of a cell as a fraction of the width, and the margin of the sheet in cells.
const CELL_SIDE: f64 = 0.136;
const MARGIN: f64 = 0.34;
/// The offset of the shadow of the sheet, in cells.
const SHADOW: f64 = 0.11;
/// The maximum number of digits that are filled in, and the type size of digits as a fraction of a
/// cell.
const MAX_FOUND: usize = 6;
const DIGIT_SIZE: f64 = 0.66;

/// The width of a stripe of the pencil, in halves of the width of the pencil.
const THIRD: f64 = 1.0 / 3.0;
/// The corners of the sharpened wood and of the lead: along the pencil in lengths of the wood,
/// across it in halves of its width.
#[rustfmt::skip]
const WOOD_CORNERS: [Point; 8] = [
    (0.0, 0.0), (1.0, -1.0), (1.12, -2.0 * THIRD), (1.0, -THIRD),
    (1.12, 0.0), (1.0, THIRD), (1.12, 2.0 * THIRD), (1.0, 1.0),
];
const LEAD_CORNERS: [Point; 3] = [(0.0, 0.0), (0.3, -0.3), (0.3, 0.3)];

/// The sheet of paper: the corner of its grid, and the side of a cell.
#[derive(Clone, Copy)]
struct PaperSheet {
    corner: Point,
    cell: f64,
}

impl PaperSheet {
    /// Maps a point of the sheet, in cells from the corner of the grid, to the page.
    fn at(self, (x, y): Point) -> Point {
        let (x, y) = (x * self.cell, y * self.cell);
        (self.corner.0 + x * TURN.0 + y * TURN.1, self.corner.1 - x * TURN.1 + y * TURN.0)
    }

    /// Returns the corners of a rectangle on the sheet.
    fn rectangle(self, (left, top): Point, (right, bottom): Point) -> Vec<Point> {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        corners.map(|point| self.at(point)).to_vec()
    }
}

/// The pencil: its point, its direction, half of its width, and the start and the end of its body.
struct Pencil {
    tip: Point,
    fall: Point,
    half: f64,
    cone: f64,
    long: f64,
}

impl Pencil {
    /// Returns the point at these distances along and across the pencil.
    fn at(&self, along: f64, across: f64) -> Point {
        let (tip, fall) = (self.tip, self.fall);
        (tip.0 + along * fall.0 - across * fall.1, tip.1 + along * fall.1 + across * fall.0)
    }

    /// Returns the corners of a part of the pencil. They are given along it in multiples of `unit`,
    /// and across it in halves of its width.
    fn outline(&self, unit: f64, corners: &[Point]) -> Vec<Point> {
        corners.iter().map(|(along, across)| self.at(along * unit, across * self.half)).collect()
    }

    /// Returns a stripe of the body. Its edges are given in halves of the width.
    fn stripe(&self, from: f64, end: f64) -> Vec<Point> {
        let (cone, long) = (self.cone, self.long);
        self.outline(1.0, &[(cone, from), (long, from), (long, end), (cone, end)])
    }

    /// Returns the corners of the sharpened wood.
    fn wood(&self) -> Vec<Point> {
        self.outline(self.cone, &WOOD_CORNERS)
    }

    /// Returns the corners of the lead, which is the tip of the wood.
    fn lead(&self) -> Vec<Point> {
        self.outline(self.cone, &LEAD_CORNERS)
    }

    /// Returns true if the pencil covers the digit of a cell.
    fn covers(&self, sheet: PaperSheet, cell: Cell) -> bool {
        let (x, y) = sheet.at((cell.column() as f64 + 0.5, cell.row() as f64 + 0.5));
        let (x, y) = (x - self.tip.0, y - self.tip.1);
        let along = x * self.fall.0 + y * self.fall.1;
        let across = (y * self.fall.0 - x * self.fall.1).abs();
        let reach = DIGIT_REACH * sheet.cell;
        let half = self.half * (along / self.cone).clamp(0.0, 1.0);
        along > -reach && across < half + reach
    }
}

/// Returns the right end and the lower end of some points.
fn far_corner(points: &[Point]) -> Point {
    let far = |end: Point, at: &Point| (end.0.max(at.0), end.1.max(at.1));
    points.iter().fold((f64::MIN, f64::MIN), far)
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_pencil_front(&mut self) -> CoverResult<()> {
        let (front, margin, pixel) = (self.front, self.margin(), self.pixel());
        let is_wide = self.is_wide_front();
        let live = front.inside(margin);
        // The height of the heading is unknown before it is drawn, but its marks must come last.
        let before = self.marks.len();
        let (cell, left, blocks) = if is_wide {
            let height = live.height - 0.1 * front.height;
            let room = self.draw_wide_heading(Area { height, ..live })?;
            (0.155 * front.height, room.left + 2.0 * pixel, Vec::new())
        } else {
            let height = (0.52 * front.height - margin).max(HEADING * pixel);
            let heading = FrontHeading::with(CountStyle::Stacked);
            let blocks = self.draw_heading(Area { height, ..live }, heading)?;
            (CELL_SIDE * front.width, front.left + 0.055 * front.width, blocks)
        };
        let text = self.marks.split_off(before);
        let band = self.take_foot_band()?;
        let top = if is_wide {
            front.top + 0.16 * front.height
        } else {
            // The upper edge of the sheet rises to the right and keeps clear of each line.
            let below = blocks
                .iter()
                .map(|(right, bottom)| bottom + 6.5 * pixel + (right - left) * TURN.1 / TURN.0);
            below.fold(front.top + 0.3 * front.height, f64::max)
        };
        let pad = MARGIN * cell;
        let corner = (left + pad * (TURN.0 + TURN.1), top + pad * (TURN.0 - TURN.1));
        let sheet = PaperSheet { corner, cell };
        self.draw_paper(sheet);
        // The point rests in the middle of the visible part of the sheet.
        let column = if is_wide { 2 } else { 4 };
        let seen = 0.88 * front.height + front.top - sheet.at((f64::from(column) + 0.5, 0.0)).1;
        let row = (0.5 * seen / cell).clamp(0.0, 3.0) as i64;
        let pencil = self.place_pencil(sheet, (row, i64::from(column)));
        let grey = self.colour_of([0xcb, 0xc6, 0xbb]);
        let shade = 0.9 * pencil.half;
        let low = |(x, y): Point| (x - 0.35 * shade, y + shade);
        let shadow = [vec![pencil.tip], pencil.stripe(-1.0, 1.0)].concat();
        self.fill_path(grey, shadow.into_iter().map(low).collect());
        self.draw_digits(sheet, &pencil);
        self.draw_pencil(&pencil);
        self.marks.extend(text);
        self.marks.extend(band);
        Ok(())
    }

    /// Draws the sheet of paper with its shadow and the lines of its grid.
    fn draw_paper(&mut self, sheet: PaperSheet) {
        let (far, low) = (9.0 + MARGIN, 12.0 + MARGIN);
        let shadow = sheet.rectangle((-MARGIN - SHADOW, SHADOW - MARGIN), (far, low));
        self.fill_path(self.shadow_colour(), shadow);
        self.fill_path(self.colours.paper, sheet.rectangle((-MARGIN, -MARGIN), (far, low)));
        // These widths are in cells.
        let [thin, block] = [0.026, 0.075].map(|part: f64| part.max(0.8 / sheet.cell));
        let grid = GridStyle { shape: GridShape::Nine, cell: 1.0, digit: DIGIT_SIZE, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in grid.lines() {
            let at = |(x, y): Point| sheet.at((x - block / 2.0, y - block / 2.0));
            let (from, mut to) = (at(from), at(to));
            let is_across = from.1 > to.1;
            let half = width * sheet.cell / 2.0;
            if is_across && [0.0, half].iter().any(|low| self.ends_in_bleed((0.0, from.1 + low))) {
                continue;
            }
            // Extend a line that would end in the bleed.
            let along = ((to.0 - from.0) / 9.0, (to.1 - from.1) / 9.0);
            while self.ends_in_bleed((to.0, if is_across { 0.0 } else { to.1 })) {
                to = (to.0 + along.0, to.1 + along.1);
            }
            lines.push(DrawOp::Line { from, to, width: width * sheet.cell });
        }
        self.paint(self.colours.ink, lines);
    }

    /// Returns the colour of shadows on the ground.
    pub(super) fn shadow_colour(&self) -> Colour {
        let dark = |part: f64| part * 0.72;
        match self.colours.ground {
            Colour::Grey(light) if light < 0.3 => Colour::Grey(0.32),
            Colour::Grey(light) => Colour::Grey(dark(light)),
            Colour::Rgb(parts) => Colour::Rgb(parts.map(dark)),
            Colour::Cmyk([c, m, y, k]) => Colour::Cmyk([c, m, y, (k + 0.28 * (1.0 - k)).min(1.0)]),
        }
    }

    /// Places the point of the pencil in an empty cell near `wanted`, a row and a column, so that
    /// the pencil covers as few givens as possible. In a full grid any cell will do.
    fn place_pencil(&self, sheet: PaperSheet, wanted: (i64, i64)) -> Pencil {
        let front = self.front;
        let givens = *self.volume.classic_puzzle(self.front_puzzle).givens();
        let half = 0.042 * front.width.min(0.8 * front.height);
        let (right, bottom) = (front.right(), front.top + 0.9 * front.height);
        let mut best: Option<((usize, bool, i64, usize), Pencil)> = None;
        let is_full = givens.filled().count() == Cell::ALL.len();
        for cell in Cell::ALL.into_iter().filter(|&cell| is_full || givens[cell].is_none()) {
            let (row, column) = (cell.row() as i64 - wanted.0, cell.column() as i64 - wanted.1);
            let far = 2 * row * row + column * column;
            let mut tip = sheet.at((cell.column() as f64 + 0.42, cell.row() as f64 + 0.6));
            let falls = PENCIL_FALLS.into_iter().flat_map(|(x, y)| [(x, y), (y, x)]);
            for (way, fall) in falls.enumerate() {
                let long = 1.6 * front.width.max(front.height);
                let cone = 2.7 * half;
                let room =
                    (1.12 * cone * fall.0 + half * fall.1, 1.12 * cone * fall.1 + half * fall.0);
                let mut pencil = Pencil { tip, fall, half, cone, long };
                // Neither the wood nor the lead may end in the bleed, not even where the wood only
                // has room.
                let ends = |pencil: &Pencil| {
                    let room = (pencil.tip.0 + room.0, pencil.tip.1 + room.1);
                    [room, far_corner(&pencil.wood()), far_corner(&pencil.lead())]
                };
                while ends(&pencil).into_iter().any(|end| self.ends_in_bleed(end)) {
                    pencil.tip = (pencil.tip.0 - 3.0, pencil.tip.1 - 2.0);
                }
                tip = pencil.tip;
                let seen = ((right - tip.0) / fall.0).min((bottom - tip.1) / fall.1);
                let is_under = |&(cell, _): &(Cell, Digit)| {
                    let (x, y) = sheet.at((cell.column() as f64 + 0.5, cell.row() as f64 + 0.5));
                    let reach = DIGIT_REACH * sheet.cell;
                    x - reach < right && y - reach < bottom && pencil.covers(sheet, cell)
                };
                let under = givens.filled().filter(is_under).count();
                let hidden = if seen < MIN_SEEN_LENGTH * sheet.cell { 9 } else { 0 };
                let rank = (under + hidden, seen < SEEN_LENGTH * sheet.cell, far, way);
                if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                    best = Some((rank, pencil));
                }
            }
        }
        best.expect("a grid has cells").1
    }

    /// Draws the givens, and some digits that are filled in.
    fn draw_digits(&mut self, sheet: PaperSheet, pencil: &Pencil) {
        let puzzle = self.volume.classic_puzzle(self.front_puzzle);
        let face = self.volume.setup.figures().strong.first();
        let empty = Cell::ALL.into_iter().filter(|&cell| {
            let is_before = cell.row() < 3 && cell.column() < 6;
            is_before && puzzle.givens()[cell].is_none() && !pencil.covers(sheet, cell)
        });
        // Skip some cells, because a solver does not go through them in order.
        let jumping = empty.enumerate().filter(|(n, _)| n % 4 != 3).map(|(_, cell)| cell);
        let found = jumping.take(MAX_FOUND).map(|cell| (cell, puzzle.solution()[cell]));
        let given = puzzle.givens().filled().collect::<Vec<_>>();
        for (colour, digits) in [(self.colours.ink, given), (self.colours.figure, found.collect())]
        {
            let mut shape = Vec::new();
            for (cell, digit) in digits {
                let at = ((cell.column() as f64 + 0.5, cell.row() as f64 + 0.5), DIGIT_SIZE);
                self.add_figure(&mut shape, (face, digit), at, |point| sheet.at(point));
            }
            self.fill(colour, shape);
        }
    }

    /// Draws the pencil from its point down to the right, beyond the edge.
    fn draw_pencil(&mut self, pencil: &Pencil) {
        let paint = |rgb| self.colour_of(rgb);
        let [light, amber, dark] =
            [[0xff, 0xc0, 0x4a], [0xf5, 0x9a, 0x1c], [0xd9, 0x7c, 0x0e]].map(paint);
        let [wood, lead] = [[0xf6, 0xd9, 0xaa], [0x2b, 0x2b, 0x2e]].map(paint);
        // Each part overlaps the previous one, so that no seam is visible.
        for (colour, points) in [
            (dark, pencil.stripe(-1.0, 1.0)),
            (amber, pencil.stripe(-1.0, THIRD)),
            (light, pencil.stripe(-1.0, -THIRD)),
            (wood, pencil.wood()),
            (lead, pencil.lead()),
        ] {
            self.fill_path(colour, points);
        }
    }
}
