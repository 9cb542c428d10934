//! The pages that explain techniques: how to find a technique, a position from a puzzle of the
//! book, and the effect of the step.

use super::puzzles::grid_style;
use super::{ASCENT, PagePlanner, PageSlot, TextColumn, TextStyle, Volume, text};
use crate::book::draw::{Diagram, LABEL_ROOM};
use crate::book::model::insight::Lesson;
use crate::text::explain::{PathStep, at_three_lengths};

/// The type size of candidates as a fraction of the side of a cell, if there is room.
const CANDIDATE_SIZE: f64 = 0.27;
/// The maximum type size of candidates, as a fraction of the size of a digit.
const MAX_CANDIDATE: f64 = 0.78;
/// The maximum size of cells, in multiples of the maximum for puzzles.
const MAX_ENLARGEMENT: f64 = 1.3;
/// The fraction of a low page that the grid takes.
const GRID_PART: f64 = 0.52;
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

/// Draws a technique below the head of its page.
fn draw_lesson(volume: &Volume, page: &mut TextColumn, variant: &LessonVariant) {
    let &LessonVariant { lesson, told, words, type_size, find, others } = variant;
    let (design, language) = (&volume.setup.design, &volume.setup.language);
    let sizes = &design.keys.sizes;
    let (left, live) = (page.left, page.width);
    let width = volume.setup.measure();
    let name = language.words().kind(lesson.kind).to_owned();
    let style = name_style(volume, &name, width);
    page.y += ASCENT * style.size;
    page.draw_lines(vec![name], style, style.size * 0.45);

    let size = sizes.legible(sizes.body * type_size);
    let body = TextStyle::new(volume.setup.words().regular, size);
    let italic = TextStyle::new(volume.setup.words().italic, size);
    let low = volume.setup.area.is_low();
    let column = if low { live * (1.0 - GRID_PART) - sizes.body * 1.6 } else { width };
    let set = |style: TextStyle, text: &str| {
        let lines = style.faces.wrap_paragraph(text, style.size, column);
        (style, lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>())
    };
    let found = told.before.grid().filled_count() - lesson.givens.filled_count();
    let mut position = text!(language, "techniques.position", count = found);
    if lesson.is_extra {
        position = [&position, language.text("techniques.example")].join(language.words().space());
    }
    let find = if find { language.words().how_to_find(lesson.kind) } else { "" };
    let others = if others { other_puzzles(volume, lesson) } else { String::new() };
    let find = set(body, find);
    let rest = [set(italic, &position), set(body, words), set(italic, &others)];

    let lead = size * design.typefaces.leading;
    let gap = size * 0.7;
    let height = |(_, lines): &(TextStyle, Vec<String>)| match lines.len() {
        0 => 0.0,
        lines => lines as f64 * lead + gap,
    };
    let below: f64 = rest.iter().map(height).sum();
    let (room, across) = if low {
        (page.room() - gap, live * GRID_PART)
    } else {
        (page.room() - height(&find) - below - 2.0 * gap, width)
    };
    let diagram = largest_diagram(volume, room, across);
    let label = LABEL_ROOM * diagram.small;
    let outer = diagram.grid.outer();
    // Draws a text from this top, with a gap below it.
    let text = |page: &mut TextColumn, (style, lines): (TextStyle, Vec<String>)| {
        if !lines.is_empty() {
            page.y += ASCENT * size;
            page.draw_lines(lines, style, lead);
            page.y += gap - ASCENT * size;
        }
    };
    page.y += gap;
    let corner = if low {
        (left + label, page.y + label)
    } else {
        text(page, find.clone());
        if find.1.is_empty() {
            page.y += gap;
        }
        let corner = (left + (width - outer + label) / 2.0, page.y + label);
        page.y += gap * 0.9 + label + outer;
        corner
    };
    diagram.draw(&mut page.marks, corner, &lesson.givens, told);
    if low {
        page.left = left + live - column;
        text(page, find);
    }
    rest.into_iter().for_each(|rest| text(page, rest));
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
