//! Which glyph a code stands for, in each kind of font program, and its outline. The programs are made here.

use super::super::font::Fonts;
use super::super::geometry::Rect;
use super::super::walk::Walker;
use super::super::{Kind, open, pages};
use super::{FONT, words, written};
use lopdf::Document;

/// The letters of a string in a font with these entries, whose program is this: as words, without code and place.
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
    let fonts = Fonts::default();
    let page = pages(&document).next().unwrap();
    let drawing = Walker::new(&document, &fonts, 1_000_000).page(page, Rect::ALL).unwrap();
    let told = drawing.marks.iter().map(|mark| {
        let Kind::Letter(letter) = &mark.kind else { panic!("expected letters") };
        let x = letter.onto.0[4];
        let Rect { left, bottom, right, top } = mark.bounds;
        let at = [left - x, bottom, right - x, top].map(|n| format!("{:.2}", n + 0.0));
        let kind = words(mark).split(' ').nth(2).unwrap().to_owned();
        format!("{kind} {}", at.join(" "))
    });
    told.collect()
}

/// Source Serif 4 with these subtables as its only maps: platform, encoding and data of each.
fn mapped(maps: &[(u16, u16, Vec<u8>)]) -> Vec<u8> {
    let mut cmap = [0, maps.len() as u16].map(u16::to_be_bytes).concat();
    let mut at = 4 + 8 * maps.len();
    for (platform, encoding, data) in maps {
        cmap.extend([*platform, *encoding].map(u16::to_be_bytes).concat());
        cmap.extend((at as u32).to_be_bytes());
        at += data.len();
    }
    maps.iter().for_each(|(.., data)| cmap.extend(data));
    let mut font = FONT.to_vec();
    let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let entry = (0..count).map(|i| 12 + 16 * i).find(|&i| &font[i..i + 4] == b"cmap").unwrap();
    let place = [font.len() as u32, cmap.len() as u32].map(u32::to_be_bytes).concat();
    font[entry + 8..entry + 16].copy_from_slice(&place);
    font.extend(cmap);
    font
}

/// A map of one byte a code, and one of a range of codes.
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
    // A code without a name in a standard encoding: one of ASCII is looked up, another may be anything.
    assert_eq!(letters(standard, "FontFile2", &mac, "(\\001A\\351)"), [A, A, BOX]);
    // Symbols lie from F000 on, or at their codes.
    let symbols = mapped(&[(3, 0, range_map(0xf041, &[2]))]);
    assert_eq!(letters(plain, "FontFile2", &symbols, "(AB)"), [A, MISSING]);
    let low = mapped(&[(3, 0, range_map(0x41, &[2]))]);
    assert_eq!(letters(plain, "FontFile2", &low, "(AB)"), [A, MISSING]);
    // What the first map lacks may be in the next.
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
const EMPTY: &str = "empty 0.00 0.00 0.00 0.00";

#[test]
fn codes_of_two_bytes_are_glyphs_only_where_the_file_says_so() {
    let wide =
        |encoding: &str| format!("/Subtype /Type0 /Encoding /{encoding} /DescendantFonts [8 0 R]");
    let count = FONT.windows(4).position(|tag| tag == b"maxp").map(|at| {
        let place = FONT[at + 8..at + 12].iter().fold(0, |n, &b| n << 8 | usize::from(b));
        u16::from_be_bytes([FONT[place + 4], FONT[place + 5]])
    });
    let count = count.unwrap();
    let string = format!("<00020000{:04X}{count:04X}>", count - 1);
    let found = letters(&wide("Identity-H"), "FontFile2", FONT, &string);
    assert_eq!((&*found[0], &*found[1], &*found[3]), (A, MISSING, MISSING));
    assert_ne!(found[2], MISSING);
    let other = letters(&wide("UniJIS-UTF16-H"), "FontFile2", FONT, "<00020041>");
    assert!(other.iter().all(|letter| letter.starts_with("box ")), "{other:?}");
}

/// A square from 1 to 5 points, up to 6, and a curve from 0 to 5 with control points at 7, at a size of 10.
const SQUARE: &str = "outline 1.00 0.00 5.00 6.00";
const ROUND: &str = "outline 0.00 0.00 5.00 7.00";

/// A number of a charstring.
fn number(n: i32) -> Vec<u8> {
    match n {
        -107..=107 => vec![(n + 139) as u8],
        108..=1131 => vec![((n - 108) / 256 + 247) as u8, ((n - 108) % 256) as u8],
        _ => vec![((-n - 108) / 256 + 251) as u8, ((-n - 108) % 256) as u8],
    }
}

