//! Checks the size and the boxes of pages, with and without bleed.

use super::notes::{Notes, is_recto};
use crate::print::pdf::Rect;
use crate::print::preflight::Rule;
use crate::print::preflight::sheet::Sheet;
use crate::print::{CoverSheet, Place, SAME, Terms};

/// The required boxes of a page; sizes are width and height in points.
pub(super) struct Wanted {
    /// Size of the page including bleed.
    media: (f64, f64),
    trim: (f64, f64),
    /// Distance of the trim box from the left and the bottom.
    corner: (f64, f64),
    /// The size of the bleed box.
    bleed: (f64, f64),
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

/// The size of a page with bleed.
fn larger(terms: &Terms, bleed: (f64, f64)) -> (f64, f64) {
    let (binding, edge) = bleed;
    let trim = terms.trim();
    (trim.width() + binding + edge, trim.height() + 2.0 * edge)
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < SAME && (a.1 - b.1).abs() < SAME
}

fn size(rect: Rect) -> (f64, f64) {
    (rect.width(), rect.height())
}

/// Whether a file has bleed: its first page has the size of a page with bleed.
pub(super) fn bleeds(sheets: &[Sheet], terms: &Terms) -> bool {
    let first = sheets.first().map(|sheet| size(sheet.media));
    let bleeding = terms.bleed().map(|bleed| larger(terms, bleed));
    first.zip(bleeding).is_some_and(|(a, b)| near(a, b))
}

/// Checks size and boxes. Returns whether the size is right enough to check the margins.
pub(super) fn check(notes: &mut Notes, sheet: &Sheet, page: usize, wanted: &Wanted) -> bool {
    let &Wanted { media: wanted, trim, corner, bleed } = wanted;
    let inches = |(w, h): (f64, f64)| format!("{:.3} x {:.3} in", w / 72.0, h / 72.0);
    let found = size(sheet.media);
    let right = near(found, wanted);
    if !right {
        let off = (found.0 - wanted.0).abs().max((found.1 - wanted.1).abs());
        let what = format_args!("expected {}, found {}", inches(wanted), inches(found));
        notes.add(Rule::PageSize, Some(page), off, what);
    }
    let mut say = |what: String| _ = notes.add(Rule::Boxes, Some(page), 0.0, what);
    if sheet.turned {
        say("expected an upright page without /UserUnit, found /Rotate or /UserUnit set".to_owned());
    }
    if let Some(found) = sheet.trim.map(size).filter(|&found| !near(found, trim)) {
        say(format!("expected TrimBox {}, found {}", inches(trim), inches(found)));
    } else if let Some(found) = sheet.trim.filter(|_| right) {
        let place = (found.left - sheet.media.left, found.bottom - sheet.media.bottom);
        if !near(place, corner) {
            say(format!(
                "expected TrimBox to begin at {}, found {}",
                inches(corner),
                inches(place)
            ));
        }
    }
    if let Some(found) = sheet.bleed.map(size).filter(|&found| right && !near(found, bleed)) {
        say(format!("expected BleedBox {}, found {}", inches(bleed), inches(found)));
    }
    if let Some(found) = sheet.crop.map(size).filter(|&found| right && !near(found, wanted)) {
        say(format!("expected no CropBox, or the whole page, found {}", inches(found)));
    }
    right
}
