//! The rules for children: three sentences, each with its drawing where it needs one, in an order
//! that a finger can follow.

use super::arrangement::{DRAWN_LINES, grid_style};
use super::children::{self, FIRST_CELL_GREY};
use super::{
    ASCENT, Area, Colour, DrawOp, FormContent, GridStyle, PageSetup, Point, TextColumn, Volume,
    draw, text,
};
use crate::draw::{FigureMood, Fox};
use crate::model::{ChildHouseKind, RulesExample};
use grid::GridShape;
use page::{FigureType, SymbolSet};
use std::sync::Arc;

/// The type sizes of the rules, in multiples of the body size.
const SIZES: [f64; 3] = [1.25, 1.1, 1.0];
/// The indent of the sentences, and the space between them, in type sizes.
const SENTENCE_INDENT: f64 = 1.6;
const SENTENCE_GAP: f64 = 0.5;
/// The size of the number of a sentence, in type sizes.
const NUMBER_SIZE: f64 = 1.2;
/// The middle of the number, as a fraction of the indent.
const NUMBER_PLACE: f64 = 0.25;
/// The space between a sentence and its drawing, in body sizes.
const ABOVE_DRAWING: f64 = 0.35;
/// The number of houses that are drawn, and the side of a house as a fraction of the width and the
/// height of a page.
const HOUSES: f64 = 3.0;
const HOUSE_WIDTH: f64 = 0.29;
const HOUSE_HEIGHT: f64 = 0.24;
/// The grey of the highlighted cells of a house, the distance of the names below the houses, and of
/// the next sentence below the houses, in sizes of the names.
const GREY: f64 = 0.86;
const NAME_DROP: f64 = 1.5;
const BELOW_NAMES: f64 = 3.9;
/// The side of the grid of the step, as a fraction of the width and the height of a page.
const STEP_WIDTH: f64 = 0.45;
const STEP_HEIGHT: f64 = 0.32;
/// A page number as wide as any.
const WIDE_PAGE: usize = 888;
/// The factors of the heights of drawings to try: on one page, and if rules and step have a page
/// each.
const GROWTHS: [f64; 3] = [1.0, 0.85, 0.7];
const LONE_GROWTHS: [f64; 2] = [2.0, 1.0];
/// The space between the grid and the fox beside it, as a fraction of the width of the page, and
/// the height of the bubble as a fraction of the grid.
const STEP_GAP: f64 = 0.08;
const BUBBLE_HEIGHT: f64 = 0.34;
/// The distance from the step to the next line, in body sizes.
const BELOW_STEP: f64 = 2.3;
/// The turn of the written sign.
const TURN: usize = 1;

/// Draws the whole page: the rules and the step.
pub(super) fn draw_all(setup: &PageSetup, page: &mut TextColumn) {
    draw_largest(setup, page, &GROWTHS, |setup, page, sizes| {
        draw_rules_in(setup, page, sizes);
        draw_step_in(setup, page, sizes);
    });
    page.end += answers_height(setup, page);
}

/// Returns the height of the line that names the pages of answers, below the step.
fn answers_height(setup: &PageSetup, page: &TextColumn) -> f64 {
    if setup.answer_pages.is_none() {
        return 0.0;
    }
    let body = setup.regular(1.0);
    let words = text!(setup.language, "how_to_play.answers", page = WIDE_PAGE);
    let lines = body.faces.wrap_paragraph(&words, body.size, page.width).len();
    let more = (lines - 1) as f64 * setup.design.typefaces.leading;
    (BELOW_STEP + more + SENTENCE_GAP) * body.size
}

/// Draws the heading, the first two sentences, and the houses.
pub(super) fn draw_rules(setup: &PageSetup, page: &mut TextColumn) {
    draw_largest(setup, page, &LONE_GROWTHS, draw_rules_in);
}

/// Draws the last sentence, and the step.
pub(super) fn draw_step(setup: &PageSetup, page: &mut TextColumn) {
    draw_largest(setup, page, &LONE_GROWTHS, draw_step_in);
}

/// The sizes of the elements of a page.
#[derive(Clone, Copy)]
struct RuleSizes {
    /// The type size in body sizes.
    text: f64,
    /// The factor of the heights of drawings.
    growth: f64,
}

