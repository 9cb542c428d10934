//! A font of a PDF: which character a code stands for. Not how it looks: that the drawing behind a
//! code shows the character is the word of the file.

use crate::content::{Metrics, entry};
use lopdf::{Dictionary, Document};
use std::collections::HashMap;

/// No map may unpack to more.
const MAP_MOST: usize = 4 << 20;
/// Characters in one range of a map.
const RANGE_MOST: u32 = 0x1_0000;

/// What is asked of a font.
pub(super) struct Font {
    pub metrics: Metrics,
    unicode: HashMap<u32, char>,
}

impl Font {
    /// Reads what is there of a font's dictionary.
    pub fn read(document: &Document, font: &Dictionary) -> Self {
        let mut read = Self {
            metrics: Metrics::read(document, font),
            unicode: HashMap::new(),
        };
        let map = entry(document, font, b"ToUnicode").and_then(|o| o.as_stream().ok());
        match map.map(|map| map.decompressed_content_with_limit(MAP_MOST)) {
            Some(Ok(map)) => read.map_codes(&String::from_utf8_lossy(&map)),
            Some(Err(_)) => {}
            // The standard encodings agree on these.
            None if read.metrics.bytes == 1 => read
                .unicode
                .extend((0x20..0x7f).map(|code| (code, char::from(code as u8)))),
            None => {}
        }
        read
    }

    /// What a code says; U+FFFD if the file does not tell.
    pub fn character(&self, code: u16) -> char {
        let known = self.unicode.get(&u32::from(code)).copied();
        known.unwrap_or(char::REPLACEMENT_CHARACTER)
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
