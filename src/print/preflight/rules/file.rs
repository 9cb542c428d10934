//! The rules for the file as a whole: its contents, number of pages, blank pages.

use super::notes::Notes;
use crate::print::Terms;
use crate::print::pdf::{dictionary, entry};
use crate::print::preflight::Rule;
use crate::print::preflight::sheet::Sheet;
use lopdf::{Document, Object};

/// Checks the contents of the file.
pub(super) fn check(notes: &mut Notes, document: &Document, terms: &Terms) {
    let catalog = document.catalog().ok();
    let of_catalog = |key: &[u8]| catalog.and_then(|catalog| dictionary(document, catalog, key));
    if !terms.outlines() && of_catalog(b"Outlines").is_some_and(|outline| outline.has(b"First")) {
        notes.file(Rule::Outline, "expected no bookmarks, found some".to_owned());
    }
    if !terms.annotations() {
        let fields = of_catalog(b"AcroForm").and_then(|form| entry(document, form, b"Fields"));
        if fields.and_then(|o| o.as_array().ok()).is_some_and(|f| !f.is_empty()) {
            notes.file(Rule::Annotations, "expected no form fields, found some".to_owned());
        }
    }
    if !terms.metadata() {
        // Keys that name the program and the time of writing are allowed: every program writes them,
        // and they name no person.
        const WRITTEN: [&[u8]; 7] = [
            b"Producer",
            b"Creator",
            b"CreationDate",
            b"ModDate",
            b"Trapped",
            b"GTS_PDFXVersion",
            b"PTEX.Fullbanner",
        ];
        let info = dictionary(document, &document.trailer, b"Info");
        let keys = info.into_iter().flat_map(|info| info.iter());
        let found = keys.filter(|(key, value)| {
            !WRITTEN.contains(&key.as_slice()) && value.as_str().is_ok_and(|text| !text.is_empty())
        });
        let mut found: Vec<_> =
            found.map(|(key, _)| String::from_utf8_lossy(key).into_owned()).collect();
        if catalog.is_some_and(|catalog| catalog.has(b"Metadata")) {
            found.push("XMP".to_owned());
        }
        if !found.is_empty() {
            let what = format!("expected no metadata, found {}", found.join(", "));
            let why =
                "printers take title and author from their own forms, and pass files with them";
            notes.advise(why, Rule::Metadata, None, &what);
        }
    }
    let own = catalog.and_then(|c| c.get(b"Version").and_then(Object::as_name).ok());
    let own = own.map(|name| String::from_utf8_lossy(name).into_owned());
    let version = own.unwrap_or_default().max(document.version.clone());
    if let Some(max) = terms.max_version()
        && version.as_str() > max
    {
        let what = format!("expected PDF {max} or lower, found {version}");
        notes.file(Rule::Version, what);
    }
}

/// Checks whether the printer binds this number of pages.
pub(super) fn bound(notes: &mut Notes, pages: usize, terms: &Terms) {
    let (min, max) = terms.pages();
    if !(min..=max).contains(&pages) {
        let what = format!(
            "expected {min} to {max} pages of {} on paper {}, found {pages}",
            terms.trim(),
            terms.paper()
        );
        notes.file(Rule::PageCount, what);
    } else if terms.even() && !pages.is_multiple_of(2) {
        let what = format!("expected an even number of pages, found {pages}");
        notes.advise("the printer adds a blank page", Rule::PageCount, None, &what);
    }
}

/// Checks the number of consecutive blank pages.
pub(super) fn blanks(notes: &mut Notes, sheets: &[Sheet], terms: &Terms) {
    let mut run = 0;
    for (index, sheet) in sheets.iter().enumerate() {
        run = if sheet.is_blank() { run + 1 } else { 0 };
        if run > terms.blank_run() {
            notes.add(Rule::Blank, Some(index + 1), run as f64, || {
                format!("expected at most {} in a row, found {run}", terms.blank_run())
            });
        }
    }
    if terms.last_blank() && sheets.last().is_some_and(|last| !last.is_blank()) {
        let what = "expected a blank page, found one that is not";
        notes.advise("the printer adds a blank page", Rule::LastPage, Some(sheets.len()), what);
    }
}
