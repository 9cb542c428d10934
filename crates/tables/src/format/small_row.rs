//! Reads one line of text as a row of four or six cells.

use super::cell_field::{delimiter, parse_cell, parse_field};
use super::frame::empty_columns;
use super::grid_row::{latex_row, shows_blanks, unbracketed};
use grid::{Digit, GridShape};

/// The cells of a row.
pub(super) type SmallRow = Vec<Option<Digit>>;

/// Reads a line of four or six cells with digits, dots, zeros, underscores or bars.
pub(super) fn read_row(text: &str) -> Option<SmallRow> {
    let row = read_cells(text)?;
    // Fields that are signs for blanks are a row; `x x x x` is none.
    let is_row = text.contains(['|', '│', '║', '┃', '.', '_', '0'])
        || delimiter(text).is_some() && shows_blanks(text);
    if is_row || row.iter().any(Option::is_some) { Some(row) } else { None }
}

/// Reads a line of four or six cells: signs with spaces or bars between them, or fields, of which
/// an empty one is a blank. An empty field may stand between blocks.
pub(super) fn read_cells(text: &str) -> Option<SmallRow> {
    let row = if let Some(delimiter) = delimiter(text) {
        // Tabs at the end of a row are fields.
        let inner = if delimiter == '&' { latex_row(text) } else { text.trim_matches(' ') };
        let mut fields: Vec<&str> = unbracketed(inner).split(delimiter).collect();
        for gap in empty_columns(&fields, [6, 4]).unwrap_or_default().into_iter().rev() {
            fields.remove(gap);
        }
        fields.into_iter().map(parse_field).collect()
    } else {
        let signs = text.chars().filter(|c| !c.is_whitespace() && !"|│║┃".contains(*c));
        signs.map(parse_cell).collect::<Option<Vec<_>>>()
    }?;
    let shape = GridShape::with_cell_count(row.len() * row.len())?;
    let fits = row.iter().flatten().all(|digit| usize::from(digit.get()) <= shape.side());
    if shape.mini().is_some() && fits { Some(row) } else { None }
}
