//! The pages to write on: ruled lines, empty grids, and a box to tick or a fox to colour for each
//! puzzle.

use super::column::head_height;
use super::{
    ASCENT, Colour, DrawOp, FormContent, PagePlanner, PageSetup, PageSlot, PartName, Point, Raster,
    TextColumn, TextStyle, Volume, heading_text,
};
use crate::draw::{FigureMood, Fox, FoxColours};
use std::sync::Arc;

/// The distance between ruled lines in points, wide enough for handwriting.
pub(super) const RULED: f64 = 24.0;
/// The distance from a box to its number, in multiples of the size of the number.
const NUMBER_GAP: f64 = 0.45;
/// The size of the numbers, in sizes of the body text.
const NUMBER_SIZE: f64 = 0.95;
/// The side of a box, and the distance from one row to the next, in sizes of the numbers.
const TICK_SIDE: f64 = 1.05;
const ROW_PITCH: f64 = 2.1;
/// The distances from one row of foxes to the next to try, in sizes of the numbers, and the height
/// of a fox in distances.
const FOX_PITCHES: [f64; 6] = [4.4, 4.0, 3.6, 3.2, 2.8, 2.4];
const FOX_HEIGHT: f64 = 0.78;
/// The space below the head, in lines of body text.
const BELOW_HEAD: f64 = 1.6;

/// Draws a page of ruled lines.
pub(super) fn draw_notes(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    page.draw_head(volume.setup.language.text("puzzles.notes"), String::new());
    page.y += RULED;
    let lines = (page.room() / RULED).floor().max(0.0) as usize;
    for line in 0..=lines {
        let y = page.y + line as f64 * RULED;
        page.marks.push(DrawOp::rule((page.left, y), page.width));
    }
}

/// Draws empty grids at the places of the grids of a page of puzzles, with or without dots for
/// candidates.
pub(super) fn draw_practice(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let grids = &volume.setup.puzzle_pages.classic.grids;
    let form = volume.setup.puzzle_forms(grids.grid).of_shape(grids.grid.shape);
    for corner in grids.on_page(page.pen()) {
        page.form(form.clone(), corner);
        if slot.part == PartName::PracticeDots {
            grids.grid.draw_dots(&mut page.marks, corner, 0..grids.grid.shape.cell_count());
        }
    }
    let style = TextStyle::new(volume.setup.words().strong, volume.setup.design.keys.puzzle.number);
    if let Some((x, y)) = grids.on_page(page.pen()).next() {
        let at = (x, y - volume.setup.design.keys.puzzle.caption_gap);
        let heading = volume.setup.language.text("practice.heading");
        page.draw_line(style, at, heading);
    }
}

/// The arrangement of the boxes on a page, or in a book for children of the foxes.
struct TickBoxes {
    /// The boxes, measured from the corner of the live area.
    raster: Raster,
    /// The width and the height of a box.
    tick: Point,
    number: TextStyle,
}

impl TickBoxes {
    /// Arranges as many boxes as possible on a page, or the largest foxes that need no more pages
    /// than the smallest.
    fn new(setup: &PageSetup, count: usize) -> Self {
        if !setup.design.keys.children {
            return Self::with_ticks(setup, count, (TICK_SIDE, TICK_SIDE), ROW_PITCH);
        }
        let foxes = FOX_PITCHES.map(|pitch| {
            let height = pitch * FOX_HEIGHT;
            Self::with_ticks(setup, count, (height * Fox::WIDTH, height), pitch)
        });
        let pages = |boxes: &Self| count.div_ceil(boxes.raster.box_count());
        let fewest = foxes.iter().map(pages).min();
        let mut largest_first = foxes.into_iter();
        let found = largest_first.find(|boxes| Some(pages(boxes)) == fewest);
        found.expect("one of them needs the fewest pages")
    }

    /// Arranges boxes of this width and height, in rows at this distance, with numbers about as
    /// large as the body text. There are more columns than usual if they save one of the pages for
    /// `count` boxes. The measures are in sizes of the numbers.
    fn with_ticks(setup: &PageSetup, count: usize, tick: Point, pitch: f64) -> Self {
        let (design, area) = (&setup.design, &setup.area);
        let size = design.keys.sizes.legible(design.keys.sizes.body * NUMBER_SIZE);
        let number = TextStyle::new(setup.figures().regular, size);
        let tick = (size * tick.0, size * tick.1);
        let first =
            head_height(design) + design.keys.sizes.body * design.typefaces.leading * BELOW_HEAD;
        let widest = number.width("88888");
        let unit = tick.0 + NUMBER_GAP * size + widest;
        let down = size * pitch;
        let rows = (((area.live_height() - first) / down) as usize).max(1);
        let most = ((area.live_width() / (tick.0 + widest + size)) as usize).max(1);
        // Rows of ten are easy to count.
        let usual = if most >= 10 { 10 } else { most.min(5) };
        let fewest = count.div_ceil(most * rows);
        let saving = (usual..=most).find(|columns| count.div_ceil(columns * rows) == fewest);
        let columns = saving.unwrap_or(usual);
        // The last column ends at the right end of the head.
        let pitch = ((area.live_width() - unit) / (columns - 1).max(1) as f64, down);
        Self { raster: Raster { columns, rows, first: (0.0, first), pitch }, tick, number }
    }
}

/// Returns a fox of each mood to colour, of this width and height.
fn fox_forms((width, height): Point) -> [Arc<FormContent>; 3] {
    let colours = FoxColours { fur: Colour::WHITE, dark: Colour::WHITE, ..FoxColours::GREYS };
    [FigureMood::Cheering, FigureMood::Looking, FigureMood::Proud].map(|mood| {
        let marks = Fox::new(mood).in_colours(colours).draw((0.0, 0.0), height);
        Arc::new(FormContent { width, height, marks })
    })
}

pub(super) fn tick_pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let boxes = TickBoxes::new(&planner.setup, planner.puzzle_count());
    planner.add_puzzles(first.part, boxes.raster, pages);
}

/// Draws a page with a box to tick for each puzzle, or for children with a fox to colour.
pub(super) fn draw_ticks(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let boxes = TickBoxes::new(&volume.setup, volume.puzzle_count());
    let (left, top) = page.pen();
    page.draw_head(&heading_text(volume, slot), volume.number_range_text(slot));
    let (aside, intro) = (volume.setup.italic(1.0), volume.setup.language.text("progress.intro"));
    page.draw_line(aside, (left, page.y + ASCENT * aside.size), intro);
    let foxes = fox_forms(boxes.tick);
    for ((x, y), puzzle) in boxes.raster.across().zip(slot.puzzles()) {
        let (x, y) = (left + x, top + y);
        if volume.setup.design.keys.children {
            page.form(foxes[puzzle % foxes.len()].clone(), (x, y));
        } else {
            page.marks.push(DrawOp::tick_box((x, y), boxes.tick.0));
        }
        let number = boxes.number;
        let middle = y + (boxes.tick.1 + number.cap()) / 2.0;
        let at = (x + boxes.tick.0 + number.size * NUMBER_GAP, middle);
        page.draw_line(number, at, &volume.numbering.number(puzzle).to_string());
    }
}
