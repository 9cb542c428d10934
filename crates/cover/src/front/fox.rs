//! The front *letters* of a book for children: the count, and a large fox that waves. Above them is
//! a row of cells with the word, unless the title has it.

use super::letters::{COLUMNS, LetterBoard};
use super::{Area, CountStyle, Cover, TextAlign};
use book::{FigureMood, Fox, FoxColours};

/// The space between elements, and the space above the ears, in pixels.
const SPACE: f64 = 7.0;
const ABOVE_EARS: f64 = 4.0;
/// The maximum width of the fox as a fraction of the room, the minimum height as a fraction of the
/// front, and the ratio between two heights that are tried.
const MAX_FOX_WIDTH: f64 = 0.56;
const MIN_FOX: f64 = 0.22;
const NEXT_HEIGHT: f64 = 0.97;

/// A row of cells at the top of a room, and the area below it.
struct LetterRow {
    board: LetterBoard,
    below: Area,
}

impl LetterRow {
    /// Returns a row for some letters. Without letters it takes no room.
    fn new(letters: &[char], room: Area) -> Self {
        let board = LetterBoard::new(letters.len().max(COLUMNS), 1, room);
        let height = if letters.is_empty() { 0.0 } else { board.height() };
        Self { board, below: room.with_top(room.top + height) }
    }
}

impl Cover<'_> {
    /// Draws a row of cells on the right of a low front, and the fox below it.
    pub(super) fn draw_fox_aside(&mut self, letters: &[char], room: Area) {
        let LetterRow { board, below } = LetterRow::new(letters, room);
        self.draw_letter_row(board, letters, f64::INFINITY);
        let base = if self.band_top < self.front.bottom() { self.band_top } else { room.bottom() };
        let top = below.top + ABOVE_EARS * self.pixel();
        let height = (base - top).min(room.width / Fox::WIDTH);
        let place = Area { top: base - height, height, ..room };
        let figure = Fox::new(FigureMood::Cheering).in_colours(self.fox_colours());
        self.marks.extend(figure.draw_within(place));
    }

    /// Draws a row of cells, and below it the count beside the largest fox that has room. Returns
    /// false if there is no room for a fox.
    pub(super) fn draw_fox_front(&mut self, letters: &[char], room: Area, limit: f64) -> bool {
        let pixel = self.pixel();
        let LetterRow { board, below } = LetterRow::new(letters, room);
        // The fox stands on the band, or on the edge of the live area.
        let base = if self.band_top < self.front.bottom() { self.band_top } else { room.bottom() };
        let highest = base - below.top - ABOVE_EARS * pixel;
        let mut height = highest.min(MAX_FOX_WIDTH * room.width / Fox::WIDTH);
        let mut count_room = below;
        if let Some(tile) = self.foot_tile {
            // The tile with the number of the volume stands below the count.
            count_room.height = count_room.height.min(tile.top - SPACE * pixel - below.top);
        }
        while height >= MIN_FOX * self.front.height {
            let width = height * Fox::WIDTH;
            let fox = Area { left: room.right() - width, top: base - height, width, height };
            let column = Area { width: fox.left - room.left - SPACE * pixel, ..count_room };
            let row = self.count_row(column.width, CountStyle::Stacked, limit);
            if let Ok(row) = row
                && row.height + SPACE * pixel <= column.height
            {
                self.draw_letter_row(board, letters, limit);
                let free = column.height - row.height;
                let count = column.with_top(column.top + free / 2.0);
                self.draw_count(&row, count, TextAlign::Left, self.colours.text());
                let figure = Fox::new(FigureMood::Cheering).in_colours(self.fox_colours());
                self.marks.extend(figure.draw_within(fox));
                return true;
            }
            height *= NEXT_HEIGHT;
        }
        false
    }

    /// Returns the colours of the fox. On a dark ground it has a light edge.
    fn fox_colours(&self) -> FoxColours {
        let line = self.colour_of([0x28, 0x18, 0x14]);
        let is_dark = line.contrast(self.colours.ground) < 4.5;
        FoxColours {
            fur: self.colour_of([0xee, 0x81, 0x28]),
            dark: self.colour_of([0x6e, 0x34, 0x18]),
            white: self.colours.paper,
            line,
            star: self.colour_of([0xff, 0xd6, 0x4a]),
            halo: is_dark.then_some(self.colours.paper),
        }
    }
}
