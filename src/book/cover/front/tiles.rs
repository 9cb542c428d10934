//! The front *tiles*: a puzzle of the book as bright tiles with its givens.

use super::heading::{Count, HEADING, Heading};
use super::{Area, Cover};
use crate::book::error::CoverError;
use crate::sudoku::grid::Cell;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn tiles_front(&mut self) -> Result<(), CoverError> {
        let (face, margin, pixel) = (self.face, self.margin(), self.pixel());
        self.foot_band()?;
        let live = face.inside(margin);
        let bottom = self.band.min(live.bottom()) - 6.0 * pixel;
        let live = Area { height: bottom - live.top, ..live };
        let (corner, side) = match self.is_wide_front() {
            true => {
                let room = self.wide_heading(live)?;
                let side = room.width.min(live.height);
                ((room.right() - side, live.top + (live.height - side) / 2.0), side)
            }
            false => {
                let blocks = self.heading(
                    Area { height: (0.5 * face.height).max(HEADING * pixel), ..live },
                    Heading::with(Count::Beside),
                )?;
                let top = blocks.iter().map(|block| block.1).fold(live.top, f64::max) + 8.0 * pixel;
                let side = live.width.min(bottom - top);
                ((live.left + (live.width - side) / 2.0, top + (bottom - top - side) / 2.0), side)
            }
        };
        let colours = self.colours;
        let bright = if colours.accent.contrast(colours.ground) >= 3.0 {
            colours.accent
        } else {
            colours.text()
        };
        let places = self.tiles(corner, side, self.shown[0], [bright, colours.shade]);
        let figures = self.volume.figures().strong.first();
        let givens = self.volume.puzzles[self.shown[0]].givens();
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
