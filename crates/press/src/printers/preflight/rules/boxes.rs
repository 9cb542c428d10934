//! Checks the size and the boxes of pages, with and without bleed.

use super::is_recto;
use crate::printers::pdf::Rect;
use crate::printers::preflight::Rule;
use crate::printers::preflight::finding::Findings;
use crate::printers::preflight::page::PreflightPage;
use crate::printers::printer::is_same_size;
use crate::printers::{CoverSheet, PrintSpec, SheetPlacement};

/// Width and height in points.
type Size = (f64, f64);

/// The required boxes of a page.
pub(super) struct ExpectedBoxes {
    /// The size of the page including bleed.
    media: Size,
    trim: Size,
    /// The distance of the trim box from the left and the bottom.
    corner: (f64, f64),
    bleed: Size,
}

impl ExpectedBoxes {
    /// Returns the requirements for a page of the book.
    pub fn page(page: usize, bleeds: bool, terms: &PrintSpec) -> Self {
        let (binding, edge) = terms.bleed().filter(|_| bleeds).unwrap_or((0.0, 0.0));
        let left = if is_recto(page) { binding } else { edge };
        let media = size_with_bleed(terms, (binding, edge));
        Self { media, trim: terms.trim().size(), corner: (left, edge), bleed: media }
    }

    /// Returns the requirements for a cover.
    pub fn cover(cover: &CoverSheet) -> Self {
        let (own, bleed) = ((cover.width(), cover.height()), cover.rules.bleed);
        let SheetPlacement { sheet, corner: (x, y) } = cover.placement();
        let trim = (own.0 - 2.0 * bleed, own.1 - 2.0 * bleed);
        Self { media: sheet, trim, corner: (x + bleed, y + bleed), bleed: own }
    }
}

/// Returns the size of a page with bleed at the binding and at the other edges.
fn size_with_bleed(terms: &PrintSpec, (binding, edge): (f64, f64)) -> Size {
    (terms.trim().width() + binding + edge, terms.trim().height() + 2.0 * edge)
}

fn size(rect: Rect) -> Size {
    (rect.width(), rect.height())
}

/// Returns true if a file has bleed: its first page has the size of a page with bleed.
pub(super) fn bleeds(first: &PreflightPage, terms: &PrintSpec) -> bool {
    terms
        .bleed()
        .is_some_and(|bleed| is_same_size(size(first.media), size_with_bleed(terms, bleed)))
}

/// Checks size and boxes. Returns true if the size allows checking the margins.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage, wanted: &ExpectedBoxes) -> bool {
    let inches = |(w, h): (f64, f64)| format!("{:.3} x {:.3} in", w / 72.0, h / 72.0);
    let (number, media) = (Some(page.number), size(page.media));
    let right = is_same_size(media, wanted.media);
    if !right {
        let off = (media.0 - wanted.media.0).abs().max((media.1 - wanted.media.1).abs());
        findings.add(Rule::PageSize, number, off, inches(wanted.media), inches(media));
    }
    let mut add =
        |expected: &str, found: &str| _ = findings.add(Rule::Boxes, number, 0.0, expected, found);
    if page.turned {
        add("an upright page without /UserUnit", "/Rotate or /UserUnit set");
    }
    if let Some(trim) = page.trim {
        let place = (trim.left - page.media.left, trim.bottom - page.media.bottom);
        if !is_same_size(size(trim), wanted.trim) {
            add(&format!("TrimBox {}", inches(wanted.trim)), &inches(size(trim)));
        } else if right && !is_same_size(place, wanted.corner) {
            add(&format!("TrimBox to begin at {}", inches(wanted.corner)), &inches(place));
        }
    }
    let off = |found: Option<Rect>, wanted| {
        found.map(size).filter(|&size| right && !is_same_size(size, wanted))
    };
    if let Some(found) = off(page.bleed, wanted.bleed) {
        add(&format!("BleedBox {}", inches(wanted.bleed)), &inches(found));
    }
    if let Some(found) = off(page.crop, wanted.media) {
        add("no CropBox, or the whole page", &inches(found));
    }
    right
}
