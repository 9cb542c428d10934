//! Checks whether a finished PDF of any program meets a printer's requirements. It examines what is
//! drawn on the pages of a book or on its cover, and repairs nothing. It knows nothing of Sudoku.
//!
//! ```
//! use sudoku_press_book::book::{self, LayoutSpec, Section, Template};
//! use sudoku_press_book::printers::{Printer, preflight};
//! use engine::sudoku::puzzle::Puzzle;
//! use engine::sudoku::score::Level;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles = vec![Puzzle::prove(line.parse()?)?; 40];
//! let sections = [Section::new(Level::Easy, puzzles)];
//! let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
//! let classic = Template::builtin("classic").expect("it is built in");
//! let book = LayoutSpec::new(&classic, &sections).printer(&kdp).lay_out()?;
//! let mut pdf = Vec::new();
//! book::write(&book.volumes[0], &mut pdf)?;
//! assert!(preflight::inspect(&pdf, &kdp)?.findings.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod finding;
mod marks;
mod page;
mod pdfx;
mod pixels;
mod rule;
mod rules;
mod visibility;
mod xmp;

pub use finding::{PreflightFinding, PreflightReport};
pub use rule::Rule;

use crate::printers::pdf::{self, Dict};
use crate::printers::{CoverSheet, PageSize, PdfError, Pdfx, PrintSpec};
use finding::Findings;
use page::ImageReader;
use pdfx::PdfxEdition;
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
/// use sudoku_press_book::printers::{CoverSheet, Printer, PdfError, preflight};
/// let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
/// let sheet = CoverSheet::new(&kdp, 200, None)?;
/// let report = preflight::inspect_cover(b"a picture", &kdp, &sheet);
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
/// use sudoku_press_book::printers::{Pdfx, PdfError, preflight};
/// let report = preflight::conformance(b"a picture", Pdfx::X1a);
/// assert!(matches!(report, Err(PdfError::Broken(_))));
/// ```
pub fn conformance(pdf: &[u8], pdfx: Pdfx) -> Result<PreflightReport, PdfError> {
    let document = pdf::open(pdf)?;
    let edition = PdfxEdition::of_document(&document, pdfx);
    let (mut findings, mut ink) = (Findings::default(), Vec::new());
    if pdf::is_encrypted(&document) {
        pdfx::encrypted(&mut findings);
    } else {
        let mut usages = Vec::new();
        let mut images = ImageReader::new(&document);
        page::walk(&document, |_, _, mut drawing| {
            ink.push(images.max_ink(&mut drawing));
            usages.push(drawing.usages);
            Ok(())
        })?;
        pdfx::check(&mut findings, &document, &usages, pdfx);
    }
    Ok(PreflightReport {
        judge: edition.name().to_owned(),
        terms: format!("({})", edition.source()),
        pages: pdf::pages(&document).count(),
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
/// use sudoku_press_book::printers::{PdfError, preflight};
/// assert!(matches!(preflight::page_size(b"a picture"), Err(PdfError::Broken(_))));
/// ```
pub fn page_size(pdf: &[u8]) -> Result<PageSize, PdfError> {
    let document = pdf::open(pdf)?;
    let mut sizes: Vec<(PageSize, usize)> = Vec::new();
    for id in pdf::pages(&document) {
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
        None if pdf::is_encrypted(&document) => Err(PdfError::Encrypted),
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
    let document = pdf::open(pdf)?;
    let pages = pdf::pages(&document).count();
    let (mut refusal, mut ink) = (Findings::default(), Vec::new());
    let findings = if pdf::is_encrypted(&document) {
        // An encrypted file is not examined further.
        let expected = "a file without password and restrictions";
        refusal.add(Rule::Encryption, None, 0.0, expected, "an encrypted one");
        refusal.findings()
    } else if pdf::booklet_labels(&document, pages).is_some() {
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
        pdfx::check_claim(&mut judge.findings, &document, &usages, spec.rules().file.pdfx);
        judge.findings(&document)
    };
    let (trim, paper) = (spec.trim(), spec.paper());
    let (judge, terms) = (spec.printer().to_owned(), format!("at {trim} on paper {paper}"));
    Ok(PreflightReport { judge, terms, pages, ink, findings })
}
