//! Files of one page that are changed in one thing: what a printer finds beside what it finds in the page itself, and
//! what breaks PDF/X. Not covers.

use super::pdfx::conformance;
use super::text::table;
use super::{PreflightError, Rule, inspect};
use crate::print::pdf::tests::written;
use crate::print::{Pdfx, Printer};

/// A page of 6 x 9 in with a line of text; what is changed in it.
struct File {
    content: String,
    /// More entries of the catalogue, of the page, of its resources, and of the trailer.
    catalog: String,
    page: String,
    resources: String,
    trailer: String,
    info: String,
    /// More objects, from 20 on.
    objects: Vec<(&'static str, &'static [u8])>,
    /// What stands in for other words of the file.
    swaps: Vec<(&'static str, &'static str)>,
}

/// Dates, title and version as PDF/X-1a asks for.
const INFO: &str = "/Title (A) /CreationDate (D:20260102) /ModDate (D:20260102) /Trapped /False
    /GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001)";

/// A program of a font; only the PDF knows that it is none.
const PROGRAM: &[u8] = b"program";

impl File {
    fn new() -> Self {
        let none = String::new;
        Self {
            content: "BT /F 10 Tf 200 300 Td (A) Tj ET\n".into(),
            catalog: none(),
            page: none(),
            resources: none(),
            trailer: none(),
            info: INFO.into(),
            objects: Vec::new(),
            swaps: Vec::new(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let catalog = format!(
            "<< /Type /Catalog /Pages 2 0 R /OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) \
             /RegistryName (http://www.color.org) >>] {} >>",
            self.catalog
        );
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /TrimBox [0 0 432 648] {} /Resources << \
             /Font << /F 5 0 R /G 8 0 R /M 9 0 R /T 10 0 R >> {} >> >>",
            self.page, self.resources
        );
        let info = format!("<< {} >>", self.info);
        let mut objects: Vec<(u32, &str, &[u8])> = vec![
            (1, &catalog, b""),
            (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 432 648] >>", b""),
            (3, &page, b""),
            (4, "<< >>", self.content.as_bytes()),
            (5, "<< /Type /Font /Subtype /Type1 /BaseFont /F /FontDescriptor 6 0 R >>", b""),
            (6, "<< /Type /FontDescriptor /FontFile 7 0 R >>", b""),
            (7, "<< >>", PROGRAM),
            (8, "<< /Type /Font /Subtype /Type1 /BaseFont /G >>", b""),
            (
                9,
                "<< /Type /Font /Subtype /TrueType /BaseFont /M /FontDescriptor 16 0 R /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /uni4E00 /uniFEFF /uni2029 /uni0007 32 /uni4E01] >> >>",
                b"",
            ),
            (
                10,
                "<< /Type /Font /Subtype /Type3 /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /Widths [500] /Encoding << /Differences [65 /a] >> /CharProcs << /a 11 0 R >> >>",
                b"",
            ),
            (11, "<< >>", b"500 0 d0 0 0 400 700 re f"),
            (12, "<< /FunctionType 2 /Domain [0 1] /N 1 >>", b""),
            (13, &info, b""),
            (16, "<< /Type /FontDescriptor /FontFile2 17 0 R >>", b""),
            (17, "<< >>", include_bytes!("../../../templates/fonts/SourceSerif4-Regular.ttf")),
        ];
        objects.extend((20..).zip(&self.objects).map(|(n, (dict, data))| (n, *dict, *data)));
        let trailer = format!("/Info 13 0 R /ID [<01> <02>] {}", self.trailer);
        let mut bytes = written(&objects, &trailer);
        for (from, to) in &self.swaps {
            assert_eq!(from.len(), to.len());
            let at = bytes.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        }
        bytes
    }

    /// The findings of KDP.
    fn found(&self) -> Vec<String> {
        let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
        match inspect(&self.bytes(), &terms) {
            Err(e) => vec![e.to_string()],
            Ok(report) => report
                .findings
                .iter()
                // What breaks the standard that the file claims is asked below.
                .filter(|finding| finding.rule != Rule::Pdfx)
                .map(|finding| {
                    let advice = if finding.unsettled.is_some() { " (advice)" } else { "" };
                    format!("{}: {}{advice}", finding.rule, finding.what)
                })
                .collect(),
        }
    }

    fn breaches(&self, pdfx: Pdfx) -> Vec<String> {
        match conformance(&self.bytes(), pdfx) {
            Err(e) => vec![e.to_string()],
            Ok(found) => {
                let said = found.breaches.iter().map(|b| format!("{} {}", b.clause, b.what));
                said.collect()
            }
        }
    }
}

/// A name, a change, and what is found more than in the unchanged file, a line each.
type Case = (&'static str, fn(&mut File), &'static str);

fn hold(found: impl Fn(&File) -> Vec<String>, cases: &[Case]) {
    let usual = found(&File::new());
    assert!(!usual.iter().any(|said| said.contains("cannot be read")), "{usual:?}");
    let mut wrong = String::new();
    for (what, change, expected) in cases {
        let mut file = File::new();
        change(&mut file);
        let mut found = found(&file);
        found.retain(|said| !usual.contains(said));
        let found = found.join("\n");
        if found != *expected {
            wrong += &format!("{what:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

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

#[test]
fn what_a_file_has_beside_its_pages_is_found() {
    hold(
        File::found,
        &[
            (
                "a script",
                |f| f.catalog += "/Names << /JavaScript << >> >>",
                "scripts: expected no scripts and actions, found JavaScript",
            ),
            (
                "an action",
                |f| f.catalog += "/OpenAction << /S /Launch >>",
                "scripts: expected no scripts and actions, found the action Launch when it is opened",
            ),
            ("an action that shows a page", |f| f.catalog += "/OpenAction << /S /GoTo >>", ""),
            (
                "an action of the file",
                |f| f.catalog += "/AA << /WC << /S /JavaScript >> >>",
                "scripts: expected no scripts and actions, found actions of the file or of a page",
            ),
            (
                "an action of a page",
                |f| f.page += "/AA << /O << /S /JavaScript >> >>",
                "scripts: expected no scripts and actions, found actions of the file or of a page",
            ),
            (
                "an attachment",
                |f| f.catalog += "/Names << /EmbeddedFiles << >> >>",
                "attachments: expected no attached files, found some",
            ),
            (
                "a collection",
                |f| f.catalog += "/Collection << >>",
                "attachments: expected no attached files, found some",
            ),
            (
                "an associated file",
                |f| f.catalog += "/AF []",
                "attachments: expected no attached files, found some",
            ),
            ("a layer", |f| f.catalog += "/OCProperties << /OCGs [20 0 R] /D << >> >>", ""),
            (
                "a hidden layer",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R] /D << /OFF [20 0 R] >> >>",
                "layers: expected no hidden layers, found 1",
            ),
            (
                "layers that are off",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R 21 0 R] /D << /BaseState /OFF /ON [20 0 R] >> >>",
                "layers: expected no hidden layers, found 1",
            ),
            (
                "layers that are on",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R 21 0 R] /D << /BaseState /ON /ON [20 0 R] >> >>",
                "",
            ),
            (
                "a layer that is not printed",
                |f| {
                    f.catalog += "/OCProperties << /OCGs [20 0 R] /D << >> >>";
                    f.objects.push(("<< /Usage << /Print << /PrintState /OFF >> >> >>", b""));
                },
                "layers: expected no hidden layers, found 1",
            ),
        ],
    );
}

#[test]
fn pictures_print_where_they_are_not_white() {
    // A picture of 2 x 2 dots at the edge of the page: white dots do not count.
    macro_rules! picture {
        ($entries:literal, $data:literal) => {
            |f: &mut File| {
                f.resources += "/XObject << /P 20 0 R >>";
                f.objects.push((
                    concat!("<< /Subtype /Image /Width 2 /Height 2 ", $entries, " >>"),
                    $data,
                ));
                f.content += "q .4 0 0 .4 200 0 cm /P Do Q";
            }
        };
    }
    hold(
        File::found,
        &[
            (
                "black",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "white",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xff\xff\xff\xff"),
                "",
            ),
            (
                "nearly white",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xf8\xf8\xf8\xf8"),
                "",
            ),
            (
                "light",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xf7\xf7\xf7\xf7"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ngrey: expected at least 10 % black, found 3.1 % (advice)",
            ),
            (
                "turned round",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]", b"\0\0\0\0"),
                "",
            ),
            (
                "not turned",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 1]", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of another map",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 .5]", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "of one bit",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 1", b"\x40\x40"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of four bits",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 4", b"\xff\x8f"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "of two bytes",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 16",
                    b"\xff\xff\xff\xff\x80\0\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "red",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\xff\0\0\xff\0\0\xff\0\0\xff\0\0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "grey of three",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "hardly coloured",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x8c\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "a little coloured",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\x80\x80\x8d\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "light of three",
                picture!(
                    "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                    b"\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8\xf8"
                ),
                "",
            ),
            (
                "black of four",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\0\0\0\xff\0\0\0\xff\0\0\0\xff\0\0\0\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "dark of four",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\x08\x08\x08\x10\x08\x08\x08\x10\x08\x08\x08\x10\x08\x08\x08\x10"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ngrey: expected at least 10 % black, found 9.4 % (advice)",
            ),
            (
                "much ink",
                picture!(
                    "/ColorSpace /DeviceCMYK /BitsPerComponent 8",
                    b"\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "a mask",
                picture!("/ImageMask true", b"\x40\x40"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "an index of greys",
                picture!(
                    "/ColorSpace [/Indexed /DeviceGray 1 <ff00>] /BitsPerComponent 1",
                    b"\xc0\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "an index of dark greys",
                picture!(
                    "/ColorSpace [/Indexed /DeviceGray 1 <00ff>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it",
            ),
            (
                "an index of colours",
                picture!(
                    "/ColorSpace [/Indexed /DeviceRGB 1 <ff0000ffffff>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "an index of inks",
                picture!(
                    "/ColorSpace [/Indexed /DeviceCMYK 1 <ff00000000000000>] /BitsPerComponent 1",
                    b"\x40\xc0"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 17.8 pt into it\ncolour: expected black ink only, found a picture in colour",
            ),
            (
                "an index in a stream",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                "<< /Subtype /Image /Width 2 /Height 2 /ColorSpace [/Indexed /DeviceGray 1 21 0 R] /BitsPerComponent 1 >>",
                b"\xc0\xc0",
            ));
                    f.objects.push(("<< >>", b"\xff\x00"));
                    f.content += "q .4 0 0 .4 200 0 cm /P Do Q";
                },
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it",
            ),
            (
                "packed",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
                    b"\xff\xff\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "with parameters",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor 1 >>",
                    b"\xff\xff\xff\xff"
                ),
                "",
            ),
            (
                "with differences",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor 2 >>",
                    b"\xff\xff\xff\xff"
                ),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "with parameters of nothing",
                picture!(
                    "/ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms null",
                    b"\xff\xff\xff\xff"
                ),
                "",
            ),
            (
                "too short",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8", b"\xff\xff\xff"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it (advice)",
            ),
            (
                "soft",
                picture!("/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 20 0 R", b"\0\0\0\0"),
                "safe area: expected 0.250 in (18.0 pt) clear at the bottom, found a picture 18.0 pt into it\ntransparency: expected flattened pages, found transparency",
            ),
            (
                "coarse",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 >>", b"\0\0\0\0"));
                    f.content += "q 20 0 0 .4 200 200 cm /P Do Q";
                },
                "images: expected at least 300 dpi, found 7 dpi",
            ),
            (
                "without width",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 >>", b"\0\0\0\0"));
                    f.content += "q 0 0 0 20 200 200 cm /P Do Q";
                },
                "",
            ),
        ],
    );
}

