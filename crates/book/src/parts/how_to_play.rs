//! The rules, with a worked example beside or above the text of its steps, and a row with pencil
//! marks. In large type on small pages the example continues, or begins, on a second page.

use super::arrangement::{DRAWN_LINES, grid_style};
use super::{
    ASCENT, Area, Colour, DrawOp, GridStyle, PagePlanner, PageSetup, PageSlot, PartName, Point,
    TextColumn, TextStyle, Volume, child_rules, text,
};
use crate::model::{PuzzleSymbols, RulesExample};
use crate::text::language::Language;
use grid::{Digit, GridShape};
use page::SymbolSet;

/// The grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// The fraction of the width that the worked example takes, and its fraction of the height of a
/// page with text below it, and of a low page.
const EXAMPLE_WIDTH: f64 = 0.56;
const EXAMPLE_HEIGHT: f64 = 0.3;
const LOW_EXAMPLE_HEIGHT: f64 = 0.4;
/// The fraction of the width that the example of a small size takes.
const SMALL_EXAMPLE_WIDTH: f64 = 0.32;
/// The minimum width of text beside the example, its maximum width, and the space before it, in
/// type sizes.
const MIN_BESIDE: f64 = 10.5;
const MAX_BESIDE: f64 = 26.0;
const BESIDE_GAP: f64 = 1.6;
/// The type size of text beside the example, and of a heading within the page, in body sizes.
const SMALL: f64 = 0.94;
const SUBHEADING: f64 = 1.15;
/// The space above a heading within the page, between paragraphs, and below the example, in body
/// sizes.
const ABOVE_HEADING: f64 = 0.75;
const PARAGRAPH_GAP: f64 = 0.5;
const BELOW_EXAMPLE: f64 = 2.1;
const STEPS_BELOW: f64 = 1.8;
const BELOW_STEPS: f64 = 0.4;
/// The largest cell of the row with pencil marks, in body sizes, and the type size of a candidate
/// in cells. Nine candidates stand in three columns.
const MAX_MARKED_CELL: f64 = 3.0;
const PENCIL_SIZE: f64 = 0.29;
const FIRST_PENCIL: f64 = 0.2;
const PENCIL_PITCH: f64 = 0.3;
/// The half sides of a stroke through a candidate, in its type sizes.
const STROKE: Point = (0.46, 0.26);
const STROKE_WIDTH: f64 = 0.75;

/// The functions that draw a page, from the top down.
type PageDrawers = &'static [fn(&PageSetup, &mut TextColumn)];

/// The pages of each way to spread the rules and the example. The first way that fits is taken, or
/// else the last one.
type SpreadVariants = &'static [&'static [PageDrawers]];

/// The ways for adults, with an example of each size. The steps are beside the grid of their
/// example or below it, never on another page.
const FOR_ADULTS: SpreadVariants = &[
    &[&[draw_rules, draw_small_examples, draw_large_example]],
    &[&[draw_rules, draw_small_examples], &[draw_large_example]],
    &[&[draw_rules], &[draw_small_examples, draw_large_example]],
    RULES_ALONE,
];
/// The way without the examples, which fit on no page.
const RULES_ALONE: &[PageDrawers] = &[&[draw_rules, skip_half_line]];
const FOR_CHILDREN: SpreadVariants =
    &[&[&[child_rules::draw_all]], &[&[child_rules::draw_rules], &[child_rules::draw_step]]];

fn spreads(setup: &PageSetup) -> SpreadVariants {
    if setup.design.keys.children { FOR_CHILDREN } else { FOR_ADULTS }
}

/// Returns true if the rules have a row with pencil marks, whose candidates are nine digits.
fn has_marks(setup: &PageSetup) -> bool {
    let mut examples = setup.examples.blocks.iter();
    let classic = examples.find(|example| example.givens.shape() == GridShape::Nine);
    matches!(classic, Some(example) if example.symbols.is_none()) && !setup.design.keys.children
}

