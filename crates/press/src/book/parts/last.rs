//! The answers to the puzzles of the previous page, small, below the puzzles of a page. The rule of
//! the game is beside or above them.

use super::{
    ASCENT, BookDesign, DrawOp, GridLayout, GridStyle, LiveArea, PageSlot, Point, SharedForm,
    TextColumn, TextStyle, Volume, answers, draw,
};
use crate::book::model::design::AnswerPlace;
use crate::book::model::setup::PreviousAnswers;
use crate::book::text::language::Language;

/// The space above the block, and between the rule and the answers, in points.
const GAP: f64 = 12.0;
/// The sizes of digits to try, as fractions of a cell.
const DIGIT_SIZES: [f64; 4] = [0.64, 0.72, 0.78, 0.86];
/// The minimum width of the rule beside an answer, in multiples of its type size.
const MIN_RULE_WIDTH: f64 = 12.0;

/// Returns the style of the rule, and its line spacing.
fn rule_style(design: &BookDesign) -> (TextStyle, f64) {
    let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
    (style, style.size * design.typefaces.leading.min(1.4))
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
            let grid = GridStyle { cell, digit, thin: own.thin, block: own.block };
            (grid, ((live + own.grid_gap) / (grid.outer() + own.grid_gap)) as usize)
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
        let rows = count.div_ceil(columns) as f64;
        let caption = answers::caption_height(design) + own.caption_gap;
        // Several answers fill the width.
        let across = (live - outer) / (columns - 1).max(1) as f64;
        let pitch = (across, caption + outer + own.grid_gap);
        let (words, lead) = rule_style(design);
        let high = |width: f64| {
            let lines =
                words.faces.wrap_paragraph(language.text("newspaper.rule"), words.size, width);
            lines.len() as f64 * lead
        };
        let answers = rows * pitch.1 - own.grid_gap;
        let beside = live - outer - 1.5 * GAP;
        let rule = GAP + high(live) + 0.5 * GAP;
        let (first, width, height) = if columns == 1 && beside >= MIN_RULE_WIDTH * words.size {
            ((live - outer, GAP), beside, answers.max(high(beside)) + GAP)
        } else {
            ((0.0, rule), live, rule + answers)
        };
        let places = (0..count).map(|i| (i % columns, i / columns));
        let grids = GridLayout::new(grid, caption, places, first, pitch);
        Some(Self { grids, words: width, height })
    }
}

/// Returns the answers that stand below the puzzles of a page: the corners of their grids, and the
/// puzzles. `left` is the left edge of the live area.
pub(crate) fn previous_answers(volume: &Volume, slot: &PageSlot, left: f64) -> Vec<(Point, usize)> {
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
    let (left, top) = (page.left, volume.setup.area.bottom - last.height);
    let (style, lead) = rule_style(&volume.setup.design);
    let mut column = TextColumn::within(
        &volume.setup,
        (left, top + GAP + ASCENT * style.size),
        last.words,
        f64::MAX,
    );
    let rule = volume.setup.language.text("newspaper.rule");
    column.draw_lines(style.faces.wrap_paragraph(rule, style.size, last.words), style, lead);
    page.marks.append(&mut column.marks);
    let places = previous_answers(volume, slot, left);
    let outer = last.grids.grid.outer();
    let own = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, own.number);
    let mut aside =
        TextStyle::new(volume.setup.figures().regular, volume.setup.design.keys.sizes.small);
    let words = volume.setup.language.text("newspaper.last");
    for (place, &((x, y), puzzle)) in places.iter().enumerate() {
        page.marks.push(DrawOp::Form { form: SharedForm::LastGrid, corner: (x, y) });
        let (text, y) = (volume.numbering.number(puzzle).to_string(), y - own.caption_gap);
        let room = outer - number.width(&text) - number.size;
        aside.size = aside.size.min(aside.size * room / aside.width(words));
        if place == 0 && aside.size >= volume.setup.design.keys.sizes.min_type {
            draw::right(&mut page.marks, (x + outer, y), aside, words);
        }
        draw::left(&mut page.marks, (x, y), number, &text);
    }
    answers::draw_digits(volume, &mut page.marks, last.grids.grid, &places);
}
