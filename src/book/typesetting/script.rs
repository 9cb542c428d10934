//! Scripts that are not set here: those that run from right to left, and those whose characters change their form
//! or place beside others. Set a character after the other from left to right they would be misspelt.

use std::fmt;

/// Such a script, or such signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script {
    name: &'static str,
    why: &'static str,
}

/// The blocks of Unicode 16 with such scripts: first and last character. Those without a name of their own are
/// together.
#[rustfmt::skip]
const BLOCKS: &[(u32, u32, &str, &str)] = {
    const R: &str = "which runs from right to left; books are set from left to right, with any font";
    const J: &str = "whose characters change their form and place beside others; books are set a \
                     character after the other, with any font";
    const M: &str = "which belongs above or below another one; use one character for both, such as \u{e9}";
    const T: &str = "which changes nothing here: books are set from left to right";
    &[
        (0x0300, 0x036F, "a mark on a letter", M),
        (0x0483, 0x0489, "a mark on a letter", M),
        (0x0590, 0x05FF, "Hebrew", R),
        (0x0600, 0x06FF, "Arabic", R),
        (0x0700, 0x074F, "Syriac", R),
        (0x0750, 0x077F, "Arabic", R),
        (0x0780, 0x07BF, "Thaana", R),
        (0x07C0, 0x07FF, "N'Ko", R),
        (0x0800, 0x083F, "Samaritan", R),
        (0x0840, 0x085F, "Mandaic", R),
        (0x0860, 0x086F, "Syriac", R),
        (0x0870, 0x08FF, "Arabic", R),
        (0x0900, 0x097F, "Devanagari", J),
        (0x0980, 0x09FF, "Bengali", J),
        (0x0A00, 0x0A7F, "Gurmukhi", J),
        (0x0A80, 0x0AFF, "Gujarati", J),
        (0x0B00, 0x0B7F, "Odia", J),
        (0x0B80, 0x0BFF, "Tamil", J),
        (0x0C00, 0x0C7F, "Telugu", J),
        (0x0C80, 0x0CFF, "Kannada", J),
        (0x0D00, 0x0D7F, "Malayalam", J),
        (0x0D80, 0x0DFF, "Sinhala", J),
        (0x0E00, 0x0E7F, "Thai", J),
        (0x0E80, 0x0EFF, "Lao", J),
        (0x0F00, 0x0FFF, "Tibetan", J),
        (0x1000, 0x109F, "Burmese", J),
        (0x1100, 0x11FF, "a part of a Korean syllable", M),
        (0x135D, 0x135F, "a mark on a letter", M),
        (0x1700, 0x177F, "a script of the Philippines", J),
        (0x1780, 0x17FF, "Khmer", J),
        (0x1800, 0x18AF, "Mongolian", J),
        (0x1900, 0x194F, "Limbu", J),
        (0x1AB0, 0x1AFF, "a mark on a letter", M),
        (0x1A00, 0x1C4F, "a script of South-East Asia", J),
        (0x1CC0, 0x1CFF, "a script of South-East Asia", J),
        (0x1DC0, 0x1DFF, "a mark on a letter", M),
        (0x200E, 0x200F, "a sign for the direction of text", T),
        (0x202A, 0x202E, "a sign for the direction of text", T),
        (0x2066, 0x2069, "a sign for the direction of text", T),
        (0x20D0, 0x20FF, "a mark on a character", M),
        (0x3099, 0x309A, "a mark on a letter", M),
        (0xA800, 0xA95F, "a script of India or South-East Asia", J),
        (0xA960, 0xA97F, "a part of a Korean syllable", M),
        (0xA980, 0xAAFF, "a script of India or South-East Asia", J),
        (0xABC0, 0xABFF, "Meetei", J),
        (0xD7B0, 0xD7FF, "a part of a Korean syllable", M),
        (0xFB1D, 0xFB4F, "Hebrew", R),
        (0xFB50, 0xFDFF, "Arabic", R),
        (0xFE20, 0xFE2F, "a mark on a letter", M),
        (0xFE70, 0xFEFC, "Arabic", R),
        (0x10800, 0x10FFF, "of an old script", R),
        (0x11000, 0x11FFF, "of a script such as Brahmi", J),
        (0x1E800, 0x1EFFF, "of a script such as Adlam", R),
    ]
};

impl Script {
    /// The script of a character, if it is such a one.
    pub(super) fn of(character: char) -> Option<Self> {
        let code = u32::from(character);
        // Fast path for almost all text.
        let mut blocks = BLOCKS.iter().filter(|_| code >= BLOCKS[0].0);
        let block = blocks.find(|(first, last, ..)| (*first..=*last).contains(&code));
        block.map(|&(_, _, name, why)| Self { name, why })
    }
}

impl fmt::Display for Script {
    /// Its name, and why it is not set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, self.why)
    }
}
