//! Compares the outline of a glyph with the digits of the built-in faces. It finds glyphs that show
//! another digit than the text says, or no digit at all, judged by their holes and their ink.

use press::book::Face;
use press::printers::pdf::{
    Drawing, FontResource, GlyphShape, PdfPoint, PlacedGlyph, Rect, Subpath, SubpathSegment,
    fill_contains,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The maximum distance between corresponding points of two equal outlines, in ems.
const OUTLINE_TOLERANCE_EMS: f64 = 0.003;
/// The columns and rows of the sample raster for shapes.
const COLUMNS: usize = 12;
const ROWS: usize = 16;
/// The maximum share of sample points at which a shape may differ from the digit it shows.
const MAX_SHAPE_DISTANCE: f64 = 0.14;
/// A shape counts as another digit if its distance to the digit of the text is at least this many
/// times larger.
const MIN_DISTANCE_RATIO: f64 = 1.8;

/// The number of sample points at which a new outline is examined.
const SAMPLES_PER_GLYPH: usize = 40 * 40 + COLUMNS * ROWS;

/// A digit of a built-in face.
struct DigitModel {
    digit: char,
    outline: GlyphShape,
    shape: OnceLock<DigitShape>,
}

impl DigitModel {
    fn shape(&self) -> &DigitShape {
        self.shape.get_or_init(|| DigitShape::from_outline(&self.outline))
    }
}

/// Returns the digits of the built-in faces. Faces and shapes are computed on first use, because
/// most books need one face and no shape.
fn models() -> impl Iterator<Item = &'static DigitModel> + Clone {
    static FACES: [OnceLock<Vec<DigitModel>>; Face::BUILTIN.len()] =
        [const { OnceLock::new() }; Face::BUILTIN.len()];
    FACES.iter().zip(Face::BUILTIN).flat_map(|(models, face)| {
        models.get_or_init(|| {
            let em = f64::from(face.metrics().units_per_em);
            let model = |digit| {
                let outline = GlyphShape::from_drawing(em, |pen| face.draw(digit, pen))?;
                Some(DigitModel { digit, outline, shape: OnceLock::new() })
            };
            ('0'..='9').filter_map(model).collect()
        })
    })
}

/// A cache of the digits that the glyphs of a book show, by font address and code.
#[derive(Default)]
pub(super) struct DigitCache(Mutex<HashMap<(usize, u16), DigitCacheEntry>>);

/// A cached result with its font. Holding the `Arc` keeps the address, which is the cache key, from
/// being reused.
type DigitCacheEntry = (Arc<FontResource>, Option<ShownDigit>);

/// The glyph's appearance where it differs from its text: another digit, or `no digit`.
type ShownDigit = String;

impl DigitCache {
    /// Returns what a glyph shows if that is certainly not the digit of the text. Returns `None` if
    /// the page has exceeded its limit.
    pub fn wrong_digit(
        &self,
        letter: &PlacedGlyph,
        outline: &GlyphShape,
        page: &Drawing,
    ) -> Option<ShownDigit> {
        let key = (Arc::as_ptr(&letter.font) as usize, letter.code);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains_key(&key) {
            let segments = outline.subpaths.iter().map(|part| part.segments.len()).sum::<usize>();
            if !page.charge(SAMPLES_PER_GLYPH * segments) {
                return None;
            }
        }
        let look = || (letter.font.clone(), wrong_digit(letter.character(), outline));
        known.entry(key).or_insert_with(look).1.clone()
    }
}

fn wrong_digit(digit: char, outline: &GlyphShape) -> Option<ShownDigit> {
    let ours = |own: bool| {
        let mut models = models().filter(move |model| (model.digit == digit) == own);
        models.find(|model| same_outline(&model.outline, outline, OUTLINE_TOLERANCE_EMS))
    };
    if ours(true).is_some() {
        return None;
    }
    let like = ours(false).map(|model| model.digit);
    let like =
        like.or_else(|| resembled_digit(digit, &DigitShape::from_outline(outline), models()));
    match like {
        Some(digit) => Some(digit.to_string()),
        None => (!could_be(digit, outline)).then(|| "no digit".to_owned()),
    }
}

