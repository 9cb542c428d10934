//! Lays out the contents. The outline of the screen edition has the same entries.

use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::language::is_east_asian;
use crate::book::layout::furniture::{FootText, foot, heading};
use crate::book::page::{Mark, Point};
use crate::book::pagination::PageKind;
use crate::book::volume::Volume;
use std::mem::discriminant;

/// Minimum number of dots between a title and its page number; with fewer, none are drawn.
const MIN_DOTS: usize = 3;

/// The minimum distance of two baselines, in sizes of the type.
const LEADING: f64 = 1.25;
/// Type may be smaller by this factor.
const SMALLER: f64 = 0.8;

/// A line of the contents.
pub(in crate::book) struct ContentsEntry {
    pub title: String,
    /// The text beside the title: the numbers of a level's puzzles.
    pub aside: Option<String>,
    /// The index of its page.
    pub page: usize,
}

/// The entries of the contents and the outline: every part after the contents that has a name.
pub(super) fn entries(volume: &Volume) -> Vec<ContentsEntry> {
    let mut entries: Vec<ContentsEntry> = Vec::new();
    let language = &volume.language;
    for (page, part) in volume.pagination.pages.iter().enumerate() {
        // Of pages that follow one another the first is the part.
        let before = page.checked_sub(1).map(|page| &volume.pagination.pages[page]);
        let begins = before.is_none_or(|before| discriminant(before) != discriminant(part));
        let (title, aside) = match part {
            PageKind::HowToPlay { second: false } => {
                (volume.language.text("how_to_play.heading").to_owned(), None)
            }
            PageKind::Levels => (volume.language.levels_page(volume.ladder())[0].to_owned(), None),
            PageKind::Opener { section } => chapter_entry(volume, *section),
            PageKind::Puzzles { section, puzzles }
                if !volume.design.openers && puzzles.start == volume.sections[*section].start =>
            {
                chapter_entry(volume, *section)
            }
            PageKind::Answers { .. } if begins => {
                (language.text("answers.heading").to_owned(), None)
            }
            PageKind::Progress { .. } if begins => {
                (language.text("progress.heading").to_owned(), None)
            }
            PageKind::Technique { .. } if begins => {
                (language.text("techniques.heading").to_owned(), None)
            }
            PageKind::Hints { .. } if begins => (language.text("hints.heading").to_owned(), None),
            PageKind::Times { .. } if begins => (language.text("times.heading").to_owned(), None),
            PageKind::Practice { .. } if begins => {
                (language.text("practice.heading").to_owned(), None)
            }
            PageKind::AlsoBy => (language.text("also_by.heading").to_owned(), None),
            PageKind::Text { text, page: 0 } => match &volume.texts[*text].heading {
                Some(heading) => (heading.clone(), None),
                None => continue,
            },
            _ => continue,
        };
        entries.push(ContentsEntry { title, aside, page });
    }
    entries
}

pub(super) fn chapter_entry(volume: &Volume, section: usize) -> (String, Option<String>) {
    let span = &volume.sections[section];
    let (first, last) = volume.numbers(span.start..span.start + span.len);
    let range = volume.language.puzzles(first, last);
    match volume.section_name(section) {
        Some(name) => (name, Some(range)),
        None => (range, None),
    }
}

/// Draws the page; also returns the baseline of its last line.
pub(super) fn contents(volume: &Volume, index: usize) -> (Vec<Mark>, f64) {
    let entries = entries(volume);
    let mut marks = Vec::new();
    let y = heading(volume, &mut marks, index, volume.language.text("contents.heading").to_owned());
    let sizes = &volume.design.sizes;
    let room = (volume.area.bottom - y) / (sizes.legible(sizes.body * SMALLER) * 1.1 * LEADING);
    let behind = thinned(entries.iter().filter(|entry| entry.page > index), room as usize);
    let lines = behind.clone().count().max(1) as f64;
    let free = (volume.area.bottom - y) / lines;
    // Many lines on a low page, such as twelve months, are in smaller type.
    let body =
        sizes.legible(sizes.body * (free / (sizes.body * 1.1 * LEADING)).clamp(SMALLER, 1.0));
    let style = TextStyle::new(volume.words().regular, body * 1.1);
    let aside = TextStyle::new(volume.words().italic, body);
    let folio = TextStyle::new(volume.figures().regular, body * 1.05);
    let leader = TextStyle::new(volume.words().regular, body);
    let (left, live) = (volume.live_left(index), volume.area.live());
    let live = live.min(volume.area.measure() * body);
    let leading = free.clamp(style.size * LEADING, style.size * 2.1);
    let folios = behind.clone().map(|entry| volume.pagination.folio(entry.page));
    let widest = folios.map(|number| folio.width(&number)).fold(0.0, f64::max);
    let end = left + live;
    let mut y = y + style.size * 0.6;
    // The rows of dots are aligned: all end before the widest page number.
    let room = end - widest - body * 0.9;
    for entry in behind {
        let mut pen = left;
        let lines = style.faces.wrap_paragraph(&entry.title, style.size, room - left);
        for (i, line) in lines.into_iter().enumerate() {
            if i > 0 {
                y += style.size * 1.3;
            }
            pen = left + style.width(&line) + body * 0.9;
            draw::left(&mut marks, (left, y), style, line);
        }
        if let Some(range) = &entry.aside
            && pen + aside.width(range) <= room
        {
            draw::left(&mut marks, (pen, y), aside, range.clone());
            pen += aside.width(range) + body * 0.9;
        }
        let dot = match entry.title.chars().any(is_east_asian) {
            true => "· ",
            false => ". ",
        };
        dots(&mut marks, (pen - body * 0.4, y), room, leader, dot);
        let number = volume.pagination.folio(entry.page);
        draw::right(&mut marks, (end, y), folio, number);
        y += leading;
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    (marks, y - leading)
}

/// The entries that fit in `room` lines. If not all fit, only every second chapter is kept, or every third, sixth or
/// twelfth: a volume may have twenty months.
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

/// Draws dots from a point to `end`.
fn dots(marks: &mut Vec<Mark>, (x, y): Point, end: f64, style: TextStyle, dot: &str) {
    let count = ((end - x) / style.width(dot)).max(0.0) as usize;
    if count >= MIN_DOTS {
        let dots = dot.repeat(count);
        draw::right(marks, (end, y), style, dots.trim_end().to_owned());
    }
}
