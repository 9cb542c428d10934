//! The front *puzzle*: a puzzle of the book on a white card, and a badge with the number of
//! puzzles. The front *tiles*: a puzzle of the book as bright tiles with its givens.

use super::super::shapes::{TILE, add_tile};
use super::heading::HEADING;
use super::{Area, Badge, Cell, CountStyle, Cover, CoverResult, Point};
use crate::book::draw::GridStyle;
use engine::sudoku::grid::Digit;

/// The sizes of the card and of the badge, as fractions of the widest card and of the front. The
/// last badge lies beside its card.
const SIZES: [(f64, f64); 7] =
    [(1.0, 0.32), (1.0, 0.3), (0.95, 0.3), (0.9, 0.3), (0.85, 0.3), (0.8, 0.3), (0.7, 0.3)];

/// The minimum distance between the heading and the badge, in pixels.
const BADGE_GAP: f64 = 3.0;

/// The width that the badge covers of the card, as a fraction of the front, and the maximum width
/// of the card, as a fraction of the live area.
const OVERLAP: f64 = 0.14;
const MAX_CARD: f64 = 0.86;

/// A grid and its corner, a badge and its centre, and the puzzle in the grid.
struct PlacedCard {
    grid: GridStyle,
    corner: Point,
    badge: Badge,
    centre: Point,
    puzzle: usize,
}

impl Cover<'_> {
    /// Draws the front *tiles*.
    pub(super) fn draw_tiles_front(&mut self) -> CoverResult<()> {
        self.draw_foot_band()?;
        let height = (0.5 * self.front.height).max(HEADING * self.pixel());
        let room = self.heading_room(self.above_foot(6.0), (height, 8.0), CountStyle::Beside)?;
        let side = room.width.min(room.height);
        let left = if self.is_wide_front() {
            room.right() - side
        } else {
            room.left + (room.width - side) / 2.0
        };
        let corner = (left, room.top + (room.height - side) / 2.0);
        let colours = self.colours;
        let bright = colours.large_shape(&[colours.accent]);
        let places = self.draw_tiles(corner, side, self.front_puzzle, [bright, colours.shade]);
        let figures = self.volume.setup.figures().strong.first();
        let givens = *self.volume.classic_puzzle(self.front_puzzle).givens();
        let digits = Cell::ALL.into_iter().zip(places);
        let digits = digits.filter_map(|(cell, place)| Some((givens[cell]?, place)));
        let colour = colours.on(bright, &[colours.ink, colours.paper]);
        self.draw_figures(colour, (figures, 0.062 * side), digits);
        Ok(())
    }

    /// Draws the front *puzzle*.
    pub(super) fn draw_puzzle(&mut self) -> CoverResult<()> {
        let (front, margin, pixel) = (self.front, self.margin(), self.pixel());
        self.draw_ground_tiles();
        self.draw_foot_band()?;
        let (live, is_wide) = (self.above_foot(6.0), self.is_wide_front());
        let mut height = (0.48 * front.height - margin).max(HEADING * pixel);
        if !is_wide {
            // The badge covers no line of the heading.
            let (_, high) = self.badge(SIZES[SIZES.len() - 1].1 * front.width).size;
            height = height.min(live.height + 2.0 * pixel - high - BADGE_GAP * pixel);
        }
        let room = self.heading_room(live, (height, 8.0), CountStyle::Elsewhere)?;
        // The badge covers no given. The front shows another puzzle of the level if need be, and
        // then both become smaller.
        let puzzles = self.level_puzzles();
        let mut placed = None;
        'sizes: for (card, side) in SIZES {
            for &puzzle in &puzzles {
                let found = self.place_card(live, room, (card, side), puzzle);
                let is_clear = is_wide || self.covers_no_given(&found);
                placed = Some(found);
                if is_clear {
                    break 'sizes;
                }
            }
        }
        let Some(PlacedCard { grid, corner, badge, centre, puzzle }) = placed else {
            return Ok(());
        };
        (self.grid, self.front_puzzle) = (grid, puzzle);
        let grid = grid.in_shape(self.volume.shape(puzzle));
        let givens = self.volume.puzzle(puzzle).givens();
        self.draw_card(corner, grid, None);
        let figures = self.volume.setup.figures().strong.first();
        let digits = givens
            .filled()
            .filter_map(|(cell, digit)| Some((Digit::new(digit)?, grid.middle(corner, cell))));
        self.draw_figures(self.colours.ink, (figures, grid.digit_size()), digits);
        let fill = self.badge_fill(self.colours.ground);
        if !is_wide {
            self.draw_badge(&badge, fill, centre);
        }
        Ok(())
    }

    /// Places a card of this size in a room, and a badge beside the live area's lower left corner.
    /// On a high front the badge overlaps the lower left corner of the card.
    fn place_card(&self, live: Area, room: Area, sizes: (f64, f64), puzzle: usize) -> PlacedCard {
        let (is_wide, width) = (self.is_wide_front(), self.front.width);
        let free = if is_wide { 0.0 } else { OVERLAP * width };
        let widest = if is_wide { room.width } else { room.width.min(MAX_CARD * live.width) };
        let widest = widest.min(room.height - 0.5 * free);
        let grid = self.grid.with_side(sizes.0 * widest / (1.0 + 2.0 * 0.35 / 9.1));
        let (side, pad) = (grid.outer(), grid.pad());
        let corner = if is_wide {
            (room.right() - side - pad, room.top + (room.height - side) / 2.0)
        } else {
            let spare = room.height - 0.5 * free - side - 2.0 * pad;
            (live.right() - side - pad, room.top + pad + spare.max(0.0) / 2.0)
        };
        let badge = self.badge(sizes.1 * width);
        let (wide, high) = badge.size;
        let centre = (live.left + wide / 2.0, live.bottom() + 2.0 * self.pixel() - high / 2.0);
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
        let place = front.width / if self.is_wide_front() { 7.0 } else { 5.0 };
        let columns = ((front.width / place).round() as usize).saturating_sub(1);
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
