//! The objects of a file, references followed. What is missing or of another kind is none.

use super::geometry::{Matrix, Rect};
use lopdf::{DecompressError, Dictionary, Document, Object, Stream};

/// A number, whatever its kind.
pub(crate) fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// An entry of a dictionary, wherever it stands.
pub(crate) fn entry<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Object> {
    let (_, object) = document.dereference(dict.get(key).ok()?).ok()?;
    Some(object)
}

/// The same, a dictionary.
pub(crate) fn dictionary<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    entry(document, dict, key)?.as_dict().ok()
}

/// The same, a name.
pub(crate) fn name<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a [u8]> {
    entry(document, dict, key)?.as_name().ok()
}

/// The numbers of an array; none if something else is in it.
pub(crate) fn numbers(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Vec<f64>> {
    let array = entry(document, dict, key)?.as_array().ok()?;
    let items = array.iter();
    items
        .map(|item| number(document.dereference(item).ok()?.1))
        .collect()
}

/// A box, its corners in order.
pub(crate) fn rect(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Rect> {
    match numbers(document, dict, key)?[..] {
        [x0, y0, x1, y1] => Some(Rect::at((x0, y0)).with((x1, y1))),
        _ => None,
    }
}

pub(super) fn matrix(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Matrix> {
    let six = numbers(document, dict, key)?.try_into().ok()?;
    Some(Matrix(six))
}

/// The content of a stream, unpacked, unless that takes more bytes.
pub(crate) fn unpacked(stream: &Stream, most: usize) -> Result<Vec<u8>, lopdf::Error> {
    if stream.dict.has(b"Filter") {
        return stream.decompressed_content_with_limit(most);
    }
    if stream.content.len() > most {
        return Err(DecompressError::MemoryLimitExceeded { limit: most }.into());
    }
    Ok(stream.content.clone())
}

/// The content of the stream behind a key, unless it takes more bytes.
pub(crate) fn stream(
    document: &Document,
    dict: &Dictionary,
    key: &[u8],
    most: usize,
) -> Option<Vec<u8>> {
    unpacked(entry(document, dict, key)?.as_stream().ok()?, most).ok()
}

/// The dictionary that has a key: the page's, or one above it in the tree.
pub(crate) fn inherited<'a>(
    document: &'a Document,
    page: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    let mut at = page;
    // A tree of pages is not deeper; one that bites its tail has no bottom.
    for _ in 0..64 {
        if at.has(key) {
            return Some(at);
        }
        at = dictionary(document, at, b"Parent")?;
    }
    None
}

/// The first numbers among an operator's operands.
pub(super) struct Numbers {
    numbers: [f64; 6],
    count: usize,
}

impl Numbers {
    pub fn of(operands: &[Object]) -> Self {
        let mut all = Self {
            numbers: [0.0; 6],
            count: 0,
        };
        for n in operands.iter().filter_map(number).take(6) {
            all.numbers[all.count] = n;
            all.count += 1;
        }
        all
    }

    pub fn all(&self) -> &[f64] {
        &self.numbers[..self.count]
    }
}
