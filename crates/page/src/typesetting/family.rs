//! The font families that templates and languages can name.

use crate::typesetting::font::Face;

/// A font family, with the faces for its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FontFamily {
    /// The name in templates and languages.
    pub name: &'static str,
    /// True for a family with serifs. Fallback families match.
    pub serif: bool,
    /// The face of running text and plain digits.
    pub regular: Face,
    /// The face of asides.
    pub italic: Face,
    /// The face of emphasis.
    pub strong: Face,
}

pub const FAMILIES: &[FontFamily] = &[
    family("Press Serif", true, [Face::SERIF, Face::SERIF_ITALIC, Face::SERIF_SEMIBOLD]),
    family("Press Sans", false, [Face::SANS, Face::SANS, Face::SANS_SEMIBOLD]),
    family(
        "Atkinson Hyperlegible Next",
        false,
        [Face::HYPERLEGIBLE, Face::HYPERLEGIBLE, Face::HYPERLEGIBLE_BOLD],
    ),
    family("Quicksand", false, [Face::ROUND, Face::ROUND, Face::ROUND_BOLD]),
    family("Noto Serif SC", true, [Face::SERIF_SC, Face::SERIF_SC, Face::SANS_SC]),
    family("Noto Sans SC", false, [Face::SANS_SC, Face::SANS_SC, Face::SANS_SC]),
    family("Noto Serif JP", true, [Face::SERIF_JP, Face::SERIF_JP, Face::SANS_JP]),
    family("Noto Sans JP", false, [Face::SANS_JP, Face::SANS_JP, Face::SANS_JP]),
];

/// Creates a family with these faces: regular, italic, strong.
const fn family(
    name: &'static str,
    serif: bool,
    [regular, italic, strong]: [Face; 3],
) -> FontFamily {
    FontFamily { name, serif, regular, italic, strong }
}

impl FontFamily {
    /// All families.
    pub const ALL: &[Self] = FAMILIES;

    /// Returns the family with this name.
    pub fn named(name: &str) -> Option<Self> {
        FAMILIES.iter().find(|family| family.name == name).copied()
    }

    /// Returns the families for Chinese and Japanese, with or without serifs: for names and words
    /// in any book.
    pub fn east_asian(serif: bool) -> impl Iterator<Item = Self> {
        let all = FAMILIES.iter().filter(move |family| family.serif == serif);
        all.filter(|family| family.name.starts_with("Noto")).copied()
    }
}
