//! Looks for text that lies on other text of a cover.

use crate::Rule;
use crate::finding::Findings;
use crate::page::PreflightPage;
use pdf_reader::{Drawing, PageObjectKind, PdfPoint, PlacedGlyph, Rect};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum part of the smaller of two letters that lies on the other.
const MIN_OVERLAP: f64 = 0.15;
/// The maximum distance between the baselines of letters of one line, as a fraction of the type
/// size. Shadows and doubled letters of bold type stay below it.
const MAX_LINE_SHIFT: f64 = 0.25;
/// The maximum ratio of the type sizes of letters of one line, such as a large initial.
const MAX_SIZE_RATIO: f64 = 1.5;
/// The minimum number of letters on other text, and of letters below them. An ornament of a few
/// large letters behind a text, or on it, is no fault.
const MIN_LETTERS: usize = 3;
/// The visibility below which a letter counts as covered.
const MIN_VISIBILITY: f64 = 0.01;

/// A letter of a cover, with the index of its object.
struct CoverLetter<'a> {
    index: usize,
    bounds: Rect,
    glyph: &'a PlacedGlyph,
}

impl CoverLetter<'_> {
    /// Returns true if two letters belong to one line of text.
    fn is_in_line_with(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|letter| letter.glyph.size());
        if a.max(b) > MAX_SIZE_RATIO * a.min(b) {
            return false;
        }
        let Some(back) = self.glyph.to_page.inverse() else { return true };
        let (_, up) = back.apply(origin(other.glyph));
        up.abs() < MAX_LINE_SHIFT
    }
}

/// Returns the origin of a glyph on the page.
fn origin(glyph: &PlacedGlyph) -> PdfPoint {
    glyph.to_page.apply((0.0, 0.0))
}

/// Checks that no text of a cover lies on other text that is visible.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage) {
    let drawing = &page.drawing;
    let letters = letters(drawing);
    let mut lower = BTreeSet::new();
    let mut upper: BTreeMap<usize, Rect> = BTreeMap::new();
    for (position, letter) in letters.iter().enumerate() {
        for other in &letters[position + 1..] {
            if !drawing.charge(1) {
                return;
            }
            if other.bounds.bottom > letter.bounds.top {
                break;
            }
            if let Some(place) = overlap(drawing, letter, other) {
                lower.insert(letter.index.min(other.index));
                upper.insert(letter.index.max(other.index), place);
            }
        }
    }
    if lower.len() < MIN_LETTERS || upper.len() < MIN_LETTERS {
        return;
    }
    for place in upper.values() {
        let (expected, found) = ("text beside other text", "letters on other letters");
        let words = || (expected.into(), found.into());
        findings.mark(Rule::Overlap, (page.number, *place), 0.0, words);
    }
}

/// Returns the letters of a page that have ink, from the lowest up.
fn letters(drawing: &Drawing) -> Vec<CoverLetter<'_>> {
    let mut letters = Vec::new();
    for (index, object) in drawing.objects.iter().enumerate() {
        let PageObjectKind::Glyph(glyph) = &object.kind else { continue };
        let bounds = object.bounds;
        if !object.is_invisible() && bounds.width() > 0.0 && bounds.height() > 0.0 {
            letters.push(CoverLetter { index, bounds, glyph });
        }
    }
    letters.sort_by(|a, b| a.bounds.bottom.total_cmp(&b.bounds.bottom));
    letters
}

/// Returns the place where two letters of different lines lie on each other, if the lower letter is
/// visible there.
fn overlap(drawing: &Drawing, a: &CoverLetter, b: &CoverLetter) -> Option<Rect> {
    let place = a.bounds.intersect(b.bounds)?;
    let is_large = place.area() >= MIN_OVERLAP * a.bounds.area().min(b.bounds.area());
    if !is_large || a.is_in_line_with(b) {
        return None;
    }
    let (low, high) = (a.index.min(b.index), a.index.max(b.index));
    let between: Vec<usize> = (low + 1..high).collect();
    if drawing.visibility_at(low, place.middle(), &between) <= MIN_VISIBILITY {
        return None;
    }
    Some(place)
}
