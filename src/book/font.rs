//! The faces in the binary and their measures: advances, cap heights, line breaks. Not how a face
//! gets into a file.

use std::sync::LazyLock;
use thiserror::Error;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, Tag};

/// One of the faces that come with the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Source Serif 4, regular.
    Serif,
    /// Source Serif 4, italic.
    SerifItalic,
    /// Source Serif 4, semibold.
    SerifSemibold,
    /// Source Sans 3, regular.
    Sans,
    /// Source Sans 3, semibold.
    SansSemibold,
    /// Atkinson Hyperlegible Next, regular.
    Hyperlegible,
    /// Atkinson Hyperlegible Next, bold.
    HyperlegibleBold,
}

/// A family as a template names it, with the faces that take its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name by which it is known.
    pub name: &'static str,
    /// For running words and plain digits.
    pub regular: Face,
    /// For what is said aside.
    pub italic: Face,
    /// For what must be found at a glance.
    pub strong: Face,
}

/// The families that a template can name.
pub const FAMILIES: [Family; 3] = [
    Family {
        name: "Source Serif 4",
        regular: Face::Serif,
        italic: Face::SerifItalic,
        strong: Face::SerifSemibold,
    },
    Family {
        name: "Source Sans 3",
        regular: Face::Sans,
        italic: Face::Sans,
        strong: Face::SansSemibold,
    },
    // An italic is harder to read: aside is said in the upright face.
    Family {
        name: "Atkinson Hyperlegible Next",
        regular: Face::Hyperlegible,
        italic: Face::Hyperlegible,
        strong: Face::HyperlegibleBold,
    },
];

/// A character for which a face has no drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{character:?} (U+{:04X}) is not in the face {face}", *character as u32)]
pub struct NoGlyph {
    /// The first such character.
    pub character: char,
    /// The PostScript name of the face.
    pub face: &'static str,
}

/// A parsed face with the measures that layout asks for most.
struct Font {
    parsed: ttf_parser::Face<'static>,
    cap_height: f64,
    /// Advances of the ASCII characters in thousandths of the size: nearly all that is measured.
    ascii: [f64; 128],
}

static FONTS: LazyLock<[Font; Face::ALL.len()]> = LazyLock::new(|| Face::ALL.map(Font::new));

impl Font {
    fn new(face: Face) -> Self {
        let parsed = ttf_parser::Face::parse(face.bytes(), 0)
            .expect("the faces in the binary are well-formed");
        let em = f64::from(parsed.units_per_em());
        let cap_height = parsed.capital_height().map_or(0.66, |h| f64::from(h) / em);
        let ascii = std::array::from_fn(|i| advance(&parsed, char::from(i as u8)).unwrap_or(0.0));
        Self {
            parsed,
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
    /// Every face.
    pub const ALL: [Self; 7] = [
        Self::Serif,
        Self::SerifItalic,
        Self::SerifSemibold,
        Self::Sans,
        Self::SansSemibold,
        Self::Hyperlegible,
        Self::HyperlegibleBold,
    ];

    /// The PostScript name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serif => "SourceSerif4-Regular",
            Self::SerifItalic => "SourceSerif4-Italic",
            Self::SerifSemibold => "SourceSerif4-SemiBold",
            Self::Sans => "SourceSans3-Regular",
            Self::SansSemibold => "SourceSans3-SemiBold",
            Self::Hyperlegible => "AtkinsonHyperlegibleNext-Regular",
            Self::HyperlegibleBold => "AtkinsonHyperlegibleNext-Bold",
        }
    }

