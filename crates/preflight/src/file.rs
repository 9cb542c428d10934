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

/// Returns the number of layers, and of combinations of layers, that are not shown or not printed.
fn hidden_layers(document: &Document) -> Option<Clause> {
    let layers = Layers::read(document);
    let own = array(layers.all, b"OCGs").iter().filter(|layer| !layers.shows(layer)).count();
    let combined = document.objects.values().map(|object| layers.hidden_combinations(object, 0));
    let count = own + combined.sum::<usize>();
    if count > 0 { Some(count.to_string().into()) } else { None }
}

/// The layers of a file in its default configuration (ISO 32000-1:2008, 8.11).
#[derive(Clone, Copy)]
struct Layers<'a> {
    all: Dict<'a>,
    on: &'a [Object],
    off: &'a [Object],
    is_base_off: bool,
}

impl<'a> Layers<'a> {
    /// The maximum depth of expressions, and of dictionaries and arrays in an object. Nobody writes
    /// deeper ones.
    const MAX_DEPTH: usize = 16;

    fn read(document: &'a Document) -> Self {
        let all = Dict::catalog(document).dict_or_empty(b"OCProperties");
        let usual = all.dict_or_empty(b"D");
        let (on, off) = (array(usual, b"ON"), array(usual, b"OFF"));
        Self { all, on, off, is_base_off: usual.name(b"BaseState") == Some(b"OFF") }
    }

    /// Returns true if a layer is shown and printed. `layer` is its reference.
    fn shows(self, layer: &Object) -> bool {
        let is_on =
            if self.is_base_off { self.on.contains(layer) } else { !self.off.contains(layer) };
        is_on && is_printed(self.all.document, layer)
    }

    /// Returns the number of combinations of layers in an object that hide their content.
    fn hidden_combinations(self, object: &Object, depth: usize) -> usize {
        if depth > Self::MAX_DEPTH {
            return 0;
        }
        let inside = |object| self.hidden_combinations(object, depth + 1);
        let own = match object {
            Object::Array(items) => return items.iter().map(inside).sum(),
            Object::Dictionary(own) => own,
            Object::Stream(stream) => &stream.dict,
            _ => return 0,
        };
        let dict = Dict { own, document: self.all.document };
        let is_hidden = dict.name(b"Type") == Some(b"OCMD") && !self.shows_combination(dict);
        usize::from(is_hidden) + own.iter().map(|(_, value)| inside(value)).sum::<usize>()
    }

    /// Returns true if a combination of layers shows its content.
    fn shows_combination(self, combination: Dict) -> bool {
        if let Some(expression) = combination.get(b"VE") {
            return self.holds(expression, 0);
        }
        // One layer may stand without an array. A combination of no layer is shown.
        let one = combination.own.get(b"OCGs").ok();
        let layers = match combination.get(b"OCGs") {
            Some(Object::Array(layers)) => layers,
            _ => one.map_or(&[][..], std::slice::from_ref),
        };
        let mut layers = layers.iter().filter(|layer| layer.as_reference().is_ok()).peekable();
        if layers.peek().is_none() {
            return true;
        }
        match combination.name(b"P") {
            Some(b"AllOn") => layers.all(|layer| self.shows(layer)),
            Some(b"AnyOff") => layers.any(|layer| !self.shows(layer)),
            Some(b"AllOff") => layers.all(|layer| !self.shows(layer)),
            _ => layers.any(|layer| self.shows(layer)),
        }
    }

    /// Returns true if an expression over layers holds: an array of `And`, `Or` or `Not` with
    /// layers and expressions.
    fn holds(self, expression: &Object, depth: usize) -> bool {
        let document = self.all.document;
        let resolved = document.dereference(expression).map_or(expression, |(_, object)| object);
        let Object::Array(parts) = resolved else { return self.shows(expression) };
        let Some((operator, parts)) = parts.split_first().filter(|_| depth < Self::MAX_DEPTH)
        else {
            return true;
        };
        let mut values = parts.iter().map(|part| self.holds(part, depth + 1));
        match operator.as_name() {
            Ok(b"Not") => !values.next().unwrap_or(false),
            Ok(b"Or") => values.any(|value| value),
            _ => values.all(|value| value),
        }
    }
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
