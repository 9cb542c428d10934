//! Compares the structure of pages in two files exactly, without drawing. Object numbers,
//! compression and white space are ignored.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use pdf_reader::{Dict, OperatorReader, decode};
use std::collections::{HashMap, HashSet};

/// The maximum number of bytes of a stream.
const MAX_STREAM: usize = 256 << 20;

/// Keys about storage, and keys that refer back to the parent.
const STORAGE_KEYS: [&[u8]; 9] = [
    b"Parent",
    b"P",
    b"Length",
    b"Filter",
    b"DecodeParms",
    b"DL",
    b"LastModified",
    b"PieceInfo",
    b"StructParents",
];
/// Page entries beside content and resources; a page may inherit them.
const PAGE_KEYS: [&[u8]; 8] =
    [b"MediaBox", b"CropBox", b"BleedBox", b"TrimBox", b"ArtBox", b"Rotate", b"Annots", b"Group"];
/// Catalogue entries that readers see or use.
const CATALOG_KEYS: [&[u8]; 7] =
    [b"Outlines", b"PageLabels", b"Names", b"Dests", b"OpenAction", b"OCProperties", b"PageLayout"];

/// The difference between a page and its rebuilt version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageDiff {
    /// No relevant difference.
    Same,
    /// Other content with the same fonts and images, or another size or other links.
    Changed,
    /// Other fonts or resources: another program has rewritten the page.
    Rewritten,
}

/// A structural comparison of two files.
pub(super) struct PdfDiff<'a> {
    documents: [&'a Document; 2],
    /// The index of each page, by which pages are compared.
    pages: [HashMap<ObjectId, usize>; 2],
    /// The results for pairs of entries, because many pages share their resources.
    known: HashMap<[ObjectId; 2], PageDiff>,
}

/// A pair of objects to compare.
type Pair<'a> = (&'a Object, &'a Object);

impl<'a> PdfDiff<'a> {
    pub fn new(made: &'a Document, found: &'a Document) -> Self {
        let pages = [made, found].map(|document| {
            let ids = pdf_reader::pages(document);
            ids.enumerate().map(|(number, id)| (id, number)).collect()
        });
        Self { documents: [made, found], pages, known: HashMap::new() }
    }

    /// Returns how the second page differs from the first.
    pub fn page(&mut self, ids: [ObjectId; 2]) -> PageDiff {
        let pages = [0, 1].map(|i| Dict::page(self.documents[i], ids[i]));
        let resources = self.entry(inherited(pages, b"Resources"));
        let is_same = resources == PageDiff::Same
            && PAGE_KEYS.iter().all(|key| self.entry(inherited(pages, key)) == PageDiff::Same)
            && self.same_content(ids);
        if resources == PageDiff::Same && !is_same { PageDiff::Changed } else { resources }
    }

    /// Returns true if the files have the same bookmarks, page labels and names.
    pub fn whole(&mut self) -> bool {
        let catalogs = self.documents.map(Dict::catalog);
        CATALOG_KEYS.iter().all(|key| {
            self.entry(catalogs.map(|catalog| catalog.own.get(key).ok())) == PageDiff::Same
        })
    }

    fn same_content(&self, ids: [ObjectId; 2]) -> bool {
        let [a, b] =
            [0, 1].map(|i| self.documents[i].get_page_content_with_limit(ids[i], MAX_STREAM));
        matches!((a, b), (Ok(a), Ok(b)) if same_operators(&a, &b))
    }

