//! The front *letters*: a board of cells. Its first row spells the word, a plate on it has the
//! number of puzzles, a large tile beside the plate has the number of the volume, and the other
//! cells show a puzzle of the book that somebody has begun.

use super::heading::{CountRow, Heading};
use super::{
    Area, CountStyle, Cover, CoverResult, GridShape, HeadingForm, TextAlign, TextLines, TextStyle,
    cap_ratio,
};
use page::Raster;

/// The gap between cells and the radius of their corners, as fractions of a cell.
const GAP: f64 = 0.07;
const CORNER_RADIUS: f64 = 0.13;
/// The number of columns for words that are not longer, and on a low front.
pub(super) const COLUMNS: usize = 6;
const LOW_COLUMNS: usize = 8;
/// The height of a letter, how far it stands below the middle, and the type size of a digit, as
/// fractions of a cell.
const LETTER: f64 = 0.56;
const LETTER_DROP: f64 = 0.02;
const DIGIT_SIZE: f64 = 0.7;
/// The sizes of the plate in columns and rows, the first in which the count fits, and its padding
/// in pixels.
const PLATES: [(usize, usize); 4] = [(4, 2), (6, 2), (6, 3), (6, 4)];
const PLATE_PADDING: f64 = 6.0;
/// The columns of the tile with the number of the volume, which has the rows of the plate.
const TILE_COLUMNS: usize = 2;
/// The space below the heading, in pixels.
const BELOW_HEADING: f64 = 8.0;
/// The number of empty cells for each cell with a found digit.
const FOUND_EACH: usize = 4;
/// The rows that a board has at least: the word, and the plate.
const MIN_ROWS: f64 = 3.0;

/// A raster of square cells with gaps.
#[derive(Clone, Copy)]
pub(super) struct LetterBoard {
    raster: Raster,
    side: f64,
}

impl LetterBoard {
    /// Returns the side of a cell on a board whose columns fill a width.
    pub fn cell_side(columns: usize, width: f64) -> f64 {
        width / (columns as f64 * (1.0 + GAP) - GAP)
    }

    /// Returns a board at the top of an area, as wide as the area.
    pub fn new(columns: usize, rows: usize, area: Area) -> Self {
        let side = Self::cell_side(columns, area.width);
        let pitch = side * (1.0 + GAP);
        Self { raster: Raster { columns, rows, first: area.corner(), pitch: (pitch, pitch) }, side }
    }

    /// Returns the area of some columns and rows of cells.
    fn cells(self, first: (usize, usize), size: (usize, usize)) -> Area {
        let (left, top) = self.raster.corner(first.0, first.1);
        let [width, height] =
            [size.0, size.1].map(|count| count as f64 * self.raster.pitch.0 - GAP * self.side);
        Area { left, top, width, height }
    }

    /// Returns the height of the board.
    pub fn height(self) -> f64 {
        self.cells((0, 0), (1, self.raster.rows)).height
    }
}

/// Returns the cell of a puzzle at a column and row of a board. The letters hide the first row of a
/// large puzzle, which is repeated. A small one begins below the letters, and no cell is beside it.
fn cell_on_board(shape: GridShape, column: usize, row: usize) -> Option<usize> {
    let side = shape.side();
    if shape.mini().is_none() {
        return Some(row % side * side + column % side);
    }
    let row = row.checked_sub(1)?;
    (column < side && row < side).then_some(row * side + column)
}

/// The plate with the count on a board, and the columns of the tile at its right: none in a book
/// without the number of a volume.
struct CountPlate {
    row: CountRow,
    columns: usize,
    rows: usize,
    tile_columns: usize,
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_letters(&mut self) -> CoverResult<()> {
        let (pixel, foot) = (self.pixel(), self.fit_foot()?);
        let mut letters: Vec<char> = self.sudoku_word().to_uppercase().chars().collect();
        let is_low = self.is_low();
        let is_for_children = self.volume.setup.design.keys.children;
        if self.title_has_word() {
            letters.clear();
        }
        let columns = letters.len().max(if is_low { LOW_COLUMNS } else { COLUMNS });
        if is_for_children {
            // The fox stands on the band.
            self.set_band(&foot);
            self.draw_foot_band(&foot);
        }
        let live = self.above_foot(&foot);
        if is_low && is_for_children {
            let base = self.heading_form(CountStyle::Stacked);
            let form = HeadingForm { has_word: false, ..base };
            let room = self.draw_heading_aside(live, form)?;
            self.draw_fox_aside(&letters, room);
            return Ok(());
        }
        let pitch = LetterBoard::cell_side(columns, live.width) * (1.0 + GAP);
        let (heading, plate) = self.fit_above_board(columns, pitch, live)?;
        let (height, limit) = (heading.height(), heading.title_size);
        self.draw_heading(heading, live);
        let mut room = live.with_top(live.top + height + BELOW_HEADING * pixel);
        if is_for_children && self.draw_fox_front(&letters, room, limit) {
            return Ok(());
        }
        if let Some(tile) = self.foot_tile {
            room.height = room.height.min(tile.top - BELOW_HEADING * pixel - room.top);
        }
        let rows = (room.height / pitch).floor() as usize;
        let board = LetterBoard::new(columns, rows.max(1 + plate.rows), room);
        let top = room.top + (room.height - board.height()).max(0.0) / 2.0;
        let board = LetterBoard::new(columns, board.raster.rows, Area { top, ..room });
        self.draw_board(board, &letters, &plate, limit);
        if !is_for_children {
            self.draw_foot(&foot, self.colours.ground, TextAlign::Left);
        }
        Ok(())
    }

