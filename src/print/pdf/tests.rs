//! What content streams draw, each in a line: the marks of a page of 100 by 100 points, as words.

use super::codes::Codes;
use super::drawing::Seen;
use super::font::{Fonts, Ink};
use super::geometry::{Matrix, Point, Rect};
use super::limits::{MAX_MARKS, MAX_SAVED, Stop};
use super::object::{unpacked, whole};
use super::walk::Walker;
use super::{Drawing, Kind, Mark, Operators, Paint, Space, open, pages};
use lopdf::{Dictionary, Document, Stream};
use proptest::prelude::*;

/// The resources of the page. `F` has letters of half an em, `W` codes of two bytes, `T` glyphs that are drawn.
const RESOURCES: &str = "<< /Font << /F 5 0 R /W 6 0 R /T 8 0 R /N 12 0 R /M 13 0 R /X 15 0 R /Z 18 0 R /C 60 0 R /D 61 0 R /S 62 0 R /R 63 0 R >>
/ExtGState << /Half << /ca .5 /CA .25 >> /Both << /OP true >> /Fill << /op true /OP false >> /Wide << /LW 6 >>
/Multiply << /BM /Multiply >> /Listed << /BM [/Multiply /Normal] >> /Normal << /BM /Normal >>
/Compatible << /BM /Compatible >> /Soft << /SMask << /S /Alpha >> >> /Hard << /SMask /None >>
/Clear << /ca 0 >> >>
/ColorSpace << /Tint [/Separation /Black /DeviceGray 20 0 R] /Spot [/Separation /Gold /DeviceCMYK 20 0 R]
/Marks [/Separation /All /DeviceCMYK 20 0 R] /Icc1 [/ICCBased 21 0 R] /Icc3 [/ICCBased 22 0 R]
/Icc4 [/ICCBased 23 0 R] /Icc2 [/ICCBased 24 0 R] /Few [/Indexed /DeviceGray 1 <00ff>]
/Many [/Indexed /DeviceRGB 1 <000000ffffff>] /Named /DeviceRGB /Cal [/CalGray << >>] /L [/Lab << >>]
/Dots [/Pattern] /Tinted [/Pattern /DeviceGray] >>
/Pattern << /Cell 30 0 R /Bare 31 0 R /Greys << /PatternType 2 /Shading 40 0 R >>
/Reds << /PatternType 2 /Shading 41 0 R >> /Odd << /PatternType 2 >> >>
/Shading << /Greys 40 0 R /Reds 41 0 R /Even 42 0 R /Parts 43 0 R /Split 44 0 R /Table 45 0 R /Black 46 0 R >>
/XObject << /Form 50 0 R /Turned 51 0 R /Loop 52 0 R /Picture 53 0 R /Mask 54 0 R /Nothing 55 0 R /Null 99 0 R
/Own 56 0 R >> >>";

/// The objects beside the page: a number, its dictionary, and the content of a stream.
const OBJECTS: [(u32, &str, &str); 35] = [
    (
        5,
        "<< /Type /Font /Subtype /Type1 /BaseFont /F /FirstChar 65 /Widths [500 600] /FontDescriptor << /Ascent 800 /Descent -200 /MissingWidth 400 >> >>",
        "",
    ),
    (
        6,
        "<< /Type /Font /Subtype /Type0 /BaseFont /W /Encoding /Identity-H /DescendantFonts [7 0 R] >>",
        "",
    ),
    (7, "<< /Subtype /CIDFontType2 /DW 900 /W [1 [100 200] 5 7 300 9 9 50] >>", ""),
    (
        8,
        "<< /Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /Widths [50 50 50 50 50] /Encoding << /Differences [65 /square /red /blank 69 /gone] >> /CharProcs << /square 9 0 R /red 10 0 R /blank 11 0 R /gone 98 0 R >> >>",
        "",
    ),
    (9, "<< >>", "50 0 d0 1 0 0 rg 10 20 30 40 re f"),
    (10, "<< >>", "50 0 0 0 50 50 d1 1 0 0 rg 1 0 0 RG 0 0 50 50 re f 0 0 m 50 0 l S"),
    (11, "<< >>", "50 0 d0"),
    (
        12,
        "<< /Type /Font /Subtype /Type1 /BaseFont /N /Encoding << /Differences [65 /a /five /alpha] >> >>",
        "",
    ),
    (13, "<< /Type /Font /Subtype /Type1 /BaseFont /M /ToUnicode 14 0 R >>", ""),
    (
        14,
        "<< >>",
        "2 beginbfchar <01> <0041><02> <D83DDE00> endbfchar 1 beginbfrange <04> <06> <0037> endbfrange <07> <08> <0041>",
    ),
    (
        15,
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 16 0 R /DescendantFonts [17 0 R] >>",
        "",
    ),
    (
        16,
        "<< >>",
        "2 beginbfrange <0001> <0003> [<0042> <0058><00440045>] <0010> <0010> <0078> endbfrange",
    ),
    (17, "<< /Subtype /CIDFontType2 >>", ""),
    (
        18,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Z /FontDescriptor << /Ascent 0 /MissingWidth 0 >> >>",
        "",
    ),
    (20, "<< /FunctionType 2 /Domain [0 1] /N 1 >>", ""),
    (21, "<< /N 1 >>", " "),
    (22, "<< /N 3 >>", " "),
    (23, "<< /N 4 >>", " "),
    (24, "<< /N 2 >>", " "),
    (30, "<< /PatternType 1 /PaintType 1 /BBox [0 0 9 9] >>", "0 1 0 rg 1 1 2 2 re f"),
    (
        31,
        "<< /PatternType 1 /PaintType 2 /BBox [0 0 9 9] /Matrix [2 0 0 2 0 0] >>",
        "1 0 0 rg 1 1 2 2 re f 5 5 m 6 5 l S",
    ),
    (40, "<< /ShadingType 2 /ColorSpace /DeviceGray >>", ""),
    (
        41,
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Function << /FunctionType 2 /C0 [1 0 0] /C1 [1 1 1] >> >>",
        "",
    ),
    (
        42,
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Function << /FunctionType 2 /C0 [0 0 0] /C1 [1 1 1] >> >>",
        "",
    ),
    (
        43,
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Function << /FunctionType 3 /Functions [<< /FunctionType 2 /C0 [0 0 0] /C1 [1 1 1] >> << /FunctionType 2 /C0 [1 1 1] /C1 [1 1 0] >>] >> >>",
        "",
    ),
    (
        44,
        "<< /ShadingType 2 /ColorSpace /DeviceRGB /Function [<< /FunctionType 2 >> << /FunctionType 2 >> << /FunctionType 2 /C1 [.5] >>] >>",
        "",
    ),
    (45, "<< /ShadingType 2 /ColorSpace /DeviceRGB /Function << /FunctionType 4 >> >>", ""),
    (46, "<< /ShadingType 2 /ColorSpace [/Separation /Black /DeviceGray 20 0 R] >>", ""),
    (50, "<< /Subtype /Form /BBox [0 0 10 10] >>", "0 0 20 5 re f"),
    (51, "<< /Subtype /Form /Matrix [0 1 -1 0 50 0] >>", "0 0 20 5 re f /F 10 Tf BT (A) Tj ET"),
    (52, "<< /Subtype /Form >>", "/Loop Do"),
    (53, "<< /Subtype /Image /Width 4 /Height 3 /ColorSpace /DeviceRGB /SMask 54 0 R >>", " "),
    (54, "<< /Subtype /Image /Width 8 /Height 8 /ImageMask true /Mask [0 1] >>", " "),
    (55, "<< /Subtype /PS >>", " "),
    (
        56,
        "<< /Subtype /Form /Resources << /ExtGState << /Wide << /LW 2 >> >> >> >>",
        "/Wide gs 0 0 m 10 0 l S",
    ),
];

