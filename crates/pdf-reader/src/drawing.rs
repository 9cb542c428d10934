//! The content of a page: its objects in painting order, each with place, colour and clip. A
//! drawing can be sampled at a point.

use super::coverage::Coverage;
use super::font::{FontResource, GlyphInk};
use super::geometry::{Matrix, PdfPoint, Rect};
use super::path::{Subpath, fill_contains, stroke_contains};
use super::state::{Clip, ColorSpace, PdfPaint, lightness};
use super::usage::ContentUsages;
use lopdf::{ObjectId, Stream};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A page with its objects in painting order: later objects cover earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The objects of the page itself.
    pub objects: Vec<PageObject>,
    /// The objects of the pattern cells that the page uses. Each cell is drawn once, wherever it is
    /// painted.
    pub cells: Vec<PageObject>,
    /// The objects of the glyphs of Type 3 fonts. Each glyph is drawn once, where it is first
    /// shown.
    pub glyphs: Vec<PageObject>,
    /// The uses of the content that a standard may forbid.
    pub usages: ContentUsages,
    /// The number of comparisons of a segment with a point so far.
    comparisons: Cell<usize>,
}

/// A painted object, visible or not.
#[derive(Clone, Debug)]
pub struct PageObject {
    /// Its kind, with its shape.
    pub kind: PageObjectKind,
    /// The bounding box of its ink within the clip rectangle, in points.
    pub bounds: Rect,
    /// Its colour.
    pub paint: PdfPaint,
    /// The opacity; 1 covers what is below.
    pub alpha: f64,
    /// True if its blend mode or soft mask mixes it with what is below.
    pub blends: bool,
    /// True if its ink is added to the ink below.
    pub overprints: bool,
    /// The region in which it is visible.
    pub clip: Clip,
}

/// The kind of a painted object.
#[derive(Clone, Debug)]
pub enum PageObjectKind {
    /// A glyph of a text.
    Glyph(Box<PlacedGlyph>),
    /// A filled path.
    Fill {
        /// The path.
        subpaths: Rc<Vec<Subpath>>,
        /// True for the even-odd rule, false for the nonzero rule.
        even_odd: bool,
    },
    /// A stroked path with its line width in points. `max_dash_gap` is the longest gap of its dash
    /// pattern in points, or 0 for a solid line.
    Stroke {
        /// The path.
        subpaths: Rc<Vec<Subpath>>,
        /// The line width in points.
        width: f64,
        /// True if its ends are cut at the last point.
        butt_caps: bool,
        /// The longest gap in points; 0 for a solid line.
        max_dash_gap: f64,
    },
    /// An image.
    Image(Box<Image>),
    /// A shading that fills the clip.
    Shading,
}

/// Returns the number of segments in all subpaths. Each subpath adds one, so that empty ones cost
/// too.
fn segments(subpaths: &[Subpath]) -> usize {
    subpaths.iter().map(|part| 1 + part.segments.len()).sum()
}

fn same_subpaths(a: &Rc<Vec<Subpath>>, b: &Rc<Vec<Subpath>>) -> bool {
    Rc::ptr_eq(a, b) || a == b
}

impl PageObjectKind {
    /// Returns the number of segments of its path.
    pub fn segments(&self) -> usize {
        match self {
            Self::Glyph(glyph) => match &glyph.ink {
                GlyphInk::Outline(outline) => segments(&outline.subpaths),
                _ => 0,
            },
            Self::Fill { subpaths, .. } | Self::Stroke { subpaths, .. } => segments(subpaths),
            Self::Image(_) | Self::Shading => 0,
        }
    }
}

/// A glyph on a page.
#[derive(Clone, Debug)]
pub struct PlacedGlyph {
    /// Its font.
    pub font: Arc<FontResource>,
    /// Its code in the text of the content stream.
    pub code: u16,
    /// Its shape.
    pub ink: GlyphInk,
    /// The matrix from ems to page points, with the glyph origin at (0, 0).
    pub to_page: Matrix,
    /// The advance width, in points.
    pub advance: f64,
    /// True if the text rendering mode makes it invisible.
    pub hidden: bool,
    /// True if only its outline is painted.
    pub stroke_only: bool,
    /// The colour of the stroke around it, and its width in points.
    pub line: Option<(PdfPaint, f64)>,
}

impl PlacedGlyph {
    /// Returns the font size in points.
    pub fn size(&self) -> f64 {
        self.to_page.0[2].hypot(self.to_page.0[3])
    }

    /// Returns the character that the font states for the code.
    pub fn character(&self) -> char {
        self.font.character(self.code)
    }

