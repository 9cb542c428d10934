//! A grid drawn as text.

use super::{Cell, Grid};
use std::fmt::Display;

impl Grid {
    /// Thirteen lines: the grid with lines between the blocks. `show` answers how the character of a
    /// cell is shown: in bold, in colour, or as it is; a blank is `.`.
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
