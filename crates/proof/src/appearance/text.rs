//! Checks that the text outside grids is visible and that its digits are drawn as digits.

use super::AppearanceIssue;
use super::digits::DigitCache;
use super::visibility::check_visible;
use crate::readback::{PageContents, turned};
use pdf_reader::{Drawing, GlyphInk, PageObjectKind};

/// Returns the first issue of a letter outside the grids: it is invisible or draws another digit.
/// Letters in cells of numbered grids are `judged`, and those in other grids are parts of pictures.
/// On a page without numbered grids, letters may lie on images.
pub(super) fn check_text(
    drawing: &Drawing,
    page: &PageContents,
    digits: &DigitCache,
    judged: &[bool],
) -> Option<AppearanceIssue> {
    let is_numbered = page.grids.iter().any(|grid| grid.number.is_some());
    let others: Vec<usize> = (0..drawing.objects.len())
        .filter(|&index| {
            let object = &drawing.objects[index];
            !matches!(object.kind, PageObjectKind::Glyph(_)) && !object.is_invisible()
        })
        .collect();
    for (index, object) in drawing.objects.iter().enumerate() {
        let PageObjectKind::Glyph(glyph) = &object.kind else { continue };
        if !drawing.charge(page.grids.len()) {
            return None;
        }
        if object.is_invisible() {
            if glyph.bounds().is_some() {
                return Some(("found text that is not drawn".to_owned(), "text that is seen"));
            }
            continue;
        }
        if !is_numbered || judged[index] || glyph.bounds().is_none() {
            continue;
        }
        let mut pictures = page.grids.iter().filter(|grid| grid.number.is_none());
        let middle = object.bounds.middle();
        if pictures.any(|own| own.lattice.cell_at(turned(middle, own.quarter)).is_some()) {
            continue;
        }
        let character = glyph.character();
        if let Err(found) = check_visible(drawing, index, &others) {
            let found = format!("found text that begins with {character:?} {found}");
            return Some((found, "text that is seen"));
        }
        if let GlyphInk::Outline(outline) = &glyph.ink
            && character.is_ascii_digit()
            && let Some(shown) = digits.wrong_digit(glyph, outline, drawing)
        {
            let font = &glyph.font.name;
            let found = format!("the font {font} draws {shown} for {character}");
            return Some((found, "a font that draws the digit of the text"));
        }
    }
    None
}
