//! Checks whether a printer would accept a PDF of any program. Owns the figures of printers, the
//! size of covers and the rules that a file must keep. Knows no Sudoku and no book, reads no file
//! and repairs nothing.
//!
//! A [`Printer`] has the figures of a printing house, each with its source. [`Printer::terms`]
//! selects those for one trim size and paper, a [`PrintSpec`]. [`inspect`] compares the pages of a
//! PDF with them, [`inspect_cover`] a cover, whose size a [`CoverSheet`] computes, and
//! [`conformance`] compares a file with PDF/X. Lengths are in points, 72 to the inch.
//!
//! ```
//! use sudoku_press_preflight::{Printer, Rule, inspect};
//!
//! let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents 4 0 R >>";
//! let mut pdf = b"%PDF-1.4\n".to_vec();
//! let mut at = Vec::new();
//! for (number, object) in (1..).zip([
//!     "<< /Type /Catalog /Pages 2 0 R >>",
//!     "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
//!     page,
//!     "<< /Length 20 >>\nstream\n0 g 0 0 20 20 re f  \nendstream",
//! ]) {
//!     at.push(pdf.len());
//!     pdf.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
//! }
//! let start = pdf.len();
//! pdf.extend(b"xref\n0 5\n0000000000 65535 f \n");
//! at.iter().for_each(|at| pdf.extend(format!("{at:010} 00000 n \n").bytes()));
//! pdf.extend(format!("trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF").bytes());
//!
//! // One page of 6 by 9 inches with a black square in a corner: KDP prints more pages, and wants
//! // margins.
//! let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
//! let report = inspect(&pdf, &kdp)?;
//! assert_eq!(report.pages, 1);
//! let rules: Vec<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
//! assert!(rules.contains(&Rule::PageCount));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clauses;
mod file;
mod finding;
mod marks;
mod page;
mod pdfx;
mod pixels;
mod print_spec;
mod printer;
mod rule;
mod rules;
mod sheet;
mod template;
mod trim;
mod visibility;
mod xmp;

pub use finding::{PreflightFinding, PreflightReport};
pub use pdf_reader::{PdfError, WalkError, booklet_sides};
pub use pdfx::Pdfx;
pub use print_spec::PrintSpec;
pub use printer::{
    Barcode, BarcodePlacement, CoverRules, Inks, Medium, PageSize, Printer, SIZE_TOLERANCE,
};
pub use rule::Rule;
pub use sheet::{CoverSheet, SheetPlacement, Spine, front_only};
pub use template::CoverTemplate;
pub use trim::{INCH, MM, Trim, TrimError};

use clauses::{AppliesTo, PdfxEdition};
use finding::Findings;
use page::ImageReader;
use pdf_reader::Dict;
use rules::RuleChecker;

/// Checks the finished PDF of a book's pages against a printer's requirements.
///
/// # Errors
/// [`PdfError`] when the file cannot be read. Broken rules are findings in the report, not errors.
pub fn inspect(pdf: &[u8], spec: &PrintSpec) -> Result<PreflightReport, PdfError> {
    examine(pdf, spec, None)
}

/// Checks the finished PDF of a book's cover against a printer's requirements and the measures of
/// the cover sheet.
///
/// # Errors
/// The errors of [`inspect`].
///
/// ```
/// use sudoku_press_preflight::{CoverSheet, PdfError, Printer, inspect_cover};
/// let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
/// let sheet = CoverSheet::new(&kdp, 200, None)?;
/// let report = inspect_cover(b"a picture", &kdp, &sheet);
/// assert!(matches!(report, Err(PdfError::Broken(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inspect_cover(
    pdf: &[u8],
    spec: &PrintSpec,
    cover: &CoverSheet,
) -> Result<PreflightReport, PdfError> {
    examine(pdf, spec, Some(cover))
}