    /// Compares an entry that exists in both files or in neither.
    fn entry(&mut self, own: [Option<&'a Object>; 2]) -> PageDiff {
        let (a, b) = match own {
            [Some(a), Some(b)] => (a, b),
            [None, None] => return PageDiff::Same,
            _ => return PageDiff::Rewritten,
        };
        let ids = a.as_reference().ok().zip(b.as_reference().ok()).map(|(a, b)| [a, b]);
        if let Some(known) = ids.and_then(|ids| self.known.get(&ids)) {
            return *known;
        }
        let is = self.objects((a, b));
        self.known.extend(ids.map(|ids| (ids, is)));
        is
    }

    /// Compares objects and everything that they refer to. Returns `Changed` if only the content of
    /// forms differs.
    fn objects(&self, pair: Pair<'a>) -> PageDiff {
        let mut seen: HashSet<[ObjectId; 2]> = HashSet::new();
        let (mut pairs, mut is) = (vec![pair], PageDiff::Same);
        while let Some((a, b)) = pairs.pop() {
            if let (Ok(a), Ok(b)) = (a.as_reference(), b.as_reference()) {
                let pages = [self.pages[0].get(&a), self.pages[1].get(&b)];
                if pages[0] != pages[1] {
                    return PageDiff::Rewritten;
                }
                if pages[0].is_some() || !seen.insert([a, b]) {
                    continue;
                }
            }
            let [Ok((_, a)), Ok((_, b))] =
                [self.documents[0].dereference(a), self.documents[1].dereference(b)]
            else {
                return PageDiff::Rewritten;
            };
            let is_same = match (a, b) {
                (Object::Array(a), Object::Array(b)) => {
                    pairs.extend(a.iter().zip(b));
                    a.len() == b.len()
                }
                (Object::Dictionary(a), Object::Dictionary(b)) => entries(a, b, &mut pairs),
                (Object::Stream(a), Object::Stream(b)) => {
                    let kind = a.dict.get(b"Subtype").and_then(Object::as_name);
                    let is_form = kind.is_ok_and(|name| name == b"Form");
                    let is_same = same_streams(a, b, is_form);
                    if is_form && !is_same {
                        is = PageDiff::Changed;
                    }
                    entries(&a.dict, &b.dict, &mut pairs) && (is_form || is_same)
                }
                _ => same_value(a, b),
            };
            if !is_same {
                return PageDiff::Rewritten;
            }
        }
        is
    }
}

/// Returns true if two dictionaries have the same keys, except for storage keys. Adds their values
/// to the pairs to compare.
fn entries<'a>(a: &'a Dictionary, b: &'a Dictionary, pairs: &mut Vec<Pair<'a>>) -> bool {
    let mut count = 0;
    for (key, own) in compared_entries(a) {
        match b.get(key) {
            Ok(other) => pairs.push((own, other)),
            Err(_) => return false,
        }
        count += 1;
    }
    count == compared_entries(b).count()
}

/// Returns the entries of a dictionary, except for storage keys.
fn compared_entries(dict: &Dictionary) -> impl Iterator<Item = (&Vec<u8>, &Object)> {
    dict.iter().filter(|(key, _)| !STORAGE_KEYS.contains(&&key[..]))
}

/// Returns an entry of two pages, which may be inherited.
fn inherited<'a>(pages: [Dict<'a>; 2], key: &[u8]) -> [Option<&'a Object>; 2] {
    pages.map(|page| page.inherited(key).own.get(key).ok())
}

/// Returns true if two streams have the same content. The content of forms is compared by
/// operators.
fn same_streams(a: &Stream, b: &Stream, is_form: bool) -> bool {
    if a.content == b.content && a.dict.get(b"Filter").ok() == b.dict.get(b"Filter").ok() {
        return true;
    }
    match (decode(a, MAX_STREAM), decode(b, MAX_STREAM)) {
        (Ok(a), Ok(b)) => a == b || is_form && same_operators(&a, &b),
        _ => false,
    }
}

/// Returns true if two content streams have the same operators and operands.
fn same_operators(a: &[u8], b: &[u8]) -> bool {
    if a == b {
        return true;
    }
    let (mut a, mut b) = (OperatorReader::new(a), OperatorReader::new(b));
    loop {
        match (a.next_operation(), b.next_operation()) {
            (Ok(None), Ok(None)) => return true,
            (Ok(Some((a, of_a))), Ok(Some((b, of_b)))) if a == b && same_values(of_a, of_b) => {}
            _ => return false,
        }
    }
}

fn same_values(a: &[Object], b: &[Object]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
}

/// Returns true if two values are equal in any notation.
fn same_value(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::String(a, _), Object::String(b, _)) => a == b,
        (Object::Array(a), Object::Array(b)) => same_values(a, b),
        (Object::Stream(a), Object::Stream(b)) => a.content == b.content && a.dict == b.dict,
        _ => match (a.as_float(), b.as_float()) {
            (Ok(a), Ok(b)) => (a - b).abs() <= 1e-5 * a.abs().max(1.0),
            _ => a == b,
        },
    }
}
