//! Lists of puzzles in columns, with a number and a few words for each: times, and hints that name
//! a place alone.

use super::column::head_height;
use super::{
    ASCENT, PagePlanner, PageSetup, PageSlot, PartName, Point, Raster, TextColumn, TextStyle,
    Volume, heading_text, hints, page_ranges,
};
use crate::model::ListWords;
use crate::model::setup::PuzzleList;

/// The maximum number of columns.
const MAX_COLUMNS: usize = 6;
/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.94, 0.88, 0.82];
/// The space between columns in type sizes, and the height of an entry in heights of its lines.
const COLUMN_GAP: f64 = 1.4;
const ROW_GROWTH: f64 = 1.18;
/// The space between the introduction and the list, in heights of its lines.
const BELOW_INTRO: f64 = 0.6;

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
            (column_count(live, indent + widest, size), style, indent)
        });
        // Among sizes with the same number of columns take the largest.
        let best = tried.into_iter().rev().max_by_key(|(columns, ..)| *columns);
        let (columns, style, indent) = best.unwrap_or(tried[0]);
        let size = style.size;
        let pitch = column_pitch(live, columns, size);
        let width = pitch - size * COLUMN_GAP - indent;
        let lines = match columns {
            1 => texts.iter().map(|text| style.faces.wrap(text, size, width).len()).max(),
            _ => None,
        };
        let (body, leading) = (design.keys.sizes.body, design.typefaces.leading);
        let intro = setup.words().italic.wrap_paragraph(intro, body, live).len() as f64;
        let first = head_height(design) + (intro + BELOW_INTRO) * body * leading;
        let down = size * leading * ROW_GROWTH * lines.unwrap_or(1).max(1) as f64;
        let rows = (((area.live_height() - first) / down) as usize).max(1);
        let raster = Raster { columns, rows, first: (0.0, first), pitch: (pitch, down) };
        Self { words: words.clone(), raster, size, indent, width }
    }
}

/// Returns the number of columns for entries of this width in this type size.
fn column_count(live: f64, entry: f64, size: f64) -> usize {
    Raster::fitting(live, entry, size * COLUMN_GAP).clamp(1, MAX_COLUMNS)
}

/// Returns the distance from one column to the next.
fn column_pitch(live: f64, columns: usize, size: f64) -> f64 {
    (live + size * COLUMN_GAP) / columns as f64
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
    let puzzles = planner.first_puzzle..planner.first_puzzle + planner.puzzle_count();
    let words = list.words.iter().skip(puzzles.start).take(puzzles.len());
    let listed: Vec<usize> =
        (0..).zip(words).filter_map(|(i, it)| it.as_ref().map(|_| i)).collect();
    for range in page_ranges(listed.len(), list.raster) {
        let puzzles = listed[range.start]..listed[range.end - 1] + 1;
        pages.push(PageSlot::new(first.part, 0).with_puzzles(puzzles));
    }
}

/// Assigns the pages of hints, which are a table or a list.
pub(super) fn hint_pages(first: &PageSlot, planner: &PagePlanner, slots: &mut Vec<PageSlot>) {
    if planner.setup.hint_table.rows.is_empty() {
        pages(first, planner, slots);
    } else {
        hints::pages(first, planner, slots);
    }
}

/// Draws a page of hints.
pub(super) fn draw_hints(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    if volume.setup.hint_table.rows.is_empty() {
        draw(volume, slot, page);
    } else {
        hints::draw(volume, slot, page);
    }
}

/// Draws a page with a title, an introduction, and the number and the words of each puzzle, column
/// by column.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (list, intro) = list_of(&volume.setup, slot.part);
    let (left, top) = page.pen();
    page.draw_head(&heading_text(volume, slot), volume.number_range_text(slot));
    if slot.nth() == 0 {
        let aside = volume.setup.italic(1.0);
        page.y += ASCENT * aside.size;
        page.draw_paragraph(volume.setup.language.text(intro), aside);
    }
    let start = volume.puzzles.start;
    let puzzles = slot.puzzles().map(|puzzle| start + puzzle);
    let listed: Vec<usize> = puzzles.filter(|puzzle| list.words[*puzzle].is_some()).collect();
    draw_entries(volume, list, &listed, page, (left, top + list.raster.first.1));
}

/// Draws the numbers and the words of puzzles, which are indices in the book, in columns of equal
/// length from this corner down.
fn draw_entries(
    volume: &Volume,
    list: &PuzzleList,
    puzzles: &[usize],
    page: &mut TextColumn,
    corner: Point,
) {
    let number = TextStyle::new(volume.setup.figures().strong, list.size);
    let style = TextStyle::new(volume.setup.words().regular, list.size);
    let lead = style.size * volume.setup.design.typefaces.leading;
    let rows = puzzles.len().div_ceil(list.raster.columns);
    let raster = Raster { rows, first: corner, ..list.raster };
    for ((x, y), &puzzle) in raster.down().zip(puzzles) {
        page.y = y + ASCENT * list.size;
        let text = volume.numbering.number(puzzle - volume.puzzles.start).to_string();
        page.draw_line(number, (x, page.y), &text);
        page.left = x + list.indent;
        let words = list.words[puzzle].as_deref().unwrap_or_default();
        page.draw_lines(style.faces.wrap(words, style.size, list.width), style, lead);
    }
}
