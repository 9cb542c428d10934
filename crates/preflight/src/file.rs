//! Checks a file beside its pages: actions, attachments, layers, bookmarks, metadata.

use super::Rule;
use super::finding::{FindingKey, Findings};
use crate::PrintSpec;
use lopdf::{Document, Object};
use pdf_reader::Dict;
use words::{Clause, clause};

/// A predicate: true if the printer forbids something.
type Forbids = fn(&PrintSpec) -> bool;

/// A check: the rule, its predicate, the expectation, and a function that finds a breach.
type FileRule = (Rule, Forbids, &'static str, fn(&Document) -> Option<Clause>);

/// The reason why metadata are only advice.
const KEPT_METADATA: &str =
    "printers take title and author from their own forms, and pass files with them";

const ROWS: [FileRule; 6] = [
    (Rule::Outline, |t| !t.rules().file.outlines, "no bookmarks", bookmarks),
    (Rule::Annotations, |t| !t.rules().file.annotations, "no form fields", form_fields),
    (Rule::Metadata, |t| !t.rules().file.metadata, "no metadata", metadata),
    (Rule::Layers, |t| !t.rules().file.annotations, "no hidden layers", hidden_layers),
    (Rule::Scripts, |t| !t.rules().file.annotations, "no scripts and actions", harmful_action),
    (Rule::Attachments, |t| !t.rules().file.annotations, "no attached files", attachments),
];

/// Checks a file beside its pages.
pub(super) fn check(findings: &mut Findings, document: &Document, spec: &PrintSpec) {
    for (rule, forbids, expected, find) in ROWS {
        if forbids(spec)
            && let Some(found) = find(document)
        {
            let reason = if rule == Rule::Metadata { Some(KEPT_METADATA) } else { None };
            findings.add(FindingKey::advice(rule, reason), None, 0.0, expected, found);
        }
    }
    let version = version(document);
    if let Some(max) = spec.rules().file.max_version.as_deref()
        && version.as_str() > max
    {
        findings.add(Rule::Version, None, 0.0, clause!("PDF {} or lower", max.to_owned()), version);
    }
}

/// Returns the PDF version: that of the header, or a later one of the catalogue.
pub(super) fn version(document: &Document) -> String {
    let own = Dict::catalog(document).name(b"Version").unwrap_or_default();
    String::from_utf8_lossy(own).into_owned().max(document.version.clone())
}

/// Returns the finding of something that is there.
fn some(is_there: bool) -> Option<Clause> {
    if is_there { Some("some".into()) } else { None }
}

fn bookmarks(document: &Document) -> Option<Clause> {
    some(Dict::catalog(document).dict_or_empty(b"Outlines").has(b"First"))
}

fn form_fields(document: &Document) -> Option<Clause> {
    let fields = Dict::catalog(document).dict_or_empty(b"AcroForm").get(b"Fields")?;
    some(!fields.as_array().ok()?.is_empty())
}

/// Returns the metadata keys of a file. Keys about the writing program and time are allowed,
/// because every program writes them and they name no person.
fn metadata(document: &Document) -> Option<Clause> {
    const WRITTEN: &str = "Producer Creator CreationDate ModDate Trapped GTS_PDFXVersion \
        GTS_PDFXConformance PTEX.Fullbanner";
    let mut found = Vec::new();
    for (name, value) in Dict::info(document).own.iter() {
        let key = String::from_utf8_lossy(name).into_owned();
        if pdf_reader::is_filled_text(value) && !WRITTEN.split(' ').any(|own| own == key) {
            found.push(key);
        }
    }
    if Dict::catalog(document).has(b"Metadata") {
        found.push("XMP".to_owned());
    }
    if found.is_empty() { None } else { Some(found.join(", ").into()) }
}

pub(super) fn attachments(document: &Document) -> Option<Clause> {
    let catalog = Dict::catalog(document);
    let named = catalog.dict_or_empty(b"Names").has(b"EmbeddedFiles");
    some(named || catalog.has(b"Collection") || catalog.has(b"AF"))
}

/// An action: its type and its place.
pub(super) type Action = (String, &'static str);

/// Returns all actions of a file: named scripts, and those of the file, its pages, annotations,
/// bookmarks and form fields.
pub(super) fn actions(document: &Document) -> Vec<Action> {
    let catalog = Dict::catalog(document);
    let mut all = Vec::new();
    if catalog.dict_or_empty(b"Names").has(b"JavaScript") {
        all.push(("JavaScript".to_owned(), "in the list of names"));
    }
    if let Some(action) = catalog.dict(b"OpenAction") {
        all.push((kind(action), "when it is opened"));
    }
    add_actions(&mut all, catalog, "of the file");
    for page in pdf_reader::pages(document).map(|id| Dict::page(document, id)) {
        add_actions(&mut all, page, "of a page");
        for annotation in page.dicts(b"Annots") {
            add_actions(&mut all, annotation, "of an annotation");
        }
    }
    // Bookmarks and form fields, wherever they are.
    for own in document.objects.values().filter_map(|object| object.as_dict().ok()) {
        if own.has(b"FT") || (own.has(b"Title") && own.has(b"Parent")) {
            add_actions(&mut all, Dict { own, document }, "of a bookmark or form field");
        }
    }
    all
}

/// Returns the type of an action.
fn kind(action: Dict) -> String {
    String::from_utf8_lossy(action.name(b"S").unwrap_or_default()).into_owned()
}

/// Adds the actions of an object.
fn add_actions(all: &mut Vec<Action>, object: Dict, place: &'static str) {
    if let Some(action) = object.dict(b"A") {
        all.push((kind(action), place));
    }
    let events = object.dict_or_empty(b"AA");
    for (event, _) in events.own {
        all.push((kind(events.dict_or_empty(event)), place));
    }
}

/// Returns an action that does more than go to a place.
fn harmful_action(document: &Document) -> Option<Clause> {
    let mut actions = actions(document).into_iter();
    let (kind, place) =
        actions.find(|(kind, _)| !matches!(kind.as_str(), "" | "GoTo" | "Thread" | "URI"))?;
    Some(clause!("the action {}", format!("{kind} {place}")))
}

/// Returns the number of layers that are not shown or not printed.
fn hidden_layers(document: &Document) -> Option<Clause> {
    let layers = Dict::catalog(document).dict_or_empty(b"OCProperties");
    let usual = layers.dict_or_empty(b"D");
    let (on, off) = (array(usual, b"ON"), array(usual, b"OFF"));
    let base_off = usual.name(b"BaseState") == Some(b"OFF");
    let mut count = 0;
    for layer in array(layers, b"OCGs") {
        let shown = if base_off { on.contains(layer) } else { !off.contains(layer) };
        if !shown || !is_printed(document, layer) {
            count += 1;
        }
    }
    if count > 0 { Some(count.to_string().into()) } else { None }
}

/// Returns the items of an array entry, with their references.
fn array<'a>(dict: Dict<'a>, key: &[u8]) -> &'a [Object] {
    match dict.get(key) {
        Some(Object::Array(items)) => items,
        _ => &[],
    }
}

/// Returns false if a layer is not printed.
fn is_printed(document: &Document, layer: &Object) -> bool {
    let Ok((_, Object::Dictionary(own))) = document.dereference(layer) else {
        return true;
    };
    let print = Dict { own, document }.dict_or_empty(b"Usage").dict_or_empty(b"Print");
    print.name(b"PrintState") != Some(b"OFF")
}
