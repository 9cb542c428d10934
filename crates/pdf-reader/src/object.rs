//! Access to objects by key, with references resolved. `None` means missing or of another type.

use super::geometry::{Matrix, Rect};
use super::limits::MAX_PARSED;
use flate2::bufread::ZlibDecoder;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary as dict};
use std::borrow::Cow;
use std::io;
use std::sync::LazyLock;

/// Returns a number, integer or real.
pub fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// Returns true for a string that is not empty.
pub fn is_filled_text(object: &Object) -> bool {
    object.as_str().is_ok_and(|text| !text.is_empty())
}

/// A dictionary with the document that resolves its references.
#[derive(Clone, Copy)]
pub struct Dict<'a> {
    /// The file.
    pub document: &'a Document,
    /// The dictionary.
    pub own: &'a Dictionary,
}

impl<'a> Dict<'a> {
    /// Pairs a dictionary with its file.
    pub fn new(document: &'a Document, own: &'a Dictionary) -> Self {
        Self { document, own }
    }

    /// Returns the catalogue of a file; empty if missing.
    pub fn catalog(document: &'a Document) -> Self {
        Self::new(document, document.catalog().unwrap_or(&EMPTY))
    }

    /// Returns a page of a file; empty if missing.
    pub fn page(document: &'a Document, id: ObjectId) -> Self {
        Self::new(document, document.get_dictionary(id).unwrap_or(&EMPTY))
    }

    /// Returns the Info dictionary, with title, author and dates; empty if missing.
    pub fn info(document: &'a Document) -> Self {
        Self::new(document, &document.trailer).dict_or_empty(b"Info")
    }

    /// Returns true if the dictionary has an entry.
    pub fn has(self, key: &[u8]) -> bool {
        self.own.has(key)
    }

    /// Returns an entry with its reference resolved.
    pub fn get(self, key: &[u8]) -> Option<&'a Object> {
        self.resolve(self.own.get(key).ok()?)
    }

    /// Resolves an object that may be a reference.
    pub fn resolve(self, object: &'a Object) -> Option<&'a Object> {
        Some(self.document.dereference(object).ok()?.1)
    }

    /// Returns a dictionary, or the dictionary of a stream.
    pub fn as_dict(self, object: &'a Object) -> Option<Self> {
        let own = object.as_dict().ok().or_else(|| Some(&object.as_stream().ok()?.dict))?;
        Some(Self { own, ..self })
    }

    /// Returns an entry that is a dictionary.
    pub fn dict(self, key: &[u8]) -> Option<Self> {
        Some(Self { own: self.get(key)?.as_dict().ok()?, ..self })
    }

    /// Returns an entry that is a dictionary, or an empty one.
    pub fn dict_or_empty(self, key: &[u8]) -> Self {
        self.dict(key).unwrap_or(Self { own: &EMPTY, ..self })
    }

    /// Returns an entry that is a name.
    pub fn name(self, key: &[u8]) -> Option<&'a [u8]> {
        self.get(key)?.as_name().ok()
    }

    /// Returns an entry that is a number.
    pub fn number(self, key: &[u8]) -> Option<f64> {
        number(self.get(key)?)
    }

    /// Returns an entry that is a boolean.
    pub fn flag(self, key: &[u8]) -> Option<bool> {
        self.get(key)?.as_bool().ok()
    }

    /// Returns a string entry that is not empty. Only Latin text is decoded.
    pub fn text(self, key: &[u8]) -> Option<String> {
        let bytes = self.get(key)?.as_str().ok()?;
        if bytes.is_empty() { None } else { Some(String::from_utf8_lossy(bytes).into_owned()) }
    }

    /// Returns the items of an array entry; none if missing.
    pub fn items(self, key: &[u8]) -> impl Iterator<Item = &'a Object> {
        let items = self.get(key).and_then(|o| o.as_array().ok());
        items.into_iter().flatten().filter_map(move |item| self.resolve(item))
    }

    /// Returns the items of an array entry that are dictionaries.
    pub fn dicts(self, key: &[u8]) -> impl Iterator<Item = Self> {
        self.items(key).filter_map(move |item| Some(Self { own: item.as_dict().ok()?, ..self }))
    }

    /// Returns an array entry that consists of numbers.
    pub fn numbers(self, key: &[u8]) -> Option<Vec<f64>> {
        let items = self.get(key)?.as_array().ok()?.iter();
        items.map(|item| number(self.resolve(item)?)).collect()
    }

    /// Returns a rectangle entry with its corners in order.
    pub fn rect(self, key: &[u8]) -> Option<Rect> {
        match self.numbers(key)?[..] {
            [x0, y0, x1, y1] => Some(Rect::at((x0, y0)).union_pt((x1, y1))),
            _ => None,
        }
    }

    /// Returns the media box or crop box of a page, which may be inherited. Other boxes are not
    /// inherited.
    pub fn page_box(self, key: &[u8]) -> Option<Rect> {
        self.inherited(key).rect(key)
    }

    /// Returns true if a page is rotated or uses other units than points.
    pub fn is_turned(self) -> bool {
        let turn = self.inherited(b"Rotate").number(b"Rotate").unwrap_or(0.0);
        let unit = self.number(b"UserUnit").unwrap_or(1.0);
        turn % 360.0 != 0.0 || unit != 1.0
    }

    /// Returns an entry that is an array of six numbers.
    pub fn matrix(self, key: &[u8]) -> Option<Matrix> {
        Some(Matrix(self.numbers(key)?.try_into().ok()?))
    }

    /// Returns the decoded content of a stream entry, if it has at most `max` bytes.
    pub fn stream(self, key: &[u8], max: usize) -> Option<Vec<u8>> {
        decode(self.get(key)?.as_stream().ok()?, max).ok()
    }

    /// Returns the nearest dictionary with a key, from the page upwards through the page tree; an
    /// empty one if there is none.
    pub fn inherited(self, key: &[u8]) -> Self {
        // The depth is limited because a page tree may contain itself.
        let up = std::iter::successors(Some(self), |at| at.dict(b"Parent")).take(64);
        { up }.find(|at| at.has(key)).unwrap_or(Self { own: &EMPTY, ..self })
    }
}

