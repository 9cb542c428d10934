//! Files that a browser sends: pictures and texts for a book, puzzles, and the PDF of somebody
//! else. Their content says what they are, not their names.

use super::book_job::{BookValues, job_text, knows_spine, wrong_values};
use super::names::{free_name, is_device, is_file_name, is_storable};
use super::shelf::is_free_or_folder;
use super::words::WindowWords;
use super::{StudioState, choices, lock, starts};
use crate::check::isolation::{CoverFacts, ForeignFile};
use crate::run::{
    BOOK, BookRecord, DRAFT, FileKind, Interrupt, PUZZLES, RunError, SectionSettings, Sections,
    preset_name,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::make::batch::Dedup;
use press::book::Section;
use press::printers::Printer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex};
use store::files::output::FileRecord;
use store::files::{AtomicDir, Overwrite, PrivateFile, fs_path, output};
use store::table::{PuzzleFile, PuzzleReading, sound_table};

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
/// The endings of compressed files, which stand after another ending.
const COMPRESSED: [&str; 2] = ["gz", "zst"];
/// The maximum number of characters of an ending.
const MAX_ENDING: usize = 8;

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
    pub base64: String,
}

impl FileRequest {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// A message if the name is a path, or the bytes are not in base64.
    fn decode(&self) -> Result<Vec<u8>, String> {
        let name = &self.file;
        if name.is_empty() || name.contains(['/', '\\']) || name.contains(char::is_control) {
            return Err(format!("expected the name of a file without its folder, found {name:?}"));
        }
        let bytes = STANDARD.decode(&self.base64);
        bytes.map_err(|_| format!("expected the file {name:?} in base64, found other text"))
    }

    /// Returns a name for the file that each system can store.
    fn storable_name(&self) -> String {
        let plain = |c: char| if is_storable(c) { c } else { '_' };
        let name: String = self.file.chars().map(plain).take(100).collect();
        if is_device(&name) { format!("_{name}") } else { name }
    }
}

fn refused(message: impl Into<String>) -> Value {
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
fn kept_name(name: &str, bytes: &[u8]) -> Result<String, String> {
    let Some(usual) = usual_ending(bytes) else {
        let kinds = "a picture (PNG, JPEG, SVG), a font (TTF, OTF, TTC) or a text in UTF-8";
        return Err(format!("expected {kinds}, found another kind of file: {name:?}"));
    };
    let rule = if !name.chars().all(is_storable) {
        "a name without \\ / : < > \" | ? *"
    } else if name.starts_with('.') || name.ends_with(['.', ' ']) {
        "a name that begins and ends with a letter or a digit"
    } else if !is_file_name(name) {
        "a name of at most 100 characters"
    } else if is_device(name) {
        "another name than that of a device of Windows"
    } else if FileKind::of(name).is_some() || name == DRAFT {
        "another name than that of a finished book"
    } else {
        ""
    };
    if !rule.is_empty() {
        return Err(format!("expected {rule}, found {name:?}; rename the file"));
    }
    let Some((_, ending)) = name.rsplit_once('.') else {
        return Ok(format!("{name}.{usual}"));
    };
    if KINDS.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Ok(name.to_owned());
    }
    let endings = KINDS.join(", ");
    Err(format!("expected a name that ends in {endings}, found {name:?}; rename the file"))
}

/// Judges a picture or a font.
fn judge_upload(studio: &StudioState, file: &str, bytes: &[u8]) -> Result<(), String> {
    let kind = match usual_ending(bytes) {
        Some("svg") => ForeignFile::Logo,
        Some("png" | "jpg") => ForeignFile::Picture,
        Some("ttf" | "otf" | "ttc") => ForeignFile::Face,
        _ => return Ok(()),
    };
    let kept = PrivateFile::write(&studio.options.work, "file", bytes)
        .map_err(|e| format!("cannot keep {file}: {e}"))?;
    studio.judge.judge(&kind(kept.path().to_owned()), file).map(drop)
}

/// Keeps a file in the folder of its book, where a setting can name it. A file of the finished book
/// is never replaced.
pub(super) fn keep(studio: &StudioState, request: &FileRequest) -> Value {
    match keep_in_book(studio, request) {
        Ok(file) => json!({ "file": file }),
        Err(message) => refused(message),
    }
}