/// Draws elements in the first sizes with which they fit a page, or else in the last ones: the
/// largest drawings, then the largest type.
fn draw_largest(
    setup: &PageSetup,
    page: &mut TextColumn,
    growths: &[f64],
    draw: fn(&PageSetup, &mut TextColumn, RuleSizes),
) {
    let mut sizes = RuleSizes { text: 1.0, growth: 1.0 };
    for &growth in growths {
        for text in SIZES {
            sizes = RuleSizes { text, growth };
            let is_enough = TextColumn::is_enough_for(setup, |page| {
                draw(setup, page, sizes);
                page.end += answers_height(setup, page);
            });
            if is_enough {
                return draw(setup, page, sizes);
            }
        }
    }
    draw(setup, page, sizes);
}

fn draw_rules_in(setup: &PageSetup, page: &mut TextColumn, sizes: RuleSizes) {
    page.draw_heading(setup.language.text("how_to_play.heading"));
    draw_sentence(setup, page, sizes.text, 1);
    draw_sentence(setup, page, sizes.text, 2);
    draw_houses(setup, page, sizes.growth);
}

fn draw_step_in(setup: &PageSetup, page: &mut TextColumn, sizes: RuleSizes) {
    draw_sentence(setup, page, sizes.text, 3);
    draw_example(setup, page, &setup.examples.blocks[0], sizes.growth);
}

/// Draws a sentence and its number, which is written by hand. `size` is a multiple of the body
/// size.
fn draw_sentence(setup: &PageSetup, page: &mut TextColumn, size: f64, number: u8) {
    let (body, strong) = (setup.regular(size), setup.strong(size));
    let indent = SENTENCE_INDENT * body.size;
    // A number that is text above a grid would be read as the number of a puzzle.
    let figure = FigureType { face: strong.faces.first(), size: NUMBER_SIZE * strong.size };
    let centre = (page.left + NUMBER_PLACE * indent, page.y - strong.cap() / 2.0);
    let sign = char::from(b'0' + number);
    let steps = figure.written(sign, centre, TURN);
    page.marks.push(DrawOp::Shape { steps, even_odd: false });
    page.left += indent;
    page.width -= indent;
    let is_of_shapes =
        matches!(&setup.examples.blocks[0].symbols, Some(set) if !set.is_of_letters());
    let key = if is_of_shapes { "children.rules_of_shapes" } else { "children.rules" };
    page.draw_paragraph(setup.language.list(key)[usize::from(number) - 1], body);
    page.left -= indent;
    page.width += indent;
    page.y += SENTENCE_GAP * body.size;
}

/// Moves from the baseline of the next line to the top of a drawing.
fn begin_drawing(setup: &PageSetup, page: &mut TextColumn) {
    page.y += (ABOVE_DRAWING - ASCENT) * setup.design.keys.sizes.body;
}

/// Draws the three houses of the smallest size.
fn draw_houses(setup: &PageSetup, page: &mut TextColumn, growth: f64) {
    begin_drawing(setup, page);
    let example = &setup.examples.blocks[0];
    let grid = grid_in(setup, example.givens.shape(), HOUSE_WIDTH, growth * HOUSE_HEIGHT);
    let drawn = HouseDrawings { setup, grid, symbols: example.symbols.as_ref() };
    let area = page.area();
    drawn.draw(&mut page.marks, area);
    page.end = page.end.max(area.top + drawn.height());
    page.y = area.top + grid.outer() + BELOW_NAMES * setup.strong(1.0).size;
}

/// Draws the three houses of the puzzles of a stage in the middle of an area, if it has room.
pub(super) fn draw_stage(volume: &Volume, chapter: usize, marks: &mut Vec<DrawOp>, area: Area) {
    let (setup, first) = (&volume.setup, volume.chapters[chapter].puzzles.start);
    let grid = grid_in(setup, volume.shape(first), HOUSE_WIDTH, HOUSE_HEIGHT);
    let drawn = HouseDrawings { setup, grid, symbols: volume.symbols(first) };
    let free = area.height - drawn.height();
    if free >= 0.0 && area.width > HOUSES * grid.outer() {
        drawn.draw(marks, area.with_top(area.top + free / 2.0));
    }
}

