//! Compares the outline of a glyph with the digits of the built-in faces. It finds glyphs that show
//! another digit than the text says, or no digit at all, judged by their holes and their ink.

use page::Face;
use pdf_reader::{
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
    fn new(face: &Face, digit: char) -> Option<Self> {
        let outline = GlyphShape::of_character(face.bytes(), digit)?;
        Some(Self { digit, outline, shape: OnceLock::new() })
    }

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
        models
            .get_or_init(|| ('0'..='9').filter_map(|digit| DigitModel::new(face, digit)).collect())
    })
}

/// A cache of the digits that the glyphs of a book show, by font address and code.
#[derive(Default)]
pub struct DigitCache(Mutex<HashMap<(usize, u16), DigitCacheEntry>>);

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
        glyph: &PlacedGlyph,
        outline: &GlyphShape,
        page: &Drawing,
    ) -> Option<ShownDigit> {
        let key = (Arc::as_ptr(&glyph.font) as usize, glyph.code);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, shown)) = known.get(&key) {
            return shown.clone();
        }
        let segments = outline.subpaths.iter().map(|part| part.segments.len()).sum::<usize>();
        if !page.charge(SAMPLES_PER_GLYPH * segments) {
            return None;
        }
        let shown = wrong_digit(glyph.character(), outline);
        known.insert(key, (glyph.font.clone(), shown.clone()));
        shown
    }
}

fn wrong_digit(digit: char, outline: &GlyphShape) -> Option<ShownDigit> {
    if model_digit(models().filter(|model| model.digit == digit), outline).is_some() {
        return None;
    }
    let others = models().filter(|model| model.digit != digit);
    let shown = model_digit(others, outline)
        .or_else(|| resembled_digit(digit, &DigitShape::from_outline(outline), models()));
    match shown {
        Some(other) => Some(other.to_string()),
        None if could_be(digit, outline) => None,
        None => Some("no digit".to_owned()),
    }
}

/// Returns the digit of the first of these models that has an outline.
fn model_digit<'a>(
    mut models: impl Iterator<Item = &'a DigitModel>,
    outline: &GlyphShape,
) -> Option<char> {
    let model =
        models.find(|model| same_outline(&model.outline, outline, OUTLINE_TOLERANCE_EMS))?;
    Some(model.digit)
}

/// The largest number of holes that any face draws in each digit.
const MAX_HOLES: [usize; 10] = [2, 0, 1, 0, 1, 0, 1, 0, 2, 1];
/// The maximum share of its box that a digit fills, unless it is a 1.
const MAX_INK: f64 = 0.8;

/// Returns true if a shape could be this digit: it has no more holes than any face draws in the
/// digit, and it is not a blot.
fn could_be(digit: char, outline: &GlyphShape) -> bool {
    let mut raster = FineRaster::from_outline(outline);
    let ink = raster.ink();
    let Some(digit) = digit.to_digit(10) else { return true };
    // The first white area surrounds the shape.
    raster.white_areas() <= MAX_HOLES[digit as usize] + 1 && (digit == 1 || ink < MAX_INK)
}

/// The number of rows and columns of a fine raster.
const FINE: usize = 40;

/// The bounding box of an outline as a fine raster with a white border around it: true where it is
/// white.
struct FineRaster(Vec<bool>);

impl FineRaster {
    fn from_outline(outline: &GlyphShape) -> Self {
        let b = outline.bounds;
        let mut white = Vec::with_capacity(FINE * FINE);
        for at in 0..FINE * FINE {
            let x = b.left + b.width() * Self::part(at % FINE);
            let y = b.bottom + b.height() * Self::part(at / FINE);
            white.push(!fill_contains(&outline.subpaths, false, (x, y)));
        }
        Self(white)
    }

    /// Returns the place of a row or a column in the bounding box, from 0 to 1 without the border.
    fn part(index: usize) -> f64 {
        (index as f64 - 0.5) / (FINE - 2) as f64
    }

    /// Returns the share of the raster that is not white.
    fn ink(&self) -> f64 {
        1.0 - self.0.iter().filter(|white| **white).count() as f64 / (FINE * FINE) as f64
    }

    /// Counts the connected white areas, and paints them. Areas of one or two points do not count.
    fn white_areas(&mut self) -> usize {
        let mut areas = 0;
        for start in 0..FINE * FINE {
            areas += usize::from(self.0[start] && self.paint(start) > 2);
        }
        areas
    }

