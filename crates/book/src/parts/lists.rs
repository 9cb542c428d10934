//! Lists of puzzles in columns, with a number and a few words for each: hints and times. Hints
//! stand below the names of their techniques, with a sentence on how to find each.

use super::column::head_height;
use super::{
    ASCENT, PagePlanner, PageSetup, PageSlot, PartName, Point, Raster, TextColumn, TextStyle,
    Volume, heading_text, page_ranges,
};
use crate::model::ListWords;
use crate::model::setup::PuzzleList;
use human::StepKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximum number of columns.
const MAX_COLUMNS: usize = 6;
/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 3] = [0.94, 0.88, 0.82];
/// The space between columns in type sizes, and the height of an entry in heights of its lines.
const COLUMN_GAP: f64 = 1.4;
const ROW_GROWTH: f64 = 1.18;
/// The space between the introduction and the list, in heights of its lines, and the space above
/// the name of a technique and below the sentence about it, in body sizes.
const BELOW_INTRO: f64 = 0.6;
const ABOVE_GROUP: f64 = 1.1;
const BELOW_SENTENCE: f64 = 0.45;
/// The fewest rows that stand below the name of a technique at the end of a page, if it has more.
const MIN_ROWS: usize = 2;

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
        Self { words: words.clone(), kinds: [].into(), raster, size, indent, width }
    }

    /// Returns the list with the columns for the words of these puzzles alone, in the same type.
    fn fitted_to(&self, setup: &PageSetup, puzzles: &[usize]) -> Self {
        let (live, style) =
            (setup.area.live_width(), TextStyle::new(setup.words().regular, self.size));
        let words = puzzles.iter().filter_map(|puzzle| self.words[*puzzle].as_deref());
        let widest = words.map(|text| style.width(text)).fold(0.0, f64::max);
        let mut list = self.clone();
        list.raster.columns = column_count(live, self.indent + widest, self.size);
        list.raster.pitch.0 = column_pitch(live, list.raster.columns, self.size);
        list.width = list.raster.pitch.0 - self.size * COLUMN_GAP - self.indent;
        list
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
    if !list.kinds.is_empty() {
        let flow = HintFlow { setup: &planner.setup, list };
        let count = group_pages(&flow, &hints_by_technique(&planner.setup, list, puzzles)).len();
        pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth)));
        return;
    }
    let words = list.words.iter().skip(puzzles.start).take(puzzles.len());
    let listed: Vec<usize> =
        (0..).zip(words).filter_map(|(i, it)| it.as_ref().map(|_| i)).collect();
    for range in page_ranges(listed.len(), list.raster) {
        let puzzles = listed[range.start]..listed[range.end - 1] + 1;
        pages.push(PageSlot::new(first.part, 0).with_puzzles(puzzles));
    }
}

/// The hints of a technique, before they are divided among pages.
struct TechniqueHints {
    kind: StepKind,
    /// False if the technique before has the same sentence.
    has_sentence: bool,
    /// The hints in columns for their words.
    list: PuzzleList,
    /// The indices of the puzzles in the book.
    puzzles: Vec<usize>,
}

/// Hints with the same technique that stand together on a page.
struct HintGroup<'a> {
    hints: &'a TechniqueHints,
    /// False if a group above or the page before has the sentence about the technique.
    has_sentence: bool,
    /// The indices of the puzzles in the book.
    puzzles: &'a [usize],
    /// The top of the name of the technique, measured from the top of the live area.
    top: f64,
}

/// Measures and places groups of hints.
struct HintFlow<'a> {
    setup: &'a PageSetup,
    list: &'a PuzzleList,
}

impl HintFlow<'_> {
    fn name_style(&self) -> TextStyle {
        self.setup.strong(1.0)
    }

    fn sentence_style(&self) -> TextStyle {
        TextStyle::new(self.setup.words().regular, self.list.size)
    }

    /// Returns the lines of the sentence on how to find a technique.
    fn sentence(&self, kind: StepKind) -> Vec<String> {
        let style = self.sentence_style();
        let words = self.setup.language.words().how_to_find(kind);
        style.faces.wrap_paragraph(words, style.size, self.setup.measure())
    }

    fn leading(&self, style: TextStyle) -> f64 {
        style.size * self.setup.design.typefaces.leading
    }

    /// Returns the height of the name of a technique and of the sentence.
    fn head_height(&self, kind: StepKind, has_sentence: bool) -> f64 {
        let lines = if has_sentence { self.sentence(kind).len() } else { 0 };
        self.leading(self.name_style())
            + lines as f64 * self.leading(self.sentence_style())
            + BELOW_SENTENCE * self.setup.design.keys.sizes.body
    }

    /// Returns the top of the first group: below the introduction on the first page, and below the
    /// head on the others.
    fn first_top(&self, nth: usize) -> f64 {
        if nth == 0 { self.list.raster.first.1 } else { head_height(&self.setup.design) }
    }

    /// Divides hints among pages that end at this height. The name of a technique is repeated at
    /// the top of a page that continues its entries.
    fn pages_down_to<'a>(
        &self,
        bottom: f64,
        hints: &'a [TechniqueHints],
    ) -> Vec<Vec<HintGroup<'a>>> {
        let mut pages: Vec<Vec<HintGroup>> = Vec::new();
        let mut top = f64::MAX;
        for hints in hints {
            let (columns, down) = (hints.list.raster.columns, hints.list.raster.pitch.1);
            let (mut rest, mut has_sentence) = (&hints.puzzles[..], hints.has_sentence);
            while !rest.is_empty() {
                let rows = rest.len().div_ceil(columns);
                let head = self.head_height(hints.kind, has_sentence);
                if top + head + rows.min(MIN_ROWS) as f64 * down > bottom {
                    top = self.first_top(pages.len());
                    pages.push(Vec::new());
                }
                let fitting = (((bottom - top - head) / down) as usize).clamp(1, rows);
                let (puzzles, later) = rest.split_at(rest.len().min(fitting * columns));
                let group = HintGroup { hints, has_sentence, puzzles, top };
                pages.last_mut().expect("the first group begins a page").push(group);
                top +=
                    head + fitting as f64 * down + ABOVE_GROUP * self.setup.design.keys.sizes.body;
                (rest, has_sentence) = (later, false);
            }
        }
        pages
    }
}

