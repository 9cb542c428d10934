//! Faces and their measures: advances, cap heights, kerning. Not how a face gets into a file, and
//! not how lines are broken.

use std::cmp::Ordering;
use std::fmt;
use std::sync::OnceLock;
use thiserror::Error;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, Permissions, Tag};

/// A face: one that comes with the program, or a font file of the user's.
#[derive(Clone, Copy)]
pub struct Face(&'static Font);

/// A font file, parsed when its face is first asked for anything.
struct Font {
    name: Name,
    bytes: &'static [u8],
    parsed: OnceLock<Parsed>,
}

enum Name {
    Builtin(&'static str),
    Own(String),
}

/// A parsed face with the measures that layout asks for most.
struct Parsed {
    face: ttf_parser::Face<'static>,
    cap_height: f64,
    /// Advances of the ASCII characters as parts of the size, if there are drawings of them: nearly
    /// all that is measured.
    ascii: [Option<f64>; 128],
    digit_blank: Option<f64>,
}

macro_rules! builtin {
    ($($(#[$doc:meta])* $face:ident = $name:literal,)*) => {
        impl Face {
            $($(#[$doc])* pub const $face: Self = {
                static FONT: Font = Font {
                    name: Name::Builtin($name),
                    bytes: include_bytes!(concat!("../../templates/fonts/", $name, ".ttf")),
                    parsed: OnceLock::new(),
                };
                Self(&FONT)
            };)*

            /// Every face that comes with the program.
            pub const BUILTIN: &'static [Self] = &[$(Self::$face),*];
        }
    };
}

builtin! {
    /// Source Serif 4, regular.
    SERIF = "SourceSerif4-Regular",
    /// Source Serif 4, italic.
    SERIF_ITALIC = "SourceSerif4-Italic",
    /// Source Serif 4, semibold.
    SERIF_SEMIBOLD = "SourceSerif4-SemiBold",
    /// Source Sans 3, regular.
    SANS = "SourceSans3-Regular",
    /// Source Sans 3, semibold.
    SANS_SEMIBOLD = "SourceSans3-SemiBold",
    /// Atkinson Hyperlegible Next, regular.
    HYPERLEGIBLE = "AtkinsonHyperlegibleNext-Regular",
    /// Atkinson Hyperlegible Next, bold.
    HYPERLEGIBLE_BOLD = "AtkinsonHyperlegibleNext-Bold",
    /// Noto Serif SC, regular, cut down to what books say, as are all that follow.
    SERIF_SC = "NotoSerifSC-Regular",
    /// Noto Serif SC, semibold.
    SERIF_SC_SEMIBOLD = "NotoSerifSC-SemiBold",
    /// Noto Sans SC, regular.
    SANS_SC = "NotoSansSC-Regular",
    /// Noto Sans SC, semibold.
    SANS_SC_SEMIBOLD = "NotoSansSC-SemiBold",
    /// Noto Serif JP, regular.
    SERIF_JP = "NotoSerifJP-Regular",
    /// Noto Serif JP, semibold.
    SERIF_JP_SEMIBOLD = "NotoSerifJP-SemiBold",
    /// Noto Sans JP, regular.
    SANS_JP = "NotoSansJP-Regular",
    /// Noto Sans JP, semibold.
    SANS_JP_SEMIBOLD = "NotoSansJP-SemiBold",
}

/// A family as a template or a language names it, with the faces that take its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name by which it is known.
    pub name: &'static str,
    /// Whether it has serifs: a face with serifs stands in for one with serifs.
    pub serif: bool,
    /// For running words and plain digits.
    pub regular: Face,
    /// For what is said aside.
    pub italic: Face,
    /// For what must be found at a glance.
    pub strong: Face,
}

/// The families that can be named.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "Source Serif 4",
        serif: true,
        regular: Face::SERIF,
        italic: Face::SERIF_ITALIC,
        strong: Face::SERIF_SEMIBOLD,
    },
    Family {
        name: "Source Sans 3",
        serif: false,
        regular: Face::SANS,
        italic: Face::SANS,
        strong: Face::SANS_SEMIBOLD,
    },
    // An italic is harder to read: aside is said in the upright face.
    Family {
        name: "Atkinson Hyperlegible Next",
        serif: false,
        regular: Face::HYPERLEGIBLE,
        italic: Face::HYPERLEGIBLE,
        strong: Face::HYPERLEGIBLE_BOLD,
    },
    // Chinese and Japanese have no italic.
    Family {
        name: "Noto Serif SC",
        serif: true,
        regular: Face::SERIF_SC,
        italic: Face::SERIF_SC,
        strong: Face::SERIF_SC_SEMIBOLD,
    },
    Family {
        name: "Noto Sans SC",
        serif: false,
        regular: Face::SANS_SC,
        italic: Face::SANS_SC,
        strong: Face::SANS_SC_SEMIBOLD,
    },
    Family {
        name: "Noto Serif JP",
        serif: true,
        regular: Face::SERIF_JP,
        italic: Face::SERIF_JP,
        strong: Face::SERIF_JP_SEMIBOLD,
    },
    Family {
        name: "Noto Sans JP",
        serif: false,
        regular: Face::SANS_JP,
        italic: Face::SANS_JP,
        strong: Face::SANS_JP_SEMIBOLD,
    },
];

impl Family {
    /// The family of this name.
    pub fn named(name: &str) -> Option<Self> {
        FAMILIES.iter().find(|family| family.name == name).copied()
    }
}

/// A character for which a face has no drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{character:?} (U+{:04X}) is not in the face {face}", *character as u32)]
pub struct NoGlyph {
    /// The first such character.
    pub character: char,
    /// The PostScript name of the face.
    pub face: &'static str,
}

/// Why a font file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FontError {
    /// Not a font, or a broken one.
    #[error(
        "this is no TrueType or OpenType font that can be read ({0}); a .ttf or .otf file would be right"
    )]
    Broken(String),
    /// Its makers do not allow that it is embedded, or that it is cut down to what a file uses.
    #[error(
        "{name} may not be embedded: its embedding permission (OS/2 fsType) is {permission}; \
         a font that may be embedded and subset would be right"
    )]
    Forbidden {
        /// The font's name.
        name: String,
        /// What it says.
        permission: &'static str,
    },
}

