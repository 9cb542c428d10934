//! The page that opens a level or a month; without one, the pages of its puzzles are in the contents.

use super::Heading;
use super::column::Column;
use crate::book::draw::{self, TextStyle};
use crate::book::page::Stamp;
use crate::book::pagination::Leaf;
use crate::book::volume::{Theme, Volume};

/// Height of the stars, as a fraction of the heading size.
pub(super) const STARS: f64 = 0.58;

/// The name of a section, and the numbers of its puzzles.
pub(super) fn heading(volume: &Volume, leaf: &Leaf) -> Option<Heading> {
    let (first, last) = volume.numbers(volume.sections[leaf.of].puzzles.clone());
    let range = volume.language.puzzles(first, last);
    Some(match volume.section_name(leaf.of) {
        Some(name) => (name, Some(range)),
        None => (range, None),
    })
}

pub(super) fn draw(volume: &Volume, leaf: &Leaf, page: &mut Column) {
    let (span, sizes) = (&volume.sections[leaf.of], &volume.design.sizes);
    page.y = volume.area.height * 0.36;
    let level = match span.theme {
        Theme::Level(level) => Some(level),
        _ => None,
    };
    if let Some(name) = volume.section_name(leaf.of) {
        let mut style = TextStyle::new(volume.words().regular, sizes.heading * 1.5);
        // A month with its year is longer than the name of a level.
        if level.is_none() {
            style.size *= (page.width / style.width(&name)).min(1.0);
        }
        page.centred(vec![name], style, sizes.heading * 0.8);
    }
    if let Some(level) = level {
        let (width, height) = draw::stars_size(level, sizes.heading * STARS);
        page.stamp(Stamp::OpenerStars(level), (page.middle() - width / 2.0, page.y));
        page.y += height + sizes.heading * 0.62;
    }
    let rule = sizes.heading * 2.1;
    let start = (page.middle() - rule / 2.0, page.y);
    draw::rule(&mut page.marks, start, rule);

    let range = volume.italic(1.2);
    let (first, last) = volume.numbers(span.puzzles.clone());
    let before = span.continued_from.map(|before| volume.language.continued_from(before));
    let lines = [volume.language.puzzles(first, last)].into_iter().chain(before);
    page.y += range.size * 1.9;
    page.centred(lines.collect(), range, range.size * 1.35);
    page.y -= range.size * 1.35;

    let body = volume.regular(1.0);
    let width = page.width.min(26.0 * body.size);
    page.y += body.size * 2.3;
    let (fewest, most) = span.givens;
    let counted = |_| volume.language.level_givens(fewest, most, span.row_col_min);
    let promise = level.map(|level| volume.promise(level));
    for sentence in level.map(counted).into_iter().chain(promise) {
        let lines = body.faces.wrap_evenly(&sentence, body.size, width);
        page.centred(lines, body, body.size * volume.design.typefaces.leading);
        page.y += body.size * 0.35;
    }
}
