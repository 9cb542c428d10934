//! The fonts of a file: advance, character and ink of each code.

use super::geometry::{Matrix, Rect};
use super::glyph_names;
use super::limits::{MAX_OUTLINE_STEPS, MIN_FILE_STEPS, STEPS_PER_BYTE};
use super::metrics::{Metrics, descendant_font};
use super::object::Dict;
use super::program::{FontProgram, GlyphShape, WorkBudget};
use super::unicode::{UnicodeMap, differences};
use lopdf::{Dictionary, Document, ObjectId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum size in bytes of a map from codes to glyphs: 2 bytes for each of 65,536 codes.
const MAX_MAP: usize = 2 << 16;
/// The maximum number of bytes of the tables of all fonts in a file: enough for 2,000 Latin fonts.
/// Later fonts are skipped together with their text.
const MAX_TABLES: usize = 32 << 20;
/// The maximum number of bytes of all font programs in a file. The ink of later fonts is unknown.
const MAX_PROGRAMS: usize = 256 << 20;

/// The descent and ascent of a font that does not state them, in thousandths of an em.
const USUAL_DESCENT: f64 = 220.0;
const USUAL_ASCENT: f64 = 750.0;

/// The fonts of a document. Each is read on first use; threads may share them.
pub struct DocumentFonts {
    known: Mutex<FontCache>,
    /// The budget for all outlines together.
    work: Arc<WorkBudget>,
    /// The budget for the operators and glyphs of all pages together.
    pub(super) steps: WorkBudget,
}

#[derive(Default)]
struct FontCache {
    fonts: HashMap<ObjectId, Arc<FontResource>>,
    tables: usize,
    programs: usize,
}

impl DocumentFonts {
    /// Creates the fonts of a document, of which none is read yet.
    pub fn new(document: &Document) -> Self {
        let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
        let bytes: usize = streams.map(|stream| stream.content.len()).sum();
        Self {
            known: Mutex::default(),
            work: Arc::new(WorkBudget::new(MAX_OUTLINE_STEPS)),
            steps: WorkBudget::new(
                MIN_FILE_STEPS.saturating_add(bytes.saturating_mul(STEPS_PER_BYTE)),
            ),
        }
    }

    /// Returns true if the outlines drawn so far have used up the budget of the file.
    pub fn are_exhausted(&self) -> bool {
        self.work.left() == 0
    }

    /// Returns a font by its dictionary; `id` is its object number, if it has one. `None` if the
    /// fonts before it were too large.
    pub fn get(&self, id: Option<ObjectId>, font: Dict) -> Option<Arc<FontResource>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(font) = id.and_then(|id| known.fonts.get(&id)) {
            return Some(font.clone());
        }
        if known.tables > MAX_TABLES {
            return None;
        }
        let work = Arc::clone(&self.work);
        let font = FontResource::read(font, MAX_PROGRAMS.saturating_sub(known.programs), work);
        known.tables += font.tables;
        known.programs += font.program.as_ref().map_or(0, |(_, size)| *size);
        let font = Arc::new(font);
        if let Some(id) = id {
            known.fonts.insert(id, font.clone());
        }
        Some(font)
    }
}

/// The ink of a code.
#[derive(Clone, Debug)]
pub enum GlyphInk {
    /// A readable outline.
    Outline(Arc<GlyphShape>),
    /// A glyph without ink, such as a space.
    Empty,
    /// The font has no glyph for the code. Viewers draw a box, or nothing.
    Missing,
    /// The font program is missing or cannot be read. Most glyphs lie inside this box, in ems.
    Unknown(Arc<Rect>),
}

/// A font resource.
pub struct FontResource {
    /// The name of the font in the file.
    pub name: String,
    /// The problem with its embedded program: it is missing or cannot be read.
    pub embedding_problem: Option<&'static str>,
    /// True for a Type 3 font, whose glyphs are content streams.
    pub is_type3: bool,
    /// The matrix from glyph coordinates to ems.
    pub matrix: Matrix,
    /// The resources of the glyph streams.
    pub resources: Option<Dictionary>,
    /// The glyph streams by code.
    pub procedures: HashMap<u16, ObjectId>,
    /// The widths of its codes.
    pub metrics: Metrics,
    unicode: UnicodeMap,
    /// The size of its tables in bytes.
    tables: usize,
    /// Descent and ascent in ems, for glyphs without a readable outline.
    vertical_extent: (f64, f64),
    program: Option<(FontProgram, usize)>,
    codes: GlyphMapping,
    inks: Mutex<InkCache>,
    work: Arc<WorkBudget>,
}

