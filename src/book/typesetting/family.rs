//! The font families that templates and languages can name.

use crate::book::typesetting::font::Face;
/// A font family, with the faces for its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name in templates and languages.
    pub name: &'static str,
    /// Whether it has serifs. Fallback families are chosen to match.
    pub serif: bool,
    /// For running text and plain digits.
    pub regular: Face,
    /// For asides.
    pub italic: Face,
    /// For emphasis.
    pub strong: Face,
}

/// All families.
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
    // This family is made for legibility. Asides are in the upright face, because an italic is harder
    // to read.
    Family {
        name: "Atkinson Hyperlegible Next",
        serif: false,
        regular: Face::HYPERLEGIBLE,
        italic: Face::HYPERLEGIBLE,
        strong: Face::HYPERLEGIBLE_BOLD,
    },
    // A round and friendly face, for children.
    Family {
        name: "Quicksand",
        serif: false,
        regular: Face::ROUND,
        italic: Face::ROUND,
        strong: Face::ROUND_BOLD,
    },
    // Chinese and Japanese have no italic. Emphasis and headings of a text with serifs are in the face
    // without them, as in most books of China and Japan.
    Family {
        name: "Noto Serif SC",
        serif: true,
        regular: Face::SERIF_SC,
        italic: Face::SERIF_SC,
        strong: Face::SANS_SC,
    },
    Family {
        name: "Noto Sans SC",
        serif: false,
        regular: Face::SANS_SC,
        italic: Face::SANS_SC,
        strong: Face::SANS_SC,
    },
    Family {
        name: "Noto Serif JP",
        serif: true,
        regular: Face::SERIF_JP,
        italic: Face::SERIF_JP,
        strong: Face::SANS_JP,
    },
    Family {
        name: "Noto Sans JP",
        serif: false,
        regular: Face::SANS_JP,
        italic: Face::SANS_JP,
        strong: Face::SANS_JP,
    },
];

impl Family {
    /// The family with this name.
    pub fn named(name: &str) -> Option<Self> {
        FAMILIES.iter().find(|family| family.name == name).copied()
    }

    /// The families for Chinese and Japanese, with or without serifs: for names and words in any book.
    pub fn east_asian(serif: bool) -> impl Iterator<Item = Self> {
        let all = FAMILIES.iter().filter(move |family| family.serif == serif);
        all.filter(|family| family.name.starts_with("Noto")).copied()
    }
}
