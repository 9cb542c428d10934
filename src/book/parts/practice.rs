//! Empty grids where a page of puzzles has its grids, with or without dots for candidates.

use super::{Cell, Column, DrawOp, PageSlot, SharedForm, TextStyle, Volume, draw};

pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    let grids = &volume.setup.puzzle_page.grids;
    for corner in grids.on_page(page.pen()) {
        page.form(SharedForm::PuzzleGrid, corner);
        let cells = Cell::ALL.into_iter().filter(|_| leaf.part == "practice-dots");
        page.marks.extend(cells.map(|cell| DrawOp::Form {
            form: SharedForm::Dots,
            corner: grids.grid.cell_corner(corner, cell),
        }));
    }
    let style = TextStyle::new(volume.setup.words().strong, volume.setup.design.keys.puzzle.number);
    if let Some((x, y)) = grids.on_page(page.pen()).next() {
        let at = (x, y - volume.setup.design.keys.puzzle.caption_gap);
        let heading = volume.setup.language.text("practice.heading");
        draw::left(&mut page.marks, at, style, heading);
    }
}
