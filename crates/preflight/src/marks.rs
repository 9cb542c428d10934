//! The view that printers' rules have of a page: its letters, lines, areas and images as printed
//! ink.

use super::pixels::Pixels;
use pdf_reader::{ColorSpace, GlyphInk, PdfPaint, PlacedGlyph, Rect, Subpath};

/// A mark of ink, visible or not.
#[derive(Clone, Debug)]
pub(super) struct InkMark {
    pub kind: InkMarkKind,
    pub bounds: Rect,
    pub paint: PdfPaint,
    /// The maximum sum of all inks, in percent.
    pub total_ink: f64,
    /// The index of its object among those that `marks` was given.
    pub object_index: usize,
    /// The reason why its ink may be smaller than its bounds, if it may be.
    pub unsure: Option<&'static str>,
}

impl InkMark {
    /// Returns a mark as a part of a letter, whose lines are no lines, and whose size is that of
    /// the letter. Its pictures stay pictures.
    pub fn of_letter(self) -> Self {
        match self.kind {
            InkMarkKind::Image { .. } => self,
            _ => Self { kind: InkMarkKind::Fill, ..self },
        }
    }

    /// Returns true if it is visible. A white area is not. White letters count as visible, because
    /// they have a dark background.
    pub fn is_seen(&self) -> bool {
        match self.kind {
            InkMarkKind::Invisible => false,
            InkMarkKind::Glyph { .. } => true,
            _ => !self.paint.is_white(),
        }
    }

    /// Returns the sum of its process inks, in percent. A grey is black ink.
    pub fn process_ink(&self) -> f64 {
        match self.paint {
            PdfPaint::Grey(grey) => self.total_ink.max(100.0 * (1.0 - grey)),
            _ => self.total_ink,
        }
    }

    pub fn name(&self) -> &'static str {
        match self.kind {
            InkMarkKind::Glyph { .. } => "a letter",
            InkMarkKind::Line { .. } => "a line",
            InkMarkKind::Image { .. } => "a picture",
            InkMarkKind::Fill | InkMarkKind::Invisible => "an area",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum InkMarkKind {
    /// A glyph of this size in points.
    Glyph { size: f64 },
    /// A line of this width in points.
    Line { width: f64 },
    /// A filled area.
    Fill,
    /// An image with its lower resolution of both directions, in dots per inch; 0 if unknown.
    Image { dpi: f64 },
    /// Text in an invisible rendering mode.
    Invisible,
}

/// The reason why the ink of an image may be smaller than its frame.
const UNDECODED_IMAGE: &str =
    "the picture is packed in a way that is not unpacked here, and its edges may be white";

/// Returns the marks of page objects in painting order. Glyphs without ink are skipped. `pixels`
/// reads an image.
pub(super) fn marks(
    drawn: &[pdf_reader::PageObject],
    mut pixels: impl FnMut(&pdf_reader::Image) -> Option<Pixels>,
) -> Vec<InkMark> {
    let mut marks = Vec::with_capacity(drawn.len());
    for (object_index, object) in drawn.iter().enumerate() {
        let mut add = MarkList { marks: &mut marks, object, object_index };
        match &object.kind {
            pdf_reader::PageObjectKind::Glyph(glyph) => {
                let size = glyph.size();
                let kind =
                    if glyph.hidden { InkMarkKind::Invisible } else { InkMarkKind::Glyph { size } };
                if let Some(bounds) = ink(glyph, object.bounds) {
                    add.push(kind, bounds);
                    // Outlined letters.
                    if glyph.stroke_only
                        && let Some((_, width)) = glyph.line
                    {
                        add.push(InkMarkKind::Line { width }, bounds);
                    }
                }
            }
            pdf_reader::PageObjectKind::Fill { subpaths, .. } => {
                if let [outer, inner] = &subpaths[..]
                    && let Some(width) = frame_width(outer, inner)
                {
                    add.push(InkMarkKind::Line { width }, outer.bounds.union(inner.bounds));
                    continue;
                }
                for part in subpaths.iter() {
                    if part.bounds.width() == 0.0 && part.bounds.height() == 0.0 {
                        continue;
                    }
                    match line_width(part) {
                        Some(width) => add.push(InkMarkKind::Line { width }, part.bounds),
                        None => add.push(InkMarkKind::Fill, part.bounds),
                    }
                }
            }
            pdf_reader::PageObjectKind::Stroke { subpaths, width, butt_caps, .. } => {
                for part in subpaths.iter() {
                    let bounds = part.stroke_bounds(*width, *butt_caps);
                    add.push(InkMarkKind::Line { width: *width }, bounds);
                }
            }
            pdf_reader::PageObjectKind::Image(image) => {
                let picture = picture(object, image, pixels(image));
                marks.extend(picture.map(|picture| InkMark { object_index, ..picture }));
            }
            pdf_reader::PageObjectKind::Shading => add.push(InkMarkKind::Fill, object.bounds),
        }
    }
    marks
}

/// The marks of a page object, added to those before.
struct MarkList<'a> {
    marks: &'a mut Vec<InkMark>,
    object: &'a pdf_reader::PageObject,
    object_index: usize,
}

impl MarkList<'_> {
    /// Adds the part of a mark inside the clip.
    fn push(&mut self, kind: InkMarkKind, bounds: Rect) {
        let (paint, object_index) = (self.object.paint, self.object_index);
        if let Some(bounds) = bounds.intersect(self.object.clip.rect) {
            let total_ink = total_ink(paint);
            self.marks.push(InkMark { kind, bounds, paint, total_ink, object_index, unsure: None });
        }
    }
}

const PERCENT: f64 = 100.0;

