//! The marks on a page as printers' rules see them: letters, lines, areas, images. `rules` decides
//! whether they are allowed.

use super::pixels::Pixels;
use crate::printers::pdf::{self, Ink, Letter, Paint, Part, Rect, Space};

/// Something drawn on a page, visible or not.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub kind: Kind,
    pub bounds: Rect,
    pub paint: Paint,
    /// The maximum of all its inks together, in percent of one.
    pub total_ink: f64,
    /// Why its ink may be smaller than its bounds; `None` if it is not.
    pub unsure: Option<&'static str>,
}

impl Mark {
    /// Whether it is visible. A white area is not. White letters count as visible, because they are on a dark
    /// background.
    pub fn is_seen(&self) -> bool {
        match self.kind {
            Kind::Invisible => false,
            Kind::Glyph { .. } => true,
            _ => !self.paint.is_white(),
        }
    }

    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Glyph { .. } => "a letter",
            Kind::Line { .. } => "a line",
            Kind::Image { .. } => "a picture",
            Kind::Fill | Kind::Invisible => "an area",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A glyph of this size in points.
    Glyph { size: f64 },
    /// A line of this width in points.
    Line { width: f64 },
    /// A filled area.
    Fill,
    /// An image with this resolution in dots per inch, the lower one of both directions; 0 if it is unknown.
    Image { dpi: f64 },
    /// Text in an invisible rendering mode.
    Invisible,
}

/// Why the ink of a picture may be smaller than its frame.
const PACKED: &str =
    "the picture is packed in a way that is not unpacked here, and its edges may be white";

/// The marks of a drawing, in the order of painting. Letters without ink are left out. `pixels` reads a
/// picture.
pub(super) fn marks(
    drawn: &[pdf::Mark],
    mut pixels: impl FnMut(&pdf::Image) -> Option<Pixels>,
) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(drawn.len());
    for mark in drawn {
        let mut add = |kind, bounds: Rect, paint| {
            if let Some(bounds) = bounds.and(mark.clip.rect) {
                let total_ink = total_ink(paint);
                marks.push(Mark { kind, bounds, paint, total_ink, unsure: None });
            }
        };
        match &mark.kind {
            pdf::Kind::Letter(letter) => {
                let size = letter.size();
                let kind = if letter.hidden { Kind::Invisible } else { Kind::Glyph { size } };
                if let Some(bounds) = ink(letter, mark.bounds) {
                    add(kind, bounds, mark.paint);
                    // Letters that are outlined, not filled.
                    if letter.hollow
                        && let Some((_, width)) = letter.line
                    {
                        add(Kind::Line { width }, bounds, mark.paint);
                    }
                }
            }
            pdf::Kind::Area { parts, .. } => {
                if let [outer, inner] = &parts[..]
                    && let Some(width) = frame(outer, inner)
                {
                    add(Kind::Line { width }, outer.bounds.or(inner.bounds), mark.paint);
                    continue;
                }
                let empty = |b: Rect| b.width() == 0.0 && b.height() == 0.0;
                for part in parts.iter().filter(|part| !empty(part.bounds)) {
                    let kind = thin(part).map_or(Kind::Fill, |width| Kind::Line { width });
                    add(kind, part.bounds, mark.paint);
                }
            }
            pdf::Kind::Lines { parts, width, flat, .. } => {
                for part in parts.iter() {
                    add(Kind::Line { width: *width }, part.reach(*width, *flat), mark.paint);
                }
            }
            pdf::Kind::Image(image) => marks.extend(picture(mark, image, pixels(image))),
            pdf::Kind::Shading => add(Kind::Fill, mark.bounds, mark.paint),
        }
    }
    marks
}

/// The sum of the inks of a paint, in percent of one; 0 if it is not known.
fn total_ink(paint: Paint) -> f64 {
    match paint {
        Paint::Cmyk(inks) => 100.0 * inks.iter().sum::<f64>(),
        _ => 0.0,
    }
}

/// Where a letter with these bounds has ink for certain. Of a glyph without a readable outline that is what reaches from the
/// baseline to the height of an x: the descent and the ascent of a font are those of other letters.
fn ink(letter: &Letter, bounds: Rect) -> Option<Rect> {
    match &letter.ink {
        Ink::Empty | Ink::Missing => None,
        Ink::Unknown(bounds) if !letter.font.drawn => {
            let certain =
                Rect { bottom: bounds.bottom.max(0.0), top: bounds.top.min(0.45), ..**bounds };
            Some(certain.through(letter.onto))
        }
        _ => Some(bounds),
    }
}

