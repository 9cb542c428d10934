//! The front *window*: a block of the puzzle as a window, a pane for each cell, and a scene behind
//! it. The number of the volume is the number of the house.

use super::super::shapes::TILE_ROUND;
use super::{Area, CountStyle, Cover, CoverResult, HeadingForm, TextAlign};
use crate::look::Scene;
use page::Raster;

/// The panes without a digit besides the one with the moon, if there are nine.
const EMPTY_PANES: [usize; 2] = [3, 7];
const NINE: usize = 9;
/// The widths of the frame and of the bars between panes, as fractions of the width of the front.
const FRAME_WIDTH: f64 = 0.03;
const BAR_WIDTH: f64 = 0.017;

/// The type size of the digits, as a fraction of the smaller side of a pane.
const DIGIT_SIZE: f64 = 0.74;
/// The maximum height of a pane as a multiple of its width, and on a wide front.
const MAX_PANE: f64 = 1.3;
const WIDE_MAX_PANE: f64 = 1.5;
/// The maximum width of the window as a fraction of the front, and the minimum part of the live
/// area that it keeps.
const MAX_WINDOW: f64 = 0.86;
const MIN_WINDOW: f64 = 0.36;
/// The maximum width of the window on a wide front as a fraction of it, and the space between the
/// window and the words beside it, in pixels.
const WIDE_WINDOW: f64 = 0.4;
const ASIDE: f64 = 8.0;
/// The sill: its height and its length beyond the window, as fractions of the front.
const SILL: f64 = 0.028;
const SILL_BEYOND: f64 = 0.025;
/// The space above the window, and between the sill and the words below it, in pixels.
const ABOVE: f64 = 8.0;
const BELOW: f64 = 9.0;
/// The space between the window and the plate with the number of the house, in pixels.
const PLATE_GAP: f64 = 8.0;
/// The height of snow on a bar, as a fraction of the width of the bar.
const SNOW: f64 = 0.9;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_window_front(&mut self) -> CoverResult<()> {
        let (front, pixel) = (self.front, self.pixel());
        let frame = FRAME_WIDTH * front.width;
        let foot = self.fit_foot()?;
        let live = self.above_foot(&foot);
        if self.is_wide_front() {
            self.draw_wide_window(live)?;
            self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
            return Ok(());
        }
        let base = self.heading_form(CountStyle::Nothing);
        let form = HeadingForm { align: TextAlign::Middle, ..base };
        let usual = self.fit_count(live.width, CountStyle::Stacked, f64::INFINITY, true)?;
        let sill = SILL * front.width;
        let between = (ABOVE + BELOW) * pixel + sill;
        let height = (1.0 - MIN_WINDOW) * live.height - usual.height - between;
        let heading = self.fit_heading(Area { height, ..live }, form)?;
        let row = self.fit_count(live.width, CountStyle::Stacked, heading.largest(), true)?;
        let top = live.top + heading.height() + ABOVE * pixel;
        self.draw_heading(heading, live);
        let room =
            Area { top, height: live.bottom() - row.height - BELOW * pixel - sill - top, ..live };
        let plate = self.volume_tile_side();
        let beside = plate.map_or(0.0, |side| side + PLATE_GAP * pixel + SILL_BEYOND * front.width);
        let widest = (MAX_WINDOW * front.width).min(room.width - beside);
        let mut window = window_in(room, widest, MAX_PANE);
        window.left -= beside / 2.0;
        let ledge = Area { top: window.bottom(), height: sill, ..window };
        self.draw_window(window.inside(frame));
        let ledge = ledge.centred(window.width + 2.0 * SILL_BEYOND * front.width);
        self.marks.push(ledge.filled(self.colours.deep));
        if let Some(side) = plate {
            let left = ledge.right() + PLATE_GAP * pixel;
            self.draw_house_number(Area { left, top: window.top, width: side, height: side });
        }
        let count = Area { top: live.bottom() - row.height, height: row.height, ..live };
        self.draw_count(&row, count, TextAlign::Middle, self.colours.text());
        self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Draws the plate with the number of the volume beside the window.
    fn draw_house_number(&mut self, plate: Area) {
        self.draw_number_tile(plate, self.colours.deep, TILE_ROUND * plate.width);
    }

    /// Draws a sill over the whole width of a live area, the window on its left end, and the words
    /// beside the window.
    fn draw_wide_window(&mut self, live: Area) -> CoverResult<()> {
        let front = self.front;
        let sill = Area { height: SILL * front.width, ..live };
        let sill = Area { top: live.bottom() - sill.height, ..sill };
        let room = Area { height: sill.top - live.top, ..live };
        let column = Area { width: WIDE_WINDOW * front.width, ..room };
        let window = window_in(column, column.width, WIDE_MAX_PANE);
        let window = Area { left: live.left, top: sill.top - window.height, ..window };
        let left = window.right() + ASIDE * self.pixel();
        let plate = self.volume_tile_side();
        let below = plate.unwrap_or(0.0) + ABOVE * self.pixel();
        let height = room.height - below;
        let words = Area { left, width: live.right() - left, height, ..room };
        let base = self.heading_form(CountStyle::Stacked);
        let heading = self.fit_heading(words, HeadingForm { align: TextAlign::Middle, ..base })?;
        let top = words.top + (words.height - heading.height()) / 2.0;
        self.draw_heading(heading, words.with_top(top));
        if let Some(side) = plate {
            // The plate stands on the sill.
            let column = words.centred(side);
            self.draw_house_number(Area { top: sill.top - side, height: side, ..column });
        }
        self.draw_window(window.inside(FRAME_WIDTH * front.width));
        self.marks.push(sill.filled(self.colours.deep));
        Ok(())
    }

    /// Draws the window: the scene fills the glass, and the frame surrounds it.
    fn draw_window(&mut self, glass: Area) {
        let colours = SceneColours::from_scene(self.scene);
        self.draw_scene(glass, colours);
        self.draw_bars(glass);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let (columns, rows) = (puzzle.shape().block_columns(), puzzle.shape().block_rows());
        let pane = (glass.width / columns as f64, glass.height / rows as f64);
        let size = DIGIT_SIZE * pane.0.min(pane.1);
        let figures = puzzle.figures(self.title_faces().first(), size);
        let panes = Raster { columns, rows, first: glass.corner(), pitch: pane };
        let mut signs = Vec::new();
        for (place, (left, top)) in panes.across().enumerate() {
            let is_empty = columns * rows == NINE && EMPTY_PANES.contains(&place);
            if place != columns / 2 && !is_empty {
                let cell = place / columns * puzzle.side() + place % columns;
                signs.push((puzzle.found(cell), (left + pane.0 / 2.0, top + pane.1 / 2.0)));
            }
        }
        self.draw_figures(self.colour_of(colours.digit), figures, signs);
    }

    /// Draws the frame around the glass, and the bars between the panes. Snow lies on them.
    fn draw_bars(&mut self, glass: Area) {
        let (frame, bar) = (FRAME_WIDTH * self.front.width, BAR_WIDTH * self.front.width);
        let outer = glass.inside(-frame);
        let mut bars = vec![
            Area { height: frame, ..outer },
            Area { top: glass.bottom(), height: frame, ..outer },
            Area { width: frame, ..outer },
            Area { left: glass.right(), width: frame, ..outer },
        ];
        let shape = self.volume.shape(self.front_puzzle);
        let mut ledges = vec![glass.bottom()];
        for row in 1..shape.block_rows() {
            let (_, y) = glass.at((0.0, row as f64 / shape.block_rows() as f64));
            bars.push(Area { top: y - bar / 2.0, height: bar, ..glass });
            ledges.push(y - bar / 2.0);
        }
        for column in 1..shape.block_columns() {
            let (x, _) = glass.at((column as f64 / shape.block_columns() as f64, 0.0));
            bars.push(Area { left: x - bar / 2.0, width: bar, ..glass });
        }
        let wood = self.colours.deep;
        if self.scene == Scene::Snow {
            let (white, high) = (self.colour_of([0xff, 0xff, 0xff]), SNOW * bar);
            for end in ledges {
                let snow = Area { top: end - high, height: high, ..glass };
                self.marks.push(snow.filled(white));
            }
        }
        self.marks.extend(bars.into_iter().map(|bar| bar.filled(wood)));
    }
}

