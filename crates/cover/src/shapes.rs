//! The shapes of covers: tiles, and the numbers on them.

use super::{Area, Colour, Cover, DrawOp, PathEl, Point, TextStyle};
use crate::front::FrontPuzzle;

/// The side of a tile and the radius of its corners, as fractions of its place.
pub(super) const TILE: (f64, f64) = (0.86, 0.13);
/// The maximum height and width of the number on a tile, and the radius of its round corners, as
/// fractions of its smaller side.
const MAX_NUMBER_HEIGHT: f64 = 0.56;
const MAX_NUMBER_WIDTH: f64 = 0.74;
pub(super) const TILE_ROUND: f64 = 0.14;

impl Cover<'_> {
    /// Draws cells of a puzzle, each around its point, as tiles: the givens are bright. `place` is
    /// the side of the place of a tile, and `digit` the type size of the givens in such sides.
    pub(super) fn draw_tiles(
        &mut self,
        puzzle: &FrontPuzzle,
        cells: impl IntoIterator<Item = (usize, Point)>,
        place: f64,
        digit: f64,
    ) {
        let bright = self.colours.large_shape(&[self.colours.accent]);
        let (mut given, mut empty, mut signs) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, middle) in cells {
            let sign = puzzle.given(cell);
            let steps = if sign.is_some() { &mut given } else { &mut empty };
            steps.extend(Area::square(middle, TILE.0 * place).rounded(TILE.1 * place));
            signs.extend(sign.map(|sign| (sign, middle)));
        }
        self.fill(bright, given);
        self.fill(self.colours.shade, empty);
        let figures = puzzle.figures(self.small_type().first(), digit * place);
        let colour = self.colours.on(bright, &[self.colours.ink, self.colours.paper]);
        self.draw_figures(colour, figures, signs);
    }

    /// Fills a shape with a colour.
    pub(super) fn fill(&mut self, colour: Colour, steps: Vec<PathEl>) {
        self.paint(colour, vec![DrawOp::Shape { steps, even_odd: false }]);
    }

    /// Fills a rectangle that has round corners of this radius.
    pub(super) fn fill_round(&mut self, colour: Colour, area: Area, round: f64) {
        self.fill(colour, area.rounded(round));
    }

    /// Returns the colour of a number on a tile of this colour.
    pub(super) fn number_on(&self, fill: Colour) -> Colour {
        self.colours.on(fill, &[self.colours.ground, self.colours.paper])
    }

    /// Draws a tile with the number of the volume, if it has one.
    pub(super) fn draw_number_tile(&mut self, tile: Area, fill: Colour, round: f64) {
        let Some(number) = self.volume.numbering.printed_volume else { return };
        self.fill_round(fill, tile, round);
        let (number, display) = (number.to_string(), self.display());
        let (unit, side) = (TextStyle::new(display, 1.0), tile.width.min(tile.height));
        let size = (MAX_NUMBER_HEIGHT * side / unit.cap())
            .min(MAX_NUMBER_WIDTH * side / unit.width(&number));
        let (middle, _) = tile.at((0.5, 0.5));
        let baseline = tile.top + (tile.height + unit.cap() * size) / 2.0;
        let (mut digits, mut x) = (Vec::new(), middle - unit.width(&number) * size / 2.0);
        for digit in number.chars() {
            let outline = display.first().steps(digit, size).unwrap_or_default();
            digits.extend(outline.into_iter().map(|step| step.translated((x, baseline))));
            x += display.first().advance(digit) * size;
        }
        self.fill(self.number_on(fill), digits);
    }
}
