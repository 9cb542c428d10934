//! The names of glyphs: of ASCII according to the Adobe Glyph List, and of two encodings.

use skrifa::raw::ps::PredefinedEncoding;
use skrifa::raw::tables::post::DEFAULT_GLYPH_NAMES;

/// Returns the ASCII characters with their names. The TrueType names have the same order, after
/// three that are no characters.
fn characters() -> impl Iterator<Item = (char, &'static str)> {
    (' '..='~').zip(DEFAULT_GLYPH_NAMES[3..].iter().copied())
}

/// Returns the character of a glyph name: ASCII, or `uni` with four hexadecimal digits.
pub(super) fn character(name: &[u8]) -> Option<char> {
    let name = str::from_utf8(name).ok()?;
    if let Some((listed, _)) = characters().find(|(_, own)| *own == name) {
        return Some(listed);
    }
    char::from_u32(u32::from_str_radix(name.strip_prefix("uni")?, 16).ok()?)
}

/// Returns the name of a code in the standard encodings; `None` outside ASCII, where they differ.
pub(super) fn name(code: u8) -> Option<&'static str> {
    characters().find(|(c, _)| *c == char::from(code)).map(|(_, name)| name)
}

/// Returns the name of a code in StandardEncoding.
pub(super) fn standard_name(code: u8) -> &'static str {
    PredefinedEncoding::Standard.name(code)
}

/// Returns the code of a glyph name in the upper part of ISO Latin 1.
pub(super) fn latin_code(name: &[u8]) -> Option<u8> {
    let mut codes = 0xa0..=u8::MAX;
    codes.find(|code| PredefinedEncoding::IsoLatin1.name(*code).as_bytes() == name)
}
