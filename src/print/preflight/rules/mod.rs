//! The printer's rules, applied to the pages of a file.

mod active;
mod boxes;
mod cover;
mod file;
mod ink;
mod notes;
mod safe_area;

use super::pdfx::Conformance;
use super::sheet::Sheet;
use super::{Finding, Report, Rule};
use crate::print::terms::Figure;
use crate::print::{CoverSheet, Terms};
use boxes::Wanted;
use lopdf::Document;
use notes::{Key, Notes};

/// The report on an encrypted file, which is not examined further.
pub(super) fn encrypted(pages: usize) -> Report {
    let what = "expected a file without password and restrictions, found an encrypted one";
    Report {
        pages,
        findings: vec![Finding {
            rule: Rule::Encryption,
            pages: Vec::new(),
            places: Vec::new(),
            what: what.to_owned(),
            unsettled: None,
        }],
    }
}

/// The finding for a booklet. Its pages are judged in the book of which it is made.
pub(super) fn booklet(pages: usize) -> Report {
    let what = "expected single pages, found a booklet with two pages on each side; check its book";
    Report {
        pages,
        findings: vec![Finding {
            rule: Rule::PageSize,
            pages: Vec::new(),
            places: Vec::new(),
            what: what.to_owned(),
            unsettled: None,
        }],
    }
}

/// All findings for the pages of a book or for its cover.
pub(super) fn judge(
    document: &Document,
    sheets: &[Sheet],
    claim: Option<&Conformance>,
    terms: &Terms,
    cover: Option<&CoverSheet>,
) -> Report {
    let mut notes = Notes::default();
    file::check(&mut notes, document, terms);
    file::claims(&mut notes, document, sheets, claim, terms);
    active::check(&mut notes, document, terms);
    let bleeds = boxes::bleeds(sheets, terms);
    match cover {
        None => inside(&mut notes, sheets, bleeds, terms),
        Some(cover) => cover::check(&mut notes, sheets, terms, cover),
    }
    let colour = cover.map_or(terms.colour(), |cover| cover.rules.colour);
    for (index, sheet) in sheets.iter().enumerate() {
        let page = index + 1;
        ink::check(&mut notes, sheet, page, terms, colour);
        ink::fonts(&mut notes, sheet, page);
        for (rule, what) in &sheet.faults {
            notes.add(*rule, Some(page), 0.0, what);
        }
        if sheet.transparent && !terms.rules().file.transparency {
            let what = "expected flattened pages, found transparency";
            notes.add(Rule::Transparency, Some(page), 0.0, what);
        }
        if sheet.annotations > 0 && !terms.rules().file.annotations {
            let what = format_args!("expected none, found {} on a page", sheet.annotations);
            notes.add(Rule::Annotations, Some(page), sheet.annotations as f64, what);
        }
    }
    let pages = sheets.len();
    let findings = notes.0.into_iter().map(|(Key(rule, why), note)| {
        let figure = match cover {
            None => figure(rule, bleeds),
            Some(cover) => cover::figure(rule, sheets, cover),
        };
        let unsettled = why.or_else(|| terms.unsettled(figure?));
        let unsettled = unsettled.map(str::to_owned);
        Finding { rule, pages: note.pages, places: note.places, what: note.what, unsettled }
    });
    Report { pages, findings: findings.collect() }
}

/// The rules only for the pages of a book: number, size, margins, blank pages.
fn inside(notes: &mut Notes, sheets: &[Sheet], bleeds: bool, terms: &Terms) {
    file::bound(notes, sheets.len(), terms);
    file::blanks(notes, sheets, terms);
    for (index, sheet) in sheets.iter().enumerate() {
        let page = index + 1;
        if boxes::check(notes, sheet, page, &Wanted::page(page, bleeds, terms)) {
            safe_area::check(notes, sheet, page, sheets.len(), bleeds, terms);
        }
    }
}

/// The printer's figure behind a rule for the pages of a book; `None` if the rule depends only on the book.
fn figure(rule: Rule, bleeds: bool) -> Option<Figure> {
    match rule {
        Rule::PageSize | Rule::Boxes if !bleeds => None,
        rule => rule.figure(),
    }
}
