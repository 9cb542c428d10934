//! The front *window*: a block of the puzzle as a window with nine panes, and a scene behind it.

use super::heading::HEADING;
use super::{Area, Cell, CountStyle, Cover, CoverResult, FrontHeading};
use crate::book::model::look::Scene;

/// The panes that show a digit, counted row by row.
const PANES_WITH_DIGITS: [usize; 6] = [0, 2, 4, 5, 6, 8];
/// The widths of the frame and of the bars between panes, as fractions of the width of the front.
const FRAME_WIDTH: f64 = 0.03;
const BAR_WIDTH: f64 = 0.017;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_window_front(&mut self) -> CoverResult<()> {
        let (front, pixel) = (self.front, self.pixel());
        self.draw_foot_band()?;
        let live = self.above_foot(6.0);
        let frame = FRAME_WIDTH * front.width;
        if self.is_wide_front() {
            let room = self.draw_wide_heading(live)?;
            let height = room.height.min(1.15 * room.width);
            let top = live.top + (live.height - height) / 2.0;
            self.draw_window(Area { top, height, ..room }.inside(frame * 0.8));
            return Ok(());
        }
        let row = self.count_row(live.width, CountStyle::Stacked)?;
        let least = (HEADING * pixel - row.height).min(live.height - row.height - 40.0 * pixel);
        let height = (0.7 * live.height - row.height - 10.0 * pixel).max(least);
        let heading = FrontHeading { count: CountStyle::Nothing, is_centred: true, has_word: true };
        let top = self.head_above(live, (height, 8.0), heading)?.top;
        let sill = 0.028 * front.width;
        let room = live.bottom() - row.height - 10.0 * pixel - sill - top;
        let width = 0.88 * front.width;
        let height = room.min(width * 1.02);
        let over = (room - height) / 2.0;
        let left = front.left + (front.width - width) / 2.0;
        self.draw_window(Area { left, top: top + over, width, height }.inside(frame));
        let (edge, top) = (0.02 * front.width, top + over + height);
        let ledge = Area { left: left - edge, top, width: width + 2.0 * edge, height: sill };
        self.marks.push(ledge.filled(self.colours.deep));
        self.draw_count(&row, (live.left, live.bottom() - row.height), Some(live.width));
        Ok(())
    }

    /// Draws the window: the scene fills the glass, and the frame surrounds it.
    fn draw_window(&mut self, glass: Area) {
        let (frame, bar) = (FRAME_WIDTH * self.front.width, BAR_WIDTH * self.front.width);
        let colours = SceneColours::from_scene(self.scene);
        self.draw_scene(glass, colours);
        let wood = self.colours.deep;
        let (left, width) = (glass.left - frame, glass.width + 2.0 * frame);
        let across = |top: f64, height: f64| Area { left, top, width, height };
        let down = |left: f64, width: f64| Area { left, width, ..glass };
        let mut bars = vec![
            across(glass.top - frame, frame),
            across(glass.bottom(), frame),
            down(glass.left - frame, frame),
            down(glass.right(), frame),
        ];
        for third in [1.0, 2.0] {
            bars.push(across(glass.top + third * glass.height / 3.0 - bar / 2.0, bar));
            bars.push(down(glass.left + third * glass.width / 3.0 - bar / 2.0, bar));
        }
        if self.scene == Scene::Snow {
            // Snow lies on the bars.
            let white = self.colour_of([0xff, 0xff, 0xff]);
            for third in [1.0, 2.0, 3.0] {
                let end = glass.top + third * glass.height / 3.0;
                let end = if third < 3.0 { end - bar / 2.0 } else { end };
                let lies = Area { top: end - 0.9 * bar, height: 0.9 * bar, ..glass };
                self.marks.push(lies.filled(white));
            }
        }
        self.marks.extend(bars.into_iter().map(|bar| bar.filled(wood)));
        let solution = *self.volume.classic_puzzle(self.front_puzzle).solution();
        let face = self.title_faces().first();
        let (wide, high) = (glass.width / 3.0, glass.height / 3.0);
        let digits = PANES_WITH_DIGITS.map(|pane| {
            let x = glass.left + (pane % 3) as f64 * wide + wide / 2.0;
            let y = glass.top + (pane / 3) as f64 * high + high / 2.0;
            (solution[Cell::new(pane / 3, pane % 3)], (x, y))
        });
        self.draw_figures(self.colour_of(colours.digit), (face, 0.74 * high.min(wide)), digits);
    }
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
