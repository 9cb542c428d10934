//! What a font of a finished file says of its glyphs: advances, and how far their ink reaches. Not
//! which characters they are.

use super::geometry::Rect;
use lopdf::{Dictionary, Document, Object};
use std::collections::HashMap;
use ttf_parser::{GlyphId, OutlineBuilder};

/// A font, as far as it can be measured.
pub(super) struct Font {
    pub name: String,
    pub embedded: bool,
    /// Codes have two bytes, not one.
    pub wide: bool,
    widths: HashMap<u16, f64>,
    usual_width: f64,
    /// How far letters reach, in ems, where the drawings cannot be asked.
    reach: (f64, f64),
    program: Option<Vec<u8>>,
    to_glyph: Option<Vec<u8>>,
    boxes: HashMap<u16, Option<Rect>>,
    /// From the units of an unembedded or drawn font to ems.
    unit: f64,
}

/// A number, whatever its kind.
pub(super) fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// An entry of a dictionary, wherever it stands.
pub(super) fn entry<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Object> {
    let (_, object) = document.dereference(dict.get(key).ok()?).ok()?;
    Some(object)
}

pub(super) fn dictionary<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    entry(document, dict, key)?.as_dict().ok()
}

/// The numbers of an array.
pub(super) fn numbers(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Vec<f64>> {
    let array = entry(document, dict, key)?.as_array().ok()?;
    let items = array.iter();
    items
        .map(|item| number(document.dereference(item).ok()?.1))
        .collect()
}

/// No stream of a font is longer when it is unpacked.
const MOST: usize = 64 << 20;

fn stream(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Vec<u8>> {
    let stream = entry(document, dict, key)?.as_stream().ok()?;
    if stream.dict.get(b"Filter").is_err() {
        return Some(stream.content.clone());
    }
    stream.decompressed_content_with_limit(MOST).ok()
}

impl Font {
    /// Reads a font; what is missing is guessed in the way of the viewers.
    pub fn read(document: &Document, font: &Dictionary) -> Self {
        let kind = entry(document, font, b"Subtype").and_then(|o| o.as_name().ok());
        let wide = kind == Some(b"Type0");
        let drawn = kind == Some(b"Type3");
        let inner = entry(document, font, b"DescendantFonts")
            .and_then(|o| o.as_array().ok()?.first())
            .and_then(|o| document.dereference(o).ok()?.1.as_dict().ok());
        let of = inner.unwrap_or(font);
        let descriptor = dictionary(document, of, b"FontDescriptor");
        let of_descriptor = |key: &[u8]| number(entry(document, descriptor?, key)?);
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let embedded = files
            .iter()
            .any(|key| descriptor.is_some_and(|d| d.has(key)));
        let programs: [&[u8]; 2] = [b"FontFile2", b"FontFile3"];
        let program = programs
            .iter()
            .find_map(|key| stream(document, descriptor?, key));
        let name = entry(document, font, b"BaseFont").and_then(|o| o.as_name().ok());
        let unit = numbers(document, font, b"FontMatrix").filter(|_| drawn);
        let widths = if wide {
            cid_widths(document, of)
        } else {
            widths(document, of)
        };
        let usual = number_of(document, of, b"DW").or(of_descriptor(b"MissingWidth"));
        let fallback = if wide { 1000.0 } else { 600.0 };
        Self {
            name: name.map_or("without a name".to_owned(), |name| {
                String::from_utf8_lossy(name).into_owned()
            }),
            embedded: embedded || drawn,
            wide,
            widths,
            usual_width: usual.filter(|w| *w > 0.0).unwrap_or(fallback),
            reach: (
                of_descriptor(b"Descent").map_or(-0.22, |d| -d.abs() / 1000.0),
                of_descriptor(b"Ascent")
                    .filter(|a| *a > 0.0)
                    .map_or(0.75, |a| a / 1000.0),
            ),
            program: program.filter(|_| wide),
            to_glyph: stream(document, of, b"CIDToGIDMap"),
            boxes: HashMap::new(),
            unit: unit.and_then(|m| m.first().copied()).unwrap_or(0.001),
        }
    }

    /// How far the pen moves after a glyph, in ems.
    pub fn advance(&self, code: u16) -> f64 {
        self.widths.get(&code).unwrap_or(&self.usual_width) * self.unit
    }

    /// How far the ink of a glyph reaches, in ems from its origin; none if it has none.
    pub fn ink(&mut self, code: u16) -> Option<Rect> {
        if let Some(known) = self.boxes.get(&code) {
            return *known;
        }
        let ink = self.measure(code);
        self.boxes.insert(code, ink);
        ink
    }

    fn measure(&self, code: u16) -> Option<Rect> {
        let whole = Rect {
            left: 0.0,
            bottom: self.reach.0,
            right: self.advance(code),
            top: self.reach.1,
        };
        let Some(program) = &self.program else {
            return (code != 32).then_some(whole);
        };
        let at = usize::from(code) * 2;
        let mapped = self.to_glyph.as_ref().and_then(|map| map.get(at..at + 2));
        let glyph = GlyphId(mapped.map_or(code, |m| u16::from_be_bytes([m[0], m[1]])));
        let (found, em) = if let Ok(face) = ttf_parser::Face::parse(program, 0) {
            (
                face.glyph_bounding_box(glyph),
                f64::from(face.units_per_em()),
            )
        } else if let Some(table) = ttf_parser::cff::Table::parse(program) {
            (table.outline(glyph, &mut Nowhere).ok(), 1000.0)
        } else {
            return Some(whole);
        };
        found.map(|b| Rect {
            left: f64::from(b.x_min) / em,
            bottom: f64::from(b.y_min) / em,
            right: f64::from(b.x_max) / em,
            top: f64::from(b.y_max) / em,
        })
    }
}

fn number_of(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<f64> {
    number(entry(document, dict, key)?)
}

/// The advances of a font with codes of one byte.
fn widths(document: &Document, font: &Dictionary) -> HashMap<u16, f64> {
    let first = number_of(document, font, b"FirstChar").unwrap_or(0.0) as u16;
    let widths = numbers(document, font, b"Widths").unwrap_or_default();
    let codes = (first..=255).zip(widths);
    codes.collect()
}

/// The advances of a font with codes of two bytes: lists after a first code, or one for a range.
fn cid_widths(document: &Document, font: &Dictionary) -> HashMap<u16, f64> {
    let mut widths = HashMap::new();
    let Some(Ok(entries)) = entry(document, font, b"W").map(Object::as_array) else {
        return widths;
    };
    let entry = |i: usize| Some(document.dereference(entries.get(i)?).ok()?.1);
    let code = |i: usize| number(entry(i)?).map(|n| n as u16);
    let mut at = 0;
    while let (Some(first), Some(next)) = (code(at), entry(at + 1)) {
        if let Ok(list) = next.as_array() {
            let list = list.iter().filter_map(number);
            widths.extend((first..=u16::MAX).zip(list));
            at += 2;
        } else if let (Some(last), Some(width)) = (code(at + 1), entry(at + 2).and_then(number)) {
            widths.extend((first..=last).map(|code| (code, width)));
            at += 3;
        } else {
            break;
        }
    }
    widths
}

/// An outline is wanted for its box alone.
struct Nowhere;

impl OutlineBuilder for Nowhere {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}
