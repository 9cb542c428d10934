//! What content streams draw, each in a line.

use super::super::limits::MAX_SAVED;
use super::{drawn, hold};

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
