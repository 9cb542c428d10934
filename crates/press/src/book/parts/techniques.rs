//! The pages that explain techniques: how to find a technique, a position from a puzzle of the
//! book, and the effect of the step.

use super::puzzles::grid_style;
use super::{ASCENT, PagePlanner, PageSlot, TextColumn, TextLines, TextStyle, Volume, text};
use crate::book::draw::{Diagram, LABEL_ROOM};
use crate::book::model::insight::Lesson;
use crate::book::text::typesetting::FontStack;
use crate::text::explain::{PathStep, at_three_lengths};

/// The type size of candidates as a fraction of the side of a cell, if there is room.
const CANDIDATE_SIZE: f64 = 0.27;
/// The maximum type size of candidates, as a fraction of the size of a digit.
const MAX_CANDIDATE: f64 = 0.78;
/// The maximum size of cells, in multiples of the maximum for puzzles.
const MAX_ENLARGEMENT: f64 = 1.3;
/// The fraction of a low page that the grid takes.
const GRID_PART: f64 = 0.52;
/// The space below the name and between texts, in type sizes, and below the grid, in gaps.
const BELOW_NAME: f64 = 0.45;
const GAP: f64 = 0.7;
const BELOW_GRID: f64 = 0.9;
/// The space between the grid of a low page and the texts beside it, in body sizes.
const BESIDE_GRID: f64 = 1.6;
/// The maximum number of puzzles that are named.
const OTHERS: usize = 3;

/// One way to set a page.
struct LessonVariant<'a> {
    lesson: &'a Lesson,
    told: &'a PathStep,
    /// The sentences about the step.
    words: &'a str,
    /// The type size, as a fraction of the body size.
    type_size: f64,
    /// True if the page says how to find the technique.
    find: bool,
    others: bool,
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    pages.extend((0..planner.techniques).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let lesson = &volume.lessons[slot.nth()];
    let Some(told) = &lesson.explained else { return };
    // If there is little room, first shrink the type, then drop words. The arrows already show long
    // chains.
    let [all, short, last] =
        at_three_lengths(volume.setup.language.words(), &told.before, &told.step);
    let ways = [
        (&all, 1.0, true, true),
        (&all, 0.9, true, true),
        (&all, 0.82, true, false),
        (&short, 0.9, true, false),
        (&short, 0.82, true, false),
        (&last, 0.82, true, false),
        (&last, 0.82, false, false),
    ];
    let top = page.y;
    for (words, type_size, find, others) in ways {
        (page.y, page.end) = (top, top);
        page.marks.clear();
        let count = volume.setup.language.group_digits(lesson.needed_by.len());
        let needed = text!(volume.setup.language, "techniques.needed", count);
        page.draw_head(volume.setup.language.text("techniques.heading"), needed);
        let variant = LessonVariant { lesson, told, words, type_size, find, others };
        draw_lesson(volume, page, &variant);
        if page.fits() {
            break;
        }
    }
}

/// Texts about a technique, in one type size and width.
struct LessonTexts {
    find: TextLines,
    /// The position, the explanation of the step, and the other puzzles that need the technique.
    rest: [TextLines; 3],
    leading: f64,
    gap: f64,
}

impl LessonTexts {
    fn new(volume: &Volume, variant: &LessonVariant, width: f64) -> Self {
        let &LessonVariant { lesson, told, words, type_size, find, others } = variant;
        let (design, language) = (&volume.setup.design, &volume.setup.language);
        let size = design.keys.sizes.legible(design.keys.sizes.body * type_size);
        let (body, italic) = (volume.setup.words().regular, volume.setup.words().italic);
        let set = |faces: FontStack, text: &str| {
            let mut lines = faces.wrap_paragraph(text, size, width);
            lines.retain(|line| !line.is_empty());
            TextLines::new(lines, TextStyle::new(faces, size), design.typefaces.leading)
        };
        let found = told.before.grid().filled_count() - lesson.givens.filled_count();
        let mut position = text!(language, "techniques.position", count = found);
        if lesson.is_extra {
            position =
                [&position, language.text("techniques.example")].join(language.words().space());
        }
        let find = if find { language.words().how_to_find(lesson.kind) } else { "" };
        let others = if others { other_puzzles(volume, lesson) } else { String::new() };
        Self {
            find: set(body, find),
            rest: [set(italic, &position), set(body, words), set(italic, &others)],
            leading: size * design.typefaces.leading,
            gap: GAP * size,
        }
    }

    /// Returns the height of a text with the gap below it.
    fn height(&self, text: &TextLines) -> f64 {
        if text.has_text() { text.lines.len() as f64 * self.leading + self.gap } else { 0.0 }
    }

