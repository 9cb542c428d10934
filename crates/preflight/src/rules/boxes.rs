//! Checks the size and the boxes of pages, with and without bleed.

use super::is_recto;
use crate::Rule;
use crate::finding::Findings;
use crate::page::PreflightPage;
use crate::printer::is_same_size;
use crate::{CoverSheet, INCH, PrintSpec, SheetPlacement};
use pdf_reader::Rect;
use words::{Clause, clause};

/// Width and height in points.
type Size = (f64, f64);

/// The bleed at the binding edge and at each other edge, in points.
#[derive(Clone, Copy)]
struct PageBleed {
    binding: f64,
    edge: f64,
}

impl PageBleed {
    const NONE: Self = Self { binding: 0.0, edge: 0.0 };

    /// Returns the bleed that the printer takes; `None` if pages must not bleed.
    fn new(spec: &PrintSpec) -> Option<Self> {
        spec.bleed().map(|(binding, edge)| Self { binding, edge })
    }

    /// Returns the size of a page with bleed.
    fn page_size(self, spec: &PrintSpec) -> Size {
        let (width, height) = spec.trim().size();
        (width + self.binding + self.edge, height + 2.0 * self.edge)
    }
}

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
    pub fn page(page: usize, bleeds: bool, spec: &PrintSpec) -> Self {
        let offered = if bleeds { PageBleed::new(spec) } else { None };
        let bleed = offered.unwrap_or(PageBleed::NONE);
        let left = if is_recto(page) { bleed.binding } else { bleed.edge };
        let media = bleed.page_size(spec);
        Self { media, trim: spec.trim().size(), corner: (left, bleed.edge), bleed: media }
    }

    /// Returns the requirements for a cover.
    pub fn cover(cover: &CoverSheet) -> Self {
        let (own, bleed) = ((cover.width(), cover.height()), cover.rules.bleed);
        let SheetPlacement { sheet, corner: (x, y) } = cover.placement();
        let trim = (own.0 - cover.bleeds(), own.1 - cover.bleeds());
        Self { media: sheet, trim, corner: (x + bleed, y + bleed), bleed: own }
    }
}

fn size(rect: Rect) -> Size {
    (rect.width(), rect.height())
}

/// Returns true if a file has bleed: its first page has the size of a page with bleed.
pub(super) fn bleeds(first: &PreflightPage, spec: &PrintSpec) -> bool {
    match PageBleed::new(spec) {
        Some(bleed) => is_same_size(size(first.media), bleed.page_size(spec)),
        None => false,
    }
}

/// Checks size and boxes. Returns true if the size allows checking the margins.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage, wanted: &ExpectedBoxes) -> bool {
    let (number, media) = (Some(page.number), size(page.media));
    let right = is_same_size(media, wanted.media);
    if !right {
        let off = (media.0 - wanted.media.0).abs().max((media.1 - wanted.media.1).abs());
        findings.add(Rule::PageSize, number, off, inches(wanted.media), inches(media));
    }
    if page.turned {
        let expected = "an upright page without /UserUnit";
        findings.add(Rule::Boxes, number, 0.0, expected, "/Rotate or /UserUnit set");
    }
    if let Some(trim) = page.trim {
        let place = (trim.left - page.media.left, trim.bottom - page.media.bottom);
        if !is_same_size(size(trim), wanted.trim) {
            let expected = clause!("TrimBox {}", inches(wanted.trim));
            findings.add(Rule::Boxes, number, 0.0, expected, inches(size(trim)));
        } else if right && !is_same_size(place, wanted.corner) {
            let expected = clause!("TrimBox to begin at {}", inches(wanted.corner));
            findings.add(Rule::Boxes, number, 0.0, expected, inches(place));
        }
    }
    if let Some(bleed) = page.bleed.map(size)
        && right
        && !is_same_size(bleed, wanted.bleed)
    {
        let expected = clause!("BleedBox {}", inches(wanted.bleed));
        findings.add(Rule::Boxes, number, 0.0, expected, inches(bleed));
    }
    if let Some(crop) = page.crop.map(size)
        && right
        && !is_same_size(crop, wanted.media)
    {
        let expected = "no CropBox, or the whole page";
        findings.add(Rule::Boxes, number, 0.0, expected, inches(crop));
    }
    right
}

fn inches(size: Size) -> Clause {
    let [width, height] = [size.0, size.1].map(|points| format!("{:.3}", points / INCH));
    clause!("{} x {} in", width, height)
}
