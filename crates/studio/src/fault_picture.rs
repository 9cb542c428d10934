//! Pictures of grids with faults, in a file of puzzles that somebody brings.

use grid::GridShape;
use std::fmt::Write as _;

/// The side of a cell, in pixels.
const CELL: usize = 16;
/// The place of a digit below the upper edge of its cell, in pixels.
const BASELINE: usize = 13;
const DOUBTFUL_GROUND: &str = "#ffc9bf";
const OTHER_GROUND: &str = "#fff";

/// Draws a grid as an SVG file. `cells` are 81, 36 or 16 characters, row by row, a dot for an empty
/// cell; `doubtful` are the places of the cells that are marked.
pub(super) fn draw(cells: &str, doubtful: &[usize]) -> String {
    let shape = GridShape::with_cell_count(cells.len()).unwrap_or(GridShape::Nine);
    let side = shape.side();
    let whole = CELL * side;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" \
         viewBox=\"-1 -1 {0} {0}\" font-family=\"sans-serif\" font-size=\"{BASELINE}\" \
         text-anchor=\"middle\">",
        whole + 2
    );
    // Writing to a string never fails.
    for (place, sign) in cells.chars().enumerate() {
        let (x, y) = (place % side * CELL, place / side * CELL);
        let ground = if doubtful.contains(&place) { DOUBTFUL_GROUND } else { OTHER_GROUND };
        let _ = write!(
            svg,
            "<path fill=\"{ground}\" stroke=\"#999\" stroke-width=\".5\" \
             d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\"/>"
        );
        if sign != '.' {
            let (x, y) = (x + CELL / 2, y + BASELINE);
            let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{sign}</text>");
        }
    }
    let _ = write!(svg, "<path fill=\"none\" stroke=\"#000\" d=\"");
    for x in (0..=whole).step_by(CELL * shape.block_columns()) {
        let _ = write!(svg, "M{x} 0v{whole}");
    }
    for y in (0..=whole).step_by(CELL * shape.block_rows()) {
        let _ = write!(svg, "M0 {y}h{whole}");
    }
    svg + "\"/></svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of 6 x 6 cells has two rows of three cells.
    #[test]
    fn thick_lines_are_around_the_blocks() {
        let svg = draw(&".".repeat(36), &[]);
        let thick = "M0 0v96M48 0v96M96 0v96M0 0h96M0 32h96M0 64h96M0 96h96";
        assert!(svg.contains(thick), "{svg}");
    }
}
