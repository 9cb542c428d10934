//! What a file has besides pages: scripts, attached files, layers.

use super::notes::Notes;
use crate::print::Terms;
use crate::print::pdf::Dict;
use crate::print::preflight::Rule;
use lopdf::{Document, Object};

/// Actions that show a place of the file. All others do something.
const HARMLESS: [&[u8]; 3] = [b"GoTo", b"Thread", b"URI"];

/// Checks that a file has no scripts, attachments and hidden layers.
pub(super) fn check(notes: &mut Notes, document: &Document, terms: &Terms) {
    if terms.rules().file.annotations {
        return;
    }
    let catalog = Dict::catalog(document);
    let names = catalog.within(b"Names");
    let pages = document.page_iter().map(|id| Dict::page(document, id));
    let found = if names.get(b"JavaScript").is_some() {
        Some("JavaScript".to_owned())
    } else if let Some(kind) = acts(catalog.within(b"OpenAction")) {
        Some(format!("the action {kind} when it is opened"))
    } else if [catalog].into_iter().chain(pages).any(has_actions) {
        Some("actions of the file or of a page".to_owned())
    } else {
        None
    };
    if let Some(found) = found {
        notes.file(Rule::Scripts, format_args!("expected no scripts and actions, found {found}"));
    }
    let collection = catalog.has(b"Collection") || catalog.has(b"AF");
    if collection || names.get(b"EmbeddedFiles").is_some() {
        notes.file(Rule::Attachments, "expected no attached files, found some");
    }
    let hidden = hidden_layers(catalog.within(b"OCProperties"));
    if hidden > 0 {
        notes.file(Rule::Layers, format_args!("expected no hidden layers, found {hidden}"));
    }
}

/// The kind of an action that does more than to show a place.
fn acts(action: Dict) -> Option<String> {
    let kind = action.name(b"S").filter(|kind| !HARMLESS.contains(kind))?;
    Some(String::from_utf8_lossy(kind).into_owned())
}

/// Whether a page or the file has actions for events, such as to be opened or printed.
fn has_actions(of: Dict) -> bool {
    let events = of.within(b"AA");
    events.own.iter().any(|(event, _)| acts(events.within(event)).is_some())
}

/// The number of layers that are not shown, or not printed.
fn hidden_layers(layers: Dict) -> usize {
    let list = |dict: Dict, key: &[u8]| -> Vec<Object> {
        let list = dict.get(key).and_then(|o| o.as_array().ok());
        list.cloned().unwrap_or_default()
    };
    let usual = layers.within(b"D");
    let (on, off) = (list(usual, b"ON"), list(usual, b"OFF"));
    let base_off = usual.name(b"BaseState") == Some(b"OFF");
    let shown = |layer: &Object| if base_off { on.contains(layer) } else { !off.contains(layer) };
    let printed = |layer: &Object| {
        let layer =
            layers.document.dereference(layer).ok().and_then(|(_, layer)| layer.as_dict().ok());
        let layer = layer.map(|own| Dict { own, ..layers });
        let print = layer.map(|layer| layer.within(b"Usage").within(b"Print"));
        print.and_then(|print| print.name(b"PrintState")) != Some(b"OFF")
    };
    list(layers, b"OCGs").iter().filter(|layer| !shown(layer) || !printed(layer)).count()
}
