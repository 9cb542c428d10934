//! Other titles of the author, a line or more each.

use super::{Column, PageSlot, Volume};

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut Column) {
    let style = volume.setup.italic(1.1);
    page.heading(volume.setup.language.text("also_by.heading"));
    for title in volume.setup.imprint.other_titles() {
        let lines = style.faces.wrap(title, style.size, page.width);
        page.lines(lines, style, style.size * volume.setup.design.typefaces.leading);
        page.y += style.size * 0.5;
    }
}