    /// Returns the bounding box of its ink in points; `None` without ink.
    pub fn bounds(&self) -> Option<Rect> {
        match &self.ink {
            GlyphInk::Outline(outline) => Some(outline.bounds.transform(self.to_page)),
            GlyphInk::Unknown(bounds) => Some(bounds.transform(self.to_page)),
            GlyphInk::Empty | GlyphInk::Missing => None,
        }
    }
}

/// An image on the unit square.
#[derive(Clone, Debug)]
pub struct Image {
    /// The matrix from the unit square to page points.
    pub to_page: Matrix,
    /// Its object number; `None` for an inline image.
    pub id: Option<ObjectId>,
    /// The stream of an inline image.
    pub inline: Option<Arc<Stream>>,
    /// Width and height in pixels; 0 if the file does not state them.
    pub dots: (f64, f64),
    /// The colour space; `None` for a stencil mask, which is painted in the fill colour.
    pub space: Option<ColorSpace>,
    /// True if it has a soft mask.
    pub masked: bool,
    /// The part of the square that it paints.
    pub(super) coverage: Coverage,
}

impl Image {
    /// Returns true if its stencil or its mask leaves out parts of its square.
    pub fn has_gaps(&self) -> bool {
        self.coverage != Coverage::Whole
    }
}

impl PageObject {
    /// Returns true if the object has ink at a point of the page. A glyph without outline has ink
    /// in its whole box.
    pub fn covers(&self, point: PdfPoint) -> bool {
        if !self.bounds.contains(point) {
            return false;
        }
        let inside = match &self.kind {
            PageObjectKind::Glyph(glyph) => match &glyph.ink {
                GlyphInk::Outline(outline) => match glyph.to_page.inverse() {
                    Some(back) => fill_contains(&outline.subpaths, false, back.apply(point)),
                    None => false,
                },
                GlyphInk::Unknown(_) => true,
                GlyphInk::Empty | GlyphInk::Missing => false,
            },
            PageObjectKind::Fill { subpaths, even_odd } => {
                fill_contains(subpaths, *even_odd, point)
            }
            PageObjectKind::Stroke { subpaths, width, .. } => {
                stroke_contains(subpaths, width / 2.0, point)
            }
            PageObjectKind::Image(image) => {
                image.to_page.inverse().is_some_and(|back| Rect::UNIT.contains(back.apply(point)))
            }
            PageObjectKind::Shading => true,
        };
        inside && self.clip.contains(point)
    }

    /// Returns true if two objects are the same area or line in all that is seen of it, to the last
    /// bit. Other objects, and those with a clip that is no rectangle, are never the same.
    pub fn is_same_path(&self, other: &Self) -> bool {
        let same_kind = match (&self.kind, &other.kind) {
            (
                PageObjectKind::Fill { subpaths: a, even_odd: e },
                PageObjectKind::Fill { subpaths: b, even_odd: f },
            ) => e == f && same_subpaths(a, b),
            (
                PageObjectKind::Stroke { subpaths: a, width: v, butt_caps: f, max_dash_gap: c },
                PageObjectKind::Stroke { subpaths: b, width: w, butt_caps: g, max_dash_gap: d },
            ) => v == w && f == g && c == d && same_subpaths(a, b),
            _ => false,
        };
        same_kind
            && self.bounds == other.bounds
            && self.paint == other.paint
            && self.alpha == other.alpha
            && self.blends == other.blends
            && self.overprints == other.overprints
            && self.clip == other.clip
    }

    /// Returns the number of segments of the object and its clip. Each is compared with a point.
    fn segments(&self) -> usize {
        self.kind.segments()
            + self.clip.shapes().map(|(subpaths, _)| segments(subpaths)).sum::<usize>()
    }

    /// Returns true if it adds nothing to the page: invisible text, an image whose mask leaves out
    /// all of it, or a fully transparent object.
    pub fn is_invisible(&self) -> bool {
        self.alpha <= 0.0
            || match &self.kind {
                PageObjectKind::Glyph(glyph) => glyph.hidden,
                PageObjectKind::Image(image) => image.coverage == Coverage::Nothing,
                _ => false,
            }
    }

    /// Returns its colour; `None` for images, stencils with gaps, shadings, patterns and unknown
    /// colours.
    fn colour(&self) -> Option<[f64; 3]> {
        match &self.kind {
            PageObjectKind::Image(image) => {
                let is_area = image.space.is_none() && !image.has_gaps();
                self.paint.rgb().filter(|_| is_area)
            }
            PageObjectKind::Shading => None,
            _ => self.paint.rgb(),
        }
    }

