//! Answers and hints below the puzzles of a page, upside down so that they are not read by accident.

use super::{
    ASCENT, BookDesign, Column, DrawOp, GridLayout, GridStyle, LiveArea, PageSlot, TextStyle,
    Volume, answers, draw,
};
use crate::book::model::page::Rotation;
use crate::book::model::setup::{FootAnswers, FootHints};

/// Space above the answers at the foot, in points.
const BELOW_GAP: f64 = 18.0;
/// Space above the hints, in points.
const HINTS_GAP: f64 = 9.0;
/// The width of a hint beside which another has room, in multiples of its type size.
const HINT: f64 = 22.0;
/// The distance from one line of hints to the next, in multiples of the type size.
const LEAD: f64 = 1.25;

impl FootHints {
    /// The arrangement of this number of hints.
    pub fn new(design: &BookDesign, area: &LiveArea, hints: usize) -> Self {
        let size = design.keys.sizes.small;
        let lead = size * LEAD;
        let columns = if hints > 1 && area.live_width() >= 2.0 * HINT * size { 2 } else { 1 };
        let block = (area.live_width(), hints.div_ceil(columns) as f64 * lead);
        Self { columns, size, lead, block }
    }

    /// Distance from one column to the next.
    fn pitch(&self) -> f64 {
        (self.block.0 + self.size) / self.columns as f64
    }
}

impl FootAnswers {
    /// Arranges this number of answers with the smallest digits that the design allows. `None` if the
    /// page is too narrow for one.
    pub fn new(design: &BookDesign, area: &LiveArea, answers: usize) -> Option<Self> {
        let style = &design.keys.answers;
        let cell = style.min_digit / style.digit;
        let grid = GridStyle { cell, digit: style.digit, thin: style.thin, block: style.block };
        let (outer, gap) = (grid.outer(), style.grid_gap);
        let max_columns = ((area.live_width() + gap) / (outer + gap)) as usize;
        if max_columns == 0 {
            return None;
        }
        // Make all rows equally long.
        let rows = answers.div_ceil(max_columns);
        let columns = answers.div_ceil(rows);
        let caption = answers::caption_height(design) + style.caption_gap;
        let down = rows as f64 * (outer + caption) + (rows - 1) as f64 * gap;
        let size = (columns as f64 * (outer + gap) - gap, down);
        let places = (0..answers).map(|i| (i % columns, i / columns));
        let pitch = (outer + gap, outer + caption + gap);
        Some(Self { grids: GridLayout::new(grid, caption, places, (0.0, 0.0), pitch), size })
    }
}

/// The height that answers and hints take, with the space above them.
pub(super) fn height(below: Option<&FootAnswers>, hints: Option<&FootHints>) -> f64 {
    let answers = below.map_or(0.0, |below| below.size.1 + BELOW_GAP);
    answers + hints.map_or(0.0, |hints| hints.block.1 + HINTS_GAP)
}

/// The first hint that is too wide for its place below the puzzles.
pub(in crate::book) fn wide_hint(volume: &Volume) -> Option<&String> {
    let below = volume.setup.puzzle_page.hints_below?;
    let style = TextStyle::new(volume.setup.words().regular, below.size);
    let number = volume.numbering.last.to_string().len() as f64 * 0.6 + 0.9;
    let room = below.pitch() - below.size * (1.0 + number);
    let mut hints =
        volume.setup.hints.words.iter().skip(volume.puzzles.start).take(volume.puzzle_count());
    hints.find(|hint| style.width(hint) > room)
}

/// Draws what the design has below the puzzles of a page, at the lower end of its live area.
pub(super) fn draw(volume: &Volume, leaf: &PageSlot, page: &mut Column) {
    let mut turned = |above: f64, size: (f64, f64), marks| {
        let left = page.left + (page.width - size.0) / 2.0;
        let corner = (left, volume.setup.area.bottom - above - size.1);
        page.marks.push(DrawOp::Rotated { turn: Rotation::Half, corner, size, marks });
    };
    let below = volume.setup.puzzle_page.below.as_ref();
    if let Some(below) = below {
        turned(0.0, below.size, answers(volume, leaf, below));
    }
    if let Some(hints) = &volume.setup.puzzle_page.hints_below {
        turned(height(below, None), hints.block, hints_of(volume, leaf, hints));
    }
}

fn answers(volume: &Volume, leaf: &PageSlot, below: &FootAnswers) -> Vec<DrawOp> {
    let places: Vec<_> = below.grids.on_page((0.0, 0.0)).zip(leaf.puzzles()).collect();
    let mut marks = Vec::new();
    answers::numbered_grids(volume, &mut marks, &places);
    answers::digits(volume, &mut marks, below.grids.grid, &places);
    marks
}

fn hints_of(volume: &Volume, leaf: &PageSlot, below: &FootHints) -> Vec<DrawOp> {
    let number = TextStyle::new(volume.setup.figures().strong, below.size);
    let words = TextStyle::new(volume.setup.words().regular, below.size);
    let mut marks = Vec::new();
    for (i, puzzle) in leaf.puzzles().enumerate() {
        let x = (i % below.columns) as f64 * below.pitch();
        let y = (i / below.columns) as f64 * below.lead + ASCENT * below.size;
        let text = volume.numbering.number(puzzle).to_string();
        let indent = number.width(&text) + 0.9 * below.size;
        draw::left(&mut marks, (x, y), number, &text);
        let hint = &volume.setup.hints.words[volume.puzzles.start + puzzle];
        draw::left(&mut marks, (x + indent, y), words, hint);
    }
    marks
}
