//! The pages that explain techniques: how to find it, a position of a puzzle of the book, and what the step does
//! there.

use super::puzzles::grid_style;
use super::{ASCENT, Column, Outline, PageSlot, TextStyle, Volume, text};
use crate::book::draw::{Diagram, LABEL};
use crate::book::model::insight::Lesson;
use crate::text::explain::{ExplainedStep, at_three_lengths};

/// Type size of candidates as a fraction of the cell's side, where there is room.
const SMALL: f64 = 0.27;
/// Candidates are at most so large, as a fraction of the size of a digit.
const SMALLER: f64 = 0.78;
/// The cells are at most this much larger than those of puzzles may be.
const LARGER: f64 = 1.3;
/// Fraction of a low page that the grid takes.
const BESIDE: f64 = 0.52;
/// Number of other puzzles that are named.
const OTHERS: usize = 3;

/// How a page is set.
struct Way<'a> {
    /// The sentences about the step.
    words: &'a str,
    /// The size of its type, as a fraction of the body size.
    type_size: f64,
    /// Whether it says how to find the technique, and which other puzzles need it.
    find: bool,
    others: bool,
}

pub(super) fn pages(first: &PageSlot, outline: &Outline, pages: &mut Vec<PageSlot>) {
    pages.extend((0..outline.techniques).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    let lesson = &volume.lessons[leaf.nth()];
    let Some(told) = &lesson.explained else { return };
    // Where there is little room: smaller type, then fewer words. Long chains are told by their arrows.
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
        page.head(volume.setup.language.text("techniques.heading"), needed);
        explain(volume, (lesson, told), page, &Way { words, type_size, find, others });
        if page.fits() {
            break;
        }
    }
}

/// Draws a technique below the head of its page.
fn explain(
    volume: &Volume,
    (lesson, told): (&Lesson, &ExplainedStep),
    page: &mut Column,
    way: &Way,
) {
    let (design, language) = (&volume.setup.design, &volume.setup.language);
    let sizes = &design.keys.sizes;
    let (left, live) = (page.left, page.width);
    let width = volume.setup.measure();
    let name = language.technique(lesson.technique).to_owned();
    let style = name_style(volume, &name, width);
    page.y += ASCENT * style.size;
    page.lines(vec![name], style, style.size * 0.45);

    let size = sizes.legible(sizes.body * way.type_size);
    let body = TextStyle::new(volume.setup.words().regular, size);
    let italic = TextStyle::new(volume.setup.words().italic, size);
    let low = volume.setup.area.is_low();
    let column = if low { live * (1.0 - BESIDE) - sizes.body * 1.6 } else { width };
    let set = |style: TextStyle, text: &str| {
        let lines = style.faces.wrap_paragraph(text, style.size, column);
        (style, lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>())
    };
    let puzzle = volume.puzzle(lesson.puzzle);
    let found = told.before.grid().filled_count() - puzzle.givens_count();
    let position = text!(
        language,
        "techniques.position",
        first = volume.numbering.number(lesson.puzzle),
        count = found
    );
    let find = if way.find { language.words().how_to_find(lesson.technique) } else { "" };
    let others = if way.others { others(volume, lesson) } else { String::new() };
    let find = set(body, find);
    let rest = [set(italic, &position), set(body, way.words), set(italic, &others)];

    let lead = size * design.typefaces.leading;
    let gap = size * 0.7;
    let height = |(_, lines): &(TextStyle, Vec<String>)| match lines.len() {
        0 => 0.0,
        lines => lines as f64 * lead + gap,
    };
    let below: f64 = rest.iter().map(height).sum();
    let (room, across) = match low {
        true => (page.room() - gap, live * BESIDE),
        false => (page.room() - height(&find) - below - 2.0 * gap, width),
    };
    let diagram = diagram(volume, room, across);
    let label = LABEL * diagram.small;
    let outer = diagram.grid.outer();
    // Each text has this top, and a gap below it.
    let text = |page: &mut Column, (style, lines): (TextStyle, Vec<String>)| {
        if !lines.is_empty() {
            page.y += ASCENT * size;
            page.lines(lines, style, lead);
            page.y += gap - ASCENT * size;
        }
    };
    page.y += gap;
    let corner = match low {
        true => (left + label, page.y + label),
        false => {
            text(page, find.clone());
            if find.1.is_empty() {
                page.y += gap;
            }
            let corner = (left + (width - outer + label) / 2.0, page.y + label);
            page.y += gap * 0.9 + label + outer;
            corner
        }
    };
    diagram.draw(&mut page.marks, corner, puzzle.givens(), told);
    if low {
        page.left = left + live - column;
        text(page, find);
    }
    rest.into_iter().for_each(|rest| text(page, rest));
    page.left = left;
    let short = (least_cell(volume) - diagram.grid.cell).max(0.0) * 9.0;
    page.end = page.end.max(corner.1 + outer) + short;
}

/// The largest grid with room for candidates and for the numbers of rows and columns.
fn diagram(volume: &Volume, room: f64, across: f64) -> Diagram {
    let (style, least) =
        (&volume.setup.design.keys.puzzle, volume.setup.design.keys.sizes.min_type);
    let block = style.block.min(2.5);
    let small = |cell: f64| (cell * SMALL).max(least);
    let most = (style.max_cell * LARGER).max(least / SMALL);
    let fit = |small: f64| (room.min(across) - block - LABEL * small) / 9.0;
    of_cell(volume, fit(small(fit(least))).min(most).max(least_cell(volume)))
}

/// A grid with cells of this side.
fn of_cell(volume: &Volume, cell: f64) -> Diagram {
    Diagram {
        grid: grid_style(&volume.setup.design, cell, (1.0, 2.5)),
        figures: volume.setup.figures(),
        small: (cell * SMALL).max(volume.setup.design.keys.sizes.min_type),
    }
}

/// The side of the smallest cell that has room for candidates, which are smaller than digits.
fn least_cell(volume: &Volume) -> f64 {
    let least = volume.setup.design.keys.sizes.min_type;
    let smallest = of_cell(volume, least / (volume.setup.design.keys.puzzle.digit * SMALLER));
    smallest.grid.cell.max(Diagram::least_cell(smallest.ring()))
}

/// The style of the name of a technique: smaller for a long name.
fn name_style(volume: &Volume, name: &str, width: f64) -> TextStyle {
    let sizes = &volume.setup.design.keys.sizes;
    let style = |size| TextStyle::new(volume.setup.words().regular, size);
    let natural = style(sizes.heading * 0.9);
    let fit = natural.size * (0.98 * width / natural.faces.width(name, natural.size)).min(1.0);
    style(fit.max(sizes.legible(sizes.body * 0.9)))
}

/// Other puzzles that need the technique; nothing if there are none.
fn others(volume: &Volume, lesson: &Lesson) -> String {
    let others = lesson.needed_by.iter().filter(|&&puzzle| puzzle != lesson.puzzle);
    let numbers = others.take(OTHERS).map(|&puzzle| volume.numbering.number(puzzle).to_string());
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    match numbers.is_empty() {
        true => String::new(),
        false => text!(volume.setup.language, "techniques.try", numbers),
    }
}
