//! The page or the line that opens a level or a month. Without it, the contents list the pages of
//! the puzzles.

use super::{
    ChapterKind, ContentsHeading, PageSlot, SharedForm, TextColumn, TextStyle, Volume, draw, levels,
};
use crate::book::draw::Fox;
use crate::book::model::page::FigureMood;
use crate::book::model::weekday;
use crate::book::text::language::BETWEEN;
use jiff::civil::Date;
use std::ops::Range;

/// The height of the stars, as a fraction of the heading size.
pub(super) const STARS: f64 = 0.58;

/// Returns the name of a section, and the numbers of its puzzles.
pub(super) fn heading(volume: &Volume, slot: &PageSlot) -> Option<ContentsHeading> {
    let (first, last) = volume.numbering.numbers(volume.chapters[slot.subject()].puzzles.clone());
    let range = volume.setup.language.puzzles(first, last);
    Some(match volume.chapter_name(slot.subject()) {
        Some(name) => (name, Some(range)),
        None => (range, None),
    })
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (span, sizes) = (&volume.chapters[slot.subject()], &volume.setup.design.keys.sizes);
    let is_month = matches!(span.kind, ChapterKind::Month(_));
    let is_with_fox = volume.setup.design.keys.children && !is_month;
    page.y = volume.setup.area.height
        * match () {
            () if is_month => 0.2,
            () if is_with_fox => 0.46,
            () => 0.36,
        };
    let level = match span.kind {
        ChapterKind::Level(level) => Some(level),
        _ => None,
    };
    if let Some(name) = volume.chapter_name(slot.subject()) {
        let mut style = TextStyle::new(volume.setup.words().regular, sizes.heading * 1.5);
        // A month with its year is longer than the name of a level, and so are names for children.
        if level.is_none() || volume.setup.design.keys.children {
            style = style.within(page.width, &name);
        }
        page.draw_centred(vec![name], style, sizes.heading * 0.8);
    }
    if let Some(level) = level {
        let (width, height) = draw::stars_size(volume.star_count(), sizes.heading * STARS);
        page.form(SharedForm::OpenerStars(level), (page.middle() - width / 2.0, page.y));
        page.y += height + sizes.heading * 0.62;
    }
    let rule = sizes.heading * 2.1;
    let start = (page.middle() - rule / 2.0, page.y);
    draw::rule(&mut page.marks, start, rule);

    let range = volume.setup.italic(1.2);
    let (first, last) = volume.numbering.numbers(span.puzzles.clone());
    let before = span.continued_from.map(|before| volume.setup.language.continued_from(before));
    let lines = [volume.setup.language.puzzles(first, last)].into_iter().chain(before);
    page.y += range.size * 1.9;
    page.draw_centred(lines.collect(), range, range.size * 1.35);
    page.y -= range.size * 1.35;

    let body = volume.setup.regular(if volume.setup.design.keys.children { 1.3 } else { 1.0 });
    let width = page.width.min(26.0 * body.size);
    page.y += body.size * 2.3;
    if let Some(level) = level {
        let lines = body.faces.wrap_evenly(&volume.level_promise(level), body.size, width);
        page.draw_centred(lines, body, body.size * volume.setup.design.typefaces.leading);
        page.y += body.size * 0.35;
    }
    if is_with_fox {
        // The fox stands above the name of the level.
        let end = volume.setup.area.height * 0.46 - sizes.heading * 2.0;
        let high = (end - volume.setup.area.top).min(volume.setup.area.height * 0.3);
        let corner = (page.middle() - high * Fox::WIDTH / 2.0, end - high);
        page.marks.extend(Fox::new(FigureMood::Cheering).draw(corner, high));
    }
    if let ChapterKind::Month(first) = span.kind {
        draw_calendar(volume, span.puzzles.clone(), first, page);
    }
}

/// Draws the heading of a section as a line with the numbers of its puzzles. The numbers give way
/// to a note that the section began in an earlier volume if there is no room for both.
pub(super) fn draw_line(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let section = &volume.chapters[slot.subject()];
    let Some(name) = volume.chapter_name(slot.subject()) else { return };
    let stars = match section.kind {
        ChapterKind::Level(level) => {
            let height = volume.setup.design.keys.sizes.body * levels::STARS;
            let size = draw::stars_size(volume.star_count(), height);
            Some((SharedForm::LevelStars(level), size))
        }
        _ => None,
    };
    let (first, last) = volume.numbering.numbers(section.puzzles.clone());
    let range = volume.setup.language.puzzles(first, last);
    let before = section.continued_from.map(|before| volume.setup.language.continued_from(before));
    let both = before.iter().map(|before| format!("{range}{BETWEEN}{before}"));
    let asides: Vec<String> = both.chain(before.clone()).chain([range.clone()]).collect();
    page.draw_chapter_head(&name, stars, &asides);
}

/// Draws a calendar of a month, with a box to tick for each day that has a puzzle.
fn draw_calendar(volume: &Volume, puzzles: Range<usize>, first: Date, page: &mut TextColumn) {
    let days = usize::from(first.days_in_month().unsigned_abs());
    let blank = weekday(first);
    let rows = (blank + days).div_ceil(7) as f64;
    let number = volume.setup.regular(1.0);
    let room = volume.setup.area.bottom - page.y - 3.0 * number.size;
    let pitch = (page.width / 7.0).min(room / rows).min(4.8 * number.size);
    if pitch < 1.9 * number.size {
        return;
    }
    let (left, side) = (page.middle() - 3.5 * pitch, 0.86 * pitch);
    page.y += 1.6 * number.size;
    for (column, initial) in volume.setup.language.initials().into_iter().enumerate() {
        let at = (left + (column as f64 + 0.5) * pitch, page.y);
        draw::centred(&mut page.marks, at, volume.setup.strong(1.0), &initial);
    }
    page.y += 0.8 * number.size;
    let printed: Vec<i8> =
        puzzles.filter_map(|puzzle| Some(volume.dates.date(puzzle)?.day())).collect();
    for day in (1..=first.days_in_month()).filter(|day| printed.contains(day)) {
        let place = blank + usize::from(day.unsigned_abs()) - 1;
        let x = left + (place % 7) as f64 * pitch + (pitch - side) / 2.0;
        let y = page.y + (place / 7) as f64 * pitch;
        draw::tick_box(&mut page.marks, (x, y), side);
        let small =
            TextStyle::new(volume.setup.figures().regular, volume.setup.design.keys.sizes.small);
        let at = (x + 0.3 * small.size, y + 0.3 * small.size + small.cap());
        draw::left(&mut page.marks, at, small, &day.to_string());
    }
}
