//! Checks whether a finished PDF, from this program or any other, meets a printer's requirements. It
//! examines what is drawn on the pages of a book or on its cover, and repairs nothing. It is
//! independent of Sudoku.
//!
//! ```
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::print::Printer;
//! use sudoku_press::print::preflight;
//! use sudoku_press::{puzzle::Puzzle, score::Level};
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles = vec![Puzzle::prove(line.parse()?)?; 40];
//! let sections = [Section::new(Level::Easy, puzzles)];
//! let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
//! let classic = Template::builtin("classic").expect("it is built in");
//! let imprint = Imprint::default();
//! let book = book::lay_out(&classic, kdp.trim(), &imprint, &sections, Some(&kdp), None)?;
//! let mut pdf = Vec::new();
//! book::write(&book.volumes[0], &mut pdf, &mut || Ok(()))?;
//! assert!(preflight::inspect(&pdf, &kdp)?.findings.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod marks;
mod pdfx;
mod pixels;
mod rule;
mod rules;
mod seen;
mod sheet;
mod text;

pub use pdfx::{Breach, Conformance, conformance};
pub use rule::Rule;

use crate::print::pdf;
use crate::print::{CoverSheet, Terms};
use thiserror::Error;

/// The result of the examination of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of pages.
    pub pages: usize,
    /// The broken rules, in the order of [`Rule`]; empty if there are none.
    pub findings: Vec<Finding>,
}

/// A rule that a file breaks, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The pages, counted from 1 in the order of the file; empty if it concerns the file as a whole.
    pub pages: Vec<usize>,
    /// The first marks that break the rule: page, and left, bottom, right, top in points.
    pub places: Vec<(usize, [f64; 4])>,
    /// What was expected, and the worst case found.
    pub what: String,
    /// Why the finding is only advice: the printer's figure is unsettled, the printer mends it, or the file
    /// cannot be read well enough. `None` if the printer would refuse the file.
    pub unsettled: Option<String>,
}

impl Report {
    /// Number of findings for which the printer would refuse the file; the others are advice.
    pub fn refusals(&self) -> usize {
        let settled = self.findings.iter().filter(|f| f.unsettled.is_none());
        settled.count()
    }
}

/// Why a file cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PreflightError {
    /// Not a PDF, or a damaged one.
    #[error("this is not a PDF that can be read: {0}")]
    Broken(String),
    /// A PDF without pages.
    #[error("this PDF has no pages")]
    NoPages,
    /// The content of a page is damaged.
    #[error("page {0} cannot be read: its content is damaged")]
    Page(usize),
    /// A page exceeds the limits on work and memory.
    #[error("page {0} asks for more work than any book; the file is damaged or made to do harm")]
    Endless(usize),
}

impl PreflightError {
    /// Why the walk of a page ended early.
    fn of(stop: pdf::Stop, page: usize) -> Self {
        match stop {
            pdf::Stop::Unreadable(_) => Self::Page(page),
            pdf::Stop::Endless | pdf::Stop::Deep => Self::Endless(page),
        }
    }
}

/// Checks the finished PDF of a book's pages against a printer's requirements.
///
/// # Errors
/// [`PreflightError`] when the file cannot be read. Broken rules are not an error but findings in the
/// report.
pub fn inspect(pdf: &[u8], terms: &Terms) -> Result<Report, PreflightError> {
    examine(pdf, terms, None)
}

/// Checks the finished PDF of a book's cover against a printer's requirements and the measures of the
/// cover sheet.
///
/// # Errors
/// As for [`inspect`].
///
/// ```
/// use sudoku_press::print::{CoverSheet, Printer};
/// use sudoku_press::print::preflight::{self, PreflightError};
/// let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
/// let sheet = CoverSheet::new(&kdp, 200, None)?;
/// let report = preflight::inspect_cover(b"a picture", &kdp, &sheet);
/// assert!(matches!(report, Err(PreflightError::Broken(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inspect_cover(
    pdf: &[u8],
    terms: &Terms,
    cover: &CoverSheet,
) -> Result<Report, PreflightError> {
    examine(pdf, terms, Some(cover))
}

fn examine(
    pdf: &[u8],
    terms: &Terms,
    cover: Option<&CoverSheet>,
) -> Result<Report, PreflightError> {
    let document = pdf::open(pdf).map_err(|e| PreflightError::Broken(e.to_string()))?;
    if document.is_encrypted() || document.was_encrypted() {
        let pages = document.page_iter().count();
        return Ok(rules::encrypted(pages));
    }
    let pages = document.page_iter().count();
    if pdf::booklet_labels(&document, pages).is_some() {
        return Ok(rules::booklet(pages));
    }
    let sheets = sheet::sheets(&document)?;
    let claim = pdfx::claim(&document)?;
    Ok(rules::judge(&document, &sheets, claim.as_ref(), terms, cover))
}

#[cfg(test)]
mod tests;