static EMPTY: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);

/// Decodes a stream. Fails if the result has more than `max` bytes.
pub fn decode(stream: &Stream, max: usize) -> Result<Vec<u8>, lopdf::Error> {
    stream.decompressed_content_with_limit(max)
}

/// Returns the filter names of a stream.
pub fn filters<'a>(stream: Dict<'a>) -> impl Iterator<Item = &'a [u8]> {
    let all = match stream.get(b"Filter") {
        None => &[],
        Some(Object::Array(filters)) => filters.as_slice(),
        Some(filter) => std::slice::from_ref(filter),
    };
    all.iter().filter_map(move |filter| stream.resolve(filter)?.as_name().ok())
}

/// Undoes all filters of a stream except the last. Returns the data and the name of the last
/// filter. `None` without filters, or if the others cannot be undone.
pub fn decode_to_last_filter(stream: &Stream) -> Option<(Cow<'_, [u8]>, &[u8])> {
    let filters = stream.filters().ok()?;
    let (&last, others) = filters.split_last()?;
    if others.is_empty() {
        return Some((Cow::Borrowed(&stream.content), last));
    }
    let names = others.iter().map(|name| Object::Name(name.to_vec())).collect::<Vec<_>>();
    let outer = Stream::new(dict! { "Filter" => names }, stream.content.clone());
    Some((Cow::Owned(outer.decompressed_content_with_limit(MAX_PARSED).ok()?), last))
}

/// Returns true if a stream can be decoded to its end. Content after damage is lost.
pub(super) fn decodes_fully(stream: &Stream) -> bool {
    // Some programs write an empty stream with a filter for a blank page.
    if stream.filters().unwrap_or_default().is_empty() || stream.content.is_empty() {
        return true;
    }
    match decode_to_last_filter(stream) {
        Some((data, b"FlateDecode")) => {
            io::copy(&mut ZlibDecoder::new(&*data), &mut io::sink()).is_ok()
        }
        // Other filters are not decoded.
        Some((_, last)) => matches!(last, b"LZWDecode" | b"ASCII85Decode"),
        None => false,
    }
}
