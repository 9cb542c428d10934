//! Font programs: the outlines of glyphs, and the glyph of a code.

use super::geometry::{PdfPoint, Rect};
use super::glyph_names;
use super::limits::WalkError;
use super::object::{Dict, decode};
use super::path::{PathBuilder, Subpath, bounds};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::pen::PathElement;
use skrifa::outline::{DrawSettings, OutlineGlyphFormat};
use skrifa::raw::TableProvider;
use skrifa::raw::model::Error;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::ps::cff::index::Index;
use skrifa::raw::ps::charstring::{self, CharstringContext, CharstringKind, NullSink};
use skrifa::raw::ps::type1::Type1Font;
use skrifa::raw::ps::{PredefinedEncoding, Sid};
use skrifa::raw::tables::cmap::{Cmap, PlatformId};
use skrifa::raw::types::Fixed;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The outline of a glyph, in ems from its origin on the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct GlyphShape {
    /// Its closed subpaths, filled by the nonzero rule.
    pub subpaths: Vec<Subpath>,
    /// Its bounding box, in ems.
    pub bounds: Rect,
}

/// The problem of a font whose program is damaged or no program.
const UNREADABLE_PROGRAM: &str = "with a program that cannot be read";

/// A font program that is embedded in a file.
pub(super) enum FontProgram {
    /// TrueType or OpenType.
    Sfnt(Vec<u8>),
    /// CFF without an OpenType wrapper.
    Cff(Vec<u8>),
    Type1(Box<Type1Font>),
}

impl FontProgram {
    /// Reads the program of a font descriptor with its size in bytes. `None` if it exceeds `max`.
    /// The error is the problem of the font.
    pub fn read(descriptor: Dict, max: usize) -> Result<Option<(Self, usize)>, &'static str> {
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let key = files.into_iter().find(|key| descriptor.has(key)).ok_or("not embedded")?;
        let stream =
            descriptor.get(key).and_then(|o| o.as_stream().ok()).ok_or(UNREADABLE_PROGRAM)?;
        let bytes = match decode(stream, max).map_err(WalkError::from) {
            Ok(bytes) => bytes,
            Err(WalkError::LimitExceeded(_)) => return Ok(None),
            Err(_) => return Err(UNREADABLE_PROGRAM),
        };
        let size = bytes.len();
        let program = if key == b"FontFile" {
            let font = Type1Font::new(&bytes).map_err(|_| UNREADABLE_PROGRAM)?;
            Self::Type1(Box::new(font))
        } else if sfnt(&bytes).is_some() {
            Self::Sfnt(bytes)
        } else {
            cff(&bytes).ok_or(UNREADABLE_PROGRAM)?;
            Self::Cff(bytes)
        };
        Ok(Some((program, size)))
    }

    /// Returns the number of glyphs.
    pub fn glyph_count(&self) -> u32 {
        match self {
            Self::Sfnt(bytes) => {
                let maxp = sfnt(bytes).and_then(|font| font.maxp().ok());
                maxp.map(|maxp| maxp.num_glyphs().into()).unwrap_or_default()
            }
            Self::Cff(bytes) => cff(bytes).map(|font| font.num_glyphs()).unwrap_or_default(),
            Self::Type1(font) => font.num_glyphs(),
        }
    }

    /// Returns the glyph of a CID.
    pub fn glyph_of_cid(&self, cid: u16) -> Option<u16> {
        if let Self::Cff(bytes) = self
            && let Some(font) = cff(bytes)
            && font.is_cid()
        {
            return Some(glyph_u16(font.charset()?.glyph_id(Sid::new(cid))));
        }
        Some(cid)
    }

    /// Returns the glyph of a one-byte code; 0 if the font has none. `name` is the glyph name in
    /// the file; without a name the font's map decides. `None` if the glyph cannot be known.
    pub fn glyph_of_code(&self, code: u8, name: Option<&[u8]>) -> Option<u16> {
        match self {
            Self::Sfnt(bytes) => mapped(&sfnt(bytes)?, code, name),
            Self::Cff(bytes) => {
                let font = cff(bytes)?;
                let Some(name) = name else {
                    return Some(glyph_u16(font.encoding()?.map(code)));
                };
                let mut all = font.charset()?.iter();
                let found = all.find(|&(_, sid)| font.string(sid) == Some(name));
                Some(glyph_u16(found.map(|(glyph, _)| glyph)))
            }
            Self::Type1(font) => {
                let name = match name {
                    Some(name) => std::str::from_utf8(name).ok()?,
                    None => font.encoding()?.glyph_name(code)?,
                };
                let found = font.glyph_names().find(|&(_, own)| own == name);
                Some(glyph_u16(found.map(|(glyph, _)| glyph)))
            }
        }
    }

    /// Returns the outline of a glyph; `None` if it is empty or unreadable, or if the budget is
    /// used up.
    pub fn outline(&self, glyph: u16, work: &WorkBudget) -> Option<GlyphShape> {
        let glyph = GlyphId::from(glyph);
        work.spend(self.cost(glyph, work.left())?)?;
        let outline = self.draw(glyph)?;
        let segments: usize = outline.subpaths.iter().map(|part| part.segments.len()).sum();
        work.spend(SIDE_STEPS * segments)?;
        Some(outline)
    }

    /// Returns the maximum number of operations that draw a glyph. Subroutines count at each call.
    /// Counting ends at `left`.
    fn cost(&self, glyph: GlyphId, left: usize) -> Option<usize> {
        match self {
            Self::Sfnt(bytes) => {
                let font = sfnt(bytes)?;
                match font.outline_glyphs().format()? {
                    OutlineGlyphFormat::Cff => {
                        let table = font.table_data(Tag::new(b"CFF "))?;
                        cff_cost(&cff(table.as_bytes())?, glyph, left)
                    }
                    OutlineGlyphFormat::Glyf => Some(GLYPH_STEPS),
                    _ => Some(UNCOUNTED_STEPS),
                }
            }
            Self::Cff(bytes) => cff_cost(&cff(bytes)?, glyph, left),
            Self::Type1(font) => Some(type1_cost(font, glyph, left)),
        }
    }

    fn draw(&self, glyph: GlyphId) -> Option<GlyphShape> {
        match self {
            Self::Sfnt(bytes) => GlyphShape::of_glyph(&sfnt(bytes)?, glyph),
            Self::Cff(bytes) => {
                let font = cff(bytes)?;
                let subfont = font.subfont(font.subfont_index(glyph)?, &[]).ok()?;
                GlyphShape::from_drawing(font.upem().into(), |pen| {
                    font.draw(&subfont, glyph, &[], None, pen).ok().map(|_| ())
                })
            }
            Self::Type1(font) => GlyphShape::from_drawing(font.upem().into(), |pen| {
                font.draw(glyph, None, pen).ok().map(|_| ())
            }),
        }
    }
}

