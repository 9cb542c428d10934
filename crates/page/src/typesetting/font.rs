//! Faces and their measures: advances, cap heights, kerning. `pdf` embeds them, `lines` breaks
//! lines.

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::outline::pen::ControlBoundsPen;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::gpos::{PairPos, PositionSubtables};
use skrifa::raw::tables::os2::Os2;
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{fmt, io};
use thiserror::Error;

/// A face: a built-in one, or a font file of the user.
#[derive(Clone, Copy)]
pub struct Face(&'static FontFile);

/// A font file. It is decompressed and parsed at the first request for a measure.
struct FontFile {
    name: Cow<'static, str>,
    /// The bytes of the file, plain or compressed by zstd.
    file: &'static [u8],
    parsed: OnceLock<LoadedFont>,
}

/// A parsed font file, with cached measures.
struct LoadedFont {
    bytes: &'static [u8],
    font: FontRef<'static>,
    charmap: Charmap<'static>,
    advances: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    metrics: Metrics,
    /// Advances of the ASCII characters as fractions of the size; `None` if the face lacks one.
    /// Almost all text is ASCII.
    ascii: [Option<f64>; 128],
    digit_blank: Option<f64>,
}

/// Decompresses a font. The file states its size, so that no more memory is allocated than the font
/// needs.
fn decompress(file: &[u8]) -> io::Result<Vec<u8>> {
    match zstd::zstd_safe::get_frame_content_size(file) {
        Ok(Some(size)) => zstd::bulk::decompress(file, usize::try_from(size).unwrap_or(usize::MAX)),
        _ => zstd::decode_all(file),
    }
}

/// The first bytes of a file compressed by zstd.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

macro_rules! builtin {
    ($($(#[$doc:meta])* $face:ident = $name:literal $($packed:literal)?,)*) => {
        impl Face {
            $($(#[$doc])* pub const $face: Self = {
                static FONT: FontFile = FontFile {
                    name: Cow::Borrowed($name),
                    file: include_bytes!(concat!(
                        "../../templates/fonts/", $name, ".ttf" $(, $packed)?
                    )),
                    parsed: OnceLock::new(),
                };
                Self(&FONT)
            };)*

            /// All built-in faces.
            pub const BUILTIN: &'static [Self] = &[$(Self::$face),*];
        }
    };
}

builtin! {
    /// Press Serif, regular.
    SERIF = "PressSerif-Regular" ".zst",
    /// Press Serif, italic.
    SERIF_ITALIC = "PressSerif-Italic" ".zst",
    /// Press Serif, semibold.
    SERIF_SEMIBOLD = "PressSerif-SemiBold" ".zst",
    /// Press Sans, regular.
    SANS = "PressSans-Regular" ".zst",
    /// Press Sans, semibold.
    SANS_SEMIBOLD = "PressSans-SemiBold" ".zst",
    /// Atkinson Hyperlegible Next, regular.
    HYPERLEGIBLE = "AtkinsonHyperlegibleNext-Regular",
    /// Atkinson Hyperlegible Next, bold.
    HYPERLEGIBLE_BOLD = "AtkinsonHyperlegibleNext-Bold",
    /// Quicksand, medium.
    ROUND = "Quicksand-Medium" ".zst",
    /// Quicksand, bold.
    ROUND_BOLD = "Quicksand-Bold" ".zst",
    /// Six shapes that stand in cells instead of digits.
    SHAPES = "SudokuPressShapes",
    /// Figtree, black: for covers.
    DISPLAY = "Figtree-Black" ".zst",
    /// Noto Serif SC, regular. This face and all below have the characters of ordinary titles and
    /// names.
    SERIF_SC = "NotoSerifSC-Regular" ".zst",
    /// Noto Sans SC, medium.
    SANS_SC = "NotoSansSC-Medium" ".zst",
    /// Noto Sans SC, black: for covers.
    DISPLAY_SC = "NotoSansSC-Black" ".zst",
    /// Noto Serif JP, regular.
    SERIF_JP = "NotoSerifJP-Regular" ".zst",
    /// Noto Sans JP, medium.
    SANS_JP = "NotoSansJP-Medium" ".zst",
    /// Noto Sans JP, black: for covers.
    DISPLAY_JP = "NotoSansJP-Black" ".zst",
}

/// An error that makes a font file unusable.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FontError {
    /// The file is not a font, or is damaged.
    #[error(
        "expected a TrueType or OpenType font (.ttf, .otf, .ttc), found a file that cannot be read as one: {0}"
    )]
    Broken(String),
    /// The license bits of the font forbid embedding or subsetting.
    #[error(
        "{name} may not be embedded: its embedding permission (OS/2 fsType) is {permission}; \
         use a font that may be embedded and subset"
    )]
    Forbidden {
        /// The name of the font.
        name: String,
        /// The permission that the font states.
        permission: &'static str,
    },
}

