//! The front *letters* of a book for children: the same heading, cells and count, and a large fox
//! that waves.

use super::heading::CountRow;
use super::letters::GAP;
use super::{Area, CountStyle, Cover, MIN_WORD, Point, TextAlign, TextLines};
use crate::book::draw::{Fox, FoxColours};
use crate::book::model::page::FigureMood;

/// The height of letters in cells as a fraction of a cell.
const LETTER: f64 = 0.55;
/// The maximum side of a cell, the space between elements, and the space above the ears, in pixels.
const MAX_CELL: f64 = 34.0;
const SPACE: f64 = 7.0;
const ABOVE_EARS: f64 = 3.0;
/// The minimum height of the fox as a fraction of the front, and the ratio between two heights that
/// are tried.
const MIN_FOX: f64 = 0.22;
const NEXT_HEIGHT: f64 = 0.97;

/// The arrangement of a front with a fox.
pub(super) struct FoxFront {
    /// The columns and rows of the cells.
    pub cells: (usize, usize),
    pub cells_area: Area,
    /// The first baseline of the title after its word, and its lines.
    pub after: Option<(f64, TextLines)>,
    pub count: (CountRow, Point),
    fox: Area,
    /// The merit of the arrangement: a large fox and large cells.
    merit: f64,
}

impl Cover<'_> {
    /// Arranges the front with the largest fox below a heading that leaves `room`: beside the
    /// count and below a row of cells, or beside both. `None` if there is no room for a fox.
    pub(super) fn fox_front(
        &self,
        letters: usize,
        after: Option<&str>,
        room: Area,
    ) -> Option<FoxFront> {
        if !self.volume.setup.design.keys.children {
            return None;
        }
        // The fox stands on the band, or on the edge of the live area.
        let base = if self.band_top < self.front.bottom() { self.band_top } else { room.bottom() };
        let highest = base - room.top - ABOVE_EARS * self.pixel();
        let heights = std::iter::successors(Some(highest), |high| Some(high * NEXT_HEIGHT));
        let heights = heights.take_while(|&high| high >= MIN_FOX * self.front.height);
        let fronts = heights.flat_map(|high| {
            let width = high * Fox::WIDTH;
            let fox = Area { left: room.right() - width, top: base - high, width, height: high };
            let below = self.fox_below_cells(letters, after, room, fox);
            [below, self.fox_beside_cells(letters, after, room, fox)]
        });
        fronts.flatten().max_by(|a, b| a.merit.total_cmp(&b.merit))
    }

    /// Arranges a row of cells across the front, and the fox beside the count.
    fn fox_below_cells(
        &self,
        letters: usize,
        after: Option<&str>,
        room: Area,
        fox: Area,
    ) -> Option<FoxFront> {
        let pixel = self.pixel();
        let cells = (letters, 1);
        let side = self.cell_side(cells, (room.width, MAX_CELL * pixel));
        let after = self.fit_after(after, room.width)?;
        let used = side + self.height_after(after.as_ref());
        let spare = fox.top - ABOVE_EARS * pixel - room.top - used;
        if spare < 0.0 {
            return None;
        }
        let top = room.top + 0.5 * spare;
        let column = Area { width: fox.left - room.left - SPACE * pixel, ..room };
        let count = self.count_row(column.width, CountStyle::Stacked).ok()?;
        let left = room.bottom() - top - used - SPACE * pixel - count.height;
        let at = (room.left, room.bottom() - count.height - 0.45 * left);
        let width = self.cells_width(cells, side);
        let cells_area = Area { left: room.left, top, width, height: side };
        (left >= 0.0).then(|| self.weighed(cells, cells_area, after, (count, at), fox))
    }

    /// Arranges the cells and the count in a column beside the fox.
    fn fox_beside_cells(
        &self,
        letters: usize,
        after: Option<&str>,
        room: Area,
        fox: Area,
    ) -> Option<FoxFront> {
        let pixel = self.pixel();
        let rows = if letters > 3 { 2 } else { 1 };
        let cells = (letters.div_ceil(rows), rows);
        let column = Area { width: fox.left - room.left - SPACE * pixel, ..room };
        let after = self.fit_after(after, column.width)?;
        let count = self.count_row(column.width, CountStyle::Beside).ok()?;
        let rest = room.height - self.height_after(after.as_ref()) - SPACE * pixel - count.height;
        let most = MAX_CELL * pixel * rows as f64;
        let side = self.cell_side(cells, (column.width, rest.min(most)));
        let height = rows as f64 * side * (1.0 + GAP) - side * GAP;
        let spare = (rest - height).max(0.0) / 3.0;
        let top = room.top + spare;
        let at = (room.left, room.bottom() - count.height - spare);
        let cells_area =
            Area { left: room.left, top, width: self.cells_width(cells, side), height };
        let is_legible = LETTER * side >= MIN_WORD * pixel;
        is_legible.then(|| self.weighed(cells, cells_area, after, (count, at), fox))
    }

    fn weighed(
        &self,
        cells: (usize, usize),
        cells_area: Area,
        after: Option<TextLines>,
        count: (CountRow, Point),
        fox: Area,
    ) -> FoxFront {
        let below = cells_area.bottom() + SPACE * self.pixel();
        let after = after.map(|after| (below + after.ink_above(), after));
        let side = cells_area.height / cells.1 as f64;
        FoxFront { cells, cells_area, after, count, fox, merit: fox.height * fox.height * side }
    }

    /// Fits the title after its word. `None` if it does not fit.
    fn fit_after(&self, after: Option<&str>, width: f64) -> Option<Option<TextLines>> {
        let Some(after) = after else { return Some(None) };
        let room = (width, 0.11 * self.front.height);
        self.fit_part_of_title(after, room, 17.0).ok().map(Some)
    }

    /// Returns the height of the title after its word, with the space above it.
    fn height_after(&self, after: Option<&TextLines>) -> f64 {
        after.map_or(0.0, |after| after.ink_height() + SPACE * self.pixel())
    }

    fn cells_width(&self, (columns, _): (usize, usize), side: f64) -> f64 {
        columns as f64 * side * (1.0 + GAP) - side * GAP
    }

    /// Draws the cells, the words and the fox.
    pub(super) fn draw_fox_front(&mut self, front: FoxFront, letters: &[char]) {
        let FoxFront { cells, cells_area, after, count, fox, .. } = front;
        self.draw_cells(letters, cells, cells_area);
        if let Some((y, after)) = after {
            self.write(self.colours.text(), &after, (cells_area.left, y), TextAlign::Left);
        }
        self.draw_count(&count.0, count.1, None);
        let colours = self.fox_colours();
        let fox = Fox::new(FigureMood::Cheering).in_colours(colours).draw_within(fox);
        self.marks.extend(fox);
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
