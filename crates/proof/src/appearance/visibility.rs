//! Decides whether a letter is visible: it contrasts with its background and is not covered.

use super::MIN_CONTRAST;
use super::digits::part_middle;
use pdf_reader::{
    Drawing, GlyphInk, GlyphShape, PageObject, PageObjectKind, PlacedGlyph, Rect, fill_contains,
};

/// The rows and columns of the sample raster for a covered digit.
const SAMPLE_ROWS: usize = 12;
/// The minimum share of sample points that must be visible.
const MIN_SEEN: f64 = 0.9;

const PERCENT: f64 = 100.0;

/// Checks that the letter with this index contrasts with its background and is not covered by
/// objects that are not glyphs. The error describes the fault. A letter without ink passes.
pub(super) fn check_visible(
    drawing: &Drawing,
    index: usize,
    others: &[usize],
) -> Result<(), String> {
    let object = &drawing.objects[index];
    let PageObjectKind::Glyph(glyph) = &object.kind else { return Ok(()) };
    let Some(b) = glyph.bounds() else { return Ok(()) };
    if object.blends {
        return Err("blended with what lies under it, or masked".to_owned());
    }
    if !drawing.charge(others.len()) {
        return Ok(());
    }
    let mut near = others.to_vec();
    near.retain(|other| boxes_touch(&drawing.objects[*other].bounds, &b));
    let (below, above) = near.split_at(near.partition_point(|&other| other < index));
    check_contrast(drawing, object, b, below)?;
    let cut = object.bounds != b || object.clip.shapes().next().is_some();
    if above.is_empty() && !cut {
        return Ok(());
    }
    let GlyphInk::Outline(outline) = &glyph.ink else {
        let hidden =
            !object.clip.contains(b.middle()) || drawing.sample_at(b.middle(), above).top.is_some();
        return if hidden { Err("covered or cut off".to_owned()) } else { Ok(()) };
    };
    let part = visible_share(drawing, index, glyph, outline, &near);
    if part < MIN_SEEN {
        return Err(format!("covered or cut off: {:.0} % of it is seen", part * PERCENT));
    }
    Ok(())
}

/// Checks that a letter in this box contrasts with the objects below it.
fn check_contrast(
    drawing: &Drawing,
    object: &PageObject,
    b: Rect,
    below: &[usize],
) -> Result<(), String> {
    let Some(light) = object.paint.lightness() else {
        return Err("in a pattern or a colour that is not known".to_owned());
    };
    for point in [(b.left, b.bottom), (b.right, b.top), b.middle()] {
        let Some(under) = drawing.sample_at(point, below).light else {
            return Err("on a picture or a pattern".to_owned());
        };
        let own = light * object.alpha + under * (1.0 - object.alpha);
        if (own - under).abs() < MIN_CONTRAST {
            let [own, under] = [own, under].map(|light| (1.0 - light) * PERCENT);
            return Err(format!("{own:.0} % dark where the paper is {under:.0} % dark"));
        }
    }
    Ok(())
}

/// Returns false if two boxes are known to lie apart. Called for every letter and object of a page.
pub(super) fn boxes_touch(a: &Rect, b: &Rect) -> bool {
    let are_apart = a.left > b.right || b.left > a.right || a.bottom > b.top || b.bottom > a.top;
    !are_apart
}

/// Returns the share of a letter's ink that contrasts with its surroundings.
fn visible_share(
    drawing: &Drawing,
    index: usize,
    glyph: &PlacedGlyph,
    outline: &GlyphShape,
    others: &[usize],
) -> f64 {
    let Some(back) = glyph.to_page.inverse() else { return 0.0 };
    let b = outline.bounds.transform(glyph.to_page);
    let mut all = others.to_vec();
    all.insert(others.partition_point(|&other| other < index), index);
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for at in 0..SAMPLE_ROWS * SAMPLE_ROWS {
        let x = b.left + b.width() * part_middle(at % SAMPLE_ROWS, SAMPLE_ROWS);
        let y = b.bottom + b.height() * part_middle(at / SAMPLE_ROWS, SAMPLE_ROWS);
        let light = drawing.sample_at((x, y), &all).light;
        if fill_contains(&outline.subpaths, false, back.apply((x, y))) {
            inside.push(light)
        } else {
            outside.extend(light)
        }
    }
    if inside.is_empty() || outside.is_empty() {
        return 0.0;
    }
    let around = outside.iter().sum::<f64>() / outside.len() as f64;
    let lights = inside.iter().flatten();
    let seen = lights.filter(|light| (*light - around).abs() >= MIN_CONTRAST).count();
    seen as f64 / inside.len() as f64
}
