//! The front *tiles*: a puzzle of the book as bright tiles with its givens.

use super::Cover;
use super::heading::{Count, HEADING};
use crate::book::error::CoverError;
use crate::sudoku::grid::Cell;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn tiles_front(&mut self) -> Result<(), CoverError> {
        self.foot_band()?;
        let height = (0.5 * self.face.height).max(HEADING * self.pixel());
        let room = self.room(self.above_foot(), (height, 8.0), Count::Beside)?;
        let side = room.width.min(room.height);
        let left = match self.is_wide_front() {
            true => room.right() - side,
            false => room.left + (room.width - side) / 2.0,
        };
        let corner = (left, room.top + (room.height - side) / 2.0);
        let colours = self.colours;
        let bright = if colours.accent.contrast(colours.ground) >= 3.0 {
            colours.accent
        } else {
            colours.text()
        };
        let places = self.tiles(corner, side, self.shown[0], [bright, colours.shade]);
        let figures = self.volume.figures().strong.first();
        let givens = *self.volume.puzzle(self.shown[0]).givens();
        let mut digits = Vec::new();
        for (cell, place) in Cell::ALL.into_iter().zip(places) {
            if let Some(digit) = givens[cell] {
                self.figure(&mut digits, figures, digit, place, 0.062 * side);
            }
        }
        self.shape(colours.on(bright, &[colours.ink, colours.paper]), digits);
        Ok(())
    }
}
