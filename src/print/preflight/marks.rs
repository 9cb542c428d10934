//! The marks on a page as printers' rules see them: letters, lines, areas, images. `rules` decides
//! whether they are allowed.

use crate::print::pdf::{self, Drawing, Paint, Rect, Space};

/// Something drawn on a page, visible or not.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub kind: Kind,
    pub bounds: Rect,
    pub paint: Paint,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A glyph of this size in points.
    Glyph { size: f64 },
    /// A line of this width in points.
    Line { width: f64 },
    /// A filled area.
    Fill,
    /// An image with this resolution in dots per inch; 0 if it is unknown.
    Image { dpi: f64 },
    /// Text in an invisible rendering mode.
    Invisible,
}

/// The marks of a page, in the order of painting. Letters without ink are left out.
pub(super) fn marks(drawing: &Drawing) -> Vec<Mark> {
    let mut marks = Vec::new();
    for mark in &drawing.marks {
        let mut add = |kind, bounds: Rect, paint| {
            if let Some(bounds) = bounds.and(mark.clip.rect) {
                marks.push(Mark { kind, bounds, paint });
            }
        };
        match &mark.kind {
            pdf::Kind::Letter(letter) => {
                let size = letter.size();
                let kind = if letter.hidden { Kind::Invisible } else { Kind::Glyph { size } };
                if let Some(bounds) = letter.bounds() {
                    add(kind, bounds, mark.paint);
                }
            }
            pdf::Kind::Area { parts, .. } => {
                for part in parts {
                    let (wide, high) = (part.bounds.width(), part.bounds.height());
                    // A narrow filled rectangle counts as a line.
                    let narrow = wide.min(high);
                    let line = part.rectangle && narrow > 0.0 && wide.max(high) > 3.0 * narrow;
                    let kind = if line { Kind::Line { width: narrow } } else { Kind::Fill };
                    add(kind, part.bounds, mark.paint);
                }
            }
            pdf::Kind::Lines { parts, width, flat } => {
                for part in parts {
                    add(Kind::Line { width: *width }, part.reach(*width, *flat), mark.paint);
                }
            }
            pdf::Kind::Image(image) => {
                let paint = match image.space {
                    None => mark.paint,
                    Some(Space::Grey | Space::Tint | Space::Pattern) => Paint::Pattern,
                    Some(_) if image.id.is_none() => Paint::Pattern,
                    Some(_) => Paint::Other,
                };
                let across = image.onto.0[0].hypot(image.onto.0[1]) / 72.0;
                let known = image.dots.0 > 0.0 && across > 0.0;
                let dpi = if known { image.dots.0 / across } else { 0.0 };
                add(Kind::Image { dpi }, mark.bounds, paint);
            }
            pdf::Kind::Shading => add(Kind::Fill, mark.bounds, Paint::Pattern),
        }
    }
    marks
}