/// Checks a PDF against a standard of PDF/X, clause by clause.
///
/// # Errors
/// The errors of [`inspect`].
///
/// ```
/// use sudoku_press_preflight::{PdfError, Pdfx, conformance};
/// let report = conformance(b"a picture", Pdfx::X1a);
/// assert!(matches!(report, Err(PdfError::Broken(_))));
/// ```
pub fn conformance(pdf: &[u8], pdfx: Pdfx) -> Result<PreflightReport, PdfError> {
    let document = pdf_reader::open(pdf)?;
    let edition = PdfxEdition::of_document(&document, pdfx);
    let (mut findings, mut ink) = (Findings::default(), Vec::new());
    if pdf_reader::is_encrypted(&document) {
        clauses::encrypted(&mut findings);
    } else {
        let mut usages = Vec::new();
        let mut images = ImageReader::new(&document);
        page::walk(&document, |_, _, mut drawing| {
            ink.push(images.max_ink(&mut drawing));
            usages.push(drawing.usages);
            Ok(())
        })?;
        clauses::check(&mut findings, &document, &usages, pdfx, AppliesTo::Own);
    }
    Ok(PreflightReport {
        judge: edition.name().to_owned(),
        terms: format!("({})", edition.source()),
        pages: pdf_reader::pages(&document).count(),
        ink,
        findings: findings.findings(),
    })
}

/// Returns the most frequent size of the finished pages of a PDF.
///
/// # Errors
/// [`PdfError`] when the file cannot be read or has no pages.
///
/// ```
/// use sudoku_press_preflight::{PdfError, page_size};
/// assert!(matches!(page_size(b"a picture"), Err(PdfError::Broken(_))));
/// ```
pub fn page_size(pdf: &[u8]) -> Result<PageSize, PdfError> {
    let document = pdf_reader::open(pdf)?;
    let mut sizes: Vec<(PageSize, usize)> = Vec::new();
    for id in pdf_reader::pages(&document) {
        let page = Dict::page(&document, id);
        let trim = page.rect(b"TrimBox");
        let Some(shown) = trim.or_else(|| page.page_box(b"MediaBox")) else { continue };
        let size = PageSize::new(shown.width(), shown.height(), trim.is_some());
        match sizes.iter().position(|(known, _)| known.is_same(&size)) {
            Some(at) => sizes[at].1 += 1,
            None if sizes.len() < MAX_SIZES => sizes.push((size, 1)),
            None => {}
        }
    }
    // The first of equally frequent sizes.
    match sizes.into_iter().rev().max_by_key(|(_, count)| *count) {
        Some((usual, _)) => Ok(usual),
        None if pdf_reader::is_encrypted(&document) => Err(PdfError::Encrypted),
        None => Err(PdfError::NoPages),
    }
}

/// The maximum number of different page sizes that are counted.
const MAX_SIZES: usize = 100;

fn examine(
    pdf: &[u8],
    spec: &PrintSpec,
    cover: Option<&CoverSheet>,
) -> Result<PreflightReport, PdfError> {
    let document = pdf_reader::open(pdf)?;
    let pages = pdf_reader::pages(&document).count();
    let (mut refusal, mut ink) = (Findings::default(), Vec::new());
    let findings = if pdf_reader::is_encrypted(&document) {
        // An encrypted file is not examined further.
        let expected = "a file without password and restrictions";
        refusal.add(Rule::Encryption, None, 0.0, expected, "an encrypted one");
        refusal.findings()
    } else if pdf_reader::booklet_labels(&document, pages).is_some() {
        // The pages of a booklet are checked in the book that it was made from.
        let found = "a booklet with two pages on each side; check its book";
        refusal.add(Rule::PageSize, None, 0.0, "single pages", found);
        refusal.findings()
    } else {
        let mut judge = RuleChecker::new(spec, cover, pages);
        let mut usages = Vec::new();
        page::each(&document, |page| {
            judge.page(&page);
            ink.push(page.max_ink());
            usages.push(page.usages);
        })?;
        clauses::check_claim(&mut judge.findings, &document, &usages, spec.rules().file.pdfx);
        judge.findings(&document)
    };
    let (trim, paper) = (spec.trim(), spec.paper());
    let (judge, terms) = (spec.printer().to_owned(), format!("at {trim} on paper {paper}"));
    Ok(PreflightReport { judge, terms, pages, ink, findings })
}
