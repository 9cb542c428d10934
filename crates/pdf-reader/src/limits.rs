//! The limits for reading a file, and the errors for exceeding them.

use super::scan;
use lopdf::{DecompressError, Dictionary, Document, LoadOptions, Object, ObjectId};
use std::borrow::Cow;
use std::cell::Cell;
use std::{io, panic};
use thiserror::Error;

/// The maximum number of decoded bytes of an object stream, and of the content of a page with all
/// its forms. Parsed objects take up to 300 times their bytes in memory.
pub(super) const MAX_PARSED: usize = 6 << 20;
/// The maximum number of glyphs, path segments and images on a page. A page of a Sudoku book has
/// some thousands. Each needs up to about 200 bytes of memory.
pub(super) const MAX_PAGE_OBJECTS: usize = 500_000;
/// The number of operators and letters that all pages of any file may have together: 20 pages of
/// the densest kind. A page counts each time it is read.
pub(super) const MIN_FILE_STEPS: usize = 10_000_000;
/// The number of operators and letters that each byte of a stream allows in addition. A book has
/// about three on each byte.
pub(super) const STEPS_PER_BYTE: usize = 100;
/// The maximum depth of nested forms. A form may contain itself.
pub(super) const MAX_FORMS_DEEP: usize = 12;
/// The maximum number of widths read for a font, because a list may be repeated by reference.
pub(super) const MAX_WIDTHS: usize = 1 << 18;
/// The maximum number of saved graphics states. The standard requires 28.
pub(super) const MAX_SAVED: usize = 1000;
/// The maximum number of drawing operations for the outlines of a file. A glyph needs some
/// thousands, and a file with separate fonts on each page has some ten thousand glyphs.
pub(super) const MAX_OUTLINE_STEPS: usize = 100_000_000;

/// The object budget of a file, in units of about 120 bytes of memory. Each byte of the file adds
/// four units.
const MAX_OBJECTS: usize = 100_000;
/// The stack size in bytes of the reading thread, which equals that of a main thread.
const STACK: usize = 8 << 20;

/// The trailer key of an encrypted file, and its replacement during reading.
const ENCRYPT: &[u8] = b"Encrypt";
const MASKED_ENCRYPT: &[u8] = b"Encrypx";

thread_local! {
    /// The remaining object budget of the file that this thread reads.
    static OBJECT_BUDGET: Cell<usize> = const { Cell::new(0) };
    /// The maximum number of decoded bytes of an object stream of this file.
    static STREAM_LIMIT: Cell<usize> = const { Cell::new(0) };
}

/// The beginning of a PDF, and the number of bytes in which it is searched.
const HEADER: &[u8] = b"%PDF-";
const MAX_HEADER_BYTES: usize = 1024;

/// Reads a file whose objects need no more memory than its size justifies. Encrypted files are read
/// without decryption; [`is_encrypted`] recognises them. Zeros behind the end, which a transfer may
/// leave, are ignored.
pub fn open(bytes: &[u8]) -> Result<Document, PdfError> {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let bytes = &bytes[..end];
    if let Some(problem) = scan::find_excess(bytes) {
        return Err(PdfError::Broken(problem));
    }
    let Cow::Owned(masked) = mask_encrypt(bytes) else {
        return load(bytes);
    };
    // lopdf decrypts all objects of an encrypted file before it applies the filter that measures
    // them.
    let mut document = load(&masked)?;
    match document.trailer.remove(MASKED_ENCRYPT) {
        Some(encryption) => {
            document.trailer.set(ENCRYPT, encryption);
            Ok(document)
        }
        None => load(bytes),
    }
}

/// Returns true if the file is encrypted, with or without a password.
pub fn is_encrypted(document: &Document) -> bool {
    document.trailer.has(ENCRYPT) || document.was_encrypted()
}

/// Replaces names that begin with `Encrypt`. Borrows the bytes if there is none.
fn mask_encrypt(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(bytes);
    let mut at = 0;
    while let Some(pdf_name) = bytes[at..].iter().position(|byte| *byte == b'/') {
        at += pdf_name + 1;
        if let Some(last) = end_of_encrypt(&bytes[at..]) {
            let byte = &mut out.to_mut()[at + last];
            // `t` becomes `x`, and `#74` becomes `#78`.
            *byte = if *byte == b't' { b'x' } else { b'8' };
        }
    }
    out
}

