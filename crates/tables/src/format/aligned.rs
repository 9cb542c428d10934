//! Rows in which spaces are blanks: the columns of their digits.

use super::cell_field::parse_cell;
use super::cells::NineCells;

/// A layout of rows in which spaces are blanks.
#[derive(Clone, Copy)]
struct SpacedLayout {
    /// The position of the first column.
    first: usize,
    /// Width of a cell.
    width: usize,
    /// Width of the space between blocks.
    gap: usize,
}

impl SpacedLayout {
    /// Returns the column at a position.
    fn column(self, at: usize) -> Option<usize> {
        (0..9).find(|column| self.first + column * self.width + column / 3 * self.gap == at)
    }

    /// Returns the cells of these signs, if there is a column for each.
    fn cells(self, signs: &[PlacedSign]) -> Option<[NineCells; 9]> {
        let mut cells = [[None; 9]; 9];
        for sign in signs {
            cells[sign.row][self.column(sign.at)?] = parse_cell(sign.sign)?;
        }
        Some(cells)
    }
}

/// A sign in a row in which spaces are blanks.
struct PlacedSign {
    row: usize,
    /// The position in the row.
    at: usize,
    sign: char,
}

/// Finds the columns of rows in which spaces are blanks, and returns their cells. The first layout
/// that has a column for each digit wins. Returns `None` if there is none.
pub(super) fn read_aligned(rows: &[&str; 9]) -> Option<[NineCells; 9]> {
    /// Width of a cell, and width of the space between blocks.
    const LAYOUTS: [(usize, usize); 9] =
        [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 2), (3, 0), (4, 0), (3, 1)];
    let mut signs = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let filled = text.char_indices().filter(|(_, sign)| *sign != ' ');
        signs.extend(filled.map(|(at, sign)| PlacedSign { row, at, sign }));
    }
    let indent = signs.iter().map(|sign| sign.at).min()?;
    for (width, gap) in LAYOUTS {
        // A grid may begin with empty columns, so small offsets are tried before the indent.
        for first in (0..=width).chain([indent]) {
            if let Some(cells) = (SpacedLayout { first, width, gap }).cells(&signs) {
                return Some(cells);
            }
        }
    }
    None
}
