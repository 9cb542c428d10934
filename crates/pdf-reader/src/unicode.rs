//! The characters of the codes of a font, as the file gives them.

use super::glyph_names;
use super::object::Dict;
use super::operators::OperatorReader;
use super::range_map::RangeMap;
use lopdf::Object;

/// The maximum number of bytes of a decoded ToUnicode map.
const MAX_MAP: usize = 4 << 20;

/// Returns the glyph names that the `/Differences` of a font's encoding give to one-byte codes.
pub(super) fn differences(font: Dict) -> Vec<(u8, Vec<u8>)> {
    let list = font.dict_or_empty(b"Encoding").get(b"Differences").and_then(|o| o.as_array().ok());
    let mut code = 0_u8;
    let mut names = Vec::new();
    for item in list.into_iter().flatten().take(512) {
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
pub(super) struct UnicodeMap {
    /// The number of bytes read, as a measure of time and memory.
    pub cost: usize,
    /// The character of each code, minus the code.
    delta: RangeMap<i64>,
}

impl UnicodeMap {
    /// Reads the ToUnicode map of a font with `bytes` bytes a code. Without a map, uses glyph names
    /// and ASCII. Missing and malformed entries are skipped.
    pub fn read(font: Dict, bytes: usize) -> Self {
        let mut read = Self { cost: 0, delta: RangeMap::new() };
        if let Some(map) = font.stream(b"ToUnicode", MAX_MAP) {
            read.cost = map.len();
            read.map_codes(&map);
        } else if !matches!(font.get(b"ToUnicode"), Some(Object::Stream(_))) && bytes == 1 {
            // All standard encodings have ASCII here.
            read.delta.insert(0x20, 0x7e, 0);
            for (code, name) in differences(font) {
                let character =
                    glyph_names::character(&name).unwrap_or(char::REPLACEMENT_CHARACTER);
                read.map(code.into(), code.into(), Some(character.into()));
            }
        }
        read
    }

    /// Returns the character of a code; U+FFFD if the file does not give one.
    pub fn character(&self, code: u16) -> char {
        let known = self.delta.get(code).map(|delta| i64::from(code) + delta);
        known
            .and_then(|c| char::from_u32(u32::try_from(c).ok()?))
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Reads a ToUnicode map, which has the syntax of content. Of several characters for a code,
    /// takes the first.
    fn map_codes(&mut self, map: &[u8]) {
        let mut operators = OperatorReader::new(map);
        while let Ok(Some((operator, operands))) = operators.next_operation() {
            let size = match operator {
                b"endbfchar" => 2,
                b"endbfrange" => 3,
                _ => continue,
            };
            for entry in operands.chunks_exact(size) {
                let (first, last) = (code(&entry[0]), code(&entry[size - 2]));
                let (Some(first), Some(last)) = (first, last) else { continue };
                match &entry[size - 1] {
                    Object::Array(list) => {
                        (first..).zip(list).for_each(|(code, to)| self.map(code, code, scalar(to)));
                    }
                    to => self.map(first, last, scalar(to)),
                }
            }
        }
    }

    /// Maps the codes `first..=last` to the characters from `to` on. A code has at most two bytes.
    fn map(&mut self, first: u32, last: u32, to: Option<u32>) {
        if let (Ok(code), Some(to)) = (u16::try_from(first), to) {
            let last = u16::try_from(last).unwrap_or(u16::MAX);
            let delta = i64::from(to) - i64::from(first);
            self.delta.insert(code, last, delta);
        }
    }
}

/// Returns the code in a string; `None` for other objects and for more than four bytes.
fn code(string: &Object) -> Option<u32> {
    let bytes = string.as_str().ok().filter(|bytes| (1..=4).contains(&bytes.len()))?;
    Some(bytes.iter().fold(0, |code, &byte| code << 8 | u32::from(byte)))
}

/// Returns the first character of a UTF-16 string.
fn scalar(string: &Object) -> Option<u32> {
    let pairs = string.as_str().ok()?.chunks(2);
    let units = pairs.map(|pair| pair.iter().fold(0, |unit, &byte| unit << 8 | u16::from(byte)));
    match char::decode_utf16(units).next()? {
        Ok(character) => Some(character.into()),
        Err(e) => Some(e.unpaired_surrogate().into()),
    }
}