/// Returns the hints of these puzzles by technique, in the order of the ladder. A sentence is
/// printed once, also if several techniques in a row share it.
fn hints_by_technique(
    setup: &PageSetup,
    list: &PuzzleList,
    puzzles: Range<usize>,
) -> Vec<TechniqueHints> {
    let mut by_kind = BTreeMap::new();
    for puzzle in puzzles {
        if let Some(kind) = list.kinds[puzzle] {
            by_kind.entry(kind.ladder_key()).or_insert((kind, Vec::new())).1.push(puzzle);
        }
    }
    let mut last_sentence = "";
    let mut all = Vec::new();
    for (kind, puzzles) in by_kind.into_values() {
        let sentence = setup.language.words().how_to_find(kind);
        let has_sentence = sentence != last_sentence;
        last_sentence = sentence;
        let list = list.fitted_to(setup, &puzzles);
        all.push(TechniqueHints { kind, has_sentence, list, puzzles });
    }
    all
}

/// Divides hints among as few pages as possible, which are filled down to about the same height.
fn group_pages<'a>(flow: &HintFlow, hints: &'a [TechniqueHints]) -> Vec<Vec<HintGroup<'a>>> {
    let mut bottom = flow.setup.area.live_height();
    let mut pages = flow.pages_down_to(bottom, hints);
    while pages.len() > 1 && bottom > flow.first_top(0) {
        bottom -= flow.list.raster.pitch.1;
        let shorter = flow.pages_down_to(bottom, hints);
        if shorter.len() > pages.len() {
            break;
        }
        pages = shorter;
    }
    pages
}

/// Draws a page with a title, an introduction, and the number and the words of each puzzle, column
/// by column.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (list, intro) = list_of(&volume.setup, slot.part);
    let (left, top) = page.pen();
    let is_grouped = !list.kinds.is_empty();
    let range = if is_grouped { String::new() } else { volume.number_range_text(slot) };
    page.draw_head(&heading_text(volume, slot), range);
    if slot.nth() == 0 {
        let aside = volume.setup.italic(1.0);
        page.y += ASCENT * aside.size;
        page.draw_paragraph(volume.setup.language.text(intro), aside);
    }
    if is_grouped {
        let flow = HintFlow { setup: &volume.setup, list };
        let hints = hints_by_technique(&volume.setup, list, volume.puzzles.clone());
        for group in &group_pages(&flow, &hints)[slot.nth()] {
            draw_group(volume, &flow, group, page, (left, top));
        }
        return;
    }
    let start = volume.puzzles.start;
    let puzzles = slot.puzzles().map(|puzzle| start + puzzle);
    let listed: Vec<usize> = puzzles.filter(|puzzle| list.words[*puzzle].is_some()).collect();
    draw_entries(volume, list, &listed, page, (left, top + list.raster.first.1));
}

/// Draws the name of a technique, the sentence about it, and its hints. The live area has this
/// corner.
fn draw_group(
    volume: &Volume,
    flow: &HintFlow,
    group: &HintGroup,
    page: &mut TextColumn,
    corner: Point,
) {
    let kind = group.hints.kind;
    let (name, style) = (flow.name_style(), flow.sentence_style());
    let words = volume.setup.language.words();
    let top = corner.1 + group.top;
    page.left = corner.0;
    page.y = top + ASCENT * name.size;
    page.draw_lines(vec![words.kind(kind).to_owned()], name, flow.leading(name));
    if group.has_sentence {
        page.draw_lines(flow.sentence(kind), style, flow.leading(style));
    }
    let below = top + flow.head_height(kind, group.has_sentence);
    draw_entries(volume, &group.hints.list, group.puzzles, page, (corner.0, below));
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
        number.draw_left(&mut page.marks, (x, page.y), &text);
        page.left = x + list.indent;
        let words = list.words[puzzle].as_deref().unwrap_or_default();
        page.draw_lines(style.faces.wrap(words, style.size, list.width), style, lead);
    }
}
