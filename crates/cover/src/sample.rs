//! A page of the book on its cover, drawn as outlines: small and tilted, or at its true size.

use super::{Area, Colour, Cover, DrawOp, PathEl, PathPaint, Point};
use page::{FlatMark, Page};

/// The minimum width of a line in the printers' guidelines, in points.
const MIN_LINE: f64 = 0.76;
/// The minimum part of a mark that is seen, in points: less is too thin to print.
const MIN_SIDE: f64 = 0.5;
/// The offset of the shadow, as a fraction of the width of the page.
const SHADOW: f64 = 0.02;

/// The angle of a page: its cosine and its sine, positive for a page whose right edge is higher.
/// They are constants because the results of trigonometric functions differ between platforms.
pub(super) type Tilt = Point;

/// The part of a page that is seen.
#[derive(Clone, Copy)]
pub(super) struct SeenPart {
    /// The area that the part fills. Lines end at its edges.
    pub area: Area,
    /// The area in which letters are whole. What begins after its end is left out.
    pub letters: Area,
    /// The area inside the trim. A mark that is left by an edge of it reaches the edge of the part.
    pub trim: Area,
}

impl SeenPart {
    /// Returns a part all of which is inside the trim.
    pub fn whole(area: Area) -> Self {
        Self { area, letters: area, trim: area }
    }

    /// Returns the same part, measured from a point.
    fn measured_from(self, (x, y): Point) -> Self {
        let moved = |area: Area| Area { left: area.left - x, top: area.top - y, ..area };
        Self { area: moved(self.area), letters: moved(self.letters), trim: moved(self.trim) }
    }
}

/// A page of the book, and its place on the cover.
pub(super) struct SamplePage {
    page: Page,
    /// The part that is seen, in points of the page.
    seen: SeenPart,
    /// The place of the upper left corner of the page.
    corner: Point,
    scale: f64,
    tilt: Tilt,
}

impl SamplePage {
    /// Places a whole page around a point.
    pub fn around(page: Page, middle: Point, scale: f64, tilt: Tilt) -> Self {
        let whole = Area { left: 0.0, top: 0.0, width: page.width, height: page.height };
        let (x, y) = (page.width * scale / 2.0, page.height * scale / 2.0);
        let corner = (middle.0 - x * tilt.0 - y * tilt.1, middle.1 + x * tilt.1 - y * tilt.0);
        Self { page, seen: SeenPart::whole(whole), corner, scale, tilt }
    }

    /// Places a page at its true size, with its upper left corner at a point of the cover. Of it a
    /// part of the cover is seen.
    pub fn at_true_size(page: Page, corner: Point, seen: SeenPart) -> Self {
        let seen = seen.measured_from(corner);
        Self { page, seen, corner, scale: 1.0, tilt: (1.0, 0.0) }
    }

    /// Returns the width and the height of a tilted page of this size.
    pub fn tilted_size((width, height): Point, (cos, sin): Tilt) -> Point {
        let sin = sin.abs();
        (width * cos + height * sin, width * sin + height * cos)
    }

    /// Maps a point of the page to the cover. Points beyond the seen part move to its edge.
    fn at(&self, point: Point) -> Point {
        let (cos, sin) = self.tilt;
        let seen = self.seen.area;
        let x = point.0.clamp(seen.left, seen.right()) * self.scale;
        let y = point.1.clamp(seen.top, seen.bottom()) * self.scale;
        (self.corner.0 + x * cos + y * sin, self.corner.1 - x * sin + y * cos)
    }

    /// Returns the width of a line on the page, before it is scaled. Lines shrink less than the
    /// page, or thin and thick lines would be alike.
    fn visible_width(&self, width: f64) -> f64 {
        (width * (1.0 + self.scale) / 2.0).max(MIN_LINE) / self.scale
    }

    /// Returns the corners of the seen part.
    fn outline(&self) -> Vec<Point> {
        self.seen.area.corners().map(|at| self.at(at)).to_vec()
    }

    /// Returns its marks as outlines on the cover, neighbours of one colour in one group. A tile
    /// covers a part of it.
    fn outlines(&self, tile: Option<Area>) -> Vec<DrawOp> {
        let mut groups: Vec<DrawOp> = Vec::new();
        for mark in FlatMark::all(&self.page.marks) {
            let fills = mark.fills(|width| self.visible_width(width), |point| point);
            let seen = fills.into_iter().filter_map(|fill| self.seen_fill(fill, tile));
            let fills: Vec<_> = seen.collect();
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

    /// Returns true for an area that is seen and does not end in the bleed.
    fn is_seen(&self, points: &[Point]) -> bool {
        let (mark, SeenPart { area, letters, trim }) = (Area::around(points), self.seen);
        mark.overlaps(trim.inside(MIN_SIDE))
            && mark.left <= letters.right()
            && mark.top <= letters.bottom()
            && (mark.left <= area.left || mark.left >= trim.left)
            && (mark.top <= area.top || mark.top >= trim.top)
            && (mark.right() >= area.right() || mark.right() <= trim.right())
            && (mark.bottom() >= area.bottom() || mark.bottom() <= trim.bottom())
    }

    /// Returns a filled area of the page on the cover. `None` for one that is not seen, and for a
    /// letter that is cut or that the tile covers.
    fn seen_fill(&self, fill: DrawOp, tile: Option<Area>) -> Option<DrawOp> {
        match fill {
            DrawOp::Path { points, paint } => {
                let is_seen = self.is_seen(&points);
                let points = points.into_iter().map(|point| self.at(point)).collect();
                is_seen.then_some(DrawOp::Path { points, paint })
            }
            DrawOp::Shape { steps, even_odd } => {
                let letters = self.seen.letters;
                let is_whole = steps.iter().flat_map(PathEl::points).all(|at| letters.holds(*at));
                let steps: Vec<_> =
                    steps.iter().map(|step| step.map_points(|point| self.at(point))).collect();
                let place = Area::around(steps.iter().flat_map(PathEl::points));
                let is_seen = is_whole && !tile.is_some_and(|tile| tile.overlaps(place));
                is_seen.then_some(DrawOp::Shape { steps, even_odd })
            }
            _ => None,
        }
    }
}

impl Cover<'_> {
    /// Draws a page of the book with its shadow.
    pub(super) fn draw_sample(&mut self, page: &SamplePage) {
        let far = SHADOW * page.page.width * page.scale;
        let outline = page.outline();
        let shadow = outline.iter().map(|&(x, y)| (x - far / 2.0, y + far)).collect();
        let shadow_colour = self.shadow_colour();
        self.paint(shadow_colour, vec![DrawOp::Path { points: shadow, paint: PathPaint::Fill }]);
        let paper = DrawOp::Path { points: outline, paint: PathPaint::Fill };
        self.paint(Colour::WHITE, vec![paper]);
        self.marks.extend(page.outlines(self.foot_tile));
    }
}