    /// Draws a text from here down, with a gap below it.
    fn draw(&self, page: &mut TextColumn, text: &TextLines) {
        if text.has_text() {
            let ascent = ASCENT * text.style.size;
            page.y += ascent;
            page.draw_lines(text.lines.clone(), text.style, self.leading);
            page.y += self.gap - ascent;
        }
    }
}

/// Draws a technique below the head of its page. On a low page the texts are beside the grid.
fn draw_lesson(volume: &Volume, page: &mut TextColumn, variant: &LessonVariant) {
    let lesson = variant.lesson;
    let (left, live) = (page.left, page.width);
    let width = volume.setup.measure();
    let name = volume.setup.language.words().kind(lesson.kind).to_owned();
    let style = name_style(volume, &name, width);
    page.y += ASCENT * style.size;
    page.draw_lines(vec![name], style, style.size * BELOW_NAME);

    let low = volume.setup.area.is_low();
    let across = if low { live * GRID_PART } else { width };
    let body = volume.setup.design.keys.sizes.body;
    let column = if low { live * (1.0 - GRID_PART) - body * BESIDE_GRID } else { width };
    let texts = LessonTexts::new(volume, variant, column);
    let gap = texts.gap;
    let room = if low {
        page.room() - gap
    } else {
        let below: f64 = texts.rest.iter().map(|text| texts.height(text)).sum();
        page.room() - texts.height(&texts.find) - below - 2.0 * gap
    };
    let diagram = largest_diagram(volume, room, across);
    let (label, outer) = (LABEL_ROOM * diagram.small, diagram.grid.outer());
    page.y += gap;
    let corner = if low {
        (left + label, page.y + label)
    } else {
        texts.draw(page, &texts.find);
        if !texts.find.has_text() {
            page.y += gap;
        }
        let corner = (left + (width - outer + label) / 2.0, page.y + label);
        page.y += gap * BELOW_GRID + label + outer;
        corner
    };
    diagram.draw(&mut page.marks, corner, &lesson.givens, variant.told);
    if low {
        page.left = left + live - column;
        texts.draw(page, &texts.find);
    }
    for text in &texts.rest {
        texts.draw(page, text);
    }
    page.left = left;
    let short = (min_cell(volume) - diagram.grid.cell).max(0.0) * 9.0;
    page.end = page.end.max(corner.1 + outer) + short;
}

/// Returns the largest grid with room for candidates and for the numbers of rows and columns.
fn largest_diagram(volume: &Volume, room: f64, across: f64) -> Diagram {
    let (style, least) =
        (&volume.setup.design.keys.puzzle, volume.setup.design.keys.sizes.min_type);
    let block = style.block.min(2.5);
    let small = |cell: f64| (cell * CANDIDATE_SIZE).max(least);
    let most = (style.max_cell * MAX_ENLARGEMENT).max(least / CANDIDATE_SIZE);
    let fit = |small: f64| (room.min(across) - block - LABEL_ROOM * small) / 9.0;
    diagram_with(volume, fit(small(fit(least))).min(most).max(min_cell(volume)))
}

/// Returns a diagram with cells of this side.
fn diagram_with(volume: &Volume, cell: f64) -> Diagram {
    Diagram {
        grid: grid_style(&volume.setup.design, cell, (1.0, 2.5)),
        figures: volume.setup.figures(),
        small: (cell * CANDIDATE_SIZE).max(volume.setup.design.keys.sizes.min_type),
    }
}

/// Returns the side of the smallest cell with room for candidates, which are smaller than digits.
fn min_cell(volume: &Volume) -> f64 {
    let least = volume.setup.design.keys.sizes.min_type;
    let smallest =
        diagram_with(volume, least / (volume.setup.design.keys.puzzle.digit * MAX_CANDIDATE));
    smallest.grid.cell.max(Diagram::min_cell(smallest.mark_radius()))
}

/// Returns the style of the name of a technique. A long name is smaller.
fn name_style(volume: &Volume, name: &str, width: f64) -> TextStyle {
    let sizes = &volume.setup.design.keys.sizes;
    let style = |size| TextStyle::new(volume.setup.words().regular, size);
    let natural = style(sizes.heading * 0.9);
    let fit = natural.size * (0.98 * width / natural.faces.width(name, natural.size)).min(1.0);
    style(fit.max(sizes.legible(sizes.body * 0.9)))
}

/// Returns a sentence with other puzzles that need the technique, or an empty text if there are
/// none.
fn other_puzzles(volume: &Volume, lesson: &Lesson) -> String {
    let numbers = lesson
        .needed_by
        .iter()
        .take(OTHERS)
        .map(|&puzzle| volume.numbering.number(puzzle).to_string());
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    if numbers.is_empty() {
        String::new()
    } else {
        text!(volume.setup.language, "techniques.try", numbers)
    }
}
