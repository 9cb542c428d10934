//! What a font of a finished file says about its glyphs: the bounding box of their ink, and whether the
//! font is embedded.

use crate::print::pdf::{Metrics, Rect, dictionary, entry, inner, name, number, stream};
use lopdf::{Dictionary, Document};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::BoundingBox;
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::ControlBoundsPen;
use skrifa::raw::TableProvider;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::HashMap;

/// Maximum size in bytes of a map from codes to glyphs: 2 bytes for each of 65,536 codes.
const MAX_MAP: usize = 2 << 16;

/// A font with everything needed to measure its glyphs.
pub(super) struct Font {
    pub name: String,
    pub embedded: bool,
    pub metrics: Metrics,
    /// Descent and ascent in ems, for glyphs without a readable outline.
    reach: (f64, f64),
    program: Option<Vec<u8>>,
    to_glyph: Option<Vec<u8>>,
    boxes: HashMap<u16, Option<Rect>>,
}

impl Font {
    /// Reads a font. Missing values get the defaults of viewers. A font program of more than `max`
    /// bytes is ignored.
    pub fn read(document: &Document, font: &Dictionary, max: usize) -> Self {
        let kind = name(document, font, b"Subtype");
        let of = inner(document, font);
        let descriptor = dictionary(document, of, b"FontDescriptor");
        let of_descriptor = |key: &[u8]| number(entry(document, descriptor?, key)?);
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let embedded = files.iter().any(|key| descriptor.is_some_and(|d| d.has(key)));
        let program = files[1..].iter().find_map(|key| stream(document, descriptor?, key, max));
        let named = name(document, font, b"BaseFont");
        Self {
            name: named.map_or("without a name".to_owned(), |name| {
                String::from_utf8_lossy(name).into_owned()
            }),
            embedded: embedded || kind == Some(b"Type3"),
            metrics: Metrics::read(document, font),
            reach: (
                of_descriptor(b"Descent").map_or(-0.22, |d| -d.abs() / 1000.0),
                of_descriptor(b"Ascent").filter(|a| *a > 0.0).map_or(0.75, |a| a / 1000.0),
            ),
            program: program.filter(|_| kind == Some(b"Type0")),
            to_glyph: stream(document, of, b"CIDToGIDMap", MAX_MAP),
            boxes: HashMap::new(),
        }
    }

    /// Size of its program in bytes.
    pub fn size(&self) -> usize {
        self.program.as_ref().map_or(0, Vec::len)
    }

    /// The bounding box of a glyph's ink, in ems from its origin; `None` if it has no ink.
    pub fn ink(&mut self, code: u16) -> Option<Rect> {
        if let Some(known) = self.boxes.get(&code) {
            return *known;
        }
        let ink = self.measure(code);
        self.boxes.insert(code, ink);
        ink
    }

    fn measure(&self, code: u16) -> Option<Rect> {
        let whole = Rect {
            left: 0.0,
            bottom: self.reach.0,
            right: self.metrics.advance(code),
            top: self.reach.1,
        };
        let Some(program) = &self.program else {
            return (code != 32).then_some(whole);
        };
        let at = usize::from(code) * 2;
        let mapped = self.to_glyph.as_ref().and_then(|map| map.get(at..at + 2));
        let glyph = mapped.map_or(code, |m| u16::from_be_bytes([m[0], m[1]]));
        match open_type(program, glyph).or_else(|| bare_cff(program, glyph)) {
            Some(ink) => ink,
            None => Some(whole),
        }
    }
}

/// The ink of a glyph of an OpenType font; the inner `None` means an empty or invalid glyph. The outer
/// `None` means that the program is not an OpenType font.
fn open_type(program: &[u8], glyph: u16) -> Option<Option<Rect>> {
    let font = FontRef::from_index(program, 0).ok()?;
    let em = font.head().ok()?.units_per_em();
    let outlines = font.outline_glyphs();
    outlines.format().filter(|_| em > 0)?;
    let ink = outlines.get(GlyphId::from(glyph)).and_then(|outline| {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let mut bounds = ControlBoundsPen::default();
        outline.draw(settings, &mut bounds).ok()?;
        bounds.bounding_box()
    });
    Some(ink.map(|ink| in_ems(ink, f64::from(em))))
}

/// The same for a CFF program without an OpenType wrapper, which PDF allows.
fn bare_cff(program: &[u8], glyph: u16) -> Option<Option<Rect>> {
    let font = CffFontRef::new_cff(program, 0, None).ok()?;
    let glyph = GlyphId::from(glyph);
    let extents = || {
        let subfont = font.subfont(font.subfont_index(glyph)?, &[]).ok()?;
        font.extents(&subfont, glyph, &[], None).ok()?
    };
    Some(extents().map(|ink| in_ems(ink, f64::from(font.upem()))))
}

fn in_ems(ink: BoundingBox, em: f64) -> Rect {
    Rect {
        left: f64::from(ink.x_min) / em,
        bottom: f64::from(ink.y_min) / em,
        right: f64::from(ink.x_max) / em,
        top: f64::from(ink.y_max) / em,
    }
}
