//! Lays out the pages that explain techniques: how to find it, a position of a puzzle of the book, and what the
//! step does there.

use crate::book::arrange::{ASCENT, Head};
use crate::book::draw::{self, Diagram, GridStyle, LABEL, TextStyle};
use crate::book::layout::furniture::{FootText, foot};
use crate::book::lesson::Lesson;
use crate::book::page::Mark;
use crate::book::volume::Volume;
use crate::explain::{Told, shorter};
use crate::words::say;

/// Type size of candidates as a fraction of the cell's side: where there is room, and at most.
const SMALL: f64 = 0.29;
const MOST_SMALL: f64 = 0.45;
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

/// The lines of a text with their style.
type Lines = (TextStyle, Vec<String>);

/// Draws the page; also returns the baseline of its last line, beyond the live area if it does not fit.
pub(super) fn technique_page(volume: &Volume, index: usize, lesson: &Lesson) -> (Vec<Mark>, f64) {
    let Some(told) = &lesson.told else { return (Vec::new(), 0.0) };
    let words = volume.language.words();
    // Where there is little room: smaller type, then fewer words. Long chains are told by their arrows.
    let [all, short, last] = shorter(words, &told.before, &told.step);
    let ways = [
        Way { words: &all, type_size: 1.0, find: true, others: true },
        Way { words: &all, type_size: 0.9, find: true, others: true },
        Way { words: &all, type_size: 0.82, find: true, others: false },
        Way { words: &short, type_size: 0.9, find: true, others: false },
        Way { words: &short, type_size: 0.82, find: true, others: false },
        Way { words: &last, type_size: 0.82, find: true, others: false },
        Way { words: &last, type_size: 0.82, find: false, others: false },
    ];
    let mut laid = (Vec::new(), 0.0);
    for way in &ways {
        laid = page(volume, index, lesson, told, way);
        if laid.1 <= volume.area.bottom {
            break;
        }
    }
    laid
}

fn page(
    volume: &Volume,
    index: usize,
    lesson: &Lesson,
    told: &Told,
    way: &Way,
) -> (Vec<Mark>, f64) {
    let (design, language) = (&volume.design, &volume.language);
    let sizes = &design.sizes;
    let (left, live, top) = (volume.live_left(index), volume.area.live(), volume.area.top);
    let width = live.min(volume.area.measure() * sizes.body);
    let mut marks = Vec::new();
    let head = Head::new(design);
    let title = language.text("techniques.heading").to_owned();
    head.draw(
        &mut marks,
        (left, top),
        live,
        title,
        say!(language, "techniques.needed", count = language.grouped(lesson.needed_by.len())),
    );

    let name = language.technique(lesson.technique).to_owned();
    let style = name_style(volume, &name, width);
    let y = top + head.height() + ASCENT * style.size;
    draw::left(&mut marks, (left, y), style, name);
    let y = y + style.size * 0.45;

    let size = sizes.legible(sizes.body * way.type_size);
    let body = TextStyle::new(volume.words().regular, size);
    let italic = TextStyle::new(volume.words().italic, size);
    let low = volume.area.is_low();
    let column = if low { live * (1.0 - BESIDE) - sizes.body * 1.6 } else { width };
    let set = |style: TextStyle, text: &str| -> Lines {
        let lines = style.faces.wrap_paragraph(text, style.size, column);
        (style, lines.into_iter().filter(|line| !line.is_empty()).collect())
    };
    let puzzle = &volume.puzzles[lesson.puzzle];
    let found = told.before.grid().filled_count() - puzzle.givens_count();
    let position =
        say!(language, "techniques.position", first = volume.number(lesson.puzzle), count = found);
    let find = if way.find { language.words().find(lesson.technique) } else { "" };
    let others = if way.others { others(volume, lesson) } else { String::new() };
    let find = set(body, find);
    let rest = [set(italic, &position), set(body, way.words), set(italic, &others)];

    let lead = size * design.typefaces.leading;
    let gap = size * 0.7;
    let height = |(_, lines): &Lines| match lines.len() {
        0 => 0.0,
        lines => lines as f64 * lead + gap,
    };
    let below: f64 = rest.iter().map(height).sum();
    let foot_room = volume.area.bottom - y;
    let (room, across) = match low {
        true => (foot_room - gap, live * BESIDE),
        false => (foot_room - height(&find) - below - 2.0 * gap, width),
    };
    let diagram = diagram(volume, room, across);
    let label = LABEL * diagram.small;
    let outer = diagram.grid.outer();
    let (at, mut pen) = match low {
        true => ((left + label, y + gap + label), (left + live - column, y + gap)),
        false => {
            let pen = draw_lines(&mut marks, (left, y + gap), &find, lead);
            let x = left + (width - outer + label) / 2.0;
            ((x, pen + gap + label), (left, pen + gap * 1.9 + label + outer))
        }
    };
    diagram.draw(&mut marks, at, puzzle.givens(), told);
    let texts = [&find].into_iter().filter(|_| low).chain(&rest);
    for text in texts.filter(|(_, lines)| !lines.is_empty()) {
        pen.1 = draw_lines(&mut marks, pen, text, lead) + gap;
    }
    foot(volume, &mut marks, index, FootText::Text(language.text("techniques.heading").to_owned()));
    let least = least_cell(volume);
    let short = (least - diagram.grid.cell).max(0.0) * 9.0;
    let end = (pen.1 - gap - lead + size * ASCENT).max(at.1 + outer);
    (marks, end + short)
}