/// Returns the index of the first way to spread the rules and the example that fits. Ways with
/// fewer pages come first.
pub fn choose_spread(setup: &PageSetup) -> usize {
    let ways = spreads(setup);
    for (index, pages) in ways.iter().enumerate() {
        if pages.iter().all(|shown| all_fit_page(setup, shown)) {
            return index;
        }
    }
    ways.len() - 1
}

/// Returns true if these elements fit a page.
fn all_fit_page(setup: &PageSetup, shown: &PageDrawers) -> bool {
    TextColumn::is_enough_for(setup, |page| shown.iter().for_each(|draw| draw(setup, page)))
}

impl Volume {
    /// Returns true if a volume has a page of rules, with the worked example that books for adults
    /// promise.
    pub fn promises_rules(&self) -> bool {
        let is_there = self.has_part(PartName::HowToPlay.name());
        // The last way leaves the example out.
        let has_example = !self.setup.examples.blocks.is_empty()
            && self.setup.rules_variant + 1 < spreads(&self.setup).len();
        is_there && (self.setup.design.keys.children || has_example)
    }
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let count = spreads(&planner.setup)[planner.setup.rules_variant].len();
    pages.extend((0..count).map(|nth| PageSlot::new(first.part, nth)));
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let setup = &volume.setup;
    page.begin();
    let pages = spreads(setup)[setup.rules_variant];
    pages[slot.nth()].iter().for_each(|draw| draw(setup, page));
    let further = further_texts(volume);
    let advice =
        if setup.design.keys.children { "" } else { setup.language.text("how_to_play.advice") };
    let last = pages.len() - 1;
    let marked = marks_page(setup, advice, &further);
    if marked == Some(slot.nth()) {
        draw_pencil_marks(setup, page, advice);
    } else if marked.is_none() && slot.nth() == 0 && last > 0 {
        skip_half_line(setup, page);
        draw_further(setup, page, &[advice]);
    }
    // The paragraph that names the pages of answers has priority.
    if slot.nth() == last {
        let advice = if marked.is_none() && last == 0 { advice } else { "" };
        let [signs, codes, answers] = &further;
        draw_further(setup, page, &[advice, signs, codes, answers]);
    }
}

/// Returns the paragraphs at the end of the rules, each empty if the book does not need it: the
/// signs of the puzzles, their QR codes, and the pages of the answers.
fn further_texts(volume: &Volume) -> [String; 3] {
    let setup = &volume.setup;
    let codes = match setup.codes {
        Some(_) if volume.is_for_screen() => setup.language.text("how_to_play.codes_on_screen"),
        Some(_) => setup.language.text("how_to_play.codes"),
        None => "",
    };
    let signs = match PuzzleSymbols::letters(&setup.options.symbols) {
        Some(set) => letters_text(setup, set),
        None => String::new(),
    };
    let answers = match volume.pagination.answer_page(0) {
        Some(page) => text!(setup.language, "how_to_play.answers", page),
        None => String::new(),
    };
    [signs, codes.to_owned(), answers]
}

/// Names the letters of a book, and says that they make a word if they do.
fn letters_text(setup: &PageSetup, set: &SymbolSet) -> String {
    let signs = set.spaced(GridShape::Nine);
    let mut sentences = vec![text!(setup.language, "how_to_play.symbols", signs)];
    if set.has_word() {
        sentences.push(setup.language.text("how_to_play.word").to_owned());
    }
    sentences.join(setup.language.words().space())
}

/// Returns the page that has room for the advice with the row of pencil marks: the page of the
/// rules if no example is there, or else the last one, above these paragraphs.
fn marks_page(setup: &PageSetup, advice: &str, further: &[String]) -> Option<usize> {
    let is_legible = marked_cell(setup) >= setup.design.keys.sizes.min_type / PENCIL_SIZE;
    if !has_marks(setup) || !is_legible {
        return None;
    }
    let pages = spreads(setup)[setup.rules_variant];
    let last = pages.len() - 1;
    if last > 0 && pages[0].len() == 1 && marks_fit(setup, &pages[0], advice, &[]) {
        return Some(0);
    }
    if marks_fit(setup, &pages[last], advice, further) { Some(last) } else { None }
}

