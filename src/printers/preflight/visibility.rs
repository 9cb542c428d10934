//! What is drawn but cannot be seen on paper: text in the colour of what is below it, text that is
//! covered, white that overprints; and characters without a glyph.

use super::Rule;
use crate::printers::pdf::{
    Drawing, GlyphInk, MAX_COMPARISONS, PageObject, PageObjectKind, PdfPoint, PlacedGlyph, Rect,
};

/// Colours that differ by less than this in each component look the same.
const SAME: f64 = 0.05;
/// Areas and lines that are narrower, in points, cover no text.
const NARROW: f64 = 3.0;
/// Of nine points of a letter, it is seen if more than this many are seen.
const FEW: usize = 2;
/// How often a side of a mark may be held against a point, on all pages. No book comes near it;
/// faults after that are not found.
pub(super) const MAX_FILE_COMPARISONS: usize = 50_000_000;

/// Faults of a page that come from how its marks lie on each other: the rule, what was expected and
/// what found. `comparisons_left` counts down from [`MAX_FILE_COMPARISONS`].
pub(super) fn faults(
    drawing: &Drawing,
    comparisons_left: &mut usize,
) -> Vec<(Rule, &'static str, String)> {
    let mut faults = Vec::new();
    if let Some(letter) = drawing.marks.iter().find_map(without_glyph) {
        let (font, character, code) = (&letter.font.name, letter.character(), letter.code);
        let found = format!("that {font} has none for {character:?}, code {code}");
        faults.push((Rule::Glyphs, "a glyph for each character", found));
    }
    // The page may spend what is left for the file.
    drawing.charge(MAX_COMPARISONS.saturating_sub(*comparisons_left));
    if unseen(drawing) {
        let found = "text that is covered, or has the colour of what is below it";
        faults.push((Rule::Unseen, "text that can be seen", found.to_owned()));
    }
    if white_overprints(drawing) {
        let found = "white that is set to overprint".to_owned();
        faults.push((Rule::Overprint, "white that covers", found));
    }
    *comparisons_left = MAX_COMPARISONS.saturating_sub(drawing.comparisons());
    faults
}

/// Returns a visible letter for which its font has no glyph. Spaces need none.
fn without_glyph(mark: &PageObject) -> Option<&PlacedGlyph> {
    let PageObjectKind::Glyph(letter) = &mark.kind else {
        return None;
    };
    // Characters that only guide others: soft hyphens, joiners, marks of direction. Some programs
    // write NUL for what their font lacks.
    let guides = |c: char| {
        (c.is_control() && c != '\0')
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let character = letter.character();
    let space = letter.code == 32 || character.is_whitespace() || guides(character);
    let missing = matches!(letter.ink, GlyphInk::Missing) && !mark.is_invisible();
    (missing && !space).then_some(letter)
}

/// A letter that must be seen, with the marks that may cover it or lie below it.
struct GlyphProbe {
    index: usize,
    middle: PdfPoint,
    near: Vec<usize>,
}

/// Returns true if some text cannot be seen.
fn unseen(drawing: &Drawing) -> bool {
    let covers: Vec<_> = drawing.marks.iter().enumerate().filter(|(_, m)| may_cover(m)).collect();
    let letters = drawing.marks.iter().enumerate().filter(|(_, mark)| {
        let inked = mark.bounds.width() > 0.0 && mark.bounds.height() > 0.0;
        // On bare paper only white is not seen.
        let matters = !covers.is_empty() || is_light(mark);
        matches!(mark.kind, PageObjectKind::Glyph(_)) && inked && matters && !mark.is_invisible()
    });
    let mut texts: Vec<GlyphProbe> = letters
        .map(|(index, mark)| GlyphProbe { index, middle: mark.bounds.middle(), near: Vec::new() })
        .collect();
    texts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    for (index, mark) in covers {
        let from = texts.partition_point(|text| text.middle.1 < mark.bounds.bottom);
        let until = texts.partition_point(|text| text.middle.1 <= mark.bounds.top);
        for text in &mut texts[from..until.max(from)] {
            if !drawing.charge(1) {
                return false;
            }
            if drawing.covers(index, text.middle) {
                text.near.push(index);
            }
        }
    }
    for GlyphProbe { index, near, .. } in texts {
        if drawing.is_exhausted() {
            return false;
        }
        let mark = &drawing.marks[index];
        if (near.is_empty() && !is_light(mark)) || !is_invisible_among(drawing, index, &near) {
            continue;
        }
        // Something else may show it, such as a shadow.
        let around = drawing.objects_in(mark.bounds);
        if is_invisible_among(drawing, index, &around) {
            return !drawing.is_exhausted();
        }
    }
    false
}

/// Returns true if a letter on bare paper may be lost: its colour is that of paper.
fn is_light(mark: &PageObject) -> bool {
    mark.paint.rgb().is_some_and(|rgb| rgb.iter().all(|light| *light > 1.0 - SAME))
}

/// Returns true if a letter is covered or does not stand out at nearly all of nine points, among
/// other marks. One that is mixed with what is below it, or has lines around it in another colour,
/// is only covered or not.
fn is_invisible_among(drawing: &Drawing, index: usize, among: &[usize]) -> bool {
    let mark = &drawing.marks[index];
    let lined = matches!(&mark.kind, PageObjectKind::Glyph(letter) if letter.line.is_some() && !letter.stroke_only);
    let plain = mark.alpha >= 1.0 && !mark.blends && !lined;
    let is_shown = |&point: &PdfPoint| match plain {
        true => drawing.contrast(index, point, among).is_none_or(|contrast| contrast >= SAME),
        false => drawing.visibility_at(index, point, among) > 0.0,
    };
    points(mark.bounds).filter(is_shown).count() <= FEW
}

/// Returns nine points of a box.
fn points(b: Rect) -> impl Iterator<Item = PdfPoint> {
    const PLACES: [f64; 3] = [0.2, 0.5, 0.8];
    PLACES.into_iter().flat_map(move |y| {
        PLACES.into_iter().map(move |x| (b.left + x * b.width(), b.bottom + y * b.height()))
    })
}

/// Returns true if a mark may be below a letter or cover one.
fn may_cover(mark: &PageObject) -> bool {
    let wide = |place: Rect| place.width().min(place.height()) >= NARROW;
    let kind = match &mark.kind {
        PageObjectKind::Glyph(_) => false,
        PageObjectKind::Fill { subpaths, .. } => subpaths.iter().any(|part| wide(part.bounds)),
        PageObjectKind::Stroke { width, .. } => *width >= NARROW,
        PageObjectKind::Image(_) | PageObjectKind::Shading => true,
    };
    kind && !mark.is_invisible() && wide(mark.bounds)
}

/// Returns true if white is set to overprint where something is below it: a printer then prints
/// nothing of it.
fn white_overprints(drawing: &Drawing) -> bool {
    let white =
        |mark: &PageObject| mark.overprints && mark.paint.is_white() && !mark.is_invisible();
    for (index, mark) in drawing.marks.iter().enumerate().filter(|(_, mark)| white(mark)) {
        let mut below = drawing.objects_in(mark.bounds);
        below.retain(|&at| at < index);
        let dark = |point| {
            let seen = drawing.sample_at(point, &below);
            seen.top.is_some() && seen.light.is_none_or(|light| light < 1.0 - SAME)
        };
        if drawing.is_exhausted() || points(mark.bounds).any(dark) {
            return !drawing.is_exhausted();
        }
    }
    false
}