/// Returns the window in the middle of a room, as high as the room. Its panes are higher than wide,
/// or nearly square. `widest` is the maximum width of the window, and `max_pane` is the maximum
/// height of a pane as a multiple of its width.
fn window_in(room: Area, widest: f64, max_pane: f64) -> Area {
    let width = room.width.min(widest).min(room.height);
    let height = room.height.min(max_pane * width);
    let top = room.top + (room.height - height) / 2.0;
    Area { top, height, ..room.centred(width) }
}

/// The colours of a scene.
#[derive(Clone, Copy)]
pub(super) struct SceneColours {
    pub sky: [u8; 3],
    /// The far and the near hill, or two colours of waves.
    pub hills: [[u8; 3]; 2],
    pub light: [u8; 3],
    digit: [u8; 3],
}

impl SceneColours {
    fn from_scene(scene: Scene) -> Self {
        let colours = |sky, far, near, light, digit| Self {
            sky: rgb(sky),
            hills: [rgb(far), rgb(near)],
            light: rgb(light),
            digit: rgb(digit),
        };
        match scene {
            Scene::Rain => colours(0x2b_4a73, 0x23_3f64, 0x1b_3150, 0xfb_e3a6, 0xfb_e3a6),
            Scene::Snow => colours(0x3a_5f8a, 0x2f_4f77, 0x28_4467, 0xff_ffff, 0xff_f3cf),
            Scene::Sun => colours(0xfd_d58a, 0xf2_b35c, 0xe8_9c45, 0xff_f3c4, 0x5a_2410),
            Scene::Leaves => colours(0xf3_e6c4, 0xe6_d3a0, 0xdb_c48a, 0xff_f8e2, 0x4a_2812),
            Scene::Waves => colours(0xe2_f3f4, 0x8c_cbd6, 0x64_b6c6, 0xff_f1c0, 0x0c_3550),
            Scene::Stars => colours(0x1d_2556, 0x16_1c44, 0x10_1534, 0xff_eab0, 0xff_eab0),
        }
    }
}

fn rgb(hex: u32) -> [u8; 3] {
    let [_, rgb @ ..] = hex.to_be_bytes();
    rgb
}
