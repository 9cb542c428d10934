//! Marks as printers judge them: sizes, lines, colours, margins; text that nobody sees.

use super::{File, hold};

#[test]
fn marks_are_judged_by_what_they_print() {
    hold(
        File::found,
        &[
            (
                "small type",
                |f| f.content += "BT /F 5 Tf 200 300 Td (A) Tj ET",
                "type: expected at least 7 pt, found 5.00 pt",
            ),
            (
                "hidden type",
                |f| f.content += "BT /F 10 Tf 3 Tr 200 200 Td (A) Tj ET",
                "invisible: expected no invisible text, found some",
            ),
            (
                "a font that is not embedded",
                |f| f.content += "BT /G 10 Tf 200 200 Td (A) Tj ET",
                "fonts: expected every font in the file, found G not embedded",
            ),
            (
                "a hidden font that is not embedded",
                |f| f.content += "BT /G 10 Tf 3 Tr 200 200 Td (A) Tj ET",
                "invisible: expected no invisible text, found some",
            ),
            (
                "type in the margin",
                |f| f.content += "BT /F 10 Tf 5 300 Td (A) Tj ET",
                "safe area: expected 0.375 in (27.0 pt) clear at the inside, found a letter 22.0 pt into it",
            ),
            (
                "red hidden type",
                |f| f.content += "1 0 0 rg BT /F 10 Tf 3 Tr 200 200 Td (A) Tj ET",
                "invisible: expected no invisible text, found some",
            ),
            (
                "small hidden type",
                |f| f.content += "BT /F 5 Tf 3 Tr 200 200 Td (A) Tj ET",
                "invisible: expected no invisible text, found some",
            ),
            // Of a font that is not in the file only what is certain counts; of one that is drawn, all.
            (
                "a descent at the margin",
                |f| f.content += "BT /G 10 Tf 200 19 Td (A) Tj ET",
                "fonts: expected every font in the file, found G not embedded",
            ),
            (
                "a drawn glyph at the margin",
                |f| f.content += "BT /T 10 Tf 200 624 Td (A) Tj ET",
                "safe area: expected 0.250 in (18.0 pt) clear at the top, found a letter 1.0 pt into it",
            ),
            ("the lightest grey", |f| f.content += ".9 g 100 100 50 50 re f", ""),
            (
                "type in the margin of a glyph",
                |f| f.content += "BT /T 10 Tf 5 300 Td (A) Tj ET",
                "safe area: expected 0.375 in (27.0 pt) clear at the inside, found a letter 22.0 pt into it",
            ),
            (
                "a character without a glyph",
                |f| f.content += "BT /M 10 Tf 200 200 Td (\\001) Tj ET",
                "glyphs: expected a glyph for each character, found that M has none for '一', code 1",
            ),
            ("a mark of order", |f| f.content += "BT /M 10 Tf 200 200 Td (\\002) Tj ET", ""),
            ("an end of a paragraph", |f| f.content += "BT /M 10 Tf 200 200 Td (\\003) Tj ET", ""),
            ("a bell", |f| f.content += "BT /M 10 Tf 200 200 Td (\\004) Tj ET", ""),
            ("a space", |f| f.content += "BT /M 10 Tf 200 200 Td ( ) Tj ET", ""),
            (
                "a hidden character without a glyph",
                |f| f.content += "BT /M 10 Tf 3 Tr 200 200 Td (\\001) Tj ET",
                "",
            ),
            (
                "a thin line",
                |f| f.content += ".2 w 100 100 m 200 100 l S",
                "line: expected at least 0.75 pt, found 0.20 pt (advice)",
            ),
            (
                "a thin filled line",
                |f| f.content += "100 100 100 .2 re f",
                "line: expected at least 0.75 pt, found 0.20 pt (advice)",
            ),
            ("a thick filled line", |f| f.content += "100 100 100 .8 re f", ""),
            ("a small filled block", |f| f.content += "100 100 .5 .2 re f", ""),
            (
                "a longer filled block",
                |f| f.content += "100 100 .7 .2 re f",
                "line: expected at least 0.75 pt, found 0.20 pt (advice)",
            ),
            (
                "a thin slanted filled line",
                |f| f.content += "100 100 m 200 200 l 200.2 200 l 100.2 100 l f",
                "line: expected at least 0.75 pt, found 0.14 pt (advice)",
            ),
            (
                "a short slanted filled line",
                |f| f.content += "100 100 m 108 108 l 108.2 108 l 100.2 100 l f",
                "",
            ),
            (
                "a thin curved filled line",
                |f| {
                    f.content +=
                        "100 100 m 120 110 140 110 160 100 c 140 110.3 120 110.3 100 100 c f"
                },
                "line: expected at least 0.75 pt, found 0.14 pt (advice)",
            ),
            (
                "a short curved filled line",
                |f| {
                    f.content +=
                        "100 100 m 105 102 110 102 115 100 c 110 102.3 105 102.3 100 100 c f"
                },
                "",
            ),
            (
                "a filled frame",
                |f| f.content += "100 100 100 100 re 100.2 100.2 99.6 99.6 re f*",
                "line: expected at least 0.75 pt, found 0.20 pt (advice)",
            ),
            (
                "a filled frame, inside first",
                |f| f.content += "100.2 100.2 99.6 99.6 re 100 100 100 100 re f*",
                "line: expected at least 0.75 pt, found 0.20 pt (advice)",
            ),
            ("a thick filled frame", |f| f.content += "100 100 100 100 re 110 110 80 80 re f*", ""),
            ("two blocks", |f| f.content += "100 100 100 100 re 220 100 100 100 re f*", ""),
            (
                "two slanted blocks",
                |f| f.content += "100 100 m 300 100 l 200 300 l h 199 120 2 2 re f",
                "",
            ),
            ("an empty block", |f| f.content += "100 100 0 0 re f", ""),
            (
                "a block without height",
                |f| f.content += "100 100 50 0 re f",
                "line: expected at least 0.75 pt, found 0.00 pt (advice)",
            ),
            (
                "colour",
                |f| f.content += "1 0 0 rg 100 100 50 50 re f",
                "colour: expected black ink only, found an area in colour",
            ),
            ("grey as colour", |f| f.content += ".5 .5 .5 rg 100 100 50 50 re f", ""),
            (
                "a light grey",
                |f| f.content += ".95 g 100 100 50 50 re f",
                "grey: expected at least 10 % black, found 5.0 % (advice)",
            ),
            (
                "a light grey of three",
                |f| f.content += ".95 .95 .95 rg 100 100 50 50 re f",
                "grey: expected at least 10 % black, found 5.0 % (advice)",
            ),
            ("white", |f| f.content += "1 g 100 100 50 50 re f", ""),
            (
                "much ink",
                |f| f.content += "1 1 1 1 k 100 100 50 50 re f",
                "colour: expected black ink only, found an area in colour",
            ),
            (
                "transparency",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "/E gs 100 100 50 50 re f";
                },
                "transparency: expected flattened pages, found transparency",
            ),
            (
                "blending",
                |f| {
                    f.resources += "/ExtGState << /E << /BM /Multiply >> >>";
                    f.content += "/E gs 100 100 50 50 re f";
                },
                "transparency: expected flattened pages, found transparency",
            ),
            (
                "a page that is turned",
                |f| f.page += "/Rotate 90",
                "boxes: expected an upright page without /UserUnit, found /Rotate or /UserUnit set",
            ),
            ("a page that is turned around", |f| f.page += "/Rotate 360", ""),
            (
                "a page of other units",
                |f| f.page += "/UserUnit 2",
                "boxes: expected an upright page without /UserUnit, found /Rotate or /UserUnit set",
            ),
            ("a page of usual units", |f| f.page += "/UserUnit 1", ""),
            (
                "an annotation",
                |f| f.page += "/Annots [<< /Subtype /Link >>]",
                "annotations: expected none, found 1 on a page",
            ),
            (
                "something that lacks",
                |f| f.content += "/X Do",
                "resources: expected everything that a page draws in the file, found a page that lacks the XObject resource X",
            ),
        ],
    );
}

