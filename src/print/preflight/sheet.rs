//! The pages of a file with their boxes and marks, as the file defines them.

use super::PreflightError;
use super::marks::{Kind, Mark, Marks};
use crate::print::pdf::{Paint, Rect, Stop, Walker, entry, inherited, number, rect};
use lopdf::Document;

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
    pub annotations: usize,
}

/// The pages of a file, and its fonts: name, and whether the font is embedded.
pub(super) struct Sheets {
    pub all: Vec<Sheet>,
    pub fonts: Vec<(String, bool)>,
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
    mark.paint == Paint::Grey(1.0)
}

/// Reads all pages.
pub(super) fn sheets(document: &Document) -> Result<Sheets, PreflightError> {
    let mut walker = Walker::new(document, MAX_STEPS);
    let mut drawn = Marks::new(document);
    let mut all = Vec::new();
    for (index, id) in document.page_iter().enumerate() {
        let broken = || PreflightError::Page(index + 1);
        let page = document.get_dictionary(id).map_err(|_| broken())?;
        walker.page(id, &mut drawn).map_err(|stop| match stop {
            Stop::Unreadable(_) => broken(),
            Stop::Endless | Stop::Deep => PreflightError::Endless(index + 1),
        })?;
        let (marks, transparent) = drawn.take();
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
            marks,
            transparent,
            annotations: annotations.map_or(0, Vec::len),
        });
    }
    if all.is_empty() {
        return Err(PreflightError::NoPages);
    }
    let fonts = drawn.fonts.iter();
    Ok(Sheets { all, fonts: fonts.map(|font| (font.name.clone(), font.embedded)).collect() })
}
