//! Files of one page that are changed in one thing: what a printer finds beside what it finds in the page itself, and
//! what breaks PDF/X. Not covers.

mod files;
mod marks;
mod pdfx;
mod pictures;

use super::pdfx::conformance;
use super::{Rule, inspect};
use crate::print::pdf::tests::{same, written};
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
    /// Words of the file, and as many others that replace them.
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
            (17, "<< >>", include_bytes!("../../../../templates/fonts/SourceSerif4-Regular.ttf")),
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
    same(cases.iter().map(|(what, change, expected)| {
        let mut file = File::new();
        change(&mut file);
        let mut found = found(&file);
        found.retain(|said| !usual.contains(said));
        (format!("{what:?}"), expected.to_string(), found.join("\n"))
    }));
}