/// Returns true if the row with pencil marks fits below these elements and above these paragraphs.
fn marks_fit(setup: &PageSetup, shown: &PageDrawers, advice: &str, further: &[String]) -> bool {
    let body = setup.regular(1.0);
    TextColumn::is_enough_for(setup, |page| {
        shown.iter().for_each(|draw| draw(setup, page));
        draw_pencil_marks(setup, page, advice);
        for text in further.iter().filter(|text| !text.is_empty()) {
            page.draw_paragraph(text, body);
            page.y += PARAGRAPH_GAP * body.size;
        }
    })
}

/// Returns the side of a cell of the row with pencil marks.
fn marked_cell(setup: &PageSetup) -> f64 {
    (setup.measure() / 9.0 - 1.0).min(MAX_MARKED_CELL * setup.design.keys.sizes.body)
}

/// Draws a heading, the advice to use a pencil, and a row whose pencil marks give a digit.
fn draw_pencil_marks(setup: &PageSetup, page: &mut TextColumn, advice: &str) {
    let body = setup.regular(1.0);
    let heading = setup.language.text("how_to_play.marks").to_owned();
    page.y += ABOVE_HEADING * body.size;
    let lead = body.size * setup.design.typefaces.leading;
    page.draw_lines(vec![heading], setup.strong(SUBHEADING), lead);
    if !advice.is_empty() {
        page.draw_paragraph(advice, body);
        page.y += PARAGRAPH_GAP * body.size;
    }
    page.y -= ASCENT * body.size;
    draw_marked_row(setup, page);
    let marks = &setup.examples.marks;
    let ([a, b], c) = (marks.pair, marks.single);
    page.y += STEPS_BELOW * body.size;
    page.draw_paragraph(&text!(setup.language, "how_to_play.pair", a, b, c), body);
    page.y += PARAGRAPH_GAP * body.size;
}

/// Draws the row from here down. The pen is then at its lower end.
fn draw_marked_row(setup: &PageSetup, page: &mut TextColumn) {
    let cell = marked_cell(setup);
    let grid = grid_style(&setup.design, cell, DRAWN_LINES);
    let edge = grid.block / 2.0;
    let (left, top) = (page.left + edge, page.y + edge);
    let marks = &setup.examples.marks;
    let digits = TextStyle::new(setup.figures().strong, grid.digit_size());
    for (place, digit) in marks.filled.iter().enumerate() {
        let square = Area { left: left + place as f64 * cell, top, width: cell, height: cell };
        let middle = square.at((0.5, 0.5));
        if let Some(digit) = digit {
            let at = (middle.0, middle.1 + digits.cap() / 2.0);
            digits.draw_centred(&mut page.marks, at, &digit.to_string());
            continue;
        }
        let is_of_pair = !marks.candidates[place].contains(marks.single);
        if is_of_pair {
            page.marks.push(square.filled(Colour::Grey(SHADE)));
        }
        for digit in marks.candidates[place] {
            let is_struck = !is_of_pair && digit != marks.single;
            draw_pencil_mark(setup, &mut page.marks, square, digit, is_struck);
        }
    }
    for line in 0..=9 {
        let x = left + f64::from(line) * cell;
        let width = if line % 3 == 0 { grid.block } else { grid.thin };
        let (from, to) = ((x, top - edge), (x, top + cell + edge));
        page.marks.push(DrawOp::Line { from, to, width });
    }
    for y in [top, top + cell] {
        let (from, to) = ((left, y), (left + GridStyle::CELLS * cell, y));
        page.marks.push(DrawOp::Line { from, to, width: grid.block });
    }
    page.y = top + cell + edge;
    page.end = page.end.max(page.y);
}

