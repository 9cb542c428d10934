//! The pages of a file with their boxes and marks, as the file defines them.

use super::PreflightError;
use super::marks::{Kind, Mark, marks};
use super::{Rule, pixels, seen};
use crate::print::pdf::{self, Dict, Drawing, Font, Fonts, Rect, Space, Walker};
use lopdf::Document;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of steps for all pages together. A small file can require endless work.
const MAX_STEPS: usize = 20_000_000;

/// Maximum number of bytes that are unpacked of all pictures together. Later ones are not read.
const MAX_PIXELS: usize = 512 << 20;

/// A page of a file.
pub(super) struct Sheet {
    pub media: Rect,
    /// The box in the file; `None` if the file does not define it.
    pub trim: Option<Rect>,
    pub bleed: Option<Rect>,
    pub crop: Option<Rect>,
    /// Whether it has an art box.
    pub art: bool,
    pub turned: bool,
    pub marks: Vec<Mark>,
    /// The marks of pattern cells and of the glyphs of Type 3 fonts: what they are, not where.
    pub inner: Vec<Mark>,
    /// Faults that come from how the marks lie on each other.
    pub faults: Vec<(Rule, String)>,
    pub transparent: bool,
    /// Whether red, green and blue are used, for greys as well.
    pub rgb: bool,
    /// The fonts of visible letters.
    pub fonts: Vec<Arc<Font>>,
    pub annotations: usize,
}

impl Sheet {
    /// Whether the page has no visible marks.
    pub fn is_blank(&self) -> bool {
        !self.marks.iter().any(is_seen)
    }
}

/// Whether a mark is visible. A white area is not. White letters count as visible, because they are on
/// a dark background.
pub(super) fn is_seen(mark: &Mark) -> bool {
    match mark.kind {
        Kind::Invisible => false,
        Kind::Glyph { .. } => true,
        _ => !is_white(mark),
    }
}

/// Whether a mark has the colour of the paper.
pub(super) fn is_white(mark: &Mark) -> bool {
    mark.paint.is_white()
}

/// Reads all pages.
pub(super) fn sheets(document: &Document) -> Result<Vec<Sheet>, PreflightError> {
    let fonts = Fonts::default();
    let mut walker = Walker::new(document, &fonts, MAX_STEPS);
    let mut all = Vec::new();
    let (mut known, mut left) = (HashMap::new(), MAX_PIXELS);
    let mut looks = seen::MAX_LOOKS;
    for (index, id) in document.page_iter().enumerate() {
        let broken = || PreflightError::Page(index + 1);
        let page = document.get_dictionary(id).map_err(|_| broken())?;
        let drawing = walker.page(id, Rect::ALL);
        let drawing = drawing.map_err(|stop| PreflightError::of(stop, index + 1))?;
        let transparent = all_of(&drawing).any(|mark| {
            let masked = matches!(&mark.kind, pdf::Kind::Image(image) if image.masked);
            mark.alpha < 1.0 || mark.blends || masked
        });
        let rgb = all_of(&drawing).any(|mark| match &mark.kind {
            pdf::Kind::Image(image) if image.space.is_some() => image.space == Some(Space::Rgb),
            _ => matches!(mark.paint, pdf::Paint::Rgb(_)),
        });
        let mut pixels = |image: &pdf::Image| match image.id {
            None => pixels::read(document, image, &mut left),
            Some(id) => {
                *known.entry(id).or_insert_with(|| pixels::read(document, image, &mut left))
            }
        };
        let mut inner = marks(&drawing.cells, &mut pixels);
        // The lines of a glyph are no lines, and its size is that of the letter.
        let glyphs = marks(&drawing.glyphs, &mut pixels);
        inner.extend(glyphs.into_iter().map(|mark| Mark { kind: Kind::Fill, ..mark }));
        let page = Dict::new(document, page);
        let boxed = |key: &[u8]| page.inherited(key).rect(key);
        let turn = page.inherited(b"Rotate").number(b"Rotate");
        let unit = page.number(b"UserUnit");
        let annotations = page.get(b"Annots").and_then(|o| o.as_array().ok());
        all.push(Sheet {
            media: boxed(b"MediaBox").ok_or_else(broken)?,
            trim: boxed(b"TrimBox"),
            bleed: boxed(b"BleedBox"),
            crop: boxed(b"CropBox"),
            art: boxed(b"ArtBox").is_some(),
            turned: turn.is_some_and(|t| t % 360.0 != 0.0) || unit.is_some_and(|u| u != 1.0),
            marks: marks(&drawing.marks, &mut pixels),
            inner,
            faults: seen::faults(&drawing, &mut looks),
            transparent,
            rgb,
            fonts: fonts_of(&drawing),
            annotations: annotations.map_or(0, Vec::len),
        });
    }
    if all.is_empty() {
        return Err(PreflightError::NoPages);
    }
    Ok(all)
}

/// The marks of a page, with those of pattern cells and glyphs.
fn all_of(drawing: &Drawing) -> impl Iterator<Item = &pdf::Mark> {
    drawing.marks.iter().chain(&drawing.cells).chain(&drawing.glyphs)
}

/// The fonts of the visible letters of a page, each once.
fn fonts_of(drawing: &Drawing) -> Vec<Arc<Font>> {
    let mut fonts: Vec<Arc<Font>> = Vec::new();
    for mark in all_of(drawing) {
        if let pdf::Kind::Letter(letter) = &mark.kind
            && !letter.hidden
            && !fonts.iter().any(|font| Arc::ptr_eq(font, &letter.font))
            && letter.bounds().is_some()
        {
            fonts.push(letter.font.clone());
        }
    }
    fonts
}
