//! The widths of the standard 14 fonts, which a file may leave out. The figures are those of the
//! Adobe Font Metrics, which each viewer uses.

use super::glyph_names;
use super::object::Dict;
use super::range_map::RangeMap;
use super::unicode::differences;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The width of each glyph of Courier.
const COURIER_WIDTH: f64 = 600.0;
/// The first code of the tables.
const FIRST: u8 = 32;

/// The names of the glyphs, in order, of the codes from 0x80 to 0x9F in WinAnsiEncoding. The codes
/// behind them are those of ISO Latin 1.
const WINDOWS_NAMES: &str = "\
    Euro bullet quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex \
    perthousand Scaron guilsinglleft OE bullet Zcaron bullet bullet quoteleft quoteright \
    quotedblleft quotedblright bullet endash emdash tilde trademark scaron guilsinglright oe \
    bullet zcaron Ydieresis";

/// The widths of the codes of each font, from [`FIRST`] on.
static TABLES: LazyLock<HashMap<&str, Vec<u16>>> =
    LazyLock::new(|| parse(include_str!("standard-widths.txt")));

/// The codes of StandardEncoding, each with the code of its glyph in WinAnsiEncoding.
static STANDARD_CODES: LazyLock<Vec<(u8, u8)>> = LazyLock::new(|| {
    let mut codes = Vec::new();
    for code in FIRST..=u8::MAX {
        let name = glyph_names::standard_name(code);
        codes.extend(win_ansi_code(name.as_bytes()).map(|glyph| (code, glyph)));
    }
    codes
});

/// Parses lists of widths, each behind the name of its font.
fn parse(text: &str) -> HashMap<&str, Vec<u16>> {
    let mut tables = HashMap::new();
    let mut name = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        for word in line.split_whitespace() {
            match word.parse() {
                Ok(width) => tables.entry(name).or_insert_with(Vec::new).push(width),
                Err(_) => name = word,
            }
        }
    }
    tables
}

/// Returns the name of the table for a standard font, with or without the prefix of a subset; that
/// of Courier is empty.
fn table_name(font: &str) -> Option<&'static str> {
    let (_, plain) = font.split_once('+').unwrap_or(("", font));
    let (family, style) = plain.split_once(['-', ',']).unwrap_or((plain, ""));
    let mut rest = style.to_owned();
    for word in ["Bold", "Italic", "Oblique", "Roman", "Regular", "MT"] {
        rest = rest.replacen(word, "", 1);
    }
    if !rest.is_empty() {
        return None;
    }
    let is_bold = style.contains("Bold");
    let is_italic = style.contains("Italic") || style.contains("Oblique");
    Some(match family {
        "Courier" | "CourierNew" | "CourierNewPS" | "CourierNewPSMT" => "",
        "Helvetica" | "Arial" | "ArialMT" if is_bold => "Helvetica-Bold",
        "Helvetica" | "Arial" | "ArialMT" => "Helvetica",
        "Times" | "TimesNewRoman" | "TimesNewRomanPS" | "TimesNewRomanPSMT" => {
            match (is_bold, is_italic) {
                (true, true) => "Times-BoldItalic",
                (true, false) => "Times-Bold",
                (false, true) => "Times-Italic",
                (false, false) => "Times-Roman",
            }
        }
        "Symbol" => "Symbol",
        "ZapfDingbats" => "ZapfDingbats",
        _ => return None,
    })
}

/// The widths of the codes of a font, as far as they are read.
struct CodeWidths<'a> {
    table: &'a [u16],
    widths: RangeMap<f64>,
}

impl CodeWidths<'_> {
    /// Gives a code the width of a glyph, which the table has under another code.
    fn set(&mut self, code: u8, glyph: u8) {
        let width = f64::from(self.table[usize::from(glyph - FIRST)]);
        self.widths.insert(code.into(), code.into(), width);
    }
}

