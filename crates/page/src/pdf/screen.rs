//! Adds the outline and the links of pages to a file for the screen.

use super::content::PageLink;
use super::{OutlineEntry, broken, real};
use crate::page::LinkTarget;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::HashMap;
use std::io;

/// Space shown above a destination, in points.
const SPACE_ABOVE: f64 = 12.0;

/// The objects of the pages of a file, and the anchors on them.
pub(super) struct ScreenEdition<'a> {
    /// The height of the pages.
    pub height: f64,
    pub pages: &'a [ObjectId],
    /// The page of each anchor, and its distance from the top of the page.
    pub anchors: &'a HashMap<LinkTarget, (usize, f64)>,
}

impl ScreenEdition<'_> {
    /// Adds the outline and the links of each page to a document.
    pub fn add(
        &self,
        document: &mut Document,
        catalog: &mut Dictionary,
        links: &[Vec<PageLink>],
        outline: &[OutlineEntry],
    ) -> io::Result<()> {
        for (links, &page) in links.iter().zip(self.pages) {
            let links: Vec<Object> = links.iter().filter_map(|link| self.link(link)).collect();
            if !links.is_empty() {
                // Inside the page instead of separate objects, because lopdf does not compress the
                // cross-reference table.
                document.get_dictionary_mut(page).map_err(broken)?.set("Annots", links);
            }
        }
        let root = document.new_object_id();
        let entries = self.add_level(document, root, outline);
        let mut outlines = dictionary! { "Type" => "Outlines", "Count" => entries.len() as i64 };
        if let (Some(&first), Some(&last)) = (entries.first(), entries.last()) {
            outlines.set("First", first);
            outlines.set("Last", last);
        }
        document.set_object(root, outlines);
        catalog.set("Outlines", root);
        catalog.set("PageMode", "UseOutlines");
        catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
        Ok(())
    }

    /// Returns the annotation of a link, or `None` if its target is in no page of this file.
    fn link(&self, link: &PageLink) -> Option<Object> {
        let (left, top) = (link.corner.0, self.height - link.corner.1);
        let (right, bottom) = (left + link.size.0, top - link.size.1);
        let mut annotation = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => [left, bottom, right, top].map(real).to_vec(),
            "Border" => vec![0.into(), 0.into(), 0.into()],
            // PDF/A requires annotations that are printed, even those without ink.
            "F" => 4,
        };
        if let LinkTarget::Address(address) = &link.target {
            let uri = Object::string_literal(address.clone());
            annotation.set("A", dictionary! { "S" => "URI", "URI" => uri });
        } else {
            annotation.set("Dest", self.destination(&link.target)?);
        }
        Some(annotation.into())
    }

    /// Adds one level of the outline, with all entries closed. Returns its entries.
    fn add_level(
        &self,
        document: &mut Document,
        parent: ObjectId,
        entries: &[OutlineEntry],
    ) -> Vec<ObjectId> {
        let reachable = entries.iter().filter_map(|entry| {
            let destination = self.destination(&entry.target)?;
            Some((entry, destination))
        });
        let entries: Vec<_> = reachable.collect();
        let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
        for (i, (entry, destination)) in entries.into_iter().enumerate() {
            let mut item = dictionary! {
                "Title" => lopdf::text_string(&entry.title),
                "Parent" => parent,
                "Dest" => destination,
            };
            if i > 0 {
                item.set("Prev", ids[i - 1]);
            }
            if let Some(&next) = ids.get(i + 1) {
                item.set("Next", next);
            }
            let children = self.add_level(document, ids[i], &entry.children);
            if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
                item.set("First", first);
                item.set("Last", last);
                item.set("Count", -(children.len() as i64));
            }
            document.set_object(ids[i], item);
        }
        ids
    }

    /// Returns a destination at the current zoom. The window then starts a little above the target.
    fn destination(&self, target: &LinkTarget) -> Option<Object> {
        let (page, top) = match target {
            LinkTarget::Page(page) => (*page, 0.0),
            _ => *self.anchors.get(target)?,
        };
        let top = real((self.height - top + SPACE_ABOVE).min(self.height));
        let page = self.pages[page].into();
        Some(Object::Array(vec![page, "XYZ".into(), Object::Null, top, Object::Null]))
    }
}
