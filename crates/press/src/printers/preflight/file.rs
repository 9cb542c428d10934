//! Checks a file beside its pages: actions, attachments, layers, bookmarks, metadata.

use super::Rule;
use super::finding::{FindingKey, Findings};
use crate::printers::PrintSpec;
use crate::printers::pdf::{self, Dict};
use lopdf::{Document, Object};

/// A predicate: true if the printer forbids something.
type Forbids = fn(&PrintSpec) -> bool;

/// A check: the rule, its predicate, the expectation, and a function that finds a breach.
type FileRule = (Rule, Forbids, &'static str, fn(&Document) -> Option<String>);

const ROWS: [FileRule; 6] = [
    (Rule::Outline, |t| !t.rules().file.outlines, "no bookmarks", bookmarks),
    (Rule::Annotations, |t| !t.rules().file.annotations, "no form fields", form_fields),
    (Rule::Metadata, |t| !t.rules().file.metadata, "no metadata", metadata),
    (Rule::Layers, |t| !t.rules().file.annotations, "no hidden layers", hidden_layers),
    (Rule::Scripts, |t| !t.rules().file.annotations, "no scripts and actions", harmful_action),
    (Rule::Attachments, |t| !t.rules().file.annotations, "no attached files", attachments),
];

/// Checks a file beside its pages.
pub(super) fn check(findings: &mut Findings, document: &Document, terms: &PrintSpec) {
    for (rule, ruled, expected, found) in ROWS {
        if let Some(found) = found(document).filter(|_| ruled(terms)) {
            let reason =
                "printers take title and author from their own forms, and pass files with them";
            let reason = (rule == Rule::Metadata).then_some(reason);
            findings.add(FindingKey::advice(rule, reason), None, 0.0, expected, found);
        }
    }
    let version = version(document);
    if let Some(max) =
        terms.rules().file.max_version.as_deref().filter(|max| version.as_str() > *max)
    {
        findings.add(Rule::Version, None, 0.0, format_args!("PDF {max} or lower"), version);
    }
}

/// Returns the PDF version: that of the header, or a later one of the catalogue.
pub(super) fn version(document: &Document) -> String {
    let own = Dict::catalog(document).name(b"Version").unwrap_or_default();
    String::from_utf8_lossy(own).into_owned().max(document.version.clone())
}

fn bookmarks(document: &Document) -> Option<String> {
    let some = Dict::catalog(document).dict_or_empty(b"Outlines").has(b"First");
    some.then(|| "some".to_owned())
}

fn form_fields(document: &Document) -> Option<String> {
    let fields = Dict::catalog(document).dict_or_empty(b"AcroForm").get(b"Fields")?;
    (!fields.as_array().ok()?.is_empty()).then(|| "some".to_owned())
}

/// Returns the metadata keys of a file. Keys about the writing program and time are allowed,
/// because every program writes them and they name no person.
fn metadata(document: &Document) -> Option<String> {
    const WRITTEN: &str = "Producer Creator CreationDate ModDate Trapped GTS_PDFXVersion \
        GTS_PDFXConformance PTEX.Fullbanner";
    let said = Dict::info(document).own.iter();
    let said = said.filter(|(_, value)| value.as_str().is_ok_and(|text| !text.is_empty()));
    let keys = said.map(|(key, _)| String::from_utf8_lossy(key).into_owned());
    let xmp = Dict::catalog(document).has(b"Metadata").then(|| "XMP".to_owned());
    let found: Vec<_> = keys.filter(|key| !WRITTEN.split(' ').any(|own| own == key)).collect();
    let found = found.into_iter().chain(xmp).collect::<Vec<_>>().join(", ");
    (!found.is_empty()).then_some(found)
}

pub(super) fn attachments(document: &Document) -> Option<String> {
    let catalog = Dict::catalog(document);
    let named = catalog.dict_or_empty(b"Names").has(b"EmbeddedFiles");
    (named || catalog.has(b"Collection") || catalog.has(b"AF")).then(|| "some".to_owned())
}

/// An action: its type and its place.
pub(super) type Action = (String, &'static str);

/// Returns all actions of a file: named scripts, and those of the file, its pages, annotations,
/// bookmarks and form fields.
pub(super) fn actions(document: &Document) -> Vec<Action> {
    let catalog = Dict::catalog(document);
    let kind = |action: Dict| String::from_utf8_lossy(action.name(b"S").unwrap_or_default()).into();
    let mut all: Vec<Action> = Vec::new();
    if catalog.dict_or_empty(b"Names").has(b"JavaScript") {
        all.push(("JavaScript".to_owned(), "in the list of names"));
    }
    let opens = catalog.dict(b"OpenAction").map(|action| (kind(action), "when it is opened"));
    all.extend(opens);
    let mut add = |of: Dict, place: &'static str| {
        all.extend(of.dict(b"A").map(|action| (kind(action), place)));
        let events = of.dict_or_empty(b"AA");
        all.extend(events.own.iter().map(|(event, _)| (kind(events.dict_or_empty(event)), place)));
    };
    add(Dict { own: catalog.own, document }, "of the file");
    for page in pdf::pages(document).map(|id| Dict::page(document, id)) {
        add(page, "of a page");
        page.dicts(b"Annots").for_each(|annotation| add(annotation, "of an annotation"));
    }
    // Bookmarks and form fields, wherever they are.
    for own in document.objects.values().filter_map(|object| object.as_dict().ok()) {
        if own.has(b"FT") || (own.has(b"Title") && own.has(b"Parent")) {
            add(Dict { own, document }, "of a bookmark or form field");
        }
    }
    all
}

/// Returns an action that does more than go to a place.
fn harmful_action(document: &Document) -> Option<String> {
    let harmless = |kind: &str| matches!(kind, "" | "GoTo" | "Thread" | "URI");
    let found = actions(document).into_iter().find(|(kind, _)| !harmless(kind));
    found.map(|(kind, place)| format!("the action {kind} {place}"))
}

/// Returns the number of layers that are not shown or not printed.
fn hidden_layers(document: &Document) -> Option<String> {
    let layers = Dict::catalog(document).dict_or_empty(b"OCProperties");
    let list = |dict: Dict<'_>, key: &[u8]| -> Vec<Object> {
        let list = dict.get(key).and_then(|o| o.as_array().ok());
        list.cloned().unwrap_or_default()
    };
    let usual = layers.dict_or_empty(b"D");
    let (on, off) = (list(usual, b"ON"), list(usual, b"OFF"));
    let base_off = usual.name(b"BaseState") == Some(b"OFF");
    let hidden = list(layers, b"OCGs").into_iter().filter(|layer| {
        let shown = if base_off { on.contains(layer) } else { !off.contains(layer) };
        let own = document.dereference(layer).ok().and_then(|(_, layer)| layer.as_dict().ok());
        let print =
            own.map(|own| Dict { own, document }.dict_or_empty(b"Usage").dict_or_empty(b"Print"));
        !shown || print.and_then(|print| print.name(b"PrintState")) == Some(b"OFF")
    });
    let count = hidden.count();
    (count > 0).then(|| count.to_string())
}
