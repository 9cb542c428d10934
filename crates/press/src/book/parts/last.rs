//! The answers to the puzzles of the previous page, small, in a strip below or beside the puzzles
//! of a page, and with them the rule of the game. On the first page the rule alone fills the strip.

use super::{
    ASCENT, Area, BookDesign, DrawOp, GridLayout, GridStyle, LiveArea, PageSlot, Point, Raster,
    TextAlign, TextColumn, TextLines, TextStyle, Volume, answers, draw,
};
use crate::book::model::design::AnswerPlace;
use crate::book::model::setup::{PreviousAnswers, StripSide};
use crate::book::text::language::Language;
use engine::sudoku::any_puzzle::GridShape;

/// The space above the strip, and between the rule and the answers, in points.
const GAP: f64 = 12.0;
const HALF_GAP: f64 = GAP / 2.0;
/// The space between the puzzles and a strip beside them, in points.
const GAP_BESIDE: f64 = 20.0;
/// The sizes of digits to try, as fractions of a cell.
const DIGIT_SIZES: [f64; 4] = [0.64, 0.72, 0.78, 0.86];
/// The minimum width of the rule beside an answer, in multiples of its type size.
const MIN_RULE_WIDTH: f64 = 12.0;
/// The sizes of a rule without answers, in body sizes, and the minimum width of its strip in type
/// sizes: the largest size that fits is taken.
const LONE_RULE_SIZES: [f64; 5] = [1.8, 1.6, 1.4, 1.2, 1.0];
const MIN_LONE_WIDTH: f64 = 5.5;

/// The minimum space between a number and the words beside it, in sizes of the number: at less than
/// 0.6 they would read as one word.
const WORDS_GAP: f64 = 0.65;
/// The maximum line spacing of the rule.
const MAX_LEADING: f64 = 1.4;

/// Returns the lines of the rule in this width, at a multiple of the body size.
fn rule_lines(design: &BookDesign, language: &Language, width: f64, times: f64) -> TextLines {
    let style = TextStyle::new(design.typefaces.words.regular, times * design.keys.sizes.body);
    let lines = style.faces.wrap_paragraph(language.text("newspaper.rule"), style.size, width);
    TextLines::new(lines, style, design.typefaces.leading.min(MAX_LEADING))
}

/// Returns a grid with digits of the minimum size, which take this fraction of a cell.
fn small_grid(design: &BookDesign, digit: f64) -> GridStyle {
    let own = &design.keys.answers;
    let digit = digit.max(own.digit);
    GridStyle {
        shape: GridShape::Nine,
        cell: own.min_digit / digit,
        digit,
        thin: own.thin,
        block: own.block,
    }
}

impl PreviousAnswers {
    /// Arranges this number of answers at a side of the puzzles, if the design puts them on the
    /// next page. `top` is the height of the head of the page.
    pub fn new(
        design: &BookDesign,
        area: &LiveArea,
        language: &Language,
        count: usize,
        side: StripSide,
        top: f64,
    ) -> Option<Self> {
        if design.keys.answers.place != AnswerPlace::Next {
            return None;
        }
        match side {
            StripSide::Below => Self::below(design, area, language, count),
            StripSide::Beside => Self::beside(design, area, language, count, top),
        }
    }

    /// Arranges answers below the puzzles, and the rule beside a single answer or above several.
    fn below(
        design: &BookDesign,
        area: &LiveArea,
        language: &Language,
        count: usize,
    ) -> Option<Self> {
        let own = &design.keys.answers;
        let live = area.live_width();
        // Take smaller cells if they bring all answers into one row.
        let mut grid = small_grid(design, own.digit);
        for digit in DIGIT_SIZES {
            let tight = small_grid(design, digit);
            if Raster::fitting(live, tight.outer(), own.grid_gap) >= count {
                grid = tight;
                break;
            }
        }
        let outer = grid.outer();
        let most = Raster::fitting(live, outer, own.grid_gap);
        if most == 0 {
            return None;
        }
        let columns = count.div_ceil(count.div_ceil(most));
        let rows = count.div_ceil(columns);
        let caption = answers::caption_height(design) + own.caption_gap;
        // Several answers fill the width.
        let across = (live - outer) / (columns - 1).max(1) as f64;
        let pitch = (across, caption + outer + own.grid_gap);
        let rule_height = rule_lines(design, language, live, 1.0).line_height();
        let answers = rows as f64 * pitch.1 - own.grid_gap;
        let beside = live - outer - GAP - HALF_GAP;
        let (left, above, width, height) =
            if columns == 1 && beside >= MIN_RULE_WIDTH * design.keys.sizes.body {
                let rule = rule_lines(design, language, beside, 1.0).line_height();
                (live - outer, 0.0, beside, answers.max(rule))
            } else {
                let above = rule_height + HALF_GAP;
                (0.0, above, live, above + answers)
            };
        let strip = Area { left: 0.0, top: area.live_height() - height, width: live, height };
        let first = (left, strip.top + above);
        let places = Raster { columns, rows, first, pitch }.across().take(count);
        let grids = GridLayout::new(grid, caption, places);
        Some(Self { grids, strip, rule_width: width, side: StripSide::Below })
    }