/// The drawings of a row, a column and a block, each in a small grid. Their names have numbers, so
/// that a child can count to the house that the fox names at a puzzle.
struct HouseDrawings<'a> {
    setup: &'a PageSetup,
    grid: GridStyle,
    symbols: Option<&'a SymbolSet>,
}

impl HouseDrawings<'_> {
    /// Returns the height of the grids with their names.
    fn height(&self) -> f64 {
        self.grid.outer() + NAME_DROP * self.setup.strong(1.0).size
    }

    /// Draws them side by side at the top of an area.
    fn draw(&self, marks: &mut Vec<DrawOp>, area: Area) {
        let Self { setup, grid, symbols } = *self;
        let (outer, form) = (grid.outer(), Arc::new(grid.drawing()));
        let gap = (area.width - HOUSES * outer) / (HOUSES - 1.0);
        let face = setup.figures().strong.first();
        for (i, kind) in ChildHouseKind::ALL.into_iter().enumerate() {
            let house = shown_house(grid.shape, kind);
            let cells = kind.cells(grid.shape, house);
            let corner = (area.left + i as f64 * (outer + gap), area.top);
            shade(marks, grid, corner, &cells, GREY);
            marks.push(DrawOp::Form { form: form.clone(), corner });
            grid.draw_signs(marks, corner, face, symbols, cells.into_iter().zip(1..));
            let at = (corner.0 + outer / 2.0, area.top + self.height());
            let name = setup.language.child_house(kind, house);
            setup.strong(1.0).draw_centred(marks, at, &name);
        }
    }
}

/// Fills cells of a grid with this outer corner with a grey.
fn shade(marks: &mut Vec<DrawOp>, grid: GridStyle, corner: Point, cells: &[usize], grey: f64) {
    for &cell in cells {
        let (corner, size) = (grid.cell_corner(corner, cell), (grid.cell, grid.cell));
        marks.push(DrawOp::Box { corner, size, colour: Colour::Grey(grey) });
    }
}

/// Returns a grid with a side of these fractions of the width and the height of a page, whose
/// digits are legible.
fn grid_in(setup: &PageSetup, shape: GridShape, width: f64, height: f64) -> GridStyle {
    let side = (width * setup.measure()).min(height * setup.area.live_height());
    let least = setup.design.keys.sizes.min_type / setup.design.keys.puzzle.digit;
    let cell = (side / shape.side() as f64).max(least);
    GridStyle { shape, ..grid_style(&setup.design, cell, DRAWN_LINES) }
}

/// Returns the index of the house near the middle that shows a kind.
fn shown_house(shape: GridShape, kind: ChildHouseKind) -> usize {
    match kind {
        ChildHouseKind::Row | ChildHouseKind::Column => shape.side() / 3,
        ChildHouseKind::Block => (shape.side() - 1) / 2,
    }
}

/// Draws a grid with a dark cell, the last one of its block. Beside it the fox asks what goes
/// there, and the block has the sign written in.
fn draw_example(setup: &PageSetup, page: &mut TextColumn, example: &RulesExample, growth: f64) {
    begin_drawing(setup, page);
    let shape = example.givens.shape();
    let grid = grid_in(setup, shape, STEP_WIDTH, growth * STEP_HEIGHT);
    let drawn = DrawnExample { setup, grid, example, block: block_around(shape, example.cell) };
    let (corner, outer) = (page.pen(), grid.outer());
    drawn.draw_cells(&mut page.marks, corner, 0..shape.cell_count());
    page.form(grid.drawing(), corner);
    let room = page.area();
    let left = page.left + outer + STEP_GAP * page.width;
    let beside = Area { left, width: room.right() - left, height: outer, ..room };
    let found = drawn.found_block();
    let fox = drawn.draw_fox(&mut page.marks, beside, found.width);
    let free = beside.right() - fox.right() - found.width;
    let at = (fox.right() + free / 2.0, beside.bottom() - found.height);
    page.form(found, at);
    page.end = beside.bottom();
    page.y = page.end + BELOW_STEP * setup.design.keys.sizes.body;
}

