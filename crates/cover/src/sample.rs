//! A page of the book on the back of its cover: small and tilted, drawn as outlines.

use super::{Area, Colour, Cover, DrawOp, PathPaint, Point};
use book::Volume;
use page::FlatMark;

/// The cosine and the sine of the angle of the page, 4 degrees. They are constants because the
/// results of trigonometric functions differ between platforms.
const TURN: Point = (0.997_564, 0.069_756);
/// The minimum width of a line in the printers' guidelines, in points.
const MIN_LINE: f64 = 0.76;
/// The offset of the shadow, as a fraction of the width of the page.
const SHADOW: f64 = 0.02;

/// A page of the book, and its place on the back.
pub(super) struct SamplePage {
    marks: Vec<DrawOp>,
    size: Point,
    /// The place of the upper left corner.
    corner: Point,
    scale: f64,
}

impl SamplePage {
    /// Lays out the page of a puzzle, as large as a place permits. `None` if no page of puzzles has
    /// it.
    pub fn new(volume: &Volume, puzzle: usize, place: Area) -> Option<Self> {
        let page = volume.puzzle_page(puzzle)?;
        let size = (page.width, page.height);
        let turned = (size.0 * TURN.0 + size.1 * TURN.1, size.0 * TURN.1 + size.1 * TURN.0);
        let scale = (place.width / turned.0).min(place.height / turned.1);
        let spare = place.height - turned.1 * scale;
        let corner = (place.left, place.top + spare / 2.0 + size.0 * TURN.1 * scale);
        Some(Self { marks: page.marks, size, corner, scale })
    }

    /// Returns the width of the tilted page.
    pub fn width(&self) -> f64 {
        (self.size.0 * TURN.0 + self.size.1 * TURN.1) * self.scale
    }

    /// Maps a point of the page to the cover. A mark ends at the edge of the page.
    fn at(&self, point: Point) -> Point {
        let x = point.0.clamp(0.0, self.size.0) * self.scale;
        let y = point.1.clamp(0.0, self.size.1) * self.scale;
        (self.corner.0 + x * TURN.0 + y * TURN.1, self.corner.1 - x * TURN.1 + y * TURN.0)
    }

    /// Returns the width of a line on the page, before it is scaled. Lines shrink less than the
    /// page, or thin and thick lines would be alike.
    fn visible_width(&self, width: f64) -> f64 {
        (width * (1.0 + self.scale) / 2.0).max(MIN_LINE) / self.scale
    }

    /// Returns the corners of the page.
    fn outline(&self) -> Vec<Point> {
        let (width, height) = self.size;
        [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|at| self.at(at)).to_vec()
    }

    /// Returns its marks as outlines on the cover, neighbours of one colour in one group.
    fn outlines(&self) -> Vec<DrawOp> {
        let mut groups: Vec<DrawOp> = Vec::new();
        for mark in FlatMark::all(&self.marks) {
            let fills = mark.fills(|width| self.visible_width(width), |point| self.at(point));
            if let Some(DrawOp::Colored { colour, marks }) = groups.last_mut()
                && *colour == mark.colour
            {
                marks.extend(fills);
            } else if !fills.is_empty() {
                groups.push(DrawOp::Colored { colour: mark.colour, marks: fills });
            }
        }
        groups
    }
}

impl Cover<'_> {
    /// Draws a page of the book with its shadow.
    pub(super) fn draw_sample(&mut self, page: &SamplePage) {
        let far = SHADOW * page.size.0 * page.scale;
        let outline = page.outline();
        let shadow = outline.iter().map(|&(x, y)| (x - far / 2.0, y + far)).collect();
        let shadow_colour = self.shadow_colour();
        self.paint(shadow_colour, vec![DrawOp::Path { points: shadow, paint: PathPaint::Fill }]);
        let paper = DrawOp::Path { points: outline, paint: PathPaint::Fill };
        self.paint(Colour::WHITE, vec![paper]);
        self.marks.extend(page.outlines());
    }
}
