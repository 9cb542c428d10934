//! The front *puzzle*: a puzzle of the book on a white card, and a badge with the number of
//! puzzles.

use super::super::shapes::{TILE, add_tile};
use super::heading::HEADING;
use super::{Cell, CountStyle, Cover, CoverResult};
use crate::book::model::page::SharedForm;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_puzzle(&mut self) -> CoverResult<()> {
        let (front, margin, pixel) = (self.front, self.margin(), self.pixel());
        self.draw_ground_tiles();
        self.draw_foot_band()?;
        let (live, is_wide) = (self.above_foot(6.0), self.is_wide_front());
        let height = (0.48 * front.height - margin).max(HEADING * pixel);
        let room = self.heading_room(live, (height, 8.0), CountStyle::Elsewhere)?;
        let (top, height) = (room.top, room.height);
        // On a high front the badge overlaps the lower left corner of the card.
        let free = if is_wide { 0.0 } else { 0.14 * front.width };
        let widest = if is_wide { room.width } else { room.width.min(0.86 * live.width) };
        let outer = widest.min(height - 0.5 * free);
        self.grid = self.grid.with_side(outer / (1.0 + 2.0 * 0.35 / 9.1));
        let (side, pad) = (self.grid.outer(), self.grid.pad());
        let corner = match is_wide {
            true => (room.right() - side - pad, top + (height - side) / 2.0),
            false => (
                live.right() - side - pad,
                top + pad + (height - 0.5 * free - side - 2.0 * pad).max(0.0) / 2.0,
            ),
        };
        self.draw_card(corner, self.grid, SharedForm::CoverGrid, None);
        // Draw the digits as outlines, because the badge covers some of them.
        let (grid, figures) = (self.grid, self.volume.setup.figures().strong.first());
        let puzzle = self.volume.puzzle(self.front_puzzle);
        let digits = puzzle.givens().filled().map(|(cell, digit)| {
            let at = grid.cell_corner(corner, cell);
            (digit, (at.0 + grid.cell / 2.0, at.1 + grid.cell / 2.0))
        });
        self.draw_figures(self.colours.ink, (figures, grid.digit_size()), digits);
        let fill = self.badge_fill(self.colours.ground);
        if !is_wide {
            let corner = (live.left, live.bottom() + 2.0 * pixel);
            self.draw_badge(0.32 * front.width, fill, corner, false);
        }
        Ok(())
    }

    /// Draws large pale tiles on the ground. The edges of the front cut the outer tiles in the
    /// middle.
    fn draw_ground_tiles(&mut self) {
        let front = self.front;
        let place = front.width / if self.is_wide_front() { 7.0 } else { 5.0 };
        let columns = ((front.width / place).round() as usize).saturating_sub(1);
        let givens = *self.volume.puzzle(self.back_puzzle).givens();
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
