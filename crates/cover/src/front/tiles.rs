//! The front *tiles*: the givens of a puzzle as bright tiles. The first and the last band of the
//! puzzle are at the head and at the foot, and the words take the place of the band between them.
//! On a wide front the tiles are a column beside the words. A large tile at their end has the
//! number of the volume.

use super::super::shapes::{TILE, TILE_ROUND};
use super::{
    Area, CountStyle, Cover, CoverResult, GridShape, Heading, MIN_NUMBER, Point, TextAlign,
};
use std::ops::Range;

/// The strips of tiles to try, the best first.
const STRIPS: [TileStrips; 7] = [
    TileStrips { stacks: 2, head: 3, foot: 3 },
    TileStrips { stacks: 2, head: 3, foot: 2 },
    TileStrips { stacks: 2, head: 2, foot: 2 },
    TileStrips { stacks: 3, head: 3, foot: 3 },
    TileStrips { stacks: 3, head: 2, foot: 2 },
    TileStrips { stacks: 2, head: 1, foot: 1 },
    TileStrips { stacks: 3, head: 1, foot: 1 },
];
/// The minimum height of the words beside more than one row, in pixels.
const MIN_WORDS: f64 = 84.0;
/// The maximum number of rows of a column of tiles.
const MAX_COLUMN_ROWS: usize = 6;
/// The gap between blocks of tiles, as a fraction of the place of a tile.
const BLOCK_GAP: f64 = 0.3;
/// The type size of a digit, as a fraction of the place of its tile.
const DIGIT_SIZE: f64 = 0.56;
/// The space between tiles and words, in pixels.
const SPACE: f64 = 9.0;
/// The minimum type size of a title between these rows, in pixels, and of the number of puzzles, as
/// a fraction of the wanted one.
const GOOD_TITLE: f64 = 19.0;
const NEARLY: f64 = 0.99;
/// The part of its usual side that the tile with the number of the volume has at least.
const MIN_NUMBER_TILE: f64 = 0.9;

/// The number of stacks of blocks that the tiles show, and of rows at the head and at the foot.
#[derive(Clone, Copy)]
struct TileStrips {
    stacks: usize,
    head: usize,
    foot: usize,
}

/// Returns the distance of a row or column of tiles from the first one, in places of a tile. Blocks
/// have this many rows or columns.
fn tile_offset(number: usize, block: usize) -> f64 {
    number as f64 + (number / block) as f64 * BLOCK_GAP
}

/// Returns the length of a number of tiles in places of a tile.
fn tiles_length(count: usize, block: usize) -> f64 {
    tile_offset(count - 1, block) + TILE.0
}

/// Some rows of the first columns of a puzzle as tiles.
struct TileField {
    shape: GridShape,
    rows: Range<usize>,
    columns: usize,
    corner: Point,
    /// The side of the place of a tile.
    place: f64,
}

impl TileField {
    fn width(&self) -> f64 {
        tiles_length(self.columns, self.shape.block_columns()) * self.place
    }

    fn height(&self) -> f64 {
        let first = tile_offset(self.rows.start, self.shape.block_rows());
        (tile_offset(self.rows.end - 1, self.shape.block_rows()) - first + TILE.0) * self.place
    }

    /// Returns the upper left corner of the tile of a row and a column.
    fn tile_corner(&self, row: usize, column: usize) -> Point {
        let first = tile_offset(self.rows.start, self.shape.block_rows());
        let x = tile_offset(column, self.shape.block_columns());
        let y = tile_offset(row, self.shape.block_rows()) - first;
        (self.corner.0 + x * self.place, self.corner.1 + y * self.place)
    }