    /// Arranges answers below one another beside the puzzles, below the rule.
    fn beside(
        design: &BookDesign,
        area: &LiveArea,
        language: &Language,
        count: usize,
        top: f64,
    ) -> Option<Self> {
        let grid = small_grid(design, DIGIT_SIZES[DIGIT_SIZES.len() - 1]);
        let (own, width) = (&design.keys.answers, grid.outer());
        let strip =
            Area { left: area.live_width() - width, top, width, height: area.live_height() - top };
        let rule = rule_lines(design, language, width, 1.0).line_height() + GAP;
        let caption = answers::caption_height(design) + own.caption_gap;
        let unit = caption + width;
        let pitch = (strip.height - rule - unit) / (count - 1).max(1) as f64;
        if pitch < unit + HALF_GAP {
            return None;
        }
        let first = (strip.left, strip.top + rule);
        let places = Raster { columns: 1, rows: count, first, pitch: (0.0, pitch) };
        let grids = GridLayout::new(grid, caption, places.down());
        Some(Self { grids, strip, rule_width: width, side: StripSide::Beside })
    }

    /// Returns the width that the strip takes from the puzzles.
    pub fn width_beside(&self) -> f64 {
        match self.side {
            StripSide::Below => 0.0,
            StripSide::Beside => self.strip.width + GAP_BESIDE,
        }
    }

    /// Returns the height that the strip takes from the puzzles.
    pub fn height_below(&self) -> f64 {
        match self.side {
            StripSide::Below => self.strip.height + GAP,
            StripSide::Beside => 0.0,
        }
    }
}

/// Returns the answers to the previous page that stand on a page: the corners of their grids, and
/// the puzzles. `corner` is the upper left corner of the live area.
fn previous_answers(
    volume: &Volume,
    slot: &PageSlot,
    last: &PreviousAnswers,
    corner: Point,
) -> Vec<(Point, usize)> {
    if volume.setup.answer_page.is_none() {
        return Vec::new();
    }
    let mut pages = volume.pagination.pages.iter();
    let before =
        pages.find(|page| page.part == slot.part && page.puzzles().end == slot.puzzles().start);
    let Some(before) = before else { return Vec::new() };
    last.grids.on_page(corner).zip(before.puzzles()).collect()
}

/// Draws the rule, and the answers to the puzzles of the previous page if there is one. Without
/// answers the rule is larger.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let Some(last) = &volume.setup.puzzle_page.last else { return };
    let corner = (page.left, volume.setup.area.top);
    let places = previous_answers(volume, slot, last, corner);
    draw_rule(volume, last, corner, places.is_empty(), &mut page.marks);
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
        let room = outer - number.width(&text) - WORDS_GAP * number.size;
        aside.size = aside.size.min(aside.size * room / aside.width(words));
        if place == 0 && aside.size >= volume.setup.design.keys.sizes.min_type {
            draw::right(&mut page.marks, (x + outer, y), aside, words);
        }
        draw::left(&mut page.marks, (x, y), number, &text);
        answers::add_link(&mut page.marks, &last.grids, corner, puzzle);
    }
    answers::draw_digits(volume, &mut page.marks, last.grids.grid, &places);
}

/// Draws the rule at the top of the strip. Without answers it has the largest size that fits.
fn draw_rule(
    volume: &Volume,
    last: &PreviousAnswers,
    corner: Point,
    is_alone: bool,
    marks: &mut Vec<DrawOp>,
) {
    let (design, language) = (&volume.setup.design, &volume.setup.language);
    let mut rule = rule_lines(design, language, last.rule_width, 1.0);
    if is_alone {
        let sizes = LONE_RULE_SIZES.into_iter();
        let mut lines = sizes.map(|size| rule_lines(design, language, last.strip.width, size));
        let fitting = lines.find(|lines| {
            let widths = lines.lines.iter().map(|line| lines.style.width(line));
            let widest = widths.fold(0.0, f64::max);
            let narrowest = widest.max(MIN_LONE_WIDTH * lines.style.size);
            lines.line_height() <= last.strip.height && narrowest <= last.strip.width
        });
        rule = fitting.unwrap_or(rule);
    }
    let at = (corner.0 + last.strip.left, corner.1 + last.strip.top + ASCENT * rule.style.size);
    rule.draw(marks, at, TextAlign::Left);
}
