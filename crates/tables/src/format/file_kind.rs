//! Recognises files that hold no puzzles as text, by their first bytes.

use words::{Clause, clause};

/// A kind of markup between whose tags puzzles may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Markup {
    Xml,
    Html,
}

impl Markup {
    /// Detects the kind of markup by the first line of a text.
    pub(crate) fn detect(line: &str) -> Option<Self> {
        const HTML: [&str; 4] = ["!doctype html", "html", "head", "body"];
        let lower = line.trim_start().to_ascii_lowercase();
        let tag = lower.strip_prefix('<')?;
        if HTML.iter().any(|start| tag.starts_with(start)) {
            return Some(Self::Html);
        }
        let is_xml = tag.starts_with("?xml") || tag.starts_with("!doctype");
        if is_xml || tag.starts_with(char::is_alphabetic) { Some(Self::Xml) } else { None }
    }

    /// Explains that a file of this kind has no puzzles.
    pub(crate) fn without_puzzles(self) -> &'static str {
        match self {
            Self::Xml => {
                "expected puzzles, found XML without any run of 81 cells; export the puzzles as \
                 text, one a line"
            }
            Self::Html => {
                "expected puzzles, found a web page without any run of 81 cells; copy the puzzles \
                 into a text file, one a line"
            }
        }
    }
}

/// First bytes of files that are no text, with their kinds and what the user can do.
const FOREIGN_KINDS: &[(&[u8], &str, &str)] = &[
    (b"%PDF-", "a PDF file", "name the list or the spreadsheet that the PDF was made from"),
    (b"\x89PNG", "a picture (PNG)", "type the puzzles into a text file, one a line"),
    (b"\xff\xd8\xff", "a picture (JPEG)", "type the puzzles into a text file, one a line"),
    (b"GIF89a", "a picture (GIF)", "type the puzzles into a text file, one a line"),
    (b"\x93NUMPY", "a NumPy array", SAVE_ARRAY),
    (b"SQLite format 3\0", "an SQLite database", "export its table of puzzles as CSV"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel or Word file", SAVE_AS_CSV),
    (b"{\\rtf", "a rich text document (RTF)", "save it as plain text"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"BZh91AY&SY", "a bzip2 file", UNPACK),
    (b"\xfd7zXZ\0", "an xz file", UNPACK),
    (b"ARROW1\0\0", "an Arrow file", "save the table as CSV or Parquet"),
    (b"\x89HDF", "an HDF5 file", "save the table as CSV or Parquet"),
    (b"FEA1", "a Feather file", "save the table as CSV or Parquet"),
    (b"ORC\n", "an ORC file", "save the table as CSV or Parquet"),
    (b"Obj\x01", "an Avro file", "save the table as CSV or Parquet"),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file", "save the puzzles as text, one a line"),
    (b"\x04\x22\x4d\x18", "an LZ4 file", UNPACK),
    (b"II*\0", "a picture (TIFF)", "type the puzzles into a text file, one a line"),
    (b"\x7fELF", "a program", NAME_A_LIST),
    (b"MZ\x90\0", "a program", NAME_A_LIST),
];

/// The remedy for arrays of NumPy.
const SAVE_ARRAY: &str = "save the puzzles as text in Python: numpy.savetxt(\"puzzles.txt\", \
    array.reshape(-1, 81), fmt=\"%d\")";
/// The remedy for what Python has stored.
const PICKLE: &str = "save the puzzles as CSV in Python, a data frame with \
    frame.to_csv(\"puzzles.csv\", index=False)";
const SAVE_AS_CSV: &str = "open it and save the sheet as \"CSV UTF-8\"";
const UNPACK: &str = "unpack it and name the file inside";
const NAME_A_LIST: &str = "name a file of puzzles";

/// Explains in one sentence what a file is that cannot be read as text, and what to do. Returns
/// `None` for text.
pub(crate) fn foreign_kind(bytes: &[u8]) -> Option<Clause> {
    let known = FOREIGN_KINDS.iter().find(|(first, ..)| bytes.starts_with(first));
    let (kind, remedy) = if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        zip_kind(bytes)
    } else if is_pickle(bytes) {
        ("a Python pickle", PICKLE)
    } else if let Some((_, kind, remedy)) = known {
        (*kind, *remedy)
    } else if is_binary(&bytes[..bytes.len().min(512)]) {
        ("binary data", "export the puzzles as text or CSV, one a line")
    } else {
        return None;
    };
    Some(clause!("expected a text with puzzles, found {}; {}", kind, remedy))
}

/// Returns true if these bytes begin a pickle of Python: protocol 2 to 5, or a call of protocol 0.
fn is_pickle(bytes: &[u8]) -> bool {
    let is_called = [&b"cnumpy"[..], b"ccopy_reg", b"cpandas", b"ctorch"];
    matches!(bytes, [0x80, 2..=5, ..]) || is_called.iter().any(|call| bytes.starts_with(call))
}

/// Returns true if an eighth of these bytes are control characters. Line ends, form feeds, the
/// end-of-file mark of DOS and the escape of colours occur in text.
fn is_binary(bytes: &[u8]) -> bool {
    let mut controls = 0;
    for byte in bytes {
        let is_of_text = matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a | 0x1b);
        controls += usize::from(*byte < b' ' && !is_of_text);
    }
    bytes.len() >= 8 && controls * 8 > bytes.len()
}

/// Returns true if the first bytes of a file are those of an Excel workbook.
pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") && zip_kind(bytes).0 == WORKBOOK
}

const WORKBOOK: &str = "an Excel workbook";

/// Names the kind of a zip archive, by the file names at its beginning.
fn zip_kind(bytes: &[u8]) -> (&'static str, &'static str) {
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    let is_word = begin.contains("word/");
    if begin.contains("xl/") || begin.contains("[Content_Types].xml") && !is_word {
        (WORKBOOK, "name the file; a workbook is not read from a pipe")
    } else if begin.contains("opendocument.spreadsheet") {
        ("an OpenDocument spreadsheet", SAVE_AS_CSV)
    } else if is_word || begin.contains("opendocument.text") {
        ("a text document", "save it as plain text")
    } else if begin.contains("/data.pkl") {
        ("a file of PyTorch", SAVE_ARRAY)
    } else if begin.contains(".npy") {
        ("NumPy arrays", SAVE_ARRAY)
    } else {
        ("a zip archive", UNPACK)
    }
}
