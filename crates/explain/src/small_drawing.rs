//! Small grids as SVG, in the style of [`drawing`](super::drawing).

use super::drawing::{self, LOST, cell_centre, cell_corner, number, strike, text_row};
use super::figure::{CELL_SIDE, STRIKE_HALF_SIZE};
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniShape, bits};
use grid::{Cell, Digit};
use human::{MiniHouse, MiniStep};

/// A drawing of a small grid.
pub(super) struct SmallDrawing {
    shape: MiniShape,
    out: String,
}

impl SmallDrawing {
    /// Begins a drawing. The title is for readers who cannot see it.
    pub fn new(title: &str, shape: MiniShape) -> Self {
        Self { shape, out: drawing::begin(title, shape.into()) }
    }

    /// Draws the digits of a grid, those that are given in a class of their own.
    pub fn grid(mut self, given: &MiniGrid, shown: &MiniGrid) -> String {
        drawing::lines(&mut self.out, self.shape.into());
        self.digits(given, shown);
        self.out + "</svg>\n"
    }

    /// Draws the digits of a board with its candidates, and shades houses.
    pub fn houses(mut self, board: &MiniBoard, houses: &[MiniHouse]) -> String {
        houses.iter().for_each(|house| self.shade("house", house.cells()));
        self.candidates(board, 0, None);
        self.grid(&board.grid(), &board.grid())
    }

    /// Draws a step: the board before it, what the step looks at, and what it does.
    pub fn step(
        mut self,
        given: &MiniGrid,
        before: &MiniBoard,
        (step, houses, cells): (&MiniStep, &[MiniHouse], Cells),
    ) -> String {
        houses.iter().for_each(|house| self.shade("house", house.cells()));
        let placed = step.placement.map_or(0, |(cell, _)| 1 << cell);
        bits(cells & !placed).for_each(|cell| self.shade("cell", 1 << cell));
        bits(placed).for_each(|cell| self.shade("placed", 1 << cell));
        if let Some((cell, digit)) = step.placement {
            let cell = cell_at(self.shape, cell);
            drawing::new_digit(&mut self.out, cell, digit_with_index(digit));
        } else {
            self.candidates(before, cells, Some(step));
        }
        self.grid(given, &before.grid())
    }

    /// Shades the rectangle of these cells.
    fn shade(&mut self, class: &str, cells: Cells) {
        let (Some(first), Some(last)) = (bits(cells).next(), bits(cells).last()) else { return };
        let [first, last] = [first, last].map(|cell| cell_at(self.shape, cell));
        drawing::shade(&mut self.out, class, first, last);
    }

    fn digits(&mut self, given: &MiniGrid, shown: &MiniGrid) {
        for cell in shown.filled() {
            let class = if given.digit(cell).is_some() { "given" } else { "found" };
            let (x, y) = cell_centre(cell_at(self.shape, cell));
            let digit = char::from(b'0' + shown.cells()[cell]);
            text_row(&mut self.out, class, [(x, digit)], y + 11.0);
        }
    }

    /// Draws the candidates in three columns. The pattern is bold, and what the step removes is
    /// struck out.
    fn candidates(&mut self, board: &MiniBoard, pattern: Cells, step: Option<&MiniStep>) {
        for cell in bits(board.open) {
            let (x, y) = cell_corner(cell_at(self.shape, cell));
            for digit in board.candidates(cell) {
                let (column, row) = (digit % 3, digit / 3);
                let at = (
                    x + (column as f64 + 0.5) * CELL_SIDE / 3.0,
                    y + (row as f64 + 0.5) * CELL_SIDE / 2.0,
                );
                let is_lost = step.is_some_and(|step| step.removed[digit] >> cell & 1 != 0);
                let class = match pattern >> cell & 1 {
                    _ if is_lost => "red",
                    0 => "small",
                    _ => "bold",
                };
                text_row(&mut self.out, class, [(at.0, number(digit))], at.1 + 4.5);
                if is_lost {
                    strike(&mut self.out, "lost", at, STRIKE_HALF_SIZE.1 * LOST);
                }
            }
        }
    }
}

/// Returns the cell of 9 x 9 with the same row and column, which has the same name.
pub(super) fn cell_at(shape: MiniShape, cell: usize) -> Cell {
    Cell::new(cell / shape.side(), cell % shape.side())
}

pub(super) fn digit_with_index(index: usize) -> Digit {
    Digit::ALL[index]
}
