//! Decides whether a letter is visible: it contrasts with its background and is not covered.

use super::MIN_CONTRAST;
use press::printers::pdf::{
    Drawing, GlyphInk, GlyphShape, PageObjectKind, PlacedGlyph, Rect, fill_contains,
};

/// The rows and columns of the sample raster for a covered digit.
const SAMPLE_ROWS: usize = 12;
/// The minimum share of sample points that must be visible.
const MIN_SEEN: f64 = 0.9;

/// Checks that the letter with this index contrasts with its background and is not covered by
/// objects that are not glyphs. The error describes the fault. A letter without ink passes.
pub(super) fn check_visible(
    drawing: &Drawing,
    index: usize,
    others: &[usize],
) -> Result<(), String> {
    let mark = &drawing.objects[index];
    let PageObjectKind::Glyph(letter) = &mark.kind else { return Ok(()) };
    let Some(b) = letter.bounds() else { return Ok(()) };
    if mark.blends {
        return Err("blended with what lies under it, or masked".to_owned());
    }
    if !drawing.charge(others.len()) {
        return Ok(());
    }
    let near = |&other: &usize| boxes_touch(&drawing.objects[other].bounds, &b);
    let others: Vec<usize> = others.iter().copied().filter(near).collect();
    let (below, above) = others.split_at(others.partition_point(|&other| other < index));
    let Some(light) = mark.paint.lightness() else {
        return Err("in a pattern or a colour that is not known".to_owned());
    };
    let corners = [(b.left, b.bottom), (b.right, b.top), b.middle()];
    for point in corners {
        let Some(under) = drawing.sample_at(point, below).light else {
            return Err("on a picture or a pattern".to_owned());
        };
        let own = light * mark.alpha + under * (1.0 - mark.alpha);
        if (own - under).abs() < MIN_CONTRAST {
            let percent = |light: f64| (1.0 - light) * 100.0;
            let (own, under) = (percent(own), percent(under));
            return Err(format!("{own:.0} % dark where the paper is {under:.0} % dark"));
        }
    }
    let cut = mark.bounds != b || mark.clip.shapes().next().is_some();
    if above.is_empty() && !cut {
        return Ok(());
    }
    let GlyphInk::Outline(outline) = &letter.ink else {
        let hidden =
            !mark.clip.contains(b.middle()) || drawing.sample_at(b.middle(), above).top.is_some();
        return if hidden { Err("covered or cut off".to_owned()) } else { Ok(()) };
    };
    let part = visible_share(drawing, index, letter, outline, &others);
    if part < MIN_SEEN {
        return Err(format!("covered or cut off: {:.0} % of it is seen", part * 100.0));
    }
    Ok(())
}

/// Returns true if two boxes touch. Called for every letter and object of a page.
fn boxes_touch(a: &Rect, b: &Rect) -> bool {
    a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top
}

/// Returns the share of a letter's ink that contrasts with its surroundings.
fn visible_share(
    drawing: &Drawing,
    index: usize,
    letter: &PlacedGlyph,
    outline: &GlyphShape,
    others: &[usize],
) -> f64 {
    let Some(back) = letter.to_page.inverse() else { return 0.0 };
    let b = outline.bounds.transform(letter.to_page);
    let mut all = others.to_vec();
    all.insert(others.partition_point(|&other| other < index), index);
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let step = |i: usize| (i as f64 + 0.5) / SAMPLE_ROWS as f64;
    for at in 0..SAMPLE_ROWS * SAMPLE_ROWS {
        let x = b.left + b.width() * step(at % SAMPLE_ROWS);
        let y = b.bottom + b.height() * step(at / SAMPLE_ROWS);
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
    let seen = |light: &&Option<f64>| light.is_some_and(|l| (l - around).abs() >= MIN_CONTRAST);
    inside.iter().filter(seen).count() as f64 / inside.len() as f64
}
