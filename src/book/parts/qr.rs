//! The page that opens the answers, with a QR code of the publisher's address.

use super::{Column, OPTICAL_CENTRE, Outline, PageSlot, TextStyle, Volume};
use crate::printers::MM;

/// The side of the code, in points.
const SIDE: f64 = 32.0 * MM;

/// One page; no pupil has it on the back of a sheet.
pub(super) fn pages(first: &PageSlot, outline: &Outline, pages: &mut Vec<PageSlot>) {
    outline.to_sheet(pages);
    pages.push(PageSlot::new(first.part, 0));
}

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut Column) {
    let Some(qr) = &volume.setup.imprint.qr else { return };
    let (area, sizes) = (&volume.setup.area, &volume.setup.design.keys.sizes);
    let has_answers =
        volume.pagination.answer_page(0).is_some() || volume.separate_answers.is_some();
    let answers = volume.setup.language.text("answers.heading");
    let heading = if has_answers { answers } else { &volume.titles.title };
    let style = TextStyle::new(volume.setup.words().regular, sizes.heading * 1.5);
    let style = style.within(page.width, heading);
    let side = qr.side(SIDE);
    let all = style.size + sizes.heading + side + sizes.body;
    page.y = area.top + (area.live_height() - all) * OPTICAL_CENTRE + style.size;
    page.centred(vec![heading.to_owned()], style, sizes.heading);
    let corner = (page.middle() - side / 2.0, page.y);
    page.marks.push(qr.mark(corner, side));
    let style = volume.setup.regular(1.0);
    let line = qr.line(|line| style.width(line) <= page.width);
    let style = style.within(page.width, line);
    page.y += side + style.cap();
    page.end = page.y;
    page.centred(vec![line.to_owned()], style, 0.0);
}
