//! Lists of puzzles in columns, a number and a few words each: the hints, and the times.

use super::column::head_height;
use super::{ASCENT, Column, Outline, PageSetup, PageSlot, TextStyle, Volume, draw, words};
use crate::book::model::setup::PuzzleList;
use std::sync::Arc;

/// Maximum number of columns.
const COLUMNS: usize = 6;
/// Type sizes that are tried, as fractions of the body size.
const SIZES: [f64; 3] = [0.94, 0.88, 0.82];

impl PuzzleList {
    /// As many columns as hold each text in one line; with one column, texts may have several. The largest number
    /// of a puzzle is `largest`.
    pub fn new(setup: &PageSetup, intro: &str, largest: usize, words: &Arc<[String]>) -> Self {
        let (design, area, live) = (&setup.design, &setup.area, setup.area.live_width());
        let texts = || words.iter().map(String::as_str);
        let tried = SIZES.map(|part| {
            let size = design.keys.sizes.legible(design.keys.sizes.body * part);
            let style = TextStyle::new(setup.words().regular, size);
            let number = TextStyle::new(setup.figures().strong, size);
            let indent = number.width(&largest.to_string().replace(|_: char| true, "8")) + size;
            let widest = texts().map(|text| style.width(text)).fold(0.0, f64::max);
            let gap = size * 1.4;
            let columns = ((live + gap) / (indent + widest + gap)) as usize;
            (columns.clamp(1, COLUMNS), style, indent, gap)
        });
        // Of sizes with the same number of columns the largest.
        let best = tried.into_iter().rev().max_by_key(|(columns, ..)| *columns);
        let (columns, style, indent, gap) = best.unwrap_or(tried[0]);
        let size = style.size;
        let width = (live + gap) / columns as f64 - gap - indent;
        let lines = match columns {
            1 => texts().map(|text| style.faces.wrap(text, size, width).len()).max(),
            _ => None,
        };
        let (body, leading) = (design.keys.sizes.body, design.typefaces.leading);
        let intro = setup.words().italic.wrap_paragraph(intro, body, live).len() as f64;
        let first = head_height(design) + (intro + 0.6) * body * leading;
        let down = size * leading * 1.18 * lines.unwrap_or(1).max(1) as f64;
        let rows = (((area.live_height() - first) / down) as usize).max(1);
        let pitch = (indent + width + gap, down);
        Self { words: words.clone(), columns, rows, pitch, first, size, indent, width }
    }
}

/// The list of a part, hints or times, and the key of its introduction.
fn list<'a>(setup: &'a PageSetup, part: &str) -> (&'a PuzzleList, &'static str) {
    match part {
        "hints" => (&setup.hints, setup.design.hints_intro_key()),
        _ => (&setup.times, "times.intro"),
    }
}

pub(super) fn pages(first: &PageSlot, outline: &Outline, pages: &mut Vec<PageSlot>) {
    let (list, _) = list(&outline.setup, first.part);
    outline.fill(first.part, (list.rows, list.columns), pages);
}

/// Draws a page with a title, an introduction, and for each puzzle its number and its words, column by column.
pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    let (list, intro) = list(&volume.setup, leaf.part);
    let (left, top) = page.pen();
    page.head(&words(volume, leaf), volume.number_range_text(leaf));
    let aside = volume.setup.italic(1.0);
    page.y += ASCENT * aside.size;
    page.paragraph(volume.setup.language.text(intro), aside);
    let number = TextStyle::new(volume.setup.figures().strong, list.size);
    let style = TextStyle::new(volume.setup.words().regular, list.size);
    let lead = style.size * volume.setup.design.typefaces.leading;
    // Of the last page all columns are equally long.
    let rows = leaf.puzzles().len().div_ceil(list.columns).min(list.rows);
    for (place, puzzle) in leaf.puzzles().enumerate() {
        let (column, row) = (place / rows, place % rows);
        let x = left + column as f64 * list.pitch.0;
        page.y = top + list.first + row as f64 * list.pitch.1 + ASCENT * list.size;
        let text = volume.numbering.number(puzzle).to_string();
        draw::left(&mut page.marks, (x, page.y), number, &text);
        page.left = x + list.indent;
        let text = &list.words[volume.puzzles.start + puzzle];
        page.lines(style.faces.wrap(text, style.size, list.width), style, lead);
    }
}
