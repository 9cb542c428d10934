//! Tests the glyph and outline of a code in each kind of font program. The programs are made here.

use super::{font, words, written};
use crate::font::DocumentFonts;
use crate::geometry::Rect;
use crate::interpreter::ContentInterpreter;
use crate::{GlyphShape, PageObjectKind, fill_contains, open, pages};
use lopdf::Document;

/// Returns the glyphs of a string in a font with these entries and this program, as words without
/// code and place.
fn letters(entries: &str, key: &str, program: &[u8], string: &str) -> Vec<String> {
    let font = format!("<< /Type /Font /BaseFont /T /FontDescriptor 6 0 R {entries} >>");
    let descriptor = format!("<< /Type /FontDescriptor /{key} 7 0 R >>");
    let content = format!("BT /T 10 Tf {string} Tj ET");
    let bytes = written(
        &[
            (1, "<< /Type /Catalog /Pages 2 0 R >>", b""),
            (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", b""),
            (
                3,
                "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /T 5 0 R >> >> >>",
                b"",
            ),
            (4, "<< >>", content.as_bytes()),
            (5, &font, b""),
            (6, &descriptor, b""),
            (7, "<< >>", program),
            (8, "<< /Subtype /CIDFontType2 /FontDescriptor 6 0 R >>", b""),
        ],
        "",
    );
    let document: Document = open(&bytes).unwrap();
    let fonts = DocumentFonts::new(&document);
    let page = pages(&document).next().unwrap();
    let drawing =
        ContentInterpreter::new(&document, &fonts, 1_000_000).page(page, Rect::ALL).unwrap();
    let told = drawing.objects.iter().map(|mark| {
        let PageObjectKind::Glyph(letter) = &mark.kind else { panic!("expected letters") };
        let x = letter.to_page.0[4];
        let Rect { left, bottom, right, top } = mark.bounds;
        let at = [left - x, bottom, right - x, top].map(|n| format!("{:.2}", n + 0.0));
        let kind = words(mark).split(' ').nth(2).unwrap().to_owned();
        format!("{kind} {}", at.join(" "))
    });
    told.collect()
}

/// Builds Source Serif 4 with these subtables as its only maps: platform, encoding and data of
/// each.
fn mapped(maps: &[(u16, u16, Vec<u8>)]) -> Vec<u8> {
    let mut cmap = [0, maps.len() as u16].map(u16::to_be_bytes).concat();
    let mut at = 4 + 8 * maps.len();
    for (platform, encoding, data) in maps {
        cmap.extend([*platform, *encoding].map(u16::to_be_bytes).concat());
        cmap.extend((at as u32).to_be_bytes());
        at += data.len();
    }
    maps.iter().for_each(|(.., data)| cmap.extend(data));
    let mut font = font().to_vec();
    let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let entry = (0..count).map(|i| 12 + 16 * i).find(|&i| &font[i..i + 4] == b"cmap").unwrap();
    let place = [font.len() as u32, cmap.len() as u32].map(u32::to_be_bytes).concat();
    font[entry + 8..entry + 16].copy_from_slice(&place);
    font.extend(cmap);
    font
}

/// Builds a one-byte map, and one of a range of codes.
fn bytes_map(pairs: &[(usize, u8)]) -> Vec<u8> {
    let mut glyphs = [0; 256];
    pairs.iter().for_each(|&(code, glyph)| glyphs[code] = glyph);
    [[0, 262, 0].map(u16::to_be_bytes).concat(), glyphs.to_vec()].concat()
}

fn range_map(first: u16, glyphs: &[u16]) -> Vec<u8> {
    let head = [6, 10 + 2 * glyphs.len() as u16, 0, first, glyphs.len() as u16];
    head.iter().chain(glyphs).flat_map(|n| n.to_be_bytes()).collect()
}

/// Glyphs 2 and 3 of Source Serif 4 are A and B.
const A: &str = "outline 0.13 0.00 6.97 6.75";
const B: &str = "outline 0.38 0.00 6.09 6.70";

#[test]
fn codes_of_true_type_fonts_are_looked_up_in_the_maps_of_the_font() {
    let plain = "/Subtype /TrueType";
    let standard = "/Subtype /TrueType /Encoding /WinAnsiEncoding";
    let mac = mapped(&[(1, 0, bytes_map(&[(1, 2), (65, 2), (233, 3)]))]);
    assert_eq!(letters(plain, "FontFile2", &mac, "(\\001A\\351B)"), [A, A, B, MISSING]);
    // A code without a name in a standard encoding: an ASCII code is looked up, others may be
    // anything.
    assert_eq!(letters(standard, "FontFile2", &mac, "(\\001A\\351)"), [A, A, BOX]);
    // Symbols lie from F000 on, or at their codes.
    let symbols = mapped(&[(3, 0, range_map(0xf041, &[2]))]);
    assert_eq!(letters(plain, "FontFile2", &symbols, "(AB)"), [A, MISSING]);
    let low = mapped(&[(3, 0, range_map(0x41, &[2]))]);
    assert_eq!(letters(plain, "FontFile2", &low, "(AB)"), [A, MISSING]);
    // Characters missing in the first map may be in the next.
    let both = [(1, 0, bytes_map(&[(65, 3), (66, 3)])), (3, 0, range_map(0xf041, &[2]))];
    assert_eq!(letters(plain, "FontFile2", &mapped(&both), "(AB)"), [A, B]);
    // Names are looked up by their characters.
    let named = "/Subtype /TrueType /Encoding << /Differences [1 /A /B /uni4E00 /nonsense] >>";
    let unicode = mapped(&[(3, 1, range_map(0x41, &[2, 3]))]);
    assert_eq!(letters(named, "FontFile2", &unicode, "(\\001\\002\\003)"), [A, B, MISSING]);
    let unicode = mapped(&[(0, 3, range_map(0x41, &[2, 3]))]);
    assert_eq!(letters(named, "FontFile2", &unicode, "(\\001\\002\\003)"), [A, B, MISSING]);
}

const MISSING: &str = "missing 0.00 0.00 0.00 0.00";
const BOX: &str = "box 0.00 -2.20 6.00 7.50";

#[test]
fn codes_of_two_bytes_are_glyphs_only_where_the_file_says_so() {
    let wide =
        |encoding: &str| format!("/Subtype /Type0 /Encoding /{encoding} /DescendantFonts [8 0 R]");
    let font = font();
    let count = font.windows(4).position(|tag| tag == b"maxp").map(|at| {
        let place = font[at + 8..at + 12].iter().fold(0, |n, &b| n << 8 | usize::from(b));
        u16::from_be_bytes([font[place + 4], font[place + 5]])
    });
    let count = count.unwrap();
    let string = format!("<00020000{:04X}{count:04X}>", count - 1);
    let found = letters(&wide("Identity-H"), "FontFile2", font, &string);
    assert_eq!((&*found[0], &*found[1], &*found[3]), (A, MISSING, MISSING));
    assert_ne!(found[2], MISSING);
    let other = letters(&wide("UniJIS-UTF16-H"), "FontFile2", font, "<00020041>");
    assert!(other.iter().all(|letter| letter.starts_with("box ")), "{other:?}");
}

/// A copy of the glyph for missing characters, as reportlab writes it.
#[test]
fn a_copy_of_the_glyph_for_missing_characters_is_missing() {
    let wide = "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [8 0 R]";
    let mut font = font().to_vec();
    let table = |tag: &[u8]| {
        let entry = (0..).map(|i| 12 + 16 * i).find(|&i| &font[i..i + 4] == tag).unwrap();
        u32::from_be_bytes(font[entry + 8..entry + 12].try_into().unwrap()) as usize
    };
    let (head, places, widths) = (table(b"head"), table(b"loca"), table(b"hmtx"));
    let size = if font[head + 51] == 0 { 2 } else { 4 };
    assert_ne!(letters(wide, "FontFile2", &font, "<0002>"), [MISSING]);
    // Glyph 2 begins and ends where glyph 0 does, with its width and bearing.
    font.copy_within(widths..widths + 4, widths + 8);
    font.copy_within(places..places + 2 * size, places + 2 * size);
    assert_eq!(letters(wide, "FontFile2", &font, "<0002>"), [MISSING]);
}

/// A serif that overlaps its stem is a hole by the even-odd rule. The slow judge asks both rules at
/// each point of a grid.
#[test]
fn overlap_is_what_the_two_rules_fill_differently() {
    const STEPS: usize = 400;
    let mut largest = 0.0_f64;
    for shape in GlyphShape::all(super::font()) {
        let Rect { left, bottom, .. } = shape.bounds;
        let [width, height] =
            [shape.bounds.width(), shape.bounds.height()].map(|side| side / STEPS as f64);
        let points = (0..STEPS * STEPS).filter(|at| {
            let x = left + ((at % STEPS) as f64 + 0.5) * width;
            let y = bottom + ((at / STEPS) as f64 + 0.5) * height;
            let [even_odd, nonzero] =
                [true, false].map(|rule| fill_contains(&shape.subpaths, rule, (x, y)));
            nonzero && !even_odd
        });
        let expected = points.count() as f64 * width * height;
        let found = shape.overlap();
        assert!((found - expected).abs() <= 0.05 * expected + 1e-4, "{found}, {expected}");
        largest = largest.max(found);
    }
    assert!(largest > 0.005, "the letters of the test overlap: {largest}");
}
