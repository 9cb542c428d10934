//! What is drawn but cannot be seen on paper: text in the colour of what is below it, text that is
//! covered, white that overprints; and characters without a glyph.

use super::Rule;
use crate::printers::pdf::{Drawing, Ink, Kind, Letter, Mark, Part, Point, Rect};

/// Colours that differ by less than this in each component look the same.
const SAME: f64 = 0.05;
/// Areas and lines that are narrower, in points, cover no text.
const NARROW: f64 = 3.0;
/// Of nine points of a letter, it is seen if more than this many are seen.
const FEW: usize = 2;
/// How often a side of a mark may be held against a point, on all pages. No book comes near it; faults after that
/// are not found.
pub(super) const MAX_LOOKS: usize = 50_000_000;

/// Faults of a page that come from how its marks lie on each other: the rule, what was expected and what
/// found. `looks` counts down from [`MAX_LOOKS`].
pub(super) fn faults(drawing: &Drawing, looks: &mut usize) -> Vec<(Rule, &'static str, String)> {
    let mut faults = Vec::new();
    if let Some(letter) = drawing.marks.iter().find_map(without_glyph) {
        let (font, character, code) = (&letter.font.name, letter.character(), letter.code);
        let found = format!("that {font} has none for {character:?}, code {code}");
        faults.push((Rule::Glyphs, "a glyph for each character", found));
    }
    if unseen(drawing, looks) == Some(true) {
        let found = "text that is covered, or has the colour of what is below it";
        faults.push((Rule::Unseen, "text that can be seen", found.to_owned()));
    }
    if white_overprints(drawing, looks) == Some(true) {
        let found = "white that is set to overprint".to_owned();
        faults.push((Rule::Overprint, "white that covers", found));
    }
    faults
}

