//! The page before the first technique: what the names of cells and blocks, the two kinds of digits
//! and the small digits of a drawing mean.

use super::techniques::{diagram_with, min_cell};
use super::{ASCENT, Area, Colour, DrawOp, PageSlot, TextColumn, TextStyle, Volume, text};
use crate::draw::{Diagram, WrittenGrid};
use grid::{Cell, Digit, Grid};

/// The sentences about names and digits.
const SENTENCES: [&str; 4] =
    ["reading.block", "reading.house", "reading.digits", "reading.candidates"];
/// The type sizes to try, as fractions of the body size.
const TYPE_SIZES: [f64; 4] = [1.0, 0.9, 0.82, 0.75];
/// The space between two sentences, and around the grid, in type sizes.
const SENTENCE_GAP: f64 = 0.45;
const GRID_GAP: f64 = 1.2;
/// The largest side of the grid, as a fraction of the width of a page, and of a low page.
const GRID_SIDE: f64 = 0.86;
const LOW_GRID_SIDE: f64 = 0.5;
/// The grey of the numbers of blocks and of the cell with a name, and the type size of the numbers,
/// in cells.
const BLOCK_GREY: Colour = Colour::Grey(0.8);
const CELL_GREY: Colour = Colour::Grey(0.89);
const BLOCK_NUMBER: f64 = 2.2;
/// The largest type size of the name of a cell, in cells, and its room.
const NAME_SIZE: f64 = 0.36;
const NAME_ROOM: f64 = 0.9;
/// The type size of a candidate, in cells.
const CANDIDATE: f64 = 0.36;

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    page.width = volume.setup.measure();
    page.draw_heading(volume.setup.language.text("reading.heading"));
    let (top, marks) = (page.y, page.marks.len());
    for size in TYPE_SIZES {
        (page.y, page.end) = (top, top);
        page.marks.truncate(marks);
        draw_in_size(volume, page, size);
        if page.fits() {
            break;
        }
    }
}

/// Draws the sentences, and the grid below them or, on a low page, beside them.
fn draw_in_size(volume: &Volume, page: &mut TextColumn, size: f64) {
    let sizes = &volume.setup.design.keys.sizes;
    let size = sizes.legible(sizes.body * size);
    let body = TextStyle::new(volume.setup.words().regular, size);
    let (top, left, width) = (page.y, page.left, page.width);
    let is_low = volume.setup.area.is_low();
    let across = width * if is_low { LOW_GRID_SIDE } else { GRID_SIDE };
    if is_low {
        page.left += across + GRID_GAP * size;
        page.width -= across + GRID_GAP * size;
    }
    for sentence in sentences(volume) {
        page.draw_paragraph(&sentence, body);
        page.y += SENTENCE_GAP * size;
    }
    (page.left, page.width) = (left, width);
    page.y = if is_low { top - ASCENT * size } else { page.end + GRID_GAP * size };
    let side = across.min(page.room());
    let least = diagram_with(&volume.setup, min_cell(&volume.setup));
    if side < least.side() {
        // In large type on a small page the sentences take all the room.
        return;
    }
    let cell = least.grid.cell * side / least.side();
    // The numbers beside a larger grid grow less than its cells.
    let diagram = diagram_with(&volume.setup, cell);
    let beside = if is_low { 0.0 } else { (width - diagram.side()) / 2.0 };
    draw_grid(volume, &mut page.marks, (left + beside.max(0.0), page.y), &diagram);
    page.end = page.end.max(page.y + diagram.side());
}

/// The cell whose name the grid shows.
fn named_cell() -> Cell {
    Cell::new(3, 6)
}

/// Returns the sentences of the page.
fn sentences(volume: &Volume) -> Vec<String> {
    let language = &volume.setup.language;
    let (row, column) = (named_cell().row() + 1, named_cell().column() + 1);
    let cell = language.words().cell(named_cell());
    let mut sentences = vec![text!(language, "reading.cell", cell, row, column)];
    sentences.extend(SENTENCES.map(|key| language.text(key).to_owned()));
    sentences
}

/// Draws a grid with the numbers of its blocks, the name of a cell, a given digit, a found digit
/// and a cell with candidates.
fn draw_grid(volume: &Volume, marks: &mut Vec<DrawOp>, at: (f64, f64), diagram: &Diagram) {
    let (grid, figures) = (diagram.grid, diagram.figures);
    let corner = (at.0 + diagram.label_room(), at.1 + diagram.label_room());
    let square = grid.cell_corner(corner, named_cell().index());
    let named = Area { left: square.0, top: square.1, width: grid.cell, height: grid.cell };
    marks.push(named.filled(CELL_GREY));
    let number = TextStyle::new(figures.regular, BLOCK_NUMBER * grid.cell);
    let mut numbers = Vec::new();
    for block in 0..9 {
        let middle = grid.middle(corner, Cell::new(block / 3 * 3 + 1, block % 3 * 3 + 1).index());
        let baseline = (middle.0, middle.1 + number.cap() / 2.0);
        number.draw_centred(&mut numbers, baseline, &(block + 1).to_string());
    }
    marks.push(DrawOp::Colored { colour: BLOCK_GREY, marks: numbers });
    let [five, eight] = [5, 8].map(|digit| Digit::new(digit).expect("it is a digit"));
    let (mut given, mut shown) = (Grid::EMPTY, Grid::EMPTY);
    given[Cell::new(0, 0)] = Some(five);
    shown[Cell::new(0, 0)] = Some(five);
    shown[Cell::new(0, 2)] = Some(eight);
    let written = WrittenGrid { givens: &given, digits: &shown, placed: &[], houses: &[] };
    diagram.draw_placements(marks, at, written);
    let name = volume.setup.language.words().cell(named_cell());
    let style = TextStyle::new(figures.strong, NAME_SIZE * grid.cell);
    let mut style = style.within(NAME_ROOM * grid.cell, &name);
    // Letters that are less heavy are narrower.
    let least = volume.setup.design.keys.sizes.min_type;
    if style.size < least {
        style = TextStyle::new(figures.regular, least);
    }
    let middle = grid.middle(corner, named_cell().index());
    style.draw_centred(marks, (middle.0, middle.1 + style.cap() / 2.0), &name);
    let small = TextStyle::new(figures.regular, (CANDIDATE * grid.cell).max(least));
    let middle = grid.middle(corner, Cell::new(8, 8).index());
    for (candidate, share) in [("2", -0.5), ("6", 0.5)] {
        let x = middle.0 + share * grid.cell / 2.0;
        small.draw_centred(marks, (x, middle.1 + small.cap() / 2.0), candidate);
    }
}