/// Draws a candidate at its place in a cell, and strikes it out if it is gone.
fn draw_pencil_mark(
    setup: &PageSetup,
    marks: &mut Vec<DrawOp>,
    square: Area,
    digit: Digit,
    is_struck: bool,
) {
    let style = TextStyle::new(setup.figures().regular, PENCIL_SIZE * square.width);
    let place = [digit.index() % 3, digit.index() / 3];
    let [across, down] = place.map(|n| FIRST_PENCIL + PENCIL_PITCH * n as f64);
    let middle = square.at((across, down));
    style.draw_centred(marks, (middle.0, middle.1 + style.cap() / 2.0), &digit.to_string());
    if is_struck {
        let (wide, high) = (STROKE.0 * style.size, STROKE.1 * style.size);
        let from = (middle.0 - wide, middle.1 - high);
        let to = (middle.0 + wide, middle.1 + high);
        marks.push(DrawOp::Line { from, to, width: STROKE_WIDTH });
    }
}

/// Draws the heading and the rules.
fn draw_rules(setup: &PageSetup, page: &mut TextColumn) {
    page.draw_heading(setup.language.text("how_to_play.heading"));
    page.draw_paragraph(&rules_text(setup), setup.regular(1.0));
}

/// Returns the rules. They name the last digit, or say that it depends on the size.
fn rules_text(setup: &PageSetup) -> String {
    match &setup.shapes[..] {
        [shape] => text!(setup.language, "how_to_play.rules", last = shape.side()),
        _ => setup.language.text("how_to_play.rules_of_sizes").to_owned(),
    }
}

fn skip_half_line(setup: &PageSetup, page: &mut TextColumn) {
    page.y += PARAGRAPH_GAP * setup.design.keys.sizes.body;
}

/// Returns the grid of the worked example. It is smaller if the text is below it.
fn grid(setup: &PageSetup) -> GridStyle {
    let (digit, area) = (setup.design.keys.puzzle.digit, &setup.area);
    let side = if area.is_low() {
        low_side(setup)
    } else if width_beside(setup, GridShape::Nine).is_some() {
        EXAMPLE_WIDTH * setup.measure()
    } else {
        (EXAMPLE_WIDTH * setup.measure()).min(EXAMPLE_HEIGHT * area.live_height())
    };
    let side = side.max(GridStyle::CELLS * setup.design.keys.sizes.min_type / digit);
    grid_style(&setup.design, side / 9.0, DRAWN_LINES)
}

/// Returns the side of the worked example on a low page.
fn low_side(setup: &PageSetup) -> f64 {
    (EXAMPLE_WIDTH * setup.measure()).min(LOW_EXAMPLE_HEIGHT * setup.area.live_height())
}

/// Returns the grid of the worked example of a shape.
fn example_grid(setup: &PageSetup, shape: GridShape) -> GridStyle {
    if shape.mini().is_none() {
        return grid(setup);
    }
    let least = setup.design.keys.sizes.min_type / setup.design.keys.puzzle.digit;
    let cell = (SMALL_EXAMPLE_WIDTH * setup.measure() / shape.side() as f64).max(least);
    GridStyle { shape, ..grid_style(&setup.design, cell, DRAWN_LINES) }
}

/// Returns the width for text beside the example of a shape, or `None` if some words would not fit
/// into a line.
fn width_beside(setup: &PageSetup, shape: GridShape) -> Option<f64> {
    let (body, width) = (setup.design.keys.sizes.body, setup.measure());
    let side = if shape.mini().is_some() {
        example_grid(setup, shape).outer()
    } else if setup.area.is_low() {
        low_side(setup)
    } else {
        EXAMPLE_WIDTH * width
    };
    let beside = width - side - BESIDE_GAP * body;
    if beside >= MIN_BESIDE * body { Some(beside) } else { None }
}