impl GlyphShape {
    /// Draws a character of a TrueType or OpenType font; `None` if the font is damaged, or has no
    /// ink for the character.
    pub fn of_character(font: &[u8], character: char) -> Option<Self> {
        let font = sfnt(font)?;
        Self::of_glyph(&font, font.charmap().map(character)?)
    }

    /// Draws all glyphs of a TrueType or OpenType font that have ink; none if the font is damaged.
    pub fn all(font: &[u8]) -> impl Iterator<Item = Self> + '_ {
        let font = sfnt(font);
        let count = font.as_ref().and_then(|font| font.maxp().ok()).map(|maxp| maxp.num_glyphs());
        (0..count.unwrap_or_default())
            .filter_map(move |glyph| Self::of_glyph(font.as_ref()?, GlyphId::from(glyph)))
    }

    /// Returns the area, in square ems, that the nonzero rule fills and the even-odd rule leaves
    /// empty. There the contours overlap, and some RIPs leave a hole. It is
    /// measured on 96 horizontal lines.
    pub fn overlap(&self) -> f64 {
        let step = self.bounds.height() / OVERLAP_LINES as f64;
        let middles = (0..OVERLAP_LINES).map(|line| (line as f64 + 0.5) * step);
        middles.map(|above| self.overlap_at(self.bounds.bottom + above) * step).sum()
    }

    /// Returns the operations of [`Self::overlap`].
    pub(super) fn overlap_cost(&self) -> usize {
        OVERLAP_LINES * self.subpaths.iter().map(|part| part.segments.len()).sum::<usize>()
    }

    /// Returns the length of a horizontal line that the two rules fill differently.
    fn overlap_at(&self, y: f64) -> f64 {
        let mut crossings: Vec<(f64, i32)> = Vec::new();
        for part in &self.subpaths {
            part.pieces(true, |from, to| {
                if (from.1 <= y) != (to.1 <= y) {
                    let across = from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0);
                    crossings.push((across, if to.1 > from.1 { 1 } else { -1 }));
                }
            });
        }
        crossings.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut winding, mut length) = (0, 0.0);
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            if winding != 0 && winding % 2 == 0 {
                length += pair[1].0 - pair[0].0;
            }
        }
        length
    }

    fn of_glyph(font: &FontRef, glyph: GlyphId) -> Option<Self> {
        let em = font.head().ok()?.units_per_em();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let outline = font.outline_glyphs().get(glyph)?;
        Self::from_drawing(em.into(), |pen| outline.draw(settings, pen).ok().map(|_| ()))
    }

    /// Builds an outline from a drawing in font units, `em` of which are an em. `None` if it is
    /// empty.
    fn from_drawing(
        em: f64,
        draw: impl FnOnce(&mut Vec<PathElement>) -> Option<()>,
    ) -> Option<Self> {
        let mut elements = Vec::new();
        draw(&mut elements)?;
        let unit = em.max(1.0);
        let mut path = PathBuilder::default();
        let mut at = (0.0, 0.0);
        for element in elements {
            match element {
                PathElement::MoveTo { x, y } => {
                    at = point(x, y, unit);
                    path.begin(at);
                }
                PathElement::LineTo { x, y } => {
                    at = point(x, y, unit);
                    path.line(at);
                }
                // The same curve with two control points.
                PathElement::QuadTo { cx0, cy0, x, y } => {
                    let (control, end) = (point(cx0, cy0, unit), point(x, y, unit));
                    path.curve(toward(at, control), toward(end, control), end);
                    at = end;
                }
                PathElement::CurveTo { cx0, cy0, cx1, cy1, x, y } => {
                    at = point(x, y, unit);
                    path.curve(point(cx0, cy0, unit), point(cx1, cy1, unit), at);
                }
                PathElement::Close => path.close(),
            }
        }
        path.subpaths.retain(|part| !part.segments.is_empty());
        let bounds = bounds(&path.subpaths)?;
        Some(Self { subpaths: path.subpaths, bounds })
    }
}

