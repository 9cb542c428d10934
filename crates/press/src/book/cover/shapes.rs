//! The shapes of covers: tiles, and grids on cards.

use super::{Area, Colour, Cover, DrawOp, GridShape, GridStyle, PathEl, Point, draw};
use engine::sudoku::any_puzzle::AnyGrid;
use std::ops::Range;

/// The gap between blocks of tiles, as a fraction of the place of a tile.
const BLOCK_GAP: f64 = 0.3;
/// The side of a tile and the radius of its corners, as fractions of its place.
pub(super) const TILE: (f64, f64) = (0.86, 0.13);

/// Adds a tile around a point to a shape. `place` is the side of the place of a tile.
pub(super) fn add_tile(steps: &mut Vec<PathEl>, middle: Point, place: f64) {
    steps.extend(draw::rounded(Area::square(middle, TILE.0 * place), TILE.1 * place));
}

/// Returns the distance of a row or column of tiles from the first one, in places of a tile. Blocks
/// have this many rows or columns.
fn tile_offset(number: usize, block: usize) -> f64 {
    number as f64 + (number / block) as f64 * BLOCK_GAP
}

impl GridStyle {
    /// Returns a grid whose frame has this side, measured at its outer edges.
    pub(super) fn with_side(self, side: f64) -> Self {
        let cell = side / 9.1;
        Self { cell, thin: (cell * 0.028).max(0.75), block: (cell * 0.1).max(1.5), ..self }
    }

    /// Returns the distance from the frame of a grid to the edge of its card.
    pub(super) fn pad(self) -> f64 {
        0.35 * self.cell
    }
}

impl Cover<'_> {
    /// Fills a shape with a colour.
    pub(super) fn fill(&mut self, colour: Colour, steps: Vec<PathEl>) {
        self.paint(colour, vec![DrawOp::Shape { steps, even_odd: false }]);
    }

    /// Fills a rectangle that has round corners of this radius.
    pub(super) fn fill_round(&mut self, colour: Colour, area: Area, round: f64) {
        self.fill(colour, draw::rounded(area, round));
    }

    /// Returns the side of the place of a tile if the tiles of a row of a grid have this width.
    pub(super) fn tile_place(&self, width: f64, shape: GridShape) -> f64 {
        let last = tile_offset(shape.side() - 1, shape.block_columns());
        width / (last + TILE.0)
    }

    /// Returns the height of some rows of tiles that have this width.
    pub(super) fn tile_rows_height(&self, width: f64, shape: GridShape, rows: usize) -> f64 {
        let last = tile_offset(rows - 1, shape.block_rows());
        (last + TILE.0) * self.tile_place(width, shape)
    }

    /// Draws some rows of a grid as tiles as wide as an area: givens in the first colour, empty
    /// cells in the second. Returns the centre of each tile, row by row.
    pub(super) fn draw_tiles(
        &mut self,
        area: Area,
        givens: &AnyGrid,
        rows: Range<usize>,
        given_and_blank: [Colour; 2],
    ) -> Vec<Point> {
        let shape = givens.shape();
        let place = self.tile_place(area.width, shape);
        let first = tile_offset(rows.start, shape.block_rows());
        let mut shapes = [Vec::new(), Vec::new()];
        let mut places = Vec::new();
        for cell in rows.start * shape.side()..rows.end * shape.side() {
            let x = tile_offset(cell % shape.side(), shape.block_columns());
            let y = tile_offset(cell / shape.side(), shape.block_rows()) - first;
            let half = TILE.0 * place / 2.0;
            let at = (area.left + x * place + half, area.top + y * place + half);
            add_tile(&mut shapes[usize::from(givens.digit(cell).is_none())], at, place);
            places.push(at);
        }
        for (steps, colour) in shapes.into_iter().zip(given_and_blank) {
            self.fill(colour, steps);
        }
        places
    }

    /// Draws an empty grid on a white card that is slightly larger.
    pub(super) fn draw_card(&mut self, corner: Point, grid: GridStyle) {
        let side = grid.outer();
        let frame = Area { left: corner.0, top: corner.1, width: side, height: side };
        self.marks.push(frame.inside(-grid.pad()).filled(Colour::WHITE));
        let form = grid.drawing().into();
        self.paint(self.colours.ink, vec![DrawOp::Form { form, corner }]);
    }
}
