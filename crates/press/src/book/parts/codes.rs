//! QR codes of the addresses of puzzles, beside the answers or below the puzzles.

use super::{DrawOp, Point, Volume};
use crate::book::draw::PuzzleCodeStyle;
use crate::book::model::PuzzleCodePlace;

/// Returns the top left corner of the code of a puzzle with its quiet zone, beside or below the
/// grid with this corner in this part of the book; `None` if there are no codes.
pub(crate) fn corner(volume: &Volume, part: &str, (x, y): Point) -> Option<Point> {
    let quiet = volume.setup.codes?.quiet();
    match (part, volume.setup.design.code_place?) {
        // The upper edges of code and grid are level.
        ("answers", PuzzleCodePlace::Answers) => {
            let grid = volume.setup.answer_page.as_ref()?.grid;
            Some((x + grid.outer(), y - quiet))
        }
        // The right edges of code and grid are level.
        ("puzzles", PuzzleCodePlace::Puzzles) => {
            let page = &volume.setup.puzzle_page;
            let outer = page.grids.grid.outer();
            Some((x + outer - PuzzleCodeStyle::SIDE + quiet, y + outer + page.code_offset))
        }
        _ => None,
    }
}

/// Draws the codes of these puzzles, each with the corner of its grid in this part of the book.
pub(super) fn draw(
    volume: &Volume,
    part: &str,
    marks: &mut Vec<DrawOp>,
    places: &[(Point, usize)],
) {
    let Some(style) = volume.setup.codes else { return };
    for &(grid, puzzle) in places {
        if let (Some(corner), Some(address)) =
            (corner(volume, part, grid), volume.puzzle_address(puzzle))
        {
            marks.push(style.to_shape(&address, corner));
        }
    }
}
