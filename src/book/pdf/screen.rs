//! Writes what only the screen edition has: a nested outline, and links from puzzle to answer and back.
//! `links` decides where they lead.

use super::values::{broken, real};
use crate::book::model::volume::Volume;
use crate::book::pdf::links::{self, Destination, OutlineEntry};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::io;

/// Adds the outline and the links to a document.
pub(super) fn add(
    document: &mut Document,
    catalog: &mut Dictionary,
    volume: &Volume,
    pages: &[ObjectId],
) -> io::Result<()> {
    for (index, &page) in pages.iter().enumerate() {
        let links = links::links(volume, index);
        if links.is_empty() {
            continue;
        }
        let mut annotations: Vec<Object> = Vec::with_capacity(links.len());
        for link in links {
            let ((x, y), (width, height)) = (link.corner, link.size);
            let top = volume.setup.area.height - y;
            let annotation = dictionary! {
                "Type" => "Annot",
                "Subtype" => "Link",
                "Rect" => vec![real(x), real(top - height), real(x + width), real(top)],
                "Border" => vec![0.into(), 0.into(), 0.into()],
                // PDF/A demands annotations that are printed, even those without ink.
                "F" => 4,
                "Dest" => destination(volume, pages, link.to),
            };
            // Inside the page, not an object of its own: lopdf does not compress the table of objects.
            annotations.push(annotation.into());
        }
        let page = document.get_object_mut(page).and_then(Object::as_dict_mut);
        page.map_err(broken)?.set("Annots", annotations);
    }

    let root = document.new_object_id();
    let (first, last, count) = level(document, volume, pages, root, &links::outline(volume));
    let mut outlines = dictionary! { "Type" => "Outlines", "Count" => count };
    if let (Some(first), Some(last)) = (first, last) {
        outlines.set("First", first);
        outlines.set("Last", last);
    }
    document.set_object(root, outlines);
    catalog.set("Outlines", root);
    catalog.set("PageMode", "UseOutlines");
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    Ok(())
}

/// Adds one level of the outline, with all entries closed. Returns its first and last entry and their
/// number.
fn level(
    document: &mut Document,
    volume: &Volume,
    pages: &[ObjectId],
    parent: ObjectId,
    entries: &[OutlineEntry],
) -> (Option<ObjectId>, Option<ObjectId>, i64) {
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for (i, (entry, &id)) in entries.iter().zip(&ids).enumerate() {
        let mut item = dictionary! {
            "Title" => lopdf::text_string(&entry.title),
            "Parent" => parent,
            "Dest" => destination(volume, pages, entry.to),
        };
        if i > 0 {
            item.set("Prev", ids[i - 1]);
        }
        if let Some(&next) = ids.get(i + 1) {
            item.set("Next", next);
        }
        let children = level(document, volume, pages, id, &entry.children);
        if let (Some(first), Some(last), count) = children {
            item.set("First", first);
            item.set("Last", last);
            item.set("Count", -count);
        }
        document.set_object(id, item);
    }
    (ids.first().copied(), ids.last().copied(), ids.len() as i64)
}

/// A destination in a page at the current zoom, with this height at the top of the window.
fn destination(volume: &Volume, pages: &[ObjectId], to: Destination) -> Object {
    /// Space shown above the destination, in points.
    const ROOM: f64 = 12.0;
    let top = (volume.setup.area.height - to.top + ROOM).min(volume.setup.area.height);
    Object::Array(vec![pages[to.page].into(), "XYZ".into(), Object::Null, real(top), Object::Null])
}
