//! The names of ASCII glyphs according to the Adobe Glyph List.

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
