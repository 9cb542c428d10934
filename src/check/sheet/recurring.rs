//! Recognises findings that hold for most pages of a book. They would hide the page that has a
//! fault of its own.

use super::subject::{SheetBook, Subject};
use crate::check::verify::{Finding, Location};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Returns true if a finding on this many pages holds for the whole book.
pub(super) fn holds_for_all(pages: usize, book: &SheetBook) -> bool {
    book.pages > 1 && pages * 4 > book.pages * 3
}

/// Returns the expectations of `verify` that most pages of a book break.
pub(super) fn general<'a>(subject: &'a Subject, book: &SheetBook) -> HashSet<&'a str> {
    let mut pages: HashMap<&str, BTreeSet<usize>> = HashMap::new();
    let own = subject.findings.iter().filter(|f| *f.file == *book.name && f.puzzle.is_empty());
    for finding in own {
        if let Location::Page { sheet, grid: None, .. } = finding.place {
            pages.entry(&finding.expected).or_default().insert(sheet);
        }
    }
    let pages = pages.into_iter().filter(|(_, pages)| holds_for_all(pages.len(), book));
    pages.map(|(right, _)| right).collect()
}

/// Returns true if a finding of `verify` is about its own page and not about most pages.
pub(super) fn is_special(finding: &Finding, general: &HashSet<&str>) -> bool {
    let has_grid = matches!(finding.place, Location::Page { grid: Some(_), .. });
    has_grid || !finding.puzzle.is_empty() || !general.contains(&*finding.expected)
}
