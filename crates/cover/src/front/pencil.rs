//! The front *pencil*: a puzzle of the book on a tilted sheet of paper, partly solved, with the
//! pencil on it.

use super::{
    Area, Colour, CountStyle, Cover, CoverResult, DrawOp, FrontPuzzle, GridShape, HeadingForm,
    Point,
};
use crate::colours;
use page::GridStyle;

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
/// The side of a cell of a grid as a fraction of the width: this part, and this part for each grid
/// of one cell that it would replace. The edge of the front cuts small grids, too.
const CELL_SIDE: (f64, f64) = (0.0608, 0.6768);
/// The margin of the sheet in cells.
const MARGIN: f64 = 0.34;
/// The offset of the shadow of the sheet, in cells.
const SHADOW: f64 = 0.11;
/// The maximum number of digits that are filled in, and the type size of digits as a fraction of a
/// cell.
const MAX_FOUND: usize = 6;
const DIGIT_SIZE: f64 = 0.66;

/// The badge: its side as a fraction of the width of the front, the space beside it, and its
/// distance from the title, in pixels.
const BADGE: f64 = 0.29;
const BADGE_SPACE: f64 = 5.0;
const BADGE_DROP: f64 = 1.0;
/// The maximum lower end of the heading, and the minimum upper end of the sheet, as fractions of
/// the height. The gap between them in pixels, and the left edge of the sheet as a fraction of the
/// width.
const MAX_HEADING: f64 = 0.62;
const MIN_PAPER_TOP: f64 = 0.3;
const PAPER_GAP: f64 = 6.5;
const PAPER_LEFT: f64 = 0.055;
/// The side of a cell on a low front as a multiple of the usual one, if the height is the width.
/// The place of the sheet in fractions of the height, and its distance from the heading in pixels.
const WIDE_CELL: f64 = 1.14;
const WIDE_TOP: f64 = 0.16;
const WIDE_FOOT: f64 = 0.1;
const WIDE_LEFT: f64 = 2.0;
/// The column in which the pencil rests, as a divisor of the columns, and on a low front.
const POINT: usize = 2;
const LOW_POINT: usize = 4;
/// The part of the sheet below its grid, in cells.
const FOOT_CELLS: f64 = 3.0;
/// The lower end of the part of the front in which the pencil rests, as a fraction.
const SEEN_END: f64 = 0.88;
/// Half of the width of the pencil as a fraction of the front, and the length of the wood and the
/// offsets of the shadow in halves of the width.
const PENCIL_HALF: f64 = 0.042;
const CONE: f64 = 2.7;
const SHADOW_DROP: f64 = 0.9;
const SHADOW_ASIDE: f64 = 0.315;
/// The light of a shadow on the ground, as a fraction.
const SHADOW_LIGHT: f64 = 0.72;
/// The colours of the pencil.
const LIGHT_SIDE: [u8; 3] = [0xff, 0xc0, 0x4a];
const AMBER_SIDE: [u8; 3] = [0xf5, 0x9a, 0x1c];
const DARK_SIDE: [u8; 3] = [0xd9, 0x7c, 0x0e];
const WOOD: [u8; 3] = [0xf6, 0xd9, 0xaa];
const LEAD: [u8; 3] = [0x2b, 0x2b, 0x2e];

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

/// A turned sheet of paper: the corner of its grid, the side of a cell, and the cosine and the sine
/// of the angle.
#[derive(Clone, Copy)]
pub(super) struct PaperSheet {
    pub shape: GridShape,
    pub corner: Point,
    pub cell: f64,
    pub turn: Point,
}

impl PaperSheet {
    /// Returns the sheet whose upper left corner is here.
    fn below(corner: Point, shape: GridShape, cell: f64) -> Self {
        let pad = MARGIN * cell;
        let across = pad * (TURN.0 + TURN.1);
        let corner = (corner.0 + across, corner.1 + pad * (TURN.0 - TURN.1));
        Self { shape, corner, cell, turn: TURN }
    }

