//! Finds objects that cannot be seen on paper: text in the colour of its background, covered text,
//! text that a clip cuts off, and white that overprints. Also finds characters without a glyph, and
//! letters whose contours overlap.

use super::Rule;
use super::finding::FindingKey;
use pdf_reader::{
    ContentUsage, Drawing, GlyphInk, PageObject, PageObjectKind, PdfPoint, PlacedGlyph, Rect,
};
use words::{Clause, clause};

/// The maximum difference of each component between colours that look the same.
const COLOUR_TOLERANCE: f64 = 0.05;
/// The minimum width of areas and lines that can cover text, in points.
const MIN_COVER_WIDTH_PTS: f64 = 3.0;
/// The maximum number of visible points, of nine, of an invisible letter.
const MAX_VISIBLE_POINTS: usize = 2;
/// The maximum number of comparisons of a segment with a point in the whole file. No book comes
/// close. When they are used up, the remaining objects are not checked.
pub(super) const MAX_FILE_COMPARISONS: usize = 50_000_000;

/// The reason for which overlapping contours are only advice.
const LEAVES_HOLES: &str = "the print may have holes where contours overlap; use a static cut of \
    the font, or merge its contours";
/// The reason for which text that a clip cuts off is only advice.
const CUT_OFF: &str = "a placed page may be cut off on purpose; if the text belongs to the book, \
    move it into its frame, or widen the frame";