#[test]
fn what_breaks_the_first_standard_is_found() {
    hold(
        |file| file.breaches(Pdfx::X1a),
        &[
            ("nothing", |_| {}, ""),
            (
                "no identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01>     ]")),
                "6.2 expected a file identifier of two strings, found none",
            ),
            (
                "an empty identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01> <>  ]")),
                "6.2 expected a file identifier of two strings, found none",
            ),
            (
                "a later version",
                |f| f.swaps.push(("%PDF-1.3", "%PDF-1.4")),
                "6.2 expected PDF 1.3 or lower, found 1.4",
            ),
            (
                "a later version of the catalogue",
                |f| f.catalog += "/Version /1.7",
                "6.2 expected PDF 1.3 or lower, found 1.7",
            ),
            (
                "a layer",
                |f| f.catalog += "/OCProperties << >>",
                "6.2 expected no layers, which PDF 1.3 lacks, found /OCProperties",
            ),
            (
                "another version",
                |f| f.swaps.push(("PDF/X-1:2001", "PDF/X-1:2003")),
                "6.8 expected /GTS_PDFXVersion (PDF/X-1:2001), found PDF/X-1:2003",
            ),
            (
                "another conformance",
                |f| f.swaps.push(("PDF/X-1a:2001", "PDF/X-1a:2003")),
                "6.8 expected /GTS_PDFXConformance (PDF/X-1a:2001), found PDF/X-1a:2003",
            ),
            ("no title", |f| f.swaps.push(("/Title (A)", "/Title ( )")), ""),
            (
                "no date",
                |f| f.swaps.push(("/ModDate (D:20260102)", "/ModDate (X:20260102)")),
                "6.8 expected a /ModDate such as D:20260102030405Z, found X:20260102",
            ),
            (
                "half a date",
                |f| f.swaps.push(("/ModDate (D:20260102)", "/ModDate (D:202     )")),
                "6.8 expected a /ModDate such as D:20260102030405Z, found D:202     ",
            ),
            (
                "no word on trapping",
                |f| f.swaps.push(("/Trapped /False", "/Trapped /Doubt")),
                "6.7 expected /Trapped /True or /Trapped /False, found /Doubt",
            ),
            ("trapped", |f| f.swaps.push(("/Trapped /False", "/Trapped /True ")), ""),
            (
                "another intent",
                |f| f.swaps.push(("/S /GTS_PDFX ", "/S /GTS_PDFA ")),
                "6.3 expected one output intent with /S /GTS_PDFX, found 0",
            ),
            (
                "no condition",
                |f| f.swaps.push(("/OutputConditionIdentifier", "/OutputConditionWhatever__")),
                "6.3 expected an /OutputConditionIdentifier, found none",
            ),
            (
                "another registry",
                |f| f.swaps.push(("www.color.org", "www.colour.or")),
                "6.3 expected an output profile, or a condition of the registry http://www.color.org, found http://www.colour.or",
            ),
            (
                "a script",
                |f| f.catalog += "/Names << /JavaScript << >> >>",
                "6.20 expected no JavaScript, found some",
            ),
            (
                "a file",
                |f| f.catalog += "/Names << /EmbeddedFiles << >> >>",
                "6.5 expected no embedded files, found /EmbeddedFiles",
            ),
            (
                "an action",
                |f| f.catalog += "/OpenAction << >>",
                "6.20 expected no action when the file is opened, found /OpenAction",
            ),
            ("a page to open", |f| f.catalog += "/OpenAction [3 0 R /Fit]", ""),
            (
                "actions",
                |f| f.catalog += "/AA << >>",
                "6.20 expected no actions, found /AA of the file",
            ),
            (
                "a bookmark with an action",
                |f| f.objects.push(("<< /Title (A) /Parent 1 0 R /A << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            (
                "something with a title and an action",
                |f| f.objects.push(("<< /Title (A) /A << >> >>", b"")),
                "",
            ),
            (
                "a child with an action",
                |f| f.objects.push(("<< /Parent 1 0 R /A << >> >>", b"")),
                "",
            ),
            ("a bookmark", |f| f.objects.push(("<< /Title (A) /Parent 1 0 R >>", b"")), ""),
            (
                "a field with an action",
                |f| f.objects.push(("<< /FT /Tx /A << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            (
                "a field with actions",
                |f| f.objects.push(("<< /FT /Tx /AA << >> >>", b"")),
                "6.20 expected no bookmarks and form fields with actions, found an action",
            ),
            ("a field", |f| f.objects.push(("<< /FT /Tx >>", b"")), ""),
            (
                "a stream elsewhere",
                |f| f.objects.push(("<< /F (a) >>", b"x")),
                "6.5 expected every stream inside the file, found one in another file",
            ),
            (
                "an old filter",
                |f| f.objects.push(("<< /Filter /LZWDecode >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /LZWDecode",
            ),
            (
                "an old filter among others",
                |f| f.objects.push(("<< /Filter [/ASCIIHexDecode /LZW] >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /LZW",
            ),
            (
                "a new filter",
                |f| f.objects.push(("<< /Filter /JPXDecode >>", b"x")),
                "6.6 expected filters of PDF 1.3, found /JPXDecode",
            ),
            (
                "an encrypted stream",
                |f| f.objects.push(("<< /Filter /Crypt >>", b"x")),
                "6.6 expected no LZW compression and no encrypted streams, found /Crypt",
            ),
            // Boxes and annotations.
            (
                "two finished boxes",
                |f| f.page += "/ArtBox [0 0 432 648]",
                "6.9 expected either a TrimBox or an ArtBox, found both",
            ),
            (
                "no finished box",
                |f| f.swaps.push(("/TrimBox", "/NoneBox")),
                "6.9 expected either a TrimBox or an ArtBox, found neither",
            ),
            ("an art box alone", |f| f.swaps.push(("/TrimBox", "/ArtBox ")), ""),
            (
                "a finished box beyond the page",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 433 648]")),
                "6.9 expected a TrimBox or ArtBox inside the MediaBox, found one beyond it",
            ),
            (
                "a finished box at the edge",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 431 648]")),
                "",
            ),
            (
                "a finished box beyond its bleed",
                |f| f.page += "/BleedBox [1 0 432 648]",
                "6.9 expected a TrimBox or ArtBox inside the BleedBox, found one beyond it",
            ),
            (
                "a finished box beyond its crop",
                |f| f.page += "/CropBox [1 0 432 648]",
                "6.9 expected a TrimBox or ArtBox inside the CropBox, found one beyond it",
            ),
            (
                "bleed beyond the page",
                |f| f.page += "/BleedBox [-1 0 432 648]",
                "6.9 expected a BleedBox inside the MediaBox, found one beyond it",
            ),
            (
                "an annotation",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [9 9 19 19] >>]",
                "6.19 expected annotations outside the bleed only, found /Text inside",
            ),
            (
                "an annotation outside",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [432 9 450 19] >>]",
                "",
            ),
            (
                "an annotation above",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [9 648 19 660] >>]",
                "",
            ),
            (
                "an annotation at the edge",
                |f| f.page += "/Annots [<< /Subtype /Text /Rect [431.98 9 450 19] >>]",
                "6.19 expected annotations outside the bleed only, found /Text inside",
            ),
            ("a trap", |f| f.page += "/Annots [<< /Subtype /TrapNet /Rect [9 9 19 19] >>]", ""),
            (
                "an annotation with an action",
                |f| f.page += "/Annots [<< /Subtype /Text /A << >> /Rect [440 9 450 19] >>]",
                "6.20 expected no annotations with actions, found one",
            ),
            (
                "a mark in the bleed",
                |f| f.swaps.push(("/TrimBox [0 0 432 648]", "/TrimBox [0 0 400 648]")),
                "",
            ),
            (
                "actions of a page",
                |f| f.page += "/AA << >>",
                "6.20 expected no actions, found /AA of a page",
            ),
            (
                "a separated page",
                |f| f.page += "/SeparationInfo << >>",
                "6.2 expected pages that are not separated into inks, found /SeparationInfo",
            ),
            (
                "a group",
                |f| f.page += "/Group << /S /Transparency >>",
                "6.2 expected no transparency, which PDF 1.3 lacks, found a transparency group",
            ),
            ("steps", |f| f.page += "/PresSteps << >>", ""),
            // What is drawn.
            ("grey", |f| f.content += ".5 g .5 G", ""),
            (
                "red",
                |f| f.content += "1 0 0 rg",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "red lines",
                |f| f.content += "1 0 0 RG",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("inks", |f| f.content += "1 0 0 0 k", ""),
            (
                "a space of three",
                |f| f.content += "/DeviceRGB cs",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("a space of one", |f| f.content += "/DeviceGray cs /DeviceCMYK CS", ""),
            (
                "an index of three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Indexed /DeviceRGB 1 <000000ffffff>] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a spot in three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Separation /Gold /DeviceRGB 12 0 R] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a spot in four",
                |f| {
                    f.resources += "/ColorSpace << /S [/Separation /Gold /DeviceCMYK 12 0 R] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "a calibrated space",
                |f| {
                    f.resources += "/ColorSpace << /S [/CalRGB << >>] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /CalRGB",
            ),
            (
                "a pattern of three",
                |f| {
                    f.resources += "/ColorSpace << /S [/Pattern /DeviceRGB] >>";
                    f.content += "/S cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            ("a pattern", |f| f.content += "/Pattern cs", ""),
            // Resources whose names are those of families.
            (
                "a space named Indexed",
                |f| {
                    f.resources += "/ColorSpace << /Indexed /DeviceRGB >>";
                    f.content += "/Indexed cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a space named Separation",
                |f| {
                    f.resources += "/ColorSpace << /Separation /DeviceRGB >>";
                    f.content += "/Separation cs";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a space named CalRGB",
                |f| {
                    f.resources += "/ColorSpace << /CalRGB /DeviceGray >>";
                    f.content += "/CalRGB cs";
                },
                "",
            ),
            (
                "a space named Pattern",
                |f| {
                    f.resources += "/ColorSpace << /Pattern /DeviceRGB >>";
                    f.content += "/Pattern cs";
                },
                "",
            ),
            (
                "a space that calls itself",
                |f| {
                    f.resources += "/ColorSpace << /S [/Indexed /S 1 <00>] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "a shading of three",
                |f| {
                    f.resources += "/Shading << /S << /ColorSpace /DeviceRGB >> >>";
                    f.content += "/S sh";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a pattern with a shading of three",
                |f| {
                    f.resources += "/Pattern << /S << /Shading << /ColorSpace /DeviceRGB >> >> >>";
                    f.content += "/Pattern cs /S scn";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a cell of three",
                |f| {
                    f.resources += "/Pattern << /S 20 0 R >>";
                    f.objects.push(("<< /PatternType 1 >>", b"1 0 0 rg"));
                    f.content += "/Pattern cs /S scn /S scn";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a picture of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /ColorSpace /DeviceRGB >>", b"x"));
                    f.content += "/P Do";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a mask of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                        "<< /Subtype /Image /ImageMask true /ColorSpace /DeviceRGB >>",
                        b"x",
                    ));
                    f.content += "/P Do";
                },
                "",
            ),
            (
                "a soft picture",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMask 20 0 R >>", b"x"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a picture with a soft mask",
            ),
            (
                "a picture with its own softness",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMaskInData 1 >>", b"x"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a picture with a soft mask",
            ),
            (
                "a picture without",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Image /SMaskInData 0 >>", b"x"));
                    f.content += "/P Do";
                },
                "",
            ),
            (
                "another picture for the printer",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push((
                        "<< /Subtype /Image /Alternates [<< /DefaultForPrinting true >>] >>",
                        b"x",
                    ));
                    f.content += "/P Do";
                },
                "6.18 expected no alternate picture that is printed instead, found one",
            ),
            (
                "a picture in the content of three",
                |f| f.content += "BI /W 1 /H 1 /CS /RGB ID x EI",
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a picture in the content with an old filter",
                |f| f.content += "BI /W 1 /H 1 /F /LZW ID x EI",
                "6.6 expected no LZW compression and no encrypted streams, found /LZW",
            ),
            (
                "a form of three",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form >>", b"1 0 0 rg"));
                    f.content += "/P Do /P Do";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "a form that blends",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Group << /S /Transparency >> >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found a transparency group",
            ),
            (
                "a form elsewhere",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Ref << >> /OPI << >> >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.5 expected no forms that stand for other files (/Ref), found /Ref\n6.13 expected no references to other files (/OPI), found /OPI",
            ),
            (
                "a program",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /PS >>", b"x"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a program in a form",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /Subtype2 /PS >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a program beside a form",
                |f| {
                    f.resources += "/XObject << /P 20 0 R >>";
                    f.objects.push(("<< /Subtype /Form /PS 20 0 R >>", b"0 g"));
                    f.content += "/P Do";
                },
                "6.11 expected no PostScript, found a form of it",
            ),
            (
                "a font that is not embedded",
                |f| f.content += "BT /G 10 Tf ET",
                "6.4 expected every font in the file, found G",
            ),
            (
                "a glyph of three",
                |f| {
                    f.swaps.push(("0 0 400 700 re f", "1 0 0 rg 9 re f "));
                    f.content += "BT /T 10 Tf ET";
                },
                "6.3 expected only grey, CMYK and spot colours, found /DeviceRGB",
            ),
            (
                "an unknown operator",
                |f| f.content += "1 0 0 xyz",
                "6.21 expected operators of PDF only, found xyz",
            ),
            ("an intent", |f| f.content += "/Perceptual ri", ""),
            (
                "an unknown intent",
                |f| f.content += "/Pretty ri",
                "6.10 expected one of the four rendering intents, found /Pretty",
            ),
            (
                "glass",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "/E gs";
                },
                "6.2 expected no transparency, which PDF 1.3 lacks, found /ca",
            ),
        ],
    );
}

#[test]
fn what_breaks_the_fourth_standard_is_found() {
    hold(
        |file| file.breaches(Pdfx::X4),
        &[
            (
                "red",
                |f| f.content += "1 0 0 rg",
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceRGB",
            ),
            ("inks", |f| f.content += "1 0 0 0 k", ""),
            (
                "a default for red",
                |f| {
                    f.resources += "/ColorSpace << /DefaultRGB [/CalRGB << >>] >>";
                    f.content += "1 0 0 rg";
                },
                "",
            ),
            (
                "a calibrated space",
                |f| {
                    f.resources += "/ColorSpace << /S [/CalRGB << >>] >>";
                    f.content += "/S cs";
                },
                "",
            ),
            (
                "glass",
                |f| {
                    f.resources += "/ExtGState << /E << /ca .5 >> >>";
                    f.content += "/E gs";
                },
                "",
            ),
            (
                "steps",
                |f| f.page += "/PresSteps << >>",
                "6.22 expected no alternative presentations, found /PresSteps",
            ),
            ("a new filter", |f| f.objects.push(("<< /Filter /JPXDecode >>", b"x")), ""),
            ("a file", |f| f.catalog += "/Names << /EmbeddedFiles << >> >>", ""),
            (
                "a later version",
                |f| f.swaps.push(("%PDF-1.3", "%PDF-1.7")),
                "6.1 expected PDF 1.6 or lower, found 1.7",
            ),
            (
                "no identifier",
                |f| f.swaps.push(("/ID [<01> <02>]", "/ID [<01>     ]")),
                "6.10 expected a file identifier of two strings, found none",
            ),
        ],
    );
}

/// The beginning of a profile of an output device, for these colours.
macro_rules! profile {
    ($space:literal, $class:literal, $sign:literal) => {
        concat!("0123456789ab", $class, $space, "0123456789abcdef", $sign).as_bytes()
    };
}

/// An intent with a profile in the place of the name of a registry.
fn with_profile(file: &mut File, profile: &'static [u8], entries: &'static str) {
    file.swaps
        .push(("/RegistryName (http://www.color.org)", "/DestOutputProfile 20 0 R /Info (ab)"));
    file.objects.push((entries, profile));
}

#[test]
fn device_colours_are_those_of_the_intent() {
    hold(
        |file| file.breaches(Pdfx::X4),
        &[
            ("four", |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< /N 4 >>"), ""),
            ("three", |f| with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>"), ""),
            ("one", |f| with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>"), ""),
            (
                "two",
                |f| with_profile(f, profile!("2CLR", "prtr", "acsp"), "<< /N 2 >>"),
                "6.4 expected an output profile for grey, RGB or CMYK, found 2CLR\n6.4 expected an output profile with the /N of its colours, found 2",
            ),
            (
                "another number",
                |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< /N 3 >>"),
                "6.4 expected an output profile with the /N of its colours, found 3",
            ),
            ("no number", |f| with_profile(f, profile!("CMYK", "prtr", "acsp"), "<< >>"), ""),
            (
                "a screen",
                |f| with_profile(f, profile!("RGB ", "mntr", "acsp"), "<< /N 3 >>"),
                "6.4 expected an ICC profile of an output device (prtr), found mntr",
            ),
            (
                "no profile",
                |f| with_profile(f, profile!("RGB ", "prtr", "nope"), "<< /N 3 >>"),
                "6.4 expected an ICC profile of an output device (prtr), found data without the sign of a profile (acsp)",
            ),
            (
                "grey on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "0 g";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceGray",
            ),
            (
                "a space of grey on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "/DeviceGray cs";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceGray",
            ),
            (
                "inks on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "0 0 0 1 k";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
            (
                "a space of inks on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "/DeviceCMYK cs";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
            (
                "red on three",
                |f| {
                    with_profile(f, profile!("RGB ", "prtr", "acsp"), "<< /N 3 >>");
                    f.content += "1 0 0 rg";
                },
                "",
            ),
            (
                "grey on one",
                |f| {
                    with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>");
                    f.content += "0 g";
                },
                "",
            ),
            (
                "inks on one",
                |f| {
                    with_profile(f, profile!("GRAY", "prtr", "acsp"), "<< /N 1 >>");
                    f.content += "0 0 0 1 k";
                },
                "6.4 expected device colours of the output intent, or a default space for them, found /DeviceCMYK",
            ),
        ],
    );
}

#[test]
fn a_broken_claim_is_told_with_its_first_clause() {
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    let told = |file: &File| {
        let report = inspect(&file.bytes(), &terms).unwrap();
        let claim = report.findings.into_iter().find(|finding| finding.rule == Rule::Pdfx);
        claim.map(|finding| finding.what)
    };
    let mut file = File::new();
    assert_eq!(told(&file), None);
    file.content += "1 0 0 rg ";
    let first = "of clause 6.3: expected only grey, CMYK and spot colours, found /DeviceRGB (preflight --pdfx 1a lists all)";
    let claim = "expected PDF/X-1a:2001, which the file claims to be, found";
    assert_eq!(told(&file), Some(format!("{claim} 1 breach; the first, {first}")));
    file.content += "xyz";
    assert_eq!(told(&file), Some(format!("{claim} 2 breaches; the first, {first}")));
    let found = conformance(&file.bytes(), Pdfx::X1a).unwrap();
    let refusal = found.refusal("a.pdf".as_ref()).unwrap();
    assert!(refusal.contains("2 "), "{refusal}");
}

#[test]
fn a_damaged_page_is_named() {
    let mut file = File::new();
    file.content += "/L Do";
    file.resources += "/XObject << /L 20 0 R >>";
    file.objects.push(("<< /Subtype /Form >>", b"/L Do"));
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    assert_eq!(inspect(&file.bytes(), &terms), Err(PreflightError::Endless(1)));
    let once = "/L Do ".repeat(13);
    let deep = File { content: once, ..File::new() };
    assert!(conformance(&deep.bytes(), Pdfx::X1a).is_ok());
    let missing = File { swaps: vec![("/Contents 4 0 R", "/Contents 9 9 R")], ..File::new() };
    assert_eq!(inspect(&missing.bytes(), &terms), Err(PreflightError::Page(1)));
}

#[test]
fn pages_are_told_in_ranges() {
    for (pages, expected) in [
        (&[][..], "file"),
        (&[3], "3"),
        (&[1, 2], "1-2"),
        (&[1, 2, 3, 4, 9, 12, 13], "1-4, 9, 12-13"),
        (&[1, 3, 5, 7, 9, 11], "1, 3, 5, 7, 9, 11"),
        (&[1, 3, 5, 7, 9, 11, 13, 14], "1, 3, 5, 7, 9, 11, ... (8 pages)"),
    ] {
        let told = table("rule", [pages].into_iter(), [("it".to_owned(), "what")].into_iter());
        let width = expected.len().max(5);
        assert_eq!(told, format!("rule  {:width$}  what\nit  {expected:width$}  what\n", "pages"));
    }
}
