//! What a file has besides pages: scripts, attached files, layers.

use super::notes::Notes;
use crate::print::Terms;
use crate::print::pdf::{dictionary, entry, name};
use crate::print::preflight::Rule;
use lopdf::{Dictionary, Document, Object};

/// Actions that show a place of the file. All others do something.
const HARMLESS: [&[u8]; 3] = [b"GoTo", b"Thread", b"URI"];

/// Checks that a file has no scripts, attachments and hidden layers.
pub(super) fn check(notes: &mut Notes, document: &Document, terms: &Terms) {
    let Ok(catalog) = document.catalog() else {
        return;
    };
    if terms.annotations() {
        return;
    }
    let names = dictionary(document, catalog, b"Names");
    let named = |key: &[u8]| names.is_some_and(|names| entry(document, names, key).is_some());
    let opening = dictionary(document, catalog, b"OpenAction");
    let pages = document.page_iter().filter_map(|id| document.get_dictionary(id).ok());
    let found = if named(b"JavaScript") {
        Some("JavaScript".to_owned())
    } else if let Some(kind) = opening.and_then(|action| acts(document, action)) {
        Some(format!("the action {kind} when it is opened"))
    } else if [catalog].into_iter().chain(pages).any(|dict| has_actions(document, dict)) {
        Some("actions of the file or of a page".to_owned())
    } else {
        None
    };
    if let Some(found) = found {
        notes.file(Rule::Scripts, format!("expected no scripts and actions, found {found}"));
    }
    let collection = catalog.has(b"Collection") || catalog.has(b"AF");
    if collection || named(b"EmbeddedFiles") {
        notes.file(Rule::Attachments, "expected no attached files, found some".to_owned());
    }
    let hidden = hidden_layers(document, catalog);
    if hidden > 0 {
        let what = format!("expected no hidden layers, found {hidden}");
        notes.file(Rule::Layers, what);
    }
}

/// The kind of an action that does more than to show a place.
fn acts(document: &Document, action: &Dictionary) -> Option<String> {
    let kind = name(document, action, b"S").filter(|kind| !HARMLESS.contains(kind))?;
    Some(String::from_utf8_lossy(kind).into_owned())
}

/// Whether a page or the file has actions for events, such as to be opened or printed.
fn has_actions(document: &Document, dict: &Dictionary) -> bool {
    let events = dictionary(document, dict, b"AA");
    let actions = events.into_iter().flat_map(|events| events.iter());
    let mut actions = actions.filter_map(|(_, action)| document.dereference(action).ok());
    actions.any(|(_, action)| action.as_dict().is_ok_and(|a| acts(document, a).is_some()))
}

/// The number of layers that are not shown, or not printed.
fn hidden_layers(document: &Document, catalog: &Dictionary) -> usize {
    let Some(layers) = dictionary(document, catalog, b"OCProperties") else {
        return 0;
    };
    let list = |dict: &Dictionary, key: &[u8]| -> Vec<Object> {
        let list = entry(document, dict, key).and_then(|o| o.as_array().ok());
        list.cloned().unwrap_or_default()
    };
    let all = list(layers, b"OCGs");
    let usual = dictionary(document, layers, b"D");
    let of_usual = |key: &[u8]| usual.map_or(Vec::new(), |usual| list(usual, key));
    let (on, off) = (of_usual(b"ON"), of_usual(b"OFF"));
    let base_off = usual.and_then(|usual| name(document, usual, b"BaseState")) == Some(b"OFF");
    let shown = |layer: &Object| if base_off { on.contains(layer) } else { !off.contains(layer) };
    let printed = |layer: &Object| {
        let layer = document.dereference(layer).ok().and_then(|(_, layer)| layer.as_dict().ok());
        let usage = layer.and_then(|layer| dictionary(document, layer, b"Usage"));
        let print = usage.and_then(|usage| dictionary(document, usage, b"Print"));
        print.and_then(|print| name(document, print, b"PrintState")) != Some(b"OFF")
    };
    all.iter().filter(|layer| !shown(layer) || !printed(layer)).count()
}