fn keep_in_book(studio: &StudioState, request: &FileRequest) -> Result<String, String> {
    let bytes = request.decode()?;
    let name = kept_name(&request.file, &bytes)?;
    let folder = studio.options.folder.join(&request.book);
    if !is_free_or_folder(&folder) {
        return Err(format!("expected a folder, found something else: {}", folder.display()));
    }
    judge_upload(studio, &request.file, &bytes)?;
    fs_path::create_dir(&folder)
        .and_then(|()| output::write(&folder.join(&name), &bytes))
        .map_err(|e| format!("cannot keep {name}: {e}"))?;
    Ok(format!("{}/{name}", request.book))
}

/// Reads and proves the puzzles of a file. Also returns notes about what was not read.
///
/// # Errors
/// [`RunError`] as [`Sections::read`].
pub(super) fn read_puzzles(
    path: &Path,
    settings: SectionSettings,
    interrupt: &Interrupt,
) -> Result<(Vec<Section>, Vec<String>), RunError> {
    let notes: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = notes.clone();
    let folder = format!("{}{}", fs_path::parent_dir(path).display(), std::path::MAIN_SEPARATOR);
    let take_note = move |note: &str| lock(&sink).push(note.replace(&folder, ""));
    let file = PuzzleFile::plain(path.to_owned()).with_notes(Arc::new(take_note));
    let (sections, unread) = Sections::read(vec![file], settings, interrupt)?;
    let mut notes = std::mem::take(&mut *lock(&notes));
    notes.extend(unread.sentence());
    Ok((sections, notes))
}

