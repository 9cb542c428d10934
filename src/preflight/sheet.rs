//! The pages of a file as they are: boxes, and what is drawn. Not whether that is right.

use super::PreflightError;
use super::font::{dictionary, entry, number};
use super::geometry::Rect;
use super::state::{Kind, Mark, Paint, rect};
use super::walk::{Stop, Walker};
use lopdf::{Dictionary, Document};

/// A page of a file.
pub(super) struct Sheet {
    pub media: Rect,
    /// As the file says; none if it does not.
    pub trim: Option<Rect>,
    pub bleed: Option<Rect>,
    pub crop: Option<Rect>,
    pub turned: bool,
    pub marks: Vec<Mark>,
    pub transparent: bool,
    pub annotations: usize,
}

/// The pages of a file, and its fonts: name, and whether it is embedded.
pub(super) struct Sheets {
    pub all: Vec<Sheet>,
    pub fonts: Vec<(String, bool)>,
}

impl Sheet {
    /// Whether nothing is seen on it.
    pub fn is_blank(&self) -> bool {
        !self.marks.iter().any(is_seen)
    }
}

/// White on white is nothing.
pub(super) fn is_seen(mark: &Mark) -> bool {
    mark.kind != Kind::Invisible && mark.paint != Paint::Grey(1.0)
}

/// Reads all pages.
pub(super) fn sheets(document: &Document) -> Result<Sheets, PreflightError> {
    let mut walker = Walker::new(document);
    let mut all = Vec::new();
    for (index, id) in document.page_iter().enumerate() {
        let broken = || PreflightError::Page(index + 1);
        let page = document.get_dictionary(id).map_err(|_| broken())?;
        let empty = Dictionary::new();
        let resources = inherited(document, page, b"Resources");
        let resources = resources.and_then(|(at, key)| dictionary(document, at, key));
        let drawn = walker.page(id, resources.unwrap_or(&empty));
        let drawn = drawn.map_err(|stop| match stop {
            Stop::Unreadable => broken(),
            Stop::Endless => PreflightError::Endless(index + 1),
        })?;
        let boxed = |key: &'static [u8]| {
            let (at, key) = inherited(document, page, key)?;
            rect(document, at, key)
        };
        let turn = inherited(document, page, b"Rotate");
        let turn = turn.and_then(|(at, key)| number(entry(document, at, key)?));
        let unit = entry(document, page, b"UserUnit").and_then(number);
        let annotations = entry(document, page, b"Annots").and_then(|o| o.as_array().ok());
        all.push(Sheet {
            media: boxed(b"MediaBox").ok_or_else(broken)?,
            trim: boxed(b"TrimBox"),
            bleed: boxed(b"BleedBox"),
            crop: boxed(b"CropBox"),
            turned: turn.is_some_and(|t| t % 360.0 != 0.0) || unit.is_some_and(|u| u != 1.0),
            marks: drawn.marks,
            transparent: drawn.transparent,
            annotations: annotations.map_or(0, Vec::len),
        });
    }
    if all.is_empty() {
        return Err(PreflightError::NoPages);
    }
    let fonts = walker.fonts.iter();
    Ok(Sheets {
        all,
        fonts: fonts
            .map(|font| (font.name.clone(), font.embedded))
            .collect(),
    })
}

/// The dictionary that has a key: the page's, or one above it in the tree.
fn inherited<'a>(
    document: &'a Document,
    page: &'a Dictionary,
    key: &'static [u8],
) -> Option<(&'a Dictionary, &'static [u8])> {
    let mut at = page;
    // A tree of pages is not deeper; one that bites its tail has no bottom.
    for _ in 0..64 {
        if at.has(key) {
            return Some((at, key));
        }
        at = dictionary(document, at, b"Parent")?;
    }
    None
}
