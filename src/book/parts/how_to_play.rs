//! The rules, with a worked example beside or above the text of its steps. In large type on small pages the
//! example goes on, or begins, on a second page.

use super::puzzles::grid_style;
use super::{
    ASCENT, Colour, Column, DrawOp, GridStyle, Outline, PageSetup, PageSlot, SharedForm, TextStyle,
    Volume, children, draw, text,
};
use crate::book::model::page::FigureMood;
use crate::book::text::language::example;

/// Grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// Fraction of the width that the worked example takes.
const EXAMPLE: f64 = 0.56;
/// The sizes of the rules for children, in multiples of the body's; the last is for rules without drawings.
const RULES: [f64; 4] = [1.25, 1.1, 1.0, 0.9];

/// What a page shows, from the top down.
type Shown = &'static [fn(&PageSetup, &mut Column)];

/// What the pages of each way to spread rules and example show. The first way that fits is taken, or else the last.
type Spreads = &'static [&'static [Shown]];

/// Where the steps are beside the grid of the example.
const BESIDE: Spreads = &[&[&[rules, whole_example]], EXAMPLE_NEXT, RULES_ALONE];
/// Where they are below it: they may be on a page of their own.
const BELOW: Spreads = &[
    &[&[rules, whole_example]],
    &[&[rules, example_grid], &[own_steps]],
    EXAMPLE_NEXT,
    RULES_ALONE,
];
const EXAMPLE_NEXT: &[Shown] = &[&[rules], &[whole_example]];
/// The example fits no page.
const RULES_ALONE: &[Shown] = &[&[rules, half_a_line]];
const FOR_CHILDREN: Spreads = &[
    &[&[|setup, page| rules_for_children(setup, page, &RULES[..3], true)]],
    &[&[|setup, page| rules_for_children(setup, page, &RULES, false)], &[houses_for_children]],
];

fn spreads(setup: &PageSetup) -> Spreads {
    match beside(setup) {
        _ if setup.design.keys.children => FOR_CHILDREN,
        Some(_) => BESIDE,
        None => BELOW,
    }
}

/// The way to spread rules and example, as the number of it: that with the fewest pages.
pub(in crate::book) fn spread(setup: &PageSetup) -> usize {
    let fits = |shown: &Shown| fits(setup, |page| shown.iter().for_each(|draw| draw(setup, page)));
    let ways = spreads(setup);
    ways.iter().position(|pages| pages.iter().all(fits)).unwrap_or(ways.len() - 1)
}

/// Returns true if a volume has a page of rules, with the worked example that books for adults
/// promise.
pub(in crate::book) fn is_promised(volume: &Volume) -> bool {
    let is_there = volume.pagination.pages.iter().any(|leaf| leaf.part == "how-to-play");
    // The last way to spread rules and example leaves the example out.
    let has_example = volume.setup.rules_variant + 1 < spreads(&volume.setup).len();
    is_there && (volume.setup.design.keys.children || has_example)
}

/// Whether what is drawn ends inside a page.
fn fits(setup: &PageSetup, draw: impl Fn(&mut Column)) -> bool {
    let mut page = Column::new(setup, 0.0);
    begin(setup, &mut page);
    draw(&mut page);
    page.fits()
}

pub(super) fn pages(first: &PageSlot, outline: &Outline, pages: &mut Vec<PageSlot>) {
    let count = spreads(&outline.setup)[outline.setup.rules_variant].len();
    pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    begin(&volume.setup, page);
    let pages = spreads(&volume.setup)[volume.setup.rules_variant];
    pages[leaf.nth()].iter().for_each(|draw| draw(&volume.setup, page));
    // Further paragraphs if there is room, first the one that names the pages of answers.
    if leaf.nth() + 1 == pages.len() {
        let answers = volume.pagination.answer_page(0);
        let answers = answers
            .map(|page| text!(volume.setup.language, "how_to_play.answers", page))
            .unwrap_or_default();
        let advice = volume.setup.language.text("how_to_play.advice");
        let advice = if volume.setup.design.keys.children { "" } else { advice };
        further(&volume.setup, page, [advice, &answers]);
    }
}

fn houses_for_children(setup: &PageSetup, page: &mut Column) {
    children::houses(setup, page, grid(setup));
}

/// Draws eight sentences, below the houses or without them, in the first of these sizes with which they fit, or else
/// in the last.
fn rules_for_children(setup: &PageSetup, page: &mut Column, sizes: &[f64], houses: bool) {
    let draw_in = |size: f64, page: &mut Column| {
        let heading = setup.design.keys.sizes.heading;
        let side = 2.2 * heading;
        let corner = (page.right() - side, page.y - setup.design.keys.sizes.body);
        page.marks.extend(draw::figure(FigureMood::Looking, corner, side));
        page.heading(setup.language.text("how_to_play.heading"));
        page.y += heading * 0.9;
        if houses {
            houses_for_children(setup, page);
        }
        children::rules(setup, page, size);
    };
    let in_size = |size: &&f64| fits(setup, |page| draw_in(**size, page));
    let size = sizes.iter().find(in_size).or(sizes.last());
    size.into_iter().for_each(|size| draw_in(*size, page));
}

