//! Collects the marks on a page: letters, lines, areas, images. `rules` decides whether they are
//! allowed.

use super::font::Font;
use crate::print::pdf::{
    Glyph, Matrix, Metrics, Paint, Part, Rect, Sink, Space, State, entry, name, number,
};
use lopdf::{Dictionary, Document, ObjectId};
use std::collections::HashMap;

/// Maximum size of all font programs together, in bytes: a file may declare the same large program for
/// each of its fonts.
const MAX_PROGRAMS: usize = 256 << 20;

/// Something drawn on a page, visible or not.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub kind: Kind,
    pub bounds: Rect,
    pub paint: Paint,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A glyph of this size in points, in the font with this index.
    Glyph { size: f64, font: usize },
    /// A line of this width in points.
    Line { width: f64 },
    /// A filled area.
    Fill,
    /// An image with this resolution in dots per inch; 0 if it is unknown.
    Image { dpi: f64 },
    /// Text in an invisible rendering mode.
    Invisible,
}

/// Collects the marks of one page after another; fonts are kept between pages.
pub(super) struct Marks<'a> {
    document: &'a Document,
    pub fonts: Vec<Font>,
    font_ids: HashMap<ObjectId, usize>,
    marks: Vec<Mark>,
    transparent: bool,
}

impl<'a> Marks<'a> {
    pub fn new(document: &'a Document) -> Self {
        Self {
            document,
            fonts: Vec::new(),
            font_ids: HashMap::new(),
            marks: Vec::new(),
            transparent: false,
        }
    }

    /// Returns the marks since the last call, and whether any of them used transparency.
    pub fn take(&mut self) -> (Vec<Mark>, bool) {
        let transparent = std::mem::take(&mut self.transparent);
        (std::mem::take(&mut self.marks), transparent)
    }

    /// Adds a mark, cut to the visible part of the clip.
    fn mark(&mut self, kind: Kind, bounds: Rect, paint: Paint, state: &State) {
        if let Some(bounds) = bounds.and(state.clip) {
            self.marks.push(Mark { kind, bounds, paint });
        }
    }
}

impl Sink for Marks<'_> {
    fn font(&mut self, id: Option<ObjectId>, font: &Dictionary) -> Option<usize> {
        if let Some(&known) = id.and_then(|id| self.font_ids.get(&id)) {
            return Some(known);
        }
        let held: usize = self.fonts.iter().map(Font::size).sum();
        self.fonts.push(Font::read(self.document, font, MAX_PROGRAMS.saturating_sub(held)));
        let index = self.fonts.len() - 1;
        self.font_ids.extend(id.map(|id| (id, index)));
        Some(index)
    }

    fn metrics(&self, font: usize) -> &Metrics {
        &self.fonts[font].metrics
    }

    fn glyph(&mut self, glyph: Glyph, state: &State) {
        let Some(ink) = self.fonts[glyph.font].ink(glyph.code) else {
            return;
        };
        let size = state.size;
        let em = Matrix([size * state.stretch, 0.0, 0.0, size, 0.0, state.rise]);
        let matrix = em.then(glyph.onto);
        let kind = if state.hides_text() {
            Kind::Invisible
        } else {
            Kind::Glyph { size: matrix.0[2].hypot(matrix.0[3]), font: glyph.font }
        };
        let outlined = state.mode == 1;
        let paint = if outlined { state.stroke } else { state.fill };
        self.mark(kind, ink.through(matrix), paint, state);
    }

    fn fill(&mut self, parts: &[Part], state: &State) {
        for part in parts {
            let (wide, high) = (part.bounds.width(), part.bounds.height());
            // A narrow filled rectangle counts as a line.
            let narrow = wide.min(high);
            let line = part.rectangle && narrow > 0.0 && wide.max(high) > 3.0 * narrow;
            let kind = if line { Kind::Line { width: narrow } } else { Kind::Fill };
            self.mark(kind, part.bounds, state.fill, state);
        }
    }

    fn stroke(&mut self, parts: &[Part], state: &State) {
        let width = state.width * state.ctm.scale();
        let half = width / 2.0;
        for part in parts {
            let (wide, high) = (part.bounds.width(), part.bounds.height());
            // With flat ends, a horizontal or vertical line grows only sideways.
            let (dx, dy) = match (part.points.len(), state.cap) {
                (2, 0) if high == 0.0 => (0.0, half),
                (2, 0) if wide == 0.0 => (half, 0.0),
                _ => (half, half),
            };
            let bounds = part.bounds.grown(dx, dy);
            self.mark(Kind::Line { width }, bounds, state.stroke, state);
        }
    }

    fn image(&mut self, image: Option<&Dictionary>, resources: &Dictionary, state: &State) {
        let document = self.document;
        let bounds = Rect::UNIT.through(state.ctm);
        let Some(image) = image else {
            self.mark(Kind::Image { dpi: 0.0 }, bounds, Paint::Pattern, state);
            return;
        };
        self.transparent |= image.has(b"SMask");
        let mask = entry(document, image, b"ImageMask").and_then(|o| o.as_bool().ok());
        let space = entry(document, image, b"ColorSpace");
        let paint = match (mask, space.map(|o| Space::read(document, resources, o))) {
            (Some(true), _) => state.fill,
            (_, Some(Space::Colour | Space::Cmyk)) => Paint::Colour,
            _ => Paint::Pattern,
        };
        let across = state.ctm.0[0].hypot(state.ctm.0[1]) / 72.0;
        let dots = entry(document, image, b"Width").and_then(number);
        let dots = dots.filter(|_| across > 0.0);
        let dpi = dots.map_or(0.0, |dots| dots / across);
        self.mark(Kind::Image { dpi }, bounds, paint, state);
    }

    fn shade(&mut self, state: &State) {
        self.mark(Kind::Fill, state.clip, Paint::Pattern, state);
    }

    fn extended(&mut self, parameters: &Dictionary) {
        let document = self.document;
        let value = |key: &[u8]| entry(document, parameters, key).and_then(number);
        let thin = |key: &[u8]| value(key).is_some_and(|alpha| alpha < 1.0);
        let mode = name(document, parameters, b"BM");
        let blends = mode.is_some_and(|mode| mode != b"Normal" && mode != b"Compatible");
        let mask = name(document, parameters, b"SMask");
        let masked = parameters.has(b"SMask") && mask != Some(b"None");
        self.transparent |= thin(b"ca") || thin(b"CA") || blends || masked;
    }
}
