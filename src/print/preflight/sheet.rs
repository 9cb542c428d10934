//! The pages of a file with their boxes and marks, as the file defines them.

use super::PreflightError;
use super::marks::{Kind, Mark, marks};
use crate::print::pdf::{
    self, Drawing, Font, Fonts, Rect, Stop, Walker, entry, inherited, number, rect,
};
use lopdf::Document;
use std::sync::Arc;

/// Maximum number of steps for all pages together. A small file can require endless work.
const MAX_STEPS: usize = 20_000_000;

/// A page of a file.
pub(super) struct Sheet {
    pub media: Rect,
    /// The box in the file; `None` if the file does not define it.
    pub trim: Option<Rect>,
    pub bleed: Option<Rect>,
    pub crop: Option<Rect>,
    pub turned: bool,
    pub marks: Vec<Mark>,
    pub transparent: bool,
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
    mark.paint == pdf::Paint::WHITE
}

/// Reads all pages.
pub(super) fn sheets(document: &Document) -> Result<Vec<Sheet>, PreflightError> {
    let fonts = Fonts::default();
    let mut walker = Walker::new(document, &fonts, MAX_STEPS);
    let mut all = Vec::new();
    for (index, id) in document.page_iter().enumerate() {
        let broken = || PreflightError::Page(index + 1);
        let page = document.get_dictionary(id).map_err(|_| broken())?;
        let drawing = walker.page(id, Rect::ALL).map_err(|stop| match stop {
            Stop::Unreadable(_) => broken(),
            Stop::Endless | Stop::Deep => PreflightError::Endless(index + 1),
        })?;
        let transparent = drawing.marks.iter().any(|mark| {
            let masked = matches!(&mark.kind, pdf::Kind::Image(image) if image.masked);
            mark.alpha < 1.0 || mark.blends || masked
        });
        let boxed = |key: &[u8]| rect(document, inherited(document, page, key)?, key);
        let turn = inherited(document, page, b"Rotate");
        let turn = turn.and_then(|at| number(entry(document, at, b"Rotate")?));
        let unit = entry(document, page, b"UserUnit").and_then(number);
        let annotations = entry(document, page, b"Annots").and_then(|o| o.as_array().ok());
        all.push(Sheet {
            media: boxed(b"MediaBox").ok_or_else(broken)?,
            trim: boxed(b"TrimBox"),
            bleed: boxed(b"BleedBox"),
            crop: boxed(b"CropBox"),
            turned: turn.is_some_and(|t| t % 360.0 != 0.0) || unit.is_some_and(|u| u != 1.0),
            marks: marks(&drawing),
            transparent,
            fonts: fonts_of(&drawing),
            annotations: annotations.map_or(0, Vec::len),
        });
    }
    if all.is_empty() {
        return Err(PreflightError::NoPages);
    }
    Ok(all)
}

/// The fonts of the visible letters of a page, each once.
fn fonts_of(drawing: &Drawing) -> Vec<Arc<Font>> {
    let mut fonts: Vec<Arc<Font>> = Vec::new();
    for mark in &drawing.marks {
        if let pdf::Kind::Letter(letter) = &mark.kind
            && !letter.hidden
            && letter.bounds().is_some()
            && !fonts.iter().any(|font| Arc::ptr_eq(font, &letter.font))
        {
            fonts.push(letter.font.clone());
        }
    }
    fonts
}