impl Parsed {
    fn new(face: ttf_parser::Face<'static>) -> Self {
        let em = f64::from(face.units_per_em());
        let cap_height = face.capital_height().map_or(0.66, |h| f64::from(h) / em);
        let ascii = std::array::from_fn(|i| advance(&face, char::from(i as u8)));
        let blank = face.glyph_index(Face::DIGIT_BLANK);
        let blank = blank.filter(|&glyph| face.glyph_bounding_box(glyph).is_none());
        let blank = blank.and_then(|_| advance(&face, Face::DIGIT_BLANK));
        let digits = &ascii[b'0' as usize..=b'9' as usize];
        Self {
            digit_blank: blank.filter(|_| digits.iter().all(|digit| *digit == blank)),
            face,
            cap_height,
            ascii,
        }
    }
}

/// The advance of a character in ems.
fn advance(parsed: &ttf_parser::Face, character: char) -> Option<f64> {
    let glyph = parsed.glyph_index(character)?;
    let units = parsed.glyph_hor_advance(glyph)?;
    Some(f64::from(units) / f64::from(parsed.units_per_em()))
}

/// The first entry for a pair in the lookups of the kerning feature.
fn kern_units(parsed: &ttf_parser::Face, first: GlyphId, second: GlyphId) -> Option<i16> {
    let table = parsed.tables().gpos?;
    let feature = table.features.find(Tag::from_bytes(b"kern"))?;
    let lookups = feature.lookup_indices.into_iter();
    lookups
        .filter_map(|index| table.lookups.get(index))
        .flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable>())
        .find_map(|subtable| {
            let PositioningSubtable::Pair(pairs) = subtable else {
                return None;
            };
            let covered = pairs.coverage().get(first)?;
            let (value, _) = match pairs {
                PairAdjustment::Format1 { sets, .. } => sets.get(covered)?.get(second)?,
                PairAdjustment::Format2 {
                    classes, matrix, ..
                } => matrix.get((classes.0.get(first), classes.1.get(second)))?,
            };
            Some(value.x_advance)
        })
}