/// The largest grid with room for candidates and for the numbers of rows and columns.
fn diagram(volume: &Volume, room: f64, across: f64) -> Diagram {
    let (style, least) = (&volume.design.puzzle, volume.design.sizes.min_type);
    let block = style.block.min(2.5);
    let small = |cell: f64| (cell * SMALL).max(least);
    let most = (style.max_cell * LARGER).max(least / SMALL);
    let fit = |small: f64| (room.min(across) - block - LABEL * small) / 9.0;
    let cell = fit(small(fit(least))).min(most).max(least_cell(volume));
    Diagram {
        grid: GridStyle { cell, digit: style.digit, thin: style.thin.min(1.0), block },
        figures: volume.figures(),
        small: small(cell),
    }
}

/// The side of the smallest cell that has room for candidates, which are smaller than digits.
fn least_cell(volume: &Volume) -> f64 {
    let most = MOST_SMALL.min(volume.design.puzzle.digit * SMALLER);
    volume.design.sizes.min_type / most
}

/// The style of the name of a technique: smaller for a long name.
fn name_style(volume: &Volume, name: &str, width: f64) -> TextStyle {
    let sizes = &volume.design.sizes;
    let style = |size| TextStyle::new(volume.words().regular, size);
    let natural = style(sizes.heading * 0.9);
    let fit = natural.size * (0.98 * width / natural.faces.width(name, natural.size)).min(1.0);
    style(fit.max(sizes.legible(sizes.body * 0.9)))
}

/// Other puzzles that need the technique; nothing if there are none.
fn others(volume: &Volume, lesson: &Lesson) -> String {
    let others = lesson.needed_by.iter().filter(|&&puzzle| puzzle != lesson.puzzle);
    let numbers = others.take(OTHERS).map(|&puzzle| volume.number(puzzle).to_string());
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    match numbers.is_empty() {
        true => String::new(),
        false => say!(volume.language, "techniques.try", numbers),
    }
}

/// Draws lines whose first has this top; returns the bottom of the last.
fn draw_lines(marks: &mut Vec<Mark>, (x, y): (f64, f64), (style, lines): &Lines, lead: f64) -> f64 {
    for (i, line) in lines.iter().enumerate() {
        let baseline = y + ASCENT * style.size + i as f64 * lead;
        draw::left(marks, (x, baseline), *style, line.clone());
    }
    y + lines.len() as f64 * lead
}
