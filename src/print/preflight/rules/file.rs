//! The rules for the file as a whole: its contents, number of pages, blank pages.

use super::notes::{Key, Notes, Why};
use crate::print::Terms;
use crate::print::pdf::Dict;
use crate::print::preflight::sheet::Sheet;
use crate::print::preflight::{Conformance, Rule};
use lopdf::Document;

const ADDS_A_PAGE: Why = Some("the printer adds a blank page");

/// Checks the contents of the file.
pub(super) fn check(notes: &mut Notes, document: &Document, terms: &Terms) {
    let catalog = Dict::catalog(document);
    if !terms.rules().file.outlines && catalog.within(b"Outlines").has(b"First") {
        notes.file(Rule::Outline, "expected no bookmarks, found some");
    }
    let fields = catalog.within(b"AcroForm");
    let fields = fields.get(b"Fields").and_then(|o| o.as_array().ok());
    if !terms.rules().file.annotations && fields.is_some_and(|fields| !fields.is_empty()) {
        notes.file(Rule::Annotations, "expected no form fields, found some");
    }
    if !terms.rules().file.metadata {
        // Keys that name the program and the time of writing are allowed: every program writes them,
        // and they name no person.
        const WRITTEN: [&[u8]; 8] = [
            b"Producer",
            b"Creator",
            b"CreationDate",
            b"ModDate",
            b"Trapped",
            b"GTS_PDFXVersion",
            b"GTS_PDFXConformance",
            b"PTEX.Fullbanner",
        ];
        let found = Dict::info(document).own.iter().filter(|(key, value)| {
            !WRITTEN.contains(&key.as_slice()) && value.as_str().is_ok_and(|text| !text.is_empty())
        });
        let mut found: Vec<_> =
            found.map(|(key, _)| String::from_utf8_lossy(key).into_owned()).collect();
        if catalog.has(b"Metadata") {
            found.push("XMP".to_owned());
        }
        if !found.is_empty() {
            let what = format_args!("expected no metadata, found {}", found.join(", "));
            let why =
                "printers take title and author from their own forms, and pass files with them";
            notes.file(Key(Rule::Metadata, Some(why)), what);
        }
    }
    let own = catalog.name(b"Version").unwrap_or_default();
    let version = String::from_utf8_lossy(own).into_owned().max(document.version.clone());
    if let Some(max) = terms.rules().file.max_version.as_deref()
        && version.as_str() > max
    {
        notes.file(Rule::Version, format_args!("expected PDF {max} or lower, found {version}"));
    }
}

/// Checks that a file is what it claims to be, and what the printer asks for.
pub(super) fn claims(
    notes: &mut Notes,
    document: &Document,
    sheets: &[Sheet],
    claim: Option<&Conformance>,
    terms: &Terms,
) {
    let broken = claim.and_then(|claim| Some((claim, claim.breaches.first()?)));
    if let Some((claim, first)) = broken {
        let pdfx = claim.pdfx;
        let count = match claim.breaches.len() {
            1 => "1 breach".to_owned(),
            n => format!("{n} breaches"),
        };
        let (clause, what) = (first.clause, &first.what);
        notes.file(
            Rule::Pdfx,
            format_args!(
                "expected {pdfx}, which the file claims to be, found {count}; the first, of clause \
             {clause}: {what} (preflight --pdfx {} lists all)",
                pdfx.name()
            ),
        );
    } else if let Some(wanted) = terms.rules().file.pdfx
        && claim.map(|claim| claim.pdfx) != Some(wanted)
    {
        let found = claim.map_or("a file of no such standard".to_owned(), |c| c.pdfx.to_string());
        notes.file(Rule::Pdfx, format_args!("expected {wanted}, found {found}"));
    }
    if claim.is_none() {
        plain_facts(notes, document, sheets);
    }
}

/// Checks the claim of a file against plain facts: its output intent, colours, transparency, fonts, boxes.
fn plain_facts(notes: &mut Notes, document: &Document, sheets: &[Sheet]) {
    let Some(version) = Dict::info(document).text(b"GTS_PDFXVersion") else {
        return;
    };
    let mut intents = Dict::catalog(document).dicts(b"OutputIntents");
    let intent = intents.any(|intent| intent.name(b"S") == Some(b"GTS_PDFX"));
    // X-1a and X-3 forbid what X-4 allows, and X-1a takes no red, green and blue.
    let old = ["PDF/X-1", "PDF/X-3"].iter().any(|start| version.starts_with(start));
    let any = |fault: fn(&Sheet) -> bool| sheets.iter().any(fault);
    let facts = [
        (!intent, "no output intent for PDF/X"),
        (any(|sheet| sheet.trim.is_none() && !sheet.art), "a page without TrimBox"),
        (any(|sheet| sheet.fonts.iter().any(|font| !font.embedded)), "a font that is not embedded"),
        (old && any(|sheet| sheet.transparent), "transparency"),
        (version.starts_with("PDF/X-1") && any(|sheet| sheet.rgb), "red, green and blue"),
    ];
    let found: Vec<_> = facts.iter().filter(|fact| fact.0).map(|fact| fact.1).collect();
    if !found.is_empty() {
        let found = found.join(", ");
        let what = format!("expected {version}, which the file claims to be, found {found}");
        notes.file(Rule::Pdfx, what);
    }
}

/// Checks whether the printer binds this number of pages.
pub(super) fn bound(notes: &mut Notes, pages: usize, terms: &Terms) {
    let (min, max) = terms.pages();
    if !(min..=max).contains(&pages) {
        let (trim, paper) = (terms.trim(), terms.paper());
        let what =
            format!("expected {min} to {max} pages of {trim} on paper {paper}, found {pages}");
        notes.file(Rule::PageCount, what);
    } else if terms.rules().pages.even && !pages.is_multiple_of(2) {
        let what = format_args!("expected an even number of pages, found {pages}");
        notes.file(Key(Rule::PageCount, ADDS_A_PAGE), what);
    }
}

/// Checks the number of consecutive blank pages.
pub(super) fn blanks(notes: &mut Notes, sheets: &[Sheet], terms: &Terms) {
    let mut run = 0;
    for (index, sheet) in sheets.iter().enumerate() {
        run = if sheet.is_blank() { run + 1 } else { 0 };
        if run > terms.rules().blanks.max_run {
            let what = format_args!(
                "expected at most {} in a row, found {run}",
                terms.rules().blanks.max_run
            );
            notes.add(Rule::Blank, Some(index + 1), run as f64, what);
        }
    }
    if terms.rules().pages.last_blank && sheets.last().is_some_and(|last| !last.is_blank()) {
        let what = "expected a blank page, found one that is not";
        notes.add(Key(Rule::LastPage, ADDS_A_PAGE), Some(sheets.len()), 0.0, what);
    }
}
