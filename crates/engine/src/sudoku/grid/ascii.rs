//! A grid drawn with ASCII characters.

use super::{Cell, Grid};
use std::fmt::Display;

impl Grid {
    /// Draws the grid in thirteen lines, with rules between the blocks. `show` styles the character
    /// of each cell, for example in bold or in colour; a blank is `.`.
    pub fn to_ascii<S: Display>(&self, show: impl Fn(Cell, char) -> S) -> String {
        const LINE: &str = "+-------+-------+-------+\n";
        let mut text = String::new();
        for cell in Cell::ALL {
            if cell.column() == 0 && cell.row().is_multiple_of(3) {
                text += LINE;
            }
            if cell.column().is_multiple_of(3) {
                text += "| ";
            }
            let sign = self[cell].map_or('.', |digit| char::from(b'0' + digit.get()));
            text += &format!("{} ", show(cell, sign));
            if cell.column() == 8 {
                text += "|\n";
            }
        }
        text + LINE
    }
}
