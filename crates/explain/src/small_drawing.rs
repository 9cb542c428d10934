//! Small grids as SVG, in the style of [`drawing`](super::drawing).

use super::drawing::{EDGE, LOST, OUTSIDE, number, strike, text_row};
use super::figure::{CELL_SIDE, FigurePoint, STRIKE_HALF_SIZE};
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniShape, bits};
use human::{MiniHouse, MiniStep};
use std::fmt::Write as _;
use words::escape_markup;

/// A drawing of a small grid.
pub(super) struct SmallDrawing {
    shape: MiniShape,
    out: String,
}

impl SmallDrawing {
    /// Begins a drawing. The title is for readers who cannot see it.
    pub fn new(title: &str, shape: MiniShape) -> Self {
        let side = EDGE + shape.side() as f64 * CELL_SIDE + OUTSIDE;
        let title = escape_markup(title);
        let out =
            format!("<svg viewBox=\"0 0 {side} {side}\" role=\"img\">\n<title>{title}</title>\n");
        Self { shape, out }
    }

    /// Draws the digits of a grid, those that are given in a class of their own.
    pub fn grid(mut self, given: &MiniGrid, shown: &MiniGrid) -> String {
        self.lines();
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
            let (x, y) = self.centre(cell);
            let (y, digit) = (y + 12.0, number(digit));
            let _ = writeln!(self.out, "<text class=\"new\" x=\"{x}\" y=\"{y}\">{digit}</text>");
        } else {
            self.candidates(before, cells, Some(step));
        }
        self.grid(given, &before.grid())
    }

    fn corner(&self, cell: usize) -> FigurePoint {
        let (row, column) = (cell / self.shape.side(), cell % self.shape.side());
        (EDGE + column as f64 * CELL_SIDE, EDGE + row as f64 * CELL_SIDE)
    }

    fn centre(&self, cell: usize) -> FigurePoint {
        let (x, y) = self.corner(cell);
        (x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0)
    }

    /// Shades the rectangle of these cells.
    fn shade(&mut self, class: &str, cells: Cells) {
        let (Some(first), Some(last)) = (bits(cells).next(), bits(cells).last()) else { return };
        let ((x, y), (right, bottom)) = (self.corner(first), self.corner(last));
        let (width, height) = (right + CELL_SIDE - x, bottom + CELL_SIDE - y);
        let _ = writeln!(
            self.out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// Draws the lines of the grid, and the numbers of its rows and columns.
    fn lines(&mut self) {
        let side = self.shape.side();
        let end = EDGE + side as f64 * CELL_SIDE;
        let (mut thin, mut thick) = (String::new(), String::new());
        for i in 0..=side {
            let at = EDGE + i as f64 * CELL_SIDE;
            let column = if i % self.shape.block_columns() == 0 { &mut thick } else { &mut thin };
            let _ = write!(column, "M{at} {EDGE}V{end}");
            let row = if i % self.shape.block_rows() == 0 { &mut thick } else { &mut thin };
            let _ = write!(row, "M{EDGE} {at}H{end}");
        }
        let _ = writeln!(
            self.out,
            "<path class=\"thin\" d=\"{thin}\"/><path class=\"thick\" d=\"{thick}\"/>"
        );
        let middle = |i: usize| EDGE + (i as f64 + 0.5) * CELL_SIDE;
        let columns = (0..side).map(|i| (middle(i), number(i)));
        text_row(&mut self.out, "edge", columns, EDGE - 7.0);
        for i in 0..side {
            text_row(&mut self.out, "edge", [(EDGE - 11.0, number(i))], middle(i) + 4.0);
        }
    }

    fn digits(&mut self, given: &MiniGrid, shown: &MiniGrid) {
        for cell in shown.filled() {
            let class = if given.digit(cell).is_some() { "given" } else { "found" };
            let (x, y) = self.centre(cell);
            let digit = char::from(b'0' + shown.cells()[cell]);
            text_row(&mut self.out, class, [(x, digit)], y + 11.0);
        }
    }

    /// Draws the candidates in three columns. The pattern is bold, and what the step removes is
    /// struck out.
    fn candidates(&mut self, board: &MiniBoard, pattern: Cells, step: Option<&MiniStep>) {
        for cell in bits(board.open) {
            let (x, y) = self.corner(cell);
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
