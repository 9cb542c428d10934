//! Checks that the text outside grids is visible and that its digits are drawn as digits.

use super::AppearanceIssue;
use super::digits::DigitCache;
use super::visibility::check_visible;
use crate::check::readback::{PageContents, PageGrid, turned};
use press::printers::pdf::{Drawing, GlyphInk, PageObjectKind};

/// Returns the first issue of a letter outside the grids: it is invisible or draws another digit.
/// On a page without numbered grids, letters may lie on images.
pub(super) fn check_text(
    drawing: &Drawing,
    page: &PageContents,
    digits: &DigitCache,
) -> Option<AppearanceIssue> {
    let is_numbered = page.grids.iter().any(|grid| grid.number.is_some());
    let others: Vec<usize> = (0..drawing.objects.len())
        .filter(|&index| {
            let mark = &drawing.objects[index];
            !matches!(mark.kind, PageObjectKind::Glyph(_)) && !mark.is_invisible()
        })
        .collect();
    for (index, mark) in drawing.objects.iter().enumerate() {
        let PageObjectKind::Glyph(letter) = &mark.kind else { continue };
        if !drawing.charge(page.grids.len()) {
            return None;
        }
        if mark.is_invisible() {
            if letter.bounds().is_some() {
                return Some(("found text that is not drawn".to_owned(), "text that is seen"));
            }
            continue;
        }
        if !is_numbered {
            continue;
        }
        let middle = mark.bounds.middle();
        let inside = |grid: &PageGrid| grid.lattice.cell_at(turned(middle, grid.quarter)).is_some();
        if page.grids.iter().any(inside) {
            continue;
        }
        let character = letter.character();
        if let Err(found) = check_visible(drawing, index, &others) {
            let found = format!("found text that begins with {character:?} {found}");
            return Some((found, "text that is seen"));
        }
        if let GlyphInk::Outline(outline) = &letter.ink
            && character.is_ascii_digit()
            && let Some(shown) = digits.wrong_digit(letter, outline, drawing)
        {
            let font = &letter.font.name;
            let found = format!("the font {font} draws {shown} for {character}");
            return Some((found, "a font that draws the digit of the text"));
        }
    }
    None
}
