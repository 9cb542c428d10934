//! What is drawn but cannot be seen on paper: text in the colour of what is below it, text that is
//! covered, white that overprints; and characters without a glyph.

use super::Rule;
use crate::print::pdf::{Drawing, Ink, Kind, Letter, Mark, Point, Rect};

/// Colours that differ by less than this in each component look the same.
const SAME: f64 = 0.05;
/// Areas and lines that are narrower, in points, cover no text.
const NARROW: f64 = 3.0;
/// The maximum number of places of a page that are looked at. No book comes near it.
const MAX_LOOKS: usize = 1_000_000;

/// Faults of a page that come from how its marks lie on each other: the rule, and what was found.
pub(super) fn faults(drawing: &Drawing) -> Vec<(Rule, String)> {
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
    if let Some(found) = unseen(drawing) {
        faults.push((Rule::Unseen, format!("expected text that can be seen, found {found}")));
    }
    if white_overprints(drawing) {
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
    let character = letter.character();
    let space = letter.code == 32 || character.is_whitespace() || is_format(character);
    (!mark.is_invisible() && !space && matches!(letter.ink(), Ink::Missing)).then_some(letter)
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
fn unseen(drawing: &Drawing) -> Option<&'static str> {
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
        (inked && !mark.is_invisible()).then_some(text)
    });
    let mut texts: Vec<Text> = letters.collect();
    texts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    let mut looks = 0;
    for (index, mark) in drawing.marks.iter().enumerate() {
        if !may_cover(mark) {
            continue;
        }
        let place = mark.bounds;
        let from = texts.partition_point(|text| text.middle.1 < place.bottom);
        let until = texts.partition_point(|text| text.middle.1 <= place.top);
        for text in &mut texts[from..until.max(from)] {
            looks += parts(mark);
            if looks > MAX_LOOKS {
                return None;
            }
            if !mark.covers(text.middle) {
                continue;
            }
            let colour = colour_of(mark);
            if index < text.index {
                text.below = colour;
            } else if is_opaque(mark) {
                looks += 8 * parts(mark);
                let hidden = points(text.bounds).filter(|&point| mark.covers(point)).count();
                if hidden >= 7 {
                    return Some("text that is covered later");
                }
            }
        }
    }
    let alike = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < SAME);
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
        looks += drawing.marks.len() + 9 * around.len();
        if looks > MAX_LOOKS {
            return None;
        }
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
        _ => mark.paint != crate::print::pdf::Paint::Pattern,
    };
    whole && mark.alpha >= 1.0 && !mark.blends && !mark.overprints
}

/// The colour of a mark; `None` if it is not known, or mixes with what is below it.
fn colour_of(mark: &Mark) -> Option<[f64; 3]> {
    let plain = matches!(mark.kind, Kind::Area { .. } | Kind::Lines { .. });
    mark.paint.rgb().filter(|_| plain && is_opaque(mark))
}

/// What it takes to see whether a mark covers a point.
fn parts(mark: &Mark) -> usize {
    match &mark.kind {
        Kind::Area { parts, .. } | Kind::Lines { parts, .. } => parts.len(),
        _ => 1,
    }
}

/// Whether white is set to overprint where something is below it: a printer then prints nothing of it.
fn white_overprints(drawing: &Drawing) -> bool {
    let mut looks = 0;
    let white = |mark: &Mark| mark.overprints && mark.paint.is_white() && !mark.is_invisible();
    let mut all = drawing.marks.iter().enumerate().filter(|(_, mark)| white(mark));
    all.any(|(index, mark)| {
        looks += drawing.marks.len();
        if looks > MAX_LOOKS {
            return false;
        }
        let below: Vec<usize> =
            drawing.within(mark.bounds).into_iter().filter(|&at| at < index).collect();
        looks += 9 * below.len();
        points(mark.bounds).any(|point| {
            let seen = drawing.seen(point, &below);
            seen.top.is_some() && seen.light.is_none_or(|light| light < 1.0 - SAME)
        })
    })
}