/// A font is the same as itself alone.
impl PartialEq for FontResource {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The ink of codes and glyphs. Each is drawn once.
#[derive(Default)]
struct InkCache {
    codes: HashMap<u16, GlyphInk>,
    glyphs: HashMap<u16, GlyphInk>,
    /// The areas of overlapping contours by code, in square ems.
    overlaps: HashMap<u16, f64>,
    /// The outline of glyph 0, which the font shows for missing characters.
    lacking: Option<Option<GlyphShape>>,
}

impl fmt::Debug for FontResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The mapping from codes to glyphs.
enum GlyphMapping {
    /// Codes are glyph numbers, or a list gives the glyph of each.
    Cid(Option<Vec<u8>>),
    /// A code is one byte. The file names the glyphs of some codes.
    Simple { names: Vec<(u8, Vec<u8>)>, standard: bool },
    /// A mapping that is not supported.
    Other,
}

impl FontResource {
    /// Reads a font. Missing values get the defaults of viewers. A font program of more than `max`
    /// bytes is ignored.
    fn read(font: Dict, max: usize, work: Arc<WorkBudget>) -> Self {
        let kind = font.name(b"Subtype");
        let of = descendant_font(font);
        let descriptor = of.dict_or_empty(b"FontDescriptor");
        let encoding = font.name(b"Encoding");
        let codes = match kind {
            Some(b"Type0") if encoding.unwrap_or_default().starts_with(b"Identity") => {
                GlyphMapping::Cid(of.stream(b"CIDToGIDMap", MAX_MAP))
            }
            Some(b"Type0") => GlyphMapping::Other,
            _ => {
                let base = font.dict_or_empty(b"Encoding").name(b"BaseEncoding");
                let standard = encoding.or(base).is_some();
                GlyphMapping::Simple { names: differences(font), standard }
            }
        };
        let program = FontProgram::read(descriptor, max);
        let is_type3 = kind == Some(b"Type3");
        let metrics = Metrics::read(font);
        let unicode = UnicodeMap::read(font, metrics.bytes);
        let named = font.name(b"BaseFont").unwrap_or(b"without a name");
        Self {
            name: String::from_utf8_lossy(named).into_owned(),
            embedding_problem: program.as_ref().err().copied().filter(|_| !is_type3),
            is_type3,
            matrix: font.matrix(b"FontMatrix").unwrap_or(Matrix::THOUSANDTH),
            resources: font.dict(b"Resources").filter(|_| is_type3).map(|dict| dict.own.clone()),
            procedures: if is_type3 { procedures(font) } else { HashMap::new() },
            tables: 100 + 8 * metrics.entries + unicode.cost,
            metrics,
            unicode,
            vertical_extent: (
                -descriptor.number(b"Descent").unwrap_or(USUAL_DESCENT).abs() / 1000.0,
                descriptor.number(b"Ascent").filter(|a| *a > 0.0).unwrap_or(USUAL_ASCENT) / 1000.0,
            ),
            program: program.unwrap_or_default(),
            codes,
            inks: Mutex::default(),
            work,
        }
    }

    /// Returns the character of a code; U+FFFD if the file does not give one. The file is trusted
    /// that the glyph shows this character.
    pub fn character(&self, code: u16) -> char {
        self.unicode.character(code)
    }

    /// Returns the ink of a code and caches it.
    pub fn ink(&self, code: u16) -> GlyphInk {
        let mut inks = self.inks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ink) = inks.codes.get(&code) {
            return ink.clone();
        }
        let ink = self.read_ink(code, &mut inks);
        inks.codes.insert(code, ink.clone());
        ink
    }

