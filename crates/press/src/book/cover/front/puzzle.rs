//! The front *puzzle*: title and word on a label like that of an exercise book, a puzzle of the
//! book on a card, and a badge with the number of puzzles.

use super::super::shapes::{TILE, add_tile};
use super::{
    Area, Badge, Cell, CountStyle, Cover, CoverResult, DrawOp, FigureType, HeadingForm, PathPaint,
    Point, TextAlign,
};
use crate::book::draw::GridStyle;
use engine::sudoku::grid::Digit;

/// The sizes of the card and of the badge, as fractions of the widest card and of the front.
const SIZES: [CardSize; 6] = [
    CardSize { card: 1.0, badge: 0.32 },
    CardSize { card: 1.0, badge: 0.29 },
    CardSize { card: 0.94, badge: 0.29 },
    CardSize { card: 0.88, badge: 0.29 },
    CardSize { card: 0.8, badge: 0.29 },
    CardSize { card: 0.7, badge: 0.29 },
];
/// The maximum height of the label, as a fraction of the front, its padding, the distance of the
/// line inside it from its edge, the width of that line, and the space below it, in pixels.
const MAX_LABEL: f64 = 0.5;
const PADDING: f64 = 9.0;
/// The maximum type size of the title, in pixels.
const MAX_TITLE: f64 = 20.0;
const LABEL_EDGE: f64 = 3.0;
const LABEL_LINE: f64 = 0.8;
const BELOW_LABEL: f64 = 8.0;
/// The part of the badge that is beside and below the card.
const BADGE_BESIDE: f64 = 0.4;
const BADGE_BELOW: f64 = 0.28;
/// The side of a badge apart from its card, as a fraction of the front, and the space between them
/// in pixels.
const APART_BADGE: f64 = 0.29;
const APART: f64 = 6.0;
/// The maximum width of the card, as a fraction of the live area.
const MAX_CARD: f64 = 0.86;
/// The padding of a card on both sides, as a fraction of its grid.
const CARD_PADDING: f64 = 0.077;
/// The number of tiles across the ground.
const GROUND_TILES: f64 = 5.0;
const WIDE_GROUND_TILES: f64 = 7.0;

/// The size of a card and of its badge.
#[derive(Clone, Copy)]
struct CardSize {
    card: f64,
    badge: f64,
}

