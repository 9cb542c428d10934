//! The advance widths of the codes of a font.

use super::codes::Codes;
use super::limits::MAX_WIDTHS;
use super::object::{dictionary, entry, name, number, numbers};
use lopdf::{Dictionary, Document, Object};

/// The advances of a font.
pub(crate) struct Metrics {
    /// The number of bytes of a code: 1 or 2.
    pub bytes: usize,
    /// The number of widths that were read, a measure of time and memory.
    pub entries: usize,
    widths: Codes<f64>,
    usual: f64,
    /// The factor from the units of the font to ems.
    unit: f64,
}

/// The dictionary with widths and descriptor: that of the font, or of its only descendant.
pub(crate) fn inner<'a>(document: &'a Document, font: &'a Dictionary) -> &'a Dictionary {
    entry(document, font, b"DescendantFonts")
        .and_then(|o| o.as_array().ok()?.first())
        .and_then(|o| document.dereference(o).ok()?.1.as_dict().ok())
        .unwrap_or(font)
}

impl Metrics {
    /// Reads a font. What is missing gets the value that viewers use.
    pub fn read(document: &Document, font: &Dictionary) -> Self {
        let kind = name(document, font, b"Subtype");
        let wide = kind == Some(b"Type0");
        let of = inner(document, font);
        let one = |dict: &Dictionary, key: &[u8]| number(entry(document, dict, key)?);
        let missing = dictionary(document, of, b"FontDescriptor")
            .and_then(|descriptor| one(descriptor, b"MissingWidth"));
        let usual = one(of, b"DW").or(missing).filter(|width| *width > 0.0);
        let drawn = numbers(document, font, b"FontMatrix").filter(|_| kind == Some(b"Type3"));
        let (entries, widths) =
            if wide { wide_widths(document, of) } else { (256, widths(document, of)) };
        Self {
            bytes: if wide { 2 } else { 1 },
            entries,
            widths,
            usual: usual.unwrap_or(if wide { 1000.0 } else { 600.0 }),
            unit: drawn.and_then(|m| m.first().copied()).unwrap_or(0.001),
        }
    }

    /// The advance of a code, in ems.
    pub fn advance(&self, code: u16) -> f64 {
        self.widths.get(code).unwrap_or(self.usual) * self.unit
    }
}

/// The advances of a font whose codes have one byte.
fn widths(document: &Document, font: &Dictionary) -> Codes<f64> {
    let first = entry(document, font, b"FirstChar").and_then(number);
    let listed = numbers(document, font, b"Widths").unwrap_or_default();
    let mut widths = Codes::new();
    for (code, width) in (first.unwrap_or(0.0) as u16..=255).zip(listed) {
        widths.insert(code, code, width);
    }
    widths
}

/// The advances of a font whose codes have two bytes: a list from a first code on, or one for a range.
fn wide_widths(document: &Document, font: &Dictionary) -> (usize, Codes<f64>) {
    let mut widths = Codes::new();
    let Some(Ok(entries)) = entry(document, font, b"W").map(Object::as_array) else {
        return (0, widths);
    };
    let entry = |i: usize| Some(document.dereference(entries.get(i)?).ok()?.1);
    let code = |i: usize| number(entry(i)?).map(|n| n as u16);
    let (mut at, mut left) = (0, MAX_WIDTHS);
    while left > 0
        && let (Some(first), Some(next)) = (code(at), entry(at + 1))
    {
        if let Ok(list) = next.as_array() {
            let numbers = list.iter().take(left).filter_map(number);
            for (code, width) in (first..=u16::MAX).zip(numbers) {
                widths.insert(code, code, width);
            }
            left = left.saturating_sub(list.len().max(1));
            at += 2;
        } else if let (Some(last), Some(width)) = (code(at + 1), entry(at + 2).and_then(number)) {
            widths.insert(first, last, width);
            left -= 1;
            at += 3;
        } else {
            break;
        }
    }
    (MAX_WIDTHS - left, widths)
}
