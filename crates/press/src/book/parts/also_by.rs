//! The page with other titles of the author, each on one or more lines.

use super::{PageSlot, TextColumn, Volume};

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let style = volume.setup.italic(1.1);
    page.draw_heading(volume.setup.language.text("also_by.heading"));
    for title in volume.setup.imprint.other_titles() {
        let lines = style.faces.wrap(title, style.size, page.width);
        page.draw_lines(lines, style, style.size * volume.setup.design.typefaces.leading);
        page.y += style.size * 0.5;
    }
}
