//! Files that a browser sends: pictures and texts for a book, and the PDF of somebody else. Their
//! content says what they are, not their names.

use super::book_job::{BookValues, knows_spine, own_puzzles};
use super::names::{is_device, is_file_name, is_storable};
use super::shelf::{self, is_free_or_folder};
use super::words::WindowWords;
use super::{StudioState, lock};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use files::PrivateFile;
use jobs::{BookDraft, FileKind, Preset as _};
use preflight::Printer;
use proof::isolation::{CoverFacts, ForeignFile};
use serde::Deserialize;
use serde_json::{Value, json};
use tables::ReadingChoices;
use words::{Clause, ValueError, clause};

/// The endings of files that a setting can name.
const KINDS: [&str; 9] = ["png", "jpg", "jpeg", "svg", "ttf", "otf", "ttc", "txt", "md"];
/// The beginnings of pictures and fonts, and the ending of each.
const SIGNATURES: [(&[u8], &str); 6] = [
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"\0\x01\0\0", "ttf"),
    (b"true", "ttf"),
    (b"OTTO", "otf"),
    (b"ttcf", "ttc"),
];

/// A file that the browser sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileRequest {
    #[serde(default)]
    pub book: String,
    pub file: String,
    #[serde(default)]
    pub printer: String,
    /// The title, author, language and printer that were typed for a file of puzzles.
    #[serde(default)]
    pub values: BookValues,
    /// The number of pages of the book whose cover the file is, as it was typed.
    #[serde(default)]
    pub pages: String,
    /// The width of the spine of the cover, as it was typed.
    #[serde(default)]
    pub spine: String,
    /// The decision about the faults of a file of puzzles.
    #[serde(default)]
    pub faults: Option<FaultChoice>,
    /// What the user says of a file of puzzles.
    #[serde(default)]
    pub choices: ReadingChoices,
    /// The version of the book that the page has read, if the file replaces its puzzles.
    #[serde(default)]
    pub version: String,
    pub base64: String,
}

/// A decision about the faults of a file of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FaultChoice {
    /// Rows with faults are left out, also puzzles that came before.
    LeaveOut,
    /// Puzzles that come twice are kept.
    Keep,
}

impl FileRequest {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// A message if the name is a path, or the bytes are not in base64.
    pub fn decode(&self) -> Result<Vec<u8>, Clause> {
        let name = &self.file;
        if name.is_empty() || name.contains(['/', '\\']) || name.contains(char::is_control) {
            return Err(expected("the name of a file without its folder", name));
        }
        let bytes = STANDARD.decode(&self.base64);
        bytes.map_err(|_| {
            clause!("expected the file {} in base64, found other text", Clause::quoted(name))
        })
    }

    /// Says that the file cannot be kept.
    pub fn cannot_keep(&self) -> Clause {
        clause!("cannot keep {}", self.file.clone())
    }

    /// Returns a name for the file that each system can store.
    fn storable_name(&self) -> String {
        let plain = |c: char| if is_storable(c) { c } else { '_' };
        let name: String = self.file.chars().map(plain).take(100).collect();
        if is_device(&name) { format!("_{name}") } else { name }
    }
}

/// Returns the message about a text of the browser that is not as expected.
pub(super) fn expected(expected: impl Into<Clause>, text: &str) -> Clause {
    ValueError::quoted(expected, text).into()
}

pub(super) fn refused(message: impl Into<String>) -> Value {
    json!({ "message": message.into() })
}

/// Returns the usual ending of a file with this content; `None` if no setting takes such a file.
fn usual_ending(bytes: &[u8]) -> Option<&'static str> {
    for (begin, ending) in SIGNATURES {
        if bytes.starts_with(begin) {
            return Some(ending);
        }
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some("txt");
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    let is_svg =
        text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains("<svg");
    Some(if is_svg { "svg" } else { "txt" })
}

/// Returns the name under which a file is kept in the folder of its book.
///
/// # Errors
/// A message if the content is of no use, or the name is no name for such a file.
fn kept_name(name: &str, bytes: &[u8]) -> Result<String, Clause> {
    let Some(usual) = usual_ending(bytes) else {
        let kinds = "a picture (PNG, JPEG, SVG), a font (TTF, OTF, TTC) or a text in UTF-8";
        let found = clause!("another kind of file: {}", Clause::quoted(name));
        return Err(ValueError::new(kinds, found).into());
    };
    let rule = if !name.chars().all(is_storable) {
        "a name without \\ / : < > \" | ? *"
    } else if name.starts_with('.') || name.ends_with(['.', ' ']) {
        "a name that begins and ends with a letter or a digit"
    } else if !is_file_name(name) {
        "a name of at most 100 characters"
    } else if is_device(name) {
        "another name than that of a device of Windows"
    } else if is_of_book(name) {
        "another name than that of a finished book"
    } else {
        ""
    };
    if !rule.is_empty() {
        let wrong = expected(rule, name);
        return Err(clause!("{}; {}", wrong, "rename the file"));
    }
    // A comma stands between the files of a list.
    let plain = name.replace(',', "_");
    let Some((_, ending)) = plain.rsplit_once('.') else {
        return Ok(format!("{plain}.{usual}"));
    };
    if KINDS.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Ok(plain);
    }
    let endings = KINDS.join(", ");
    let wrong = expected(clause!("a name that ends in {}", endings), name);
    Err(clause!("{}; {}", wrong, "rename the file"))
}

