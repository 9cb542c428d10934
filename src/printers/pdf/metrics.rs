//! The advance widths of the codes of a font.

use super::codes::Codes;
use super::limits::MAX_WIDTHS;
use super::object::{Dict, number};

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
pub(crate) fn inner(font: Dict) -> Dict {
    font.dicts(b"DescendantFonts").next().unwrap_or(font)
}

impl Metrics {
    /// Reads a font. What is missing gets the value that viewers use.
    pub fn read(font: Dict) -> Self {
        let kind = font.name(b"Subtype");
        let wide = kind == Some(b"Type0");
        let of = inner(font);
        let missing = of.within(b"FontDescriptor").number(b"MissingWidth");
        let usual = of.number(b"DW").or(missing).filter(|width| *width > 0.0);
        let drawn = font.numbers(b"FontMatrix").filter(|_| kind == Some(b"Type3"));
        let (entries, widths) = if wide { wide_widths(of) } else { (256, widths(of)) };
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
fn widths(font: Dict) -> Codes<f64> {
    let first = font.number(b"FirstChar");
    let listed = font.numbers(b"Widths").unwrap_or_default();
    let mut widths = Codes::new();
    for (code, width) in (first.unwrap_or(0.0) as u16..=255).zip(listed) {
        widths.insert(code, code, width);
    }
    widths
}

/// The advances of a font whose codes have two bytes: a list from a first code on, or one for a range.
fn wide_widths(font: Dict) -> (usize, Codes<f64>) {
    let mut widths = Codes::new();
    let entries = font.get(b"W").and_then(|o| o.as_array().ok());
    let entry = |i: usize| font.follow(entries?.get(i)?);
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