impl Face {
    /// A font file of the user's; the first font of a collection. It stays in memory until the
    /// program ends.
    ///
    /// # Errors
    /// [`FontError`] when it cannot be read, or may not be embedded or subset.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FontError> {
        let bytes: &'static [u8] = bytes.leak();
        let face = ttf_parser::Face::parse(bytes, 0)
            .map_err(|error| FontError::Broken(error.to_string()))?;
        let tables = face.tables();
        if tables.glyf.is_none() && tables.cff.is_none() {
            return Err(FontError::Broken("it has no outlines".to_owned()));
        }
        let name = post_script_name(&face);
        let permission = match face.permissions() {
            Some(Permissions::Restricted) => Some("restricted"),
            _ if !face.is_subsetting_allowed() => Some("no subsetting"),
            _ if !face.is_outline_embedding_allowed() => Some("bitmaps only"),
            _ => None,
        };
        if let Some(permission) = permission {
            return Err(FontError::Forbidden { name, permission });
        }
        let font = Font {
            name: Name::Own(name),
            bytes,
            parsed: OnceLock::from(Parsed::new(face)),
        };
        Ok(Self(Box::leak(Box::new(font))))
    }

    /// The PostScript name.
    pub fn name(self) -> &'static str {
        match &self.0.name {
            Name::Builtin(name) => name,
            Name::Own(name) => name,
        }
    }

    /// The whole font file.
    pub(super) fn bytes(self) -> &'static [u8] {
        self.0.bytes
    }

    fn font(self) -> &'static Parsed {
        self.0.parsed.get_or_init(|| {
            let face = ttf_parser::Face::parse(self.0.bytes, 0);
            Parsed::new(face.expect("the faces in the binary are well-formed"))
        })
    }

    /// The parsed font file.
    pub(super) fn parsed(self) -> &'static ttf_parser::Face<'static> {
        &self.font().face
    }

    /// Whether it has a drawing of a character.
    pub fn has(self, character: char) -> bool {
        match self.font().ascii.get(character as usize) {
            Some(advance) => advance.is_some() && !character.is_ascii_control(),
            None => !character.is_control() && self.parsed().glyph_index(character).is_some(),
        }
    }

    /// The height of a capital, as a part of the size.
    pub fn cap_height(self) -> f64 {
        self.font().cap_height
    }

    /// How far the ink of a character reaches down from the baseline, which is negative, and up, as
    /// parts of the size; nothing if it has no ink.
    pub fn ink(self, character: char) -> (f64, f64) {
        let parsed = self.parsed();
        let glyph = parsed.glyph_index(character);
        let ink = glyph.and_then(|glyph| parsed.glyph_bounding_box(glyph));
        let em = f64::from(parsed.units_per_em());
        ink.map_or((0.0, 0.0), |ink| {
            (f64::from(ink.y_min) / em, f64::from(ink.y_max) / em)
        })
    }

    /// How far a character moves the pen, as a part of the size; 0 if the face has no such
    /// character.
    pub fn advance(self, character: char) -> f64 {
        let font = self.font();
        match font.ascii.get(character as usize) {
            Some(known) => known.unwrap_or(0.0),
            None => advance(&font.face, character).unwrap_or(0.0),
        }
    }

    /// A blank that is as wide as a digit, where digits are as wide as each other.
    pub(super) const DIGIT_BLANK: char = '\u{2007}';

    /// How far that moves the pen, as a part of the size; none if the face has none.
    pub(super) fn digit_blank(self) -> Option<f64> {
        self.font().digit_blank
    }

    /// How much further apart two characters stand than their advances say, as a part of the
    /// size: the face's own correction for pairs such as `AV`, mostly negative or nothing.
    pub fn kern(self, first: char, second: char) -> f64 {
        let parsed = self.parsed();
        let pair = parsed.glyph_index(first).zip(parsed.glyph_index(second));
        let units = pair.and_then(|(first, second)| kern_units(parsed, first, second));
        f64::from(units.unwrap_or(0)) / f64::from(parsed.units_per_em())
    }
}

/// The name by which a PDF knows it; made of letters that need no escape.
fn post_script_name(face: &ttf_parser::Face) -> String {
    let names = face.names().into_iter();
    let mut names = names.filter(|name| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME);
    let name = names.find_map(|name| name.to_string()).unwrap_or_default();
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let name: String = name.chars().filter(plain).take(60).collect();
    if name.is_empty() {
        "Unnamed".to_owned()
    } else {
        name
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// By name, and by what is in the file: the same in every process.
impl Ord for Face {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self.0, other.0) {
            return Ordering::Equal;
        }
        let names = self.name().cmp(other.name());
        names.then_with(|| self.bytes().cmp(other.bytes()))
    }
}

impl PartialOrd for Face {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Face {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Face {}