/// The number of lines on which overlaps are measured.
const OVERLAP_LINES: usize = 96;

/// Converts a point in font units, `unit` of which are an em.
fn point(x: f32, y: f32, unit: f64) -> PdfPoint {
    (f64::from(x) / unit, f64::from(y) / unit)
}

/// Returns the point at two thirds of the way to the control point of a quadratic curve.
fn toward(from: PdfPoint, control: PdfPoint) -> PdfPoint {
    let [x, y] =
        [(from.0, control.0), (from.1, control.1)].map(|(from, to)| from + (to - from) * 2.0 / 3.0);
    (x, y)
}

/// The remaining operations of a kind for a file. Threads may share them.
#[derive(Debug)]
pub(super) struct WorkBudget(AtomicUsize);

impl WorkBudget {
    pub fn new(steps: usize) -> Self {
        Self(AtomicUsize::new(steps))
    }

    pub fn left(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Charges operations. Returns `None` and uses up the budget if there are too few left.
    pub fn spend(&self, steps: usize) -> Option<()> {
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            Some(left.saturating_sub(steps))
        });
        if before.unwrap_or(0) > steps { Some(()) } else { None }
    }
}

/// The operations of a glyph besides its segments and its charstring.
const GLYPH_STEPS: usize = 1000;
/// The assumed operations of a glyph whose charstring cannot be counted.
const UNCOUNTED_STEPS: usize = 50_000;
/// The operations charged for a segment, because it takes memory.
const SIDE_STEPS: usize = 100;

/// The charstrings of a font, wrapped to count the bytes of called subroutines.
struct SubroutineCounter<'a, C> {
    font: &'a C,
    bytes: Cell<usize>,
    max: usize,
}

impl<'a, C: CharstringContext> SubroutineCounter<'a, C> {
    /// Returns the operations of a charstring, up to about `max`: its bytes, and those of its
    /// subroutines at each call.
    fn cost(font: &'a C, charstring: &[u8], max: usize) -> usize {
        let counted = Self { font, bytes: Cell::new(charstring.len()), max };
        // An error ends the drawing of the glyph at the same place.
        let _ = charstring::evaluate(&counted, None, charstring, &mut NullSink);
        // The charstring is evaluated a second time to draw the glyph.
        GLYPH_STEPS + 2 * counted.bytes.get()
    }

    fn count<'c>(&self, called: &'c [u8]) -> Result<&'c [u8], Error> {
        self.bytes.set(self.bytes.get() + called.len() + 1);
        if self.bytes.get() > self.max { Err(Error::LimitExceeded) } else { Ok(called) }
    }
}

