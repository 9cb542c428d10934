//! Checks the boxes, annotations and other entries of a page.

use super::Notes;
use super::topic::Topic;
use crate::print::Pdfx;
use crate::print::pdf::{Rect, dictionary, entry, inherited, name, rect};
use lopdf::{Dictionary, Document};

/// Tolerance in points.
const NEAR: f64 = 0.01;

pub(super) fn check(notes: &mut Notes, document: &Document, page: &Dictionary) {
    let finished = boxes(notes, document, page);
    let annotations = entry(document, page, b"Annots").and_then(|o| o.as_array().ok());
    for annotation in annotations.into_iter().flatten() {
        let annotation = document.dereference(annotation).ok();
        let Some(annotation) = annotation.and_then(|(_, object)| object.as_dict().ok()) else {
            continue;
        };
        let acts = annotation.has(b"A") || annotation.has(b"AA");
        notes.ensure(!acts, Topic::Actions, "no annotations with actions", || "one".to_owned());
        let kind = name(document, annotation, b"Subtype").unwrap_or_default();
        let place = rect(document, annotation, b"Rect");
        let inside = match (place, finished) {
            (Some(place), Some((trim, bleed))) => {
                let page = if kind == b"PrinterMark" { trim } else { bleed };
                place.and(page.grown(-NEAR, -NEAR)).is_some()
            }
            _ => true,
        };
        let fine = !inside || kind == b"TrapNet";
        let expected = "annotations outside the bleed only";
        notes.ensure(fine, Topic::Annotations, expected, || {
            format!("/{} inside", String::from_utf8_lossy(kind))
        });
    }
    notes.ensure(!page.has(b"AA"), Topic::Actions, "no actions", || "/AA of a page".to_owned());
    let separated = page.has(b"SeparationInfo");
    let expected = "pages that are not separated into inks";
    notes.ensure(!separated, Topic::Structure, expected, || "/SeparationInfo".to_owned());
    if notes.pdfx == Pdfx::X4 {
        let steps = page.has(b"PresSteps");
        let expected = "no alternative presentations";
        notes.ensure(!steps, Topic::Presentations, expected, || "/PresSteps".to_owned());
    }
    let group = dictionary(document, page, b"Group");
    super::content::group(notes, document, group);
}

/// Checks the boxes. Returns the finished page, and the page with its bleed.
fn boxes(notes: &mut Notes, document: &Document, page: &Dictionary) -> Option<(Rect, Rect)> {
    let topic = Topic::Boxes;
    let of_tree = |key: &[u8]| rect(document, inherited(document, page, key)?, key);
    let own = |key: &[u8]| rect(document, page, key);
    let (media, crop) = (of_tree(b"MediaBox"), of_tree(b"CropBox"));
    let (trim, art, bleed) = (own(b"TrimBox"), own(b"ArtBox"), own(b"BleedBox"));
    notes.ensure(media.is_some(), topic, "a MediaBox", || "none".to_owned());
    let one = trim.is_some() != art.is_some();
    notes.ensure(one, topic, "either a TrimBox or an ArtBox", || {
        if trim.is_some() { "both" } else { "neither" }.to_owned()
    });
    let (media, finished) = (media?, trim.or(art)?);
    for (inner, outer, expected) in [
        (Some(finished), Some(media), "a TrimBox or ArtBox inside the MediaBox"),
        (Some(finished), bleed, "a TrimBox or ArtBox inside the BleedBox"),
        (Some(finished), crop, "a TrimBox or ArtBox inside the CropBox"),
        (bleed, Some(media), "a BleedBox inside the MediaBox"),
    ] {
        if let (Some(inner), Some(outer)) = (inner, outer) {
            let fine = outer.grown(NEAR, NEAR).and(inner) == Some(inner);
            notes.ensure(fine, topic, expected, || "one beyond it".to_owned());
        }
    }
    Some((finished, bleed.unwrap_or(finished)))
}