    /// Returns the area of this number of rows and columns at the end of the tiles.
    fn last_tiles(&self, count: usize) -> Area {
        let (left, top) = self.tile_corner(self.rows.end - count, self.columns - count);
        let [right, bottom] = [self.corner.0 + self.width(), self.corner.1 + self.height()];
        Area { left, top, width: right - left, height: bottom - top }
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_tiles_front(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        let live = self.above_foot(&foot);
        if self.is_wide_front() {
            self.draw_tile_column(live)?;
        } else {
            self.draw_tile_strips(live)?;
        }
        self.draw_foot(&foot, self.colours.ground, TextAlign::Left);
        Ok(())
    }

    /// Draws tiles at the head and at the foot of an area, and the words between them.
    fn draw_tile_strips(&mut self, live: Area) -> CoverResult<()> {
        let shape = self.volume.shape(self.front_puzzle);
        let space = SPACE * self.pixel();
        for (index, strips) in STRIPS.into_iter().enumerate() {
            let is_last = index == STRIPS.len() - 1;
            if 2 * strips.head >= shape.side() {
                continue;
            }
            let columns = (strips.stacks * shape.block_columns()).min(shape.side());
            let place = live.width / tiles_length(columns, shape.block_columns());
            let number = self.number_tiles(place);
            let foot_rows = strips.foot.max(number);
            let rows = 0..strips.head;
            let head = TileField { shape, rows, columns, corner: live.corner(), place };
            let rows = shape.side() - foot_rows..shape.side();
            let mut foot = TileField { shape, rows, columns, corner: live.corner(), place };
            foot.corner.1 = live.bottom() - foot.height();
            let room = live.with_top(live.top + head.height() + space);
            let room = Area { height: foot.corner.1 - space - room.top, ..room };
            if room.height < MIN_WORDS * self.pixel() && !is_last {
                continue;
            }
            let heading = self.fit_heading(room, self.heading_form(CountStyle::Beside));
            if is_last || heading.as_ref().is_ok_and(|found| self.is_good_heading(found)) {
                let heading = heading?;
                self.draw_tile_field(&head, 0);
                let top = room.top + (room.height - heading.height()).max(0.0) / 2.0;
                self.draw_heading(heading, room.with_top(top));
                self.draw_tile_field(&foot, number);
                return Ok(());
            }
        }
        unreachable!("the last strips count")
    }

    /// Returns the number of tiles along the tile with the number of the volume: 0 without one.
    fn number_tiles(&self, place: f64) -> usize {
        let Some(side) = self.volume_tile_side() else { return 0 };
        (MIN_NUMBER_TILE * side / place).ceil() as usize
    }

    /// Draws a stack of blocks at the right of a wide area, and the words beside it.
    fn draw_tile_column(&mut self, live: Area) -> CoverResult<()> {
        let shape = self.volume.shape(self.front_puzzle);
        let rows = shape.side().min(MAX_COLUMN_ROWS);
        let place = live.height / tiles_length(rows, shape.block_rows());
        let has_number = self.volume_tile_side().is_some();
        let shown = if has_number { rows / 2 } else { rows };
        let columns = shape.block_columns();
        let mut field = TileField { shape, rows: 0..shown, columns, corner: live.corner(), place };
        let width = field.width();
        field.corner.0 = live.right() - width;
        let words = Area { width: live.width - width - SPACE * self.pixel(), ..live };
        let heading = self.fit_heading(words, self.heading_form(CountStyle::Stacked))?;
        let top = words.top + (words.height - heading.height()).max(0.0) / 2.0;
        self.draw_tile_field(&field, 0);
        self.draw_heading(heading, words.with_top(top));
        if has_number {
            let (left, top) = (field.corner.0, live.bottom() - width);
            self.draw_last_tile(Area { left, top, width, height: width });
        }
        Ok(())
    }

    /// Returns true if the title is large, and the number of puzzles is as large as it should be or
    /// as the title.
    fn is_good_heading(&self, heading: &Heading) -> bool {
        let wanted = self.type_size(self.display(), "0", MIN_NUMBER).min(heading.title_size);
        heading.title_size >= GOOD_TITLE * self.pixel() && heading.limit >= NEARLY * wanted
    }

    /// Draws tiles with the givens. The tile with the number of the volume takes the place of this
    /// number of rows and columns at their end.
    fn draw_tile_field(&mut self, field: &TileField, number: usize) {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let half = TILE.0 * field.place / 2.0;
        let mut cells = Vec::new();
        for row in field.rows.clone() {
            for column in 0..field.columns {
                if row + number >= field.rows.end && column + number >= field.columns {
                    continue;
                }
                let (left, top) = field.tile_corner(row, column);
                cells.push((row * field.shape.side() + column, (left + half, top + half)));
            }
        }
        self.draw_tiles(&puzzle, cells, field.place, DIGIT_SIZE);
        if number > 0 {
            self.draw_last_tile(field.last_tiles(number));
        }
    }

    /// Draws the tile with the number of the volume.
    fn draw_last_tile(&mut self, tile: Area) {
        self.draw_number_tile(tile, self.colours.text(), TILE_ROUND * tile.height);
    }
}