/// Draws the heading of an example and its grid. The pen is then at the lower end of the grid.
fn draw_example_grid(setup: &PageSetup, page: &mut TextColumn, example: &RulesExample) {
    let body = setup.design.keys.sizes.body;
    page.y += ABOVE_HEADING * body;
    let shape = example.givens.shape();
    let mut heading = setup.language.text("how_to_play.example").to_owned();
    if setup.examples.blocks.len() > 1 {
        heading += &format!("{1}{0} × {0}", shape.side(), Language::BETWEEN);
    }
    page.draw_lines(vec![heading], setup.strong(SUBHEADING), body);
    let grid = example_grid(setup, shape);
    let corner = grid.cell_corner(page.pen(), example.block_corner());
    let (width, height) = (shape.block_columns() as f64, shape.block_rows() as f64);
    let (width, height) = (width * grid.cell, height * grid.cell);
    let block = Area { left: corner.0, top: corner.1, width, height };
    page.marks.push(block.filled(Colour::Grey(SHADE)));
    page.form(grid.drawing(), page.pen());
    let face = setup.figures().regular.first();
    let (corner, signs) = (page.pen(), example.symbols.as_ref());
    grid.draw_signs(&mut page.marks, corner, face, signs, example.givens.filled());
    page.y += grid.outer();
    page.end = page.y;
}

/// Draws the examples of small sizes, the smallest first.
fn draw_small_examples(setup: &PageSetup, page: &mut TextColumn) {
    for example in &setup.examples.blocks {
        if example.givens.shape().mini().is_some() {
            draw_example(setup, page, example);
        }
    }
}

/// Draws the example of the classic size, if the book has it.
fn draw_large_example(setup: &PageSetup, page: &mut TextColumn) {
    for example in &setup.examples.blocks {
        if example.givens.shape().mini().is_none() {
            draw_example(setup, page, example);
        }
    }
}

/// Draws an example with its steps beside or below its grid.
fn draw_example(setup: &PageSetup, page: &mut TextColumn, example: &RulesExample) {
    draw_example_grid(setup, page, example);
    let (body, end) = (setup.regular(1.0), page.y);
    let shape = example.givens.shape();
    if let Some(width) = width_beside(setup, shape) {
        let (left, whole) = (page.left, page.width);
        let small = setup.design.keys.sizes.legible(SMALL * body.size);
        let style = TextStyle::new(body.faces, small);
        page.left += whole - width;
        page.width = width.min(MAX_BESIDE * style.size);
        page.y = end - example_grid(setup, shape).outer() + style.cap();
        draw_steps(setup, page, style, example);
        (page.left, page.width) = (left, whole);
    } else {
        page.y = end + STEPS_BELOW * body.size;
        draw_steps(setup, page, body, example);
    }
    page.y = (end + BELOW_EXAMPLE * body.size).max(page.y + BELOW_STEPS * body.size);
}

/// Draws the steps of an example. The last one, about further digits, is for the last example.
fn draw_steps(setup: &PageSetup, page: &mut TextColumn, style: TextStyle, example: &RulesExample) {
    let mut steps = setup.language.worked_steps(example);
    if setup.examples.blocks.last() != Some(example) {
        steps.pop();
    }
    for step in steps {
        page.draw_paragraph(&step, style);
        page.y += PARAGRAPH_GAP * style.size;
    }
}

/// Draws the further paragraphs that fit on the page. Later ones have priority.
fn draw_further(setup: &PageSetup, page: &mut TextColumn, texts: &[&str]) {
    let body = setup.regular(1.0);
    let leading = body.size * setup.design.typefaces.leading;
    let space = PARAGRAPH_GAP * body.size;
    let mut room = page.room() + leading;
    let mut drawn = Vec::new();
    for text in texts.iter().rev().filter(|text| !text.is_empty()) {
        let lines = body.faces.wrap_paragraph(text, body.size, page.width);
        room -= lines.len() as f64 * leading;
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
