//! The rules, with a worked example beside or above the text of its steps. In large type on small
//! pages the example continues, or begins, on a second page.

use super::puzzles::grid_style;
use super::{
    ASCENT, Colour, DrawOp, GridStyle, PagePlanner, PageSetup, PageSlot, PartName, TextColumn,
    TextStyle, Volume, children, text,
};
use crate::book::draw::Fox;
use crate::book::model::page::FigureMood;
use crate::book::text::language::example;

/// The grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// The fraction of the width that the worked example takes.
const EXAMPLE_WIDTH: f64 = 0.56;
/// The type sizes of the rules for children, in multiples of the body size. The last one is for
/// rules without drawings.
const RULE_SIZES: [f64; 4] = [1.25, 1.1, 1.0, 0.9];

/// The functions that draw a page, from the top down.
type PageDrawers = &'static [fn(&PageSetup, &mut TextColumn)];

/// The pages of each way to spread the rules and the example. The first way that fits is taken, or
/// else the last one.
type SpreadVariants = &'static [&'static [PageDrawers]];

/// The ways for adults. The steps are beside the grid of the example or below it, never on another
/// page.
const FOR_ADULTS: SpreadVariants = &[&[&[draw_rules, draw_example]], EXAMPLE_NEXT, RULES_ALONE];
const EXAMPLE_NEXT: &[PageDrawers] = &[&[draw_rules], &[draw_example]];
/// The way without the example, which fits on no page.
const RULES_ALONE: &[PageDrawers] = &[&[draw_rules, skip_half_line]];
const FOR_CHILDREN: SpreadVariants = &[
    &[&[|setup, page| draw_child_rules(setup, page, &RULE_SIZES[..3], true)]],
    &[&[|setup, page| draw_child_rules(setup, page, &RULE_SIZES, false)], &[draw_houses]],
];

fn spreads(setup: &PageSetup) -> SpreadVariants {
    if setup.design.keys.children { FOR_CHILDREN } else { FOR_ADULTS }
}

/// Returns the index of the first way to spread the rules and the example that fits. Ways with
/// fewer pages come first.
pub(crate) fn choose_spread(setup: &PageSetup) -> usize {
    let fits = |shown: &PageDrawers| {
        fits_page(setup, |page| shown.iter().for_each(|draw| draw(setup, page)))
    };
    let ways = spreads(setup);
    ways.iter().position(|pages| pages.iter().all(fits)).unwrap_or(ways.len() - 1)
}

/// Returns true if a volume has a page of rules, with the worked example that books for adults
/// promise.
pub(crate) fn is_promised(volume: &Volume) -> bool {
    let is_there = volume.pagination.pages.iter().any(|slot| slot.part == PartName::HowToPlay);
    // The last way leaves the example out.
    let has_example = volume.setup.rules_variant + 1 < spreads(&volume.setup).len();
    is_there && (volume.setup.design.keys.children || has_example)
}

/// Returns true if a drawing ends inside a page.
fn fits_page(setup: &PageSetup, draw: impl Fn(&mut TextColumn)) -> bool {
    let mut page = TextColumn::new(setup, 0.0);
    begin_page(setup, &mut page);
    draw(&mut page);
    page.fits()
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let count = spreads(&planner.setup)[planner.setup.rules_variant].len();
    pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    begin_page(&volume.setup, page);
    let pages = spreads(&volume.setup)[volume.setup.rules_variant];
    pages[slot.nth()].iter().for_each(|draw| draw(&volume.setup, page));
    // Add further paragraphs if there is room. The one that names the pages of answers has
    // priority. Rules without their example have room for the advice.
    let advice = volume.setup.language.text("how_to_play.advice");
    let is_alone = pages.len() > 1 && !volume.setup.design.keys.children;
    if is_alone && slot.nth() == 0 {
        page.y += volume.setup.design.keys.sizes.body * 0.5;
        draw_further(&volume.setup, page, &[advice]);
    }
    if slot.nth() + 1 == pages.len() {
        let answers = volume.pagination.answer_page(0);
        let answers = answers
            .map(|page| text!(volume.setup.language, "how_to_play.answers", page))
            .unwrap_or_default();
        let is_said = is_alone || volume.setup.design.keys.children;
        let advice = if is_said { "" } else { advice };
        let has_codes = volume.setup.codes.is_some();
        let codes = if has_codes { volume.setup.language.text("how_to_play.codes") } else { "" };
        draw_further(&volume.setup, page, &[advice, codes, &answers]);
    }
}

fn draw_houses(setup: &PageSetup, page: &mut TextColumn) {
    children::draw_houses(setup, page, grid(setup));
}

/// Draws eight sentences, with the houses above them if `houses` is true. The type size is the
/// first one with which everything fits, or else the last one.
fn draw_child_rules(setup: &PageSetup, page: &mut TextColumn, sizes: &[f64], houses: bool) {
    let draw_in = |size: f64, page: &mut TextColumn| {
        let heading = setup.design.keys.sizes.heading;
        let high = 2.9 * heading;
        let corner = (page.right() - high * Fox::WIDTH, page.y - setup.design.keys.sizes.body);
        page.marks.extend(Fox::new(FigureMood::Looking).mirrored().draw(corner, high));
        page.draw_heading(setup.language.text("how_to_play.heading"));
        page.y += heading * 0.9;
        if houses {
            draw_houses(setup, page);
        }
        children::draw_rules(setup, page, size);
    };
    let in_size = |size: &&f64| fits_page(setup, |page| draw_in(**size, page));
    let size = sizes.iter().find(in_size).or(sizes.last());
    size.into_iter().for_each(|size| draw_in(*size, page));
}