/// Returns the widths of the codes of a standard font; `None` for another font.
pub(super) fn widths(font: Dict) -> Option<RangeMap<f64>> {
    let font_name = String::from_utf8_lossy(font.name(b"BaseFont")?);
    let name = table_name(&font_name)?;
    let Some(table) = TABLES.get(name) else {
        let mut widths = RangeMap::new();
        widths.insert(0, 255, COURIER_WIDTH);
        return Some(widths);
    };
    let mut codes = CodeWidths { table, widths: RangeMap::new() };
    (FIRST..=u8::MAX).for_each(|code| codes.set(code, code));
    if matches!(name, "Symbol" | "ZapfDingbats") {
        return Some(codes.widths);
    }
    let base = font.dict_or_empty(b"Encoding").name(b"BaseEncoding");
    if font.name(b"Encoding").or(base).is_none() {
        // An unknown glyph is as wide as an `n`.
        (0x80..=u8::MAX).for_each(|code| codes.set(code, b'n'));
        STANDARD_CODES.iter().for_each(|(code, glyph)| codes.set(*code, *glyph));
    }
    for (code, name) in differences(font) {
        if let Some(glyph) = win_ansi_code(&name) {
            codes.set(code, glyph);
        }
    }
    Some(codes.widths)
}

/// Returns the code of a glyph name in WinAnsiEncoding.
fn win_ansi_code(name: &[u8]) -> Option<u8> {
    if let Some(at) = WINDOWS_NAMES.split(' ').position(|known| known.as_bytes() == name) {
        return Some(0x80 + at as u8);
    }
    if let Some(code) = glyph_names::latin_code(name) {
        return Some(code);
    }
    let character = u32::from(glyph_names::character(name)?);
    u8::try_from(character).ok().filter(|code| *code >= FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Dictionary, Document, dictionary};

    fn width(font: &Dictionary, code: u8) -> Option<f64> {
        let document = Document::new();
        widths(Dict::new(&document, font))?.get(code.into())
    }

    #[test]
    fn standard_fonts_are_known_by_their_names() {
        for (name, a, one) in [
            ("Times-Roman", 444.0, 500.0),
            ("Times-Bold", 500.0, 500.0),
            ("TimesNewRomanPS-BoldItalicMT", 500.0, 500.0),
            ("ABCDEF+Helvetica", 556.0, 556.0),
            ("Arial,Bold", 556.0, 556.0),
            ("Courier-BoldOblique", 600.0, 600.0),
        ] {
            let font = dictionary! { "BaseFont" => name, "Encoding" => "WinAnsiEncoding" };
            assert_eq!((width(&font, b'a'), width(&font, b'1')), (Some(a), Some(one)), "{name}");
        }
        for name in ["Helvetica-Narrow", "HelveticaNeue", "ArialNarrow", "Georgia"] {
            assert_eq!(width(&dictionary! { "BaseFont" => name }, b'a'), None, "{name}");
        }
    }

    #[test]
    fn encodings_give_the_widths_of_their_glyphs() {
        let plain = dictionary! { "BaseFont" => "Times-Roman" };
        let win = dictionary! { "BaseFont" => "Times-Roman", "Encoding" => "WinAnsiEncoding" };
        // A straight quotation mark, or a curly one.
        assert_eq!((width(&win, 39), width(&plain, 39)), (Some(180.0), Some(333.0)));
        // The glyphs `oslash` and `Oslash` have other codes in StandardEncoding.
        assert_eq!((width(&win, 248), width(&plain, 249)), (Some(500.0), Some(500.0)));
        assert_eq!((width(&win, 216), width(&plain, 233)), (Some(722.0), Some(722.0)));
        // An em dash.
        assert_eq!((width(&win, 151), width(&plain, 208)), (Some(1000.0), Some(1000.0)));
        let changed = dictionary! {
            "BaseFont" => "Helvetica",
            "Encoding" => dictionary! {
                "Differences" => vec![65.into(), "iacute".into(), "percent".into()],
            },
        };
        assert_eq!((width(&changed, 65), width(&changed, 66)), (Some(278.0), Some(889.0)));
    }
}
