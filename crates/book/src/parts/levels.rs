//! The page about levels: for each level its name and stars, a description, and the numbers of its
//! puzzles.

use super::{
    ChapterKind, ContentsHeading, OPTICAL_CENTRE, PageSlot, TextColumn, Volume, draw, plain_heading,
};
use human::Rung;

/// The height of the stars, as a fraction of the body size.
pub(super) const STARS: f64 = 0.9;
/// The size of the name of a level in sizes of the body text, and its height above the baseline as
/// a fraction of its size.
const NAME_SIZE: f64 = 1.25;
const NAME_ASCENT: f64 = 0.75;
/// The limits of the gaps between levels, in sizes of the body text, their growth, and the first
/// gap as a fraction of the others.
const MIN_GAP: f64 = 0.4;
const MAX_GAP: f64 = 2.4;
const GAP_GROWTH: f64 = 1.6;
const FIRST_GAP: f64 = 0.6;
/// The space around numbers beside a name, in sizes of the body text.
const NUMBERS_GAP: f64 = 2.0;

pub(super) fn heading(volume: &Volume, _: &PageSlot) -> Option<ContentsHeading> {
    plain_heading(volume.setup.language.levels_heading(volume.ladder()))
}

/// The texts about a level.
struct LevelEntry {
    level: Rung,
    name: String,
    promise: Vec<String>,
    numbers: Option<String>,
}

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let setup = &volume.setup;
    let (body, name) = (setup.regular(1.0), setup.strong(NAME_SIZE));
    page.width = setup.measure();
    page.draw_heading(setup.language.levels_heading(volume.ladder()));
    let (top, marks) = (page.y, page.marks.len());
    let levels = volume.levels_present();
    let has_times = levels.iter().any(|&level| volume.level_minutes(level).is_some());
    page.draw_paragraph(&setup.language.levels_intro(volume.ladder(), has_times), body);

    // Each level has at least three lines: name and stars, description, and numbers. The gaps
    // between levels share the remaining height.
    let entries: Vec<LevelEntry> =
        levels.iter().map(|&level| entry(volume, level, page.width)).collect();
    let leading = body.size * setup.design.typefaces.leading;
    let promised: usize = entries.iter().map(|entry| entry.promise.len()).sum();
    let (count, min_gap) = (entries.len() as f64, MIN_GAP * body.size);
    let fixed = count * name.size + promised as f64 * leading;
    let fits_beside = entries.iter().all(|entry| numbers_fit_beside(volume, entry, page.width));
    // In large type on a small page the introduction is left out.
    let own_line = if fits_beside { 0.0 } else { leading };
    if fixed + count * (own_line + min_gap) > page.room() {
        page.marks.truncate(marks);
        page.y = top;
    }
    // On low or full pages the numbers are beside the name of the level.
    let free = page.room() - fixed;
    let is_full =
        fits_beside && (setup.area.is_low() || (free - count * leading) / count < min_gap);
    let below = if is_full { 0.0 } else { leading };
    let spare = (free - count * below) / count;
    let gap = (spare * OPTICAL_CENTRE * GAP_GROWTH)
        .max(spare.min(body.size))
        .clamp(min_gap, MAX_GAP * body.size);
    page.y += gap * FIRST_GAP;
    for entry in entries {
        draw_entry(volume, page, entry, is_full);
        page.y += gap;
    }
}

/// Returns the texts about a level, in lines of this width.
fn entry(volume: &Volume, level: Rung, width: f64) -> LevelEntry {
    let (setup, body) = (&volume.setup, volume.setup.regular(1.0));
    let promise = setup.language.level_promise(level, volume.level_minutes(level));
    LevelEntry {
        level,
        name: volume.level_title(level),
        promise: body.faces.wrap_paragraph(&promise, body.size, width),
        numbers: level_numbers(volume, level),
    }
}

/// Returns true if the numbers of a level fit between its name and its stars.
fn numbers_fit_beside(volume: &Volume, entry: &LevelEntry, width: f64) -> bool {
    let (setup, body) = (&volume.setup, volume.setup.regular(1.0));
    let numbers = entry.numbers.as_deref().unwrap_or_default();
    let words = setup.strong(NAME_SIZE).width(&entry.name) + setup.italic(1.0).width(numbers);
    let stars = draw::stars_size(volume.stars(entry.level).count, body.size * STARS);
    words + stars.0 + NUMBERS_GAP * body.size <= width
}

/// Draws the name, the stars, the description and the numbers of a level from here down. The
/// numbers are beside the name or below the description.
fn draw_entry(volume: &Volume, page: &mut TextColumn, entry: LevelEntry, is_beside: bool) {
    let setup = &volume.setup;
    let (body, name) = (setup.regular(1.0), setup.strong(NAME_SIZE));
    page.y += name.size * NAME_ASCENT;
    let start = page.pen();
    page.draw_line(name, start, &entry.name);
    let stars = draw::stars(volume.stars(entry.level), body.size * STARS);
    let corner = (page.right() - stars.width, page.y - name.cap() / 2.0 - stars.height / 2.0);
    page.form(stars, corner);
    let beside = (page.left + name.width(&entry.name) + body.size, page.y);
    let leading = body.size * setup.design.typefaces.leading;
    page.y += leading;
    page.draw_lines(entry.promise, body, leading);
    page.y -= leading;
    if let Some(numbers) = entry.numbers {
        page.y += if is_beside { 0.0 } else { leading };
        let at = if is_beside { beside } else { page.pen() };
        page.draw_line(setup.italic(1.0), at, &numbers);
    }
    page.y += name.size * (1.0 - NAME_ASCENT);
    page.end = page.y;
}

/// Returns the numbers of the puzzles of a level if they are consecutive.
fn level_numbers(volume: &Volume, level: Rung) -> Option<String> {
    let chapter =
        volume.chapters.iter().find(|chapter| chapter.kind == ChapterKind::Level(level))?;
    let (first, last) = volume.numbering.numbers(chapter.puzzles.clone());
    Some(volume.setup.language.puzzles(first, last))
}