    /// Fits the heading above a board, and the plate. No type on the plate is larger than the
    /// title, so the plate may need more rows than it has in large type: then the heading leaves
    /// them.
    fn fit_above_board(
        &self,
        columns: usize,
        pitch: f64,
        live: Area,
    ) -> CoverResult<(Heading, CountPlate)> {
        let below = BELOW_HEADING * self.pixel();
        let base = self.heading_form(CountStyle::Nothing);
        let form = HeadingForm { has_word: false, ..base };
        let mut reserved = self.plate(columns, pitch, f64::INFINITY)?.rows;
        loop {
            let least = MIN_ROWS.max(1.0 + reserved as f64) * pitch + below;
            let room = Area { height: live.height - least, ..live };
            let heading = self.fit_heading(room, form)?;
            let plate = self.plate(columns, pitch, heading.title_size)?;
            let free = live.height - heading.height() - below;
            if plate.rows <= reserved || (1.0 + plate.rows as f64) * pitch <= free {
                return Ok((heading, plate));
            }
            reserved = plate.rows;
        }
    }

    /// Returns the smallest plate in which the count fits.
    fn plate(&self, columns: usize, pitch: f64, limit: f64) -> CoverResult<CountPlate> {
        let padding = PLATE_PADDING * self.pixel();
        let has_tile = self.volume_tile_side().is_some() && self.foot_tile.is_none();
        let tile_columns = if has_tile { TILE_COLUMNS } else { 0 };
        let widest = columns - tile_columns;
        for (width, rows) in PLATES {
            let columns = if width == COLUMNS { widest } else { width };
            let room = columns as f64 * pitch - GAP * pitch - 2.0 * padding;
            let row = self.count_row(room, CountStyle::Beside, limit)?;
            if row.height <= rows as f64 * pitch - GAP * pitch - padding || rows == 4 {
                return Ok(CountPlate { row, columns, rows, tile_columns });
            }
        }
        unreachable!("the last plate counts")
    }

    /// Draws a board: the letters in its first row, the plate at its lower right, and in the other
    /// cells a puzzle. No letter is larger than `limit`.
    fn draw_board(&mut self, board: LetterBoard, letters: &[char], plate: &CountPlate, limit: f64) {
        let Raster { columns, rows, .. } = board.raster;
        self.draw_letter_row(board, letters, limit);
        let (wide, high) = (plate.columns, plate.rows);
        let first = (columns - wide - plate.tile_columns, rows - high);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let figures = puzzle.figures(self.display().first(), DIGIT_SIZE * board.side);
        let (mut given, mut written) = (Vec::new(), Vec::new());
        let mut blanks = 0;
        for place in letters.len()..columns * rows {
            let (column, row) = (place % columns, place / columns);
            if column >= first.0 && row >= first.1 {
                continue;
            }
            let area = board.cells((column, row), (1, 1));
            let centre = area.at((0.5, 0.5));
            let mut fill = self.colours.paper;
            // A digit alone beside the letters would read as part of the word.
            let has_puzzle = letters.is_empty() || first.1 > 1;
            let cell = cell_on_board(puzzle.shape(), column, row).filter(|_| has_puzzle);
            let sign = cell.and_then(|cell| puzzle.given(cell));
            blanks += usize::from(cell.is_some() && sign.is_none());
            if let Some(sign) = sign {
                given.push((sign, centre));
            } else if let Some(cell) = cell.filter(|_| blanks % FOUND_EACH == 2) {
                written.extend(figures.written(puzzle.found(cell), centre, place));
            } else {
                fill = self.colours.shade;
            }
            self.fill_round(fill, area, CORNER_RADIUS * board.side);
        }
        self.draw_figures(self.colours.ink, figures, given);
        self.fill(self.colours.figure, written);
        let area = board.cells(first, (wide, high));
        let accent = self.colours.large_shape(&[self.colours.accent, self.colours.deep]);
        self.fill_round(accent, area, CORNER_RADIUS * board.side);
        let text = self.colours.on(accent, &[self.colours.paper, self.colours.ink]);
        let inner = area.inside(PLATE_PADDING * self.pixel());
        let top = area.top + (area.height - plate.row.height) / 2.0;
        let inner = Area { top, height: plate.row.height, ..inner };
        self.draw_count(&plate.row, inner, TextAlign::Middle, text);
        if plate.tile_columns > 0 {
            let tile = board.cells((first.0 + wide, first.1), (plate.tile_columns, high));
            self.draw_number_tile(tile, self.colours.text(), CORNER_RADIUS * board.side);
        }
    }

    /// Draws letters in the first row of a board, none larger than `limit`. One cell has the accent
    /// colour.
    pub(super) fn draw_letter_row(&mut self, board: LetterBoard, letters: &[char], limit: f64) {
        if letters.is_empty() {
            return;
        }
        let (display, colours, side) = (self.display(), self.colours, board.side);
        let word: String = letters.iter().collect();
        let size = (side * LETTER / cap_ratio(display, &word)).min(limit);
        // The accent falls on the last but one letter, or on the last one of a short word.
        let marked = letters.len().saturating_sub(if letters.len() > 3 { 2 } else { 1 });
        for (index, letter) in letters.iter().enumerate() {
            let area = board.cells((index, 0), (1, 1));
            let fill = if index == marked { colours.accent } else { colours.text() };
            self.fill_round(fill, area, CORNER_RADIUS * side);
            let (line, style) = (letter.to_string(), TextStyle::new(display, size));
            let (low, high) = display.ink(&line);
            let above = if letter.is_ascii() { display.first().cap_height() } else { high + low };
            let baseline = area.top + (side + above * size) / 2.0 + LETTER_DROP * side;
            let text = colours.on(fill, &[colours.paper, colours.ink]);
            let at = (area.middle(), baseline);
            self.write(text, &TextLines::line(line, style), at, TextAlign::Middle);
        }
    }
}
