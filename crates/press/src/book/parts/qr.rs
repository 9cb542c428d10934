//! The page that opens the answers, with a QR code of the publisher's address.

use super::{OPTICAL_CENTRE, PagePlanner, PageSlot, TextColumn, TextStyle, Volume};
use crate::printers::MM;

/// The side of the code, in points.
const CODE_SIDE: f64 = 32.0 * MM;

/// Assigns one page. It must not be on the back of a pupil's sheet.
pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    planner.pad_to_sheet(pages);
    pages.push(PageSlot::new(first.part, 0));
}

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let Some(qr) = &volume.setup.imprint.qr else { return };
    let (area, sizes) = (&volume.setup.area, &volume.setup.design.keys.sizes);
    let has_answers =
        volume.pagination.answer_page(0).is_some() || volume.separate_answers.is_some();
    let answers = volume.setup.language.text("answers.heading");
    let heading = if has_answers { answers } else { &volume.titles.title };
    let style = TextStyle::new(volume.setup.words().regular, sizes.heading * 1.5);
    let style = style.within(page.width, heading);
    let side = qr.side(CODE_SIDE);
    let why = volume.setup.language.text("qr.why");
    let reason = volume.setup.regular(1.2);
    let lines = reason.faces.wrap_evenly(why, reason.size, page.width);
    let lead = 1.35 * reason.size;
    let said = lines.len() as f64 * lead;
    let all = style.size + sizes.heading + said + side + sizes.body;
    page.y = area.top + (area.live_height() - all) * OPTICAL_CENTRE + style.size;
    page.draw_centred(vec![heading.to_owned()], style, sizes.heading);
    page.draw_centred(lines, reason, lead);
    page.y -= 0.5 * lead;
    let corner = (page.middle() - side / 2.0, page.y);
    page.marks.push(qr.to_shape(corner, side));
    let style = volume.setup.regular(1.0);
    let line = qr.caption(|line| style.width(line) <= page.width);
    let style = style.within(page.width, line);
    page.y += side + style.cap();
    page.end = page.y;
    page.draw_centred(vec![line.to_owned()], style, 0.0);
}