/// A grid and its corner, a badge and its centre, and the puzzle in the grid.
struct PlacedCard {
    grid: GridStyle,
    corner: Point,
    badge: Badge,
    centre: Point,
    puzzle: usize,
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_puzzle(&mut self) -> CoverResult<()> {
        self.draw_ground_tiles();
        let foot = self.fit_foot()?;
        if self.is_wide_front() {
            self.set_band(&foot);
            self.draw_foot_band(&foot);
            let room = self.draw_wide_heading(self.above_foot(&foot))?;
            let grid = self.grid.with_side(room.width.min(room.height) / (1.0 + CARD_PADDING));
            let (side, pad) = (grid.outer(), grid.pad());
            let corner = (room.right() - side - pad, room.top + (room.height - side) / 2.0);
            self.grid = grid;
            self.draw_front_card(corner);
            return Ok(());
        }
        let live = self.above_foot(&foot);
        let (room, limit) = self.draw_label(live)?;
        let card = self.fit_card(room, limit);
        (self.grid, self.front_puzzle) = (card.grid, card.puzzle);
        self.draw_front_card(card.corner);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.draw_badge(&card.badge, fill, card.centre);
        self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Draws the label with the heading at the top of the live area. Returns the area below it, and
    /// the type size of the title.
    fn draw_label(&mut self, live: Area) -> CoverResult<(Area, f64)> {
        let (pixel, paper) = (self.pixel(), self.colours.paper);
        let base = self.heading_form(CountStyle::Levels);
        let max_title = MAX_TITLE;
        let form = HeadingForm { align: TextAlign::Middle, base: paper, max_title, ..base };
        let height = MAX_LABEL * self.front.height - self.margin();
        let inner = Area { height, ..live }.inside(PADDING * pixel);
        let heading = self.fit_heading(inner, form)?;
        let label = Area { height: heading.height() + 2.0 * PADDING * pixel, ..live };
        self.marks.push(label.filled(paper));
        let points = label.inside(LABEL_EDGE * pixel).corners().to_vec();
        let line = PathPaint::Outline(LABEL_LINE * pixel);
        let edge = self.soft_on(paper);
        self.paint(edge, vec![DrawOp::Path { points, paint: line }]);
        let limit = heading.title_size;
        self.draw_heading(heading, inner);
        Ok((live.with_top(label.bottom() + BELOW_LABEL * pixel), limit))
    }

    /// Draws the puzzle of the front on a card whose grid has this corner.
    fn draw_front_card(&mut self, corner: Point) {
        let givens = self.volume.puzzle(self.front_puzzle).givens();
        let grid = self.grid.in_shape(givens.shape());
        self.draw_card(corner, grid);
        let face = self.volume.setup.figures().strong.first();
        let digits = givens
            .filled()
            .filter_map(|(cell, digit)| Some((Digit::new(digit)?, grid.middle(corner, cell))));
        let figures = FigureType { face, size: grid.digit_size() };
        self.draw_figures(self.colours.ink, figures, digits);
    }

    /// Fits a card and its badge into a room. The badge covers no given: the front shows another
    /// puzzle of the level if need be, and then both become smaller, or stand apart.
    fn fit_card(&self, room: Area, limit: f64) -> PlacedCard {
        let apart = self.place_apart(room, limit);
        for size in SIZES {
            for puzzle in self.level_puzzles() {
                let found = self.place_card(room, size, limit, puzzle);
                if found.grid.cell < apart.grid.cell {
                    return apart;
                }
                if self.covers_no_given(&found) {
                    return found;
                }
            }
        }
        apart
    }

    /// Places a card on the left of a room, and beside it a badge.
    fn place_apart(&self, room: Area, limit: f64) -> PlacedCard {
        let badge = self.badge(APART_BADGE * self.front.width, limit);
        let (wide, high) = badge.size;
        let widest = room.height.min(room.width - wide - APART * self.pixel());
        let grid = self.grid.with_side(widest / (1.0 + CARD_PADDING));
        let pad = grid.pad();
        let top = room.top + (room.height - grid.outer()) / 2.0;
        let corner = (room.left + pad, top);
        let centre = (room.right() - wide / 2.0, top + grid.outer() + pad - high / 2.0);
        PlacedCard { grid, corner, badge, centre, puzzle: self.front_puzzle }
    }

    /// Places a card of this size in the middle of a room, and a badge at its lower right corner.
    fn place_card(&self, room: Area, size: CardSize, limit: f64, puzzle: usize) -> PlacedCard {
        let badge = self.badge(size.badge * self.front.width, limit);
        let (wide, high) = badge.size;
        let below = BADGE_BELOW * high;
        let widest = (MAX_CARD * room.width).min(room.height - below);
        let grid = self.grid.with_side(size.card * widest / (1.0 + CARD_PADDING));
        let (side, pad) = (grid.outer(), grid.pad());
        let free = room.height - below - side - 2.0 * pad;
        let both = side + 2.0 * pad + BADGE_BESIDE * wide;
        let left = room.left + (room.width - both).max(0.0) / 2.0;
        let corner = (left + pad, room.top + pad + free / 2.0);
        let right = (left + both).min(room.right());
        let bottom = corner.1 + side + pad + below;
        let centre = (right - wide / 2.0, bottom - high / 2.0);
        PlacedCard { grid, corner, badge, centre, puzzle }
    }

    /// Returns true if the badge covers no given of the card.
    fn covers_no_given(&self, card: &PlacedCard) -> bool {
        let givens = self.volume.puzzle(card.puzzle).givens();
        let grid = card.grid.in_shape(givens.shape());
        givens.filled().all(|(cell, _)| {
            let at = grid.middle(card.corner, cell);
            !card.badge.covers(card.centre, at, grid.digit_size())
        })
    }

    /// Draws large pale tiles on the ground. The edges of the front cut the outer tiles in the
    /// middle.
    fn draw_ground_tiles(&mut self) {
        let front = self.front;
        let across = if self.is_wide_front() { WIDE_GROUND_TILES } else { GROUND_TILES };
        let place = front.width / across;
        let columns = (across as usize).saturating_sub(1);
        let givens = *self.volume.classic_puzzle(self.back_puzzle).givens();
        let mut steps = Vec::new();
        for cell in Cell::ALL.into_iter().filter(|&cell| givens[cell].is_some()) {
            let (column, row) = (cell.column(), cell.row());
            let (x, y) = (front.right() - column as f64 * place, front.top + row as f64 * place);
            if column <= columns && y - TILE.0 * place / 2.0 < front.bottom() {
                add_tile(&mut steps, (x, y), place);
            }
        }
        self.fill(self.colours.shade, steps);
    }
}
