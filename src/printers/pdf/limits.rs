//! The limits within which a file is read, and how a walk ends when it exceeds one.

use lopdf::{DecompressError, Dictionary, Document, LoadOptions, Object, ObjectId};
use std::cell::Cell;

/// The maximum number of unpacked bytes of a stream of objects, and of the content of a page with
/// all its forms. Parsed objects take up to three hundred times their bytes in memory.
pub(super) const MAX_PARSED: usize = 6 << 20;
/// The maximum number of letters, sides of paths and pictures on a page. A page of a Sudoku book has
/// some thousands. Each needs up to about 200 bytes of memory.
pub(super) const MAX_MARKS: usize = 500_000;
/// The same on all pages of a document together.
pub(super) const MAX_MARKS_IN_ALL: usize = 8_000_000;
/// The maximum depth of forms inside forms. A form that contains itself never ends.
pub(super) const MAX_FORMS_DEEP: usize = 12;
/// The maximum number of widths that are read of a font: a list of widths may be repeated by
/// reference.
pub(super) const MAX_WIDTHS: usize = 1 << 18;
/// The maximum number of graphics states that are saved at a time. The standard asks a viewer for 28.
pub(super) const MAX_SAVED: usize = 1000;

/// How large the objects of a file may be together, in units of about 120 bytes of memory; a byte of the file
/// allows four more.
const MAX_OBJECTS: usize = 100_000;

thread_local! {
    /// How much larger the objects of the file that is being read may be.
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Reads a file whose objects take no more memory than its size justifies.
pub(crate) fn open(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    LEFT.set(MAX_OBJECTS + 4 * bytes.len());
    let limit = ((512 << 10) + 8 * bytes.len()).min(MAX_PARSED);
    let document = Document::load_mem_with_options(
        bytes,
        LoadOptions {
            max_decompressed_size: Some(limit),
            filter: Some(counted),
            ..LoadOptions::default()
        },
    )?;
    match LEFT.get() {
        0 => Err(DecompressError::MemoryLimitExceeded { limit }.into()),
        _ => Ok(document),
    }
}

/// Takes an object into the document if there is room. All of them come on the thread that reads the file:
/// those of the file itself stay where they are, those of a stream of objects are handed back.
fn counted(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    if let Ok(stream) = object.as_stream_mut()
        && stream.dict.has_type(b"ObjStm")
        && !stream.dict.has(b"Filter")
    {
        uncomment(&mut stream.content);
    }
    let left = LEFT.get().saturating_sub(size(object));
    LEFT.set(left);
    let own = || if object.as_stream().is_ok() { Object::Null } else { object.clone() };
    (left > 0).then(|| (id, own()))
}

/// Blanks the comments between the objects of a stream of objects, which lopdf takes for the objects: qpdf writes
/// them. They are lines of their own.
fn uncomment(content: &mut [u8]) {
    let lines = content.split_mut(|byte| *byte == b'\n');
    lines.filter(|line| line.starts_with(b"%%")).for_each(|line| line.fill(b' '));
}

/// How large an object is. An array or a dictionary with nothing in it has room for some objects already.
fn size(object: &Object) -> usize {
    let entries = |own: &Dictionary| 4 + own.iter().map(|(_, value)| size(value)).sum::<usize>();
    1 + match object {
        Object::Array(items) => 4 + items.iter().map(size).sum::<usize>(),
        Object::Dictionary(own) => entries(own),
        Object::Stream(stream) => entries(&stream.dict) + stream.content.len() / 16,
        Object::String(text, _) => text.len() / 16,
        _ => 0,
    }
}

/// Why a walk ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A content stream is missing or damaged.
    Unreadable(String),
    /// More steps than the walker was given, or more content or marks than a page may have.
    Endless,
    /// Forms, arrays or saved graphics states are nested deeper than in any book.
    Deep,
}

impl From<lopdf::Error> for Stop {
    fn from(error: lopdf::Error) -> Self {
        match error {
            lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => Self::Endless,
            error => Self::Unreadable(error.to_string()),
        }
    }
}