/// A fault of visibility: its key, what is expected, and what was found.
pub(super) type VisibilityFault = (FindingKey, &'static str, Clause);

/// Returns the faults from overlapping objects. `comparisons_left` counts down from
/// [`MAX_FILE_COMPARISONS`].
pub(super) fn faults(drawing: &Drawing, comparisons_left: &mut usize) -> Vec<VisibilityFault> {
    let mut faults = Vec::new();
    if let Some(glyph) = drawing.objects.iter().find_map(without_glyph) {
        let (font, character) = (glyph.font.name.clone(), format!("{:?}", glyph.character()));
        let found = clause!("that {} has none for {}, code {}", font, character, glyph.code);
        faults.push((Rule::Glyphs.into(), "a glyph for each character", found));
    }
    // The page may use what is left for the file.
    drawing.charge(Drawing::MAX_COMPARISONS.saturating_sub(*comparisons_left));
    if let Some(glyph) = overlapping_letter(drawing) {
        let (font, character) = (glyph.font.name.clone(), format!("{:?}", glyph.character()));
        let found = clause!("{} of {} with overlaps", character, font);
        let key = FindingKey::advice(Rule::Outlines, Some(LEAVES_HOLES));
        faults.push((key, "letters whose contours do not overlap", found));
    }
    let unseen = find_unseen(drawing);
    if unseen.is_covered {
        let found = "text that is covered, or has the colour of what is below it";
        faults.push((Rule::Unseen.into(), "text that can be seen", found.into()));
    }
    if unseen.is_cut || drawing.usages.has(ContentUsage::CutText) {
        let key = FindingKey::advice(Rule::Unseen, Some(CUT_OFF));
        faults.push((key, "text that can be seen", "text that a clip cuts off".into()));
    }
    if white_overprints(drawing) {
        let found = "white that is set to overprint".into();
        faults.push((Rule::Overprint.into(), "white that covers", found));
    }
    *comparisons_left = Drawing::MAX_COMPARISONS.saturating_sub(drawing.comparisons());
    faults
}

/// The minimum area of an overlap that a reader may see as a hole, in square ems: a dot of a sixth
/// of a point in type of 12 points.
const MIN_OVERLAP: f64 = 0.0002;

/// Returns the first glyph whose contours overlap.
fn overlapping_letter(drawing: &Drawing) -> Option<&PlacedGlyph> {
    drawing.objects.iter().find_map(|object| {
        let PageObjectKind::Glyph(glyph) = &object.kind else { return None };
        let is_overlapping = !object.is_invisible() && glyph.font.overlap(glyph.code) > MIN_OVERLAP;
        is_overlapping.then_some(&**glyph)
    })
}

/// Returns a visible glyph that its font lacks, unless it is a space.
fn without_glyph(object: &PageObject) -> Option<&PlacedGlyph> {
    let PageObjectKind::Glyph(glyph) = &object.kind else {
        return None;
    };
    let character = glyph.character();
    let is_space = glyph.code == 32 || character.is_whitespace() || is_formatting(character);
    if is_space || !matches!(glyph.ink, GlyphInk::Missing) || object.is_invisible() {
        return None;
    }
    Some(glyph)
}

/// Returns true for soft hyphens, joiners and direction marks. Some programs write NUL for missing
/// characters.
fn is_formatting(c: char) -> bool {
    (c.is_control() && c != '\0')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A letter that must be visible, with the objects that may cover it or lie below it.
struct GlyphProbe {
    index: usize,
    middle: PdfPoint,
    near: Vec<usize>,
}

/// The text of a page that cannot be seen.
#[derive(Default)]
struct UnseenText {
    /// True if some is covered, or has the colour of what is below it.
    is_covered: bool,
    /// True if some is cut off by a clip.
    is_cut: bool,
}

/// Finds text that cannot be seen, up to the first that is covered.
fn find_unseen(drawing: &Drawing) -> UnseenText {
    let mut unseen = UnseenText::default();
    let covers: Vec<_> = drawing.objects.iter().enumerate().filter(|(_, m)| may_cover(m)).collect();
    let letters = drawing.objects.iter().enumerate().filter(|(_, object)| {
        let inked = object.bounds.width() > 0.0 && object.bounds.height() > 0.0;
        // On bare paper only white and cut text is invisible.
        let matters = !covers.is_empty() || is_light(object) || is_cut(object);
        matches!(object.kind, PageObjectKind::Glyph(_))
            && inked
            && matters
            && !object.is_invisible()
    });
    let mut texts: Vec<GlyphProbe> = letters
        .map(|(index, object)| GlyphProbe {
            index,
            middle: object.bounds.middle(),
            near: Vec::new(),
        })
        .collect();
    texts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    for (index, object) in covers {
        let from = texts.partition_point(|text| text.middle.1 < object.bounds.bottom);
        let until = texts.partition_point(|text| text.middle.1 <= object.bounds.top);
        for text in &mut texts[from..until.max(from)] {
            if is_same_letter(object, &drawing.objects[text.index]) {
                continue;
            }
            if !drawing.charge(1) {
                return unseen;
            }
            if drawing.covers(index, text.middle) {
                text.near.push(index);
            }
        }
    }
    for GlyphProbe { index, near, .. } in texts {
        if drawing.is_exhausted() {
            return unseen;
        }
        let object = &drawing.objects[index];
        let is_cut = is_cut(object);
        let matters = !near.is_empty() || is_light(object) || is_cut;
        if !matters || !is_invisible_among(drawing, index, &near) {
            continue;
        }
        // Another object may reveal it, such as a shadow.
        let around = drawing.objects_in(object.bounds);
        if !is_invisible_among(drawing, index, &around) || drawing.is_exhausted() {
            continue;
        }
        if !is_cut {
            unseen.is_covered = true;
            return unseen;
        }
        unseen.is_cut = true;
    }
    unseen
}

/// Returns the bounds of a letter, without its clip.
fn whole_bounds(object: &PageObject) -> Rect {
    match &object.kind {
        PageObjectKind::Glyph(glyph) => glyph.bounds().unwrap_or(object.bounds),
        _ => object.bounds,
    }
}

/// Returns true if a clip may cut off parts of a letter.
fn is_cut(object: &PageObject) -> bool {
    let Rect { left, bottom, right, top } = whole_bounds(object);
    let is_inside = [(left, bottom), (right, top)].iter().all(|at| object.clip.rect.contains(*at));
    !is_inside || object.clip.shapes().next().is_some()
}

/// Returns true if a letter has the colour of paper.
fn is_light(object: &PageObject) -> bool {
    object.paint.rgb().is_some_and(|rgb| rgb.iter().all(|light| *light > 1.0 - COLOUR_TOLERANCE))
}

/// Returns true if nearly all of nine points of a letter are covered or lack contrast, among other
/// objects. The contrast of transparent and outlined letters is not checked.
fn is_invisible_among(drawing: &Drawing, index: usize, among: &[usize]) -> bool {
    let object = &drawing.objects[index];
    let lined = matches!(&object.kind, PageObjectKind::Glyph(glyph) if glyph.line.is_some() && !glyph.stroke_only);
    let plain = object.alpha >= 1.0 && !object.blends && !lined;
    let shown = points(whole_bounds(object)).filter(|point| {
        if !plain {
            return drawing.visibility_at(index, *point, among) > 0.0;
        }
        match drawing.contrast(index, *point, among) {
            Some(contrast) => contrast >= COLOUR_TOLERANCE,
            None => true,
        }
    });
    shown.count() <= MAX_VISIBLE_POINTS
}

/// Returns nine sample points of a box.
fn points(b: Rect) -> impl Iterator<Item = PdfPoint> {
    const PLACES: [f64; 3] = [0.2, 0.5, 0.8];
    PLACES.into_iter().flat_map(move |y| {
        PLACES.into_iter().map(move |x| (b.left + x * b.width(), b.bottom + y * b.height()))
    })
}

/// Returns true if both are the same letter of a font. A letter over its own shadow hides nothing.
fn is_same_letter(a: &PageObject, b: &PageObject) -> bool {
    match (&a.kind, &b.kind) {
        (PageObjectKind::Glyph(a), PageObjectKind::Glyph(b)) => {
            a.code == b.code && a.font.name == b.font.name
        }
        _ => false,
    }
}

/// Returns true if an object may cover a letter or lie below one. Of letters, only light ones
/// count.
fn may_cover(object: &PageObject) -> bool {
    let kind = match &object.kind {
        PageObjectKind::Glyph(_) => is_light(object),
        PageObjectKind::Fill { subpaths, .. } => subpaths.iter().any(|part| is_wide(part.bounds)),
        PageObjectKind::Stroke { width, .. } => *width >= MIN_COVER_WIDTH_PTS,
        PageObjectKind::Image(_) | PageObjectKind::Shading => true,
    };
    kind && !object.is_invisible() && is_wide(object.bounds)
}

/// Returns true if an area of this size can cover text.
fn is_wide(b: Rect) -> bool {
    b.width().min(b.height()) >= MIN_COVER_WIDTH_PTS
}

/// Returns true if white overprints something below it, so that the printer prints nothing of it.
fn white_overprints(drawing: &Drawing) -> bool {
    for (index, object) in drawing.objects.iter().enumerate() {
        if !object.overprints || !object.paint.is_white() || object.is_invisible() {
            continue;
        }
        let mut below = drawing.objects_in(object.bounds);
        below.retain(|&at| at < index);
        if drawing.is_exhausted()
            || points(object.bounds).any(|point| is_dark(drawing, point, &below))
        {
            return !drawing.is_exhausted();
        }
    }
    false
}

/// Returns true if some of these objects are dark at a point, or their colour is unknown.
fn is_dark(drawing: &Drawing, point: PdfPoint, objects: &[usize]) -> bool {
    let seen = drawing.sample_at(point, objects);
    seen.top.is_some() && seen.light.is_none_or(|light| light < 1.0 - COLOUR_TOLERANCE)
}