impl LoadedFont {
    fn new(bytes: &'static [u8]) -> Result<Self, FontError> {
        let broken = |why: &str| FontError::Broken(why.to_owned());
        let font = FontRef::from_index(bytes, 0).map_err(|error| broken(&error.to_string()))?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        if !(16..=16384).contains(&metrics.units_per_em) {
            return Err(broken("its head table is missing or broken"));
        }
        let outlines = font.outline_glyphs();
        if (font.glyf().is_err() && font.cff().is_err()) || outlines.format().is_none() {
            return Err(broken("it has no outlines"));
        }
        let mut parsed = Self {
            bytes,
            charmap: font.charmap(),
            advances: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            outlines,
            metrics,
            ascii: [None; 128],
            digit_blank: None,
            font,
        };
        parsed.ascii = std::array::from_fn(|i| parsed.advance(char::from(i as u8)));
        let blank = parsed.charmap.map(Face::DIGIT_BLANK);
        if blank.is_some_and(|glyph| parsed.ink(glyph).is_none()) {
            let width = parsed.advance(Face::DIGIT_BLANK);
            let digits = &parsed.ascii[b'0' as usize..=b'9' as usize];
            parsed.digit_blank = width.filter(|_| digits.iter().all(|digit| *digit == width));
        }
        Ok(parsed)
    }

    fn em(&self) -> f64 {
        f64::from(self.metrics.units_per_em)
    }

    /// Returns the advance of a character in ems.
    fn advance(&self, character: char) -> Option<f64> {
        let units = self.advances.advance_width(self.charmap.map(character)?)?;
        Some(f64::from(units) / self.em())
    }

    /// Returns the extent of a glyph's ink below the baseline (negative) and above it, in font
    /// units; `None` if the glyph is empty.
    fn ink(&self, glyph: GlyphId) -> Option<(f32, f32)> {
        let mut bounds = ControlBoundsPen::default();
        self.draw(glyph, &mut bounds)?;
        bounds.bounding_box().map(|ink| (ink.y_min, ink.y_max))
    }

    /// Draws the outline of a glyph in font units.
    fn draw(&self, glyph: GlyphId, pen: &mut impl OutlinePen) -> Option<()> {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        self.outlines.get(glyph)?.draw(settings, pen).ok()?;
        Some(())
    }

    /// Returns the first entry for a pair in the lookups of the kerning feature.
    fn kern_units(&self, first: GlyphId, second: GlyphId) -> Option<i16> {
        let table = self.font.gpos().ok()?;
        let features = table.feature_list().ok()?;
        let mut records = features.feature_records().iter();
        let kern = records.find(|record| record.feature_tag() == Tag::new(b"kern"))?;
        let kern = kern.feature(features.offset_data()).ok()?;
        let lookups = table.lookup_list().ok()?.lookups();
        let indices = kern.lookup_list_indices().iter();
        let subtables = indices.filter_map(|index| {
            match lookups.get(index.get().into()).ok()?.subtables().ok()? {
                PositionSubtables::Pair(pairs) => Some(pairs),
                _ => None,
            }
        });
        let mut pairs = subtables.flat_map(|pairs| pairs.iter()).flatten();
        pairs.find_map(|pairs| pair_units(&pairs, first, second))
    }
}

