//! What is drawn but cannot be seen on paper: text in the colour of what is below it, text that is
//! covered, white that overprints; and characters without a glyph.

use super::Rule;
use crate::print::pdf::{Drawing, Ink, Kind, Letter, Mark, Paint, Part, Point, Rect};

/// Colours that differ by less than this in each component look the same.
const SAME: f64 = 0.05;
/// Areas and lines that are narrower, in points, cover no text.
const NARROW: f64 = 3.0;
/// How often a side of a mark may be held against a point, on all pages. No book comes near it; what a file
/// made to do harm has after that is not found.
pub(super) const MAX_LOOKS: usize = 50_000_000;

/// Faults of a page that come from how its marks lie on each other: the rule, and what was found. `looks`
/// counts down from [`MAX_LOOKS`].
pub(super) fn faults(drawing: &Drawing, looks: &mut usize) -> Vec<(Rule, String)> {
    let mut faults = Vec::new();
    if !drawing.lacks.is_empty() {
        let found = format!(
            "expected everything that a page draws in the file, found a page that lacks {}",
            drawing.lacks.join(", ")
        );
        faults.push((Rule::Resources, found));
    }
    let missing = drawing.marks.iter().find_map(without_glyph);
    if let Some(letter) = missing {
        let found = format!(
            "expected a glyph for each character, found that {} has none for {:?}, code {}",
            letter.font.name,
            letter.character(),
            letter.code
        );
        faults.push((Rule::Glyphs, found));
    }
    if let Some(found) = unseen(drawing, looks) {
        faults.push((Rule::Unseen, format!("expected text that can be seen, found {found}")));
    }
    if white_overprints(drawing, looks) == Some(true) {
        let found = "expected white that covers, found white that is set to overprint";
        faults.push((Rule::Overprint, found.to_owned()));
    }
    faults
}

/// A visible letter for which its font has no glyph. Spaces need none.
fn without_glyph(mark: &Mark) -> Option<&Letter> {
    let Kind::Letter(letter) = &mark.kind else {
        return None;
    };
    // What has no ink has no box.
    if mark.bounds.width() > 0.0 || mark.is_invisible() || !matches!(letter.ink, Ink::Missing) {
        return None;
    }
    let character = letter.character();
    let space = letter.code == 32 || character.is_whitespace() || is_format(character);
    (!space).then_some(letter)
}

/// Whether a character only guides others: soft hyphens, joiners, marks of direction.
fn is_format(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A letter that must be seen.
struct Text {
    index: usize,
    bounds: Rect,
    middle: Point,
    colour: Option<[f64; 3]>,
    /// The colour below its middle.
    below: Option<[f64; 3]>,
}

/// Text that cannot be seen, in words.
fn unseen(drawing: &Drawing, looks: &mut usize) -> Option<&'static str> {
    let covers: Vec<_> = drawing.marks.iter().enumerate().filter(|(_, m)| may_cover(m)).collect();
    let letters = drawing.marks.iter().enumerate().filter_map(|(index, mark)| {
        let Kind::Letter(letter) = &mark.kind else {
            return None;
        };
        let bounds = mark.bounds;
        let inked = bounds.width() > 0.0 && bounds.height() > 0.0;
        let plain = mark.alpha >= 1.0 && !mark.blends && !letter.lined;
        let colour = mark.paint.rgb().filter(|_| plain);
        let below = Some([1.0; 3]);
        let text = Text { index, bounds, middle: bounds.middle(), colour, below };
        // On bare paper only white is not seen.
        let matters = !covers.is_empty() || colour.is_some_and(|colour| alike(colour, [1.0; 3]));
        (inked && matters && !mark.is_invisible()).then_some(text)
    });
    let mut texts: Vec<Text> = letters.collect();
    texts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    for (index, mark) in covers {
        let Some(cost) = cost(mark) else { continue };
        let place = mark.bounds;
        let from = texts.partition_point(|text| text.middle.1 < place.bottom);
        let until = texts.partition_point(|text| text.middle.1 <= place.top);
        for text in &mut texts[from..until.max(from)] {
            spend(looks, cost)?;
            if !mark.covers(text.middle) {
                continue;
            }
            let colour = colour_of(mark);
            if index < text.index {
                text.below = colour;
            } else if is_opaque(mark) {
                spend(looks, 9 * cost)?;
                let hidden = points(text.bounds).filter(|&point| mark.covers(point)).count();
                if hidden >= 7 {
                    return Some("text that is covered later");
                }
            }
        }
    }
    for text in texts {
        let (Some(colour), Some(below)) = (text.colour, text.below) else {
            continue;
        };
        if !alike(colour, below) {
            continue;
        }
        // Something else may show it: a shadow, or an area that covers a part of it.
        let mut around = drawing.within(text.bounds);
        around.retain(|&index| index != text.index);
        spend(looks, drawing.marks.len())?;
        let costs = around.iter().map(|&index| cost(&drawing.marks[index]));
        let Some(all) = costs.sum::<Option<usize>>() else { continue };
        spend(looks, 9 * all)?;
        let own = drawing.marks[text.index].paint.light();
        let lost = points(text.bounds).all(|point| {
            let light = drawing.seen(point, &around).light;
            light.zip(own).is_some_and(|(light, own)| (light - own).abs() < SAME)
        });
        if lost {
            return Some("text in the colour of what is below it");
        }
    }
    None
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

/// Whether nothing below a mark can be seen.
fn is_opaque(mark: &Mark) -> bool {
    let whole = match &mark.kind {
        Kind::Image(image) => image.space.is_some() && !image.masked && !image.holes,
        Kind::Shading => true,
        // The cell of a pattern may have gaps.
        _ => mark.paint != Paint::Pattern,
    };
    whole && mark.alpha >= 1.0 && !mark.blends && !mark.overprints
}

/// The colour of a mark; `None` if it is not known, or mixes with what is below it.
fn colour_of(mark: &Mark) -> Option<[f64; 3]> {
    let plain = matches!(mark.kind, Kind::Area { .. } | Kind::Lines { .. });
    mark.paint.rgb().filter(|_| plain && is_opaque(mark))
}

/// Whether two colours look the same.
fn alike(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < SAME)
}

/// The number of sides of a mark and of its clip; `None` for a clip of more parts than any in a book, whose
/// sides would take long to count.
fn cost(mark: &Mark) -> Option<usize> {
    let sides = |parts: &[Part]| parts.iter().map(|part| 1 + part.sides.len()).sum::<usize>();
    let own = match &mark.kind {
        Kind::Area { parts, .. } | Kind::Lines { parts, .. } => sides(parts),
        // A letter has some dozens.
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

/// Whether white is set to overprint where something is below it: a printer then prints nothing of it. `None`
/// when there are no more looks.
fn white_overprints(drawing: &Drawing, looks: &mut usize) -> Option<bool> {
    let white = |mark: &Mark| mark.overprints && mark.paint.is_white() && !mark.is_invisible();
    for (index, mark) in drawing.marks.iter().enumerate().filter(|(_, mark)| white(mark)) {
        spend(looks, drawing.marks.len())?;
        let mut below = drawing.within(mark.bounds);
        below.retain(|&at| at < index);
        let costs = below.iter().map(|&at| cost(&drawing.marks[at]));
        let Some(all) = costs.sum::<Option<usize>>() else { continue };
        spend(looks, 9 * all)?;
        let lost = points(mark.bounds).any(|point| {
            let seen = drawing.seen(point, &below);
            seen.top.is_some() && seen.light.is_none_or(|light| light < 1.0 - SAME)
        });
        if lost {
            return Some(true);
        }
    }
    Some(false)
}
