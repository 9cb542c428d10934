//! The advance widths of the codes of a font.

use super::limits::MAX_WIDTHS;
use super::object::{Dict, number};
use super::range_map::RangeMap;
use super::standard_fonts;
use lopdf::Object;

/// The advances of a font.
pub struct Metrics {
    /// The number of bytes of a code, 1 or 2.
    pub bytes: usize,
    /// The number of widths read, as a measure of time and memory.
    pub entries: usize,
    widths: RangeMap<f64>,
    default_width: f64,
    /// The factor from font units to ems.
    unit: f64,
    vertical: Option<VerticalFont>,
}

/// The metrics of a font for vertical writing.
struct VerticalFont {
    /// The default metrics, from `/DW2`.
    default_width: VerticalMetrics,
    codes: RangeMap<VerticalMetrics>,
}

/// The vertical metrics of a code in font units: the advance, which is negative downwards, and the
/// vertical origin relative to the horizontal one. `left` is `None` for the centre of the glyph.
#[derive(Clone, Copy)]
struct VerticalMetrics {
    advance: f64,
    left: Option<f64>,
    top: f64,
}

impl VerticalFont {
    /// Reads `/DW2` and `/W2` of the descendant font.
    fn read(of: Dict) -> Self {
        let default_width = match of.numbers(b"DW2").as_deref() {
            Some(&[top, advance, ..]) => VerticalMetrics { advance, left: None, top },
            _ => VerticalMetrics { advance: -1000.0, left: None, top: 880.0 },
        };
        let (_, codes) = code_entries(of, b"W2", |[advance, left, top]| VerticalMetrics {
            advance,
            left: Some(left),
            top,
        });
        Self { default_width, codes }
    }
}

/// Returns the dictionary with widths and descriptor, which is the font or its only descendant.
pub fn descendant_font(font: Dict) -> Dict {
    font.dicts(b"DescendantFonts").next().unwrap_or(font)
}

impl Metrics {
    /// Reads a font. Missing values get the defaults of viewers.
    pub fn read(font: Dict) -> Self {
        let kind = font.name(b"Subtype");
        let wide = kind == Some(b"Type0");
        let of = descendant_font(font);
        let missing = of.dict_or_empty(b"FontDescriptor").number(b"MissingWidth");
        let default_width = of.number(b"DW").or(missing).filter(|width| *width > 0.0);
        let drawn = font.numbers(b"FontMatrix").filter(|_| kind == Some(b"Type3"));
        let (entries, widths) =
            if wide { code_entries(of, b"W", |[width]| width) } else { (256, widths(of)) };
        Self {
            bytes: if wide { 2 } else { 1 },
            entries,
            widths,
            default_width: default_width.unwrap_or(if wide { 1000.0 } else { 600.0 }),
            vertical: if is_vertical(font) { Some(VerticalFont::read(of)) } else { None },
            unit: drawn.and_then(|m| m.first().copied()).unwrap_or(0.001),
        }
    }

    /// Returns the advance of a code, in ems.
    pub fn advance(&self, code: u16) -> f64 {
        self.widths.get(code).unwrap_or(self.default_width) * self.unit
    }

    /// Returns the vertical advance of a code, negative downwards, and the pen position relative to
    /// the glyph origin, all in ems. `None` for horizontal writing.
    pub fn vertical_advance(&self, code: u16) -> Option<(f64, (f64, f64))> {
        let vertical = self.vertical.as_ref()?;
        let own = vertical.codes.get(code).unwrap_or(vertical.default_width);
        let left = own.left.map_or(self.advance(code) / 2.0, |left| left * self.unit);
        Some((own.advance * self.unit, (left, own.top * self.unit)))
    }
}

/// Returns true if a font is for vertical writing, according to the name or the `/WMode` of its
/// encoding.
fn is_vertical(font: Dict) -> bool {
    let named = font.name(b"Encoding").unwrap_or_default().ends_with(b"-V");
    let map = font.get(b"Encoding").and_then(|map| Some(&map.as_stream().ok()?.dict));
    let mapped = map.and_then(|map| Dict { own: map, ..font }.number(b"WMode"));
    font.name(b"Subtype") == Some(b"Type0") && (named || mapped == Some(1.0))
}

/// Returns the advances of a font with one-byte codes. A standard font may leave them out.
fn widths(font: Dict) -> RangeMap<f64> {
    if !font.has(b"Widths")
        && font.name(b"Subtype") != Some(b"Type3")
        && let Some(standard) = standard_fonts::widths(font)
    {
        return standard;
    }
    let first = font.number(b"FirstChar");
    let listed = font.numbers(b"Widths").unwrap_or_default();
    let mut widths = RangeMap::new();
    for (code, width) in (first.unwrap_or(0.0) as u16..=255).zip(listed) {
        widths.insert(code, code, width);
    }
    widths
}

/// Reads `/W` or `/W2` of a font with two-byte codes: `N` numbers for each code, as a list from a
/// first code on or for a range of codes. Also returns the number of numbers read.
fn code_entries<T: Copy, const N: usize>(
    font: Dict,
    key: &[u8],
    value: impl Fn([f64; N]) -> T,
) -> (usize, RangeMap<T>) {
    let mut codes = RangeMap::new();
    let entries = font.get(key).and_then(|o| o.as_array().ok());
    let mut rest = entries.map(Vec::as_slice).unwrap_or_default();
    let mut left = MAX_WIDTHS;
    while left > 0
        && let [first, next, after @ ..] = rest
        && let Some(first) = code(font, first)
        && let Some(next) = font.resolve(next)
    {
        if let Ok(list) = next.as_array() {
            let numbers: Vec<f64> = list.iter().take(left).filter_map(number).collect();
            for (code, own) in (first..=u16::MAX).zip(numbers.as_chunks::<N>().0) {
                codes.insert(code, code, value(*own));
            }
            left = left.saturating_sub(list.len().max(1));
            rest = after;
        } else if let Some(last) = number(next)
            && let Some((own, after)) = after.split_first_chunk::<N>()
            && let Some(own) = numbers(font, own)
        {
            codes.insert(first, last as u16, value(own));
            left -= 1;
            rest = after;
        } else {
            break;
        }
    }
    (MAX_WIDTHS - left, codes)
}

fn code(font: Dict, object: &Object) -> Option<u16> {
    number(font.resolve(object)?).map(|code| code as u16)
}

fn numbers<const N: usize>(font: Dict, objects: &[Object; N]) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    for (own, object) in numbers.iter_mut().zip(objects) {
        *own = number(font.resolve(object)?)?;
    }
    Some(numbers)
}
