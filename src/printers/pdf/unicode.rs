//! The characters of the codes of a font, as the file gives them.

use super::codes::Codes;
use super::names;
use super::object::Dict;
use lopdf::Object;

/// The maximum number of bytes of an unpacked ToUnicode map.
const MAX_MAP: usize = 4 << 20;

/// The names of the glyphs of the codes of a font with one byte a code, as far as the font's encoding
/// names them itself.
pub(super) fn differences(font: Dict) -> Vec<(u8, Vec<u8>)> {
    let list = font.within(b"Encoding").get(b"Differences").and_then(|o| o.as_array().ok());
    let mut code = 0_u8;
    let mut names = Vec::new();
    for item in list.map_or(&[][..], |list| list).iter().take(512) {
        if let Ok(first) = item.as_i64() {
            code = u8::try_from(first).unwrap_or(0);
        } else if let Ok(name) = item.as_name() {
            names.push((code, name.to_vec()));
            code = code.wrapping_add(1);
        }
    }
    names
}

/// The characters of the codes of a font.
pub(super) struct Unicode {
    /// The number of bytes that were read, a measure of time and memory.
    pub cost: usize,
    /// The character of a code, minus the code.
    far: Codes<i64>,
}

impl Unicode {
    /// Reads the map of a font with `bytes` bytes a code; without a map, names of glyphs and ASCII. What is
    /// missing or malformed is left out.
    pub fn read(font: Dict, bytes: usize) -> Self {
        let mut read = Self { cost: 0, far: Codes::new() };
        if let Some(map) = font.stream(b"ToUnicode", MAX_MAP) {
            read.cost = map.len();
            read.map_codes(&String::from_utf8_lossy(&map));
        } else if !matches!(font.get(b"ToUnicode"), Some(Object::Stream(_))) && bytes == 1 {
            // All standard encodings have ASCII here.
            read.far.insert(0x20, 0x7e, 0);
            for (code, name) in differences(font) {
                let character = names::character(&name);
                let code = u32::from(code);
                read.map(code, code, Some(&character.map_or(0xfffd, u32::from)));
            }
        }
        read
    }

    /// The character of a code; U+FFFD if the file does not give one.
    pub fn character(&self, code: u16) -> char {
        let known = self.far.get(code).map(|far| i64::from(code) + far);
        known
            .and_then(|c| char::from_u32(u32::try_from(c).ok()?))
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Reads a ToUnicode map. If a code has several characters, the first is taken.
    fn map_codes(&mut self, map: &str) {
        enum Section {
            Other,
            Chars,
            Ranges,
        }
        let mut section = Section::Other;
        let mut codes: Vec<Vec<u32>> = Vec::new();
        // A token is a hexadecimal string, a bracket or a word, with or without space between them.
        let spaced =
            map.replace('<', " <").replace('>', "> ").replace('[', " [ ").replace(']', " ] ");
        let mut list: Option<usize> = None;
        for token in spaced.split_whitespace() {
            match token {
                "beginbfchar" => (section, codes) = (Section::Chars, Vec::new()),
                "beginbfrange" => (section, codes) = (Section::Ranges, Vec::new()),
                "endbfchar" | "endbfrange" => section = Section::Other,
                "[" => list = Some(codes.len()),
                "]" => {
                    let at = list.take().unwrap_or(0).min(codes.len());
                    let (range, characters) = codes.split_at(at);
                    if let [.., first, _] = range
                        && let Some(&first) = first.first()
                    {
                        for (code, to) in (first..).zip(characters) {
                            self.map(code, code, to.first());
                        }
                    }
                    codes.clear();
                }
                _ => {
                    let Some(hex) = token.strip_prefix('<').and_then(|t| t.strip_suffix('>'))
                    else {
                        continue;
                    };
                    codes.push(units(hex));
                    match (&section, &codes[..]) {
                        (Section::Chars, [from, to]) => {
                            if let Some(&from) = from.first() {
                                self.map(from, from, to.first());
                            }
                            codes.clear();
                        }
                        (Section::Ranges, [first, last, to]) if list.is_none() => {
                            if let (Some(&first), Some(&last)) = (first.first(), last.first()) {
                                self.map(first, last, to.first());
                            }
                            codes.clear();
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Maps the codes `first..=last` to the characters from `to` on. A code has at most two bytes.
    fn map(&mut self, first: u32, last: u32, to: Option<&u32>) {
        if let (Ok(code), Some(&to)) = (u16::try_from(first), to) {
            let last = u16::try_from(last).unwrap_or(u16::MAX);
            let far = i64::from(to) - i64::from(first);
            self.far.insert(code, last, far);
        }
    }
}

/// The characters of a hexadecimal string of UTF-16.
fn units(hex: &str) -> Vec<u32> {
    let units: Vec<u16> = hex
        .as_bytes()
        .chunks(4)
        .filter_map(|four| u16::from_str_radix(std::str::from_utf8(four).ok()?, 16).ok())
        .collect();
    char::decode_utf16(units)
        .map(|c| c.map_or_else(|e| u32::from(e.unpaired_surrogate()), u32::from))
        .collect()
}