    /// Returns the row and the column of a cell.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.shape.side(), cell % self.shape.side())
    }

    /// Maps a point of the sheet, in cells from the corner of the grid, to the page.
    pub fn at(self, place: Point) -> Point {
        let (x, y) = (place.0 * self.cell, place.1 * self.cell);
        let (cosine, sine) = self.turn;
        (self.corner.0 + x * cosine + y * sine, self.corner.1 - x * sine + y * cosine)
    }

    /// Returns the middle of a cell.
    pub fn middle(self, cell: usize) -> Point {
        let (row, column) = self.place(cell);
        self.at((column as f64 + 0.5, row as f64 + 0.5))
    }

    /// Returns the corners of a rectangle on the sheet.
    pub fn rectangle(self, low: Point, high: Point) -> Vec<Point> {
        let corners = [low, (high.0, low.1), high, (low.0, high.1)];
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
    fn covers(&self, sheet: PaperSheet, cell: usize) -> bool {
        let at = sheet.middle(cell);
        let (x, y) = (at.0 - self.tip.0, at.1 - self.tip.1);
        let along = x * self.fall.0 + y * self.fall.1;
        let across = (y * self.fall.0 - x * self.fall.1).abs();
        let reach = DIGIT_REACH * sheet.cell;
        let half = self.half * (along / self.cone).clamp(0.0, 1.0);
        along > -reach && across < half + reach
    }
}

/// Returns the right end and the lower end of some points.
fn far_corner(points: &[Point]) -> Point {
    points.iter().fold((f64::MIN, f64::MIN), |end, at| (end.0.max(at.0), end.1.max(at.1)))
}

/// Returns the side of a cell of a grid on a front of this width.
fn cell_side(shape: GridShape, width: f64) -> f64 {
    (CELL_SIDE.0 + CELL_SIDE.1 / shape.side() as f64) * width
}

/// Returns the cells that are filled in: empty ones at the upper left that the pencil spares.
fn found_cells(puzzle: &FrontPuzzle, sheet: PaperSheet, pencil: &Pencil) -> Vec<usize> {
    let side = sheet.shape.side();
    let empty = puzzle.givens.empty_cells().filter(|&cell| {
        let (row, column) = sheet.place(cell);
        3 * row < side && 3 * column < 2 * side && !pencil.covers(sheet, cell)
    });
    // Skip some cells, because a solver does not go through them in order.
    let jumping = empty.enumerate().filter(|(n, _)| n % 4 != 3).map(|(_, cell)| cell);
    jumping.take(MAX_FOUND.min(side - 2)).collect()
}