/// Goes to the first baseline of a page without heading.
fn begin(setup: &PageSetup, page: &mut Column) {
    page.width = setup.measure();
    page.y += ASCENT * setup.design.keys.sizes.body;
}

/// Draws the heading and the rules.
fn rules(setup: &PageSetup, page: &mut Column) {
    page.heading(setup.language.text("how_to_play.heading"));
    page.paragraph(setup.language.text("how_to_play.rules"), setup.regular(1.0));
}

fn half_a_line(setup: &PageSetup, page: &mut Column) {
    page.y += setup.design.keys.sizes.body * 0.5;
}

/// The grid of the worked example, which is smaller if the text must go below it.
pub(super) fn grid(setup: &PageSetup) -> GridStyle {
    let (digit, area) = (setup.design.keys.puzzle.digit, &setup.area);
    let side = if setup.design.keys.children {
        (0.29 * setup.measure()).min(area.live_height() * 0.36)
    } else if area.is_low() {
        low_side(setup)
    } else if beside(setup).is_some() {
        EXAMPLE * setup.measure()
    } else {
        (EXAMPLE * setup.measure()).min(area.live_height() * 0.3)
    };
    let side = side.max(9.0 * setup.design.keys.sizes.min_type / digit);
    grid_style(&setup.design, side / 9.0, (1.0, 2.5))
}

/// Side length of the worked example on low pages.
fn low_side(setup: &PageSetup) -> f64 {
    (EXAMPLE * setup.measure()).min(setup.area.live_height() * 0.4)
}

/// Width available for text beside the example; `None` if some words would not fit into a line.
fn beside(setup: &PageSetup) -> Option<f64> {
    let (body, width) = (setup.design.keys.sizes.body, setup.measure());
    let beyond =
        if setup.area.is_low() { width - low_side(setup) } else { width * (1.0 - EXAMPLE) };
    let beside = beyond - body * 1.6;
    (beside >= 10.5 * body).then_some(beside)
}

/// Draws the heading of the example and its grid. The pen is then at the end of the grid.
fn example_grid(setup: &PageSetup, page: &mut Column) {
    let body = setup.design.keys.sizes.body;
    page.y += body * 0.75;
    let heading = setup.language.text("how_to_play.example").to_owned();
    page.lines(vec![heading], setup.strong(1.15), body);
    let (example, block, _, _) = example();
    let grid = grid(setup);
    let shade = |n: usize| grid.block / 2.0 + n as f64 * 3.0 * grid.cell;
    page.marks.push(DrawOp::Box {
        corner: (page.left + shade(block % 3), page.y + shade(block / 3)),
        size: (3.0 * grid.cell, 3.0 * grid.cell),
        colour: Colour::Grey(SHADE),
    });
    page.form(SharedForm::ExampleGrid, page.pen());
    let face = setup.figures().regular.first();
    let corner = page.pen();
    grid.digits(&mut page.marks, corner, face, example.filled());
    page.y += grid.outer();
    page.end = page.y;
}

/// Draws the example with its steps beside or below its grid.
fn whole_example(setup: &PageSetup, page: &mut Column) {
    example_grid(setup, page);
    let (body, end) = (setup.regular(1.0), page.y);
    match beside(setup) {
        Some(width) => {
            let (left, whole) = (page.left, page.width);
            let small = setup.design.keys.sizes.legible(body.size * 0.94);
            let style = TextStyle::new(body.faces, small);
            page.left += whole - width;
            page.width = width.min(26.0 * style.size);
            page.y = end - grid(setup).outer() + style.cap();
            steps(setup, page, style);
            (page.left, page.width) = (left, whole);
        }
        None => {
            page.y = end + body.size * 1.8;
            steps(setup, page, body);
        }
    }
    page.y = (end + body.size * 2.1).max(page.y + body.size * 0.4);
}

/// Draws the steps on a page of their own.
fn own_steps(setup: &PageSetup, page: &mut Column) {
    let body = setup.regular(1.0);
    steps(setup, page, body);
    page.y += body.size * 0.4;
}

fn steps(setup: &PageSetup, page: &mut Column, style: TextStyle) {
    for step in setup.language.list("how_to_play.steps") {
        page.paragraph(step, style);
        page.y += style.size * 0.5;
    }
}

/// Draws those of further paragraphs that fit on the page, the last first.
fn further(setup: &PageSetup, page: &mut Column, texts: [&str; 2]) {
    let body = setup.regular(1.0);
    let leading = body.size * setup.design.typefaces.leading;
    let lines = |text: &str| match text {
        "" => 0.0,
        text => body.faces.wrap_paragraph(text, body.size, page.width).len() as f64,
    };
    let space = body.size * 0.5;
    let room = (page.room() + leading - space) / leading;
    let [advice, answers] = texts;
    let fits_both = lines(advice) + lines(answers) <= room;
    let rest = [(advice, fits_both), (answers, lines(answers) <= room)];
    for (text, _) in rest.into_iter().filter(|(text, fits)| *fits && !text.is_empty()) {
        page.paragraph(text, body);
        page.y += space;
    }
}