/// Moves to the first baseline of a page without a heading.
fn begin_page(setup: &PageSetup, page: &mut TextColumn) {
    page.width = setup.measure();
    page.y += ASCENT * setup.design.keys.sizes.body;
}

/// Draws the heading and the rules.
fn draw_rules(setup: &PageSetup, page: &mut TextColumn) {
    page.draw_heading(setup.language.text("how_to_play.heading"));
    page.draw_paragraph(setup.language.text("how_to_play.rules"), setup.regular(1.0));
}

fn skip_half_line(setup: &PageSetup, page: &mut TextColumn) {
    page.y += setup.design.keys.sizes.body * 0.5;
}

/// Returns the grid of the worked example. It is smaller if the text is below it.
pub(super) fn grid(setup: &PageSetup) -> GridStyle {
    let (digit, area) = (setup.design.keys.puzzle.digit, &setup.area);
    let side = if setup.design.keys.children {
        (0.29 * setup.measure()).min(area.live_height() * 0.36)
    } else if area.is_low() {
        low_side(setup)
    } else if width_beside(setup).is_some() {
        EXAMPLE_WIDTH * setup.measure()
    } else {
        (EXAMPLE_WIDTH * setup.measure()).min(area.live_height() * 0.3)
    };
    let side = side.max(9.0 * setup.design.keys.sizes.min_type / digit);
    grid_style(&setup.design, side / 9.0, (1.0, 2.5))
}

/// Returns the side of the worked example on a low page.
fn low_side(setup: &PageSetup) -> f64 {
    (EXAMPLE_WIDTH * setup.measure()).min(setup.area.live_height() * 0.4)
}

/// Returns the width for text beside the example, or `None` if some words would not fit into a
/// line.
fn width_beside(setup: &PageSetup) -> Option<f64> {
    let (body, width) = (setup.design.keys.sizes.body, setup.measure());
    let beyond =
        if setup.area.is_low() { width - low_side(setup) } else { width * (1.0 - EXAMPLE_WIDTH) };
    let beside = beyond - body * 1.6;
    (beside >= 10.5 * body).then_some(beside)
}

/// Draws the heading of the example and its grid. The pen is then at the lower end of the grid.
fn draw_example_grid(setup: &PageSetup, page: &mut TextColumn) {
    let body = setup.design.keys.sizes.body;
    page.y += body * 0.75;
    let heading = setup.language.text("how_to_play.example").to_owned();
    page.draw_lines(vec![heading], setup.strong(1.15), body);
    let (example, block, _, _) = example();
    let grid = grid(setup);
    let shade = |n: usize| grid.block / 2.0 + n as f64 * 3.0 * grid.cell;
    page.marks.push(DrawOp::Box {
        corner: (page.left + shade(block % 3), page.y + shade(block / 3)),
        size: (3.0 * grid.cell, 3.0 * grid.cell),
        colour: Colour::Grey(SHADE),
    });
    page.form(grid.drawing(), page.pen());
    let face = setup.figures().regular.first();
    let corner = page.pen();
    let digits = example.filled().map(|(cell, digit)| (cell.index(), digit.get()));
    grid.draw_digits(&mut page.marks, corner, face, digits);
    page.y += grid.outer();
    page.end = page.y;
}

/// Draws the example with its steps beside or below its grid.
fn draw_example(setup: &PageSetup, page: &mut TextColumn) {
    draw_example_grid(setup, page);
    let (body, end) = (setup.regular(1.0), page.y);
    match width_beside(setup) {
        Some(width) => {
            let (left, whole) = (page.left, page.width);
            let small = setup.design.keys.sizes.legible(body.size * 0.94);
            let style = TextStyle::new(body.faces, small);
            page.left += whole - width;
            page.width = width.min(26.0 * style.size);
            page.y = end - grid(setup).outer() + style.cap();
            draw_steps(setup, page, style);
            (page.left, page.width) = (left, whole);
        }
        None => {
            page.y = end + body.size * 1.8;
            draw_steps(setup, page, body);
        }
    }
    page.y = (end + body.size * 2.1).max(page.y + body.size * 0.4);
}

fn draw_steps(setup: &PageSetup, page: &mut TextColumn, style: TextStyle) {
    for step in setup.language.list("how_to_play.steps") {
        page.draw_paragraph(step, style);
        page.y += style.size * 0.5;
    }
}

/// Draws the further paragraphs that fit on the page. Later ones have priority.
fn draw_further(setup: &PageSetup, page: &mut TextColumn, texts: &[&str]) {
    let body = setup.regular(1.0);
    let leading = body.size * setup.design.typefaces.leading;
    let lines =
        |text: &str| body.faces.wrap_paragraph(text, body.size, page.width).len() as f64 * leading;
    let space = body.size * 0.5;
    let mut room = page.room() + leading;
    let mut drawn = Vec::new();
    for text in texts.iter().rev().filter(|text| !text.is_empty()) {
        room -= lines(text);
        // One space is left free even for a single paragraph.
        room -= if drawn.len() == 1 { 0.0 } else { space };
        if room < 0.0 {
            break;
        }
        drawn.push(*text);
    }
    for text in drawn.into_iter().rev() {
        page.draw_paragraph(text, body);
        page.y += space;
    }
}
