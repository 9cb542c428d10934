//! Answers and hints below the puzzles of a page. They are upside down, so that nobody reads them
//! by accident.

use super::{
    ASCENT, BookDesign, DrawOp, GridLayout, GridStyle, LiveArea, PageSetup, PageSlot, Point,
    Raster, TextColumn, TextLines, TextStyle, Volume, answer_grids, answers,
};
use crate::model::setup::{FootAnswers, FootHints, ShapedForms};
use page::Rotation;
use words::is_east_asian;

/// The space above the answers at the foot, in points.
const BELOW_GAP: f64 = 18.0;
/// The space above the hints, in points.
const HINTS_GAP: f64 = 9.0;
/// The minimum width of a column of hints, in multiples of their type size.
const MIN_WIDTH: f64 = 22.0;
/// The distance from one line of hints to the next, the width of a digit of their numbers, and the
/// gap after the numbers, in multiples of their type size.
const HINT_LEADING: f64 = 1.25;
const DIGIT_WIDTH: f64 = 0.6;
const NUMBER_GAP: f64 = 0.9;

impl FootHints {
    /// Arranges this number of hints.
    pub fn new(design: &BookDesign, area: &LiveArea, hints: usize) -> Self {
        let size = design.keys.sizes.small;
        let lead = size * HINT_LEADING;
        let has_two = hints > 1 && area.live_width() / 2.0 >= MIN_WIDTH * size;
        let columns = if has_two { 2 } else { 1 };
        let rows = hints.div_ceil(columns);
        let block = (area.live_width(), rows as f64 * lead);
        let pitch = ((area.live_width() + size) / columns as f64, lead);
        Self { raster: Raster { columns, rows, first: (0.0, 0.0), pitch }, size, block }
    }
}

impl FootAnswers {
    /// Arranges this number of answers with the smallest digits that the design allows. Returns
    /// `None` if the page is too narrow for one.
    pub fn new(design: &BookDesign, area: &LiveArea, answers: usize) -> Option<Self> {
        let style = &design.keys.answers;
        let grid = style.grid(style.min_digit / style.digit, style.digit);
        let (outer, gap) = (grid.outer(), style.grid_gap);
        let max_columns = Raster::fitting(area.live_width(), outer, gap);
        if max_columns == 0 {
            return None;
        }
        // All rows are equally long.
        let rows = answers.div_ceil(max_columns);
        let columns = answers.div_ceil(rows);
        let caption = answer_grids::caption_height(design) + style.caption_gap;
        let down = rows as f64 * (outer + caption) + (rows - 1) as f64 * gap;
        let size = (columns as f64 * (outer + gap) - gap, down);
        let pitch = (outer + gap, outer + caption + gap);
        let raster = Raster { columns, rows, first: (0.0, 0.0), pitch };
        let grids = GridLayout::new(grid, caption, raster.across().take(answers));
        Some(Self { grids, size })
    }
}

/// Returns the height of answers and hints with the space above them.
pub(super) fn height(below: Option<&FootAnswers>, hints: Option<&FootHints>) -> f64 {
    let mut height = 0.0;
    if let Some(below) = below {
        height += below.size.1 + BELOW_GAP;
    }
    if let Some(hints) = hints {
        height += hints.block.1 + HINTS_GAP;
    }
    height
}

/// Returns the hint of a puzzle, if the hints stand on the pages of the puzzles.
pub(super) fn foot_hint(volume: &Volume, puzzle: usize) -> Option<&String> {
    if !volume.setup.design.hints_below {
        return None;
    }
    volume.setup.hints.words[volume.puzzles.start + puzzle].as_ref()
}

