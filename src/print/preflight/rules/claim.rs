//! A file that says that it follows a standard of PDF/X, and plainly does not.

use super::notes::Notes;
use crate::print::pdf::Dict;
use crate::print::preflight::Rule;
use crate::print::preflight::sheet::Sheet;
use lopdf::Document;

/// Checks the claim of a file against plain facts: its output intent, colours, transparency, fonts, boxes.
pub(super) fn check(notes: &mut Notes, document: &Document, sheets: &[Sheet]) {
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