/// Returns the correction for a pair in a kerning table.
fn pair_units(pairs: &PairPos, first: GlyphId, second: GlyphId) -> Option<i16> {
    let units = match pairs {
        PairPos::Format1(pairs) => {
            let covered = pairs.coverage().ok()?.get(first)?;
            let set = pairs.pair_sets().get(covered as usize).ok()?;
            let record = set.find_pair_value_record(second.try_into().ok()?)?;
            record.value_record1().x_advance()
        }
        PairPos::Format2(pairs) => {
            pairs.coverage().ok()?.get(first)?;
            let classes = (pairs.class_def1().ok()?, pairs.class_def2().ok()?);
            let first = classes.0.get(first).try_into().ok()?;
            let second = classes.1.get(second).try_into().ok()?;
            pairs.value_record_refs(first, second)?[0].x_advance()
        }
        _ => return None,
    };
    Some(units.unwrap_or(0))
}

/// Returns the restriction that forbids embedding and subsetting a font (OS/2 fsType), if any.
fn embedding_restriction(os2: Option<Os2>) -> Option<&'static str> {
    let Some(os2) = os2 else {
        return Some("no subsetting");
    };
    let (version, bits) = (os2.version(), os2.fs_type());
    // Up to version 2 the most permissive of several bits applies.
    let restricted = match version {
        0..=2 => bits & 0xf != 0 && bits & 0xc == 0,
        _ => bits & 0xf == 2,
    };
    match () {
        () if restricted => Some("restricted"),
        () if version > 1 && bits & 0x100 != 0 => Some("no subsetting"),
        () if version > 1 && bits & 0x200 != 0 => Some("bitmaps only"),
        () => None,
    }
}