/// Returns the sum of the inks of a paint, in percent; 0 if unknown.
fn total_ink(paint: PdfPaint) -> f64 {
    match paint {
        PdfPaint::Cmyk(inks) => PERCENT * inks.iter().sum::<f64>(),
        _ => 0.0,
    }
}

/// Returns the box that certainly contains ink of a glyph. Without a readable outline, that is the
/// box from the baseline to the x-height, because descent and ascent belong to other letters.
fn ink(glyph: &PlacedGlyph, bounds: Rect) -> Option<Rect> {
    match &glyph.ink {
        GlyphInk::Empty | GlyphInk::Missing => None,
        GlyphInk::Unknown(bounds) if !glyph.font.is_type3 => {
            let certain =
                Rect { bottom: bounds.bottom.max(0.0), top: bounds.top.min(0.45), ..**bounds };
            Some(certain.transform(glyph.to_page))
        }
        _ => Some(bounds),
    }
}

/// Returns the resolution of a number of dots on a length; 0 if unknown.
fn dpi(dots: f64, points: f64) -> f64 {
    if points > 0.0 { dots / points * POINTS_PER_INCH } else { 0.0 }
}

/// Returns the mark of an image. White parts print nothing.
fn picture(
    object: &pdf_reader::PageObject,
    image: &pdf_reader::Image,
    pixels: Option<Pixels>,
) -> Option<InkMark> {
    let [a, b, c, d, ..] = image.to_page.0;
    let (across, up) = (dpi(image.dots.0, a.hypot(b)), dpi(image.dots.1, c.hypot(d)));
    let kind = InkMarkKind::Image { dpi: across.min(up) };
    let Some(pixels) = pixels else {
        let paint = match image.space {
            None => object.paint,
            Some(ColorSpace::Grey | ColorSpace::SeparationBlack | ColorSpace::Pattern) => {
                PdfPaint::Pattern
            }
            Some(_) => PdfPaint::Other,
        };
        return Some(InkMark {
            kind,
            bounds: object.bounds,
            paint,
            total_ink: 0.0,
            object_index: 0,
            unsure: Some(UNDECODED_IMAGE),
        });
    };
    let bounds = pixels.ink?.transform(image.to_page).intersect(object.bounds)?;
    let paint = match image.space {
        None => object.paint,
        Some(_) if pixels.colour => PdfPaint::Other,
        Some(_) => PdfPaint::Grey(pixels.darkest),
    };
    Some(InkMark {
        kind,
        bounds,
        paint,
        total_ink: pixels.total.max(total_ink(paint)),
        object_index: 0,
        unsure: None,
    })
}

const POINTS_PER_INCH: f64 = 72.0;

/// The minimum ratio of length to width of a filled line, for rectangles and for other shapes.
const MIN_LINE_RATIO: [f64; 2] = [3.0, 10.0];
/// The minimum diagonal of other shapes than rectangles that count as lines, in points: with
/// straight segments, and with curves. Drawn letters are smaller.
const MIN_LINE_DIAGONAL_PTS: [f64; 2] = [12.0, 36.0];

/// Returns the width of a filled subpath that looks like a line.
fn line_width(part: &Subpath) -> Option<f64> {
    let (area, round) = area_and_perimeter(part);
    let (wide, long) = as_rectangle(area, round / 2.0);
    let curved =
        part.segments.iter().any(|side| matches!(side, pdf_reader::SubpathSegment::Curve(..)));
    let line = if part.rectangle {
        long > MIN_LINE_RATIO[0] * wide
    } else {
        let diagonal = part.bounds.width().hypot(part.bounds.height());
        long > MIN_LINE_RATIO[1] * wide && diagonal > MIN_LINE_DIAGONAL_PTS[usize::from(curved)]
    };
    if line { Some(wide) } else { None }
}

/// Returns the line width of a rectangular frame that is filled between two subpaths.
fn frame_width(a: &Subpath, b: &Subpath) -> Option<f64> {
    let (outer, inner) = if holds(a, b) { (a, b) } else { (b, a) };
    let ((area, around), (hole, within)) = (area_and_perimeter(outer), area_and_perimeter(inner));
    let middle_line = (around + within) / 2.0;
    let width = (area - hole) / middle_line;
    let line = inner.bounds.width().min(inner.bounds.height()) > MIN_LINE_RATIO[0] * width;
    let nested = holds(outer, inner) && hole > 0.0;
    if !nested || !line || !is_upright(area, outer.bounds) || !is_upright(hole, inner.bounds) {
        return None;
    }
    Some(width)
}

fn holds(outer: &Subpath, inner: &Subpath) -> bool {
    outer.bounds.intersect(inner.bounds) == Some(inner.bounds)
}

/// Returns true if the area is as large as the box: the subpath is an upright rectangle.
fn is_upright(area: f64, b: Rect) -> bool {
    (area - b.area()).abs() <= 1e-6 * area
}

/// Returns the area and the circumference of a subpath.
fn area_and_perimeter(part: &Subpath) -> (f64, f64) {
    let (mut twice, mut round) = (0.0, 0.0);
    part.pieces(true, |from, to| {
        // Relative to the start, to keep precision far from the origin.
        let (x, y) = (from.0 - part.start.0, from.1 - part.start.1);
        twice += x * (to.1 - from.1) - y * (to.0 - from.0);
        round += (to.0 - from.0).hypot(to.1 - from.1);
    });
    (f64::abs(twice) / 2.0, round)
}

/// Returns the short and the long side of the rectangle with this area and this sum of two sides.
fn as_rectangle(area: f64, sum: f64) -> (f64, f64) {
    let half = sum / 2.0;
    // Avoids the difference of two large numbers.
    let long = half + (half * half - area).max(0.0).sqrt();
    (if long > 0.0 { area / long } else { 0.0 }, long)
}
