//! Lists of puzzles in columns, with a number and a few words for each: hints and times.

use super::column::head_height;
use super::{
    ASCENT, PagePlanner, PageSetup, PageSlot, PartName, Raster, TextColumn, TextStyle, Volume,
    draw, heading_text, page_ranges,
};
use crate::book::model::ListWords;
use crate::book::model::setup::PuzzleList;

/// The maximum number of columns.
const MAX_COLUMNS: usize = 6;
/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.94, 0.88, 0.82];
/// The space between columns in type sizes, and the height of an entry in heights of its lines.
const COLUMN_GAP: f64 = 1.4;
const ROW_GROWTH: f64 = 1.18;

impl PuzzleList {
    /// Arranges a list in as many columns as possible with each text on one line. In a single
    /// column a text may have several lines. `largest` is the largest number of a puzzle.
    pub fn new(setup: &PageSetup, intro: &str, largest: usize, words: &ListWords) -> Self {
        let (design, area, live) = (&setup.design, &setup.area, setup.area.live_width());
        let texts: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        let tried = TYPE_SIZES.map(|part| {
            let size = design.keys.sizes.legible(design.keys.sizes.body * part);
            let style = TextStyle::new(setup.words().regular, size);
            let number = TextStyle::new(setup.figures().strong, size);
            let indent = number.width(&largest.to_string().replace(|_: char| true, "8")) + size;
            let widest = texts.iter().map(|text| style.width(text)).fold(0.0, f64::max);
            let gap = size * COLUMN_GAP;
            let columns = Raster::fitting(live, indent + widest, gap);
            (columns.clamp(1, MAX_COLUMNS), style, indent, gap)
        });
        // Among sizes with the same number of columns take the largest.
        let best = tried.into_iter().rev().max_by_key(|(columns, ..)| *columns);
        let (columns, style, indent, gap) = best.unwrap_or(tried[0]);
        let size = style.size;
        let width = (live + gap) / columns as f64 - gap - indent;
        let lines = match columns {
            1 => texts.iter().map(|text| style.faces.wrap(text, size, width).len()).max(),
            _ => None,
        };
        let (body, leading) = (design.keys.sizes.body, design.typefaces.leading);
        let intro = setup.words().italic.wrap_paragraph(intro, body, live).len() as f64;
        let first = head_height(design) + (intro + 0.6) * body * leading;
        let down = size * leading * ROW_GROWTH * lines.unwrap_or(1).max(1) as f64;
        let rows = (((area.live_height() - first) / down) as usize).max(1);
        let pitch = (indent + width + gap, down);
        let raster = Raster { columns, rows, first: (0.0, first), pitch };
        Self { words: words.clone(), raster, size, indent, width }
    }
}

/// Returns the list of a part, hints or times, and the key of its introduction.
fn list_of(setup: &PageSetup, part: PartName) -> (&PuzzleList, &'static str) {
    match part {
        PartName::Hints => (&setup.hints, setup.design.hints_intro_key()),
        _ => (&setup.times, "times.intro"),
    }
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let (list, _) = list_of(&planner.setup, first.part);
    let words = list.words.iter().skip(planner.first_puzzle).take(planner.puzzle_count());
    let listed: Vec<usize> =
        (0..).zip(words).filter_map(|(i, it)| it.as_ref().map(|_| i)).collect();
    for range in page_ranges(listed.len(), list.raster) {
        let puzzles = listed[range.start]..listed[range.end - 1] + 1;
        pages.push(PageSlot::new(first.part, 0).with_puzzles(puzzles));
    }
}

/// Draws a page with a title, an introduction, and the number and the words of each puzzle, column
/// by column.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (list, intro) = list_of(&volume.setup, slot.part);
    let (left, top) = page.pen();
    page.draw_head(&heading_text(volume, slot), volume.number_range_text(slot));
    let aside = volume.setup.italic(1.0);
    page.y += ASCENT * aside.size;
    page.draw_paragraph(volume.setup.language.text(intro), aside);
    let number = TextStyle::new(volume.setup.figures().strong, list.size);
    let style = TextStyle::new(volume.setup.words().regular, list.size);
    let lead = style.size * volume.setup.design.typefaces.leading;
    let mut listed = Vec::new();
    for puzzle in slot.puzzles() {
        if let Some(words) = &list.words[volume.puzzles.start + puzzle] {
            listed.push((puzzle, words));
        }
    }
    // On the last page all columns are equally long.
    let rows = listed.len().div_ceil(list.raster.columns).min(list.raster.rows);
    let raster = Raster { rows, ..list.raster };
    for ((x, y), (puzzle, words)) in raster.down().zip(listed) {
        let x = left + x;
        page.y = top + y + ASCENT * list.size;
        let text = volume.numbering.number(puzzle).to_string();
        draw::left(&mut page.marks, (x, page.y), number, &text);
        page.left = x + list.indent;
        page.draw_lines(style.faces.wrap(words, style.size, list.width), style, lead);
    }
}