/// A charstring: numbers and operators, as words.
fn charstring(text: &str, names: &[(&str, u8)]) -> Vec<u8> {
    let word = |word: &str| match names.iter().find(|(name, _)| *name == word) {
        Some(&(_, operator)) => vec![operator],
        None => number(word.parse().unwrap()),
    };
    text.split(' ').flat_map(word).collect()
}

const OPERATORS: [(&str, u8); 7] =
    [("move", 21), ("h", 6), ("v", 7), ("curve", 8), ("close", 9), ("width", 13), ("end", 14)];

/// A font of the format CFF with the glyphs A and five, whose encoding is the standard one.
fn cff() -> Vec<u8> {
    let index = |items: &[Vec<u8>]| {
        let mut bytes = (items.len() as u16).to_be_bytes().to_vec();
        bytes.push(1);
        let ends = items.iter().scan(1, |end, item| {
            *end += item.len() as u8;
            Some(*end)
        });
        bytes.extend([1].into_iter().chain(ends));
        items.iter().for_each(|item| bytes.extend(item));
        bytes
    };
    let glyphs =
        ["end", "100 0 move 400 h 600 v -400 h end", "0 0 move 0 700 500 0 0 -700 curve end"];
    let glyphs = index(&glyphs.map(|text| charstring(text, &OPERATORS)));
    let charset = [0, 0, 34, 0, 22];
    let int = |n: usize| [vec![29], (n as u32).to_be_bytes().to_vec()].concat();
    // The places do not change the size of the dictionary that names them.
    let before = |places: [usize; 3]| {
        let [charset, glyphs, private] = places.map(int);
        let top = [charset, vec![15], glyphs, vec![17], int(0), private, vec![18]].concat();
        let names = index(&[b"T".to_vec()]);
        [vec![1, 0, 4, 1], names, index(&[top]), vec![0, 0], vec![0, 0]].concat()
    };
    let start = before([0; 3]).len();
    let end = start + charset.len() + glyphs.len();
    [before([start, start + charset.len(), end]), charset.to_vec(), glyphs].concat()
}

/// A Type 1 font with the glyphs A and five.
fn type1() -> Vec<u8> {
    let encrypted = |plain: &[u8], mut key: u16| {
        let cipher = |&byte: &u8| {
            let cipher = byte ^ (key >> 8) as u8;
            key = (u16::from(cipher).wrapping_add(key)).wrapping_mul(52845).wrapping_add(22719);
            cipher
        };
        plain.iter().map(cipher).collect::<Vec<u8>>()
    };
    let mut private = b"0000dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n\
        /ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n/BlueValues [] def\n\
        /MinFeature {16 16} def\n/password 5839 def\n/lenIV 4 def\n/Subrs 0 array\nND\n2 index /CharStrings 3 dict dup begin\n"
        .to_vec();
    for (name, text) in [
        (".notdef", "0 500 width end"),
        ("A", "0 600 width 100 0 move 400 h 600 v -400 h close end"),
        ("five", "0 600 width 0 0 move 0 700 500 0 0 -700 curve close end"),
    ] {
        let data = [b"0000".to_vec(), charstring(text, &OPERATORS)].concat();
        let data = encrypted(&data, 4330);
        private.extend(format!("/{name} {} RD ", data.len()).bytes());
        private.extend([&data[..], b" ND\n"].concat());
    }
    private.extend(b"end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n");
    let head = "%!PS-AdobeFont-1.0: T 1.0\n11 dict begin\n/FontInfo 1 dict dup begin\n/isFixedPitch false def\nend readonly def\n\
        /FontName /T def\n/PaintType 0 def\n/FontType 1 def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
        /Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 65 /A put\ndup 1 /five put\nreadonly def\n\
        /FontBBox {0 0 1000 1000} readonly def\ncurrentdict end\ncurrentfile eexec\n";
    let zeros = [&b"0"[..]; 512].concat();
    [head.as_bytes(), &encrypted(&private, 55665), b"\n", &zeros, b"\ncleartomark\n"].concat()
}

#[test]
fn codes_of_postscript_fonts_are_glyphs_by_their_names() {
    let named = "/Subtype /Type1 /Encoding << /Differences [1 /A /five /six] >>";
    let plain = "/Subtype /Type1";
    assert_eq!(letters(named, "FontFile3", &cff(), "(\\001\\002\\003)"), [SQUARE, ROUND, MISSING]);
    assert_eq!(letters(plain, "FontFile3", &cff(), "(A5B)"), [SQUARE, ROUND, MISSING]);
    assert_eq!(letters(named, "FontFile", &type1(), "(\\001\\002\\003)"), [SQUARE, ROUND, MISSING]);
    assert_eq!(letters(plain, "FontFile", &type1(), "(A\\001B)"), [SQUARE, ROUND, MISSING]);
    // A program that is none is not measured.
    assert_eq!(letters(plain, "FontFile", b"none", "(A )"), [BOX, EMPTY]);
}