/// Returns true for the name of a file of a finished book, also on a system that does not tell
/// capital letters from small ones.
fn is_of_book(name: &str) -> bool {
    let small = name.to_lowercase();
    FileKind::of(name).is_some() || FileKind::of(&small).is_some() || small == BookDraft::FILE
}

/// Judges a picture or a font.
fn judge_upload(studio: &StudioState, file: &str, bytes: &[u8]) -> Result<(), Clause> {
    let kind = match usual_ending(bytes) {
        Some("svg") => ForeignFile::Logo,
        Some("png" | "jpg") => ForeignFile::Picture,
        Some("ttf" | "otf" | "ttc") => ForeignFile::Face,
        _ => return Ok(()),
    };
    let kept = PrivateFile::write(&studio.options.work, "file", bytes)
        .map_err(|e| clause!("{}: {}", clause!("cannot keep {}", file.to_owned()), e))?;
    studio.judge.judge(&kind(kept.path().to_owned()), file).map(drop)
}

/// Keeps a file in the folder of its book, where a setting can name it. A file of the finished book
/// and the file of its puzzles are never replaced.
pub(super) fn keep(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    match keep_in_book(studio, request) {
        Ok(file) => json!({ "file": file }),
        Err(message) => refused(words.say(&message)),
    }
}

fn keep_in_book(studio: &StudioState, request: &FileRequest) -> Result<String, Clause> {
    let bytes = request.decode()?;
    let name = kept_name(&request.file, &bytes)?;
    let folder = studio.options.folder.join(&request.book);
    if !is_free_or_folder(&folder) {
        return Err(clause!("expected a folder, found something else: {}", folder.display()));
    }
    judge_upload(studio, &request.file, &bytes)?;
    // Another window may bring the puzzles of the book meanwhile.
    let _saving = lock(&studio.saving);
    let puzzles = own_puzzles(&folder).map_err(|problem| problem.message())?;
    // Some systems do not tell capital letters from small ones.
    if puzzles.is_some_and(|own| own.file_name().to_lowercase() == name.to_lowercase()) {
        let wrong = expected("another name than the file of puzzles has", &name);
        return Err(clause!("{}; {}", wrong, "rename the file"));
    }
    let cannot = clause!("cannot keep {}", name.clone());
    shelf::write_in_book(&studio.options.folder, &request.book, &name, &bytes)
        .map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(format!("{}/{name}", request.book))
}

/// Checks the pages of somebody else's book against the rules of a printer, and makes their proof
/// sheet.
pub(super) fn check(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    let mut answer = match check_pages(studio, request) {
        Ok(answer) => answer,
        Err(message) if request.pages.is_empty() => return refused(words.say(&message)),
        Err(message) => json!({ "kind": "cover", "message": words.say(&message) }),
    };
    if answer["kind"] == "cover" && answer["findings"].is_null() {
        answer["asks"] = cover_questions(&request.printer).into();
    }
    if let Some(findings) = answer["findings"].as_array() {
        answer["verdict"] = words.verdict(&request.printer, findings.len()).into();
    }
    for list in ["findings", "advice", "notes"] {
        let sentences = answer.get_mut(list).and_then(Value::as_array_mut);
        for sentence in sentences.into_iter().flatten() {
            let said = serde_json::from_value(sentence.take()).unwrap_or_default();
            *sentence = words.say(&said).into();
        }
    }
    answer
}

fn check_pages(studio: &StudioState, request: &FileRequest) -> Result<Value, Clause> {
    let bytes = request.decode()?;
    // A path is no name of a printer here.
    let printer = Printer::known_name(&request.printer)
        .ok_or_else(|| expected("a printer", &request.printer))?;
    // Each check has a folder of its own: two files may have one name.
    let file = PrivateFile::write(&studio.options.work, &request.storable_name(), &bytes)
        .map_err(|e| clause!("{}: {}", request.cannot_keep(), e))?;
    let cover = match &*request.pages {
        "" => None,
        text => match text.trim().parse() {
            Ok(pages) => Some(CoverFacts { pages, spine: request.spine.trim().to_owned() }),
            Err(_) => return Err(expected("a number of pages", text)),
        },
    };
    let pdf = ForeignFile::Pdf(file.path().to_owned(), printer.to_owned(), cover);
    studio.judge.judge(&pdf, &request.file)
}

/// Returns what the window asks about the book of a cover. Printers without figures for their paper
/// state the width of the spine themselves.
fn cover_questions(printer: &str) -> Vec<&'static str> {
    if knows_spine(&BookValues::from([("printer".to_owned(), printer.to_owned())])) {
        vec!["pages"]
    } else {
        vec!["pages", "spine"]
    }
}
