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
    vertical: Option<VerticalFont>,
}

/// The metrics of a font whose lines run from the top down.
struct VerticalFont {
    /// The advance downwards, and the place of the origin: half the width, and this height.
    usual: VerticalMetrics,
    codes: Codes<VerticalMetrics>,
}

/// In units of the font: the advance, which is negative downwards, and the place of the vertical origin seen from the
/// horizontal one. `None` is the middle of the glyph.
#[derive(Clone, Copy)]
struct VerticalMetrics {
    advance: f64,
    left: Option<f64>,
    top: f64,
}

impl VerticalFont {
    /// Reads `/DW2` and `/W2` of the descendant font.
    fn read(of: Dict) -> Self {
        let usual = match of.numbers(b"DW2").as_deref() {
            Some(&[top, advance, ..]) => VerticalMetrics { advance, left: None, top },
            _ => VerticalMetrics { advance: -1000.0, left: None, top: 880.0 },
        };
        let mut codes = Codes::new();
        let entries = of.get(b"W2").and_then(|o| o.as_array().ok());
        let entry = |i: usize| of.follow(entries?.get(i)?);
        let at = |i: usize| entry(i).and_then(number);
        let down = |three: [f64; 3]| VerticalMetrics {
            advance: three[0],
            left: Some(three[1]),
            top: three[2],
        };
        let (mut i, mut left) = (0, MAX_WIDTHS);
        while left > 0
            && let (Some(first), Some(next)) = (at(i), entry(i + 1))
        {
            left -= 1;
            if let Ok(list) = next.as_array() {
                let numbers: Vec<f64> = list.iter().take(left).filter_map(number).collect();
                let threes = numbers.as_chunks::<3>().0.iter();
                for (code, three) in (first as u16..=u16::MAX).zip(threes) {
                    codes.insert(code, code, down(*three));
                }
                left = left.saturating_sub(list.len());
                i += 2;
            } else if let (Some(last), Some(advance), Some(x), Some(y)) =
                (at(i + 1), at(i + 2), at(i + 3), at(i + 4))
            {
                codes.insert(first as u16, last as u16, down([advance, x, y]));
                i += 5;
            } else {
                break;
            }
        }
        Self { usual, codes }
    }
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
            vertical: is_vertical(font).then(|| VerticalFont::read(of)),
            unit: drawn.and_then(|m| m.first().copied()).unwrap_or(0.001),
        }
    }

    /// The advance of a code, in ems.
    pub fn advance(&self, code: u16) -> f64 {
        self.widths.get(code).unwrap_or(self.usual) * self.unit
    }

    /// Returns the vertical advance of a code, which is negative downwards, and the place of the pen seen from the origin
    /// of the glyph, all in ems. `None` if the lines of the font are horizontal.
    pub fn down(&self, code: u16) -> Option<(f64, (f64, f64))> {
        let vertical = self.vertical.as_ref()?;
        let own = vertical.codes.get(code).unwrap_or(vertical.usual);
        let left = own.left.map_or(self.advance(code) / 2.0, |left| left * self.unit);
        Some((own.advance * self.unit, (left, own.top * self.unit)))
    }
}

/// Returns true if the lines of a font run from the top down, as the name of its encoding or its map of codes says.
fn is_vertical(font: Dict) -> bool {
    let named = font.name(b"Encoding").is_some_and(|name| name.ends_with(b"-V"));
    let map = font.get(b"Encoding").and_then(|map| Some(&map.as_stream().ok()?.dict));
    let mapped = map.and_then(|map| Dict { own: map, ..font }.number(b"WMode"));
    font.name(b"Subtype") == Some(b"Type0") && (named || mapped == Some(1.0))
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