    /// Caches the ink of a Type 3 glyph, which the interpreter has drawn.
    pub fn cache_ink(&self, code: u16, ink: GlyphInk) {
        let mut inks = self.inks.lock().unwrap_or_else(PoisonError::into_inner);
        inks.codes.insert(code, ink);
    }

    /// Returns the area where contours of a code's glyph overlap, in square ems, and caches it: see
    /// [`GlyphShape::overlap`]. 0 for a glyph without an outline, or if the file has too many.
    pub fn overlap(&self, code: u16) -> f64 {
        let GlyphInk::Outline(shape) = self.ink(code) else { return 0.0 };
        let mut inks = self.inks.lock().unwrap_or_else(PoisonError::into_inner);
        let measure = || {
            // Half of the budget stays for drawing glyphs.
            if self.work.left() < MAX_OUTLINE_STEPS / 2 {
                return 0.0;
            }
            self.work.spend(shape.overlap_cost()).map_or(0.0, |()| shape.overlap())
        };
        *inks.overlaps.entry(code).or_insert_with(measure)
    }

    fn read_ink(&self, code: u16, inks: &mut InkCache) -> GlyphInk {
        let advance = self.metrics.advance(code);
        let (bottom, top) = self.vertical_extent;
        let unknown = Rect { left: 0.0, bottom, right: advance, top };
        if self.is_type3 && !self.procedures.contains_key(&code) {
            return GlyphInk::Missing;
        }
        let Some((program, _)) = &self.program else {
            let space = self.metrics.bytes == 1 && code == 32;
            return if space { GlyphInk::Empty } else { GlyphInk::Unknown(Arc::new(unknown)) };
        };
        match self.glyph(program, code) {
            None => GlyphInk::Unknown(Arc::new(unknown)),
            Some(glyph) if glyph == 0 || u32::from(glyph) >= program.glyph_count() => {
                GlyphInk::Missing
            }
            Some(glyph) => {
                if let Some(ink) = inks.glyphs.get(&glyph) {
                    return ink.clone();
                }
                let outline = program.outline(glyph, &self.work);
                let ink = match outline {
                    Some(outline) => {
                        let lacking =
                            inks.lacking.get_or_insert_with(|| program.outline(0, &self.work));
                        // A copy of the glyph for missing characters.
                        if lacking.as_ref() == Some(&outline) {
                            GlyphInk::Missing
                        } else {
                            GlyphInk::Outline(Arc::new(outline))
                        }
                    }
                    None => GlyphInk::Empty,
                };
                inks.glyphs.insert(glyph, ink.clone());
                ink
            }
        }
    }

    /// Returns the glyph of a code: 0 if the font has none, `None` if it cannot be known.
    fn glyph(&self, program: &FontProgram, code: u16) -> Option<u16> {
        match &self.codes {
            GlyphMapping::Cid(None) => program.glyph_of_cid(code),
            GlyphMapping::Cid(Some(map)) => {
                let at = usize::from(code) * 2;
                match map.get(at..at + 2) {
                    Some(&[high, low]) => Some(u16::from_be_bytes([high, low])),
                    _ => Some(0),
                }
            }
            GlyphMapping::Simple { names, standard } => {
                let code = u8::try_from(code).ok()?;
                let named = names.iter().rev().find(|(own, _)| *own == code);
                // All standard encodings agree in ASCII and differ elsewhere.
                let usual = glyph_names::name(code).filter(|_| *standard).map(str::as_bytes);
                let name = named.map(|(_, name)| &name[..]).or(usual);
                if name.is_none() && *standard && !code.is_ascii() {
                    return None;
                }
                program.glyph_of_code(code, name)
            }
            GlyphMapping::Other => None,
        }
    }
}

/// Returns the content streams of the glyphs of a Type 3 font, by code.
fn procedures(font: Dict) -> HashMap<u16, ObjectId> {
    let all = font.dict_or_empty(b"CharProcs").own;
    let named = differences(font).into_iter().filter_map(|(code, name)| {
        let id = all.get(&name).ok()?.as_reference().ok()?;
        Some((u16::from(code), id))
    });
    named.collect()
}
