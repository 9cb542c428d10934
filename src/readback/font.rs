//! A font of a PDF: which character and which width a code stands for. Not how it looks: that the
//! drawing behind a code shows the character is the word of the file.

use super::{behind, numbers};
use lopdf::{Dictionary, Document, Object};
use std::collections::HashMap;

/// No map may unpack to more.
const MAP_MOST: usize = 4 << 20;
/// Characters in one range of a map, or one run of widths.
const RANGE_MOST: u32 = 0x1_0000;

/// What is asked of a font.
pub(super) struct Font {
    /// Bytes to a code.
    pub bytes: usize,
    widths: HashMap<u32, f64>,
    default_width: f64,
    unicode: HashMap<u32, char>,
}

impl Font {
    /// Reads what is there of a font's dictionary.
    pub fn read(document: &Document, font: &Dictionary) -> Self {
        let name = |key: &[u8]| behind(document, font, key).and_then(|o| o.as_name().ok());
        let composite = name(b"Subtype") == Some(b"Type0".as_slice());
        let mut read = Self {
            bytes: if composite { 2 } else { 1 },
            widths: HashMap::new(),
            default_width: if composite { 1.0 } else { 0.5 },
            unicode: HashMap::new(),
        };
        if composite {
            read.composite_widths(document, font);
        } else {
            read.simple_widths(document, font);
        }
        let map = behind(document, font, b"ToUnicode").and_then(|o| o.as_stream().ok());
        match map.map(|map| map.decompressed_content_with_limit(MAP_MOST)) {
            Some(Ok(map)) => read.map_codes(&String::from_utf8_lossy(&map)),
            Some(Err(_)) => {}
            // The standard encodings agree on these.
            None if !composite => read
                .unicode
                .extend((0x20..0x7f).map(|code| (code, char::from(code as u8)))),
            None => {}
        }
        read
    }

    /// How far a code moves the pen, as a part of the size.
    pub fn width(&self, code: u32) -> f64 {
        self.widths
            .get(&code)
            .copied()
            .unwrap_or(self.default_width)
    }

    /// What a code says.
    pub fn character(&self, code: u32) -> char {
        let known = self.unicode.get(&code).copied();
        known.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn simple_widths(&mut self, document: &Document, font: &Dictionary) {
        let first = behind(document, font, b"FirstChar").and_then(|o| o.as_i64().ok());
        let first = first.and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        let widths = behind(document, font, b"Widths").and_then(|o| o.as_array().ok());
        for (code, width) in (first..).zip(numbers(widths.map_or(&[], |w| w))) {
            self.widths.insert(code, width / 1000.0);
        }
    }

    fn composite_widths(&mut self, document: &Document, font: &Dictionary) {
        let inner = behind(document, font, b"DescendantFonts")
            .and_then(|o| o.as_array().ok()?.first())
            .and_then(|o| document.dereference(o).ok()?.1.as_dict().ok());
        let Some(inner) = inner else { return };
        if let Some(width) = behind(document, inner, b"DW").and_then(|o| o.as_float().ok()) {
            self.default_width = f64::from(width) / 1000.0;
        }
        let Some(mut list) = behind(document, inner, b"W").and_then(|o| o.as_array().ok()?.get(..))
        else {
            return;
        };
        let code = |o: &Object| o.as_i64().ok().and_then(|n| u32::try_from(n).ok());
        while let [first, second, rest @ ..] = list {
            let Some(first) = code(first) else { return };
            let second = document.dereference(second).map_or(second, |(_, o)| o);
            if let Ok(widths) = second.as_array() {
                for (code, width) in (first..).zip(numbers(widths)) {
                    self.widths.insert(code, width / 1000.0);
                }
                list = rest;
            } else if let ([width, rest @ ..], Some(last)) = (rest, code(second)) {
                let width = width.as_float().map_or(0.0, f64::from) / 1000.0;
                let last = last.min(first.saturating_add(RANGE_MOST));
                self.widths.extend((first..=last).map(|c| (c, width)));
                list = rest;
            } else {
                return;
            }
        }
    }

    /// The entries of a ToUnicode map. Of several characters behind a code the first is taken.
    fn map_codes(&mut self, map: &str) {
        enum Section {
            Other,
            Chars,
            Ranges,
        }
        let mut section = Section::Other;
        let mut codes: Vec<Vec<u32>> = Vec::new();
        // A token is a hexadecimal string, a bracket or a word; spaces may be missing.
        let spaced = map
            .replace('<', " <")
            .replace('>', "> ")
            .replace('[', " [ ")
            .replace(']', " ] ");
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
                        let pairs: Vec<_> = (first..)
                            .zip(characters)
                            .map(|(code, to)| (code, to.first().copied()))
                            .collect();
                        for (code, to) in pairs {
                            self.map(code, to.as_ref());
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
                                let to = to.first().copied();
                                self.map(from, to.as_ref());
                            }
                            codes.clear();
                        }
                        (Section::Ranges, [first, last, to]) if list.is_none() => {
                            if let (Some(&first), Some(&last), Some(&to)) =
                                (first.first(), last.first(), to.first())
                            {
                                let last = last.min(first.saturating_add(RANGE_MOST));
                                for code in first..=last {
                                    self.map(code, Some(&to.saturating_add(code - first)));
                                }
                            }
                            codes.clear();
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn map(&mut self, code: u32, to: Option<&u32>) {
        if let Some(character) = to.and_then(|&to| char::from_u32(to)) {
            self.unicode.insert(code, character);
        }
    }
}

/// The numbers of a hexadecimal string: one of up to four digits as it is, longer ones as UTF-16.
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
