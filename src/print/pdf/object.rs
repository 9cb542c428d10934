//! Objects of a file by key, with references followed. `None` is missing or of another type.

use super::geometry::{Matrix, Rect};
use flate2::{Decompress, FlushDecompress, Status};
use lopdf::{DecompressError, Dictionary, Document, Object, Stream, dictionary as dict};
use std::borrow::Cow;

/// A number, integer or real.
pub(crate) fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// An entry of a dictionary; if it is a reference, the object referred to.
pub(crate) fn entry<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Object> {
    let (_, object) = document.dereference(dict.get(key).ok()?).ok()?;
    Some(object)
}

/// An entry that is a dictionary.
pub(crate) fn dictionary<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    entry(document, dict, key)?.as_dict().ok()
}

/// An entry that is a name.
pub(crate) fn name<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a [u8]> {
    entry(document, dict, key)?.as_name().ok()
}

/// An entry that is an array of numbers only.
pub(crate) fn numbers(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Vec<f64>> {
    let array = entry(document, dict, key)?.as_array().ok()?;
    let items = array.iter();
    items.map(|item| number(document.dereference(item).ok()?.1)).collect()
}

/// An entry that is a rectangle, with its corners in order.
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

/// The content of a stream, unpacked. An error if that is more than `max` bytes.
pub(crate) fn unpacked(stream: &Stream, max: usize) -> Result<Vec<u8>, lopdf::Error> {
    if stream.dict.has(b"Filter") {
        return stream.decompressed_content_with_limit(max);
    }
    if stream.content.len() > max {
        return Err(DecompressError::MemoryLimitExceeded { limit: max }.into());
    }
    Ok(stream.content.clone())
}

/// Whether the data of a stream can be unpacked to its end. What a damaged one has before the damage is
/// drawn, and the rest is lost.
pub(super) fn whole(stream: &Stream) -> bool {
    let filters = stream.filters().unwrap_or_default();
    let data = match filters[..] {
        [b"FlateDecode", ..] => Cow::Borrowed(&stream.content),
        [b"ASCII85Decode", b"FlateDecode"] => {
            let outer = dict! { "Filter" => "ASCII85Decode" };
            let Ok(data) = Stream::new(outer, stream.content.clone()).decompressed_content() else {
                return false;
            };
            Cow::Owned(data)
        }
        // Other filters are not unpacked here.
        _ => return filters.iter().all(|f| matches!(*f, b"LZWDecode" | b"ASCII85Decode")),
    };
    let mut inflater = Decompress::new(true);
    let mut buffer = vec![0; 1 << 15];
    loop {
        let before = (inflater.total_in(), inflater.total_out());
        let rest = data.get(before.0 as usize..).unwrap_or_default();
        match inflater.decompress(rest, &mut buffer, FlushDecompress::None) {
            Ok(Status::StreamEnd) => return true,
            Ok(_) if (inflater.total_in(), inflater.total_out()) != before => {}
            _ => return false,
        }
    }
}

/// An entry that is a stream: its content, unpacked, of at most `max` bytes.
pub(crate) fn stream(
    document: &Document,
    dict: &Dictionary,
    key: &[u8],
    max: usize,
) -> Option<Vec<u8>> {
    unpacked(entry(document, dict, key)?.as_stream().ok()?, max).ok()
}

/// The dictionary that has a key: that of the page, or the nearest above it in the page tree.
pub(crate) fn inherited<'a>(
    document: &'a Document,
    page: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    let mut at = page;
    // No page tree is deeper, unless it contains itself.
    for _ in 0..64 {
        if at.has(key) {
            return Some(at);
        }
        at = dictionary(document, at, b"Parent")?;
    }
    None
}

/// The first six numbers among the operands of an operator.
pub(super) struct Numbers {
    numbers: [f64; 6],
    count: usize,
}

impl Numbers {
    pub fn of(operands: &[Object]) -> Self {
        let mut all = Self { numbers: [0.0; 6], count: 0 };
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