/// A file of these objects: the number of each, its dictionary, and the data of a stream. Object 1 is the catalogue;
/// `trailer` has more entries of the trailer.
pub(crate) fn written(objects: &[(u32, &str, &[u8])], trailer: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.3\n".to_vec();
    let mut table = "xref\n0 1\n0000000000 65535 f \n".to_owned();
    for (number, dict, data) in objects {
        table += &format!("{number} 1\n{:010} 00000 n \n", bytes.len());
        bytes.extend(format!("{number} 0 obj\n").bytes());
        if data.is_empty() {
            bytes.extend(format!("{dict}\nendobj\n").bytes());
            continue;
        }
        let entries = dict.strip_suffix(">>").expect("a dictionary");
        bytes.extend(format!("{entries} /Length {} >>\nstream\n", data.len()).bytes());
        bytes.extend([data, &b"\nendstream\nendobj\n"[..]].concat());
    }
    let start = bytes.len();
    bytes.extend(table.bytes());
    let end = format!("trailer\n<< /Size 99 /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF");
    bytes.extend(end.bytes());
    bytes
}

/// Source Serif 4: glyph 1 is the space, glyph 2 an A.
const FONT: &[u8] = include_bytes!("../../../templates/fonts/SourceSerif4-Regular.ttf");

/// A file of one page with this content.
fn file(content: &str) -> Vec<u8> {
    let page = format!("<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources {RESOURCES} >>");
    let mut objects: Vec<(u32, &str, &[u8])> = vec![
        (1, "<< /Type /Catalog /Pages 2 0 R >>", b""),
        (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 100 100] >>", b""),
        (3, &page, b""),
        (4, "<< >>", content.as_bytes()),
    ];
    objects.extend(OBJECTS.map(|(number, dict, data)| (number, dict, data.as_bytes())));
    let wide = "<< /Type /Font /Subtype /Type0 /BaseFont /C /Encoding /Identity-H /DescendantFonts";
    let wide = [(64, wide), (65, wide)].map(|(own, font)| format!("{font} [{own} 0 R] >>"));
    objects.extend([
        (60, wide[0].as_str(), &b""[..]),
        (61, &wide[1], b""),
        (62, "<< /Type /Font /Subtype /TrueType /BaseFont /S /Encoding /WinAnsiEncoding /FontDescriptor 66 0 R >>", b""),
        (63, "<< /Type /Font /Subtype /TrueType /BaseFont /R /FontDescriptor 66 0 R >>", b""),
        (64, "<< /Subtype /CIDFontType2 /FontDescriptor 66 0 R >>", b""),
        (65, "<< /Subtype /CIDFontType2 /FontDescriptor 66 0 R /CIDToGIDMap 68 0 R >>", b""),
        (66, "<< /Type /FontDescriptor /FontFile2 67 0 R >>", b""),
        (67, "<< >>", FONT),
        (68, "<< >>", b"\x00\x02\x00\x00"),
    ]);
    written(&objects, "")
}

fn walk(content: &str) -> Result<Drawing, Stop> {
    let document: Document = open(&file(content)).unwrap();
    let fonts = Fonts::default();
    let id = pages(&document).next().unwrap();
    let page = Rect { left: 0.0, bottom: 0.0, right: 100.0, top: 100.0 };
    Walker::new(&document, &fonts, 1_000_000).page(id, page)
}

/// Numbers as people write them.
fn numbers(all: &[f64]) -> String {
    let round = |n: &f64| format!("{}", (n * 100.0).round() / 100.0 + 0.0);
    all.iter().map(round).collect::<Vec<_>>().join(" ")
}

/// A mark in words: its kind, its box, its colour, and what is special.
fn words(mark: &Mark) -> String {
    let mut said = match &mark.kind {
        Kind::Letter(letter) => {
            let hidden = if letter.hidden { " hidden" } else { "" };
            let lined = if letter.lined { " lined" } else { "" };
            let ink = match letter.ink {
                Ink::Outline(_) => "outline",
                Ink::Empty => "empty",
                Ink::Missing => "missing",
                Ink::Unknown(_) => "box",
            };
            let (code, size, advance) = (letter.code, letter.size(), letter.advance);
            format!(
                "letter {code} {ink} size {} by {}{hidden}{lined}",
                numbers(&[size]),
                numbers(&[advance])
            )
        }
        Kind::Area { parts, even_odd } => {
            format!("area{}{}", parts.len(), if *even_odd { " even-odd" } else { "" })
        }
        Kind::Lines { width, flat, .. } => {
            format!("lines {}{}", numbers(&[*width]), if *flat { "" } else { " round" })
        }
        Kind::Image(image) => {
            let id = image.id.map_or("inline".to_owned(), |id| id.0.to_string());
            let dots = numbers(&[image.dots.0, image.dots.1]);
            let space = image.space.map_or("mask".to_owned(), |space| format!("{space:?}"));
            let masked = if image.masked { " masked" } else { "" };
            let holes = if image.holes { " holes" } else { "" };
            format!("image {id} {dots} {space}{masked}{holes}")
        }
        Kind::Shading => "shading".to_owned(),
    };
    said += &format!(" [{}]", numbers(&mark.bounds.sides()));
    said += &match mark.paint {
        Paint::Grey(grey) => format!(" grey {}", numbers(&[grey])),
        Paint::Rgb(rgb) => format!(" rgb {}", numbers(&rgb)),
        Paint::Cmyk(cmyk) => format!(" cmyk {}", numbers(&cmyk)),
        Paint::Other => " other".to_owned(),
        Paint::Pattern => " pattern".to_owned(),
    };
    if mark.alpha != 1.0 {
        said += &format!(" alpha {}", numbers(&[mark.alpha]));
    }
    said += if mark.blends { " blends" } else { "" };
    said += if mark.overprints { " overprints" } else { "" };
    let shapes = mark.clip.shapes().count();
    if shapes > 0 {
        said += &format!(" clipped by {shapes}");
    }
    said
}

/// What a content stream draws, one mark a line; then pattern cells, glyphs and what is lacking.
fn drawn(content: &str) -> String {
    let drawing = match walk(content) {
        Ok(drawing) => drawing,
        Err(stop) => return format!("{stop:?}"),
    };
    let marks = drawing.marks.iter().map(words);
    let cells = drawing.cells.iter().map(|mark| format!("cell: {}", words(mark)));
    let glyphs = drawing.glyphs.iter().map(|mark| format!("glyph: {}", words(mark)));
    let lacks = drawing.lacks.iter().map(|what| format!("lacks {what}"));
    marks.chain(cells).chain(glyphs).chain(lacks).collect::<Vec<_>>().join("; ")
}

