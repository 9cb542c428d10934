//! The contents. The outline of the screen edition has the same entries.

use super::{ASCENT, DrawOp, LinkTarget, PageSlot, TextColumn, TextStyle, Volume, draw, heading};
use crate::book::text::language::is_east_asian;

/// The minimum number of dots between a title and its page number. A shorter row is left out.
const MIN_DOTS: usize = 3;
/// The minimum distance between two baselines, in type sizes.
const LEADING: f64 = 1.25;
/// The maximum distance between two baselines, in type sizes. A few entries fill a page better.
const MAX_LEADING: f64 = 3.2;
/// The minimum and the maximum type size, as fractions of the usual one.
const SMALLER: f64 = 0.8;
const LARGER: f64 = 1.15;

/// An entry of the contents.
pub(crate) struct ContentsEntry {
    pub title: String,
    /// The text beside the title: the numbers of the puzzles of a level.
    pub aside: Option<String>,
    /// The index of the page.
    pub page: usize,
}

/// Returns the entries of the contents and the outline: every part with a heading. Consecutive
/// pages with the same heading give one entry, for the first of them.
pub(crate) fn entries(volume: &Volume) -> Vec<ContentsEntry> {
    let mut before = None;
    let pages = volume.pagination.pages.iter().enumerate();
    let headings = pages.filter_map(|(page, slot)| {
        let heading = heading(volume, slot);
        let begins = before != heading;
        before.clone_from(&heading);
        let (title, aside) = heading.filter(|_| begins)?;
        Some(ContentsEntry { title, aside, page })
    });
    headings.collect()
}

/// Draws the heading and the lines.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let index = volume.pagination.pages.iter().position(|other| other == slot);
    let entries = entries(volume);
    page.draw_heading(volume.setup.language.text("contents.heading"));
    let sizes = &volume.setup.design.keys.sizes;
    let room = page.room() / (sizes.legible(sizes.body * SMALLER) * 1.1 * LEADING);
    let behind = thinned(entries.iter().filter(|entry| Some(entry.page) > index), room as usize);
    let lines = behind.clone().count().max(1) as f64;
    let free = page.room() / lines;
    // Many lines on a low page, such as twelve months, have smaller type.
    let body =
        sizes.legible(sizes.body * (free / (sizes.body * 1.1 * LEADING)).clamp(SMALLER, LARGER));
    let style = TextStyle::new(volume.setup.words().regular, body * 1.1);
    let aside = TextStyle::new(volume.setup.words().italic, body);
    let folio = TextStyle::new(volume.setup.figures().regular, body * 1.05);
    let leader = TextStyle::new(volume.setup.words().regular, body);
    let live = page.width.min(volume.setup.area.max_line_ems() * body);
    let leading = free.clamp(style.size * LEADING, style.size * MAX_LEADING);
    let folios = behind.clone().map(|entry| volume.pagination.folio(entry.page));
    let widest = folios.map(|number| folio.width(&number)).fold(0.0, f64::max);
    let end = page.left + live;
    page.y += style.size * 0.6;
    // The rows of dots are aligned: all end before the widest page number.
    let room = end - widest - body * 0.9;
    // Neighbouring areas touch, but do not overlap.
    let above = ASCENT * style.size + (leading - style.size) / 2.0;
    for entry in behind {
        let corner = (page.left, page.y - above);
        let lines = style.faces.wrap_paragraph(&entry.title, style.size, room - page.left);
        let mut pen = page.left + lines.last().map_or(0.0, |line| style.width(line) + body * 0.9);
        page.draw_lines(lines, style, style.size * 1.3);
        page.y = page.end;
        let y = page.y;
        if let Some(range) = &entry.aside
            && pen + aside.width(range) <= room
        {
            draw::left(&mut page.marks, (pen, y), aside, range);
            pen += aside.width(range) + body * 0.9;
        }
        // Draw the dots that lead to the page number.
        let dot = if entry.title.chars().any(is_east_asian) { "· " } else { ". " };
        let count = ((room - (pen - body * 0.4)) / leader.width(dot)).max(0.0) as usize;
        if count >= MIN_DOTS {
            let dots = dot.repeat(count).trim_end().to_owned();
            draw::right(&mut page.marks, (room, y), leader, &dots);
        }
        let number = volume.pagination.folio(entry.page);
        draw::right(&mut page.marks, (end, y), folio, &number);
        page.y += leading;
        let size = (end - page.left, page.y - above - corner.1);
        page.marks.push(DrawOp::Link { corner, size, target: LinkTarget::Page(entry.page) });
    }
}

/// Keeps as many entries as fit in `room` lines. If not all fit, only every second, third, sixth or
/// twelfth chapter remains. A volume may have twenty months.
fn thinned<'a>(
    entries: impl Iterator<Item = &'a ContentsEntry> + Clone,
    room: usize,
) -> impl Iterator<Item = &'a ContentsEntry> + Clone {
    let chapters = entries.clone().filter(|entry| entry.aside.is_some()).count();
    let others = entries.clone().count() - chapters;
    let fits = |step: &usize| others + chapters.div_ceil(*step) <= room;
    let step = [1, 2, 3, 6].into_iter().find(fits).unwrap_or(12);
    let mut chapter = 0;
    entries.filter(move |entry| {
        let of_step = entry.aside.is_none() || chapter % step == 0;
        chapter += usize::from(entry.aside.is_some());
        of_step
    })
}
