//! A page of ruled lines.

use super::{PageSlot, TextColumn, Volume, draw};

/// The distance between ruled lines in points, wide enough for handwriting.
pub(super) const RULED: f64 = 24.0;

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    page.draw_heading(volume.setup.language.text("puzzles.notes"));
    let lines = (page.room() / RULED).floor().max(0.0) as usize;
    for line in 0..=lines {
        let y = page.y + line as f64 * RULED;
        draw::rule(&mut page.marks, (page.left, y), page.width);
    }
}
