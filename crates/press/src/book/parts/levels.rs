//! The page about levels: for each level its name and stars, a description, and the numbers of its
//! puzzles.

use super::{
    ChapterKind, ContentsHeading, OPTICAL_CENTRE, PageSlot, SharedForm, TextColumn, Volume, draw,
    plain_heading,
};
use engine::human::ladder::Rung;

/// The height of the stars, as a fraction of the body size.
pub(super) const STARS: f64 = 0.9;

pub(super) fn heading(volume: &Volume, _: &PageSlot) -> Option<ContentsHeading> {
    plain_heading(volume.setup.language.levels_page(volume.ladder())[0])
}

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (body, aside, name) =
        (volume.setup.regular(1.0), volume.setup.italic(1.0), volume.setup.strong(1.25));
    page.width = volume.setup.measure();
    let width = page.width;
    let [heading, intro] = volume.setup.language.levels_page(volume.ladder());
    page.draw_heading(heading);
    let (top, marks) = (page.y, page.marks.len());
    page.draw_paragraph(intro, body);

    // Each level has at least three lines: name and stars, description, and numbers. The gaps
    // between levels share the remaining height.
    let promise = |level| body.faces.wrap_paragraph(&volume.level_promise(level), body.size, width);
    let leading = body.size * volume.setup.design.typefaces.leading;
    let levels = volume.levels_present();
    let promised: usize = levels.iter().map(|&level| promise(level).len()).sum();
    let entries = levels.len() as f64;
    let stars = draw::stars_size(volume.star_count(), body.size * STARS);
    // True if the numbers fit between the name of a level and its stars.
    let fits_beside = levels.iter().all(|&level| {
        let words = name.width(volume.setup.language.level_name(level));
        let numbers = level_numbers(volume, level).map_or(0.0, |range| aside.width(&range));
        words + numbers + stars.0 + 2.0 * body.size <= width
    });
    // In large type on a small page the introduction is left out.
    let own_line = if fits_beside { 0.0 } else { leading };
    let least = entries * (name.size + own_line + body.size * 0.4) + promised as f64 * leading;
    if least > page.room() {
        page.marks.truncate(marks);
        page.y = top;
    }
    let free = page.room();
    let spare = |below: f64| {
        let lines = entries * (name.size + below) + promised as f64 * leading;
        (free - lines) / entries
    };
    // On low or full pages the numbers are beside the name of the level.
    let is_full = fits_beside && (volume.setup.area.is_low() || spare(leading) < body.size * 0.4);
    let below = if is_full { 0.0 } else { leading };
    let spare = spare(below);
    let space = (spare * OPTICAL_CENTRE * 1.6)
        .max(spare.min(body.size))
        .clamp(body.size * 0.4, body.size * 2.4);
    page.y += space * 0.6;
    for level in levels {
        page.y += name.size * 0.75;
        let word = volume.setup.language.level_name(level).to_owned();
        let beside = page.left + name.width(&word) + body.size;
        draw::left(&mut page.marks, (page.left, page.y), name, &word);
        let (width, height) = stars;
        let corner = (page.right() - width, page.y - name.cap() / 2.0 - height / 2.0);
        page.form(SharedForm::LevelStars(level), corner);
        let first = page.y;
        page.y += leading;
        page.draw_lines(promise(level), body, leading);
        page.y -= leading;
        if let Some(range) = level_numbers(volume, level) {
            page.y += below;
            let at = if is_full { (beside, first) } else { page.pen() };
            draw::left(&mut page.marks, at, aside, &range);
        }
        page.end = page.y + name.size * 0.25;
        page.y += space + name.size * 0.25;
    }
}

/// Returns the numbers of the puzzles of a level if they are consecutive.
fn level_numbers(volume: &Volume, level: Rung) -> Option<String> {
    let span = volume.chapters.iter().find(|span| span.kind == ChapterKind::Level(level))?;
    let (first, last) = volume.numbering.numbers(span.puzzles.clone());
    Some(volume.setup.language.puzzles(first, last))
}