fn hold(cases: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (content, expected) in cases {
        let found = drawn(content);
        if found != *expected {
            wrong += &format!("{content:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn paths_are_filled_and_lined() {
    hold(&[
        ("10 20 30 40 re f", "area1 [10 20 40 60] grey 0"),
        ("10 20 30 40 re F", "area1 [10 20 40 60] grey 0"),
        ("10 20 30 40 re f*", "area1 even-odd [10 20 40 60] grey 0"),
        ("10 20 -5 -6 re 1 1 1 1 re f", "area2 [1 1 10 20] grey 0"),
        ("10 20 30 40 re S", "lines 1 [9.5 19.5 40.5 60.5] grey 0"),
        ("10 20 30 40 re n", ""),
        ("2 w 10 20 m 40 20 l S", "lines 2 [10 19 40 21] grey 0"),
        ("2 w 10 20 m 10 50 l S", "lines 2 [9 20 11 50] grey 0"),
        ("2 w 10 20 m 20 50 l S", "lines 2 [9 19 21 51] grey 0"),
        ("2 w 1 J 10 20 m 40 20 l S", "lines 2 round [9 19 41 21] grey 0"),
        ("2 w 2 J 10 20 m 40 20 l S", "lines 2 round [9 19 41 21] grey 0"),
        ("2 w 10 20 m 40 20 l s", "lines 2 [9 19 41 21] grey 0"),
        ("2 w 10 20 m 40 20 l 60 20 l S", "lines 2 [9 19 61 21] grey 0"),
        (
            "10 20 m 40 20 l 40 50 l b",
            "area1 [10 20 40 50] grey 0; lines 1 [9.5 19.5 40.5 50.5] grey 0",
        ),
        (
            "10 20 m 40 20 l 40 50 l B*",
            "area1 even-odd [10 20 40 50] grey 0; lines 1 [9.5 19.5 40.5 50.5] grey 0",
        ),
        (
            "10 20 m 40 20 l 40 50 l b*",
            "area1 even-odd [10 20 40 50] grey 0; lines 1 [9.5 19.5 40.5 50.5] grey 0",
        ),
        // Curves have the box of their control points.
        ("10 10 m 10 30 50 30 50 10 c f", "area1 [10 10 50 30] grey 0"),
        ("10 10 m 40 30 50 10 v f", "area1 [10 10 50 30] grey 0"),
        ("10 10 m 40 30 50 10 y f", "area1 [10 10 50 30] grey 0"),
        // A side without a start begins there; one after the end of a part begins at its start.
        ("10 20 l 40 50 l f", "area1 [10 20 40 50] grey 0"),
        ("40 30 50 10 v f", "area1 [50 10 50 10] grey 0"),
        ("50 50 m 60 60 l 70 20 80 40 v f", "area1 [50 20 80 60] grey 0"),
        ("10 20 m 40 20 l h 10 60 l f", "area2 [10 20 40 60] grey 0"),
        ("10 20 m 40 20 l h 0 90 5 60 v f", "area2 [0 20 40 90] grey 0"),
        // Outside of the page.
        ("110 20 30 40 re f 90 90 20 20 re f", "area1 [90 90 100 100] grey 0"),
        // The state.
        (
            "q 2 0 0 3 1 1 cm 0 0 10 10 re f Q 0 0 10 10 re f",
            "area1 [1 1 21 31] grey 0; area1 [0 0 10 10] grey 0",
        ),
        ("2 0 0 8 0 0 cm 1 w 5 5 m 10 5 l S", "lines 4 [10 38 20 42] grey 0"),
        ("Q 0 0 10 10 re f", "area1 [0 0 10 10] grey 0"),
        ("1 0 0 1 20 cm 0 0 10 10 re f", "area1 [0 0 10 10] grey 0"),
        // A curve needs six numbers, a line two; more are ignored.
        ("10 10 m 1 2 3 4 5 c f", "area1 [10 10 10 10] grey 0"),
        ("10 10 m 20 l f", "area1 [10 10 10 10] grey 0"),
    ]);
}

#[test]
fn clips_cut_what_comes_after_them() {
    hold(&[
        ("10 10 20 20 re W n 0 0 50 50 re f", "area1 [10 10 30 30] grey 0"),
        (
            "10 10 20 20 re W* f 0 0 50 50 re f",
            "area1 [10 10 30 30] grey 0; area1 [10 10 30 30] grey 0",
        ),
        ("q 10 10 20 20 re W n Q 0 0 50 50 re f", "area1 [0 0 50 50] grey 0"),
        ("10 10 20 20 re W n 50 50 9 9 re f", ""),
        ("W n 50 50 9 9 re f", ""),
        ("10 10 20 20 re W n 50 50 9 9 re W n 12 12 5 5 re f", ""),
        ("10 10 m 30 10 l 30 30 l W n 0 0 50 50 re f", "area1 [10 10 30 30] grey 0 clipped by 1"),
        (
            "10 10 m 30 10 l 30 30 l W n 20 20 m 40 20 l 40 40 l W* n 0 0 50 50 re f",
            "area1 [20 20 30 30] grey 0 clipped by 2",
        ),
        (
            "q 1 1 -1 1 20 20 cm 0 0 10 10 re Q W n 0 0 50 50 re f",
            "area1 [10 20 30 40] grey 0 clipped by 1",
        ),
        ("10 10 9 9 re 30 30 9 9 re W n 0 0 50 50 re f", "area1 [10 10 39 39] grey 0 clipped by 1"),
    ]);
}

#[test]
fn colours_are_those_of_their_space() {
    let area = |paint: &str| format!("area1 [0 0 9 9] {paint}");
    let mut wrong = String::new();
    for (colour, expected) in [
        (".5 g", "grey 0.5"),
        ("1 0 .25 rg", "rgb 1 0 0.25"),
        ("0 0 0 .25 k", "grey 0.75"),
        ("0 0 .1 .25 k", "cmyk 0 0 0.1 0.25"),
        ("1 0 0 .25 k", "cmyk 1 0 0 0.25"),
        ("0 1 0 0 k", "cmyk 0 1 0 0"),
        // Those of lines are not those of areas.
        ("1 0 0 RG .5 G 0 0 0 1 K /DeviceRGB CS 1 0 0 SC 1 0 0 SCN", "grey 0"),
        ("/DeviceRGB cs", "grey 0"),
        ("/DeviceRGB cs 1 0 0 sc", "rgb 1 0 0"),
        ("/DeviceGray cs .5 sc", "grey 0.5"),
        ("/CalGray cs .5 scn", "grey 0.5"),
        ("/DeviceCMYK cs 0 0 0 .5 sc", "grey 0.5"),
        ("/DeviceCMYK cs 0 1 0 .5 scn", "cmyk 0 1 0 0.5"),
        ("/DeviceRGB cs .5 sc", "other"),
        ("/Tint cs .25 scn", "grey 0.75"),
        ("/Spot cs .25 scn", "other"),
        ("/Marks cs .25 scn", "cmyk 0.25 0.25 0.25 0.25"),
        ("/Icc1 cs .25 scn", "grey 0.25"),
        ("/Icc2 cs .25 .5 scn", "other"),
        ("/Icc3 cs .25 .5 1 scn", "rgb 0.25 0.5 1"),
        ("/Icc4 cs .25 .5 1 0 scn", "cmyk 0.25 0.5 1 0"),
        ("/Few cs 1 sc", "grey 1"),
        ("/Many cs 1 sc", "other"),
        ("/Named cs 1 0 0 sc", "rgb 1 0 0"),
        ("/Cal cs .5 sc", "grey 0.5"),
        ("/L cs 50 9 9 sc", "other"),
        ("/Lab cs 50 9 9 sc", "other"),
        ("/Unknown cs 1 sc", "other"),
        ("/Pattern cs", "pattern"),
        ("/Dots cs", "pattern"),
        ("/Tinted cs", "pattern"),
        ("/Pattern cs /Greys scn", "pattern"),
        ("/Pattern cs /Reds scn", "other"),
        ("/Pattern cs /Odd scn", "other"),
    ] {
        let found = drawn(&format!("{colour} 0 0 9 9 re f"));
        if found != area(expected) {
            wrong += &format!("{colour}: expected {}, found {found}\n", area(expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(drawn("1 0 0 RG .5 g 1 1 m 9 1 l S"), "lines 1 [1 0.5 9 1.5] rgb 1 0 0");
    assert_eq!(drawn(".25 G .5 g 1 1 m 9 1 l S"), "lines 1 [1 0.5 9 1.5] grey 0.25");
    assert_eq!(drawn("0 0 0 1 k 0 1 0 0 K 1 1 m 9 1 l S"), "lines 1 [1 0.5 9 1.5] cmyk 0 1 0 0");
}

#[test]
fn parameters_change_how_marks_meet() {
    hold(&[
        ("/Half gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 alpha 0.5"),
        ("/Half gs 1 1 m 9 1 l S", "lines 1 [1 0.5 9 1.5] grey 0 alpha 0.25"),
        ("/Both gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 overprints"),
        ("/Both gs 1 1 m 9 1 l S", "lines 1 [1 0.5 9 1.5] grey 0 overprints"),
        ("/Fill gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 overprints"),
        ("/Fill gs 1 1 m 9 1 l S", "lines 1 [1 0.5 9 1.5] grey 0"),
        ("/Wide gs 1 9 m 9 9 l S", "lines 6 [1 6 9 12] grey 0"),
        ("/Multiply gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 blends"),
        ("/Listed gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 blends"),
        ("/Normal gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0"),
        ("/Compatible gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0"),
        ("/Multiply gs /Normal gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0"),
        ("/Soft gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 blends"),
        ("/Soft gs /Hard gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0"),
        ("/Soft gs /Half gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0 alpha 0.5 blends"),
        ("/None gs 0 0 9 9 re f", "area1 [0 0 9 9] grey 0"),
    ]);
}

#[test]
fn text_is_letters_with_places() {
    hold(&[
        (
            "BT /F 10 Tf 5 20 Td (AB) Tj ET",
            "letter 65 box size 10 by 5 [5 18 10 28] grey 0; letter 66 box size 10 by 6 [10 18 16 28] grey 0",
        ),
        (
            "BT /F 10 Tf 5 20 Td (AB)' ET",
            "letter 65 box size 10 by 5 [5 18 10 28] grey 0; letter 66 box size 10 by 6 [10 18 16 28] grey 0",
        ),
        (
            "BT /F 10 Tf 5 20 Td 8 TL (A)' (A)' ET",
            "letter 65 box size 10 by 5 [5 10 10 20] grey 0; letter 65 box size 10 by 5 [5 2 10 12] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 2 -8 TD (A) Tj T* (A) Tj ET",
            "letter 65 box size 10 by 5 [7 50 12 60] grey 0; letter 65 box size 10 by 5 [7 42 12 52] grey 0",
        ),
        (
            "BT /F 10 Tf 1 0 0 1 5 60 Tm (A ) Tj 2 1 (A A) \" (A) Tj ET",
            "letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 32 empty size 10 by 4 [10 60 10 60] grey 0; letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 32 empty size 10 by 4 [11 60 11 60] grey 0; letter 65 box size 10 by 5 [18 58 23 68] grey 0; letter 65 box size 10 by 5 [24 58 29 68] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 2 Tc 3 Tw (A A) Tj ET",
            "letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 32 empty size 10 by 4 [12 60 12 60] grey 0; letter 65 box size 10 by 5 [21 58 26 68] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 50 Tz 2 Tc (AA) Tj ET",
            "letter 65 box size 10 by 2.5 [5 58 7.5 68] grey 0; letter 65 box size 10 by 2.5 [8.5 58 11 68] grey 0",
        ),
        ("BT /F 10 Tf 5 60 Td 4 Ts (A) Tj ET", "letter 65 box size 10 by 5 [5 62 10 72] grey 0"),
        (
            "BT /F 10 Tf 5 60 Td [(A) -500 (A) 500 (A)] TJ ET",
            "letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 65 box size 10 by 5 [15 58 20 68] grey 0; letter 65 box size 10 by 5 [15 58 20 68] grey 0",
        ),
        (
            "BT /F 10 Tf 0 1 -1 0 50 5 Tm (AA) Tj ET",
            "letter 65 box size 10 by 5 [42 5 52 10] grey 0; letter 65 box size 10 by 5 [42 10 52 15] grey 0",
        ),
        (
            "2 0 0 2 0 0 cm BT /F 10 Tf 5 20 Td (AA) Tj ET",
            "letter 65 box size 20 by 10 [10 36 20 56] grey 0; letter 65 box size 20 by 10 [20 36 30 56] grey 0",
        ),
        (
            "BT /F 10 Tf 5 20 Td 1 Tr 1 0 0 RG (A) Tj 2 Tr (A) Tj 3 Tr (A) Tj 6 Tr (A) Tj 7 Tr (A) Tj ET",
            "letter 65 box size 10 by 5 [5 18 10 28] rgb 1 0 0; letter 65 box size 10 by 5 lined [10 18 15 28] grey 0; letter 65 box size 10 by 5 hidden [15 18 20 28] grey 0; letter 65 box size 10 by 5 lined [20 18 25 28] grey 0; letter 65 box size 10 by 5 hidden [25 18 30 28] grey 0",
        ),
        (
            "BT /F 10 Tf (A) Tj ET BT (A) Tj ET",
            "letter 65 box size 10 by 5 [0 0 5 8] grey 0; letter 65 box size 10 by 5 [0 0 5 8] grey 0",
        ),
        (
            "BT /F 10 Tf (\\000 Z) Tj ET",
            "letter 0 box size 10 by 4 [0 0 4 8] grey 0; letter 32 empty size 10 by 4 [4 0 4 0] grey 0; letter 90 box size 10 by 4 [8 0 12 8] grey 0",
        ),
        (
            "BT /W 10 Tf 0 20 Td <0001000200050007000800090003> Tj ET",
            "letter 1 box size 10 by 1 [0 17.8 1 27.5] grey 0; letter 2 box size 10 by 2 [1 17.8 3 27.5] grey 0; letter 5 box size 10 by 3 [3 17.8 6 27.5] grey 0; letter 7 box size 10 by 3 [6 17.8 9 27.5] grey 0; letter 8 box size 10 by 9 [9 17.8 18 27.5] grey 0; letter 9 box size 10 by 0.5 [18 17.8 18.5 27.5] grey 0; letter 3 box size 10 by 9 [18.5 17.8 27.5 27.5] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 50 Tz [(A) -500 (A)] TJ ET",
            "letter 65 box size 10 by 2.5 [5 58 7.5 68] grey 0; letter 65 box size 10 by 2.5 [10 58 12.5 68] grey 0",
        ),
        ("BT /F 10 Tf 5 60 Td 8 TL T* (A) Tj ET", "letter 65 box size 10 by 5 [5 50 10 60] grey 0"),
        (
            "BT /W 10 Tf 0 20 Td <01000001> Tj ET",
            "letter 256 box size 10 by 9 [0 17.8 9 27.5] grey 0; letter 1 box size 10 by 1 [9 17.8 10 27.5] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 8 TL 0 0 (A) \" ET",
            "letter 65 box size 10 by 5 [5 50 10 60] grey 0",
        ),
        // Glyphs by their numbers, by a list, by their names, and by the map of the font.
        (
            "BT /C 10 Tf <00000001FFFF> Tj ET",
            "letter 0 missing size 10 by 10 [0 0 0 0] grey 0; letter 1 empty size 10 by 10 [10 0 10 0] grey 0; letter 65535 missing size 10 by 10 [20 0 20 0] grey 0",
        ),
        (
            "BT /D 10 Tf <000000010002> Tj ET",
            "letter 0 outline size 10 by 10 [0.13 0 6.97 6.75] grey 0; letter 1 missing size 10 by 10 [10 0 10 0] grey 0; letter 2 missing size 10 by 10 [20 0 20 0] grey 0",
        ),
        (
            "BT /S 10 Tf (A \\001\\351) Tj ET",
            "letter 65 outline size 10 by 6 [0.13 0 6.97 6.75] grey 0; letter 32 empty size 10 by 6 [6 0 6 0] grey 0; letter 1 box size 10 by 6 [12 0 18 7.5] grey 0; letter 233 box size 10 by 6 [18 0 24 7.5] grey 0",
        ),
        (
            "BT /R 10 Tf (A\\351) Tj ET",
            "letter 65 box size 10 by 6 [0 0 6 7.5] grey 0; letter 233 box size 10 by 6 [6 0 12 7.5] grey 0",
        ),
        // Widths of nothing are no widths.
        ("BT /Z 10 Tf (A) Tj ET", "letter 65 box size 10 by 6 [0 0 6 7.5] grey 0"),
        ("BT /X 10 Tf <0001> Tj ET", "letter 1 box size 10 by 10 [0 0 10 7.5] grey 0"),
        ("BT (A) Tj ET", "lacks the font of its text"),
        ("BT () Tj ET", ""),
        ("BT /None 10 Tf (A) Tj ET", "lacks the font of its text"),
        (
            "BT /F 10 Tf (A) Tj",
            "letter 65 box size 10 by 5 [0 0 5 8] grey 0; lacks the end of its content",
        ),
        ("0 0 9 9", "lacks the end of its content"),
        ("(A", "lacks the end of its content"),
    ]);
}

#[test]
fn drawn_glyphs_are_marks_of_their_own() {
    hold(&[
        (
            "BT /T 10 Tf 20 20 Td (A) Tj ET",
            "letter 65 box size 10 by 5 [21 22 24 26] grey 0; glyph: area1 [21 22 24 26] rgb 1 0 0",
        ),
        (
            "BT /T 10 Tf 20 20 Td (AA) Tj ET",
            "letter 65 box size 10 by 5 [21 22 24 26] grey 0; letter 65 box size 10 by 5 [26 22 29 26] grey 0; glyph: area1 [21 22 24 26] rgb 1 0 0",
        ),
        (
            "0 0 1 rg 0 1 0 RG BT /T 10 Tf 20 20 Td (B) Tj ET",
            "letter 66 box size 10 by 5 [20 19.95 25 25] rgb 0 0 1; glyph: area1 [20 20 25 25] rgb 0 0 1; glyph: lines 0.1 [20 19.95 25 20.05] rgb 0 0 1",
        ),
        (
            "BT /T 10 Tf 20 20 Td (CDE) Tj ET",
            "letter 67 empty size 10 by 5 [20 20 20 20] grey 0; letter 68 missing size 10 by 5 [25 20 25 20] grey 0; letter 69 box size 10 by 5 [30 17.8 35 27.5] grey 0; lacks the drawing of a glyph",
        ),
    ]);
}

#[test]
fn forms_pictures_patterns_and_shadings_are_drawn_where_they_are_named() {
    hold(&[
        ("/Form Do", "area1 [0 0 10 5] grey 0"),
        ("1 0 0 1 50 50 cm .5 g /Form Do", "area1 [50 50 60 55] grey 0.5"),
        ("/Turned Do", "area1 [45 0 50 20] grey 0; letter 65 box size 10 by 5 [42 0 52 5] grey 0"),
        ("/Own Do 1 1 m 9 1 l S", "lines 2 [0 0 10 1] grey 0; lines 1 [1 0.5 9 1.5] grey 0"),
        ("/Nothing Do", ""),
        ("/Null Do", "lacks the XObject resource Null"),
        ("/None Do", "lacks the XObject resource None"),
        ("40 0 0 30 10 20 cm /Picture Do", "image 53 4 3 Rgb masked [10 20 50 50] grey 0"),
        ("40 0 0 30 10 20 cm .5 g /Mask Do", "image 54 8 8 mask holes [10 20 50 50] grey 0.5"),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /CS /G ID x EI",
            "image inline 7 2 Grey [10 20 50 50] grey 0",
        ),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /IM true ID x EI",
            "image inline 7 2 mask [10 20 50 50] grey 0",
        ),
        (
            "/Pattern cs /Cell scn 0 0 9 9 re f 20 20 9 9 re f",
            "area1 [0 0 9 9] pattern; area1 [20 20 29 29] pattern; cell: area1 [1 1 3 3] rgb 0 1 0",
        ),
        (
            "/Tinted cs .5 /Bare scn 0 0 9 9 re f",
            "area1 [0 0 9 9] pattern; cell: area1 [2 2 6 6] grey 0.5; cell: lines 2 [10 9 12 11] grey 0.5",
        ),
        (
            "/Pattern cs 0 1 0 0 /Bare scn 0 0 9 9 re f",
            "area1 [0 0 9 9] other; cell: area1 [2 2 6 6] cmyk 0 1 0 0; cell: lines 2 [10 9 12 11] cmyk 0 1 0 0",
        ),
        (
            "/Pattern cs 1 0 0 /Bare scn 0 0 9 9 re f",
            "area1 [0 0 9 9] other; cell: area1 [2 2 6 6] rgb 1 0 0; cell: lines 2 [10 9 12 11] rgb 1 0 0",
        ),
        (
            "/Pattern cs /None scn 0 0 9 9 re f",
            "area1 [0 0 9 9] pattern; lacks the Pattern resource None",
        ),
        ("/Greys sh", "shading [0 0 100 100] pattern"),
        ("10 10 20 20 re W n /Reds sh", "shading [10 10 30 30] other"),
        ("/Even sh", "shading [0 0 100 100] pattern"),
        ("/Parts sh", "shading [0 0 100 100] other"),
        ("/Split sh", "shading [0 0 100 100] other"),
        ("/Table sh", "shading [0 0 100 100] other"),
        ("/Black sh", "shading [0 0 100 100] pattern"),
        ("/None sh", "lacks the Shading resource None"),
    ]);
}

#[test]
fn what_is_nested_without_end_is_left() {
    let saved = |n: usize| "q ".repeat(n) + "0 0 9 9 re f";
    assert_eq!(drawn(&saved(MAX_SAVED)), "area1 [0 0 9 9] grey 0");
    assert_eq!(drawn(&saved(MAX_SAVED + 1)), "Deep");
    assert_eq!(drawn("/Loop Do"), "Deep");
}

/// What is seen at a point: how light it is, and the mark on top.
fn seen(content: &str, point: Point) -> String {
    let drawing = walk(content).unwrap();
    let near = Rect::at(point).grown(1.0, 1.0);
    let Seen { light, top } = drawing.seen(point, &drawing.within(near));
    let light = light.map_or("unknown".to_owned(), |light| numbers(&[light]));
    top.map_or(light.clone(), |top| format!("{light} by {top}"))
}

#[test]
fn what_is_seen_at_a_point_follows_from_the_marks() {
    let mut wrong = String::new();
    for (content, x, y, expected) in [
        ("", 50.0, 50.0, "1"),
        ("10 10 20 20 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 20 20 re f", 31.0, 20.0, "1"),
        ("10 10 20 20 re f", 20.0, 31.0, "1"),
        // The later mark is on top.
        ("10 10 20 20 re f .5 g 15 15 20 20 re f", 20.0, 20.0, "0.5 by 1"),
        ("10 10 20 20 re f .5 g 15 15 20 20 re f", 12.0, 12.0, "0 by 0"),
        // Colours by their light.
        ("1 0 0 rg 10 10 20 20 re f", 20.0, 20.0, "0.3 by 0"),
        ("0 1 0 rg 10 10 20 20 re f", 20.0, 20.0, "0.59 by 0"),
        ("0 0 1 rg 10 10 20 20 re f", 20.0, 20.0, "0.11 by 0"),
        (".5 .5 .5 rg 10 10 20 20 re f", 20.0, 20.0, "0.5 by 0"),
        ("1 0 0 .5 k 10 10 20 20 re f", 20.0, 20.0, "0.35 by 0"),
        ("2 2 2 rg 10 10 20 20 re f", 20.0, 20.0, "1 by 0"),
        // What is not solid lets through.
        ("/Half gs 10 10 20 20 re f", 20.0, 20.0, "0.5 by 0"),
        ("10 10 20 20 re f /Half gs 1 g 10 10 20 20 re f", 20.0, 20.0, "0.5 by 1"),
        ("/Half gs 10 10 20 20 re f .5 g 10 10 20 20 re f", 20.0, 20.0, "0.5 by 1"),
        ("/Clear gs 10 10 20 20 re f", 20.0, 20.0, "1"),
        // Pictures, patterns and shadings have no known colour.
        ("20 0 0 20 10 10 cm /Picture Do", 20.0, 20.0, "unknown by 0"),
        ("20 0 0 20 10 10 cm /Picture Do", 31.0, 31.0, "1"),
        ("14 14 -14 14 50 10 cm /Picture Do", 50.0, 20.0, "unknown by 0"),
        ("14 14 -14 14 50 10 cm /Picture Do", 38.0, 12.0, "1"),
        ("/Greys sh", 20.0, 20.0, "unknown by 0"),
        ("/Greys sh 10 10 20 20 re f", 20.0, 20.0, "0 by 1"),
        ("/Pattern cs /Cell scn 10 10 20 20 re f", 20.0, 20.0, "unknown by 0"),
        // A letter without an outline has its box; one that is hidden has nothing.
        ("BT /F 20 Tf 10 10 Td (A) Tj ET", 15.0, 15.0, "0 by 0"),
        ("BT /F 20 Tf 10 10 Td 3 Tr (A) Tj ET", 15.0, 15.0, "1"),
        ("BT /F 20 Tf 10 10 Td ( ) Tj ET", 15.0, 15.0, "1"),
        // Lines.
        ("4 w 10 20 m 50 20 l S", 30.0, 21.9, "0 by 0"),
        ("4 w 10 20 m 50 20 l S", 30.0, 22.1, "1"),
        ("4 w 10 20 m 50 60 l S", 30.0, 40.0, "0 by 0"),
        ("4 w 10 20 m 50 60 l S", 32.7, 40.0, "0 by 0"),
        ("4 w 10 20 m 50 60 l S", 33.0, 40.0, "1"),
        ("4 w 10 20 m 50 60 l S", 30.0, 43.0, "1"),
        ("4 w 10 20 m 50 40 l S", 30.0, 32.1, "0 by 0"),
        ("4 w 10 20 m 50 40 l S", 30.0, 32.4, "1"),
        ("4 w 10 60 m 50 40 l 50 80 l S", 51.0, 60.0, "0 by 0"),
        ("4 w 10 60 m 50 40 l 50 80 l S", 30.0, 70.0, "1"),
        ("4 w 10 60 m 50 40 l 50 80 l s", 30.0, 70.0, "0 by 0"),
        ("4 w 20 20 m 20 20 l S", 21.0, 20.0, "1"),
        ("4 w 1 J 20 20 m 20 20 l S", 21.0, 20.0, "0 by 0"),
        ("4 w 10 10 20 20 re S", 20.0, 20.0, "1"),
        // Areas with holes, by either rule.
        ("10 10 60 60 re 20 20 20 20 re f", 30.0, 30.0, "0 by 0"),
        ("10 10 60 60 re 20 20 20 20 re f*", 30.0, 30.0, "1"),
        ("10 10 60 60 re 20 20 20 20 re f*", 15.0, 30.0, "0 by 0"),
        ("10 10 60 60 re 20 20 m 20 40 l 40 40 l 40 20 l f", 30.0, 30.0, "1"),
        ("10 10 60 60 re 20 20 m 20 40 l 40 40 l 40 20 l f", 60.0, 30.0, "0 by 0"),
        ("10 10 60 60 re 20 20 m 20 40 l 40 40 l 40 20 l f", 15.0, 30.0, "0 by 0"),
        ("10 10 m 50 10 l 10 50 l f", 20.0, 20.0, "0 by 0"),
        ("10 10 m 50 10 l 10 50 l f", 40.0, 40.0, "1"),
        ("10 10 m 50 10 l 50 50 l f", 20.0, 40.0, "1"),
        ("10 10 m 50 10 l 50 50 l f", 40.0, 20.0, "0 by 0"),
        ("50 10 m 10 50 l 90 50 l f", 30.0, 40.0, "0 by 0"),
        ("50 10 m 10 50 l 90 50 l f", 20.0, 30.0, "1"),
        ("50 90 m 10 50 l 90 50 l f", 30.0, 60.0, "0 by 0"),
        ("50 90 m 10 50 l 90 50 l f", 20.0, 70.0, "1"),
        // Parts that go the other way around; sides that end at the height of the point.
        ("10 10 m 10 50 l 50 50 l 50 10 l f 60 60 9 9 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 60 60 re 20 20 20 20 re f", 15.0, 15.0, "0 by 0"),
        ("10 10 m 10 70 l 70 70 l 70 10 l h 20 20 20 20 re f", 30.0, 30.0, "1"),
        ("10 10 m 30 30 l 50 10 l 50 60 l 10 60 l f", 20.0, 30.0, "0 by 0"),
        ("10 10 m 30 30 l 50 10 l 50 60 l 10 60 l f", 55.0, 30.0, "1"),
        ("10 10 m 30 30 l 50 10 l 50 60 l 10 60 l f", 30.0, 20.0, "1"),
        ("10 60 m 30 30 l 50 60 l 50 10 l 10 10 l f", 20.0, 30.0, "0 by 0"),
        ("10 60 m 30 30 l 50 60 l 50 10 l 10 10 l f", 30.0, 40.0, "1"),
        // A corner at the height of the point counts once.
        ("10 50 m 50 10 l 90 50 l 50 90 l f", 50.0, 50.0, "0 by 0"),
        ("10 50 m 50 10 l 90 50 l 50 90 l f", 11.0, 80.0, "1"),
        ("30 10 m 50 50 l 90 50 l 90 10 l f", 20.0, 50.0, "1"),
        // Curves are round.
        ("10 10 m 10 60 60 60 60 10 c f", 35.0, 46.0, "0 by 0"),
        ("10 10 m 10 60 60 60 60 10 c f", 35.0, 49.0, "1"),
        ("10 10 m 10 60 60 60 60 10 c f", 12.0, 40.0, "1"),
        // A curve after a closed part begins at its start.
        ("4 w 50 50 m 90 90 l h 50 20 60 20 v S", 51.25, 35.0, "0 by 0"),
        ("4 w 50 50 m 90 90 l 50 20 60 20 v S", 51.25, 35.0, "1"),
        // Clips.
        ("10 10 m 50 10 l 10 50 l W n 0 0 90 90 re f", 20.0, 20.0, "0 by 0"),
        ("10 10 m 50 10 l 10 50 l W n 0 0 90 90 re f", 45.0, 45.0, "1"),
        ("10 10 60 60 re 20 20 20 20 re W* n 0 0 90 90 re f", 30.0, 30.0, "1"),
        ("10 10 60 60 re 20 20 20 20 re W n 0 0 90 90 re f", 30.0, 30.0, "0 by 0"),
        (
            "10 10 m 50 10 l 10 50 l W n 30 0 m 60 0 l 60 40 l 30 40 l W n 0 0 90 90 re f",
            20.0,
            20.0,
            "1",
        ),
        (
            "10 10 m 50 10 l 10 50 l W n 30 0 m 60 0 l 60 40 l 30 40 l W n 0 0 90 90 re f",
            35.0,
            20.0,
            "0 by 0",
        ),
    ] {
        let found = seen(content, (x, y));
        if found != expected {
            wrong += &format!("{content:?} at {x} {y}: expected {expected}, found {found}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn codes_are_characters_by_the_map_of_the_file() {
    let all = |font: &str, codes: &str| {
        let drawing = walk(&format!("BT /{font} 10 Tf <{codes}> Tj ET")).unwrap();
        let characters = drawing.marks.iter().map(|mark| match &mark.kind {
            Kind::Letter(letter) => letter.character(),
            _ => '!',
        });
        characters.collect::<String>()
    };
    // Without a map: ASCII, and the names of the file.
    assert_eq!(all("F", "41427E1F80"), "AB~\u{fffd}\u{fffd}");
    assert_eq!(all("N", "414243"), "a5\u{fffd}");
    // One byte and two, single codes, ranges and lists.
    assert_eq!(all("M", "0102030405060741"), "A\u{1F600}\u{fffd}789\u{fffd}\u{fffd}");
    assert_eq!(all("X", "000100020003000400101234"), "BXD\u{fffd}x\u{fffd}");
    assert_eq!(all("W", "0041"), "\u{fffd}");
}

#[test]
fn work_is_counted_in_steps() {
    let walk = |content: &str, steps: usize| {
        let document: Document = open(&file(content)).unwrap();
        let fonts = Fonts::default();
        let id = pages(&document).next().unwrap();
        Walker::new(&document, &fonts, steps).page(id, Rect::ALL).is_ok()
    };
    for (content, steps) in [
        // Twelve bytes, two operators.
        ("0 0 9 9 re f", 3),
        // Forty bytes, five operators, three letters.
        ("BT /F 10 Tf 5 5 Td (ABC) Tj ET          ", 13),
        ("/Form Do /Form Do", 2 + 2 + 2 * (1 + 2)),
    ] {
        assert!(walk(content, steps), "{content}");
        assert!(!walk(content, steps - 1), "{content}");
    }
    let many = |operator: &str, n: usize| walk(&operator.repeat(n), usize::MAX);
    assert!(many("h ", MAX_MARKS));
    assert!(!many("h ", MAX_MARKS + 1));
    assert!(many("n ", MAX_MARKS + 1));
}

fn matrix() -> impl Strategy<Value = Matrix> {
    [-9.0..9.0, -9.0..9.0, -9.0..9.0, -9.0..9.0, -99.0..99.0, -99.0..99.0_f64].prop_map(Matrix)
}

proptest! {
    #[test]
    fn one_matrix_then_another_is_both_and_the_inverse_undoes_it(
        a in matrix(), b in matrix(), x in -99.0..99.0_f64, y in -99.0..99.0_f64
    ) {
        let near = |p: Point, q: Point, far: f64| (p.0 - q.0).abs() < far && (p.1 - q.1).abs() < far;
        prop_assert!(near(a.then(b).apply((x, y)), b.apply(a.apply((x, y))), 1e-6));
        let [m, n, o, p, ..] = a.0;
        prop_assert!((a.scale().powi(2) - (m * p - n * o).abs()).abs() < 1e-6);
        if let Some(back) = a.inverse().filter(|_| a.scale() > 0.1) {
            prop_assert!(near(back.apply(a.apply((x, y))), (x, y), 1e-4));
        }
    }

    #[test]
    fn ranges_of_codes_are_as_a_table_of_all_codes(
        ranges in proptest::collection::vec((0..40_u16, 0..40_u16, 0..9_u8), 0..30)
    ) {
        let (mut codes, mut table) = (Codes::new(), [None; 45]);
        for (first, last, value) in ranges {
            codes.insert(first, last, value);
            (first..=last).for_each(|code| table[usize::from(code)] = Some(value));
        }
        for code in 0..45 {
            prop_assert_eq!(codes.get(code), table[usize::from(code)], "{}", code);
        }
    }
}

#[test]
fn the_direction_of_a_matrix_is_that_of_its_x_axis() {
    for (a, b, quarter) in [
        (1.0, 0.0, 0),
        (0.0, 1.0, 1),
        (-1.0, 0.0, 2),
        (0.0, -1.0, 3),
        (2.0, 1.0, 0),
        (2.0, -1.0, 0),
        (1.0, 2.0, 1),
        (-1.0, 2.0, 1),
        (-2.0, 1.0, 2),
        (-2.0, -1.0, 2),
        (1.0, -2.0, 3),
        (-1.0, -2.0, 3),
        (1.0, 1.0, 0),
        (-1.0, -1.0, 2),
    ] {
        assert_eq!(Matrix([a, b, -b, a, 0.0, 0.0]).quarter(), quarter, "{a} {b}");
    }
    assert_eq!(Matrix([1.0, 2.0, 2.0, 4.0, 0.0, 0.0]).inverse(), None);
}

/// As ASCII85 writes whole groups of four bytes.
fn ascii85(data: &[u8]) -> Vec<u8> {
    let group = |four: &[u8]| {
        let mut padded = [0; 4];
        padded[..four.len()].copy_from_slice(four);
        let number = u32::from_be_bytes(padded);
        let digits = [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1];
        let digits = digits.map(|unit| (number / unit % 85) as u8 + b'!');
        digits[..four.len() + 1].to_vec()
    };
    let mut text: Vec<u8> = data.chunks(4).flat_map(group).collect();
    text.extend(b"~>");
    text
}

#[test]
fn a_damaged_stream_is_not_whole() {
    let packed = |filter: &str, data: Vec<u8>| {
        whole(&Stream::new(lopdf::dictionary! { "Filter" => filter }, data))
    };
    let mut plain = Stream::new(Dictionary::new(), b"0 0 9 9 re f ".repeat(20_000));
    plain.compress().unwrap();
    let data = plain.content;
    assert!(packed("FlateDecode", data.clone()));
    assert!(!packed("FlateDecode", data[..data.len() - 20].to_vec()));
    assert!(!packed("FlateDecode", b"no data".to_vec()));
    let mut spoiled = data.clone();
    spoiled[data.len() / 2] ^= 0x55;
    assert!(!packed("FlateDecode", spoiled));
    let outer = |data: &[u8]| {
        Stream::new(
            lopdf::dictionary! { "Filter" => vec!["ASCII85Decode".into(), "FlateDecode".into()] },
            ascii85(data),
        )
    };
    assert!(whole(&outer(&data)));
    assert!(!whole(&outer(&data[..data.len() - 20])));
    assert!(packed("LZWDecode", data.clone()));
    assert!(!packed("DCTDecode", data.clone()));
    assert!(whole(&Stream::new(Dictionary::new(), b"0 0 m".to_vec())));
    // Limits.
    let plain = Stream::new(Dictionary::new(), vec![b' '; 100]);
    assert_eq!(unpacked(&plain, 100).unwrap().len(), 100);
    assert!(matches!(unpacked(&plain, 99).map_err(Stop::from), Err(Stop::Endless)));
    let mut plain = Stream::new(Dictionary::new(), vec![b' '; 1000]);
    plain.compress().unwrap();
    assert_eq!(unpacked(&plain, 1000).unwrap().len(), 1000);
    assert!(matches!(unpacked(&plain, 999).map_err(Stop::from), Err(Stop::Endless)));
}

#[test]
fn light_and_colour_of_paints() {
    for (paint, white, colour) in [
        (Paint::Grey(1.0), true, false),
        (Paint::Grey(0.995), true, false),
        (Paint::Grey(0.99), false, false),
        (Paint::Rgb([1.0, 1.0, 1.0]), true, false),
        (Paint::Rgb([1.0, 1.0, 0.9]), false, true),
        (Paint::Rgb([0.5, 0.5, 0.5]), false, false),
        (Paint::Rgb([0.5, 0.504, 0.5]), false, false),
        (Paint::Rgb([0.5, 0.51, 0.5]), false, true),
        (Paint::Rgb([0.51, 0.5, 0.5]), false, true),
        (Paint::Cmyk([0.0; 4]), true, false),
        (Paint::Cmyk([0.1, 0.1, 0.1, 0.0]), false, true),
        (Paint::Other, false, true),
        (Paint::Pattern, false, false),
    ] {
        assert_eq!((paint.is_white(), paint.is_colour()), (white, colour), "{paint:?}");
    }
    assert_eq!(Space::Pattern.paint(&[1.0]), Paint::Pattern);
}

#[test]
fn what_is_lacking_is_told_once_and_only_the_first() {
    let content: String = (0..9).map(|n| format!("/A{n} Do /A{n} Do ")).collect();
    let lacks = walk(&content).unwrap().lacks;
    let expected: Vec<_> = (0..8).map(|n| format!("the XObject resource A{n}")).collect();
    assert_eq!(lacks, expected);
}

#[test]
fn syntax_is_read_to_its_end() {
    let lacks = |content: &str| !walk(content).unwrap().lacks.is_empty();
    for (content, expected) in [
        ("0 0 m", false),
        ("0 0 m 5", true),
        ("[1 2", true),
        ("[1 2] 0 d", false),
        ("<< /A 1", true),
        ("BX (a) EX", false),
        ("(a", true),
        ("((a)", true),
        ("BI /W 1 ID x EI", false),
        ("BI /W 1 ID x", true),
        ("null 1 w", false),
        ("[null 1 w] 0 d", false),
        ("ID 0 0 m", false),
    ] {
        assert_eq!(lacks(content), expected, "{content}");
    }
    // Words inside of arrays are no operators, and null is none.
    let names = |content: &str| {
        let mut operators = Operators::new(content.as_bytes());
        let mut names = Vec::new();
        while let Some((operator, operands)) = operators.next().unwrap() {
            names.push(format!("{} {}", String::from_utf8_lossy(operator), operands.len()));
        }
        names
    };
    assert_eq!(names("null 1 w [a 1 b] 0 d"), ["w 2", "d 2"]);
    // Line ends inside of strings are one byte.
    let letters = |content: &[u8]| {
        let mut operators = Operators::new(content);
        let (_, operands) = operators.next().unwrap().unwrap();
        operands[0].as_str().unwrap().to_vec()
    };
    assert_eq!(letters(b"(a\r\nb\rc\nd) Tj"), b"a\nb\nc\nd");
    assert_eq!(letters(b"(\\1\\12\\123\\1234\\8) Tj"), b"\x01\nSS48");
    // Keys of inline pictures have long names.
    let mut operators =
        Operators::new(b"BI /W 1 /H 2 /CS /G /BPC 8 /IM true /F /Fl /DP 3 /D 4 /X 5 ID x EI");
    let (_, operands) = operators.next().unwrap().unwrap();
    let dict = &operands[0].as_stream().unwrap().dict;
    let keys: Vec<_> =
        dict.iter().map(|(key, _)| String::from_utf8_lossy(key).into_owned()).collect();
    let expected = [
        "Width",
        "Height",
        "ColorSpace",
        "BitsPerComponent",
        "ImageMask",
        "Filter",
        "DecodeParms",
        "Decode",
        "X",
        "Length",
    ];
    assert_eq!(keys, expected);
    let many = |n: usize| Operators::new(("1 ".repeat(n) + "w").as_bytes()).next().is_ok();
    assert!(many(100_000) && !many(100_001));
}
