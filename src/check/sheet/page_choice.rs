//! Chooses the pages of a book that a sheet shows. Short books are shown completely. Of longer ones
//! it shows the first and last pages of each section, pages with findings, and a sample.

use super::recurring::{general, holds_for_all, is_special};
use super::subject::{SheetBook, Subject};
use crate::check::verify::Location;
use std::collections::BTreeSet;

/// The maximum number of sections whose ends are shown. A book with alternating levels has no
/// sections.
const MAX_SECTIONS: usize = 40;

/// Returns the pages to show: at most `budget`, in whole spreads.
pub(super) fn choose(subject: &Subject, book: &SheetBook, budget: usize) -> BTreeSet<usize> {
    if book.pages <= budget {
        return (1..=book.pages).collect();
    }
    let mut pages = ends_of_sections(book);
    for page in with_findings(subject, book) {
        if pages.len() >= budget * 3 / 4 {
            break;
        }
        pages.insert(page);
    }
    // An evenly spaced sample takes the rest.
    let sample = (budget.saturating_sub(pages.len()) / 2).max(1);
    pages.extend((0..sample).map(|i| 1 + i * book.pages / sample));
    // Complete each spread.
    let both: Vec<_> = pages.iter().flat_map(|page| [page / 2 * 2, page / 2 * 2 + 1]).collect();
    both.into_iter().filter(|page| (1..=book.pages).contains(page)).collect()
}

/// Returns the pages with findings, without findings that hold for most pages.
fn with_findings(subject: &Subject, book: &SheetBook) -> BTreeSet<usize> {
    let general = general(subject, book);
    let own = subject.findings.iter().filter(|finding| *finding.file == *book.name);
    let own = own.filter(|finding| is_special(finding, &general));
    let verified = own.filter_map(|finding| match finding.place {
        Location::Page { sheet, .. } => Some(sheet),
        _ => None,
    });
    let inspected = book.inspected().filter(|finding| !holds_for_all(finding.pages.len(), book));
    let inspected = inspected.flat_map(|finding| finding.pages.clone());
    verified.chain(inspected).collect()
}

/// Returns the first pages of the book, and the opener, first and last page of each section. A
/// section is a run of pages with puzzles of one level. The pages behind the last puzzle form a
/// section too.
fn ends_of_sections(book: &SheetBook) -> BTreeSet<usize> {
    let mut sections: Vec<(usize, usize)> = Vec::new();
    let mut before = None;
    for (&page, puzzles) in &book.puzzles {
        let level = puzzles.first().and_then(|(_, level)| *level);
        match sections.last_mut() {
            Some((_, last)) if before == Some(level) && page <= *last + 2 => *last = page,
            _ => sections.push((page, page)),
        }
        before = Some(level);
    }
    if let Some(&(_, last)) = sections.last()
        && last < book.pages
    {
        sections.push((last + 1, book.pages));
    }
    let mut pages: BTreeSet<usize> = (1..=4).collect();
    for &(first, last) in sections.iter().take(MAX_SECTIONS) {
        pages.extend([first.saturating_sub(2).max(1), first, last]);
    }
    pages
}
