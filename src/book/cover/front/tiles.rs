//! The front *tiles*: a puzzle of the book as bright tiles with its givens.

use super::heading::HEADING;
use super::{Cell, Count, Cover, CoverResult};

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn tiles_front(&mut self) -> CoverResult<()> {
        self.foot_band()?;
        let height = (0.5 * self.face.height).max(HEADING * self.pixel());
        let room = self.room(self.above_foot(6.0), (height, 8.0), Count::Beside)?;
        let side = room.width.min(room.height);
        let left = match self.is_wide_front() {
            true => room.right() - side,
            false => room.left + (room.width - side) / 2.0,
        };
        let corner = (left, room.top + (room.height - side) / 2.0);
        let colours = self.colours;
        let bright = colours.large(&[colours.accent]);
        let places = self.tiles(corner, side, self.shown[0], [bright, colours.shade]);
        let figures = self.volume.setup.figures().strong.first();
        let givens = *self.volume.puzzle(self.shown[0]).givens();
        let digits = Cell::ALL.into_iter().zip(places);
        let digits = digits.filter_map(|(cell, place)| Some((givens[cell]?, place)));
        let colour = colours.on(bright, &[colours.ink, colours.paper]);
        self.figures(colour, (figures, 0.062 * side), digits);
        Ok(())
    }
}
