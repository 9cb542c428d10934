//! Lays out the pages that explain techniques: how to find it, a position of a puzzle of the book, and what the
//! step does there.

use crate::book::arrange::{ASCENT, Head};
use crate::book::draw::{self, Diagram, GridStyle, LABEL, TextStyle};
use crate::book::layout::furniture::{FootText, foot};
use crate::book::lesson::Lesson;
use crate::book::page::Mark;
use crate::book::volume::Volume;
use crate::explain::{Told, shorter};

/// Type size of candidates as a fraction of the cell's side: where there is room, and at most.
const SMALL: f64 = 0.29;
const MOST_SMALL: f64 = 0.36;
/// The cells are at most this much larger than those of puzzles may be.
const LARGER: f64 = 1.3;
/// Fraction of a low page that the grid takes.
const BESIDE: f64 = 0.52;
/// Number of other puzzles that are named.
const OTHERS: usize = 3;

/// The lines of a text with their style.
type Lines = (TextStyle, Vec<String>);

/// Draws the page; also returns the baseline of its last line, beyond the live area if it does not fit.
pub(super) fn technique_page(volume: &Volume, index: usize, lesson: &Lesson) -> (Vec<Mark>, f64) {
    let Some(told) = &lesson.told else { return (Vec::new(), 0.0) };
    let words = volume.language.words();
    // Long chains are told by their arrows.
    let [all, short, last] = shorter(words, &told.before, &told.step);
    let lay = |way: &str| page(volume, index, lesson, told, way);
    let fits = |laid: &(Vec<Mark>, f64)| laid.1 <= volume.area.bottom;
    [all, short].iter().map(|way| lay(way)).find(fits).unwrap_or_else(|| lay(&last))
}

fn page(
    volume: &Volume,
    index: usize,
    lesson: &Lesson,
    told: &Told,
    words: &str,
) -> (Vec<Mark>, f64) {
    let (design, language) = (&volume.design, &volume.language);
    let sizes = &design.sizes;
    let (left, live, top) = (volume.live_left(index), volume.area.live(), volume.area.top);
    let width = live.min(volume.area.measure() * sizes.body);
    let mut marks = Vec::new();
    let head = Head::new(design);
    let title = language.techniques().to_owned();
    head.draw(&mut marks, (left, top), live, title, language.needed_by(lesson.needed_by.len()));

    let name = language.technique(lesson.technique).to_owned();
    let style = name_style(volume, &name, width);
    let y = top + head.height() + ASCENT * style.size;
    draw::left(&mut marks, (left, y), style, name);
    let y = y + style.size * 0.45;

    let body = TextStyle::new(volume.words().regular, sizes.body);
    let italic = TextStyle::new(volume.words().italic, sizes.body);
    let low = volume.area.is_low();
    let column = if low { live * (1.0 - BESIDE) - sizes.body * 1.6 } else { width };
    let set = |style: TextStyle, text: &str| -> Lines {
        (style, style.faces.wrap_paragraph(text, style.size, column))
    };
    let puzzle = &volume.puzzles[lesson.puzzle];
    let found = told.before.grid().filled_count() - puzzle.givens_count();
    let position = language.position(volume.number(lesson.puzzle), found);
    let find = set(body, language.words().find(lesson.technique));
    let rest = [set(italic, &position), set(body, words), set(italic, &others(volume, lesson))];

    let lead = sizes.body * design.typefaces.leading;
    let gap = sizes.body * 0.7;
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
    foot(volume, &mut marks, index, FootText::Text(language.techniques().to_owned()));
    let least = sizes.min_type / MOST_SMALL;
    let short = (least - diagram.grid.cell).max(0.0) * 9.0;
    let end = (pen.1 - gap - lead + sizes.body * ASCENT).max(at.1 + outer);
    (marks, end + short)
}

/// The largest grid with room for candidates and for the numbers of rows and columns.
fn diagram(volume: &Volume, room: f64, across: f64) -> Diagram {
    let (style, least) = (&volume.design.puzzle, volume.design.sizes.min_type);
    let block = style.block.min(2.5);
    let small = |cell: f64| (cell * SMALL).max(least);
    let most = (style.max_cell * LARGER).max(least / SMALL);
    let fit = |small: f64| (room.min(across) - block - LABEL * small) / 9.0;
    let cell = fit(small(fit(least))).min(most).max(least / MOST_SMALL);
    Diagram {
        grid: GridStyle { cell, digit: style.digit, thin: style.thin.min(1.0), block },
        figures: volume.figures(),
        small: small(cell),
    }
}

/// The style of the name of a technique: smaller for a long name.
fn name_style(volume: &Volume, name: &str, width: f64) -> TextStyle {
    let sizes = &volume.design.sizes;
    let style = |size| TextStyle::new(volume.words().regular, size);
    let natural = style(sizes.heading * 0.9);
    let fit = natural.size * (width / natural.width(name)).min(1.0);
    style(fit.max(sizes.body * 1.1))
}

/// Other puzzles that need the technique; nothing if there are none.
fn others(volume: &Volume, lesson: &Lesson) -> String {
    let others = lesson.needed_by.iter().filter(|&&puzzle| puzzle != lesson.puzzle);
    let numbers: Vec<_> = others.take(OTHERS).map(|&puzzle| volume.number(puzzle)).collect();
    match numbers.is_empty() {
        true => String::new(),
        false => volume.language.try_also(&numbers),
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
