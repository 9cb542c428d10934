//! Empty grids at the places of the grids of a page of puzzles, with or without dots for
//! candidates.

use super::{Cell, DrawOp, PageSlot, SharedForm, TextColumn, TextStyle, Volume, draw};

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let grids = &volume.setup.puzzle_page.grids;
    for corner in grids.on_page(page.pen()) {
        page.form(SharedForm::PuzzleGrid, corner);
        let cells = Cell::ALL.into_iter().filter(|_| slot.part == "practice-dots");
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
