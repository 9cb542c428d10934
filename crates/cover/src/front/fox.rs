//! The front *letters* of a book for children: a large fox that holds the first puzzle of the book,
//! and beside it the ages and the count. Above them is a row of cells with the word, unless the
//! title has it.

use super::heading::CountRow;
use super::letters::{COLUMNS, LetterBoard};
use super::{
    Area, Badge, CountStyle, CountedWords, Cover, CoverDesign, DrawOp, FrontPuzzle, Heading,
    HeadingForm, OVERHANG, PathEl, Point, TextAlign,
};
use book::{FigureMood, Fox, FoxColours};
use explain::text;
use page::{Colour, GridStyle};

/// The space between elements, and the space above the ears, in pixels.
const SPACE: f64 = 7.0;
const ABOVE_EARS: f64 = 4.0;
/// The maximum width of the fox as a fraction of the room, the minimum height as a fraction of the
/// front, and the ratio between two heights that are tried.
const MAX_FOX_WIDTH: f64 = 0.56;
const MIN_FOX: f64 = 0.22;
const NEXT_HEIGHT: f64 = 0.97;
/// The maximum type sizes of the title to try, in pixels, until the height of the fox is this
/// fraction of the front, and the maximum height of the heading as a fraction of the live area.
const MAX_TITLES: [f64; 4] = [26.0, 21.0, 17.0, 14.0];
const GOOD_FOX: f64 = 0.5;
const MAX_HEADING: f64 = 0.5;
/// The space below the heading, in pixels.
const BELOW_HEADING: f64 = 6.0;
/// The side of the badge with the ages, as a fraction of the front.
const AGES: f64 = 0.25;
/// The heights of the hill at its left end, at its top and at its right end, as fractions of the
/// height of the fox.
const HILL: [f64; 3] = [0.3, 0.52, 0.36];
const GRASS: [u8; 3] = [0x6c, 0xbf, 0x5c];
/// The radius of the corners of the board, the width of its edge, and the side of its grid, as
/// fractions of its side. The widths of the lines of the grid in cells, and their minimum in
/// points.
const BOARD_ROUND: f64 = 0.035;
const BOARD_EDGE: f64 = 0.018;
const GRID_SIDE: f64 = 0.86;
const THIN: f64 = 0.035;
const BLOCK: f64 = 0.11;
const MIN_LINE: f64 = 0.8;
/// The type size of a sign in a cell, and of a shape.
const DIGIT_SIZE: f64 = 0.66;
const SHAPE_SIZE: f64 = 0.8;
/// The tints of blocks, and the colours of shapes in the order of their digits.
const BLOCK_TINTS: [[u8; 3]; 2] = [[0xff, 0xf1, 0xc4], [0xe3, 0xf1, 0xfd]];
const SHAPE_COLOURS: [[u8; 3]; 6] = [
    [0xe4, 0x40, 0x2f],
    [0x2a, 0x6f, 0xdb],
    [0x2f, 0x9e, 0x4f],
    [0xff, 0xc2, 0x2e],
    [0x8a, 0x3f, 0xc0],
    [0xf0, 0x7f, 0x2a],
];

/// A row of cells at the top of a room, and the area below it.
struct LetterRow {
    board: LetterBoard,
    below: Area,
}

impl LetterRow {
    /// Returns a row for some letters. Without letters it takes no room.
    fn new(letters: &[char], room: Area) -> Self {
        let board = LetterBoard::new(letters.len().max(COLUMNS), 1, room);
        let height = if letters.is_empty() { 0.0 } else { board.height() };
        Self { board, below: room.with_top(room.top + height) }
    }
}

/// The heading, the row of cells, the place of the fox, and the room beside it with the count and
/// the badge with the ages.
pub(super) struct FoxFront {
    heading: Heading,
    row: LetterRow,
    fox: Area,
    column: Area,
    count: CountRow,
    badge: Option<Badge>,
}

