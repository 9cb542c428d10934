//! The front *tiles*: a puzzle of the book as bright tiles with its givens.

use super::heading::HEADING;
use super::{Cell, CountStyle, Cover, CoverResult};

impl Cover<'_> {
    /// Draws the front.
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
        let givens = *self.volume.puzzle(self.front_puzzle).givens();
        let digits = Cell::ALL.into_iter().zip(places);
        let digits = digits.filter_map(|(cell, place)| Some((givens[cell]?, place)));
        let colour = colours.on(bright, &[colours.ink, colours.paper]);
        self.draw_figures(colour, (figures, 0.062 * side), digits);
        Ok(())
    }
}
