//! Checks the boxes, annotations and other entries of a page.

use super::topic::Topic;
use super::{Notes, slash};
use crate::print::Pdfx;
use crate::print::pdf::{Dict, Rect};

/// Tolerance in points.
const NEAR: f64 = 0.01;

pub(super) fn check(notes: &mut Notes, page: Dict) {
    let finished = boxes(notes, page);
    for annotation in page.dicts(b"Annots") {
        let acts = annotation.has(b"A") || annotation.has(b"AA");
        notes.ensure(!acts, Topic::Actions, "no annotations with actions", "one");
        let kind = annotation.name(b"Subtype").unwrap_or_default();
        let inside = match (annotation.rect(b"Rect"), finished) {
            (Some(place), Some((trim, bleed))) => {
                let page = if kind == b"PrinterMark" { trim } else { bleed };
                place.and(page.grown(-NEAR, -NEAR)).is_some()
            }
            _ => true,
        };
        let fine = !inside || kind == b"TrapNet";
        let found = format!("{} inside", slash(Some(kind)));
        notes.ensure(fine, Topic::Annotations, "annotations outside the bleed only", found);
    }
    notes.ensure(!page.has(b"AA"), Topic::Actions, "no actions", "/AA of a page");
    let separated = page.has(b"SeparationInfo");
    let expected = "pages that are not separated into inks";
    notes.ensure(!separated, Topic::Structure, expected, "/SeparationInfo");
    let steps = notes.pdfx == Pdfx::X4 && page.has(b"PresSteps");
    notes.ensure(!steps, Topic::Presentations, "no alternative presentations", "/PresSteps");
    super::content::group(notes, page);
}

/// Checks the boxes. Returns the finished page, and the page with its bleed.
fn boxes(notes: &mut Notes, page: Dict) -> Option<(Rect, Rect)> {
    let topic = Topic::Boxes;
    let of_tree = |key: &[u8]| page.inherited(key).rect(key);
    let (media, crop) = (of_tree(b"MediaBox"), of_tree(b"CropBox"));
    let [trim, art, bleed] = [&b"TrimBox"[..], b"ArtBox", b"BleedBox"].map(|key| page.rect(key));
    notes.ensure(media.is_some(), topic, "a MediaBox", "none");
    let one = trim.is_some() != art.is_some();
    let found = if trim.is_some() { "both" } else { "neither" };
    notes.ensure(one, topic, "either a TrimBox or an ArtBox", found);
    let (media, finished) = (media?, trim.or(art)?);
    for (inner, outer, expected) in [
        (Some(finished), Some(media), "a TrimBox or ArtBox inside the MediaBox"),
        (Some(finished), bleed, "a TrimBox or ArtBox inside the BleedBox"),
        (Some(finished), crop, "a TrimBox or ArtBox inside the CropBox"),
        (bleed, Some(media), "a BleedBox inside the MediaBox"),
    ] {
        if let (Some(inner), Some(outer)) = (inner, outer) {
            let fine = outer.grown(NEAR, NEAR).and(inner) == Some(inner);
            notes.ensure(fine, topic, expected, "one beyond it");
        }
    }
    Some((finished, bleed.unwrap_or(finished)))
}
