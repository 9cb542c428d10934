//! Checks the size and the boxes of pages, with and without bleed.

use super::is_recto;
use crate::printers::pdf::Rect;
use crate::printers::preflight::Rule;
use crate::printers::preflight::finding::Notes;
use crate::printers::preflight::page::Page;
use crate::printers::{CoverSheet, Place, SAME, Terms};

/// Width and height in points.
type Size = (f64, f64);

/// The required boxes of a page.
pub(super) struct Wanted {
    /// Size of the page including bleed.
    media: Size,
    trim: Size,
    /// Distance of the trim box from the left and the bottom.
    corner: (f64, f64),
    bleed: Size,
}

impl Wanted {
    /// The requirements for a page of the book.
    pub fn page(page: usize, bleeds: bool, terms: &Terms) -> Self {
        let (binding, edge) = terms.bleed().filter(|_| bleeds).unwrap_or((0.0, 0.0));
        let left = if is_recto(page) { binding } else { edge };
        let media = larger(terms, (binding, edge));
        let trim = (terms.trim().width(), terms.trim().height());
        Self { media, trim, corner: (left, edge), bleed: media }
    }

    /// The requirements for a cover.
    pub fn cover(cover: &CoverSheet) -> Self {
        let (own, bleed) = ((cover.width(), cover.height()), cover.rules.bleed);
        let Place { sheet, corner: (x, y) } = cover.place();
        let trim = (own.0 - 2.0 * bleed, own.1 - 2.0 * bleed);
        Self { media: sheet, trim, corner: (x + bleed, y + bleed), bleed: own }
    }
}

/// The size of a page with bleed at the binding and at the other edges.
fn larger(terms: &Terms, (binding, edge): (f64, f64)) -> Size {
    (terms.trim().width() + binding + edge, terms.trim().height() + 2.0 * edge)
}

fn near(a: Size, b: Size) -> bool {
    (a.0 - b.0).abs() < SAME && (a.1 - b.1).abs() < SAME
}

fn size(rect: Rect) -> Size {
    (rect.width(), rect.height())
}

/// Whether a file has bleed: its first page has the size of a page with bleed.
pub(super) fn bleeds(first: &Page, terms: &Terms) -> bool {
    terms.bleed().is_some_and(|bleed| near(size(first.media), larger(terms, bleed)))
}

/// Checks size and boxes. Returns whether the size is right enough to check the margins.
pub(super) fn check(notes: &mut Notes, page: &Page, wanted: &Wanted) -> bool {
    let inches = |(w, h): (f64, f64)| format!("{:.3} x {:.3} in", w / 72.0, h / 72.0);
    let (number, media) = (Some(page.number), size(page.media));
    let right = near(media, wanted.media);
    if !right {
        let off = (media.0 - wanted.media.0).abs().max((media.1 - wanted.media.1).abs());
        notes.add(Rule::PageSize, number, off, inches(wanted.media), inches(media));
    }
    let mut say =
        |expected: &str, found: &str| _ = notes.add(Rule::Boxes, number, 0.0, expected, found);
    if page.turned {
        say("an upright page without /UserUnit", "/Rotate or /UserUnit set");
    }
    if let Some(trim) = page.trim {
        let place = (trim.left - page.media.left, trim.bottom - page.media.bottom);
        if !near(size(trim), wanted.trim) {
            say(&format!("TrimBox {}", inches(wanted.trim)), &inches(size(trim)));
        } else if right && !near(place, wanted.corner) {
            say(&format!("TrimBox to begin at {}", inches(wanted.corner)), &inches(place));
        }
    }
    let off =
        |found: Option<Rect>, wanted| found.map(size).filter(|&size| right && !near(size, wanted));
    if let Some(found) = off(page.bleed, wanted.bleed) {
        say(&format!("BleedBox {}", inches(wanted.bleed)), &inches(found));
    }
    if let Some(found) = off(page.crop, wanted.media) {
        say("no CropBox, or the whole page", &inches(found));
    }
    right
}