/// A picture. Where it is white it prints nothing.
fn picture(mark: &pdf::Mark, image: &pdf::Image, pixels: Option<Pixels>) -> Option<Mark> {
    let [a, b, c, d, ..] = image.onto.0;
    let dpi = |dots: f64, points: f64| if points > 0.0 { dots / points * 72.0 } else { 0.0 };
    let (across, up) = (dpi(image.dots.0, a.hypot(b)), dpi(image.dots.1, c.hypot(d)));
    let kind = Kind::Image { dpi: across.min(up) };
    let Some(pixels) = pixels else {
        let paint = match image.space {
            None => mark.paint,
            Some(Space::Grey | Space::Tint | Space::Pattern) => Paint::Pattern,
            Some(_) => Paint::Other,
        };
        return Some(Mark {
            kind,
            bounds: mark.bounds,
            paint,
            total_ink: 0.0,
            unsure: Some(PACKED),
        });
    };
    let bounds = pixels.ink?.through(image.onto).and(mark.bounds)?;
    let paint = match image.space {
        None => mark.paint,
        Some(_) if pixels.colour => Paint::Other,
        Some(_) => Paint::Grey(pixels.darkest),
    };
    Some(Mark { kind, bounds, paint, total_ink: pixels.total.max(total_ink(paint)), unsure: None })
}

/// A filled part is a line if it is more than this many times as long as wide: rectangles, and other shapes.
const LONG: [f64; 2] = [3.0, 10.0];
/// Other shapes than rectangles are lines only from this length, in points: with straight sides, and with
/// curves. The stems and the curves of letters that are drawn as areas are shorter.
const SHORT: [f64; 2] = [12.0, 36.0];

/// The width of a filled part that looks like a line; `None` for other parts.
fn thin(part: &Part) -> Option<f64> {
    let (area, round) = size(part);
    let (wide, long) = as_rectangle(area, round / 2.0);
    let curved = part.sides.iter().any(|side| matches!(side, pdf::Side::Curve(..)));
    let line = match part.rectangle {
        true => long > LONG[0] * wide,
        false => long > LONG[1] * wide && long > SHORT[usize::from(curved)],
    };
    line.then_some(wide)
}

/// The width of a line around a rectangle that is filled between an outer and an inner part.
fn frame(a: &Part, b: &Part) -> Option<f64> {
    let holds = |outer: &Part, inner: &Part| outer.bounds.and(inner.bounds) == Some(inner.bounds);
    let (outer, inner) = if holds(a, b) { (a, b) } else { (b, a) };
    let ((area, around), (hole, within)) = (size(outer), size(inner));
    // Their areas are those of their boxes: the parts are upright rectangles.
    let upright = |own: f64, b: Rect| (own - b.width() * b.height()).abs() <= 1e-6 * own;
    let width = 2.0 * (area - hole) / (around + within);
    let line = inner.bounds.width().min(inner.bounds.height()) > LONG[0] * width;
    let nested = holds(outer, inner) && hole > 0.0;
    (nested && line && upright(area, outer.bounds) && upright(hole, inner.bounds)).then_some(width)
}

/// The area and the circumference of a part.
fn size(part: &Part) -> (f64, f64) {
    let (mut twice, mut round) = (0.0, 0.0);
    part.pieces(true, |from, to| {
        // Relative to the start, so that little is lost far from the origin.
        let (x, y) = (from.0 - part.start.0, from.1 - part.start.1);
        twice += x * (to.1 - from.1) - y * (to.0 - from.0);
        round += (to.0 - from.0).hypot(to.1 - from.1);
    });
    (f64::abs(twice) / 2.0, round)
}

/// The short and the long side of the rectangle with this area and these two sides together.
fn as_rectangle(area: f64, sides: f64) -> (f64, f64) {
    let root = (sides * sides - 4.0 * area).max(0.0).sqrt();
    // Not the difference of two large numbers.
    let long = (sides + root) / 2.0;
    (if long > 0.0 { area / long } else { 0.0 }, long)
}