/// Returns the index of the last byte of `Encrypt` at the start of a name. In a name, `#` and two
/// digits may stand for a character.
fn end_of_encrypt(name: &[u8]) -> Option<usize> {
    let mut left = name;
    for wanted in ENCRYPT {
        let (byte, rest) = scan::unescape_byte(left)?;
        if byte != *wanted {
            return None;
        }
        left = rest;
    }
    Some(name.len() - left.len() - 1)
}

/// Reads a file in a pool of one thread. If another crate enables lopdf's feature `rayon`, lopdf
/// parses objects on the threads of the current pool; with one thread the budget counts them all.
fn load(bytes: &[u8]) -> Result<Document, PdfError> {
    let built = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(STACK).build();
    let pool = built.map_err(|e| PdfError::NotStarted(e.to_string()))?;
    pool.install(|| load_here(bytes)).map_err(|e| PdfError::Broken(describe_damage(bytes, &e)))
}

/// Says why a file cannot be loaded, and what helps.
fn describe_damage(bytes: &[u8], error: &lopdf::Error) -> String {
    let begin = &bytes[..bytes.len().min(MAX_HEADER_BYTES)];
    if matches!(error, lopdf::Error::Decompress(_)) {
        error.to_string()
    } else if begin.windows(HEADER.len()).any(|word| word == HEADER) {
        "the table of its objects is damaged; open it in another program and save it again"
            .to_owned()
    } else {
        "it does not begin with %PDF-".to_owned()
    }
}

fn load_here(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    OBJECT_BUDGET.set(MAX_OBJECTS + 4 * bytes.len());
    let limit = ((512 << 10) + 8 * bytes.len()).min(MAX_PARSED);
    STREAM_LIMIT.set(limit);
    let options = LoadOptions {
        max_decompressed_size: Some(limit),
        filter: Some(charge_object),
        ..LoadOptions::default()
    };
    let document = panic::catch_unwind(|| Document::load_mem_with_options(bytes, options));
    if OBJECT_BUDGET.get() == 0 {
        return Err(DecompressError::MemoryLimitExceeded { limit }.into());
    }
    document.unwrap_or_else(|_| Err(io::Error::other("its objects cannot be read").into()))
}

/// Charges an object to the budget. Objects of the file itself stay where they are; objects of an
/// object stream are returned. Unwinds to [`load_here`] when the budget is used up: lopdf would go
/// on to the last object.
fn charge_object(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    if let Ok(stream) = object.as_stream_mut()
        && stream.dict.has_type(b"ObjStm")
    {
        if !stream.dict.has(b"Filter") {
            uncomment(&mut stream.content);
        }
        let content = stream.decompressed_content_with_limit(STREAM_LIMIT.get());
        if content.is_ok_and(|content| scan::overlap_too_often(stream, &content)) {
            OBJECT_BUDGET.set(0);
        }
    }
    let left = OBJECT_BUDGET.get().saturating_sub(budget_units(object));
    OBJECT_BUDGET.set(left);
    if left == 0 {
        panic::resume_unwind(Box::new(()));
    }
    Some((id, if object.as_stream().is_ok() { Object::Null } else { object.clone() }))
}

/// Blanks comment lines between the objects of an object stream that is not compressed. qpdf writes
/// them, and lopdf mistakes them for objects.
fn uncomment(content: &mut [u8]) {
    let lines = content.split_mut(|byte| *byte == b'\n');
    lines.filter(|line| line.starts_with(b"%%")).for_each(|line| line.fill(b' '));
}

/// Returns the size of an object in budget units. An empty array or dictionary has capacity for
/// some objects.
fn budget_units(object: &Object) -> usize {
    1 + match object {
        Object::Array(items) => 4 + items.iter().map(budget_units).sum::<usize>(),
        Object::Dictionary(own) => entry_units(own),
        Object::Stream(stream) => entry_units(&stream.dict) + stream.content.len() / 16,
        Object::String(text, _) => text.len() / 16,
        _ => 0,
    }
}

fn entry_units(dict: &Dictionary) -> usize {
    4 + dict.iter().map(|(_, value)| budget_units(value)).sum::<usize>()
}