/// A visible letter for which its font has no glyph. Spaces need none.
fn without_glyph(mark: &Mark) -> Option<&Letter> {
    let Kind::Letter(letter) = &mark.kind else {
        return None;
    };
    // Characters that only guide others: soft hyphens, joiners, marks of direction. Some programs write
    // NUL for what their font lacks.
    let guides = |c: char| {
        (c.is_control() && c != '\0')
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let character = letter.character();
    let space = letter.code == 32 || character.is_whitespace() || guides(character);
    let missing = matches!(letter.ink, Ink::Missing) && !mark.is_invisible();
    (missing && !space).then_some(letter)
}

/// A letter that must be seen, with the marks that may cover it or lie below it.
struct Text {
    index: usize,
    middle: Point,
    near: Vec<usize>,
}

/// Whether some text cannot be seen; `None` when there are no more looks.
fn unseen(drawing: &Drawing, looks: &mut usize) -> Option<bool> {
    let covers: Vec<_> = drawing.marks.iter().enumerate().filter(|(_, m)| may_cover(m)).collect();
    let letters = drawing.marks.iter().enumerate().filter(|(_, mark)| {
        let inked = mark.bounds.width() > 0.0 && mark.bounds.height() > 0.0;
        // On bare paper only white is not seen.
        let matters = !covers.is_empty() || is_light(mark);
        matches!(mark.kind, Kind::Letter(_)) && inked && matters && !mark.is_invisible()
    });
    let mut texts: Vec<Text> = letters
        .map(|(index, mark)| Text { index, middle: mark.bounds.middle(), near: Vec::new() })
        .collect();
    texts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    for (index, mark) in covers {
        let Some(cost) = cost(mark) else { continue };
        let from = texts.partition_point(|text| text.middle.1 < mark.bounds.bottom);
        let until = texts.partition_point(|text| text.middle.1 <= mark.bounds.top);
        for text in &mut texts[from..until.max(from)] {
            spend(looks, cost)?;
            if mark.covers(text.middle) {
                spend(looks, 9 * cost)?;
                text.near.push(index);
            }
        }
    }
    for Text { index, near, .. } in texts {
        let mark = &drawing.marks[index];
        if (near.is_empty() && !is_light(mark)) || !is_lost(drawing, index, &near) {
            continue;
        }
        // Something else may show it, such as a shadow.
        let around = drawing.within(mark.bounds);
        if may_look(drawing, &around, looks)? && is_lost(drawing, index, &around) {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether a letter on bare paper may be lost: its colour is that of paper.
fn is_light(mark: &Mark) -> bool {
    mark.paint.rgb().is_some_and(|rgb| rgb.iter().all(|light| *light > 1.0 - SAME))
}

/// Whether a letter is covered or does not stand out at nearly all of nine points, among other marks. One that is
/// mixed with what is below it, or has lines around it in another colour, is only covered or not.
fn is_lost(drawing: &Drawing, index: usize, among: &[usize]) -> bool {
    let mark = &drawing.marks[index];
    let lined =
        matches!(&mark.kind, Kind::Letter(letter) if letter.line.is_some() && !letter.hollow);
    let plain = mark.alpha >= 1.0 && !mark.blends && !lined;
    let is_shown = |&point: &Point| match plain {
        true => drawing.contrast(index, point, among).is_none_or(|contrast| contrast >= SAME),
        false => drawing.uncovered(index, point, among) > 0.0,
    };
    points(mark.bounds).filter(is_shown).count() <= FEW
}

/// Nine points of a box.
fn points(b: Rect) -> impl Iterator<Item = Point> {
    const PLACES: [f64; 3] = [0.2, 0.5, 0.8];
    PLACES.into_iter().flat_map(move |y| {
        PLACES.into_iter().map(move |x| (b.left + x * b.width(), b.bottom + y * b.height()))
    })
}

/// Whether a mark may be below a letter or cover one.
fn may_cover(mark: &Mark) -> bool {
    let wide = |place: Rect| place.width().min(place.height()) >= NARROW;
    let kind = match &mark.kind {
        Kind::Letter(_) => false,
        Kind::Area { parts, .. } => parts.iter().any(|part| wide(part.bounds)),
        Kind::Lines { width, .. } => *width >= NARROW,
        Kind::Image(_) | Kind::Shading => true,
    };
    kind && !mark.is_invisible() && wide(mark.bounds)
}

/// The number of sides of a mark and of its clip; `None` for a clip of more parts than any in a book, whose
/// sides would take long to count.
fn cost(mark: &Mark) -> Option<usize> {
    let sides = |parts: &[Part]| parts.iter().map(|part| 1 + part.sides.len()).sum::<usize>();
    let own = match &mark.kind {
        Kind::Area { parts, .. } | Kind::Lines { parts, .. } => sides(parts),
        Kind::Letter(letter) => match &letter.ink {
            Ink::Outline(outline) => sides(&outline.parts),
            _ => 1,
        },
        _ => 20,
    };
    let shapes = mark.clip.shapes().take(9);
    let clip = shapes.map(|(parts, _)| (parts.len() <= 16).then(|| sides(parts)));
    let clip: Vec<usize> = clip.collect::<Option<_>>()?;
    (clip.len() < 9).then(|| 1 + own + clip.iter().sum::<usize>())
}

/// Counts looks; `None` when there are no more.
fn spend(looks: &mut usize, cost: usize) -> Option<()> {
    *looks = looks.checked_sub(cost)?;
    Some(())
}

/// Counts the looks at nine points of these marks. Whether none of them is too complex to look at; `None` when there
/// are no more looks.
fn may_look(drawing: &Drawing, marks: &[usize], looks: &mut usize) -> Option<bool> {
    spend(looks, drawing.marks.len())?;
    let costs = marks.iter().map(|&index| cost(&drawing.marks[index]));
    let Some(all) = costs.sum::<Option<usize>>() else {
        return Some(false);
    };
    spend(looks, 9 * all).map(|()| true)
}

/// Whether white is set to overprint where something is below it: a printer then prints nothing of it. `None`
/// when there are no more looks.
fn white_overprints(drawing: &Drawing, looks: &mut usize) -> Option<bool> {
    let white = |mark: &Mark| mark.overprints && mark.paint.is_white() && !mark.is_invisible();
    for (index, mark) in drawing.marks.iter().enumerate().filter(|(_, mark)| white(mark)) {
        let mut below = drawing.within(mark.bounds);
        below.retain(|&at| at < index);
        let dark = |point| {
            let seen = drawing.seen(point, &below);
            seen.top.is_some() && seen.light.is_none_or(|light| light < 1.0 - SAME)
        };
        if may_look(drawing, &below, looks)? && points(mark.bounds).any(dark) {
            return Some(true);
        }
    }
    Some(false)
}