#[test]
fn text_that_nobody_sees_is_found() {
    hold(
        File::found,
        &[
            (
                "white text",
                |f| f.content += "1 g BT /F 10 Tf 200 200 Td (A) Tj ET",
                "unseen text: expected text that can be seen, found text in the colour of what is below it",
            ),
            (
                "outlined white text",
                |f| f.content += "1 g 0 G BT /F 10 Tf 2 Tr 200 200 Td (A) Tj ET",
                "",
            ),
            (
                "white text on black",
                |f| f.content += "150 150 100 100 re f 1 g BT /F 10 Tf 200 200 Td (A) Tj ET",
                "",
            ),
            (
                "black text on black",
                |f| f.content += "150 150 100 100 re f BT /F 10 Tf 200 200 Td (A) Tj ET",
                "unseen text: expected text that can be seen, found text in the colour of what is below it",
            ),
            (
                "black text beside black",
                |f| f.content += "150 150 45 100 re f BT /F 10 Tf 200 200 Td (A) Tj ET",
                "",
            ),
            (
                "black text above black",
                |f| f.content += "150 150 100 48 re f BT /F 10 Tf 200 200 Td (A) Tj ET",
                "",
            ),
            (
                "hidden text on black",
                |f| f.content += "150 150 100 100 re f BT /F 10 Tf 3 Tr 200 200 Td (A) Tj ET",
                "invisible: expected no invisible text, found some",
            ),
            (
                "a space on black",
                |f| f.content += "150 150 100 100 re f BT /M 10 Tf 200 200 Td ( ) Tj ET",
                "",
            ),
            (
                "covered text",
                |f| f.content += "BT /F 10 Tf 200 200 Td (A) Tj ET 1 g 150 150 100 100 re f",
                "unseen text: expected text that can be seen, found text that is covered later",
            ),
            (
                "half covered text",
                |f| f.content += "BT /F 10 Tf 200 200 Td (A) Tj ET 1 g 150 150 53 100 re f",
                "",
            ),
            (
                "text under a thin line",
                |f| f.content += "BT /F 10 Tf 200 200 Td (A) Tj ET 1 G 2.9 w 150 204 m 250 204 l S",
                "",
            ),
            (
                "text under a thick line",
                |f| f.content += "BT /F 10 Tf 200 200 Td (A) Tj ET 1 G 12 w 150 204 m 250 204 l S",
                "unseen text: expected text that can be seen, found text that is covered later",
            ),
            (
                "text under a picture",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 >>", b"\xff"));
                    f.content +=
                        "BT /F 10 Tf 200 200 Td (A) Tj ET q 100 0 0 100 150 150 cm /P Do Q";
                },
                "unseen text: expected text that can be seen, found text that is covered later",
            ),
            (
                "text under a mask",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                        "<< /Subtype /Image /Width 1 /Height 1 /ImageMask true >>",
                        b"\xff",
                    ));
                    f.content +=
                        "BT /F 10 Tf 200 200 Td (A) Tj ET q 100 0 0 100 150 150 cm /P Do Q";
                },
                "",
            ),
            (
                "text under a picture with holes",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Mask [0 1] >>", b"\xff"));
                    f.content +=
                        "BT /F 10 Tf 200 200 Td (A) Tj ET q 100 0 0 100 150 150 cm /P Do Q";
                },
                "",
            ),
            (
                "text under glass",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "BT /F 10 Tf 200 200 Td (A) Tj ET /E gs 1 g 150 150 100 100 re f";
                },
                "transparency: expected flattened pages, found transparency",
            ),
            (
                "text under what is added",
                |f| {
                    f.resources += "/ExtGState << /E << /OP true >> >>";
                    f.content +=
                        "BT /F 10 Tf 200 200 Td (A) Tj ET /E gs 1 0 0 0 k 150 150 100 100 re f";
                },
                "colour: expected black ink only, found an area in colour",
            ),
            (
                "white that overprints black",
                |f| {
                    f.resources += "/ExtGState << /E << /OP true >> >>";
                    f.content += "150 150 100 100 re f /E gs 1 g 160 160 50 50 re f";
                },
                "overprint: expected white that covers, found white that is set to overprint",
            ),
            (
                "white that overprints paper",
                |f| {
                    f.resources += "/ExtGState << /E << /OP true >> >>";
                    f.content += "/E gs 1 g 160 160 50 50 re f";
                },
                "",
            ),
            (
                "white that overprints white",
                |f| {
                    f.resources += "/ExtGState << /E << /OP true >> >>";
                    f.content += "1 g 150 150 100 100 re f /E gs 160 160 50 50 re f";
                },
                "",
            ),
            (
                "black that overprints black",
                |f| {
                    f.resources += "/ExtGState << /E << /OP true >> >>";
                    f.content += "150 150 100 100 re f /E gs 160 160 50 50 re f";
                },
                "",
            ),
        ],
    );
}
