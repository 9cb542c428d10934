//! The front *puzzle*: a puzzle of the book on a white card, and a badge with the number of puzzles.

use super::super::shapes::{TILE, tile};
use super::heading::HEADING;
use super::{Cell, Count, Cover, CoverResult};
use crate::book::model::page::SharedForm;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn puzzle_front(&mut self) -> CoverResult<()> {
        let (face, margin, pixel) = (self.face, self.margin(), self.pixel());
        self.ground_tiles();
        self.foot_band()?;
        let (live, is_wide) = (self.above_foot(6.0), self.is_wide_front());
        let height = (0.48 * face.height - margin).max(HEADING * pixel);
        let room = self.room(live, (height, 8.0), Count::Elsewhere)?;
        let (top, height) = (room.top, room.height);
        // On high fronts the badge lies on the lower left corner of the card.
        let free = if is_wide { 0.0 } else { 0.14 * face.width };
        let widest = if is_wide { room.width } else { room.width.min(0.86 * live.width) };
        let outer = widest.min(height - 0.5 * free);
        self.grid = self.grid.of_side(outer / (1.0 + 2.0 * 0.35 / 9.1));
        let (side, pad) = (self.grid.outer(), self.grid.pad());
        let corner = match is_wide {
            true => (room.right() - side - pad, top + (height - side) / 2.0),
            false => (
                live.right() - side - pad,
                top + pad + (height - 0.5 * free - side - 2.0 * pad).max(0.0) / 2.0,
            ),
        };
        self.card(corner, self.grid, SharedForm::CoverGrid, None);
        // As outlines: the badge covers some of them.
        let (grid, figures) = (self.grid, self.volume.setup.figures().strong.first());
        let puzzle = self.volume.puzzle(self.shown[0]);
        let digits = puzzle.givens().filled().map(|(cell, digit)| {
            let at = grid.cell_corner(corner, cell);
            (digit, (at.0 + grid.cell / 2.0, at.1 + grid.cell / 2.0))
        });
        self.figures(self.colours.ink, (figures, grid.digit_size()), digits);
        let fill = self.badge_fill(self.colours.ground);
        if !is_wide {
            let corner = (live.left, live.bottom() + 2.0 * pixel);
            self.badge(0.32 * face.width, fill, corner, false);
        }
        Ok(())
    }

    /// Large pale tiles on the ground. Those at the edges are cut in the middle.
    fn ground_tiles(&mut self) {
        let face = self.face;
        let place = face.width / if self.is_wide_front() { 7.0 } else { 5.0 };
        let columns = ((face.width / place).round() as usize).saturating_sub(1);
        let givens = *self.volume.puzzle(self.shown[1]).givens();
        let mut steps = Vec::new();
        for cell in Cell::ALL.into_iter().filter(|&cell| givens[cell].is_some()) {
            let (column, row) = (cell.column(), cell.row());
            let (x, y) = (face.right() - column as f64 * place, face.top + row as f64 * place);
            if column <= columns && y - TILE.0 * place / 2.0 < face.bottom() {
                tile(&mut steps, (x, y), place);
            }
        }
        self.shape(self.colours.shade, steps);
    }
}