/// Returns the cells of the block that has a cell.
fn block_around(shape: GridShape, cell: usize) -> Vec<usize> {
    let mut blocks = (0..shape.side()).map(|block| ChildHouseKind::Block.cells(shape, block));
    blocks.find(|cells| cells.contains(&cell)).expect("each cell is in a block")
}

/// An example whose block lacks one sign.
struct DrawnExample<'a> {
    setup: &'a PageSetup,
    grid: GridStyle,
    example: &'a RulesExample,
    /// The cells of the block.
    block: Vec<usize>,
}

impl DrawnExample<'_> {
    /// Draws the grey block, its dark cell and the signs of some cells in a grid with this outer
    /// corner.
    fn draw_cells(
        &self,
        marks: &mut Vec<DrawOp>,
        corner: Point,
        cells: impl IntoIterator<Item = usize>,
    ) {
        shade(marks, self.grid, corner, &self.block, GREY);
        shade(marks, self.grid, corner, &[self.example.cell], FIRST_CELL_GREY);
        let shown = self.example.filled_but_one(&self.block);
        let digits = cells.into_iter().filter_map(|cell| Some((cell, shown.digit(cell)?)));
        let face = self.setup.figures().strong.first();
        self.grid.draw_signs(marks, corner, face, self.example.symbols.as_ref(), digits);
    }

    /// Draws the bubble of the fox and below it the fox, which leaves a room of this width at its
    /// right. Returns the area of the fox.
    fn draw_fox(&self, marks: &mut Vec<DrawOp>, beside: Area, found: f64) -> Area {
        let bubble =
            Area { height: BUBBLE_HEIGHT * beside.height, ..beside }.inside(children::HALF_LINE);
        let top = bubble.bottom() + children::GAP;
        let room = beside.width - found - children::GAP;
        let height = (beside.bottom() - top).min(room / Fox::WIDTH);
        let fox =
            Area { top: beside.bottom() - height, width: height * Fox::WIDTH, height, ..beside };
        marks.extend(Fox::new(FigureMood::Looking).mirrored().draw(fox.corner(), height));
        let tip = (fox.at((1.0 - Fox::MOUTH.0, 0.0)).0, fox.top - children::TIP_GAP);
        marks.push(draw::speech_bubble(bubble, tip));
        children::draw_words(self.setup, marks, bubble, self.setup.language.text("children.hint"));
        fox
    }

    /// Returns the block alone, with the last sign written by hand.
    fn found_block(&self) -> FormContent {
        let (grid, shape) = (self.grid, self.grid.shape);
        let edge = grid.block / 2.0;
        let first = grid.cell_corner((0.0, 0.0), self.block[0]);
        let corner = (edge - first.0, edge - first.1);
        let mut marks = Vec::new();
        self.draw_cells(&mut marks, corner, self.block.iter().copied());
        let strong = self.setup.figures().strong.first();
        let face = self.example.symbols.as_ref().map_or(strong, |set| set.face(strong));
        let figure = FigureType { face, size: grid.digit_size() };
        let at = grid.middle(corner, self.example.cell);
        let steps = figure.written(self.example.sign(), at, TURN);
        marks.push(DrawOp::Shape { steps, even_odd: false });
        let (columns, rows) = (shape.block_columns(), shape.block_rows());
        let width = columns as f64 * grid.cell + grid.block;
        let height = rows as f64 * grid.cell + grid.block;
        for n in 0..=columns {
            let (x, line) = (edge + n as f64 * grid.cell, self.line_width(n, columns));
            marks.push(DrawOp::Line { from: (x, 0.0), to: (x, height), width: line });
        }
        for n in 0..=rows {
            let (y, line) = (edge + n as f64 * grid.cell, self.line_width(n, rows));
            marks.push(DrawOp::Line { from: (0.0, y), to: (width, y), width: line });
        }
        FormContent { width, height, marks }
    }

    /// Returns the width of a line of the block, of which the first and the last are its edges.
    fn line_width(&self, n: usize, last: usize) -> f64 {
        if n == 0 || n == last { self.grid.block } else { self.grid.thin }
    }
}