impl Cover<'_> {
    /// Draws a row of cells on the right of a low front, and the fox below it.
    pub(super) fn draw_fox_aside(&mut self, letters: &[char], room: Area) {
        let LetterRow { board, below } = LetterRow::new(letters, room);
        self.draw_letter_row(board, letters, f64::INFINITY);
        let base = if self.band_top < self.front.bottom() { self.band_top } else { room.bottom() };
        let top = below.top + ABOVE_EARS * self.pixel();
        let height = (base - top).min(room.width / Fox::WIDTH);
        let place = Area { top: base - height, height, ..room };
        self.draw_fox_with_board(place.centred(height * Fox::WIDTH));
    }

    /// Fits the heading, a row of cells, and below it ages and count beside the largest fox that
    /// has room. The title shrinks for a large fox. `None` if there is no room for a fox.
    pub(super) fn fit_fox_front(&self, letters: &[char], live: Area) -> Option<FoxFront> {
        let mut best: Option<FoxFront> = None;
        for max_title in MAX_TITLES {
            let base = self.heading_form(CountStyle::Nothing);
            let form = HeadingForm { has_word: false, max_title, ..base };
            let room = Area { height: MAX_HEADING * live.height, ..live };
            let Ok(heading) = self.fit_heading(room, form) else { continue };
            let below = live.with_top(live.top + heading.height() + BELOW_HEADING * self.pixel());
            let Some(found) = self.fit_fox_below(letters, below, heading) else { continue };
            let is_good = found.fox.height >= GOOD_FOX * self.front.height;
            if best.as_ref().is_none_or(|best| found.fox.height > best.fox.height) {
                best = Some(found);
            }
            if is_good {
                break;
            }
        }
        best
    }

    /// Fits the fox and what is beside it into the room below a heading.
    fn fit_fox_below(&self, letters: &[char], room: Area, heading: Heading) -> Option<FoxFront> {
        let (pixel, limit) = (self.pixel(), heading.largest());
        let row = LetterRow::new(letters, room);
        // The fox stands on the band, or on the edge of the live area.
        let base = if self.band_top < self.front.bottom() { self.band_top } else { room.bottom() };
        let highest = base - row.below.top - ABOVE_EARS * pixel;
        let mut height = highest.min(MAX_FOX_WIDTH * room.width / Fox::WIDTH);
        let mut beside = row.below.with_top(row.below.top + SPACE * pixel);
        beside.height -= SPACE * pixel;
        if let Some(tile) = self.foot_tile {
            // The tile with the number of the volume stands below the count.
            beside.height = tile.top - SPACE * pixel - beside.top;
        }
        let badge = self.badge_with_ages(limit);
        let badge_height = badge.as_ref().map_or(0.0, |badge| badge.size.1 + SPACE * pixel);
        while height >= MIN_FOX * self.front.height {
            let width = height * Fox::WIDTH;
            let fox = Area { left: room.right() - width, top: base - height, width, height };
            let column = Area { width: fox.left - room.left - SPACE * pixel, ..beside };
            let fits = |count: &CountRow| count.height + badge_height <= column.height;
            // Without room for the hints the count stands alone.
            let counts = [true, false].map(|has_levels| {
                self.fit_count(column.width, CountStyle::Stacked, limit, has_levels)
            });
            if let Some(count) = counts.into_iter().flatten().find(fits) {
                return Some(FoxFront { heading, row, fox, column, count, badge });
            }
            height *= NEXT_HEIGHT;
        }
        None
    }

    /// Draws the front.
    pub(super) fn draw_fox_front(&mut self, front: FoxFront, letters: &[char], live: Area) {
        let FoxFront { heading, row, fox, column, count, badge } = front;
        let limit = heading.largest();
        self.draw_hill(fox.bottom(), fox.height);
        self.draw_heading(heading, live);
        self.draw_letter_row(row.board, letters, limit);
        let badge_height = badge.as_ref().map_or(0.0, |badge| badge.size.1 + SPACE * self.pixel());
        let free = column.height - count.height - badge_height;
        let place = column.with_top(column.top + badge_height + free / 2.0);
        self.draw_count(&count, place, TextAlign::Left, self.colours.text());
        if let Some(badge) = badge {
            let (wide, high) = badge.size;
            let centre = (column.left + wide / 2.0, column.top + free / 4.0 + high / 2.0);
            let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
            self.draw_badge(&badge, fill, centre);
        }
        self.draw_fox_with_board(fox);
    }

    /// Returns true if the ages of the readers stand on a badge. A book with the number of a volume
    /// has no room for it.
    pub(super) fn has_badge_with_ages(&self) -> bool {
        let is_for_children = self.volume.setup.design.keys.children;
        is_for_children
            && self.design == CoverDesign::Letters
            && !self.is_wide_front()
            && self.volume_tile_side().is_none()
    }

    /// Returns the badge with the ages of the readers: `Ages 4–8`.
    fn badge_with_ages(&self, limit: f64) -> Option<Badge> {
        if !self.has_badge_with_ages() {
            return None;
        }
        let (first, last) = (self.volume.min_age(), self.volume.max_age());
        let number = format!("{first}–{last}");
        let phrase = text!(self.volume.setup.language, "front.ages", ages = number);
        let is_caption_first = !phrase.starts_with(&number);
        let caption = phrase.replace(&number, "").trim().to_owned();
        let badge = self.badge_of(CountedWords { number, caption }, AGES * self.front.width, limit);
        Some(Badge { is_caption_first, ..badge })
    }

    /// Draws the hill on which the fox stands, from edge to edge down to a base. The fox has this
    /// height.
    fn draw_hill(&mut self, base: f64, height: f64) {
        let whole = self.picture_area();
        let (left, right) = (whole.left, whole.right() + OVERHANG);
        let [start, top, end] = HILL.map(|share| base - share * height);
        let at = |share: f64| left + share * (right - left);
        let steps = vec![
            PathEl::Move((left, base + OVERHANG)),
            PathEl::Line((left, start)),
            PathEl::Curve([(at(0.3), top), (at(0.62), start), (at(0.75), end)]),
            PathEl::Curve([(at(0.85), end + 0.04 * height), (at(0.94), end), (right, end)]),
            PathEl::Line((right, base + OVERHANG)),
        ];
        self.fill(self.colour_of(GRASS), steps);
    }

    /// Draws a fox that holds a board with the puzzle of the front.
    fn draw_fox_with_board(&mut self, place: Area) {
        let colours = self.fox_colours();
        let figure = Fox::new(FigureMood::Holding).in_colours(colours);
        self.marks.extend(figure.draw_within(place));
        let (middle, side) = Fox::BOARD;
        let board = Area::square(place.at(middle), side * place.height);
        let round = BOARD_ROUND * board.width;
        self.fill_round(colours.line, board, round);
        let edge = (BOARD_EDGE * board.width).max(MIN_LINE);
        self.fill_round(Colour::WHITE, board.inside(edge), round - edge);
        self.draw_board_puzzle(Area::square(board.at((0.5, 0.5)), GRID_SIDE * board.width));
        let paws = Fox::new(FigureMood::Paws).in_colours(colours);
        self.marks.extend(paws.draw_within(place));
    }

    /// Draws the puzzle of the front in an area, with tinted blocks and coloured shapes.
    fn draw_board_puzzle(&mut self, area: Area) {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let shape = puzzle.shape();
        let cell = area.width / (shape.side() as f64 + BLOCK);
        let [thin, block] = [THIN, BLOCK].map(|part| (part * cell).max(MIN_LINE));
        let grid = GridStyle { shape, cell, digit: DIGIT_SIZE, thin, block };
        let corner = area.corner();
        let tints = BLOCK_TINTS.map(|tint| self.colour_of(tint));
        let (columns, rows) = (shape.block_columns(), shape.block_rows());
        for cell in 0..shape.cell_count() {
            let (row, column) = (cell / shape.side(), cell % shape.side());
            let tint = tints[(row / rows + column / columns) % 2];
            self.marks.push(grid.cell_area(corner, cell).filled(tint));
        }
        let form = grid.drawing().into();
        self.paint(self.fox_colours().line, vec![DrawOp::Form { form, corner }]);
        let signs: Vec<(usize, char)> = puzzle.all_given().collect();
        for (cell, sign) in signs {
            self.draw_board_sign(&puzzle, cell, sign, grid.middle(corner, cell), grid.cell);
        }
    }

    /// Draws a sign in a cell of a board around a point: a shape in its colour, or a dark letter or
    /// digit.
    fn draw_board_sign(
        &mut self,
        puzzle: &FrontPuzzle,
        cell: usize,
        sign: char,
        at: Point,
        side: f64,
    ) {
        let line = self.fox_colours().line;
        let is_shape = puzzle.symbols.is_some_and(|set| !set.is_of_letters());
        let size = if is_shape { SHAPE_SIZE } else { DIGIT_SIZE };
        let figures = puzzle.figures(self.display().first(), size * side);
        let steps = figures.outline(sign, at);
        if is_shape {
            let digit = puzzle.givens.digit(cell).map_or(0, usize::from);
            let colour = SHAPE_COLOURS[digit.saturating_sub(1) % SHAPE_COLOURS.len()];
            self.fill(self.colour_of(colour), outer_outline(&steps));
        }
        self.fill(line, steps);
    }

    /// Returns the colours of the fox. On a dark ground it has a light edge.
    fn fox_colours(&self) -> FoxColours {
        let line = self.colour_of([0x28, 0x18, 0x14]);
        let is_dark = line.contrast(self.colours.ground) < 4.5;
        FoxColours {
            fur: self.colour_of([0xee, 0x81, 0x28]),
            dark: self.colour_of([0x6e, 0x34, 0x18]),
            white: self.colours.paper,
            line,
            star: self.colour_of([0xff, 0xd6, 0x4a]),
            halo: is_dark.then_some(self.colours.paper),
        }
    }
}

/// Returns the largest part of an outline, without its holes.
fn outer_outline(steps: &[PathEl]) -> Vec<PathEl> {
    let parts = steps.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
    let width = |part: &&[PathEl]| Area::around(part.iter().flat_map(PathEl::points)).width;
    let largest = parts.max_by(|a, b| width(a).total_cmp(&width(b)));
    largest.map(<[PathEl]>::to_vec).unwrap_or_default()
}
