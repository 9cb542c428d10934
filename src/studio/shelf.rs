//! The books in the folder of the studio: finished runs, wherever they were made, and drafts.

use super::book_job::{self, BookValues, Problem};
use crate::book::{Listing, Section};
use crate::check::readback::Pdf;
use crate::check::sheet::{front_svg, page_svg};
use crate::run::{
    BookPlan, DRAFT, FileKind, Interrupt, MANIFEST, Manifest, PROOF_SHEET, SectionSettings,
    Sections, SourceRun, job, pending_run, with_causes,
};
use crate::store::files::{fs_path, output};
use serde::Serialize;
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The maximum number of books that the page lists.
const MAX_BOOKS: usize = 500;

/// A draft on the disk.
pub(super) struct Draft {
    pub values: BookValues,
    /// The SHA-256 of its text.
    pub version: String,
}

impl Draft {
    /// Reads the draft of a book; `None` if there is none.
    ///
    /// # Errors
    /// The problem of a file that cannot be read or has a mistake.
    pub fn read(folder: &Path) -> Result<Option<Self>, Problem> {
        let text = match job::read_settings(&folder.join(DRAFT)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|e| Problem::from_message(format!("{DRAFT}: {e}")))?,
        };
        let version = output::sha256(text.as_bytes());
        Ok(Some(Self { values: book_job::values(DRAFT, &text)?, version }))
    }

    /// Writes the draft of a book whole, and creates its folder if it is missing. Returns the
    /// version.
    ///
    /// # Errors
    /// An I/O error. The old draft is then unchanged.
    pub fn write(folder: &Path, book: &str, values: &BookValues) -> io::Result<String> {
        let is_of_file = book_job::own_puzzles(folder).is_some();
        let text = book_job::job_text(book, values, is_of_file);
        if text.len() as u64 > output::MAX_USER_FILE_BYTES {
            let most = output::MAX_USER_FILE_BYTES;
            let words = format!("expected at most {most} bytes of settings, found more");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
        }
        fs_path::create_dir(folder)?;
        output::write(&folder.join(DRAFT), text.as_bytes())?;
        Ok(output::sha256(text.as_bytes()))
    }
}

/// The settings that the page never gets: who has one can make the puzzles of coming nights.
const SECRETS: [&str; 1] = ["secret"];

impl Draft {
    /// Returns the values that the page may show.
    pub fn shown_values(&self) -> BookValues {
        let mut values = self.values.clone();
        values.retain(|name, _| !SECRETS.contains(&name.as_str()));
        values
    }

    /// Returns the values that the page does not know, and that a saved draft keeps.
    pub fn secrets(&self) -> BookValues {
        let mut values = self.values.clone();
        values.retain(|name, _| SECRETS.contains(&name.as_str()));
        values
    }
}

/// A file of a book that the page may fetch.
#[derive(Serialize)]
pub(super) struct BookFile {
    name: String,
    bytes: u64,
}

/// Returns the books in a folder, in the order of their names.
pub(super) fn list(folder: &Path) -> Vec<Value> {
    let mut names = fs_path::entry_names(folder).unwrap_or_default();
    names.retain(|name| book_job::is_book_name(name) && is_plain_folder(&folder.join(name)));
    names.sort();
    names.iter().filter_map(|name| book(folder, name)).take(MAX_BOOKS).collect()
}

/// Returns true for a folder that is no symlink.
pub(super) fn is_plain_folder(path: &Path) -> bool {
    fs_path::symlink_metadata_opt(path).is_ok_and(|about| about.is_some_and(|about| about.is_dir()))
}

/// Returns true for a folder that is no symlink, and for a name that is free.
pub(super) fn is_free_or_folder(path: &Path) -> bool {
    let about = fs_path::symlink_metadata_opt(path);
    about.is_ok_and(|about| about.is_none_or(|about| about.is_dir()))
}

/// Returns what the shelf shows of a book; `None` if the folder of this name has none.
fn book(folder: &Path, name: &str) -> Option<Value> {
    let path = folder.join(name);
    let draft = Draft::read(&path);
    let manifest = Manifest::find(&path);
    let is_pending = pending_run(&path).is_ok_and(|pending| pending.is_some());
    let mut message = String::new();
    let state = match (&manifest, &draft) {
        (Err(e), _) => {
            message = with_causes(e);
            "problem"
        }
        (_, Err(problem)) => {
            message.clone_from(&problem.message);
            "problem"
        }
        (Ok(Some(manifest)), _) => {
            match manifest.files.iter().find(|file| !is_whole(&path, file)) {
                Some(file) => {
                    message = format!("{} is missing or has another size", file.name);
                    "problem"
                }
                None if fs_path::exists(&path.join(PROOF_SHEET)).unwrap_or(false) => "verified",
                None => "finished",
            }
        }
        (Ok(None), _) if is_pending => "unfinished",
        (Ok(None), Ok(Some(_))) if has_file_book(&path) => "verified",
        (Ok(None), Ok(Some(_))) => "draft",
        (Ok(None), Ok(None)) => return None,
    };
    let manifest = manifest.ok().flatten();
    let draft = draft.ok().flatten();
    let version = draft.as_ref().map(|draft| draft.version.clone()).unwrap_or_default();
    let values = draft.map(|draft| draft.shown_values());
    let values = values.or_else(|| manifest.as_ref().map(run_values)).unwrap_or_default();
    let files = files(&path);
    let puzzles = manifest.as_ref().map(|manifest| manifest.counts.values().sum::<u64>());
    Some(json!({
        "name": name,
        "title": values.get("title"),
        "printer": values.get("printer"),
        "puzzles": puzzles,
        "path": std::path::absolute(&path).unwrap_or_default().display().to_string(),
        "imported": book_job::own_puzzles(&path).is_some(),
        "state": state,
        "message": message,
        "version": version,
        "picture": !files.is_empty(),
        "files": files,
        "values": values,
    }))
}

