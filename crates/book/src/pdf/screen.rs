//! Adds the outline and the links of the screen edition: from each puzzle to its answer and back,
//! and from each line of the contents to its page.

use super::content::PageLink;
use super::{broken, real};
use crate::model::part::PartName;
use crate::model::{LinkTarget, Volume};
use crate::parts::entries;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::HashMap;
use std::io;
use std::ops::Range;

/// Space shown above a destination, in points.
const SPACE_ABOVE: f64 = 12.0;

/// Adds one level of the outline, with all entries closed. Returns its entries.
fn add_level(
    document: &mut Document,
    parent: ObjectId,
    entries: Vec<OutlineEntry>,
) -> Vec<ObjectId> {
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for (i, OutlineEntry { title, destination, children }) in entries.into_iter().enumerate() {
        let mut item = dictionary! {
            "Title" => lopdf::text_string(&title),
            "Parent" => parent,
            "Dest" => destination,
        };
        if i > 0 {
            item.set("Prev", ids[i - 1]);
        }
        if let Some(&next) = ids.get(i + 1) {
            item.set("Next", next);
        }
        let children = add_level(document, ids[i], children);
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            item.set("First", first);
            item.set("Last", last);
            item.set("Count", -(children.len() as i64));
        }
        document.set_object(ids[i], item);
    }
    ids
}

/// An entry of the outline.
struct OutlineEntry {
    title: String,
    destination: Object,
    children: Vec<OutlineEntry>,
}

/// A volume with the objects of its pages, and the anchors on them.
pub(super) struct ScreenEdition<'a> {
    pub volume: &'a Volume,
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
        let entries = add_level(document, root, self.outline());
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
        let (left, top) = (link.corner.0, self.volume.setup.area.height - link.corner.1);
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

    /// Returns the outline: the parts, the levels with their puzzles in groups of ten, and the
    /// answers of each level.
    fn outline(&self) -> Vec<OutlineEntry> {
        let title = self.entry(self.volume.titles.full.clone(), &LinkTarget::Page(0));
        let parts = entries(self.volume).into_iter().filter_map(|part| {
            let children = match part.slot.part {
                PartName::Opener | PartName::Puzzles => {
                    self.tens(self.volume.chapters[part.slot.subject()].puzzles.clone())
                }
                PartName::Answers => self.answers_by_chapter(),
                _ => Vec::new(),
            };
            let entry = self.entry(part.title, &LinkTarget::Page(part.page))?;
            Some(OutlineEntry { children, ..entry })
        });
        title.into_iter().chain(parts).collect()
    }

    /// Groups puzzles by tens of their numbers.
    fn tens(&self, puzzles: Range<usize>) -> Vec<OutlineEntry> {
        let numbering = &self.volume.numbering;
        let mut bounds: Vec<usize> = puzzles
            .clone()
            .filter(|n| *n == puzzles.start || numbering.number(*n) % 10 == 1)
            .collect();
        bounds.push(puzzles.end);
        let mut groups = Vec::new();
        for pair in bounds.windows(2) {
            let (first, last) = numbering.numbers(pair[0]..pair[1]);
            let title = self.volume.setup.language.puzzles(first, last);
            groups.extend(self.entry(title, &LinkTarget::Puzzle(pair[0])));
        }
        groups
    }

    /// Returns an entry for the answers of each chapter, if there are several with names.
    fn answers_by_chapter(&self) -> Vec<OutlineEntry> {
        let mut entries = Vec::new();
        for (index, chapter) in self.volume.chapters.iter().enumerate() {
            if let Some(name) = self.volume.chapter_name(index) {
                entries.extend(self.entry(name, &LinkTarget::Answer(chapter.puzzles.start)));
            }
        }
        if entries.len() > 1 { entries } else { Vec::new() }
    }

    /// Returns an entry without children, or `None` if its target is in no page of this file.
    fn entry(&self, title: String, target: &LinkTarget) -> Option<OutlineEntry> {
        let destination = self.destination(target)?;
        Some(OutlineEntry { title, destination, children: Vec::new() })
    }

    /// Returns a destination at the current zoom. The window then starts a little above the target.
    fn destination(&self, target: &LinkTarget) -> Option<Object> {
        let (page, top) = match target {
            LinkTarget::Page(page) => (*page, 0.0),
            _ => *self.anchors.get(target)?,
        };
        let height = self.volume.setup.area.height;
        let top = real((height - top + SPACE_ABOVE).min(height));
        let page = self.pages[page].into();
        Some(Object::Array(vec![page, "XYZ".into(), Object::Null, top, Object::Null]))
    }
}
