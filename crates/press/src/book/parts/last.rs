//! The answers to the puzzles of the previous page, small, below the puzzles of a page. The rule of
//! the game is beside or above them.

use super::{
    ASCENT, BookDesign, DrawOp, GridLayout, GridStyle, LiveArea, PageSlot, Point, Raster,
    TextAlign, TextColumn, TextLines, TextStyle, Volume, answers, draw,
};
use crate::book::model::design::AnswerPlace;
use crate::book::model::setup::PreviousAnswers;
use crate::book::text::language::Language;
use engine::sudoku::any_puzzle::GridShape;

/// The space above the block, and between the rule and the answers, in points.
const GAP: f64 = 12.0;
const HALF_GAP: f64 = GAP / 2.0;
/// The sizes of digits to try, as fractions of a cell.
const DIGIT_SIZES: [f64; 4] = [0.64, 0.72, 0.78, 0.86];
/// The minimum width of the rule beside an answer, in multiples of its type size.
const MIN_RULE_WIDTH: f64 = 12.0;

/// The maximum line spacing of the rule.
const MAX_LEADING: f64 = 1.4;

/// Returns the lines of the rule in this width.
fn rule_lines(design: &BookDesign, language: &Language, width: f64) -> TextLines {
    let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
    let lines = style.faces.wrap_paragraph(language.text("newspaper.rule"), style.size, width);
    TextLines::new(lines, style, design.typefaces.leading.min(MAX_LEADING))
}

impl PreviousAnswers {
    /// Arranges this number of answers, if the design puts them on the next page.
    pub fn new(
        design: &BookDesign,
        area: &LiveArea,
        language: &Language,
        count: usize,
    ) -> Option<Self> {
        let own = &design.keys.answers;
        let live = area.live_width();
        let sized = |digit: f64| {
            let cell = own.min_digit / digit;
            let grid =
                GridStyle { shape: GridShape::Nine, cell, digit, thin: own.thin, block: own.block };
            (grid, Raster::fitting(live, grid.outer(), own.grid_gap))
        };
        // Take smaller cells if they bring all answers into one row.
        let tight = DIGIT_SIZES.map(|digit| sized(digit.max(own.digit)));
        let in_a_row = tight.into_iter().find(|(_, most)| *most >= count);
        let (grid, most) = in_a_row.unwrap_or_else(|| sized(own.digit));
        let outer = grid.outer();
        if own.place != AnswerPlace::Next || most == 0 {
            return None;
        }
        let columns = count.div_ceil(count.div_ceil(most));
        let rows = count.div_ceil(columns);
        let caption = answers::caption_height(design) + own.caption_gap;
        // Several answers fill the width.
        let across = (live - outer) / (columns - 1).max(1) as f64;
        let pitch = (across, caption + outer + own.grid_gap);
        let rule_height = |width| rule_lines(design, language, width).line_height();
        let answers = rows as f64 * pitch.1 - own.grid_gap;
        let beside = live - outer - GAP - HALF_GAP;
        let rule = GAP + rule_height(live) + HALF_GAP;
        let min_beside = MIN_RULE_WIDTH * design.keys.sizes.body;
        let (first, width, height) = if columns == 1 && beside >= min_beside {
            ((live - outer, GAP), beside, answers.max(rule_height(beside)) + GAP)
        } else {
            ((0.0, rule), live, rule + answers)
        };
        let places = Raster { columns, rows, first, pitch }.across().take(count);
        let grids = GridLayout::new(grid, caption, places);
        Some(Self { grids, words: width, height })
    }
}

/// Returns the answers that stand below the puzzles of a page: the corners of their grids, and the
/// puzzles. `left` is the left edge of the live area.
fn previous_answers(volume: &Volume, slot: &PageSlot, left: f64) -> Vec<(Point, usize)> {
    let mut before = volume.pagination.pages.iter();
    let is_before =
        |other: &&PageSlot| other.part == slot.part && other.puzzles().end == slot.puzzles().start;
    let has_answers = volume.setup.answer_page.is_some();
    let last = volume.setup.puzzle_page.last.as_ref().filter(|_| has_answers);
    let Some((last, before)) = last.zip(before.find(is_before)) else { return Vec::new() };
    let top = volume.setup.area.bottom - last.height;
    last.grids.on_page((left, top)).zip(before.puzzles()).collect()
}

/// Draws the rule, and the answers to the puzzles of the previous page if there is one.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let Some(last) = &volume.setup.puzzle_page.last else { return };
    let rule = rule_lines(&volume.setup.design, &volume.setup.language, last.words);
    let top = volume.setup.area.bottom - last.height + GAP + ASCENT * rule.style.size;
    rule.draw(&mut page.marks, (page.left, top), TextAlign::Left);
    let places = previous_answers(volume, slot, page.left);
    let (outer, forms) = (last.grids.grid.outer(), last.grids.grid.forms(GridStyle::drawing));
    let own = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, own.number);
    let mut aside =
        TextStyle::new(volume.setup.figures().regular, volume.setup.design.keys.sizes.small);
    let words = volume.setup.language.previous_answers(places.len());
    for (place, &(corner, puzzle)) in places.iter().enumerate() {
        let (x, y) = corner;
        let form = forms.of_shape(volume.shape(puzzle));
        page.marks.push(DrawOp::Form { form, corner });
        let (text, y) = (volume.numbering.number(puzzle).to_string(), y - own.caption_gap);
        let room = outer - number.width(&text) - number.size;
        aside.size = aside.size.min(aside.size * room / aside.width(words));
        if place == 0 && aside.size >= volume.setup.design.keys.sizes.min_type {
            draw::right(&mut page.marks, (x + outer, y), aside, words);
        }
        draw::left(&mut page.marks, (x, y), number, &text);
        answers::add_link(&mut page.marks, &last.grids, corner, puzzle);
    }
    answers::draw_digits(volume, &mut page.marks, last.grids.grid, &places);
}
