//! A test page of 100 by 100 points. Each test case is its content, with the objects as words.

mod fonts;
mod marks;
mod reading;
mod seen;

use super::coverage::Coverage;
use super::font::{DocumentFonts, GlyphInk};
use super::geometry::Rect;
use super::interpreter::ContentInterpreter;
use super::limits::WalkError;
use super::{ContentUsage, Drawing, PageObject, PageObjectKind, PdfPaint, open, pages};
use lopdf::Document;

/// The resources of the page. `F` has glyphs of half an em, `W` two-byte codes, `T` drawn glyphs.
const RESOURCES: &str = "<< /Font << /F 5 0 R /W 6 0 R /T 8 0 R /N 12 0 R /M 13 0 R /X 15 0 R /Z 18 0 R /C 60 0 R /D 61 0 R /S 62 0 R /R 63 0 R >>
/ExtGState << /Half << /ca .5 /CA .25 >> /Clear << /ca 0 >> >>
/ColorSpace << /Tinted [/Pattern /DeviceGray] >>
/Pattern << /Cell 30 0 R /Bare 31 0 R /Greys << /PatternType 2 /Shading 40 0 R >>
/Reds << /PatternType 2 /Shading 41 0 R >> /Odd << /PatternType 2 >> >>
/Shading << /Greys 40 0 R /Reds 41 0 R /Even 42 0 R /Parts 43 0 R /Split 44 0 R /Table 45 0 R /Black 46 0 R >>
/XObject << /Form 50 0 R /Turned 51 0 R /Loop 52 0 R /Picture 53 0 R /Mask 54 0 R /Nothing 55 0 R /Null 99 0 R
/Own 56 0 R >> >>";

/// The objects beside the page: number, dictionary, and stream content.
const OBJECTS: [(u32, &str, &str); 31] = [
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

/// Writes a file of these objects: number, dictionary, and stream data of each. Object 1 is the
/// catalogue; `trailer` adds entries.
pub fn written(objects: &[(u32, &str, &[u8])], trailer: &str) -> Vec<u8> {
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

/// Letters of Source Serif 4, cut out by fonttools and renamed as its licence asks: glyph 1 is the
/// space, glyph 2 an A, glyph 3 a B.
fn font() -> &'static [u8] {
    include_bytes!("letters.ttf")
}

/// Writes a file of one page with this content.
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
        (67, "<< >>", font()),
        (68, "<< >>", b"\x00\x02\x00\x00"),
    ]);
    written(&objects, "")
}

fn walk(content: &str) -> Result<Drawing, WalkError> {
    let document: Document = open(&file(content)).unwrap();
    let fonts = DocumentFonts::new(&document);
    let id = pages(&document).next().unwrap();
    let page = Rect { left: 0.0, bottom: 0.0, right: 100.0, top: 100.0 };
    ContentInterpreter::new(&document, &fonts, 1_000_000).page(id, page)
}

/// Formats numbers with few decimals.
fn numbers(all: &[f64]) -> String {
    let round = |n: &f64| format!("{}", (n * 100.0).round() / 100.0 + 0.0);
    all.iter().map(round).collect::<Vec<_>>().join(" ")
}

/// Describes an object: kind, box, colour, and special properties.
fn words(mark: &PageObject) -> String {
    let mut said = match &mark.kind {
        PageObjectKind::Glyph(letter) => {
            let hidden = if letter.hidden { " hidden" } else { "" };
            let lined = if letter.line.is_some() && !letter.stroke_only { " lined" } else { "" };
            let ink = match letter.ink {
                GlyphInk::Outline(_) => "outline",
                GlyphInk::Empty => "empty",
                GlyphInk::Missing => "missing",
                GlyphInk::Unknown(_) => "box",
            };
            let (code, size, advance) = (letter.code, letter.size(), letter.advance);
            format!(
                "letter {code} {ink} size {} by {}{hidden}{lined}",
                numbers(&[size]),
                numbers(&[advance])
            )
        }
        PageObjectKind::Fill { subpaths, even_odd } => {
            format!("area{}{}", subpaths.len(), if *even_odd { " even-odd" } else { "" })
        }
        PageObjectKind::Stroke { width, butt_caps, .. } => {
            format!("lines {}{}", numbers(&[*width]), if *butt_caps { "" } else { " round" })
        }
        PageObjectKind::Image(image) => {
            let id = image.id.map_or("inline".to_owned(), |id| id.0.to_string());
            let dots = numbers(&[image.dots.0, image.dots.1]);
            let space = image.space.map_or("mask".to_owned(), |space| format!("{space:?}"));
            let masked = if image.masked { " masked" } else { "" };
            let coverage = match image.coverage {
                Coverage::Whole => "",
                Coverage::Parts => " parts",
                Coverage::Nothing => " nothing",
            };
            format!("image {id} {dots} {space}{masked}{coverage}")
        }
        PageObjectKind::Shading => "shading".to_owned(),
    };
    said += &format!(" [{}]", numbers(&mark.bounds.edges()));
    said += &match mark.paint {
        PdfPaint::Grey(grey) => format!(" grey {}", numbers(&[grey])),
        PdfPaint::Rgb(rgb) => format!(" rgb {}", numbers(&rgb)),
        PdfPaint::Cmyk(cmyk) => format!(" cmyk {}", numbers(&cmyk)),
        PdfPaint::Other => " other".to_owned(),
        PdfPaint::Pattern => " pattern".to_owned(),
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

/// Returns what a content stream draws, one object per line; then pattern cells, glyphs and missing
/// resources.
fn drawn(content: &str) -> String {
    let drawing = match walk(content) {
        Ok(drawing) => drawing,
        Err(stop) => return format!("{stop:?}"),
    };
    let marks = drawing.objects.iter().map(words);
    let cells = drawing.cells.iter().map(|mark| format!("cell: {}", words(mark)));
    let glyphs = drawing.glyphs.iter().map(|mark| format!("glyph: {}", words(mark)));
    let lacks = drawing
        .usages
        .of_kinds(&[ContentUsage::MissingResource])
        .map(|what| format!("lacks {what}"));
    marks.chain(cells).chain(glyphs).chain(lacks).collect::<Vec<_>>().join("; ")
}

/// Compares found with expected texts, and reports all differences.
pub fn same(cases: impl IntoIterator<Item = (String, String, String)>) {
    let differ = cases.into_iter().filter(|(_, expected, found)| expected != found);
    let told = differ
        .map(|(what, expected, found)| format!("{what}: expected\n{expected}\nfound\n{found}\n\n"));
    let wrong: String = told.collect();
    assert!(wrong.is_empty(), "{wrong}");
}

fn hold(cases: &[(&str, &str)]) {
    same(
        cases.iter().map(|(content, expected)| {
            (format!("{content:?}"), expected.to_string(), drawn(content))
        }),
    );
}
