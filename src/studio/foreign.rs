//! Files that a browser sends: pictures and texts for a book, and the PDF of somebody else.

use super::StudioOptions;
use super::book_job::{BookValues, is_file_name};
use super::shelf::{Draft, is_free_or_folder};
use crate::check::sheet::{self, SheetRequest};
use crate::make::batch::Dedup;
use crate::printers::{Printer, preflight};
use crate::run::{
    FileKind, Interrupt, PUZZLES, SectionSettings, Sections, find_preset, preset_name, with_causes,
};
use crate::store::files::{fs_path, output};
use crate::store::table::PuzzleFile;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// The endings of files that a setting can name.
const KINDS: [&str; 9] = ["png", "jpg", "jpeg", "svg", "ttf", "otf", "ttc", "txt", "md"];
/// The endings of files of puzzles.
const PUZZLE_KINDS: [&str; 10] =
    ["csv", "tsv", "txt", "sdk", "sdm", "ss", "json", "jsonl", "ndjson", "xlsx"];
/// The folder of files that are only looked at. Its name is hidden, so that no book has it.
const WORK: &str = ".studio";

/// A file that the browser sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileRequest {
    #[serde(default)]
    pub book: String,
    pub file: String,
    #[serde(default)]
    pub printer: String,
    pub base64: String,
}

fn refused(message: impl Into<String>) -> Value {
    json!({ "message": message.into() })
}

/// Returns the bytes of the file if its name is plain and its ending is one of these.
fn decode(request: &FileRequest, endings: &[&str]) -> Result<Vec<u8>, Value> {
    let name = &request.file;
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    let is_known =
        ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)));
    if !is_file_name(name) || !is_known {
        let endings = endings.join(", ");
        return Err(refused(format!("expected a file that ends in {endings}, found {name:?}")));
    }
    let bytes = STANDARD.decode(&request.base64);
    bytes.map_err(|_| refused(format!("expected the file {name:?} in base64, found other text")))
}

/// Keeps a file in the folder of its book, where a setting can name it. A file of the finished book
/// is never replaced.
pub(super) fn keep(options: &StudioOptions, request: &FileRequest) -> Value {
    let bytes = match decode(request, &KINDS) {
        Ok(bytes) => bytes,
        Err(refused) => return refused,
    };
    let (folder, name) = (options.folder.join(&request.book), &request.file);
    if FileKind::of(name).is_some() {
        return refused(format!(
            "expected another name than that of a finished book, found {name:?}"
        ));
    }
    if !is_free_or_folder(&folder) {
        return refused(format!("expected a folder, found something else: {}", folder.display()));
    }
    let kept =
        fs_path::create_dir(&folder).and_then(|()| output::write(&folder.join(name), &bytes));
    match kept {
        Ok(_) => json!({ "file": format!("{}/{name}", request.book) }),
        Err(e) => refused(format!("cannot keep {name}: {e}")),
    }
}

/// Keeps a file of puzzles in the folder of a new book, whose draft has the title of the file. The
/// puzzles are read first, so that a file with a mistake leaves nothing.
pub(super) fn import(options: &StudioOptions, request: &FileRequest) -> Value {
    let bytes = match decode(request, &PUZZLE_KINDS) {
        Ok(bytes) => bytes,
        Err(refused) => return refused,
    };
    let (stem, ending) = request.file.rsplit_once('.').unwrap_or((&request.file, "txt"));
    let letters = stem.to_ascii_lowercase();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    if name.is_empty() {
        PUZZLES.clone_into(&mut name);
    }
    let taken = |name: &str| fs_path::symlink_metadata_opt(&options.folder.join(name));
    let numbers = (2..1000).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbers);
    let Some(book) = names.find(|name| matches!(taken(name), Ok(None))) else {
        return refused(format!("expected a free name for a book, found none like {name}"));
    };
    let folder = options.folder.join(&book);
    let path = folder.join(format!("{PUZZLES}.{}", ending.to_ascii_lowercase()));
    let values = BookValues::from([("title".to_owned(), stem.to_owned())]);
    let settings = SectionSettings { dedup: Some(Dedup::Class), ..Default::default() };
    let kept = fs_path::create_dir(&folder)
        .and_then(|()| output::write(&path, &bytes).map(drop))
        .map_err(|e| format!("cannot keep {}: {e}", request.file))
        .and_then(|()| {
            let puzzles = vec![PuzzleFile::plain(path.clone())];
            let read = Sections::read(puzzles, settings, &Interrupt::default());
            // The user knows the file by its own name.
            let shown = path.display().to_string();
            read.map_err(|e| with_causes(&e).replace(&shown, &request.file))
        })
        .and_then(|_| {
            let written = Draft::write_of_file(&folder, &book, &values, &path);
            written.map_err(|e| e.to_string())
        });
    match kept {
        Ok(_) => json!({ "book": book }),
        Err(message) => {
            let _ = output::remove(&path);
            let _ = fs_path::remove_empty_dir(&folder);
            refused(message)
        }
    }
}

/// Checks the PDF of somebody else against the rules of a printer, and makes its proof sheet.
pub(super) fn check(options: &StudioOptions, request: &FileRequest) -> Value {
    let bytes = match decode(request, &["pdf"]) {
        Ok(bytes) => bytes,
        Err(refused) => return refused,
    };
    // A path is no name of a printer here.
    let Some(printer) = preset_name::<Printer>(&request.printer) else {
        return refused(format!("expected a printer, found {:?}", request.printer));
    };
    let size = preflight::page_size(&bytes);
    let terms = size.map_err(|e| e.to_string()).and_then(|size| {
        let (printer, _) = find_preset::<Printer>(printer).map_err(|e| e.to_string())?;
        let trim = printer.matching_trim(&size).map_err(|e| e.to_string())?;
        printer.terms(trim, None).map_err(|e| e.to_string())
    });
    let terms = match terms {
        Ok(terms) => terms,
        Err(message) => return refused(message),
    };
    let report = match preflight::inspect(&bytes, &terms) {
        Ok(report) => report,
        Err(e) => return refused(e.to_string()),
    };
    let findings: Vec<_> = report.findings.iter().map(preflight::PreflightFinding::what).collect();
    let folder = options.folder.join(WORK);
    let path = folder.join(&request.file);
    let sheet = fs_path::create_dir(&folder)
        .and_then(|()| output::write(&path, &bytes).map(drop))
        .map_err(|e| format!("cannot keep {}: {e}", request.file))
        .and_then(|()| {
            let paths = vec![path.clone()];
            let request = SheetRequest { paths, terms: Some(terms), ..Default::default() };
            sheet::make(request).map_err(|e| e.to_string())
        });
    // The file was kept for the sheet alone.
    let _ = output::remove(&path);
    let _ = fs_path::remove_empty_dir(&folder);
    match sheet {
        Ok(sheet) => {
            json!({ "findings": findings, "sheet": sheet.html, "problems": sheet.problems })
        }
        Err(message) => refused(message),
    }
}