    /// Returns how much of the background it hides where it has ink; 1 hides everything.
    fn opacity(&self) -> f64 {
        let gaps = match &self.kind {
            PageObjectKind::Image(image) => image.has_gaps(),
            PageObjectKind::Shading => false,
            // A pattern cell may have gaps.
            _ => self.paint == PdfPaint::Pattern,
        };
        if gaps || self.blends || self.overprints { 0.0 } else { self.alpha.min(1.0) }
    }
}

/// The appearance of a page at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Red, green and blue; 1 is full light, as of white paper. `None` under an image or a pattern.
    pub colour: Option<[f64; 3]>,
    /// The lightness: 0 is black, 1 is white.
    pub light: Option<f64>,
    /// The index of the topmost object; `None` on bare paper.
    pub top: Option<usize>,
}

impl Drawing {
    /// The maximum number of comparisons of a path segment with a point on one page. A page of a
    /// book needs some thousands, a page with a complex drawing some millions.
    pub const MAX_COMPARISONS: usize = 300_000_000;

    /// Charges comparisons to the page. Returns false if the page has exceeded its limit, which
    /// ends its checks.
    pub fn charge(&self, segments: usize) -> bool {
        self.comparisons.set(self.comparisons.get().saturating_add(segments));
        self.comparisons.get() <= Self::MAX_COMPARISONS
    }

    /// Returns the number of comparisons so far.
    pub fn comparisons(&self) -> usize {
        self.comparisons.get()
    }

    /// Returns true if the page has exceeded its limit.
    pub fn is_exhausted(&self) -> bool {
        self.comparisons.get() > Self::MAX_COMPARISONS
    }

    /// Returns true if an object has ink at a point.
    pub fn covers(&self, index: usize, point: PdfPoint) -> bool {
        let object = &self.objects[index];
        if !object.bounds.contains(point) {
            return false;
        }
        self.charge(1 + object.segments()) && object.covers(point)
    }

    /// Samples the page at a point, considering only the objects with these ascending indices.
    pub fn sample_at(&self, point: PdfPoint, among: &[usize]) -> Sample {
        let (mut colour, mut through) = (Some([0.0; 3]), 1.0);
        let mut top = None;
        self.charge(among.len());
        for &index in among.iter().rev() {
            let Some(object) = self.objects.get(index) else { continue };
            if object.is_invisible() || !self.covers(index, point) {
                continue;
            }
            top = top.or(Some(index));
            let alpha = object.alpha.min(1.0);
            colour = add_light(colour, object.colour(), through * alpha);
            through *= 1.0 - alpha;
            if through < 0.01 {
                return Sample { colour, light: colour.map(lightness), top };
            }
        }
        let whole = add_light(colour, Some([1.0; 3]), through);
        Sample { colour: whole, light: whole.map(lightness), top }
    }

    /// Returns how visible an object is at a point where it has ink, among objects with these
    /// ascending indices: 0 if it is covered or clipped, 1 if nothing lies above it.
    pub fn visibility_at(&self, index: usize, point: PdfPoint, among: &[usize]) -> f64 {
        let above = &among[among.partition_point(|&other| other <= index)..];
        let mut through = 1.0;
        for &other in above {
            if !self.objects[other].is_invisible() && self.covers(other, point) {
                through *= 1.0 - self.objects[other].opacity();
            }
        }
        if self.objects[index].clip.contains(point) { through } else { 0.0 }
    }

    /// Returns how much an object changes the page at a point: the largest difference of red, green
    /// and blue. `None` if a colour is unknown.
    pub fn contrast(&self, index: usize, point: PdfPoint, among: &[usize]) -> Option<f64> {
        let visibility_at = self.visibility_at(index, point, among);
        if visibility_at < 0.01 {
            return Some(0.0);
        }
        let below = &among[..among.partition_point(|&other| other < index)];
        let (own, ground) = (self.objects[index].colour()?, self.sample_at(point, below).colour?);
        let delta = own.iter().zip(ground).map(|(own, ground)| (own - ground).abs());
        Some(visibility_at * self.objects[index].alpha.min(1.0) * delta.fold(0.0, f64::max))
    }

    /// Returns the ascending indices of the objects that may be visible in a rectangle.
    pub fn objects_in(&self, place: Rect) -> Vec<usize> {
        self.charge(self.objects.len());
        let mut near = Vec::new();
        for (index, object) in self.objects.iter().enumerate() {
            if object.bounds.intersect(place).is_some() {
                near.push(index);
            }
        }
        near
    }
}

/// Adds a part of a colour to a sum. `None` if one of them is unknown.
fn add_light(sum: Option<[f64; 3]>, own: Option<[f64; 3]>, part: f64) -> Option<[f64; 3]> {
    let (sum, own) = (sum?, own?);
    Some([0, 1, 2].map(|i| sum[i] + part * own[i]))
}
