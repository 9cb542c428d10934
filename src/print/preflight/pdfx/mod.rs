//! Checks whether a file conforms to PDF/X-1a:2001 or PDF/X-4, clause by clause. `topic` has the numbers
//! of the clauses, `file` checks the document as a whole, `pages` boxes and annotations, `content` what
//! is drawn. It checks that the file is what the standard demands, not that a printer can print it: that
//! is `rules`.

mod colour;
mod content;
mod file;
mod pages;
mod topic;
mod xmp;

use super::PreflightError;
use super::text::{head, table};
use crate::print::Pdfx;
use crate::print::pdf::{self, Dict};
use lopdf::Document;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use topic::Topic;

/// The result of checking a file against a standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conformance {
    /// The standard.
    pub pdfx: Pdfx,
    /// Number of pages.
    pub pages: usize,
    /// What breaks the standard, in the order of its clauses; empty if the file conforms.
    pub breaches: Vec<Breach>,
}

/// A clause that a file breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The number of the clause, such as `6.4`.
    pub clause: &'static str,
    /// The pages, counted from 1; empty if it concerns the file as a whole.
    pub pages: Vec<usize>,
    /// What was expected, and the first case found.
    pub what: String,
}

/// Checks a PDF against a standard of PDF/X.
///
/// # Errors
/// [`PreflightError`] when the file cannot be read, or needs more work than any book.
///
/// ```
/// use sudoku_press::print::Pdfx;
/// use sudoku_press::print::preflight::{self, PreflightError};
/// let report = preflight::conformance(b"a picture", Pdfx::X1a);
/// assert!(matches!(report, Err(PreflightError::Broken(_))));
/// ```
pub fn conformance(pdf: &[u8], pdfx: Pdfx) -> Result<Conformance, PreflightError> {
    let document = pdf::open(pdf).map_err(|e| PreflightError::Broken(e.to_string()))?;
    judge(&document, pdfx)
}

/// As [`conformance`], of a document that is already open.
fn judge(document: &Document, pdfx: Pdfx) -> Result<Conformance, PreflightError> {
    let mut notes = Notes { pdfx, page: None, all: BTreeMap::new() };
    let pages: Vec<_> = pdf::pages(document).collect();
    if document.is_encrypted() || document.was_encrypted() {
        notes.add(Topic::Encryption, "a file without encryption", "an encrypted one");
        return Ok(notes.conformance(pages.len()));
    }
    if pages.is_empty() {
        return Err(PreflightError::NoPages);
    }
    let intent = file::check(&mut notes, document);
    let mut content = content::Content::new(document, intent);
    for (index, &id) in pages.iter().enumerate() {
        notes.page = Some(index + 1);
        let page = document.get_dictionary(id).map_err(|_| PreflightError::Page(index + 1))?;
        pages::check(&mut notes, Dict::new(document, page));
        content.page(&mut notes, id).map_err(|stop| PreflightError::of(stop, index + 1))?;
    }
    Ok(notes.conformance(pages.len()))
}

/// How a file conforms to the standard that it claims to follow, if that is one of ours.
pub(super) fn claim(document: &Document) -> Result<Option<Conformance>, PreflightError> {
    file::claim(document).map(|pdfx| judge(document, pdfx)).transpose()
}

/// A name of a PDF as it is written: `/Name`.
fn slash(name: Option<&[u8]>) -> String {
    format!("/{}", String::from_utf8_lossy(name.unwrap_or_default()))
}

/// Collects the breaches. By what they are about and what was expected: what was found first, and the
/// pages.
struct Notes {
    pdfx: Pdfx,
    /// The page that is being checked; `None` for the file as a whole.
    page: Option<usize>,
    all: BTreeMap<(Topic, &'static str), (String, Vec<usize>)>,
}

impl Notes {
    fn add(&mut self, topic: Topic, expected: &'static str, found: impl fmt::Display) {
        let new = || (found.to_string(), Vec::new());
        let note = self.all.entry((topic, expected)).or_insert_with(new);
        if let Some(page) = self.page
            && note.1.last() != Some(&page)
        {
            note.1.push(page);
        }
    }

    /// As `add`, unless something is as it should be.
    fn ensure(
        &mut self,
        fine: bool,
        topic: Topic,
        expected: &'static str,
        found: impl fmt::Display,
    ) {
        if !fine {
            self.add(topic, expected, found);
        }
    }

    fn conformance(self, pages: usize) -> Conformance {
        let pdfx = self.pdfx;
        let breaches = self.all.into_iter().map(|((topic, expected), (found, pages))| Breach {
            clause: topic.clause(pdfx),
            pages,
            what: format!("expected {expected}, found {found}"),
        });
        Conformance { pdfx, pages, breaches: breaches.collect() }
    }
}

impl Conformance {
    /// The result for people: a line for the file, and a line for each breach with its clause.
    pub fn text(&self, file: &Path) -> String {
        let (pdfx, source) = (self.pdfx, self.pdfx.source());
        let out = head(file, self.pages) + &format!("for {pdfx} ({source})\n");
        if self.breaches.is_empty() {
            return out + &format!("ok for {pdfx}\n");
        }
        let pages = self.breaches.iter().map(|breach| &breach.pages[..]);
        let rows = self.breaches.iter();
        let rows = rows.map(|breach| (format!("{:6}", breach.clause), &*breach.what));
        out + &table("clause", pages, rows)
    }

    /// `book.pdf does not conform to PDF/X-4: 2 findings`. `None` if it does.
    pub fn refusal(&self, file: &Path) -> Option<String> {
        let count = self.breaches.len();
        let plural = if count == 1 { "" } else { "s" };
        let (file, pdfx) = (file.display(), self.pdfx);
        (count > 0).then(|| format!("{file} does not conform to {pdfx}: {count} finding{plural}"))
    }
}
