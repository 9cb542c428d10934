//! The names that fonts give to glyphs of ASCII, as the Adobe Glyph List has them.

/// The names of the characters U+0020 to U+007E that are not letters, in order.
const NAMES: &str = "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft \
    parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine \
    colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum \
    underscore grave braceleft bar braceright asciitilde";

fn characters() -> impl Iterator<Item = (char, &'static str)> {
    let others = (' '..='~').filter(|c| !c.is_ascii_alphabetic());
    others.zip(NAMES.split_ascii_whitespace())
}

/// The character of a name: one of ASCII, or `uni` with four hexadecimal digits.
pub(super) fn character(name: &[u8]) -> Option<char> {
    let name = std::str::from_utf8(name).ok()?;
    if let [letter] = name.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        return Some(char::from(*letter));
    }
    let listed = characters().find(|(_, own)| *own == name).map(|(c, _)| c);
    let coded = || char::from_u32(u32::from_str_radix(name.strip_prefix("uni")?, 16).ok()?);
    listed.or_else(coded)
}

/// The name of a code in the standard encodings; `None` outside of ASCII, where they differ.
pub(super) fn name(code: u8) -> Option<&'static str> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz";
    if code.is_ascii_alphabetic() {
        let at = usize::from(code - b'A');
        return LETTERS.get(at..=at);
    }
    characters().find(|(c, _)| u32::from(*c) == u32::from(code)).map(|(_, name)| name)
}
