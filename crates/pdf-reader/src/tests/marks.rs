//! Tests what content streams draw, one per line.

use super::{drawn, hold};
use crate::limits::MAX_SAVED;

#[test]
fn paths_are_filled_and_lined() {
    hold(&[
        ("10 20 30 40 re f", "area1 [10 20 40 60] grey 0"),
        ("10 20 -5 -6 re 1 1 1 1 re f", "area2 [1 1 10 20] grey 0"),
        ("10 20 30 40 re S", "lines 1 [9.5 19.5 40.5 60.5] grey 0"),
        ("2 w 10 20 m 40 20 l S", "lines 2 [10 19 40 21] grey 0"),
        ("2 w 10 20 m 20 50 l S", "lines 2 [9 19 21 51] grey 0"),
        ("2 w 1 J 10 20 m 40 20 l S", "lines 2 round [9 19 41 21] grey 0"),
        ("2 w 10 20 m 40 20 l 60 20 l S", "lines 2 [9 19 61 21] grey 0"),
        (
            "10 20 m 40 20 l 40 50 l b",
            "area1 [10 20 40 50] grey 0; lines 1 [9.5 19.5 40.5 50.5] grey 0",
        ),
        // Curves have the box of their control points.
        ("10 10 m 10 30 50 30 50 10 c f", "area1 [10 10 50 30] grey 0"),
        ("10 10 m 40 30 50 10 v f", "area1 [10 10 50 30] grey 0"),
        // A segment without a start begins there; after a closed subpath it begins at its start.
        // Outside the page.
        ("110 20 30 40 re f 90 90 20 20 re f", "area1 [90 90 100 100] grey 0"),
        // The graphics state.
        (
            "q 2 0 0 3 1 1 cm 0 0 10 10 re f Q 0 0 10 10 re f",
            "area1 [1 1 21 31] grey 0; area1 [0 0 10 10] grey 0",
        ),
        ("2 0 0 8 0 0 cm 1 w 5 5 m 10 5 l S", "lines 4 [10 38 20 42] grey 0"),
        ("1 0 0 1 20 cm 0 0 10 10 re f", "area1 [0 0 10 10] grey 0"),
        // A curve needs six numbers, a line two; more are ignored.
        ("10 10 m 1 2 3 4 5 c f", "area1 [10 10 10 10] grey 0"),
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
            "BT /F 10 Tf 5 20 Td 8 TL (A)' (A)' ET",
            "letter 65 box size 10 by 5 [5 10 10 20] grey 0; letter 65 box size 10 by 5 [5 2 10 12] grey 0",
        ),
        (
            "BT /F 10 Tf 1 0 0 1 5 60 Tm (A ) Tj 2 1 (A A) \" (A) Tj ET",
            "letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 32 empty size 10 by 4 [10 60 10 60] grey 0; letter 65 box size 10 by 5 [5 58 10 68] grey 0; letter 32 empty size 10 by 4 [11 60 11 60] grey 0; letter 65 box size 10 by 5 [18 58 23 68] grey 0; letter 65 box size 10 by 5 [24 58 29 68] grey 0",
        ),
        (
            "BT /F 10 Tf 5 60 Td 50 Tz 2 Tc (AA) Tj ET",
            "letter 65 box size 10 by 2.5 [5 58 7.5 68] grey 0; letter 65 box size 10 by 2.5 [8.5 58 11 68] grey 0",
        ),
        ("BT /F 10 Tf 5 60 Td 4 Ts (A) Tj ET", "letter 65 box size 10 by 5 [5 62 10 72] grey 0"),
        (
            "BT /F 10 Tf 0 1 -1 0 50 5 Tm (AA) Tj ET",
            "letter 65 box size 10 by 5 [42 5 52 10] grey 0; letter 65 box size 10 by 5 [42 10 52 15] grey 0",
        ),
        (
            "2 0 0 2 0 0 cm BT /F 10 Tf 5 20 Td (AA) Tj ET",
            "letter 65 box size 20 by 10 [10 36 20 56] grey 0; letter 65 box size 20 by 10 [20 36 30 56] grey 0",
        ),
        (
            "BT /F 10 Tf (A) Tj ET BT (A) Tj ET",
            "letter 65 box size 10 by 5 [0 0 5 8] grey 0; letter 65 box size 10 by 5 [0 0 5 8] grey 0",
        ),
        (
            "BT /W 10 Tf 0 20 Td <0001000200050007000800090003> Tj ET",
            "letter 1 box size 10 by 1 [0 17.8 1 27.5] grey 0; letter 2 box size 10 by 2 [1 17.8 3 27.5] grey 0; letter 5 box size 10 by 3 [3 17.8 6 27.5] grey 0; letter 7 box size 10 by 3 [6 17.8 9 27.5] grey 0; letter 8 box size 10 by 9 [9 17.8 18 27.5] grey 0; letter 9 box size 10 by 0.5 [18 17.8 18.5 27.5] grey 0; letter 3 box size 10 by 9 [18.5 17.8 27.5 27.5] grey 0",
        ),
        ("BT /F 10 Tf 5 60 Td 8 TL T* (A) Tj ET", "letter 65 box size 10 by 5 [5 50 10 60] grey 0"),
        (
            "BT /W 10 Tf 0 20 Td <01000001> Tj ET",
            "letter 256 box size 10 by 9 [0 17.8 9 27.5] grey 0; letter 1 box size 10 by 1 [9 17.8 10 27.5] grey 0",
        ),
        // Glyphs by number, by list, by name, and by the font's map.
        (
            "BT /C 10 Tf <00000001FFFF> Tj ET",
            "letter 0 missing size 10 by 10 [0 0 0 0] grey 0; letter 1 empty size 10 by 10 [10 0 10 0] grey 0; letter 65535 missing size 10 by 10 [20 0 20 0] grey 0",
        ),
        (
            "BT /S 10 Tf (A \\001\\351) Tj ET",
            "letter 65 outline size 10 by 6 [0.13 0 6.97 6.75] grey 0; letter 32 empty size 10 by 6 [6 0 6 0] grey 0; letter 1 box size 10 by 6 [12 0 18 7.5] grey 0; letter 233 box size 10 by 6 [18 0 24 7.5] grey 0",
        ),
        // Widths of zero count as missing.
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
            "BT /T 10 Tf 20 20 Td (AA) Tj ET",
            "letter 65 box size 10 by 5 [21 22 24 26] grey 0; letter 65 box size 10 by 5 [26 22 29 26] grey 0; glyph: area1 [21 22 24 26] rgb 1 0 0",
        ),
        (
            "0 0 1 rg 0 1 0 RG BT /T 10 Tf 20 20 Td (B) Tj ET",
            "letter 66 box size 10 by 5 [20 19.95 25 25] rgb 0 0 1; glyph: area1 [20 20 25 25] rgb 0 0 1; glyph: lines 0.1 [20 19.95 25 20.05] rgb 0 0 1",
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
        ("/None Do", "lacks the XObject resource None"),
        ("40 0 0 30 10 20 cm /Picture Do", "image 53 4 3 Rgb masked parts [10 20 50 50] grey 0"),
        ("40 0 0 30 10 20 cm .5 g /Mask Do", "image 54 8 8 mask parts [10 20 50 50] grey 0.5"),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /CS /G ID x EI",
            "image inline 7 2 Grey [10 20 50 50] grey 0",
        ),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /IM true ID x EI",
            "image inline 7 2 mask parts [10 20 50 50] grey 0",
        ),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /IM true ID \u{1}\0 EI",
            "image inline 7 2 mask [10 20 50 50] grey 0",
        ),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /IM true /D [1 0] ID \u{1}\0 EI",
            "image inline 7 2 mask nothing [10 20 50 50] grey 0",
        ),
        (
            "40 0 0 30 10 20 cm BI /W 7 /H 2 /IM true ID \u{2}\0 EI",
            "image inline 7 2 mask parts [10 20 50 50] grey 0",
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
            "/Pattern cs /None scn 0 0 9 9 re f",
            "area1 [0 0 9 9] pattern; lacks the Pattern resource None",
        ),
        ("/Greys sh", "shading [0 0 100 100] pattern"),
        ("10 10 20 20 re W n /Reds sh", "shading [10 10 30 30] other"),
        ("/Parts sh", "shading [0 0 100 100] other"),
        ("/Table sh", "shading [0 0 100 100] other"),
        ("/Black sh", "shading [0 0 100 100] pattern"),
        ("/None sh", "lacks the Shading resource None"),
    ]);
}

#[test]
fn what_is_nested_without_end_is_left() {
    let saved = |n: usize| "q ".repeat(n) + "0 0 9 9 re f";
    assert_eq!(drawn(&saved(MAX_SAVED)), "area1 [0 0 9 9] grey 0");
    assert_eq!(drawn(&saved(MAX_SAVED + 1)), "LimitExceeded(\"1,000 saved graphics states\")");
    assert_eq!(drawn("/Loop Do"), "LimitExceeded(\"12 forms inside each other\")");
}