/// Returns true if the file is there and has its size.
fn is_whole(folder: &Path, file: &output::FileRecord) -> bool {
    let about = fs_path::symlink_metadata_opt(&folder.join(&file.name));
    about.is_ok_and(|about| about.is_some_and(|a| a.is_file() && a.len() == file.size))
}

/// Returns the settings of a finished run that the form has, and its seed.
fn run_values(manifest: &Manifest) -> BookValues {
    let has_field = |name: &str| {
        crate::run::Setting::all().any(|row| row.name == name && book_job::has_field(row))
    };
    let texts = manifest.settings.texts().filter(|(name, _)| has_field(name));
    let mut values: BookValues = texts.map(|(name, text)| (name.to_owned(), text)).collect();
    values.insert("seed".to_owned(), manifest.seed.to_string());
    values
}

/// Returns the names and sizes of the files that the page may fetch.
pub(super) fn files(folder: &Path) -> Vec<BookFile> {
    let names: Vec<String> = match Manifest::find(folder) {
        Ok(Some(manifest)) => manifest.files.into_iter().map(|file| file.name).collect(),
        Ok(None) if has_file_book(folder) => {
            let mut names = fs_path::entry_names(folder).unwrap_or_default();
            names.retain(|name| FileKind::of(name).is_some());
            names.sort();
            names
        }
        _ => return Vec::new(),
    };
    let own = [PROOF_SHEET, DRAFT, MANIFEST].map(str::to_owned);
    let file = |name: String| {
        let about = fs_path::symlink_metadata_opt(&folder.join(&name)).ok().flatten();
        let about = about.filter(|about| about.is_file())?;
        Some(BookFile { name, bytes: about.len() })
    };
    names.into_iter().chain(own).filter_map(file).collect()
}

/// Returns true if the folder has a book of the puzzles of a file, which has no manifest. Its proof
/// sheet comes last.
fn has_file_book(folder: &Path) -> bool {
    let has_sheet = fs_path::exists(&folder.join(PROOF_SHEET)).unwrap_or(false);
    has_sheet && book_job::own_puzzles(folder).is_some()
}

/// Returns a file of a book, if its manifest lists the file or the studio has written it. A symlink
/// is not followed.
pub(super) fn file(folder: &Path, book: &str, name: &str) -> Option<Vec<u8>> {
    let path = folder.join(book);
    let is_listed = is_plain_folder(&path) && files(&path).iter().any(|file| file.name == name);
    let path = path.join(name);
    let is_file = || {
        let about = fs_path::symlink_metadata_opt(&path).ok().flatten();
        about.is_some_and(|about| about.is_file())
    };
    (is_listed && book_job::is_file_name(name) && is_file()).then(|| output::read(&path).ok())?
}

/// Returns the picture of a finished book as SVG: its front, or else its first page.
pub(super) fn picture(folder: &Path, book: &str) -> Option<String> {
    let files = files(&folder.join(book));
    let open = |kind| {
        let name = &files.iter().find(|file| FileKind::of(&file.name) == Some(kind))?.name;
        Pdf::open(&file(folder, book, name)?).ok()
    };
    let volume = open(FileKind::Volume)?;
    match open(FileKind::Cover) {
        Some(cover) => Some(front_svg(&cover, &volume)),
        None => Some(page_svg(&volume, 1)),
    }
}

/// Returns the text that a shop asks for, of a finished book.
pub(super) fn listing(folder: &Path, book: &str) -> Option<String> {
    let path = folder.join(book);
    let run = SourceRun::open(&path).ok().flatten().filter(|_| is_plain_folder(&path))?;
    let plan = run.book_plan(false).ok()?;
    let settings = SectionSettings::for_book(&plan.imprint, None, None);
    let puzzles = vec![run.puzzles()];
    let (sections, _) = Sections::read(puzzles, settings, &Interrupt::default()).ok()?;
    listing_text(&plan, &sections)
}

/// Returns the text that a shop asks for, of a book with these puzzles.
pub(super) fn listing_text(plan: &BookPlan, sections: &[Section]) -> Option<String> {
    let layout = plan.lay_out(sections).ok()?;
    let listings = layout.volumes.iter().map(|volume| Listing::new(volume, plan.trim));
    let texts: Result<Vec<_>, _> = listings.map(|listing| listing.map(|l| l.to_string())).collect();
    texts.ok().map(|texts| texts.join("\n----\n\n"))
}
