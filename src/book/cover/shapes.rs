//! The shapes of covers: tiles, badges, grids on cards, levels with their stars.

use super::{Area, Cell, Colour, Cover, DrawOp, GridStyle, PathEl, Point, SharedForm, draw};

/// Gap between blocks of tiles, as a fraction of a tile's place.
const GAP: f64 = 0.3;
/// The side of a tile and the radius of its corners, as fractions of its place.
pub(super) const TILE: (f64, f64) = (0.86, 0.13);

/// Adds a tile around a point to a shape; `place` is the side of its place.
pub(super) fn tile(steps: &mut Vec<PathEl>, (x, y): Point, place: f64) {
    let half = TILE.0 * place / 2.0;
    let side = 2.0 * half;
    steps.extend(draw::rounded((x - half, y - half), (side, side), TILE.1 * place));
}

impl GridStyle {
    /// A grid of this side, between the outer edges of its frame.
    pub(super) fn of_side(self, side: f64) -> Self {
        let cell = side / 9.1;
        Self { cell, thin: (cell * 0.028).max(0.75), block: (cell * 0.1).max(1.5), ..self }
    }

    /// How far the card of a grid extends beyond it.
    pub(super) fn pad(self) -> f64 {
        0.35 * self.cell
    }
}

impl Cover<'_> {
    /// Draws a shape in a colour.
    pub(super) fn shape(&mut self, colour: Colour, steps: Vec<PathEl>) {
        self.tone(colour, vec![DrawOp::Shape { steps, even_odd: false }]);
    }

    /// Fills a rectangle with round corners.
    pub(super) fn rounded(&mut self, colour: Colour, corner: Point, size: Point, round: f64) {
        self.shape(colour, draw::rounded(corner, size, round));
    }

    /// A puzzle as tiles: its givens in one colour, its blanks in another. Returns the middle of each tile.
    pub(super) fn tiles(
        &mut self,
        (left, top): Point,
        side: f64,
        puzzle: usize,
        given_and_blank: [Colour; 2],
    ) -> Vec<Point> {
        let place = side / (9.0 + 2.0 * GAP + TILE.0 - 1.0);
        let along = |n: usize| (n as f64 + (n / 3) as f64 * GAP + TILE.0 / 2.0) * place;
        let givens = *self.volume.puzzle(puzzle).givens();
        let mut shapes = [Vec::new(), Vec::new()];
        let mut places = Vec::new();
        for cell in Cell::ALL {
            let at = (left + along(cell.column()), top + along(cell.row()));
            tile(&mut shapes[usize::from(givens[cell].is_none())], at, place);
            places.push(at);
        }
        for (steps, colour) in shapes.into_iter().zip(given_and_blank) {
            self.shape(colour, steps);
        }
        places
    }

    /// A grid, perhaps with the digits of a puzzle, on a white card, which is a little larger.
    pub(super) fn card(
        &mut self,
        corner: Point,
        grid: GridStyle,
        form: SharedForm,
        puzzle: Option<usize>,
    ) {
        let (left, top, side) = (corner.0, corner.1, grid.outer());
        let card = Area { left, top, width: side, height: side }.inside(-grid.pad());
        self.marks.push(card.filled(Colour::WHITE));
        let mut black = vec![DrawOp::Form { form, corner }];
        let face = self.volume.setup.figures().strong.first();
        if let Some(puzzle) = puzzle {
            let givens = *self.volume.puzzle(puzzle).givens();
            grid.digits(&mut black, corner, face, givens.filled());
        }
        self.tone(self.colours.ink, black);
    }
}