impl Face {
    /// Parses a font file of the user; of a collection the first font. The bytes stay in memory
    /// until the program ends. The same bytes are parsed once, and stay once.
    ///
    /// # Errors
    /// Returns a `FontError` if the file cannot be parsed, or must not be embedded or subset.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, FontError> {
        static PARSED: Mutex<BTreeMap<&[u8], Result<Face, FontError>>> =
            Mutex::new(BTreeMap::new());
        let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(face) = parsed.get(&*bytes) {
            return face.clone();
        }
        let bytes: &'static [u8] = bytes.leak();
        let face = Self::parse_kept(bytes);
        parsed.insert(bytes, face.clone());
        face
    }

    /// Parses a font file that stays in memory.
    fn parse_kept(bytes: &'static [u8]) -> Result<Self, FontError> {
        let parsed = LoadedFont::new(bytes)?;
        let name = post_script_name(&parsed.font);
        if let Some(permission) = embedding_restriction(parsed.font.os2().ok()) {
            return Err(FontError::Forbidden { name, permission });
        }
        let font = FontFile { name: Cow::Owned(name), file: bytes, parsed: OnceLock::from(parsed) };
        Ok(Self(Box::leak(Box::new(font))))
    }

    /// Returns the PostScript name.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Returns the bytes of the font file.
    pub fn bytes(self) -> &'static [u8] {
        self.parsed().bytes
    }

    fn parsed(self) -> &'static LoadedFont {
        self.0.parsed.get_or_init(|| {
            let file = self.0.file;
            let bytes = if file.starts_with(&ZSTD) {
                decompress(file).expect("the packed faces are well-formed").leak()
            } else {
                file
            };
            LoadedFont::new(bytes).expect("the faces in the binary are well-formed")
        })
    }

    /// Returns the measures of the face, in font units.
    pub(crate) fn metrics(self) -> &'static Metrics {
        &self.parsed().metrics
    }

    /// Returns the weight: 400 is regular, 700 is bold.
    pub(crate) fn weight(self) -> u16 {
        let os2 = self.parsed().font.os2();
        os2.map_or(400, |os2| os2.us_weight_class())
    }

    /// Returns the glyph of a character, and its advance in font units.
    pub(crate) fn glyph(self, character: char) -> Option<(u16, u16)> {
        let parsed = self.parsed();
        let glyph = parsed.charmap.map(character)?;
        let advance = parsed.advances.advance_width(glyph).unwrap_or(0.0);
        Some((glyph.to_u32().try_into().ok()?, advance as u16))
    }

    /// Draws the outline of a character in font units, y upwards. `None` if the face lacks it.
    pub(crate) fn draw(self, character: char, pen: &mut impl OutlinePen) -> Option<()> {
        let parsed = self.parsed();
        parsed.draw(parsed.charmap.map(character)?, pen)
    }

    /// Returns true if the face has a glyph for a character.
    pub fn has_glyph(self, character: char) -> bool {
        let parsed = self.parsed();
        match parsed.ascii.get(character as usize) {
            Some(advance) => advance.is_some() && !character.is_ascii_control(),
            None => !character.is_control() && parsed.charmap.map(character).is_some(),
        }
    }

    /// Returns the height of capitals, as a fraction of the size.
    pub fn cap_height(self) -> f64 {
        let parsed = self.parsed();
        let height = parsed.metrics.cap_height;
        height.map_or(0.66, |height| f64::from(height) / parsed.em())
    }

    /// Returns the extent of a character's ink below the baseline (negative) and above it, as
    /// fractions of the size; zeros if it has no ink.
    pub fn ink(self, character: char) -> (f64, f64) {
        let parsed = self.parsed();
        let glyph = parsed.charmap.map(character);
        let ink = glyph.and_then(|glyph| parsed.ink(glyph));
        ink.map_or((0.0, 0.0), |(down, up)| {
            (f64::from(down) / parsed.em(), f64::from(up) / parsed.em())
        })
    }

    /// Returns the advance of a character, as a fraction of the size; 0 if the face lacks it.
    #[inline]
    pub fn advance(self, character: char) -> f64 {
        let parsed = self.parsed();
        match parsed.ascii.get(character as usize) {
            Some(known) => known.unwrap_or(0.0),
            None => parsed.advance(character).unwrap_or(0.0),
        }
    }

    /// The figure space, a blank as wide as a digit, in faces whose digits all have the same width.
    pub(crate) const DIGIT_BLANK: char = '\u{2007}';

    /// Returns the width of [`Face::DIGIT_BLANK`] as a fraction of the size; `None` if the face
    /// lacks it.
    pub(crate) fn digit_blank(self) -> Option<f64> {
        self.parsed().digit_blank
    }

    /// Returns the kerning of a pair of characters, such as `AV`, as a fraction of the size. It is
    /// added to the advance of the first character, and is mostly negative or zero.
    pub fn kern(self, first: char, second: char) -> f64 {
        let parsed = self.parsed();
        let pair = parsed.charmap.map(first).zip(parsed.charmap.map(second));
        let units = pair.and_then(|(first, second)| parsed.kern_units(first, second));
        f64::from(units.unwrap_or(0)) / parsed.em()
    }
}

/// Returns the PostScript name, reduced to letters, digits and hyphens, which need no escape in a
/// PDF.
fn post_script_name(font: &FontRef) -> String {
    let mut names = font.localized_strings(StringId::POSTSCRIPT_NAME).map(|name| {
        let plain = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-');
        plain.take(60).collect::<String>()
    });
    let name = names.find(|name| !name.is_empty());
    name.unwrap_or_else(|| "Unnamed".to_owned())
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Compares name and content, which are the same in every process.
impl PartialEq for Face {
    fn eq(&self, other: &Self) -> bool {
        let same = || self.name() == other.name() && self.bytes() == other.bytes();
        std::ptr::eq(self.0, other.0) || same()
    }
}

impl Eq for Face {}
