//! The pages with a box to tick for each puzzle.

use super::column::head_height;
use super::{
    ASCENT, PagePlanner, PageSetup, PageSlot, TextColumn, TextStyle, Volume, draw, heading_text,
};

/// The distance from a box to its number, in multiples of the size of the number.
const NUMBER_GAP: f64 = 0.45;

/// The arrangement of the boxes on a page.
struct TickBoxes {
    columns: usize,
    rows: usize,
    /// The horizontal and the vertical distance from one box to the next.
    pitch: (f64, f64),
    /// The distance of the first row from the top of the live area.
    first: f64,
    /// The side of a box.
    tick: f64,
    number: TextStyle,
}

impl TickBoxes {
    /// Arranges as many boxes as possible on a page, with numbers about as large as the body text.
    fn new(setup: &PageSetup) -> Self {
        let (design, area) = (&setup.design, &setup.area);
        let size = design.keys.sizes.legible(design.keys.sizes.body * 0.95);
        let number = TextStyle::new(setup.figures().regular, size);
        let tick = size * 1.05;
        let first = head_height(design) + design.keys.sizes.body * design.typefaces.leading * 1.6;
        let widest = number.width("88888");
        let unit = tick + NUMBER_GAP * size + widest;
        let columns = ((area.live_width() / (tick + widest + size)) as usize).max(1);
        // Rows of ten are easy to count.
        let columns = if columns >= 10 { 10 } else { columns.min(5) };
        let down = size * 2.1;
        let rows = (((area.live_height() - first) / down) as usize).max(1);
        // The last column ends at the right end of the head.
        let pitch = ((area.live_width() - unit) / (columns - 1).max(1) as f64, down);
        Self { columns, rows, pitch, first, tick, number }
    }
}

pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let boxes = TickBoxes::new(&planner.setup);
    planner.add_puzzles(first.part, (boxes.rows, boxes.columns), pages);
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let boxes = TickBoxes::new(&volume.setup);
    let (left, top) = page.pen();
    page.draw_head(&heading_text(volume, slot), volume.number_range_text(slot));
    let (aside, intro) = (volume.setup.italic(1.0), volume.setup.language.text("progress.intro"));
    draw::left(&mut page.marks, (left, page.y + ASCENT * aside.size), aside, intro);
    for (place, puzzle) in slot.puzzles().enumerate() {
        let (column, row) = (place % boxes.columns, place / boxes.columns);
        let x = left + column as f64 * boxes.pitch.0;
        let y = top + boxes.first + row as f64 * boxes.pitch.1;
        draw::tick_box(&mut page.marks, (x, y), boxes.tick);
        let number = boxes.number;
        let at = (x + boxes.tick + number.size * NUMBER_GAP, y + (boxes.tick + number.cap()) / 2.0);
        draw::left(&mut page.marks, at, number, &volume.numbering.number(puzzle).to_string());
    }
}