/// Returns the lines of a hint in a column of this width, in small type, or in smaller type if a
/// word is wider than the column and cannot be broken. Chinese and Japanese have the type of the
/// body, because their many strokes blur in small type.
pub(super) fn aside_hint_lines(setup: &PageSetup, width: f64, hint: &str) -> TextLines {
    let sizes = &setup.design.keys.sizes;
    let size = if hint.chars().any(is_east_asian) { sizes.body } else { sizes.small };
    let mut style = TextStyle::new(setup.words().regular, size);
    let lines = style.faces.wrap_paragraph(hint, style.size, width);
    let widest = lines.iter().max_by(|a, b| style.width(a).total_cmp(&style.width(b)));
    if let Some(widest) = widest {
        style.size = sizes.legible(style.within(width, widest).size);
    }
    let lines = style.faces.wrap_paragraph(hint, style.size, width);
    TextLines::new(lines, style, HINT_LEADING)
}

/// Returns the first hint that is too wide for its place below or beside the puzzles.
pub fn wide_hint(volume: &Volume) -> Option<&String> {
    let page = &volume.setup.puzzle_pages.classic;
    if let Some(aside) = page.aside {
        let mut hints = (0..volume.puzzle_count()).filter_map(|it| foot_hint(volume, it));
        return hints.find(|hint| {
            let lines = aside_hint_lines(&volume.setup, aside.width, hint);
            lines.lines.iter().any(|line| lines.style.width(line) > aside.width)
        });
    }
    let below = page.hints_below?;
    let style = TextStyle::new(volume.setup.words().regular, below.size);
    let number = volume.numbering.last.to_string().len() as f64 * DIGIT_WIDTH + NUMBER_GAP;
    let room = below.raster.pitch.0 - below.size * (1.0 + number);
    let words = volume.setup.hints.words.iter();
    let mut hints = words.skip(volume.puzzles.start).take(volume.puzzle_count()).flatten();
    hints.find(|hint| style.width(hint) > room)
}

/// Draws the answers and the hints of the design at the lower end of the live area.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let bottom = volume.setup.area.bottom;
    let arrangement = volume.arrangement(slot);
    let below = arrangement.below.as_ref();
    if let Some(below) = below {
        let marks = draw_answers(volume, slot, below);
        draw_upside_down(page, bottom, below.size, marks);
    }
    if let Some(hints) = &arrangement.hints_below {
        let marks = draw_hints(volume, slot, hints);
        draw_upside_down(page, bottom - height(below, None), hints.block, marks);
    }
}

/// Draws a block of this size upside down, in the middle of a column and above a lower limit.
fn draw_upside_down(page: &mut TextColumn, bottom: f64, size: Point, marks: Vec<DrawOp>) {
    let left = page.left + (page.width - size.0) / 2.0;
    let corner = (left, bottom - size.1);
    page.marks.push(DrawOp::Rotated { turn: Rotation::Half, corner, size, marks });
}

fn draw_answers(volume: &Volume, slot: &PageSlot, below: &FootAnswers) -> Vec<DrawOp> {
    let places: Vec<_> = below.grids.on_page((0.0, 0.0)).zip(slot.puzzles()).collect();
    let forms = ShapedForms::new(below.grids.grid, GridStyle::drawing);
    let mut marks = Vec::new();
    for &(corner, puzzle) in &places {
        marks.push(DrawOp::Form { form: forms.of_shape(volume.shape(puzzle)), corner });
        answers::draw_number(volume, &mut marks, corner, below.grids.grid.outer(), puzzle);
    }
    answers::draw_digits(volume, &mut marks, below.grids.grid, &places);
    marks
}

fn draw_hints(volume: &Volume, slot: &PageSlot, below: &FootHints) -> Vec<DrawOp> {
    let number = TextStyle::new(volume.setup.figures().strong, below.size);
    let words = TextStyle::new(volume.setup.words().regular, below.size);
    let mut marks = Vec::new();
    for ((x, top), puzzle) in below.raster.across().zip(slot.puzzles()) {
        let Some(hint) = foot_hint(volume, puzzle) else { continue };
        let y = top + ASCENT * below.size;
        let text = volume.numbering.number(puzzle).to_string();
        let indent = number.width(&text) + NUMBER_GAP * below.size;
        number.draw_left(&mut marks, (x, y), &text);
        words.draw_left(&mut marks, (x + indent, y), hint);
    }
    marks
}
