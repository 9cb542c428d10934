//! How files are read: characters, work, syntax, streams; matrices and paints.

use super::super::codes::Codes;
use super::super::font::Fonts;
use super::super::geometry::{Matrix, Point, Rect};
use super::super::limits::{MAX_MARKS, Stop};
use super::super::object::{unpacked, whole};
use super::super::walk::Walker;
use super::super::{Kind, Operators, Paint, Space, open, pages};
use super::{file, walk};
use lopdf::{Dictionary, Document, Stream};
use proptest::prelude::*;

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