    /// The whole font file.
    pub(super) const fn bytes(self) -> &'static [u8] {
        macro_rules! font {
            ($name:literal) => {
                include_bytes!(concat!("../../templates/fonts/", $name, ".ttf"))
            };
        }
        match self {
            Self::Serif => font!("SourceSerif4-Regular"),
            Self::SerifItalic => font!("SourceSerif4-Italic"),
            Self::SerifSemibold => font!("SourceSerif4-SemiBold"),
            Self::Sans => font!("SourceSans3-Regular"),
            Self::SansSemibold => font!("SourceSans3-SemiBold"),
            Self::Hyperlegible => font!("AtkinsonHyperlegibleNext-Regular"),
            Self::HyperlegibleBold => font!("AtkinsonHyperlegibleNext-Bold"),
        }
    }

    fn font(self) -> &'static Font {
        &FONTS[self as usize]
    }

    /// The parsed font file.
    pub(super) fn parsed(self) -> &'static ttf_parser::Face<'static> {
        &self.font().parsed
    }

    /// The height of a capital, as a part of the size.
    pub fn cap_height(self) -> f64 {
        self.font().cap_height
    }

    /// How far a character moves the pen, as a part of the size; 0 if the face has no such
    /// character.
    pub fn advance(self, character: char) -> f64 {
        let font = self.font();
        match font.ascii.get(character as usize) {
            Some(&advance) => advance,
            None => advance(&font.parsed, character).unwrap_or(0.0),
        }
    }

    /// How wide a text is at a size.
    pub fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|c| self.advance(c)).sum::<f64>() * size
    }

    /// How much further apart two characters stand than their advances say, as a part of the
    /// size: the face's own correction for pairs such as `AV`, mostly negative or nothing.
    pub fn kern(self, first: char, second: char) -> f64 {
        let parsed = self.parsed();
        let pair = parsed.glyph_index(first).zip(parsed.glyph_index(second));
        let units = pair.and_then(|(first, second)| kern_units(parsed, first, second));
        f64::from(units.unwrap_or(0)) / f64::from(parsed.units_per_em())
    }

    /// Whether the face can print a text.
    ///
    /// # Errors
    /// [`NoGlyph`] with the first character that it lacks.
    pub fn check(self, text: &str) -> Result<(), NoGlyph> {
        match text
            .chars()
            .find(|&c| c.is_control() || self.parsed().glyph_index(c).is_none())
        {
            None => Ok(()),
            Some(character) => Err(NoGlyph {
                character,
                face: self.name(),
            }),
        }
    }

    /// Breaks a text at its spaces into lines no wider than `width`, each as full as it can be; a
    /// word that is wider stands on a line of its own.
    pub fn wrap(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let space = self.width(" ", size);
        let mut lines: Vec<String> = Vec::new();
        let mut pen = 0.0;
        for word in text.split_whitespace() {
            let word_width = self.width(word, size);
            match lines.last_mut() {
                Some(line) if pen + space + word_width <= width => {
                    line.push(' ');
                    line.push_str(word);
                    pen += space + word_width;
                }
                _ => {
                    lines.push(word.to_owned());
                    pen = word_width;
                }
            }
        }
        lines
    }

    /// Breaks a text into as few lines as [`Face::wrap`], but never leaves a word alone on the
    /// last one: if the measure must give way for that, it gives a little.
    pub fn wrap_paragraph(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let full = self.wrap(text, size, width);
        (0..=20)
            .map(|percent| self.wrap(text, size, width * (1.0 - f64::from(percent) / 100.0)))
            .take_while(|lines| lines.len() == full.len())
            .find(|lines| {
                let last = lines.last().map_or(0.0, |line| self.width(line, size));
                last >= 0.28 * width
            })
            .unwrap_or(full)
    }

    /// Breaks a text into as few lines as [`Face::wrap`], but as even as they can be: for
    /// headings and centred lines, where a last word alone looks like an accident.
    pub fn wrap_evenly(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let widest = self.wrap(text, size, width);
        // The narrowest measure that needs no line more, to a point.
        let (mut narrow, mut wide) = (0.0, width);
        while wide - narrow > 1.0 {
            let middle = (narrow + wide) / 2.0;
            let lines = self.wrap(text, size, middle);
            let fits = lines.iter().all(|line| self.width(line, size) <= middle);
            if fits && lines.len() <= widest.len() {
                wide = middle;
            } else {
                narrow = middle;
            }
        }
        self.wrap(text, size, wide)
    }
}