impl<C: CharstringContext> CharstringContext for SubroutineCounter<'_, C> {
    fn kind(&self) -> CharstringKind {
        self.font.kind()
    }

    fn seac_components(&self, base: i32, accent: i32) -> Result<[&[u8]; 2], Error> {
        let [base, accent] = self.font.seac_components(base, accent)?;
        Ok([self.count(base)?, self.count(accent)?])
    }

    fn global_subr(&self, index: i32) -> Result<&[u8], Error> {
        self.count(self.font.global_subr(index)?)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        self.count(self.font.subr(index)?)
    }

    fn weight_vector(&self) -> &[Fixed] {
        self.font.weight_vector()
    }

    fn build_char_len(&self) -> usize {
        self.font.build_char_len()
    }
}

/// Returns the operations of a Type 1 glyph. The charstring is looked up by its code in the
/// standard encoding, because the font reader exposes it only for accented characters.
fn type1_cost(font: &Type1Font, glyph: GlyphId, max: usize) -> usize {
    let name = font.glyph_name(glyph);
    let code = (0..=u8::MAX).find(|&code| Some(PredefinedEncoding::Standard.name(code)) == name);
    let charstring = code.filter(|_| name != Some(".notdef")).and_then(|code| {
        let code = i32::from(code);
        font.seac_components(code, code).ok()
    });
    match charstring {
        Some([charstring, _]) => SubroutineCounter::cost(font, charstring, max),
        None => UNCOUNTED_STEPS,
    }
}

/// Returns the operations of a glyph of a CFF font.
fn cff_cost(font: &CffFontRef, glyph: GlyphId, max: usize) -> Option<usize> {
    let subfont = font.subfont(font.subfont_index(glyph)?, &[]).ok()?;
    let subrs = match subfont.subrs_offset() {
        0 => Index::Empty,
        offset => Index::new(font.data().get(offset as usize..)?, false).ok()?,
    };
    let charstring = font.charstrings().get(glyph.to_u32() as usize)?;
    let own = (font.data(), font.charstrings(), font.global_subrs(), &subrs);
    Some(SubroutineCounter::cost(&own, charstring, max))
}

fn sfnt(bytes: &[u8]) -> Option<FontRef<'_>> {
    let font = FontRef::from_index(bytes, 0).ok()?;
    font.outline_glyphs().format()?;
    Some(font)
}

fn cff(bytes: &[u8]) -> Option<CffFontRef<'_>> {
    CffFontRef::new_cff(bytes, 0, None).ok()
}

/// Returns the number of a glyph; 0 if there is none.
fn glyph_u16(glyph: Option<GlyphId>) -> u16 {
    glyph.and_then(|glyph| u16::try_from(glyph.to_u32()).ok()).unwrap_or(0)
}

/// Returns the glyph of a code by the maps of a TrueType font. A named glyph is found by its
/// character, others by the code. `None` without a map or a known character.
fn mapped(font: &FontRef, code: u8, name: Option<&[u8]>) -> Option<u16> {
    let cmap = font.cmap().ok()?;
    let own = u32::from(code);
    let mut glyphs = Vec::with_capacity(3);
    if let Some(character) = name.and_then(glyph_names::character) {
        let codes = [u32::from(character)];
        let glyph = lookup(&cmap, PlatformId::Windows, &[1, 10], &codes);
        glyphs.push(glyph.or_else(|| lookup(&cmap, PlatformId::Unicode, &[0, 1, 2, 3, 4], &codes)));
    }
    glyphs.push(lookup(&cmap, PlatformId::Windows, &[0], &[own, 0xf000 + own]));
    glyphs.push(lookup(&cmap, PlatformId::Macintosh, &[0], &[own]));
    let mut known = glyphs.into_iter().flatten().peekable();
    let first = known.peek().copied();
    known.find(|glyph| *glyph != 0).or(first)
}

/// Looks up the first of these codes that a map of a font has. Returns 0 if it has none of them,
/// `None` without a map of these encodings.
fn lookup(cmap: &Cmap, platform: PlatformId, encodings: &[u16], codes: &[u32]) -> Option<u16> {
    let mut records = cmap.encoding_records().iter().filter(|record| {
        record.platform_id() == platform && encodings.contains(&record.encoding_id())
    });
    let table = records.find_map(|record| record.subtable(cmap.offset_data()).ok())?;
    Some(glyph_u16(codes.iter().find_map(|code| table.map_codepoint(*code))))
}