/// An error of reading a PDF.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdfError {
    /// The file is not a PDF, or it is damaged beyond repair.
    #[error("not a PDF that can be read: {0}")]
    Broken(String),
    /// The file is encrypted, with or without a password.
    #[error("the PDF is encrypted; save a copy without password and restrictions")]
    Encrypted,
    /// The PDF has no pages.
    #[error("the PDF has no pages")]
    NoPages,
    /// A page, counted from 1, cannot be read.
    #[error("page {0} {1}")]
    Page(usize, #[source] WalkError),
    /// The system did not start the thread that reads. This says nothing about the file.
    #[error("cannot start a thread to read a PDF: {0}")]
    NotStarted(String),
}

/// An error that ended the interpretation of a page.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WalkError {
    /// A content stream is missing or damaged.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The page exceeds a limit on work or memory, given in words: `500,000 marks`.
    #[error("exceeds the processing limit ({0}); the file may be damaged")]
    LimitExceeded(String),
}

impl WalkError {
    /// Creates the error for more than `max` of something.
    pub fn limit(max: usize, what: &str) -> Self {
        Self::LimitExceeded(format!("{} {what}", with_thousands(max)))
    }
}

/// Formats a number with commas between its thousands.
pub fn with_thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl From<lopdf::Error> for WalkError {
    fn from(error: lopdf::Error) -> Self {
        match error {
            lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => {
                Self::limit(MAX_PARSED, "bytes of content")
            }
            error => Self::Unreadable(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_with_encrypt_are_masked() {
        for (name, expected) in [
            ("/Encrypt 5 0 R", Some("/Encrypx 5 0 R")),
            ("<</ID[]/Encrypt<<>>", Some("<</ID[]/Encrypx<<>>")),
            ("/#45n#63ryp#74 5 0 R", Some("/#45n#63ryp#78 5 0 R")),
            ("/EncryptMetadata true", Some("/EncrypxMetadata true")),
            ("//Encrypt", Some("//Encrypx")),
            ("/Encryp", None),
            ("/Encryp#7", None),
            ("Encrypt", None),
            ("/encrypt", None),
        ] {
            let found = mask_encrypt(name.as_bytes());
            assert_eq!(found, expected.unwrap_or(name).as_bytes());
            assert_eq!(matches!(found, Cow::Owned(_)), expected.is_some(), "{name}");
        }
    }

    /// Bytes of a compressed object stream that look like a comment were blanked, and its objects,
    /// the page tree among them, were lost.
    #[test]
    fn compressed_object_streams_keep_all_bytes() {
        let content = |filter: &[(&str, &str)]| {
            let mut dict = Dictionary::new();
            dict.set("Type", Object::Name(b"ObjStm".to_vec()));
            filter
                .iter()
                .for_each(|(key, name)| dict.set(*key, Object::Name(name.as_bytes().to_vec())));
            let mut object = Object::Stream(lopdf::Stream::new(dict, b"1 0\n%% 7\n9".to_vec()));
            OBJECT_BUDGET.set(MAX_OBJECTS);
            charge_object((1, 0), &mut object);
            object.as_stream().expect("it is one").content.clone()
        };
        assert_eq!(content(&[("Filter", "FlateDecode")]), b"1 0\n%% 7\n9");
        assert_eq!(content(&[]), b"1 0\n    \n9");
    }

    /// Objects are counted in any thread pool.
    #[test]
    fn files_are_read_on_threads_of_a_pool() {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>";
        let bytes = crate::tests::written(
            &[
                (1, "<</Type/Catalog/Pages 2 0 R>>", &b""[..]),
                (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>", b""),
                (3, page, b""),
            ],
            "",
        );
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for document in [open(&bytes), pool.install(|| open(&bytes))] {
            assert_eq!(crate::pages(&document.unwrap()).count(), 1);
        }
    }

    /// Zeros behind the end are ignored. The error about a damaged file says what helps.
    #[test]
    fn zeros_behind_the_end_are_ignored_and_damage_is_named() {
        let bytes = crate::tests::written(&[(1, "<</Type/Catalog>>", &b""[..])], "");
        assert!(open(&[&bytes[..], &[0; 5_000]].concat()).is_ok());
        let said = |bytes: &[u8]| open(bytes).expect_err("no PDF").to_string();
        assert!(said(&bytes[..bytes.len() - 20]).contains("open it in another program"));
        assert!(said(b"a picture").contains("does not begin with %PDF-"));
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        let words = [0, 999, 1000, 500_000, 1_000_000_000].map(with_thousands);
        assert_eq!(words, ["0", "999", "1,000", "500,000", "1,000,000,000"]);
    }
}
