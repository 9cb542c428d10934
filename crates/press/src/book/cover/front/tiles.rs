//! The front *tiles*: the givens of a puzzle as bright tiles. The first and the last band of the
//! puzzle are at the head and at the foot, and the words take the place of the band between them.

use super::{Area, CountStyle, Cover, CoverResult, Heading, MIN_NUMBER, TextAlign};

/// The numbers of rows at the head and at the foot to try, the best first.
const ROWS: [usize; 3] = [3, 2, 1];
/// The minimum height of the words beside three rows and beside two, in pixels.
const MIN_WORDS: f64 = 92.0;
/// The width of the tiles of a small puzzle on a wide front, as a fraction of the live area. Those
/// at the foot end at its right edge.
const SMALL_WIDTH: f64 = 0.5;
/// The type size of a digit, as a fraction of the place of its tile.
const DIGIT_SIZE: f64 = 0.56;
/// The space between tiles and words, in pixels.
const SPACE: f64 = 9.0;
/// The minimum type size of a title between these rows, in pixels, and of the number of puzzles, as
/// a fraction of the wanted one.
const GOOD_TITLE: f64 = 19.0;
const NEARLY: f64 = 0.99;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_tiles_front(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        let live = self.above_foot(&foot);
        let shape = self.volume.shape(self.front_puzzle);
        let is_small = self.is_wide_front() && shape.mini().is_some();
        let width = if is_small { SMALL_WIDTH * live.width } else { live.width };
        let head = Area { width, ..live };
        for rows in ROWS.into_iter().filter(|rows| 2 * rows < shape.side()) {
            let high = self.tile_rows_height(width, shape, rows);
            let space = SPACE * self.pixel();
            let room = live.with_top(live.top + high + space);
            let room = Area { height: room.height - high - space, ..room };
            let is_last = rows == ROWS[ROWS.len() - 1];
            if room.height < MIN_WORDS * self.pixel() && !is_last {
                continue;
            }
            let heading = self.fit_heading(room, self.heading_form(CountStyle::Beside));
            if is_last || heading.as_ref().is_ok_and(|found| self.is_good_heading(found)) {
                let heading = heading?;
                self.draw_tile_rows(head, 0..rows);
                let top = room.top + (room.height - heading.height()).max(0.0) / 2.0;
                self.draw_heading(heading, room.with_top(top));
                let last = shape.side() - rows..shape.side();
                let foot_left = live.right() - width;
                let end = Area { left: foot_left, top: live.bottom() - high, ..head };
                self.draw_tile_rows(end, last);
                self.draw_foot(&foot, self.colours.ground, TextAlign::Left);
                return Ok(());
            }
        }
        unreachable!("the last number of rows counts")
    }

    /// Returns true if the title is large, and the number of puzzles is as large as it should be or
    /// as the title.
    fn is_good_heading(&self, heading: &Heading) -> bool {
        let wanted = self.type_size(self.display(), "0", MIN_NUMBER).min(heading.title_size);
        heading.title_size >= GOOD_TITLE * self.pixel() && heading.limit >= NEARLY * wanted
    }

    /// Draws some rows of the puzzle as tiles with the givens, as wide as an area.
    fn draw_tile_rows(&mut self, area: Area, rows: std::ops::Range<usize>) {
        let colours = self.colours;
        let bright = colours.large_shape(&[colours.accent]);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let cells = rows.start * puzzle.side()..rows.end * puzzle.side();
        let tints = [bright, colours.shade];
        let places = self.draw_tiles(area, &puzzle.givens, rows, tints);
        let signs = cells.zip(places).filter_map(|(cell, at)| Some((puzzle.given(cell)?, at)));
        let size = DIGIT_SIZE * self.tile_place(area.width, puzzle.shape());
        let figures = puzzle.figures(self.volume.setup.figures().strong.first(), size);
        let colour = colours.on(bright, &[colours.ink, colours.paper]);
        self.draw_figures(colour, figures, signs);
    }
}
