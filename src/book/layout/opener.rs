//! Lays out the opener of a level or of a month.

use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::page::{Mark, Stamp};
use crate::book::volume::{Theme, Volume};
/// Height of the stars, as a fraction of the heading size.
pub(super) const OPENER_STARS: f64 = 0.58;

pub(super) fn opener(volume: &Volume, index: usize, section: usize) -> Vec<Mark> {
    let (span, sizes) = (&volume.sections[section], &volume.design.sizes);
    let middle = volume.live_left(index) + volume.area.live() / 2.0;
    let mut marks = Vec::new();

    let mut y = volume.area.height * 0.36;
    let level = match span.theme {
        Theme::Level(level) => Some(level),
        _ => None,
    };
    if let Some(name) = volume.section_name(section) {
        let mut style = TextStyle::new(volume.words().regular, sizes.heading * 1.5);
        // A month with its year is longer than the name of a level.
        if level.is_none() {
            style.size *= (volume.area.live() / style.width(&name)).min(1.0);
        }
        draw::centred(&mut marks, (middle, y), style, name);
        y += sizes.heading * 0.8;
    }
    if let Some(level) = level {
        let (width, height) = draw::stars_size(level, sizes.heading * OPENER_STARS);
        marks.push(Mark::Stamp {
            stamp: Stamp::OpenerStars(level),
            corner: (middle - width / 2.0, y),
        });
        y += height + sizes.heading * 0.62;
    }
    let rule = sizes.heading * 2.1;
    draw::rule(&mut marks, (middle - rule / 2.0, y), rule);

    let range = TextStyle::new(volume.words().italic, sizes.body * 1.2);
    let (first, last) = volume.numbers(span.start..span.start + span.len);
    y += range.size * 1.9;
    draw::centred(&mut marks, (middle, y), range, volume.language.puzzles(first, last));
    if let Some(before) = span.continued_from {
        y += range.size * 1.35;
        draw::centred(&mut marks, (middle, y), range, volume.language.continued_from(before));
    }

    let body = TextStyle::new(volume.words().regular, sizes.body);
    let width = volume.area.live().min(26.0 * sizes.body);
    y += body.size * 2.3;
    let (fewest, most) = span.givens;
    let counted = |_| volume.language.level_givens(fewest, most, span.row_col_min);
    let promise = level.map(|level| volume.promise(level));
    let sentences = level.map(counted).into_iter().chain(promise);
    for sentence in sentences {
        for line in body.faces.wrap_evenly(&sentence, body.size, width) {
            draw::centred(&mut marks, (middle, y), body, line);
            y += body.size * volume.design.typefaces.leading;
        }
        y += body.size * 0.35;
    }
    marks
}