/// Returns true if a shape could be this digit: it has no more holes than any face draws in the
/// digit, and it is not a blot.
fn could_be(digit: char, outline: &GlyphShape) -> bool {
    const MOST_HOLES: [usize; 10] = [2, 0, 1, 0, 1, 0, 1, 0, 2, 1];
    const FINE: usize = 40;
    let b = outline.bounds;
    // The bounding box with a white border around it.
    let is_white = |at: usize| {
        let part = |i: usize| (i as f64 - 0.5) / (FINE - 2) as f64;
        let (x, y) =
            (b.left + b.width() * part(at % FINE), b.bottom + b.height() * part(at / FINE));
        !fill_contains(&outline.subpaths, false, (x, y))
    };
    let mut white: Vec<bool> = (0..FINE * FINE).map(is_white).collect();
    let ink = 1.0 - white.iter().filter(|white| **white).count() as f64 / (FINE * FINE) as f64;
    let mut areas = 0;
    for start in 0..FINE * FINE {
        let mut open = if white[start] { vec![start] } else { continue };
        let mut size = 0;
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut white[at], false) {
                continue;
            }
            size += 1;
            let (x, y) = (at % FINE, at / FINE);
            let beside = [
                (x > 0, -1),
                (x + 1 < FINE, 1),
                (y > 0, -(FINE as isize)),
                (y + 1 < FINE, FINE as isize),
            ];
            let beside = beside.into_iter().filter(|(is_inside, _)| *is_inside);
            open.extend(beside.map(|(_, step)| at.wrapping_add_signed(step)));
        }
        areas += usize::from(size > 2);
    }
    let digit = digit.to_digit(10).map_or(0, |digit| digit as usize);
    // The first white area surrounds the shape.
    areas <= MOST_HOLES[digit] + 1 && (digit == 1 || ink < 0.8)
}

