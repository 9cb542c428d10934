//! Elements that many pages share: heading and foot.

use crate::book::arrange;
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::page::{Mark, Stamp};
use crate::book::volume::{Side, Volume};
/// The text at the inner end of a foot.
pub(super) enum FootText {
    Nothing,
    Text(String),
    /// The same line on all pages of a section.
    OfSection(usize),
}

/// Draws a heading at the top of a page; returns where the text below it starts.
pub(super) fn heading(volume: &Volume, marks: &mut Vec<Mark>, index: usize, text: String) -> f64 {
    arrange::heading(&volume.design, &volume.area, marks, volume.live_left(index), text)
}

/// Draws a heading and a paragraph below it; returns the baseline of the line after the last.
pub(super) fn headed(
    volume: &Volume,
    marks: &mut Vec<Mark>,
    index: usize,
    (title, text): (&str, &str),
    (width, body): (f64, TextStyle),
) -> f64 {
    let y = heading(volume, marks, index, title.to_owned());
    let left = volume.live_left(index);
    arrange::paragraph(&volume.design, marks, (left, y), width, body, text)
}

/// Draws the foot of a page: its folio at the outside, the given text at the inside.
pub(super) fn foot(volume: &Volume, marks: &mut Vec<Mark>, index: usize, inside: FootText) {
    let size = volume.design.sizes.foot;
    let number = TextStyle::new(volume.figures().strong, size);
    let style = TextStyle::new(volume.figures().regular, size);
    let left = volume.live_left(index);
    let right = left + volume.area.live();
    let (y, running) = (volume.area.foot, volume.area.running);
    let folio = volume.pagination.folio(index);
    let side = volume.side(index);
    match side {
        Side::Recto => draw::right(marks, (right, y), number, folio),
        Side::Verso => draw::left(marks, (left, y), number, folio),
    }
    match (inside, side) {
        (FootText::Nothing, _) => {}
        (FootText::Text(text), Side::Recto) => draw::left(marks, (left, running), style, text),
        (FootText::Text(text), Side::Verso) => draw::right(marks, (right, running), style, text),
        (FootText::OfSection(section), side) => {
            let x = match side {
                Side::Recto => left,
                Side::Verso => right - style.width(&section_foot(volume, section)),
            };
            let (stamp, corner) = (Stamp::Foot { section }, (x, running - size));
            marks.push(Mark::Stamp { stamp, corner });
        }
    }
}

/// The name of a section and the numbers of its puzzles, for the foot.
pub(super) fn section_foot(volume: &Volume, section: usize) -> String {
    let span = &volume.sections[section];
    let (first, last) = volume.numbers(span.start..span.start + span.len);
    volume.language.section_foot(volume.section_name(section).as_deref(), first, last)
}