    /// Paints the white area around a point. Returns its size.
    fn paint(&mut self, start: usize) -> usize {
        let mut open = vec![start];
        let mut size = 0;
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut self.0[at], false) {
                continue;
            }
            size += 1;
            let (x, y) = (at % FINE, at / FINE);
            if x > 0 {
                open.push(at - 1);
            }
            if x + 1 < FINE {
                open.push(at + 1);
            }
            if y > 0 {
                open.push(at - FINE);
            }
            if y + 1 < FINE {
                open.push(at + FINE);
            }
        }
        size
    }
}

/// Returns the digit that a shape resembles most, if it clearly differs from the digit of the text.
fn resembled_digit<'a>(
    digit: char,
    shape: &DigitShape,
    models: impl Iterator<Item = &'a DigitModel> + Clone,
) -> Option<char> {
    let (own, _) = nearest(shape, models.clone().filter(|model| model.digit == digit))?;
    let (far, shown) = nearest(shape, models.filter(|model| model.digit != digit))?;
    let is_clear =
        far <= MAX_SHAPE_DISTANCE && own >= MIN_DISTANCE_RATIO * far && own > MAX_SHAPE_DISTANCE;
    if is_clear { Some(shown) } else { None }
}

/// Returns the distance and the digit of the model that a shape resembles most.
fn nearest<'a>(
    shape: &DigitShape,
    models: impl Iterator<Item = &'a DigitModel>,
) -> Option<(f64, char)> {
    let distances = models.map(|model| (shape.distance(model.shape()), model.digit));
    distances.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Returns true if two outlines have the same segments. Corresponding points may be up to `far` ems
/// apart.
pub fn same_outline(a: &GlyphShape, b: &GlyphShape, far: f64) -> bool {
    let mut both = a.subpaths.iter().zip(&b.subpaths);
    a.subpaths.len() == b.subpaths.len() && both.all(|(a, b)| same_part(a, b, far))
}

/// Returns true if two subpaths have the same segments. Corresponding points may be up to `far`
/// apart.
pub fn same_part(a: &Subpath, b: &Subpath, far: f64) -> bool {
    let mut pairs = a.segments.iter().zip(&b.segments);
    near(a.start, b.start, far)
        && a.segments.len() == b.segments.len()
        && pairs.all(|(a, b)| same_segment(*a, *b, far))
}

fn same_segment(a: SubpathSegment, b: SubpathSegment, far: f64) -> bool {
    match (a, b) {
        (SubpathSegment::Line(a), SubpathSegment::Line(b)) => near(a, b, far),
        (SubpathSegment::Curve(a, b, c), SubpathSegment::Curve(d, e, f)) => {
            near(a, d, far) && near(b, e, far) && near(c, f, far)
        }
        _ => false,
    }
}

/// Returns true if the coordinates of two points differ by less than `far`.
pub fn near(a: PdfPoint, b: PdfPoint, far: f64) -> bool {
    (a.0 - b.0).abs() < far && (a.1 - b.1).abs() < far
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
            let x = left + wide * part_middle(at % COLUMNS, COLUMNS);
            let y = bottom + high * part_middle(at / COLUMNS, ROWS);
            fill_contains(&outline.subpaths, false, (x, y))
        });
        Self { ink, width: wide / high.max(f64::MIN_POSITIVE) }
    }

    /// Returns the distance of two shapes: the share of sample points that differ, plus half the
    /// difference of their widths.
    fn distance(&self, other: &Self) -> f64 {
        let differ = self.ink.iter().zip(&other.ink).filter(|(a, b)| a != b).count();
        differ as f64 / self.ink.len() as f64 + (self.width - other.width).abs() / 2.0
    }
}

/// Returns the middle of one of several equal parts, from 0 to 1.
pub(super) fn part_middle(index: usize, parts: usize) -> f64 {
    (index as f64 + 0.5) / parts as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Document, dictionary};
    use pdf_reader::{Dict, DocumentFonts, GlyphInk, Matrix};

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
            let glyph = PlacedGlyph {
                font: DocumentFonts::new(&document).get(None, Dict::new(&document, &font)).unwrap(),
                code: u16::from(b'3'),
                ink: GlyphInk::Outline(Arc::new(outline.clone())),
                to_page: Matrix::THOUSANDTH,
                advance: 0.0,
                hidden: false,
                stroke_only: false,
                line: None,
            };
            assert_eq!(glyph.character(), '3');
            assert_eq!(
                digits.wrong_digit(&glyph, outline, &Drawing::default()),
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