/// Returns the digit that a shape resembles most, if it clearly differs from the digit of the text.
fn resembled_digit<'a>(
    digit: char,
    shape: &DigitShape,
    models: impl Iterator<Item = &'a DigitModel> + Clone,
) -> Option<char> {
    let nearest = |own: bool| {
        let models = models.clone().filter(|model| (model.digit == digit) == own);
        let far = models.map(|model| (shape.distance(model.shape()), model.digit));
        far.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (own, (far, shown)) = (nearest(true)?.0, nearest(false)?);
    (far <= MAX_SHAPE_DISTANCE && own >= MIN_DISTANCE_RATIO * far && own > MAX_SHAPE_DISTANCE)
        .then_some(shown)
}

/// Returns true if two outlines have the same segments. Corresponding points may be up to `far` ems
/// apart.
pub(crate) fn same_outline(a: &GlyphShape, b: &GlyphShape, far: f64) -> bool {
    let mut both = a.subpaths.iter().zip(&b.subpaths);
    a.subpaths.len() == b.subpaths.len() && both.all(|(a, b)| same_part(a, b, far))
}

/// Returns true if two subpaths have the same segments. Corresponding points may be up to `far`
/// apart.
pub(crate) fn same_part(a: &Subpath, b: &Subpath, far: f64) -> bool {
    let same = |(a, b): (&SubpathSegment, &SubpathSegment)| match (*a, *b) {
        (SubpathSegment::Line(a), SubpathSegment::Line(b)) => near(a, b, far),
        (SubpathSegment::Curve(a, b, c), SubpathSegment::Curve(d, e, f)) => {
            near(a, d, far) && near(b, e, far) && near(c, f, far)
        }
        _ => false,
    };
    near(a.start, b.start, far)
        && a.segments.len() == b.segments.len()
        && a.segments.iter().zip(&b.segments).all(same)
}

/// Returns true if the coordinates of two points differ by less than `far`.
pub(crate) fn near((ax, ay): PdfPoint, (bx, by): PdfPoint, far: f64) -> bool {
    (ax - bx).abs() < far && (ay - by).abs() < far
}

/// A shape for comparison: its ink on a raster over its bounding box, and the width of the box
/// relative to its height.
struct DigitShape {
    ink: [bool; COLUMNS * ROWS],
    width: f64,
}

impl DigitShape {
    fn from_outline(outline: &GlyphShape) -> Self {
        let Rect { left, bottom, .. } = outline.bounds;
        let (wide, high) = (outline.bounds.width(), outline.bounds.height());
        let ink = std::array::from_fn(|at| {
            let part = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
            let x = left + wide * part(at % COLUMNS, COLUMNS);
            let y = bottom + high * part(at / COLUMNS, ROWS);
            fill_contains(&outline.subpaths, false, (x, y))
        });
        Self { ink, width: wide / high.max(f64::MIN_POSITIVE) }
    }

    /// Returns the distance of two shapes: the share of sample points that differ, plus half the
    /// difference of their widths.
    fn distance(&self, other: &Self) -> f64 {
        let differ = self.ink.iter().zip(&other.ink).filter(|(a, b)| a != b).count();
        differ as f64 / self.ink.len() as f64 + 0.5 * (self.width - other.width).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Document, dictionary};
    use press::printers::pdf::{Dict, DocumentFonts, GlyphInk, Matrix};

    /// Tests each digit with its own face removed from the models.
    #[test]
    fn a_digit_of_a_strange_face_is_never_doubted_and_a_wrong_one_mostly_found() {
        let (mut wrong, mut found) = (0, 0);
        for (i, model) in models().enumerate() {
            let others = models().enumerate().filter(|(j, _)| j / 10 != i / 10);
            let others = others.map(|(_, model)| model);
            for said in '0'..='9' {
                let shown = resembled_digit(said, model.shape(), others.clone());
                if said == model.digit {
                    assert_eq!(shown, None, "model {i}");
                    assert!(could_be(said, &model.outline), "model {i}: {said}");
                } else {
                    wrong += 1;
                    found += usize::from(shown == Some(model.digit));
                    assert!(
                        shown.is_none_or(|s| s == model.digit),
                        "model {i} as {said}: {shown:?}"
                    );
                }
            }
        }
        assert!(found * 10 >= wrong * 8, "{found} of {wrong}");
    }

    /// A font was freed with its page, and the next font at the same address was mistaken for it.
    #[test]
    fn fonts_that_come_one_after_the_other_are_told_apart() {
        let (document, digits) = (Document::new(), DigitCache::default());
        let font = dictionary! { "Subtype" => "Type1", "Encoding" => "WinAnsiEncoding" };
        for shown in ['3', '5'].repeat(20) {
            let outline = &models().find(|m| m.digit == shown).unwrap().outline;
            let letter = PlacedGlyph {
                font: DocumentFonts::new(&document).get(None, Dict::new(&document, &font)).unwrap(),
                code: u16::from(b'3'),
                ink: GlyphInk::Outline(Arc::new(outline.clone())),
                to_page: Matrix::THOUSANDTH,
                advance: 0.0,
                hidden: false,
                stroke_only: false,
                line: None,
            };
            assert_eq!(letter.character(), '3');
            assert_eq!(
                digits.wrong_digit(&letter, outline, &Drawing::default()),
                (shown == '5').then(|| "5".to_owned())
            );
        }
    }

    #[test]
    fn a_glyph_of_another_digit_is_named() {
        let three = models().find(|m| m.digit == '3').unwrap();
        assert_eq!(wrong_digit('3', &three.outline), None);
        assert_eq!(wrong_digit('5', &three.outline), Some("3".to_owned()));
        // The same shape, a tenth wider than in any face.
        let mut wide = three.outline.clone();
        for part in &mut wide.subpaths {
            *part = part.transform(Matrix([1.1, 0.0, 0.0, 1.0, 0.0, 0.0]));
        }
        wide.bounds = wide.subpaths.iter().map(|p| p.bounds).reduce(Rect::union).unwrap();
        assert_eq!(wrong_digit('3', &wide), None);
        assert_eq!(wrong_digit('5', &wide), Some("3".to_owned()));
    }

    #[test]
    fn blots_and_shapes_with_too_many_holes_are_no_digits() {
        let outline = |digit| models().find(|m| m.digit == digit).unwrap().outline.clone();
        let mut square = outline('4');
        square.subpaths.truncate(1);
        let b = square.bounds;
        square.subpaths[0].start = (b.left, b.bottom);
        square.subpaths[0].segments = [(b.right, b.bottom), (b.right, b.top), (b.left, b.top)]
            .map(SubpathSegment::Line)
            .into();
        for digit in ['0', '2', '3', '4', '8'] {
            assert!(!could_be(digit, &square), "{digit}");
        }
        assert!(could_be('1', &square));
        let eight = outline('8');
        for digit in ['1', '2', '3', '4', '5', '6', '7', '9'] {
            assert!(!could_be(digit, &eight), "{digit}");
        }
    }
}
