//! The front *letters*: a board of cells. Its first row spells the word, a plate on it has the
//! number of puzzles, a large tile beside the plate has the number of the volume, and the other
//! cells show a puzzle of the book that somebody has begun.

use super::heading::{CountRow, FAIR_TITLE, Heading};
use super::{
    Area, CountStyle, Cover, CoverResult, GridShape, HeadingForm, TextAlign, TextLines, TextStyle,
    cap_ratio,
};
use page::Raster;

/// The gap between cells and the radius of their corners, as fractions of a cell.
const GAP: f64 = 0.07;
const CORNER_RADIUS: f64 = 0.13;
/// The number of columns for words that are not longer, and on a low front. The cells of the puzzle
/// on a square front are smaller, so that it has two rows.
pub(super) const COLUMNS: usize = 6;
const LOW_COLUMNS: usize = 8;
const SQUARE_COLUMNS: usize = 9;
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
/// The wanted number of rows of the puzzle above the plate, on a high and a square front, and on a
/// low one.
const PUZZLE_ROWS: [usize; 2] = [0, 2];
const LOW_ROWS: usize = 1;

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

/// Returns the cell of a puzzle at a column and row of a board. Rows of a large puzzle are
/// repeated. No cell is beside or below a small one.
fn cell_on_board(shape: GridShape, column: usize, row: usize) -> Option<usize> {
    let side = shape.side();
    if shape.mini().is_none() {
        return Some(row % side * side + column % side);
    }
    (column < side && row < side).then_some(row * side + column)
}

/// The columns of the board of a puzzle, the distance of its cells, and the height of the row with
/// the letters above it.
#[derive(Clone, Copy)]
struct BoardForm {
    columns: usize,
    pitch: f64,
    row_height: f64,
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
        }
        let live = self.above_foot(&foot);
        if is_for_children {
            let front = if is_low { None } else { self.fit_fox_front(&letters, live) };
            match front {
                Some(front) => self.draw_fox_front(front, &letters, live),
                None => {
                    let base = self.heading_form(CountStyle::Stacked);
                    let form = HeadingForm { has_word: false, ..base };
                    let room = self.draw_heading_aside(live, form)?;
                    self.draw_fox_aside(&letters, room);
                }
            }
            self.draw_foot_band(&foot);
            return Ok(());
        }
        let pitch = |columns| LetterBoard::cell_side(columns, live.width) * (1.0 + GAP);
        let row_height = if letters.is_empty() { 0.0 } else { pitch(columns) };
        let form = if self.is_square() {
            BoardForm { columns: SQUARE_COLUMNS, pitch: pitch(SQUARE_COLUMNS), row_height }
        } else {
            BoardForm { columns, pitch: pitch(columns), row_height }
        };
        let (heading, plate) = self.fit_above_board(form, live)?;
        let (height, limit) = (heading.height(), heading.largest());
        self.draw_heading(heading, live);
        let mut room = live.with_top(live.top + height + BELOW_HEADING * pixel);
        if let Some(tile) = self.foot_tile {
            room.height = room.height.min(tile.top - BELOW_HEADING * pixel - room.top);
        }
        let rows = ((room.height - row_height) / form.pitch).floor() as usize;
        let rows = rows.max(plate.rows);
        let free = room.height - row_height - rows as f64 * form.pitch + GAP * form.pitch;
        let room = room.with_top(room.top + free.max(0.0) / 2.0);
        self.draw_letter_row(LetterBoard::new(columns, 1, room), &letters, limit);
        let board = LetterBoard::new(form.columns, rows, room.with_top(room.top + row_height));
        self.draw_board(board, !letters.is_empty(), &plate);
        self.draw_foot(&foot, self.colours.ground, TextAlign::Left);
        Ok(())
    }

    /// Returns true if the front is square, or nearly.
    fn is_square(&self) -> bool {
        self.is_wide_front() && !self.is_low()
    }

    /// Fits the heading above a board, and the plate. The board has rows of the puzzle above the
    /// plate, unless the title would be small. No type on the plate is larger than the title, so
    /// the plate may need more rows than it has in large type: then the heading leaves them.
    fn fit_above_board(&self, form: BoardForm, live: Area) -> CoverResult<(Heading, CountPlate)> {
        let below = BELOW_HEADING * self.pixel();
        // The low plate of a square front has no room for the levels.
        let is_square = self.is_square();
        let base =
            self.heading_form(if is_square { CountStyle::Levels } else { CountStyle::Nothing });
        let heading_form = HeadingForm { has_word: false, ..base };
        let mut reserved = self.plate(form, f64::INFINITY)?.rows;
        let mut above = if self.is_low() { LOW_ROWS } else { PUZZLE_ROWS[usize::from(is_square)] };
        loop {
            let least = form.row_height + (reserved + above) as f64 * form.pitch + below;
            let room = Area { height: live.height - least, ..live };
            let heading = self.fit_heading(room, heading_form);
            let is_large =
                heading.as_ref().is_ok_and(|found| found.title_size >= FAIR_TITLE * self.pixel());
            if above > 0 && !is_large {
                above -= 1;
                continue;
            }
            let heading = heading?;
            let plate = self.plate(form, heading.largest())?;
            let free = live.height - heading.height() - below - form.row_height;
            if plate.rows <= reserved || plate.rows as f64 * form.pitch <= free {
                return Ok((heading, plate));
            }
            reserved = plate.rows;
        }
    }

    /// Returns the smallest plate in which the count fits.
    fn plate(&self, form: BoardForm, limit: f64) -> CoverResult<CountPlate> {
        let BoardForm { columns, pitch, .. } = form;
        let padding = PLATE_PADDING * self.pixel();
        let has_tile = self.volume_tile_side().is_some() && self.foot_tile.is_none();
        let tile_columns = if has_tile { TILE_COLUMNS } else { 0 };
        let widest = columns - tile_columns;
        for (width, rows) in PLATES {
            // A plate of small cells has more of them.
            let columns = if width == COLUMNS { widest } else { width * columns / COLUMNS };
            let columns = columns.min(widest);
            let room = columns as f64 * pitch - GAP * pitch - 2.0 * padding;
            let row = self.fit_count(room, CountStyle::Beside, limit, !self.is_square())?;
            if row.height <= rows as f64 * pitch - GAP * pitch - padding || rows == 4 {
                return Ok(CountPlate { row, columns, rows, tile_columns });
            }
        }
        unreachable!("the last plate counts")
    }

    /// Draws a board: the plate at its lower right, and in the other cells a puzzle.
    fn draw_board(&mut self, board: LetterBoard, has_letters: bool, plate: &CountPlate) {
        let Raster { columns, rows, .. } = board.raster;
        let (wide, high) = (plate.columns, plate.rows);
        let first = (columns - wide - plate.tile_columns, rows - high);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let figures = puzzle.figures(self.display().first(), DIGIT_SIZE * board.side);
        let (mut given, mut written) = (Vec::new(), Vec::new());
        let mut blanks = 0;
        for place in 0..columns * rows {
            let (column, row) = (place % columns, place / columns);
            if column >= first.0 && row >= first.1 {
                continue;
            }
            let area = board.cells((column, row), (1, 1));
            let centre = area.at((0.5, 0.5));
            let mut fill = self.colours.paper;
            // A digit alone beside the letters would read as part of the word.
            let has_puzzle = !has_letters || first.1 > 0;
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