/// Splits the name of a file of puzzles into the title of its book and its ending, such as `csv` or
/// `csv.gz`. The content of the file decides its format, so the ending is for people.
fn split_name(name: &str) -> (&str, String) {
    let Some((stem, ending)) = name.rsplit_once('.') else { return (name, "txt".to_owned()) };
    let ending = ending.to_ascii_lowercase();
    let is_ending = |text: &str| {
        (1..=MAX_ENDING).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    if !is_ending(&ending) {
        return (name, "txt".to_owned());
    }
    match stem.rsplit_once('.') {
        Some((stem, inner)) if COMPRESSED.contains(&&*ending) && is_ending(inner) => {
            (stem, format!("{}.{ending}", inner.to_ascii_lowercase()))
        }
        _ => (stem, ending),
    }
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

/// The puzzles of a new book.
struct ImportedPuzzles {
    /// The name of their file.
    name: String,
    bytes: Vec<u8>,
    allows_duplicates: bool,
}

/// Reads a file of puzzles, and returns what it holds: for the user, who decides what becomes of
/// its faults.
pub(super) fn read(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    match keep_privately(studio, request) {
        Ok((_, reading, _)) => words.reading(&reading),
        Err(message) => refused(words.say(&message)),
    }
}

/// Keeps a file of puzzles in a private folder, and reads it in a child process.
fn keep_privately(
    studio: &StudioState,
    request: &FileRequest,
) -> Result<(PrivateFile, PuzzleReading, Vec<u8>), String> {
    let bytes = request.decode()?;
    let (_, ending) = split_name(&request.file);
    let file = PrivateFile::write(&studio.options.work, &format!("{PUZZLES}.{ending}"), &bytes)
        .map_err(|e| format!("cannot keep {}: {e}", request.file))?;
    let read = ForeignFile::Puzzles(file.path().to_owned());
    let reading = studio.judge.judge(&read, &request.file)?;
    let reading = serde_json::from_value(reading).map_err(|e| e.to_string())?;
    Ok((file, reading, bytes))
}

impl ImportedPuzzles {
    /// Takes the puzzles of a file; without those that the user leaves out.
    ///
    /// # Errors
    /// A message if the file has faults and the user has not decided, or if it cannot be read.
    fn take(studio: &StudioState, request: &FileRequest) -> Result<Self, String> {
        let (file, reading, bytes) = keep_privately(studio, request)?;
        let (_, ending) = split_name(&request.file);
        let name = format!("{PUZZLES}.{ending}");
        let Some(first) = reading.faults.first() else {
            return Ok(Self { name, bytes, allows_duplicates: false });
        };
        let Some(choice) = request.faults else {
            let line = first.line;
            return Err(format!("{}: the puzzle of line {line} has a fault", request.file));
        };
        let allows_duplicates = choice == FaultChoice::Keep;
        if allows_duplicates && !reading.has_wrong_rows() {
            return Ok(Self { name, bytes, allows_duplicates });
        }
        let dedup = if allows_duplicates { None } else { Some(Dedup::Class) };
        let bytes = sound_table(file.path(), dedup)
            .map_err(|e| format!("cannot read {}: {e}", request.file))?;
        Ok(Self { name: format!("{PUZZLES}.csv"), bytes, allows_duplicates })
    }
}

/// Keeps a file of puzzles in the folder of a new book, whose draft has the title of the file. The
/// puzzles are read first, and the folder appears with all of its files, so that a file with a
/// mistake leaves nothing.
pub(super) fn import(studio: &StudioState, request: &FileRequest) -> Value {
    match import_book(studio, request) {
        Ok(book) => json!({ "book": book }),
        Err(message) => refused(message),
    }
}

fn import_book(studio: &StudioState, request: &FileRequest) -> Result<String, String> {
    let options = &studio.options;
    let (title, _) = split_name(&request.file);
    let ImportedPuzzles { name, bytes, allows_duplicates } =
        ImportedPuzzles::take(studio, request)?;
    let mut values = BookValues::from([("title".to_owned(), title.to_owned())]);
    values.extend(request.values.clone());
    for wrong in wrong_values(&values, &options.folder) {
        values.remove(&wrong);
    }
    values.retain(|_, text| !text.is_empty());
    let title = values.get("title").map_or(title, String::as_str);
    let book = free_name(&options.folder, title, PUZZLES)
        .ok_or_else(|| format!("expected a free name for a book, found none like {title}"))?;
    if let Some(printer) = values.get("printer").cloned() {
        // A book that is not sold is a PDF alone.
        let mut all = if choices::is_of_shop(&printer) {
            starts::values_beside_puzzles()
        } else {
            BookValues::new()
        };
        all.extend(std::mem::take(&mut values));
        values = choices::chosen(studio, &book, all, "printer", &printer);
    }
    choices::add_copyright(&mut values, options.dated);
    let draft = job_text(&book, &values, true);
    let sum =
        FileRecord { name: name.clone(), size: bytes.len() as u64, sha256: output::sha256(&bytes) };
    // The record says that the puzzles of the book are in the file.
    let record = BookRecord { allows_duplicates, ..BookRecord::new(vec![sum]) };
    let record_path = BookRecord::path_beside(Path::new(BOOK));
    let keep = || {
        let mut folder = AtomicDir::create(&options.folder.join(&book), Overwrite::Never)?;
        folder.write(&name, &bytes)?;
        folder.write(&record_path.display().to_string(), &record.to_bytes())?;
        folder.write(DRAFT, draft.as_bytes())?;
        folder.commit()
    };
    keep().map_err(|e| format!("cannot keep {}: {e}", request.file))?;
    Ok(book)
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
            *sentence = words.say(sentence.as_str().unwrap_or_default()).into();
        }
    }
    answer
}

fn check_pages(studio: &StudioState, request: &FileRequest) -> Result<Value, String> {
    let bytes = request.decode()?;
    // A path is no name of a printer here.
    let printer = preset_name::<Printer>(&request.printer)
        .ok_or_else(|| format!("expected a printer, found {:?}", request.printer))?;
    // Each check has a folder of its own: two files may have one name.
    let file = PrivateFile::write(&studio.options.work, &request.storable_name(), &bytes)
        .map_err(|e| format!("cannot keep {}: {e}", request.file))?;
    let cover = match &*request.pages {
        "" => None,
        text => match text.trim().parse() {
            Ok(pages) => Some(CoverFacts { pages, spine: request.spine.trim().to_owned() }),
            Err(_) => return Err(format!("expected a number of pages, found {text:?}")),
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
