//! Lays out the page with the rules, with a worked example beside or above the text.

use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::language::example;
use crate::book::layout::furniture::{FootText, foot, headed, paragraph};
use crate::book::page::{Colour, Mark, Stamp};
use crate::book::volume::Volume;
/// Grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// Fraction of the width that the worked example takes.
const EXAMPLE: f64 = 0.56;

/// The grid of the worked example, which is smaller if the text must go below it.
pub(super) fn example_grid(volume: &Volume) -> GridStyle {
    let style = &volume.design.puzzle;
    let live = volume.area.live().min(volume.area.measure() * volume.design.sizes.body);
    let side = if volume.area.is_low() {
        low_example(volume, live)
    } else if beside_example(volume).is_some() {
        EXAMPLE * live
    } else {
        (EXAMPLE * live).min(volume.area.room() * 0.3)
    };
    let side = side.max(9.0 * volume.design.sizes.min_type / style.digit);
    GridStyle {
        cell: side / 9.0,
        digit: style.digit,
        thin: style.thin.min(1.0),
        block: style.block.min(2.5),
    }
}

/// Side length of the worked example on low pages.
pub(super) fn low_example(volume: &Volume, live: f64) -> f64 {
    (EXAMPLE * live).min(volume.area.room() * 0.4)
}

/// Width available for text beside the example; `None` if some words would not fit into a line.
pub(super) fn beside_example(volume: &Volume) -> Option<f64> {
    let body = volume.design.sizes.body;
    let live = volume.area.live().min(volume.area.measure() * body);
    let beside = if volume.area.is_low() {
        live - low_example(volume, live) - body * 1.6
    } else {
        live * (1.0 - EXAMPLE) - body * 1.6
    };
    (beside >= 10.5 * body).then_some(beside)
}

/// Draws the page; also returns the baseline of its last line.
pub(super) fn how_to_play(volume: &Volume, index: usize) -> (Vec<Mark>, f64) {
    let sizes = &volume.design.sizes;
    let (left, live) = (volume.live_left(index), volume.area.live());
    let live = live.min(volume.area.measure() * sizes.body);
    let body = TextStyle::new(volume.words().regular, sizes.body);
    let steps = TextStyle::new(body.faces, sizes.legible(sizes.body * 0.94));
    let strong = TextStyle::new(volume.words().strong, sizes.body * 1.15);
    let beside = beside_example(volume);
    let mut marks = Vec::new();
    let words = (volume.language.how_to_play(), volume.language.rules());
    let mut y = headed(volume, &mut marks, index, words, (live, body));
    let (after_rules, rules) = (y, marks.len());
    y += body.size * 0.75;
    draw::left(&mut marks, (left, y), strong, volume.language.example_heading().to_owned());
    y += body.size;

    let (example, block, _, _) = example();
    let grid = example_grid(volume);
    let edge = grid.block / 2.0;
    let shade = |n: usize| edge + n as f64 * 3.0 * grid.cell;
    marks.push(Mark::Box {
        corner: (left + shade(block % 3), y + shade(block / 3)),
        size: (3.0 * grid.cell, 3.0 * grid.cell),
        colour: Colour::Grey(SHADE),
    });
    marks.push(Mark::Stamp { stamp: Stamp::ExampleGrid, corner: (left, y) });
    let face = volume.figures().regular.first();
    grid.digits(&mut marks, (left, y), face, example.filled());

    let (x, width, style) = match beside {
        Some(width) => (left + live - width, width.min(26.0 * steps.size), steps),
        None => (left, live, body),
    };
    let mut pen = match beside {
        Some(_) => y + steps.cap(),
        None => y + grid.outer() + body.size * 1.8,
    };
    for step in volume.language.example_steps() {
        pen = paragraph(volume, &mut marks, (x, pen), width, style, step);
        pen += style.size * 0.5;
    }
    let after = pen - style.size * (volume.design.typefaces.leading + 0.5);
    let end = after.max(y + grid.outer());
    y = (y + grid.outer() + body.size * 2.1).max(pen + body.size * 0.4);
    // Large type on a small page: the rules without the example.
    if end > volume.area.bottom {
        marks.truncate(rules);
        y = after_rules + body.size * 0.5;
    }

    // Further paragraphs if there is room, first the one that names the pages of answers.
    let answers = volume.pagination.answer_page(0);
    let answers = answers.map(|page| volume.language.answers_begin(page)).unwrap_or_default();
    let lines = |text: &str| body.faces.wrap_paragraph(text, body.size, live).len() as f64;
    let space = body.size * 0.5;
    let room = (volume.area.bottom - y + body.size * volume.design.typefaces.leading - space)
        / (body.size * volume.design.typefaces.leading);
    let both = lines(volume.language.advice()) + lines(&answers) <= room;
    let rest = [
        (both, volume.language.advice()),
        (!answers.is_empty() && lines(&answers) <= room, &answers),
    ];
    for (_, text) in rest.into_iter().filter(|(fits, _)| *fits) {
        y = paragraph(volume, &mut marks, (left, y), live, body, text) + space;
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    (marks, y - space - body.size * volume.design.typefaces.leading)
}
