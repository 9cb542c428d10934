//! Walks the page tree of a document.

use lopdf::{Document, Object, ObjectId};
use std::slice;

/// The number of entries of the tree that are always read. A file with more objects may have as
/// many entries. So a tree that leads to itself, or to one page again and again, ends.
const MIN_ENTRIES: usize = 10_000;

/// The pages that are still to come.
pub(super) struct PageTree<'a> {
    document: &'a Document,
    /// The nodes from the root down to the present one, each with its entries still to come.
    open: Vec<(ObjectId, slice::Iter<'a, Object>)>,
    /// The number of entries that may still be read.
    left: usize,
}

impl<'a> PageTree<'a> {
    pub fn new(document: &'a Document) -> Self {
        let left = document.objects.len().max(MIN_ENTRIES);
        let mut tree = Self { document, open: Vec::new(), left };
        let root = document.catalog().and_then(|catalog| catalog.get(b"Pages"));
        if let Ok(root) = root.and_then(Object::as_reference) {
            tree.enter(root);
        }
        tree
    }

    /// Goes down to a node, unless it is one of those above.
    fn enter(&mut self, node: ObjectId) {
        let kids = self.document.get_dictionary(node);
        let kids = kids.and_then(|node| node.get_deref(b"Kids", self.document));
        let is_above = self.open.iter().any(|(above, _)| *above == node);
        if let (false, Ok(kids)) = (is_above, kids.and_then(Object::as_array)) {
            self.open.push((node, kids.iter()));
        }
    }
}

impl Iterator for PageTree<'_> {
    type Item = ObjectId;

    fn next(&mut self) -> Option<ObjectId> {
        loop {
            let (_, kids) = self.open.last_mut()?;
            let Some(kid) = kids.next() else {
                self.open.pop();
                continue;
            };
            self.left = self.left.checked_sub(1)?;
            let Ok(kid) = kid.as_reference() else { continue };
            let Ok(node) = self.document.get_dictionary(kid) else { continue };
            // A type is required, and readers do without it.
            match node.get_type() {
                Ok(b"Pages") => self.enter(kid),
                Ok(b"Page") => return Some(kid),
                Ok(_) => {}
                Err(_) if node.has(b"Kids") => self.enter(kid),
                Err(_) => return Some(kid),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MIN_ENTRIES;
    use crate::tests::written;
    use crate::{open, pages};

    /// A page that comes three times is three pages. A node that leads to itself adds none, and
    /// nodes that double the pages at each level end.
    #[test]
    fn pages_are_counted_as_often_as_the_tree_leads_to_them() {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>";
        let count = |kids: &str, nodes: &[(u32, String)]| {
            let root = format!("<< /Type /Pages /Kids [{kids}] /Count 1 >>");
            let mut objects: Vec<(u32, &str, &[u8])> = vec![
                (1, "<< /Type /Catalog /Pages 2 0 R >>", b""),
                (2, &root, b""),
                (3, page, b""),
            ];
            objects.extend(nodes.iter().map(|(number, node)| (*number, &**node, &b""[..])));
            pages(&open(&written(&objects, "")).expect("a document")).count()
        };
        let node = |kids: &str| format!("<< /Type /Pages /Kids [{kids}] /Count 1 >>");
        assert_eq!(count("3 0 R 3 0 R 3 0 R", &[]), 3);
        assert_eq!(
            count("4 0 R 5 0 R", &[(4, "<< /Kids [3 0 R] >>".into()), (5, "<< >>".into())]),
            2
        );
        assert_eq!(count("4 0 R 3 0 R", &[(4, node("3 0 R 4 0 R 2 0 R 3 0 R"))]), 3);
        let twice = |below: u32| node(&format!("{below} 0 R {below} 0 R"));
        let mut doubling: Vec<_> = (4..40).map(|number| (number, twice(number + 1))).collect();
        doubling.push((40, node("3 0 R")));
        let found = count("4 0 R", &doubling);
        assert!((1_000..=MIN_ENTRIES).contains(&found), "{found}");
    }
}
