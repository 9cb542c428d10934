//! A page of the book on the back of its cover, drawn as outlines: small and tilted, or at its true
//! size.

use super::{Area, Colour, Cover, DrawOp, PathEl, PathPaint, Point};
use page::{FlatMark, Page};

/// The minimum width of a line in the printers' guidelines, in points.
const MIN_LINE: f64 = 0.76;
/// The offset of the shadow, as a fraction of the width of the page.
const SHADOW: f64 = 0.02;

/// The angle of a page: its cosine and its sine, positive for a page whose right edge is higher.
/// They are constants because the results of trigonometric functions differ between platforms.
pub(super) type Tilt = Point;

/// A page of the book, and its place on the back.
pub(super) struct SamplePage {
    page: Page,
    /// The part of the page that is seen, in points of the page. Lines end at its edges.
    seen: Area,
    /// The part in which letters are whole. What is beyond it is left out.
    letters: Area,
    /// The part beyond which a mark reaches the edge of the sheet.
    trim: Area,
    /// The place of the upper left corner of the page.
    corner: Point,
    scale: f64,
    tilt: Tilt,
}

impl SamplePage {
    /// Places a whole page around a point.
    pub fn around(page: Page, middle: Point, scale: f64, tilt: Tilt) -> Self {
        let seen = Area { left: 0.0, top: 0.0, width: page.width, height: page.height };
        let (x, y) = (page.width * scale / 2.0, page.height * scale / 2.0);
        let corner = (middle.0 - x * tilt.0 - y * tilt.1, middle.1 + x * tilt.1 - y * tilt.0);
        Self { page, seen, letters: seen, trim: seen, corner, scale, tilt }
    }

    /// Places a page at its true size. What is seen ends at the right and below at a margin around
    /// `end`, a point of the page, and fills `area`. The sheet ends at the left and upper edges of
    /// the area. Letters keep the distance `safe` from these edges, and other marks that end within
    /// `bleed` are left out.
    pub fn at_true_size(
        page: Page,
        (end, margin): (Point, f64),
        area: Area,
        (bleed, safe): (f64, f64),
    ) -> Self {
        let corner = (area.right() - end.0 - margin, area.bottom() - end.1 - margin);
        let seen = Area { left: area.left - corner.0, top: area.top - corner.1, ..area };
        let from = |distance: f64| {
            let (left, top) = (seen.left + distance, seen.top + distance);
            Area { left, top, width: end.0 - left, height: end.1 - top }
        };
        let (letters, trim) = (from(safe), from(bleed));
        Self { page, seen, letters, trim, corner, scale: 1.0, tilt: (1.0, 0.0) }
    }

    /// Returns the width and the height of a tilted page of this size.
    pub fn tilted_size((width, height): Point, (cos, sin): Tilt) -> Point {
        let sin = sin.abs();
        (width * cos + height * sin, width * sin + height * cos)
    }

    /// Maps a point of the page to the cover. Points beyond the seen part move to its edge.
    fn at(&self, point: Point) -> Point {
        let (cos, sin) = self.tilt;
        let x = point.0.clamp(self.seen.left, self.seen.right()) * self.scale;
        let y = point.1.clamp(self.seen.top, self.seen.bottom()) * self.scale;
        (self.corner.0 + x * cos + y * sin, self.corner.1 - x * sin + y * cos)
    }

    /// Returns the width of a line on the page, before it is scaled. Lines shrink less than the
    /// page, or thin and thick lines would be alike.
    fn visible_width(&self, width: f64) -> f64 {
        (width * (1.0 + self.scale) / 2.0).max(MIN_LINE) / self.scale
    }

    /// Returns the corners of the seen part.
    fn outline(&self) -> Vec<Point> {
        self.seen.corners().map(|at| self.at(at)).to_vec()
    }

    /// Returns its marks as outlines on the cover, neighbours of one colour in one group.
    fn outlines(&self) -> Vec<DrawOp> {
        let mut groups: Vec<DrawOp> = Vec::new();
        for mark in FlatMark::all(&self.page.marks) {
            let fills = mark.fills(|width| self.visible_width(width), |point| point);
            let fills: Vec<_> = fills.into_iter().filter_map(|fill| self.seen_fill(fill)).collect();
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
        let ends = |of: fn(&Point) -> f64| {
            let values = points.iter().map(of);
            values.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let ((left, right), (top, bottom)) = (ends(|at| at.0), ends(|at| at.1));
        let (seen, trim) = (self.seen, self.trim);
        let ends_well = |end: f64, sheet: f64, trim: f64| end <= sheet || end >= trim;
        right >= trim.left
            && bottom >= trim.top
            && left <= trim.right()
            && top <= trim.bottom()
            && ends_well(left, seen.left, trim.left)
            && ends_well(top, seen.top, trim.top)
    }

    /// Returns a filled area of the page on the cover. `None` for one that is not seen, and for a
    /// letter that is cut.
    fn seen_fill(&self, fill: DrawOp) -> Option<DrawOp> {
        match fill {
            DrawOp::Path { points, paint } => {
                let is_seen = self.is_seen(&points);
                let points = points.into_iter().map(|point| self.at(point)).collect();
                is_seen.then_some(DrawOp::Path { points, paint })
            }
            DrawOp::Shape { steps, even_odd } => {
                let whole = steps.iter().flat_map(PathEl::points).all(|at| self.letters.holds(*at));
                let steps =
                    steps.iter().map(|step| step.map_points(|point| self.at(point))).collect();
                whole.then_some(DrawOp::Shape { steps, even_odd })
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
        self.marks.extend(page.outlines());
    }
}