/// The merit of a place for the pencil, the lowest first: the givens under it, whether much of it
/// is hidden, its distance from the wanted cell, and the number of its direction.
type PencilRank = (usize, bool, usize, usize);

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_pencil_front(&mut self) -> CoverResult<()> {
        let front = self.front;
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let live = front.inside(self.margin());
        // The height of the heading is unknown before it is drawn, but its marks must come last.
        let before = self.marks.len();
        let shape = self.volume.shape(self.front_puzzle);
        let sheet = if self.is_low() {
            let height = live.height - WIDE_FOOT * front.height;
            let form = self.heading_form(CountStyle::Stacked);
            let room = self.draw_heading_aside(Area { height, ..live }, form)?;
            let left = room.left + WIDE_LEFT * self.pixel();
            let cell = WIDE_CELL * cell_side(shape, front.height);
            PaperSheet::below((left, front.top + WIDE_TOP * front.height), shape, cell)
        } else {
            self.draw_pencil_heading(live, shape)?
        };
        let column = shape.side() / if self.is_low() { LOW_POINT } else { POINT };
        let text = self.marks.split_off(before);
        self.draw_paper(sheet);
        // The point rests in the middle of the visible part of the sheet.
        let end = front.top + SEEN_END * front.height;
        let seen = end - sheet.at((column as f64 + 0.5, 0.0)).1;
        let row = (seen / (2.0 * sheet.cell)).clamp(0.0, 3.0) as usize;
        let pencil = self.place_pencil(sheet, (row, column));
        self.draw_pencil_shadow(&pencil);
        self.draw_digits(sheet, &pencil);
        self.draw_pencil(&pencil);
        self.marks.extend(text);
        self.draw_foot_band(&foot);
        Ok(())
    }

    /// Draws the heading of a high front, and the number of puzzles on a badge at its right. The
    /// upper edge of the sheet rises to the right and keeps clear of each line.
    fn draw_pencil_heading(&mut self, live: Area, shape: GridShape) -> CoverResult<PaperSheet> {
        let (front, pixel, cell) = (self.front, self.pixel(), cell_side(shape, self.front.width));
        let width = BADGE * front.width;
        let beside = self.badge(width, f64::INFINITY).size.0 + BADGE_SPACE * pixel;
        let form = HeadingForm { beside, ..self.heading_form(CountStyle::Levels) };
        let height = MAX_HEADING * front.height - self.margin();
        let heading = self.fit_heading(Area { height, ..live }, form)?;
        let badge = self.badge(width, heading.largest());
        let (wide, high) = badge.size;
        let top = live.top + heading.title_height() + BADGE_DROP * pixel;
        let centre = (live.right() - wide / 2.0, top + high / 2.0);
        let blocks = self.draw_heading(heading, live);
        let left = front.left + PAPER_LEFT * front.width;
        let slope = TURN.1 / TURN.0;
        let mut paper_top = front.top + MIN_PAPER_TOP * front.height;
        for (right, bottom) in blocks {
            paper_top = paper_top.max(bottom + PAPER_GAP * pixel + (right - left) * slope);
        }
        // The badge lies on the margin of the sheet, and on no digit.
        let reach = centre.1 + high / 2.0 - MARGIN * cell + (live.right() - wide - left) * slope;
        let sheet = PaperSheet::below((left, paper_top.max(reach)), shape, cell);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.draw_badge(&badge, fill, centre);
        Ok(sheet)
    }

    /// Draws the sheet of paper with its shadow and the lines of its grid.
    fn draw_paper(&mut self, sheet: PaperSheet) {
        let side = sheet.shape.side() as f64;
        let (far, low) = (side + MARGIN, side + FOOT_CELLS + MARGIN);
        let shadow = sheet.rectangle((-MARGIN - SHADOW, SHADOW - MARGIN), (far, low));
        self.fill_path(self.shadow_colour(), shadow);
        self.fill_path(self.colours.paper, sheet.rectangle((-MARGIN, -MARGIN), (far, low)));
        // These widths are in cells.
        let [thin, block] = [0.026, 0.075].map(|part: f64| part.max(0.8 / sheet.cell));
        let grid = GridStyle { shape: sheet.shape, cell: 1.0, digit: DIGIT_SIZE, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in grid.lines() {
            let [from, mut to] =
                [from, to].map(|(x, y)| sheet.at((x - block / 2.0, y - block / 2.0)));
            let is_across = from.1 > to.1;
            let half = width * sheet.cell / 2.0;
            if is_across && [0.0, half].iter().any(|low| self.ends_in_bleed((0.0, from.1 + low))) {
                continue;
            }
            // Extend a line that would end in the bleed.
            let along = ((to.0 - from.0) / side, (to.1 - from.1) / side);
            while self.ends_in_bleed((to.0, if is_across { 0.0 } else { to.1 })) {
                to = (to.0 + along.0, to.1 + along.1);
            }
            lines.push(DrawOp::Line { from, to, width: width * sheet.cell });
        }
        self.paint(self.colours.ink, lines);
    }

    /// Returns the colour of shadows on the ground.
    pub(crate) fn shadow_colour(&self) -> Colour {
        match self.colours.ground {
            Colour::Grey(light) if light < 0.3 => Colour::Grey(0.32),
            Colour::Grey(light) => Colour::Grey(SHADOW_LIGHT * light),
            Colour::Rgb(parts) => Colour::Rgb(parts.map(|part| SHADOW_LIGHT * part)),
            Colour::Cmyk([c, m, y, k]) => {
                let black = k + (1.0 - SHADOW_LIGHT) * (1.0 - k);
                let shadow = Colour::Cmyk([c, m, y, black.min(1.0)]);
                shadow.with_ink_within(colours::max_total_ink(self.volume))
            }
        }
    }

    /// Draws the shadow of the pencil on the sheet.
    fn draw_pencil_shadow(&mut self, pencil: &Pencil) {
        let grey = self.colour_of([0xcb, 0xc6, 0xbb]);
        let (down, left) = (SHADOW_DROP * pencil.half, SHADOW_ASIDE * pencil.half);
        let outline = [vec![pencil.tip], pencil.stripe(-1.0, 1.0)].concat();
        self.fill_path(grey, outline.into_iter().map(|(x, y)| (x - left, y + down)).collect());
    }

    /// Places the point of the pencil in an empty cell near `wanted`, a row and a column, so that
    /// the pencil covers as few givens as possible. In a full grid any cell will do.
    fn place_pencil(&self, sheet: PaperSheet, wanted: (usize, usize)) -> Pencil {
        let front = self.front;
        let givens = self.volume.puzzle(self.front_puzzle).givens();
        let half = PENCIL_HALF * front.width.min(0.8 * front.height);
        let mut best: Option<(PencilRank, Pencil)> = None;
        for cell in 0..sheet.shape.cell_count() {
            if givens.digit(cell).is_some() && !givens.is_full() {
                continue;
            }
            let (row, column) = sheet.place(cell);
            let (down, aside) = (row.abs_diff(wanted.0), column.abs_diff(wanted.1));
            let far = 2 * down * down + aside * aside;
            let mut tip = sheet.at((column as f64 + 0.42, row as f64 + 0.6));
            let falls = PENCIL_FALLS.into_iter().flat_map(|(x, y)| [(x, y), (y, x)]);
            for (way, fall) in falls.enumerate() {
                let long = 1.6 * front.width.max(front.height);
                let mut pencil = Pencil { tip, fall, half, cone: CONE * half, long };
                while self.wood_ends_in_bleed(&pencil) {
                    pencil.tip = (pencil.tip.0 - 3.0, pencil.tip.1 - 2.0);
                }
                tip = pencil.tip;
                let (under, seen) = self.under_pencil(sheet, &pencil);
                let hidden = if seen < MIN_SEEN_LENGTH * sheet.cell { 9 } else { 0 };
                let rank = (under + hidden, seen < SEEN_LENGTH * sheet.cell, far, way);
                if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                    best = Some((rank, pencil));
                }
            }
        }
        best.expect("a grid has cells").1
    }

    /// Returns true if the wood or the lead of a pencil ends in the bleed, even where the wood only
    /// has room.
    fn wood_ends_in_bleed(&self, pencil: &Pencil) -> bool {
        let (tip, fall, long) = (pencil.tip, pencil.fall, WOOD_CORNERS[2].0 * pencil.cone);
        let room = (
            tip.0 + long * fall.0 + pencil.half * fall.1,
            tip.1 + long * fall.1 + pencil.half * fall.0,
        );
        let ends = [room, far_corner(&pencil.wood()), far_corner(&pencil.lead())];
        ends.into_iter().any(|end| self.ends_in_bleed(end))
    }

    /// Returns the number of visible givens under a pencil, and its visible length.
    fn under_pencil(&self, sheet: PaperSheet, pencil: &Pencil) -> (usize, f64) {
        let front = self.front;
        let givens = self.volume.puzzle(self.front_puzzle).givens();
        let (right, bottom) = (front.right(), front.top + 0.9 * front.height);
        let reach = DIGIT_REACH * sheet.cell;
        let mut under = 0;
        for (cell, _) in givens.filled() {
            let (x, y) = sheet.middle(cell);
            let is_seen = x - reach < right && y - reach < bottom;
            under += usize::from(is_seen && pencil.covers(sheet, cell));
        }
        let (tip, fall) = (pencil.tip, pencil.fall);
        (under, ((right - tip.0) / fall.0).min((bottom - tip.1) / fall.1))
    }

    /// Draws the givens, and some digits that are filled in by hand.
    fn draw_digits(&mut self, sheet: PaperSheet, pencil: &Pencil) {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        self.draw_givens_on_sheet(sheet, &puzzle, DIGIT_SIZE, |_| true);
        let figures = puzzle.figures(self.small_type().first(), DIGIT_SIZE * sheet.cell);
        let found = found_cells(&puzzle, sheet, pencil).into_iter();
        self.draw_written(&puzzle, figures, found.map(|cell| (cell, sheet.middle(cell))));
    }

    /// Draws the pencil from its point down to the right, beyond the edge.
    fn draw_pencil(&mut self, pencil: &Pencil) {
        let colours = [LIGHT_SIDE, AMBER_SIDE, DARK_SIDE, WOOD, LEAD];
        let [light, amber, dark, wood, lead] = colours.map(|rgb| self.colour_of(rgb));
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
